"""The engine for plain 9x9 sudokus."""
