"""The SAT engine: encodings as clauses, and enumeration by blocking clauses (python-sat)."""
