"""Plain 9x9 sudokus on bit masks."""
