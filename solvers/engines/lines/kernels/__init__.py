"""Compiled line solving and search on crossing block lines."""
