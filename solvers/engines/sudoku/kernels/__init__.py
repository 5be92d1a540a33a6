"""The compiled search of 9x9 sudokus."""
