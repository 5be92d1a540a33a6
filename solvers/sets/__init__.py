"""Sets of solutions that are compiled once and asked many questions."""
