"""Explanations: which rules and facts a conclusion follows from, step by step, and why there is no
solution.
"""
