"""What belongs to one family: files of many sudokus, the steps of a nonogram's logic, random nonograms."""
