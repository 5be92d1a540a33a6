"""Drawings of boards as text and SVG. They take rows of labels and do not depend on puzzles."""
