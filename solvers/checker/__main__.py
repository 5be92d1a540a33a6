"""python -m solvers.checker [SOLUTIONS.jsonl] SOLUTIONS.cert: is the count a theorem?

Exit code 0: certified; 1: refused, with the reason; 2: a file cannot be read.
"""

from __future__ import annotations

import json
import lzma
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import blake2b, sha256
from itertools import chain, zip_longest
from typing import Any

from . import packing, rup, sudoku
from .cover import Cover, Refused, roots, symmetries, total
from .nonogram import nonogram
from .text import read

FORMAT = "zenkai-certificate/1"
MOST_HEADER, MOST_LINE, MEMORY, CHUNK = 1 << 22, 1 << 22, 1 << 27, 1 << 16
EXPORTED = {"model", "cnf"}  # what a header has where the checker does not derive the model from the instance
SENSELESS = (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, MemoryError)

Image = Callable[[dict[str, Any]], tuple[str, int]]  # of a line: what all images of its board share; how many
Reader = Callable[[Sequence[str]], list[int]]  # the options that a board holds


def opened(path: str) -> tuple[dict[str, Any], Iterator[bytes]]:
    """The header, and what follows it, a piece at a time."""
    pieces, head = unpacked(path), b""
    while b"\n" not in head and len(head) <= MOST_HEADER and (piece := next(pieces, b"")):
        head += piece
    line, end, rest = head.partition(b"\n")
    value = json.loads(line, parse_float=whole) if end else None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise Refused(f"{path}: no certificate: the header's format is not {FORMAT}")
    return value, chain([rest], pieces)


def unpacked(path: str) -> Iterator[bytes]:
    """The certificate's bytes: several xz streams, one after the other."""
    with open(path, "rb") as file:
        data = file.read(CHUNK)
        while data:
            stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, MEMORY)
            while not stream.eof:
                if stream.needs_input and not (data := data or file.read(CHUNK)):
                    raise Refused("the certificate is cut off")
                if piece := stream.decompress(data, CHUNK):
                    yield piece
                data = b""
            data = stream.unused_data or file.read(CHUNK)


def whole(number: str) -> int:
    raise Refused(f"the certificate: {number:.20} where a whole number is needed")


def numbers(pieces: Iterator[bytes], most: int) -> Iterator[int]:
    """Numbers of one byte, or of two, high byte first, if there are larger ones. Half a number is -1."""
    data = chain.from_iterable(pieces)
    return data if most < 256 else (high << 8 | low for high, low in zip_longest(data, data, fillvalue=-1))


def solutions(path: str) -> tuple[dict[str, Any], Iterator[dict[str, Any]]]:
    """The header of the solutions file, and its solutions."""
    file = open(path, "rb")  # noqa: SIM115 - read to the end below
    head = json.loads(file.readline(MOST_LINE))
    if not isinstance(head, dict) or not isinstance(head.get("text"), str):
        raise Refused(f"{path}: no solutions file: the header has no instance")
    if sha256(head["text"].encode()).hexdigest() != head.get("sha256"):
        raise Refused(f"{path}: the instance does not have the stated sha256")
    lines = map(json.loads, iter(lambda: file.readline(MOST_LINE), b""))
    return head, (line for line in lines if "board" in line)


def cover_of(head: dict[str, Any]) -> tuple[Cover, Reader | None]:
    """The cover of the instance, and which options a board holds; or the exported one, and None."""
    if "model" in head:
        own = head["model"]
        once, must, cells = (frozenset(own[kind]) for kind in ("once", "must", "cells"))
        options = tuple((tuple(items), group) for items, group in own["options"])
        return Cover(
            own["n_items"], once, must, cells, options, tuple((lo, hi) for lo, hi in own["groups"])
        ), None
    data = read(head["text"])
    if data.pop("puzzle") == "packing":
        cover, index = packing.cover(data)
        return cover, packing.reader(cover, index)
    cover, digits = sudoku.cover(data)
    return cover, sudoku.reader(cover, digits)


