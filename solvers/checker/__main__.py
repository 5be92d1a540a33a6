"""python -I checker [SOLUTIONS.jsonl] SOLUTIONS.cert, or SOLUTIONS.jsonl SOLUTIONS.cert INSTANCE.yaml

Check that a file of solutions is complete, or count the solutions of an instance, by a certificate. `checker`
is this folder; -I keeps modules from elsewhere out. The output shows what is proved: the lines of the
instance, each after `| `, and what else the proof depends on; then the verdict.

The format is defined in FORMAT.md. Exit code 0: certified; 1: refused, with the reason; 2: a file cannot be
read; 3: the number is that of a model which the certificate states itself, and which was not compared with
the instance.
"""

import sys
from types import ModuleType

if not __package__:  # the folder, or a zip of it, is run: make its modules a package
    __package__ = "checker"
    sys.modules[__package__] = ModuleType(__package__)
    sys.modules[__package__].__path__ = [sys.path.pop(0)]

import json
import lzma
import re
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b, sha256
from itertools import chain
from pathlib import Path
from struct import iter_unpack
from tempfile import SpooledTemporaryFile
from typing import Any, BinaryIO

from . import rup
from .cover import Cover
from .instance import PLAIN, once, packing, read, shallow, sudoku
from .nonogram import nonogram
from .search import FREE, Refused, Spend, budget, require, total

FORMAT = "zenkai-certificate/4"
COVERS, KINDS = ("cover-dag", "cover-tree"), ("cover-dag", "cover-tree", "lines", "rup")
MOST_LINE, CHUNK = 1 << 22, 1 << 16
WORK, EACH = 1 << 25, 144  # allowed units of work, see FORMAT.md: in any case, and per byte of the files
NUMBERS = re.compile(r'(?:[-\d,[\]{}]|"[a-z_]+":)*')  # JSON of whole numbers, lists and mappings


def opened(path: str) -> tuple[dict[str, Any], BinaryIO]:
    """The header, and the unpacked file, positioned at the numbers. Raises Refused unless the header is valid
    and in its canonical form.
    """
    file = unpacked(path)
    line = file.readline(MOST_LINE)
    head: Any = json.loads(line, parse_float=int, parse_constant=int) if line[-1:] == b"\n" else None
    kind, of = (head.get("kind"), head.get("format")) if isinstance(head, dict) else (None, None)
    known = of == FORMAT and kind in KINDS
    require(known, f"{path}: no certificate that is known: {kind!r:.40} {of!r:.40}")
    cover, stated = ["anchor"] * (kind in COVERS), "model" in head
    words = ["format", "kind", "name", "sha256", "text"]
    keys = [*words, *cover, *["generators", "cuts"] * (stated and kind in COVERS), *["model"] * stated]
    require([*head] == keys, f"{path}: the header has other keys than {', '.join(keys)}, in this order")
    lists = all(isinstance(head.get(key, []), list) for key in ("generators", "cuts"))
    require(
        lists and all(isinstance(head[key], str) for key in words),
        f"{path}: the header has a word that is no text",
    )
    plain = shallow(head.get("cuts")) and NUMBERS.fullmatch(packed([head[key] for key in keys[len(words) :]]))
    require(
        plain and packed(head) + "\n" == line.decode(), f"{path}: the header is not written as it should be"
    )
    require(hashed(head["text"]) == head["sha256"], f"{path}: the text does not have the stated sha256")
    return head, file


def unpacked(path: str) -> Any:
    """The whole content of the xz file, so that damage is noticed before anything is checked.

    Raises LZMAError and EOFError, also for data after the last stream; Refused if it unpacks to more than is
    allowed for its size.
    """
    content: Any = SpooledTemporaryFile(MOST_LINE)  # noqa: SIM115 (larger content is kept on the disk)
    most = MOST_LINE + allowed(path)
    with open(path, "rb") as file:
        stream, data = lzma.LZMADecompressor(lzma.FORMAT_XZ), file.read(CHUNK)
        while True:
            content.write(stream.decompress(data, CHUNK))
            require(content.tell() <= most, f"{path}: it is too much work for the size of its files")
            if stream.eof:
                data = stream.unused_data or file.read(CHUNK)
                if not data:
                    content.seek(0)
                    return content
                stream = lzma.LZMADecompressor(lzma.FORMAT_XZ)
            else:
                data = file.read(CHUNK) if stream.needs_input else b""
                if stream.needs_input and not data:
                    raise EOFError(f"{path}: it ends too early")


