"""Certificates of completeness: how they are made."""
