"""The genres: a module states one, and is named as in `puzzle: NAME`."""
