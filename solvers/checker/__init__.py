"""A checker of certificates that trusts nothing: standard library only, nothing of the rest of zenkai.

A complete solutions file is n different valid solutions and a certificate that there are no more. The
certificate names no solution and states no number: it only says in which order to look. So a wrong one can
make the check fail, or make it longer; it cannot make the count wrong. `cover` has the argument.
"""
