"""Drawings of boards: text and SVG. They take rows of labels and know no puzzle."""
