"""A checker of certificates that trusts nothing: it uses the standard library only, nothing else of zenkai.

A complete file has n different valid solutions; its certificate proves that there are exactly n. The
certificate does not contain the number, but tells the checker how to count: a wrong certificate makes the
check fail, or take longer, but never the count wrong.
"""