def certified(head: dict[str, Any], pieces: Iterator[bytes], text: str, orbits: bool) -> tuple[int, Image]:
    """The number of all solutions that the certificate proves for the instance, and how boards are read."""
    if head["text"] != text or head["sha256"] != sha256(text.encode()).hexdigest():
        raise Refused("the certificate is of another instance")
    kind = head["kind"]
    if kind == "rup":
        return rup.total(head, chain.from_iterable(pieces)), partial(stated, orbits, head["symmetries"])
    if kind == "lines":
        pictures = nonogram(read(text))
        proved = total(pictures, numbers(pieces, pictures.size), True, [(1, pictures.start)])
        return proved, lambda line: first(pictures.images(tuple(line["board"]), orbits))
    if kind not in ("cover-dag", "cover-tree"):
        raise Refused(f"a certificate of the kind {kind!r:.40} is not known")
    cover, chosen = cover_of(head)
    group = symmetries(cover, head["generators"])
    steps, begins = numbers(pieces, cover.size), roots(cover, head["anchor"], group)
    proved = total(cover, steps, kind == "cover-tree", begins)
    if chosen is None:
        return proved, partial(stated, orbits, len(group))
    elements = group if orbits else group[:1]
    return proved, lambda line: first(cover.images(chosen(line["board"]), elements))


def first(images: set[Any]) -> tuple[str, int]:
    return str(min(images)), len(images)


def stated(orbits: bool, most: int, line: dict[str, Any]) -> tuple[str, int]:
    """An exported model says nothing of boards, `zenkai verify` has the rules; orbits are taken as given."""
    if orbits and line.get("orbit") not in range(1, most + 1):
        raise Refused(f"an orbit of {line.get('orbit')!r:.20} solutions; there are {most} symmetries")
    return "\n".join(line["board"]), int(line["orbit"]) if orbits else 1


def model_of(head: dict[str, Any]) -> str:
    """What the count is of: the instance, or the model that the certificate states, with its hash."""
    if head["kind"] == "lines" or not head.keys() & EXPORTED:
        return ""
    text = head["cnf"] if head["kind"] == "rup" else json.dumps(head["model"], separators=(",", ":"))
    return f" of the exported model {sha256(text.encode()).hexdigest()}"


def count(certificate: str) -> str:
    """What a certificate proves alone. Raises Refused, OSError."""
    head, pieces = opened(certificate)
    proved, _ = certified(head, pieces, head["text"], False)
    shown = "".join(char if char.isprintable() or char == "\n" else "?" for char in head["text"])
    return f"{shown}\ncertified: exactly {proved:,} solutions{model_of(head)} in all"


def check(file: str, certificate: str) -> str:
    """What is certified of a solutions file. Raises Refused, OSError."""
    top, lines = solutions(file)
    head, pieces = opened(certificate)
    proved, image = certified(head, pieces, top["text"], top["symmetry"]["mode"] == "orbits")
    seen = sqlite3.connect("")  # on disk where it is large
    seen.execute("create table seen (digest primary key) without rowid")
    number, found = 0, 0
    for number, line in enumerate(lines, 1):
        try:
            same, size = image(line)
            seen.execute("insert into seen values (?)", [blake2b(same.encode(), digest_size=16).digest()])
        except Refused as error:
            raise Refused(f"{file}:{number + 1}: {error}") from None
        except sqlite3.IntegrityError:
            raise Refused(
                f"{file}:{number + 1}: a solution is there twice, or two are images of each other"
            ) from None
        found += size
    if found != proved:
        raise Refused(f"{file}: {found:,} solutions in all, but there are exactly {proved:,}")
    return f"certified: {number:,} solutions{model_of(head)}, {found:,} in all, and there are no others"


def main(arguments: Sequence[str]) -> int:
    if not 1 <= len(arguments) <= 2:
        print("usage: python -m solvers.checker [SOLUTIONS.jsonl] SOLUTIONS.cert", file=sys.stderr)
        return 2
    try:
        print(check(*arguments) if len(arguments) == 2 else count(*arguments))
    except (OSError, lzma.LZMAError, sqlite3.Error) as error:
        print(f"checker: {error}", file=sys.stderr)
        return 2
    except (Refused, *SENSELESS) as error:
        why = str(error) if isinstance(error, Refused) else f"{type(error).__name__}: {error}"
        print(f"checker: refused: {why[:500]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
