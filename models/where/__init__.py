"""Conditions on solutions: the language in which they are stated, and a puzzle under one."""
