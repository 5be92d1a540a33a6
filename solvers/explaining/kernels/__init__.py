"""Compiled loops of arguments."""
