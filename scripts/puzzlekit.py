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
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from zenkai_solver.models.genres.layers import OPEN, digit  # noqa: E402

LARGEST = 3
PARTS = {"ns": "|", "ew": "-", "en": "L", "nw": "J", "sw": "7", "es": "F", "ensw": "+"}  # by their sides
CORNERS = {"nw": "F", "ne": "7", "se": "J", "sw": "L"}
POINTS = dict(zip("nsew", "^v><"))

Words = Sequence[Sequence[str]]
AsText = Callable[[str], str]


class Read(NamedTuple):
    """The keys of an instance, and the board as `known` draws it."""

    keys: Mapping[str, Any]
    board: str


Reader = Callable[[Words, Words], Read | None]  # of clues and a solution; None: a puzzle of another genre
Keys = Callable[[Words, int], Mapping[str, Any]]  # of clues and the number of rows of the board
Drawn = Callable[[Words], str]  # of a solution


# ---- words of cells


def number(word: str) -> str:
    return word if word.isdigit() or word == "?" else "."


def numbered(word: str) -> str:
    """A number as one character of a board; 0 is none."""
    return digit(int(word)) if word.isdigit() and int(word) else OPEN


def circle(word: str) -> str:
    """b is a black circle, w a white one; a number before or behind it."""
    signs = {"b": "*", "w": "o"}
    return "".join(signs[letter] for letter in word if letter in signs) + word.strip("bw-") or "."


def arrow(word: str) -> str:
    """A number, and the direction behind it; x is a grey cell."""
    return {"-": ".", "x": "?"}.get(word) or POINTS.get(word[-1], "") + word[:-1]


def two_sums(word: str) -> str:
    """That of the column, a comma, that of the row; 0 is a white cell."""
    return {"-": "#", "0": "."}.get(word, word.replace(",", "\\"))


def number_or(signs: Mapping[str, str]) -> AsText:
    return lambda word: signs.get(word, number(word))


def one_of(signs: Mapping[str, str], other: str = ".") -> AsText:
    return lambda word: signs.get(word, other)


# ---- boards


def board(as_sign: AsText) -> Drawn:
    return lambda solution: "\n".join("".join(map(as_sign, row)) for row in solution)


def lines(right: Callable[[str, str], str], down: Callable[[str, str], str]) -> Drawn:
    """A board of lines: what is between two cells of a row, and of a column."""

    def drawn(solution: Words) -> str:
        rows = [".".join(["", *(right(*pair) for pair in pairwise(row)), ""]) for row in solution]
        between = [".".join(map(down, *pair)) for pair in pairwise(solution)]
        return "\n".join(row for pair in zip(rows, [*between, ""]) for row in pair).rstrip("\n")

    return drawn


def border(solution: Words) -> str:
    """A loop along edges, around the cells with x."""
    edge = ["-"] * (len(solution[0]) + 2)
    around = [edge, *(["-", *row, "-"] for row in solution), edge]
    drawn = lines(lambda one, other: ".|"[one != other], lambda one, other: ".-"[one != other])(around)
    return "\n".join(row[1:-1] for row in drawn.split("\n")[1:-1])


shaded = board(one_of({"x": "#"}))
digits = board(numbered)
turns = lines(
    lambda one, other: ".-"["e" in one], lambda one, other: ".|"["s" in one]
)  # sides that a line crosses
walls = lines(lambda one, other: ".|"[one != other], lambda one, other: ".-"[one != other])  # of named areas


def shaded_and_turns(solution: Words) -> str:
    """A board of two layers."""
    return shaded(solution) + "\n" + turns(solution)


# ---- keys


def art(rows: Words, as_text: AsText) -> str:
    return "\n".join(" ".join(map(as_text, row)) + " " for row in rows)


def plain(key: str = "clues", as_text: AsText = number) -> Keys:
    return lambda clues, rows: {key: art(clues, as_text)}


def in_rooms(key: str = "clues", as_text: AsText = number, rooms: str = "rooms") -> Keys:
    """Clues of cells, then the rooms."""
    return lambda clues, rows: {key: art(clues[:rows], as_text), rooms: art(clues[rows:], str)}


def of_rooms(key: str, as_text: AsText = str) -> Keys:
    """What is at one cell of a room, then the rooms."""

    def read(clues: Words, rows: int) -> Mapping[str, Any]:
        cells = (pair for row, names in zip(clues[:rows], clues[rows:]) for pair in zip(row, names))
        return {
            "rooms": art(clues[rows:], str),
            key: {name: as_text(word) for word, name in cells if word not in ".-"},
        }

    return read


def only_rooms(clues: Words, rows: int) -> Mapping[str, Any]:
    return {"rooms": art(clues[-rows:], str)}


