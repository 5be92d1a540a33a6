"""scripts/bench_genre_collection.py: what is said of a puzzle with a known answer."""

import pytest

from scripts.bench_genre_collection import cells, judged, lines, read_puzzle
from scripts.puzzlekit import READERS

ONE = {"numbers": "11\n12"}  # the shaded cell is at R1C1


def said(board: str = "#.\n..", **keys: object) -> str:
    entry = {"genre": "hitori", "name": "1", "keys": {**ONE, **keys}, "board": board}
    return judged(entry, 20)["verdict"]


def test_verdicts():
    assert [said(), said("?.\n?."), said(".#\n..")] == ["equal", "equal", "different"]
    assert said(numbers="11\n11") == "none"
    assert said(numbers="..\n..") == "several"
    assert said(numbers="0.\n..") == said("#") == "refused"


def test_a_link_is_judged_as_its_keys():
    entry = {"genre": "hitori", "name": "1", "link": "https://puzz.link/p?hitori/2/2/1112"}
    assert judged({**entry, "board": "#.\n.."}, 20)["verdict"] == "equal"
    assert judged({**entry, "board": ".#\n.."}, 20)["verdict"] == "different"
    assert judged({**entry, "genre": "nurikabe"}, 20)["verdict"] == "refused"


def test_what_does_not_end_is_stopped_by_its_cpu_time():
    entry = {"genre": "lits", "name": "1", "keys": {"size": "40x40", "rooms": "\n".join(["A" * 40] * 40)}}
    assert judged(entry, 0.1)["verdict"] == "not ended"


def test_the_table_counts_each_verdict():
    results = [
        {"genre": "hitori", "name": "1", "size": [2, 2], "seconds": 0.5, "verdict": "equal"},
        {"genre": "hitori", "name": "2", "size": [3, 4], "seconds": 1.5, "verdict": "several"},
        {"genre": "hitori", "name": "3", "seconds": 9, "verdict": "refused"},
        {"genre": "hitori", "name": "4", "size": [9, 9], "seconds": 20, "verdict": "not ended"},
    ]
    row = ["hitori", "4", "1", "0, 1, 0, 1", "1", "1.50", "20.00", "20.00", "2x2 to 9x9"]
    assert [*cells("hitori", results)] == row
    assert [*lines(results)][-1] == (
        "\n4 puzzles, 3 of them read. One solution, which is the answer: 1. Not ended: 1."
    )


def test_rows_of_other_genres_are_kept():
    results = [{"genre": "hitori", "name": "1", "size": [2, 2], "seconds": 0.5, "verdict": "equal"}]
    kept = [
        "| cave | 3 | 2 | 0, 1, 0, 0 | 0 | 0.1 | 0.1 | 0.1 | 4x4 |",
        "| hitori | 9 | 9 | 0 | 0 | - | - | - | 2x2 |",
    ]
    *_, cave, hitori, summary = lines(results, kept)
    assert [cave, hitori[:16]] == [kept[0], "| hitori | 1 | 1"]
    assert summary == "\n4 puzzles, 4 of them read. One solution, which is the answer: 3. Not ended: 0."


# ---- puzzles of puzzlekit-dataset: one of each genre, made here, in its format

SHADED, LOOP, AREAS, LATIN = "x -\n- -", "se sw\nne nw", "1 1\n2 2", "1 2\n2 1"
CELLS, CIRCLES = "1 -\n- -", "b -\n- w"


def of_each(names: str, clues: str, solution: str) -> dict[str, tuple[str, str]]:
    return dict.fromkeys(names.split(), (clues, solution))


COLLECTED = {
    **of_each("canal cave kurochute kurodoko kurotto mosaic nurikabe slitherlink", CELLS, SHADED),
    **of_each("aqre chocona cocktail heyawake paintarea shimaguni usoone", f"{CELLS}\n{AREAS}", SHADED),
    **of_each("lits norinori", f"- -\n- -\n{AREAS}", SHADED),
    **of_each("country detour yajilin_regions", f"{CELLS}\n{AREAS}", LOOP),
    **of_each("geradeweg koburin numlin", CELLS, LOOP),
    **of_each("balance masyu shingoki wblink", CIRCLES, LOOP),
    **of_each("araf nawabari shikaku", "1 -\n- 3", AREAS),
    **of_each("cojun factors hanare nanro putteria ripple suguru", f"{CELLS}\n{AREAS}", LATIN),
    "bosanowa": ("1 .\n- -", "1 -\n2 3"),
    "creek": ("1 - -\n- - -\n- - -", SHADED),
    "curving": ("o -\n- -", "o x\n- -"),
    "doppelblock": ("0 - -\n0 - -", "x x 1\nx 1 x\n1 x x"),
    "dotchi": (f"{CIRCLES}\n{AREAS}", LOOP),
    "doubleback": ("1 1\n2 #", LOOP),
    "fillomino": (CELLS, "1 3\n3 3"),
    "fivecells": ("3 - - - -\n- - - - -", "1 1 1 1 1\n2 2 2 2 2"),
    "fourcells": ("2 -\n- -", "1 1\n1 1"),
    "gokigen": ("1 - -\n- - -\n- - -", "\\ /\n/ \\"),
    "hashikake": ("1 - 1\n- - -", "- 1 -\n- - -"),
    "hidoku": ("1 -\n- 4", "1 2\n3 4"),
    "hitori": (LATIN, SHADED),
    "juosan": (f"{CELLS}\n{AREAS}", "h v\nh v"),
    "kakurasu": ("3 - \n1 1", "x -\nx -"),
    "kakuro": ("- 3,\n,3 0", "- -\n- 3"),
    "kenken": ("1 3+\n2 .\n1 2\n3 2", LATIN),
    "lightup": (SHADED, "- o\n- -"),
    "magnets": ("1 1\n1 1\n1 1\n1 1\n1 1\n2 2", "+ -\n- +"),
    "moonsun": (f"o -\n- x\n{AREAS}", LOOP),
    "nondango": (f"{SHADED}\n{AREAS}", SHADED),
    "nurimisaki": ("2 -\n- -", SHADED),
    "pipelink": ("se -\n- -", LOOP),
    "shakashaka": ("4 - -", "- - -"),
    "simpleloop": (SHADED, "- -\n- -"),
    "starbattle": (AREAS, "x -\n- x"),
    "str8ts": ("1 -\n- 1x", "1 2\n2 -"),
    "sukoro": (CELLS, "1 2\n- 1"),
    "takuzu": (CELLS, LATIN),
    "tatamibari": ("s -\n- h", AREAS),
    "tents": ("0 1\n1 0\nx -\n- -", "x o\n- -"),
    "tilepaint": (f"1 0\n1 0\n{AREAS}", SHADED),
    "yajikabe": ("1e - -", "- x -"),
    "yajilin": ("1e -\n- -", LOOP),
    "yinyang": (CIRCLES, "b b\nw w"),
}


@pytest.mark.parametrize("name", READERS)
def test_a_collected_puzzle_is_read(name: str) -> None:
    """The keys and the answer are those of an instance."""
    clues, solution = ([row.split() for row in text.split("\n")] for text in COLLECTED[name])
    read = READERS[name][1](clues, solution)
    assert read is not None
    keys, board = read
    entry = {"genre": name, "keys": keys}
    read_puzzle(entry)
    read_puzzle(entry, known=board)
