"""A checker of certificates that trusts nothing: one file in Python, one in C, and the format of both."""
