"""python -m solvers.checker [SOLUTIONS.jsonl] SOLUTIONS.cert: is the count a theorem?

Exit code 0: certified; 1: refused, with the reason; 2: a file cannot be read.
"""

from __future__ import annotations

import hashlib
import heapq
import json
import lzma
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, pairwise
from typing import IO, Any

from . import cover, nonogram, packing, rup, sudoku
from .cover import Refused
from .text import read

FORMAT = "zenkai-certificate/1"
MOST_HEADER, MOST_LINE, MEMORY, CHUNK, DIGEST = 1 << 22, 1 << 22, 1 << 27, 1 << 16, 16
EXPORTED = {"model", "cnf"}  # what a header has where the checker does not derive the model from the instance
IN_MEMORY = 1 << 20  # digests
SENSELESS = (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, MemoryError)
DEEPEST = cover.MOST_ITEMS + 1_000  # calls; a stack of 8 MB takes several times as many


def unpacked(path: str) -> Iterator[bytes]:
    """The certificate's bytes, a piece at a time: several xz streams, one after the other."""
    with open(path, "rb") as file:
        unpacker = None
        while data := file.read(CHUNK):
            while data:
                unpacker = unpacker or lzma.LZMADecompressor(lzma.FORMAT_XZ, MEMORY)
                yield unpacker.decompress(data, CHUNK)
                while not unpacker.eof and not unpacker.needs_input:
                    yield unpacker.decompress(b"", CHUNK)
                data = unpacker.unused_data if unpacker.eof else b""
                unpacker = None if unpacker.eof else unpacker
        if unpacker is not None:
            raise Refused("the certificate is cut off")


def opened(path: str) -> tuple[dict[str, Any], Iterator[bytes]]:
    """The header, and what follows it."""
    pieces, head = unpacked(path), bytearray()
    for piece in pieces:
        head += piece
        if b"\n" in piece or len(head) > MOST_HEADER:
            break
    line, end, rest = bytes(head).partition(b"\n")
    value = json.loads(line, parse_float=whole) if end else None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise Refused(f"{path}: no certificate: the header's format is not {FORMAT}")
    return value, chain([rest], pieces)


def whole(number: str) -> int:
    raise Refused(f"the certificate: {number:.20} where a whole number is needed")


def numbers(pieces: Iterator[bytes], most: int) -> Iterator[int]:
    """Numbers of one byte, or of two, high byte first, if there are larger ones."""
    if most < 256:
        for piece in pieces:
            yield from piece
        return
    data = (byte for piece in pieces for byte in piece)
    for high in data:
        low = next(data, None)
        if low is None:
            raise Refused("the certificate ends within a number")
        yield high << 8 | low


class Different:
    """Are digests all different? In memory, or, where there are many, sorted in files."""

    def __init__(self) -> None:
        self.held: list[bytes] = []
        self.runs: list[IO[bytes]] = []

    def add(self, text: str) -> None:
        self.held.append(hashlib.blake2b(text.encode(), digest_size=DIGEST).digest())
        if len(self.held) >= IN_MEMORY:
            run = tempfile.TemporaryFile()  # noqa: SIM115 - gone when this object is
            run.writelines(sorted(self.held))
            run.seek(0)
            self.runs.append(run)
            self.held = []

    def check(self) -> None:
        runs = [iter(partial(run.read, DIGEST), b"") for run in self.runs]
        if any(a == b for a, b in pairwise(heapq.merge(*runs, sorted(self.held)))):
            raise Refused("a solution is there twice, or two that are images of each other")


def solutions(path: str) -> tuple[dict[str, Any], Iterator[dict[str, Any]]]:
    """The header of the solutions file, and its solutions."""
    file = open(path, "rb")  # noqa: SIM115 - read to the end by `_lines`
    head = json.loads(file.readline(MOST_LINE))
    if not isinstance(head, dict) or not isinstance(head.get("text"), str):
        raise Refused(f"{path}: no solutions file: the header has no instance")
    if hashlib.sha256(head["text"].encode()).hexdigest() != head.get("sha256"):
        raise Refused(f"{path}: the instance does not have the stated sha256")
    return head, _lines(file)


def _lines(file: IO[bytes]) -> Iterator[dict[str, Any]]:
    while line := file.readline(MOST_LINE):
        value = json.loads(line)
        if "board" in value:
            yield value


# Of a line: what all images of its board have in common; their number.
Image = Callable[[dict[str, Any]], tuple[str, int]]
Reader = Callable[[Sequence[str]], list[int]]


