"""Explanations: which rules and facts a conclusion follows from, stepwise, and why there is no solution."""
