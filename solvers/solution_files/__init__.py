"""The solutions file, sets of them, and their index."""
