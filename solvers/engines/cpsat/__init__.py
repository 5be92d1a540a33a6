"""CP-SAT (OR-Tools)."""
