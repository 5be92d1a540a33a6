"""Lattices as data: cells are integer vectors; pieces, boards and symmetries follow without further code."""
