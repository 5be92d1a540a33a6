"""The package `zenkai_solver` as a program uses it."""
