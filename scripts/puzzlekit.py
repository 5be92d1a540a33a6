"""Puzzles of janko.at in the collection puzzlekit-dataset, as lines that bench_genre_collection.py reads.

    python scripts/puzzlekit.py FOLDER [--genres NAME...] [--number 72] > PUZZLES.jsonl

FOLDER is a copy of github.com/SmilingWayne/puzzlekit-dataset. Of each genre so many are drawn, with the same
ones each time, and the three largest. Genres: those of READERS.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from zenkai_solver.models.genres.layers import OPEN, digit  # noqa: E402

LARGEST = 3
Words = Sequence[Sequence[str]]
PARTS = {"ns": "|", "ew": "-", "en": "L", "nw": "J", "sw": "7", "es": "F", "ensw": "+"}  # by their sides
CORNERS = {"nw": "F", "ne": "7", "se": "J", "sw": "L"}
POINTS = dict(zip("nsew", "^v><"))


class Read(NamedTuple):
    """The keys of an instance, and the board as `known` draws it."""

    keys: Mapping[str, Any]
    board: str


Reader = Callable[[Words, Words], Read | None]  # of clues and a solution; None: a puzzle of another genre


def art(rows: Words, as_text: Callable[[str], str]) -> str:
    return "\n".join(" ".join(map(as_text, row)) + " " for row in rows)


def board(rows: Words, as_sign: Callable[[str], str]) -> str:
    return "\n".join("".join(map(as_sign, row)) for row in rows)


def number(word: str) -> str:
    return word if word.isdigit() else "."


def numbered(word: str) -> str:
    """A number as one character of a board; 0 is none."""
    return digit(int(word)) if word.isdigit() and int(word) else OPEN


def marked(word: str) -> str:
    return "#" if word == "x" else "."


def lines(rows: Words, right: Callable[[str, str], str], down: Callable[[str, str], str]) -> str:
    """A board of lines: what is between two cells of a row, and of a column."""
    drawn = []
    for r, row in enumerate(rows):
        drawn.append(".".join(["", *(right(*pair) for pair in pairwise(row)), ""]))
        if r + 1 < len(rows):
            drawn.append(".".join(down(*pair) for pair in zip(row, rows[r + 1])))
    return "\n".join(drawn)


# ---- the genres


def bridges(clues: Words, solution: Words) -> Read:
    """1 and 2 are level bridges, a and b upright ones; between neighbouring islands nothing is said."""

    def between(signs: str, line: str, wanted: str) -> Callable[[str, str], str]:
        def drawn(one: str, other: str) -> str:
            if one[0] == other[0] == "#":
                return OPEN
            return line if {one, other} & {*signs[signs.index(wanted) :]} else "."

        return drawn

    cells = [["#" if clue != "-" else word for clue, word in zip(*rows)] for rows in zip(clues, solution)]
    layers = [lines(cells, between("12", "-", one), between("ab", "|", other)) for one, other in ("1a", "2b")]
    return Read({"islands": art(clues, number)}, "\n".join(layers))


def pipes(clues: Words, solution: Words) -> Read:
    return Read({"parts": art(clues, lambda word: PARTS.get("".join(sorted(word)), "."))}, turns(solution))


def triangles(clues: Words, solution: Words) -> Read:
    """x is a black cell without a number, and so is 5."""
    keys = {"clues": art(clues, lambda word: "?" if word in "x5" else number(word))}
    return Read(keys, board(solution, lambda word: CORNERS.get(word, ".")))


def numbers(clues: Words, solution: Words) -> Read:
    return Read({"clues": art(clues, number)}, board(solution, numbered))


def rooms(clues: Words, solution: Words) -> Read:
    """Numbers, then the rooms."""
    side = len(solution)
    keys = {"clues": art(clues[:side], number), "rooms": art(clues[side:], str)}
    return Read(keys, board(solution, numbered))


def sums(clues: Words, solution: Words) -> Read:
    return Read(beside(clues, solution), board(solution, marked))


def between_black(clues: Words, solution: Words) -> Read:
    return Read(beside(clues, solution), board(solution, numbered))


def beside(clues: Words, solution: Words) -> Mapping[str, Any]:
    """Sums of the columns, then of the rows."""
    columns, rows = clues
    size = f"{len(solution)}x{len(solution[0])}"
    return {"sums": {"columns": [*map(number, columns)], "rows": [*map(number, rows)]}, "size": size}


def areas(size: int) -> Reader:
    """The name of its area at each cell; None if not each has so many cells."""

    def read(clues: Words, solution: Words) -> Read | None:
        if {*Counter(name for row in solution for name in row).values()} != {size}:
            return None
        walls = lines(solution, lambda one, other: ".|"[one != other], lambda one, other: ".-"[one != other])
        return Read({"clues": art(clues, number)}, walls)

    return read


def semaphores(clues: Words, solution: Words) -> Read:
    """b is a black circle, w a white one; a number behind it."""
    signs = {"b": "*", "w": "o"}
    return Read({"circles": art(clues, lambda word: signs.get(word[0], ".") + word[1:])}, turns(solution))


def turns(solution: Words) -> str:
    """The sides of each cell that the loop crosses."""
    return lines(solution, lambda one, other: ".-"["e" in one], lambda one, other: ".|"["s" in one])


def mosaic(clues: Words, solution: Words) -> Read:
    return Read({"clues": art(clues, number)}, board(solution, marked))


def straights(clues: Words, solution: Words) -> Read:
    """x stands behind a number on a black cell."""
    keys = {
        "black": art(clues, lambda word: word.strip("x") or "#" if word[-1] == "x" else "."),
        "clues": art(clues, number),
    }
    return Read(keys, board(solution, lambda word: numbered(word) if word.isdigit() else OPEN))


def binary(clues: Words, solution: Words) -> Read:
    """Of 1 and 2; rows may be equal."""
    keys = {"clues": art(clues, lambda word: {"1": "0", "2": "1"}.get(word, ".")), "may_be_equal": True}
    return Read(keys, board(solution, lambda word: str(int(word) - 1)))


def walls(clues: Words, solution: Words) -> Read:
    """A number, and the direction behind it."""
    arrows = art(clues, lambda word: "." if word == "-" else POINTS[word[-1]] + word[:-1])
    return Read({"arrows": arrows}, board(solution, marked))


def cages(clues: Words, solution: Words) -> Read:
    """Results at one cell of each cage, then the cages."""
    side = len(solution)
    results = {
        cage: word.replace("x", "*")
        for words, names in zip(clues[:side], clues[side:])
        for word, cage in zip(words, names)
        if word not in ".-"
    }
    return Read({"rooms": art(clues[side:], str), "results": results}, board(solution, numbered))


def magnets(clues: Words, solution: Words) -> Read:
    """Of columns and rows the numbers of + and of -; then given poles, if any, and magnets."""
    top, bottom, left, right, *rest = clues
    given, rooms = rest[: -len(solution)], rest[-len(solution) :]
    sides = {"top": top, "bottom": bottom, "left": left, "right": right}
    keys = {"counts": {side: [*map(number, row)] for side, row in sides.items()}, "rooms": art(rooms, str)}
    if given:
        keys["poles"] = art(given, lambda word: word if word in "+-" else ".")
        keys["holes"] = art(given, lambda word: "#" if word == "x" else ".")
    return Read(keys, board(solution, lambda word: word if word in "+-" else "."))


READERS: Mapping[str, tuple[str, Reader]] = {
    "cojun": ("Cojun", rooms),
    "doppelblock": ("DoppelBlock", between_black),
    "fivecells": ("Foseruzu", areas(5)),
    "fourcells": ("Foseruzu", areas(4)),
    "hashikake": ("Hashi", bridges),
    "hidoku": ("Hidoku", numbers),
    "kakurasu": ("Kakurasu", sums),
    "kenken": ("KenKen", cages),
    "magnets": ("Magnetic", magnets),
    "mosaic": ("Mosaic", mosaic),
    "nanro": ("Nanro", rooms),
    "pipelink": ("Pipelink", pipes),
    "ripple": ("Hakyuu", rooms),
    "shakashaka": ("Shakashaka", triangles),
    "shingoki": ("Shingoki", semaphores),
    "str8ts": ("Str8t", straights),
    "takuzu": ("Binairo", binary),
    "yajikabe": ("Yajikabe", walls),
}


def chosen(entries: Mapping[str, Any], read: Reader, most: int) -> Iterator[tuple[str, Read]]:
    """Some puzzles that have an answer, with their names."""
    solved = {
        name: (words(entry["problem"]), words(entry["solution"]))
        for name, entry in entries.items()
        if entry["problem"] and entry["solution"]
    }
    by_size = sorted(solved, key=lambda name: -len(solved[name][1]) * len(solved[name][1][0]))
    drawn = random.Random(0).sample(by_size[LARGEST:], min(most, max(0, len(solved) - LARGEST)))
    for name in (*by_size[:LARGEST], *drawn):
        if (puzzle := read(*solved[name])) is not None:
            yield name, puzzle


def words(text: str) -> Words:
    """The words of each row, without the first one, which has the size, and the last one where it is [end]."""
    return [row.split() for row in text.strip().removesuffix("[end]").splitlines()[1:]]


def main() -> int:
    p = argparse.ArgumentParser(description="Puzzles of puzzlekit-dataset as lines of JSON.")
    p.add_argument("folder", type=Path)
    p.add_argument("--genres", nargs="+", default=[*READERS], choices=[*READERS])
    p.add_argument("--number", type=int, default=72, help="of each genre, besides the largest; default: 72")
    args = p.parse_args()
    for name in args.genres:
        title, read = READERS[name]
        file = args.folder / "assets" / "data" / title / f"{title}_dataset.json"
        entries = json.loads(file.read_text(encoding="utf-8"))["data"]
        for puzzle, (keys, answer) in chosen(entries, read, args.number):
            print(json.dumps({"genre": name, "name": f"{title} {puzzle}", "keys": keys, "board": answer}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
