"""The Python interface: the public names of the package `zenkai_solver`."""
