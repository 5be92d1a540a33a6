"""Exact covers: compiled searches by sifting and MRV, dynamic programming for counts."""
