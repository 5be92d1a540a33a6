"""Many puzzles in one process: files and archives of puzzles, the answer to each, and the file of answers."""
