"""The smallest sets of further givens that make the solution of an instance unique."""
