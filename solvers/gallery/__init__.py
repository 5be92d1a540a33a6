"""Looking at sets of solutions: the page of a set, the questions it asks, and pictures as PNG and PDF."""
