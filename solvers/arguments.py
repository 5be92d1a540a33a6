"""Types of command line arguments."""

from __future__ import annotations

import argparse

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def positive_int(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return value


def byte_number(text: str) -> int:
    """800M, 4G, or a plain number of bytes."""
    number, unit = (text[:-1], text[-1:]) if text[-1:] in UNITS else (text, "")
    if not number.isdecimal() or int(number) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number of bytes such as 800M or 4G")
    return int(number) * UNITS[unit]


def seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds above 0")
    return value
