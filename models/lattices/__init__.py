"""Lattices as data: cells are integer vectors; pieces, boards and symmetries are derived for all lattices
alike.
"""
