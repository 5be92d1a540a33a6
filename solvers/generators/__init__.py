"""Generators of puzzles: the same seed gives the same puzzle."""