def cover_of(head: dict[str, Any], data: dict[str, Any]) -> tuple[cover.Cover, Reader | None]:
    """The cover of the instance, and which options a board holds; or the exported one, and None."""
    if "model" in head:
        own = head["model"]
        once, must, cells = (frozenset(own[kind]) for kind in ("once", "must", "cells"))
        options = tuple((tuple(items), group) for items, group in own["options"])
        groups = tuple((lo, hi) for lo, hi in own["groups"])
        return cover.Cover(own["n_items"], once, must, cells, options, groups), None
    rest = {key: value for key, value in data.items() if key != "puzzle"}
    if data["puzzle"] == "packing":
        model, index = packing.cover(rest)
        return model, packing.reader(model, index)
    model, digits = sudoku.cover(rest)
    return model, sudoku.reader(model, digits)


def covered(
    head: dict[str, Any], data: dict[str, Any], orbits: bool, pieces: Iterator[bytes]
) -> tuple[int, Image]:
    """The certified number of solutions of a cover, and how its boards are read."""
    model, chosen = cover_of(head, data)
    group = cover.symmetries(model, head["generators"])
    counter = cover.Counter(model, iter(()))

    def image(line: dict[str, Any]) -> tuple[str, int]:
        if chosen is None:
            return stated(orbits, len(group), line)
        own = chosen(line["board"])
        if not counter.holds(own):
            raise Refused("the board breaks a rule")
        every = {tuple(sorted(element[o] for o in own)) for element in (group if orbits else group[:1])}
        return str(min(every)), len(every)

    steps = numbers(pieces, model.n_items)
    return cover.total(model, steps, head["kind"] == "cover-tree", head["anchor"], group), image


def stated(orbits: bool, most: int, line: dict[str, Any]) -> tuple[str, int]:
    """An exported model says nothing of boards, `zenkai verify` has the rules; orbits are taken as given."""
    if orbits and line.get("orbit") not in range(1, most + 1):
        raise Refused(f"an orbit of {line.get('orbit')!r:.20} solutions; there are {most} symmetries")
    return "\n".join(line["board"]), int(line["orbit"]) if orbits else 1


def lined(data: dict[str, Any], orbits: bool, pieces: Iterator[bytes]) -> tuple[int, Image]:
    """The same of a nonogram."""
    marks = "." + "".join(map(str, data.get("inks", "#")))
    lines, height = nonogram.clues(data)

    def image(line: dict[str, Any]) -> tuple[str, int]:
        board = tuple(line["board"])
        if not nonogram.right(board, lines, height, marks):
            raise Refused("the board breaks a rule")
        every = nonogram.images(board) if orbits else {board}
        own = {one for one in every if nonogram.right(one, lines, height, marks)}
        return "\n".join(min(own)), len(own)

    most = len(lines) + height * (len(lines) - height)
    return nonogram.total(lines, height, numbers(pieces, most)), image


def certified(head: dict[str, Any], pieces: Iterator[bytes], text: str, orbits: bool) -> tuple[int, Image]:
    """The number of all solutions that the certificate proves for the instance, and how boards are read."""
    if head["text"] != text or head["sha256"] != hashlib.sha256(text.encode()).hexdigest():
        raise Refused("the certificate is of another instance")
    if head["kind"] == "rup":
        return rup.total(head, pieces), partial(stated, orbits, head["symmetries"])
    data = {} if "model" in head else read(text)
    if head["kind"] in ("cover-dag", "cover-tree"):
        return covered(head, data, orbits, pieces)
    if head["kind"] == "lines":
        return lined(data, orbits, pieces)
    raise Refused(f"a certificate of the kind {head['kind']!r:.40} is not known")


def count(certificate: str) -> str:
    """What a certificate proves alone. Raises Refused, OSError."""
    head, pieces = opened(certificate)
    proved, _ = certified(head, pieces, head["text"], False)
    what = "the exported model" if head.keys() & EXPORTED else "this instance"
    shown = "".join(char if char.isprintable() or char == "\n" else "?" for char in head["text"])
    return f"{shown}\ncertified: {what} has exactly {proved:,} solutions in all"


def check(file: str, certificate: str) -> str:
    """What is certified of a solutions file. Raises Refused, OSError."""
    top, lines = solutions(file)
    head, pieces = opened(certificate)
    proved, image = certified(head, pieces, top["text"], top["symmetry"]["mode"] == "orbits")
    different, number, found = Different(), 0, 0
    for number, line in enumerate(lines, 1):
        try:
            same, size = image(line)
        except Refused as error:
            raise Refused(f"{file}:{number + 1}: {error}") from None
        different.add(same)
        found += size
    different.check()
    if found != proved:
        raise Refused(f"{file}: {found:,} solutions in all, but there are exactly {proved:,}")
    what = "solutions of the exported model" if head.keys() & EXPORTED else "solutions"
    return f"certified: {number:,} {what}, {found:,} in all, and there are no others"


def main(arguments: Sequence[str]) -> int:
    if not 1 <= len(arguments) <= 2:
        print("usage: python -m solvers.checker [SOLUTIONS.jsonl] SOLUTIONS.cert", file=sys.stderr)
        return 2
    sys.setrecursionlimit(DEEPEST)
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
