"""Arguments about a puzzle: which rules and facts decide something, and in how many steps."""
