"""Counting and walking the solutions of models of graphs by a diagram of the frontier."""
