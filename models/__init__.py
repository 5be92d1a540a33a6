"""Puzzles: reading, constraint models, decoding, checking and drawing. Never imports solvers."""
