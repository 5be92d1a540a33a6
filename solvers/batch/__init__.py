"""Many puzzles in one process: what they come in, how each is answered, and the file of answers."""
