"""Packing: fill a board with pieces, each a given number of times."""
