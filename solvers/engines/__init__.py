"""Engines: each folder is one, and imports no other but where its docstring says so."""
