"""SAT: clauses, and enumeration by blocking clauses (python-sat)."""
