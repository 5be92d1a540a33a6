"""python -m solvers.checker [SOLUTIONS.jsonl] SOLUTIONS.cert: is the count a theorem?

Exit code 0: certified; 1: refused, with the reason; 2: a file cannot be read.
"""

import json
import lzma
import sys
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import chain
from struct import iter_unpack
from typing import Any, BinaryIO

from . import rup
from .cover import Cover
from .instance import packing, read, sudoku
from .nonogram import nonogram
from .search import Refused, require, total

FORMATS = dict.fromkeys(("cover-dag", "cover-tree", "lines"), "zenkai-certificate/1")
FORMATS["rup"] = "zenkai-certificate/3"
MOST_LINE, CHUNK = 1 << 22, 1 << 16


def opened(path: str) -> tuple[dict[str, Any], BinaryIO]:
    """The header, and the file, in which the numbers follow."""
    file: Any = lzma.open(path)  # noqa: SIM115 (it is read to its end, or refused, which ends all)
    line = file.readline(MOST_LINE)
    head: Any = json.loads(line, parse_float=int, parse_constant=int) if line[-1:] == b"\n" else None
    kind, of = (head.get("kind"), head.get("format")) if isinstance(head, dict) else (None, None)
    require((kind, of) in FORMATS.items(), f"{path}: no certificate that is known: {kind!r:.40} {of!r:.40}")
    return head, file


def numbers(file: BinaryIO, n_items: int) -> Iterator[int]:
    """Of one byte, or of two if there are more than 255 items; of four, with a sign, if there are none."""
    kind = ">i" if not n_items else "B" if n_items < 256 else ">H"
    pieces = (iter_unpack(kind, piece) for piece in iter(lambda: file.read(CHUNK), b""))
    return chain.from_iterable(chain.from_iterable(pieces))


def puzzle(text: str) -> Any:
    """What an instance says, a Cover or a Nonogram; and what says which options, or cells, a board holds."""
    data = read(text)
    kinds: dict[str, Callable[..., Any]] = {"packing": packing, "sudoku": sudoku, "nonogram": nonogram}
    return kinds[data.pop("puzzle")](**data)


def certified(head: dict[str, Any], file: BinaryIO) -> tuple[int, Any]:
    """The number of all solutions that the certificate proves.

    And a function that says of a line of the solutions file what its images have in common, and how many
    there are, which is one if solutions are not written up to symmetry.
    """
    if head["kind"] == "rup":
        return rup.total(rup.Formula(**head["model"]), numbers(file, 0)), stated
    own, held = (Cover(**head["model"]), None) if "model" in head else puzzle(head["text"])
    proved = total(own, numbers(file, own.n_items), head["kind"] != "cover-dag", own.begins(head))
    return proved, (lambda line, orbits: own.image(held(line["board"]), orbits)) if held else stated


def stated(line: dict[str, Any], orbits: bool) -> tuple[str, int]:
    """An exported model says nothing of boards, `zenkai verify` has the rules; orbits are taken as given."""
    return "\n".join(line["board"]), line["orbit"] if orbits else 1


def check(*paths: str) -> str:
    """What is certified of a file of solutions; without it, of the instance or the model that is exported."""
    head, file = opened(paths[-1])
    model = sha256(json.dumps(head.get("model"), separators=(",", ":")).encode()).hexdigest()
    of = f" of the exported model {model}" if "model" in head else ""
    if len(paths) == 1:
        shown = "".join(char if char.isprintable() or char == "\n" else "?" for char in head["text"])
        return f"{shown}\ncertified: exactly {certified(head, file)[0]:,} solutions{of} in all"
    number, every = compared(paths[0], head, file)
    return f"certified: {number:,} solutions{of}, {every:,} in all, and there are no others"


def compared(path: str, head: dict[str, Any], steps: BinaryIO) -> tuple[int, int]:
    """How many solutions the file has, and with their images; as many as the certificate proves.

    Raises Refused, with the place of a solution that is none, or there twice.
    """
    sizes: dict[str, int] = {}
    with open(path, "rb") as file:
        lines = map(json.loads, iter(lambda: file.readline(MOST_LINE), b""))
        top: dict[str, Any] = next(lines, {})
        require(all(top[key] == head[key] for key in ("text", "sha256")), "a certificate of another instance")
        proved, image = certified(head, steps)
        try:
            for line in filter(lambda line: "board" in line, lines):
                own, size = image(line, top["symmetry"]["mode"] == "orbits")
                require(own not in sizes, "a solution is there twice, or two are images of each other")
                sizes[own] = size
        except Exception as error:
            raise Refused(f"{path}:{len(sizes) + 2}: the board breaks a rule: {error}") from None
    every = sum(sizes.values())
    require(every == proved, f"{path}: {every:,} solutions in all, but there are exactly {proved:,}")
    return len(sizes), every


def main(arguments: Sequence[str]) -> int:
    if not 1 <= len(arguments) <= 2:
        print("usage: python -m solvers.checker [SOLUTIONS.jsonl] SOLUTIONS.cert", file=sys.stderr)
        return 2
    try:
        print(check(*arguments))
        return 0
    except Exception as error:  # whatever goes wrong, nothing is proved
        why = f"{type(error).__name__}: {error}".removeprefix("Refused: ")
        print(f"checker: refused: {why:.500}", file=sys.stderr)
        return 2 if isinstance(error, (OSError, EOFError, lzma.LZMAError)) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
