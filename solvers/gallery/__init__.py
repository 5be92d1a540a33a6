"""Views of sets of solutions: the page of a set, the queries that it sends, and pictures as PNG and PDF."""
