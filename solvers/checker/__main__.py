"""python -m solvers.checker [SOLUTIONS.jsonl] SOLUTIONS.cert: is the count a theorem?

Exit code 0: certified; 1: refused, with the reason; 2: a file cannot be read.
"""

import json
import lzma
import sys
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b, sha256
from itertools import chain, zip_longest
from typing import Any

from . import rup
from .cover import Cover, roots, symmetries
from .instance import packing, sudoku
from .nonogram import nonogram
from .search import Refused, total
from .text import read

FORMAT = "zenkai-certificate/1"
MEMORY, CHUNK = 1 << 27, 1 << 12

Image = Callable[[dict[str, Any], bool], tuple[str, int]]  # see `certified`


def opened(path: str) -> tuple[dict[str, Any], Iterator[int]]:
    """The header, and the bytes that follow it."""
    data = chain.from_iterable(unpacked(path))
    line = rup.line(data)
    head = json.loads(line, parse_float=int) if 0 < len(line) < rup.MOST_LINE else None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise Refused(f"{path}: no certificate: the header's format is not {FORMAT}")
    if head["sha256"] != sha256(head["text"].encode()).hexdigest():
        raise Refused(f"{path}: its instance does not have the stated sha256")
    return head, data


def unpacked(path: str) -> Iterator[bytes]:
    """The certificate's bytes: several xz streams, one after the other."""
    stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, MEMORY)
    with open(path, "rb") as file:
        while data := file.read(CHUNK):  # which may become some thousand times as much
            while data:
                stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, MEMORY) if stream.eof else stream
                yield stream.decompress(data)
                data = stream.unused_data
    if not stream.eof:
        raise Refused(f"{path}: no certificate, or cut off")


def numbers(data: Iterator[int], n_items: int) -> Iterator[int]:
    """Of one byte each, or of two, high byte first, if there are larger ones. Half a number is -1."""
    return data if n_items < 256 else (high << 8 | low for high, low in zip_longest(data, data, fillvalue=-1))


def puzzle(text: str) -> Any:
    """What an instance says: a Nonogram; or a Cover, and what says which options a board holds."""
    data = read(text)
    kinds: dict[str, Callable[..., Any]] = {"packing": packing, "sudoku": sudoku, "nonogram": nonogram}
    return kinds[data.pop("puzzle")](**data)


def cover_of(head: dict[str, Any]) -> tuple[Cover, Any]:
    """The cover of the instance; or the exported one, which says nothing of boards."""
    return (Cover(**head["model"]), None) if "model" in head else puzzle(head["text"])


def certified(head: dict[str, Any], data: Iterator[int]) -> tuple[int, Image]:
    """The number of all solutions that the certificate proves.

    And of a line of the solutions file: what its images have in common, and how many there are, which is
    one if solutions are not written up to symmetry.
    """
    if (kind := head["kind"]) == "rup":
        return rup.total(head, data), lambda line, orbits: stated(line, head["symmetries"] if orbits else 0)
    if kind == "lines":
        own = puzzle(head["text"])
        proved = total(own, numbers(data, own.n_items), True, [(1, own.start)])
        return proved, lambda line, orbits: own.image(line["board"], orbits)
    if kind not in ("cover-dag", "cover-tree"):
        raise Refused(f"a certificate of the kind {kind!r:.40} is not known")
    cover, held = cover_of(head)
    group = symmetries(cover, head["generators"])
    begins = roots(cover, head["anchor"], group)
    proved = total(cover, numbers(data, cover.n_items), kind == "cover-tree", begins)
    if held is None:
        return proved, lambda line, orbits: stated(line, len(group) if orbits else 0)
    return proved, lambda line, orbits: cover.image(held(line["board"]), group if orbits else group[:1])


def stated(line: dict[str, Any], most: int) -> tuple[str, int]:
    """An exported model says nothing of boards, `zenkai verify` has the rules; orbits are taken as given."""
    if most and line.get("orbit") not in range(1, most + 1):
        raise Refused(f"an orbit of {line.get('orbit')!r:.20} solutions; there are {most} symmetries")
    return "\n".join(line["board"]), line["orbit"] if most else 1


def model_of(head: dict[str, Any]) -> str:
    """What the count is of: the instance, or the model that the certificate states, with its hash."""
    if "model" not in head and head["kind"] != "rup":
        return ""
    text = head["cnf"] if head["kind"] == "rup" else json.dumps(head["model"], separators=(",", ":"))
    return f" of the exported model {sha256(text.encode()).hexdigest()}"


def count(certificate: str) -> str:
    """What a certificate proves alone."""
    head, data = opened(certificate)
    shown = "".join(char if char.isprintable() or char == "\n" else "?" for char in head["text"])
    return f"{shown}\ncertified: exactly {certified(head, data)[0]:,} solutions{model_of(head)} in all"


def check(path: str, certificate: str) -> str:
    """What is certified of a solutions file."""
    with open(path, "rb") as file:
        lines = map(json.loads, iter(lambda: file.readline(rup.MOST_LINE), b""))
        top: dict[str, Any] = next(lines, {})
        head, data = opened(certificate)
        if (top["text"], top["sha256"]) != (head["text"], head["sha256"]):
            raise Refused("the certificate is of another instance")
        proved, image = certified(head, data)
        orbits = top["symmetry"]["mode"] == "orbits"
        number, found = distinct(path, (image(line, orbits) for line in lines if "board" in line))
    if found != proved:
        raise Refused(f"{path}: {found:,} solutions in all, but there are exactly {proved:,}")
    return f"certified: {number:,} solutions{model_of(head)}, {found:,} in all, and there are no others"


def distinct(path: str, solutions: Iterator[tuple[str, int]]) -> tuple[int, int]:
    """How many solutions there are, and with their images. Refused, with the place, if one is there twice."""
    seen: set[bytes] = set()
    found = 0
    try:
        for same, size in solutions:
            if (digest := blake2b(same.encode(), digest_size=16).digest()) in seen:
                raise Refused("a solution is there twice, or two are images of each other")
            seen.add(digest)
            found += size
    except Exception as error:
        raise Refused(f"{path}:{len(seen) + 2}: the board breaks a rule: {error}") from None
    return len(seen), found


def main(arguments: Sequence[str]) -> int:
    if not 1 <= len(arguments) <= 2:
        print("usage: python -m solvers.checker [SOLUTIONS.jsonl] SOLUTIONS.cert", file=sys.stderr)
        return 2
    try:
        print(check(*arguments) if len(arguments) == 2 else count(*arguments))
        return 0
    except Exception as error:  # whatever goes wrong, nothing is proved
        why = f"{type(error).__name__}: {error}".removeprefix("Refused: ")
        print(f"checker: refused: {why:.500}", file=sys.stderr)
        return 2 if isinstance(error, (OSError, lzma.LZMAError)) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
