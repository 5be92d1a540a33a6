"""Files of many sudokus, what standard input holds, random nonograms."""
