"""Dissections by transform covers."""