def beside(key: str, cells: str = "", as_text: AsText = str) -> Keys:
    """Numbers of the columns, then of the rows; then `cells`."""

    def read(clues: Words, rows: int) -> Mapping[str, Any]:
        down, right, *rest = clues
        keys: dict[str, Any] = {key: {"columns": [*map(number, down)], "rows": [*map(number, right)]}}
        return keys | ({cells: art(rest, as_text)} if cells else {"size": f"{len(right)}x{len(down)}"})

    return read


def both(*keys: Keys) -> Keys:
    """Of the same cells."""
    return lambda clues, rows: {key: value for read in keys for key, value in read(clues, rows).items()}


# ---- readers


def reader(keys: Keys, drawn: Drawn) -> Reader:
    return lambda clues, solution: Read(keys(clues, len(solution)), drawn(solution))


def areas(size: int) -> Reader:
    """None if not each area has so many cells."""
    read = reader(plain(), walls)

    def checked(clues: Words, solution: Words) -> Read | None:
        sizes = Counter(name for row in solution for name in row).values()
        return read(clues, solution) if {*sizes} == {size} else None

    return checked


def stars(clues: Words, solution: Words) -> Read:
    """As many stars as the first row has."""
    keys = {"stars": str(solution[0].count("x")), "regions": art(clues, str)}
    return Read(keys, board(one_of({"x": "*"}))(solution))


def bridges(clues: Words, solution: Words) -> Read:
    """1 and 2 are level bridges, a and b upright ones; between neighbouring islands nothing is known."""

    def between(signs: str, line: str, wanted: str) -> Callable[[str, str], str]:
        def drawn(one: str, other: str) -> str:
            if one[0] == other[0] == "#":
                return OPEN
            return line if {one, other} & {*signs[signs.index(wanted) :]} else "."

        return drawn

    cells = [["#" if clue != "-" else word for clue, word in zip(*rows)] for rows in zip(clues, solution)]
    layers = [lines(between("12", "-", one), between("ab", "|", other))(cells) for one, other in ("1a", "2b")]
    return Read({"islands": art(clues, number)}, "\n".join(layers))


def magnets(clues: Words, solution: Words) -> Read:
    """Of columns and rows the numbers of + and of -; then given poles, if any, and magnets."""
    top, bottom, left, right, *rest = clues
    given, rooms = rest[: -len(solution)], rest[-len(solution) :]
    sides = {"top": top, "bottom": bottom, "left": left, "right": right}
    keys = {"counts": {side: [*map(number, row)] for side, row in sides.items()}, "rooms": art(rooms, str)}
    if given:
        keys["poles"] = art(given, lambda word: word if word in "+-" else ".")
        keys["holes"] = art(given, one_of({"x": "#"}))
    return Read(keys, board(lambda word: word if word in "+-" else ".")(solution))


def may_be_equal(clues: Words, rows: int) -> Mapping[str, Any]:
    return {"may_be_equal": True}


def black_in_rooms(clues: Words, rows: int) -> Mapping[str, Any]:
    """A black cell is in the room of the cell before it."""
    named = [[*accumulate(row, lambda room, word: room if word == "#" else word)] for row in clues]
    return {"rooms": art(named, str)}


# x stands behind a number on a black cell
BLACK = plain("black", lambda word: word.strip("x") or "#" if word[-1] == "x" else ".")
HOLES = plain("holes", one_of({".": "#"}))
CIRCLES = plain("circles", circle)
LEVEL_OR_UPRIGHT = one_of({"h": "-", "v": "|"})

