"""Lattices as data: cells are integer vectors; the code for pieces, boards and symmetries is common."""
