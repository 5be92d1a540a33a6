"""Exact covers: compiled scan and MRV search, dynamic programming for counts."""
