"""zenkai (全解, "every solution"): every solution of a grid puzzle, each one checked."""
