"""Sudoku of any box size, with variants as small rules that are freely combined."""
