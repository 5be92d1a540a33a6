"""How solutions are found, streamed, checked and kept. Knows models, never a puzzle family by name."""
