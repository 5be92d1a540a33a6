"""A checker of certificates that trusts nothing: standard library only, nothing of the rest of zenkai.

A complete file has n different valid solutions, and a certificate that there are exactly n. It names none of
them and no number: it says where to look. A wrong one makes the check fail, or longer, never the count wrong.
"""
