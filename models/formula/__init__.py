"""Bare formulas: clauses (DIMACS), linear constraints (OPB), exact covers (Knuth's text)."""
