"""The rules: one small class each, with its constraints, its check and its drawing."""
