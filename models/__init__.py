"""What a puzzle is: read it, state its constraints, decode, check, draw. Never imports solvers."""
