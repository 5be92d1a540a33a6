"""Pencil puzzles, each stated in a page: unknown layers, clues, and rules from one vocabulary."""
