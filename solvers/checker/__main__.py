"""python -m solvers.checker [SOLUTIONS.jsonl] SOLUTIONS.cert: is the count a theorem?

Exit code 0: certified; 1: refused, with the reason; 2: a file cannot be read.
"""

from __future__ import annotations

import json
import lzma
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import blake2b, sha256
from itertools import chain, zip_longest
from typing import Any

from . import instance, rup
from .cover import Cover, Refused, roots, symmetries, total
from .nonogram import nonogram

FORMAT = "zenkai-certificate/1"
MOST_HEADER, MOST_LINE, MEMORY, CHUNK = 1 << 22, 1 << 22, 1 << 27, 1 << 16
SENSELESS = (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, MemoryError)

Boards = Callable[[Sequence[str]], list[int]]  # which options a board holds
Image = Callable[[dict[str, Any]], tuple[str, int]]  # of a line: what its images have in common; how many


def opened(path: str) -> tuple[dict[str, Any], Iterator[bytes]]:
    """The header, and what follows it, a piece at a time."""
    pieces, head = unpacked(path), b""
    while b"\n" not in head and len(head) <= MOST_HEADER and (piece := next(pieces, b"")):
        head += piece
    line, end, rest = head.partition(b"\n")
    value = json.loads(line, parse_float=int) if end else None
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


def numbers(pieces: Iterator[bytes], most: int) -> Iterator[int]:
    """Numbers of one byte, or of two, high byte first, if there are larger ones. Half a number is -1."""
    data = chain.from_iterable(pieces)
    return data if most < 256 else (high << 8 | low for high, low in zip_longest(data, data, fillvalue=-1))


def cover_of(head: dict[str, Any]) -> tuple[Cover, Boards | None]:
    """The cover of the instance; or the exported one, which says nothing of boards."""
    if "model" not in head:
        return instance.cover(instance.read(head["text"]))
    own = head["model"]
    once, must, cells = (frozenset(own[kind]) for kind in ("once", "must", "cells"))
    options = tuple((tuple(items), group) for items, group in own["options"])
    groups = tuple((lo, hi) for lo, hi in own["groups"])
    return Cover(own["n_items"], once, must, cells, options, groups), None


def certified(head: dict[str, Any], pieces: Iterator[bytes], text: str, orbits: bool) -> tuple[int, Image]:
    """The number of all solutions that the certificate proves for the instance, and how boards are read."""
    if head["text"] != text or head["sha256"] != sha256(text.encode()).hexdigest():
        raise Refused("the certificate is of another instance")
    if (kind := head["kind"]) == "rup":
        return rup.total(head, chain.from_iterable(pieces)), partial(stated, orbits, head["symmetries"])
    if kind == "lines":
        own = nonogram(instance.read(text))
        proved = total(own, numbers(pieces, own.size), True, [(1, own.start)])
        return proved, lambda line: own.image(line["board"], orbits)
    if kind not in ("cover-dag", "cover-tree"):
        raise Refused(f"a certificate of the kind {kind!r:.40} is not known")
    cover, held = cover_of(head)
    group = symmetries(cover, head["generators"])
    begins = roots(cover, head["anchor"], group)
    proved = total(cover, numbers(pieces, cover.size), kind == "cover-tree", begins)
    if held is None:
        return proved, partial(stated, orbits, len(group))
    return proved, lambda line: cover.image(held(line["board"]), group if orbits else group[:1])


def stated(orbits: bool, most: int, line: dict[str, Any]) -> tuple[str, int]:
    """An exported model says nothing of boards, `zenkai verify` has the rules; orbits are taken as given."""
    if orbits and line.get("orbit") not in range(1, most + 1):
        raise Refused(f"an orbit of {line.get('orbit')!r:.20} solutions; there are {most} symmetries")
    return "\n".join(line["board"]), int(line["orbit"]) if orbits else 1


def model_of(head: dict[str, Any]) -> str:
    """What the count is of: the instance, or the model that the certificate states, with its hash."""
    if "model" not in head and head["kind"] != "rup":
        return ""
    text = head["cnf"] if head["kind"] == "rup" else json.dumps(head["model"], separators=(",", ":"))
    return f" of the exported model {sha256(text.encode()).hexdigest()}"


def count(certificate: str) -> str:
    """What a certificate proves alone. Raises Refused, OSError."""
    head, pieces = opened(certificate)
    proved, _ = certified(head, pieces, head["text"], False)
    shown = "".join(char if char.isprintable() or char == "\n" else "?" for char in head["text"])
    return f"{shown}\ncertified: exactly {proved:,} solutions{model_of(head)} in all"


def check(path: str, certificate: str) -> str:
    """What is certified of a solutions file. Raises Refused, OSError."""
    with open(path, "rb") as file:
        lines = map(json.loads, iter(lambda: file.readline(MOST_LINE), b""))
        top = next(lines)
        if top["sha256"] != sha256(top["text"].encode()).hexdigest():
            raise Refused(f"{path}: the instance does not have the stated sha256")
        head, pieces = opened(certificate)
        proved, image = certified(head, pieces, top["text"], top["symmetry"]["mode"] == "orbits")
        number, found = distinct(path, (line for line in lines if "board" in line), image)
    if found != proved:
        raise Refused(f"{path}: {found:,} solutions in all, but there are exactly {proved:,}")
    return f"certified: {number:,} solutions{model_of(head)}, {found:,} in all, and there are no others"


def distinct(path: str, lines: Iterator[dict[str, Any]], image: Image) -> tuple[int, int]:
    """How many solutions there are, and with their images. Refused, with the place, if one is there twice."""
    seen, found = set(), 0
    for number, line in enumerate(lines, 2):
        try:
            same, size = image(line)
            digest = blake2b(same.encode(), digest_size=16).digest()
            if digest in seen:
                raise Refused("a solution is there twice, or two are images of each other")
        except Refused as error:
            raise Refused(f"{path}:{number}: {error}") from None
        seen.add(digest)
        found += size
    return len(seen), found


def main(arguments: Sequence[str]) -> int:
    if not 1 <= len(arguments) <= 2:
        print("usage: python -m solvers.checker [SOLUTIONS.jsonl] SOLUTIONS.cert", file=sys.stderr)
        return 2
    try:
        print(check(*arguments) if len(arguments) == 2 else count(*arguments))
    except (OSError, lzma.LZMAError) as error:
        print(f"checker: {error}", file=sys.stderr)
        return 2
    except (Refused, *SENSELESS) as error:
        why = str(error) if isinstance(error, Refused) else f"{type(error).__name__}: {error}"
        print(f"checker: refused: {why[:500]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
