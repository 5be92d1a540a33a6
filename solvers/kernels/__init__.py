"""Compiled search loops (Numba): arrays in, arrays out, no puzzle knowledge."""
