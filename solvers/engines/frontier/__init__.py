"""Counting and listing the solutions of models of graphs by the frontier method."""
