"""Compiled searches of dissections: sets of partial maps that can tile, and their bijections."""
