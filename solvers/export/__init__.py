"""Models written in the formats of other solvers, one module per format."""
