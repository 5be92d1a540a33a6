"""The fewest further givens that leave one solution of an instance."""
