"""Grids of block lines: line solving, probing, search, SAT."""