READERS: Mapping[str, tuple[str, Reader]] = {
    "aqre": ("Aqre", reader(of_rooms("counts"), shaded)),
    "araf": ("Araf", reader(plain(), walls)),
    "balance": ("BalanceLoop", reader(CIRCLES, turns)),
    "bosanowa": ("Bosanowa", reader(both(HOLES, plain()), digits)),
    "canal": ("CanalView", reader(plain(), shaded)),
    "cave": ("Cave", reader(plain(), board(one_of({"-": "#"})))),
    "chocona": ("Chocona", reader(of_rooms("counts"), shaded)),
    "cocktail": ("CocktailLamp", reader(of_rooms("sizes"), shaded)),
    "cojun": ("Cojun", reader(in_rooms(), digits)),
    "country": ("CountryRoad", reader(of_rooms("numbers"), turns)),
    "creek": ("Creek", reader(plain(), shaded)),
    "curving": ("CurvingRoad", reader(plain("circles", one_of({"o": "o"})), shaded)),
    "detour": ("Detour", reader(of_rooms("turns"), turns)),
    "doppelblock": ("DoppelBlock", reader(beside("sums"), digits)),
    "dotchi": ("DotchiLoop", reader(in_rooms("circles", circle), turns)),
    "doubleback": ("DoubleBack", reader(both(black_in_rooms, plain("black", one_of({"#": "#"}))), turns)),
    "factors": ("Factors", reader(of_rooms("products"), digits)),
    "fillomino": ("Fillomino", reader(plain(), digits)),
    "fivecells": ("Foseruzu", areas(5)),
    "fourcells": ("Foseruzu", areas(4)),
    "geradeweg": ("Geradeweg", reader(plain(), turns)),
    "gokigen": ("GokigenNaname", reader(plain(), board(str))),
    "hanare": ("Hanare", reader(in_rooms(), digits)),
    "hashikake": ("Hashi", bridges),
    "heyawake": ("Heyawake", reader(of_rooms("counts"), shaded)),
    "hidoku": ("Hidoku", reader(plain(), digits)),
    "hitori": ("Hitori", reader(plain("numbers"), shaded)),
    "juosan": ("Juosan", reader(of_rooms("counts"), board(LEVEL_OR_UPRIGHT))),
    "kakurasu": ("Kakurasu", reader(beside("sums"), shaded)),
    "kakuro": ("Kakuro", reader(plain("sums", two_sums), digits)),
    "kenken": ("KenKen", reader(of_rooms("results", lambda word: word.replace("x", "*")), digits)),
    "koburin": ("Koburin", reader(plain("numbers"), shaded_and_turns)),
    "kurochute": ("Kuroshuto", reader(plain(), shaded)),
    "kurodoko": ("Kuromasu", reader(plain(), shaded)),
    "kurotto": ("Kurotto", reader(plain("clues", number_or({"o": "?"})), shaded)),
    "lightup": (
        "Akari",
        reader(plain("clues", number_or({"x": "#"})), board(one_of({"o": "*"}))),
    ),
    "lits": ("LITS", reader(only_rooms, board(one_of({"-": "."}, "#")))),
    "magnets": ("Magnetic", magnets),
    "masyu": ("Masyu", reader(CIRCLES, turns)),
    "moonsun": ("MoonSun", reader(in_rooms("marks", one_of({"o": "o", "x": "*"})), turns)),
    "mosaic": ("Mosaic", reader(plain(), shaded)),
    "nanro": ("Nanro", reader(in_rooms(), digits)),
    "nawabari": ("Nawabari", reader(plain(), walls)),
    "nondango": ("Nondango", reader(in_rooms("circles", one_of({"x": "o"})), board(one_of({"x": "*"})))),
    "norinori": ("Norinori", reader(only_rooms, shaded)),
    "numlin": ("NumberLink", reader(plain("numbers"), turns)),
    "nurikabe": ("Nurikabe", reader(plain(), shaded)),
    "nurimisaki": ("Nurimisaki", reader(plain(), shaded)),
    "paintarea": ("PaintArea", reader(in_rooms(rooms="tiles"), shaded)),
    "pipelink": (
        "Pipelink",
        reader(plain("parts", lambda word: PARTS.get("".join(sorted(word)), ".")), turns),
    ),
    "putteria": ("Putteria", reader(in_rooms("clues", number_or({"x": "x"})), digits)),
    "ripple": ("Hakyuu", reader(in_rooms(), digits)),
    # x is a black cell without a number, and so is 5
    "shakashaka": (
        "Shakashaka",
        reader(plain("clues", number_or({"x": "?", "5": "?"})), board(one_of(CORNERS))),
    ),
    "shikaku": ("Shikaku", reader(plain(), walls)),
    "shimaguni": ("Shimaguni", reader(of_rooms("clues"), shaded)),
    "shingoki": ("Shingoki", reader(CIRCLES, turns)),
    "simpleloop": ("SimpleLoop", reader(plain("black", one_of({"x": "#"})), turns)),
    "slitherlink": ("Slitherlink", reader(plain(), border)),
    "starbattle": ("Starbattle", stars),
    "str8ts": ("Str8t", reader(both(BLACK, plain()), digits)),
    "suguru": ("Suguru", reader(in_rooms(), digits)),
    "sukoro": ("Sukoro", reader(plain(), digits)),
    # of 1 and 2; rows may be equal
    "takuzu": (
        "Binairo",
        reader(
            both(plain("clues", one_of({"1": "0", "2": "1"})), may_be_equal),
            board(one_of({"1": "0", "2": "1"})),
        ),
    ),
    "tatamibari": ("Tatamibari", reader(plain("signs", one_of({"s": "+", "v": "|", "h": "-"})), walls)),
    "tents": ("Tent", reader(beside("counts", "trees", one_of({"x": "T"})), board(one_of({"o": "A"})))),
    "tilepaint": ("TilePaint", reader(beside("counts", "tiles"), shaded)),
    "usoone": ("Usoone", reader(in_rooms(), shaded)),
    "wblink": ("Shirokuro", reader(CIRCLES, turns)),
    "yajikabe": ("Yajikabe", reader(plain("arrows", arrow), shaded)),
    "yajilin": ("Yajilin", reader(plain("arrows", arrow), shaded_and_turns)),
    "yajilin_regions": ("RegionalYajilin", reader(of_rooms("numbers"), shaded_and_turns)),
    "yinyang": ("YinYang", reader(CIRCLES, board(one_of({"b": "*", "w": "o"})))),
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
    """The words of each row, without the first one, which has the size, and an [end]."""
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