def allowed(*paths: str) -> int:
    """The units of work that are allowed for files of this size."""
    return WORK + EACH * sum(Path(path).stat().st_size for path in paths)


def same(path: str, text: str) -> bool:
    with open(path, "rb") as file:
        return file.read(MOST_LINE) == text.encode()


def packed(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def hashed(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def numbers(file: BinaryIO, n_items: int, spend: Spend = FREE) -> Iterator[int]:
    """The numbers of the rest of the file: of one byte, or two if there are more than 255 items; of four
    bytes with a sign if `n_items` is 0.
    """
    kind = ">i" if not n_items else "B" if n_items < 256 else ">H"

    def unpacked(piece: bytes) -> Iterator[tuple[int, ...]]:
        spend(len(piece))
        return iter_unpack(kind, piece)

    pieces = map(unpacked, iter(lambda: file.read(CHUNK), b""))
    return chain.from_iterable(chain.from_iterable(pieces))


def puzzle(text: str) -> Any:
    """The Cover or Nonogram that an instance states, and a function from the rows of a board to its options,
    or to its cells with their marks.
    """
    data = read(text)
    kinds: dict[str, Callable[..., Any]] = {"packing": packing, "sudoku": sudoku, "nonogram": nonogram}
    return kinds[data.pop("puzzle")](**data)


def derived(head: dict[str, Any]) -> Any:
    """`puzzle` of the instance; None if the checker cannot read it and the certificate states a model.

    For an instance that the checker reads, the certificate must not state a model.
    """
    try:
        read_here = puzzle(head["text"])
    except Exception:
        known = "model" in head and head["kind"] != "lines"
        require(known, "the checker does not read the instance, and the certificate has no model of it")
        return None
    require("model" not in head, "the checker reads the instance, but the certificate has a model of its own")
    require(
        isinstance(read_here[0], Cover) == (head["kind"] in COVERS), "a certificate of another kind of puzzle"
    )
    return read_here


def formula_of(model: dict[str, Any]) -> dict[str, Any]:
    """The formula that a header states. Raises Refused unless it is in its canonical form."""
    require([*model] == ["once", "clauses", "projection"], "the model: other keys")
    once_each = all(len({*map(abs, lits)}) == len(lits) for lits in (*model["once"], *model["clauses"]))
    rising = model["projection"] == sorted({*model["projection"]})
    require(
        once_each and rising, "the model: a variable is twice in a clause, or the projection does not rise"
    )
    return model


def certified(head: dict[str, Any], file: BinaryIO, spend: Spend = FREE) -> tuple[int, Any]:
    """The number of all solutions, by the certificate, and the result of `derived`. Raises Refused."""
    instance = derived(head)
    if head["kind"] == "rup":
        formula = instance[0].formula if instance else formula_of(head["model"])
        return rup.total(rup.Formula(**formula), numbers(file, 0, spend), spend), instance
    search = instance[0] if instance else Cover(**head["model"])
    normal = instance or packed(search.stated) == packed(head["model"])
    require(normal, "the model: its lists do not rise, or it has other keys")
    steps, tree = numbers(file, search.n_items, spend), head["kind"] != "cover-dag"
    return total(search, steps, tree, search.begins(head), spend), instance


def check(*paths: str) -> tuple[str, int]:
    """The output and the exit code. `paths`: as on the command line. Raises Refused."""
    most = allowed(*paths[:2])
    head, file = opened(paths[len(paths) > 1])
    text, lines = head["text"], (json_lines(paths[0]) if len(paths) > 1 else iter(()))
    require(len(paths) < 3 or same(paths[-1], text), f"{paths[-1]}: another instance")
    top = next(lines, {}) if len(paths) > 1 else head
    require(all(top.get(key) == head[key] for key in ("text", "sha256")), "a certificate of another instance")
    spend = budget(most)
    proved, instance = certified(head, file, spend)
    family = f"read as {read(text)['puzzle']}" if instance else "not read by this checker"
    digest = hashed(packed(head["model"])) if not instance else ""
    shown = [f"| {line}" for line in text.removesuffix("\n").split("\n")]
    shown = ["".join(char if PLAIN.fullmatch(char) else "?" for char in line) for line in shown]
    shown += [f"instance: sha256 {head['sha256']}, {family}"]
    shown += [f"kind: {head['kind']}" + (f"; model: sha256 {digest}" if digest else "")]
    if not instance:
        this = f"this proof shows {proved:,} solutions of the model with digest {digest}"
        return "\n".join(
            [*shown, f"not certified: {this}; that {digest} states the instance was not checked here"]
        ), 3
    shown += [f"group: order {instance[0].order}"]
    verdict = f"{proved:,} solutions in all, and there are no others"
    if len(paths) > 1:
        verdict = compared(paths[0], top, lines, proved, *instance)
    return "\n".join([*shown, f"certified: {verdict}"]), 0


def json_lines(path: str) -> Iterator[dict[str, Any]]:
    """The mappings that the lines of the file state. Raises Refused, with the line, for one that is cut off
    or has a key twice.
    """
    with open(path, "rb") as file:
        for n, line in enumerate(iter(lambda: file.readline(MOST_LINE), b""), 1):
            require(line[-1:] == b"\n", f"{path}:{n}: no whole line")
            entry: Any = json.loads(line, parse_constant=int, object_pairs_hook=once)
            require(isinstance(entry, dict) and shallow(entry), f"{path}:{n}: no mapping, or too deep")
            yield entry


def whole(number: Any) -> int:
    """The number, if it is a whole one; else raises Refused."""
    require(type(number) is int, f"{number!r:.40} is no whole number")
    return int(number)


def compared(path: str, top: Any, lines: Iterator[Any], proved: int, search: Any, read_board: Any) -> str:
    """The verdict on a file of solutions: it must have as many, with their images, as the certificate proves.

    `search` and `read_board`: see `puzzle`. Raises Refused, with the line of a wrong or repeated solution.
    """
    orbits, order, mode = "orbits", whole(top["symmetry"]["order"]), top["symmetry"]["mode"]
    right = mode in (orbits, "all") and order == search.order
    require(right, f"{path}:1: a group of order {order}, or no mode")
    sizes, boards, every, digest, end = dict[str, int](), set[str](), 0, 0, dict[str, Any]()
    for n, line in enumerate(lines, 1):
        if "complete" in line:
            end = line
            break
        try:
            require(whole(line["n"]) == n, f"it is number {n}, not {line['n']}")
            require(isinstance(line["board"], list), "it is no list of rows")
            solution, rows = read_board(line["board"]), "\n".join(line["board"])
            least, size = search.image(solution, True)
            require(whole(line["orbit"]) == size, f"its orbit is {size}, not {line['orbit']}")
            board = least if mode == orbits else search.image(solution, False)[0]
            require(board not in boards, "a solution is there twice, or two are images of each other")
        except Exception as error:
            raise Refused(f"{path}:{n + 1}: the board breaks a rule: {error}") from None
        boards.add(board)
        sizes[least], every = size, every + (size if mode == orbits else 1)
        digest += int.from_bytes(blake2b(rows.encode(), digest_size=16).digest(), "big")
    require(every == proved, f"{path}: {every:,} solutions in all, but there are exactly {proved:,}")
    require(end.get("complete") is True and end.get("reason") is None, f"{path}: it does not end as complete")
    require(next(lines, None) is None, f"{path}: a line after the footer")
    totals = len(sizes), every, f"{digest % (1 << 128):032x}"
    stated = whole(end["count"]), whole(end["all"]), end["digest"]
    require(stated == totals, f"{path}: the footer is not right")
    levels = end.get("levels", [])
    model = not isinstance(levels, list) or "certified (model)" in levels
    require(not model, f"{path}: the footer speaks of a model, or has no list of levels")
    some = f"{totals[0]:,} solutions up to symmetry, {every:,}" if mode == orbits else f"{every:,} solutions"
    return f"{some} in all, and there are no others; digest {totals[2]}"


def main(arguments: Sequence[str]) -> int:
    if not 1 <= len(arguments) <= 3:
        print("usage: python -I checker [SOLUTIONS.jsonl] SOLUTIONS.cert [INSTANCE.yaml]", file=sys.stderr)
        return 2
    try:
        output, code = check(*arguments)
        print(output)
        return code
    except Exception as error:  # whatever goes wrong, nothing is proved
        why = f"{type(error).__name__}: {error}".removeprefix("Refused: ")
        print(f"checker: refused: {why:.500}", file=sys.stderr)
        return 2 if isinstance(error, (OSError, EOFError, lzma.LZMAError)) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
