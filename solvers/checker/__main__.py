"""python -m solvers.checker [SOLUTIONS.jsonl] SOLUTIONS.cert: is the count a theorem?

Exit code 0: certified; 1: refused, with the reason; 2: a file cannot be read.
"""

import json
import lzma
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from hashlib import blake2b, sha256
from itertools import chain
from struct import iter_unpack
from typing import Any, BinaryIO

from . import rup
from .cover import Cover, roots, symmetries
from .instance import packing, read, sudoku
from .nonogram import nonogram
from .search import Refused, require, total

FORMATS = dict.fromkeys(("cover-dag", "cover-tree", "lines"), "zenkai-certificate/1") | {
    "rup": "zenkai-certificate/2"
}
MOST_LINE, CHUNK = 1 << 22, 1 << 16

Image = Callable[[dict[str, Any], bool], tuple[str, int]]  # see `certified`


def opened(path: str) -> tuple[dict[str, Any], BinaryIO]:
    """The header, and the file, in which the numbers follow."""
    file: Any = lzma.open(path)  # noqa: SIM115 (it is read to its end, or refused, which ends all)
    line = file.readline(MOST_LINE)
    head: Any = json.loads(line, parse_float=int, parse_constant=int) if line[-1:] == b"\n" else None
    kind, own = (head.get("kind"), head.get("format")) if isinstance(head, dict) else (None, None)
    known = (kind, own) in FORMATS.items()
    require(known, f"{path}: no certificate of a known kind and format: {kind!r:.40}, {own!r:.40}")
    same = sha256(head["text"].encode()).hexdigest() == head["sha256"]
    require(same, f"{path}: its instance does not have the stated sha256")
    return head, file


def numbers(file: BinaryIO, n_items: int) -> Iterator[int]:
    """Of one byte, or of two if there are more than 255 items; of four, with a sign, if there are none."""
    kind = ">i" if not n_items else "B" if n_items < 256 else ">H"
    pieces = (iter_unpack(kind, piece) for piece in iter(lambda: file.read(CHUNK), b""))
    return chain.from_iterable(chain.from_iterable(pieces))


def puzzle(text: str) -> Any:
    """What an instance says: a Nonogram; or a Cover, and what says which options a board holds."""
    data = read(text)
    kinds: dict[str, Callable[..., Any]] = {"packing": packing, "sudoku": sudoku, "nonogram": nonogram}
    return kinds[data.pop("puzzle")](**data)


def cover_of(head: dict[str, Any]) -> tuple[Cover, Any]:
    """The cover of the instance; or the exported one, which says nothing of boards."""
    return (Cover(**head["model"]), None) if "model" in head else puzzle(head["text"])


def certified(head: dict[str, Any], file: BinaryIO) -> tuple[int, Image]:
    """The number of all solutions that the certificate proves.

    And of a line of the solutions file: what its images have in common, and how many there are, which is
    one if solutions are not written up to symmetry.
    """
    if head["kind"] == "rup":
        return rup.total(rup.Formula(**head["model"]), numbers(file, 0)), stated
    if head["kind"] == "lines":
        own = puzzle(head["text"])
        proved = total(own, numbers(file, own.n_items), True, [(1, own.start)])
        return proved, lambda line, orbits: own.image(line["board"], orbits)
    cover, held = cover_of(head)
    group = symmetries(cover, head["generators"])
    begins = roots(cover, head["anchor"], group)
    proved = total(cover, numbers(file, cover.n_items), head["kind"] == "cover-tree", begins)
    if held is None:
        return proved, stated
    return proved, lambda line, orbits: cover.image(held(line["board"]), group if orbits else group[:1])


def stated(line: dict[str, Any], orbits: bool) -> tuple[str, int]:
    """An exported model says nothing of boards, `zenkai verify` has the rules; orbits are taken as given."""
    require(not orbits or line["orbit"] > 0, "an orbit without solutions")
    return "\n".join(line["board"]), line["orbit"] if orbits else 1


def model_of(head: dict[str, Any]) -> str:
    """What the count is of: the instance, or the model that the certificate states, with its hash."""
    text = json.dumps(head.get("model"), separators=(",", ":"))
    return f" of the exported model {sha256(text.encode()).hexdigest()}" if "model" in head else ""


def count(certificate: str) -> str:
    """What a certificate proves alone."""
    head, file = opened(certificate)
    shown = "".join(char if char.isprintable() or char == "\n" else "?" for char in head["text"])
    return f"{shown}\ncertified: exactly {certified(head, file)[0]:,} solutions{model_of(head)} in all"


def check(path: str, certificate: str) -> str:
    """What is certified of a solutions file."""
    head, numbers = opened(certificate)
    with open(path, "rb") as file:
        lines = map(json.loads, iter(lambda: file.readline(MOST_LINE), b""))
        top: dict[str, Any] = next(lines, {})
        same = (top["text"], top["sha256"]) == (head["text"], head["sha256"])
        require(same, "the certificate is of another instance")
        proved, image = certified(head, numbers)
        orbits = top["symmetry"]["mode"] == "orbits"
        sizes = distinct(path, (image(line, orbits) for line in lines if "board" in line))
    found = sum(sizes)
    require(found == proved, f"{path}: {found:,} solutions in all, but there are exactly {proved:,}")
    return f"certified: {len(sizes):,} solutions{model_of(head)}, {found:,} in all, and there are no others"


def distinct(path: str, solutions: Iterator[tuple[str, int]]) -> Collection[int]:
    """Of each solution how many images it has. Refused, with the place, if one is there twice."""
    found: dict[bytes, int] = {}
    try:
        for same, size in solutions:
            digest = blake2b(same.encode(), digest_size=16).digest()
            require(digest not in found, "a solution is there twice, or two are images of each other")
            found[digest] = size
    except Exception as error:
        raise Refused(f"{path}:{len(found) + 2}: the board breaks a rule: {error}") from None
    return found.values()


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
        return 2 if isinstance(error, (OSError, EOFError, lzma.LZMAError)) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
