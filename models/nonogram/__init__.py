"""Nonograms: the puzzle, its sheet of clues, reading and drawing."""
