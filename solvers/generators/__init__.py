"""Puzzles with one solution, made by a seed."""
