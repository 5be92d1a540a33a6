"""Pictures of sudokus: each of the rules alone, and in a crowd, measured in the SVG file itself.

A text is the rectangle that its letters fill by Helvetica's widths. A line crosses it if it is painted over
the text, or under it without a white field between them that covers the whole text. Digits may stand on the
light lines of a rule, as printed puzzles have them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from tests.helpers import INSTANCES, ROOT, broadly, made
from zenkai_solver.models.loading import load
from zenkai_solver.models.render.metrics import text_width, wrapped
from zenkai_solver.models.sudoku.notation import RULES
from zenkai_solver.models.sudoku.puzzle import Sudoku

metrics = pytest.importorskip("reportlab.pdfbase.pdfmetrics")

CELL, DIGIT = 40, 22  # pixels: of a cell; the size of a given
GIVENS = [
    "812.5.3.7",
    *[9 * "."] * 2,
    "...81..4.",
    *[9 * "."] * 4,
    "8.......8",
]
OUTSIDE = [
    "little-killer",
    "sandwich",
    "skyscraper",
    "first-hidden",
    "x-sum",
    "numbered-room",
    "full-rank",
]
Point = tuple[float, float]


@cache
def drawn() -> dict[str, Any]:
    return dict(yaml.safe_load((ROOT / "tests" / "data" / "sudoku" / "drawn.yaml").read_text()))


def puzzle(names: Sequence[str]) -> Sudoku:
    rules = [name if drawn()[name] is None else {name: drawn()[name]} for name in names]
    made_puzzle = made("sudoku", {"grid": "\n".join(GIVENS), "rules": rules, "lenient": True})
    assert isinstance(made_puzzle, Sudoku)
    return made_puzzle


@dataclass(frozen=True)
class Rect:
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Rect) -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def grown(self, by: float) -> Rect:
        return Rect(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def holds(self, other: Rect) -> bool:
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom

    def crossed(self, a: Point, b: Point) -> bool:
        """Whether the segment has a point inside: it is clipped to the rectangle (Liang and Barsky)."""
        low, high = 0.0, 1.0
        for start, end, least, most in (
            (a[0], b[0], self.left, self.right),
            (a[1], b[1], self.top, self.bottom),
        ):
            if start == end:
                if not least < start < most:
                    return False
                continue
            ends = sorted(((least - start) / (end - start), (most - start) / (end - start)))
            low, high = max(low, ends[0]), min(high, ends[1])
        return low < high


@dataclass(frozen=True)
class Text:
    text: str
    box: Rect
    size: float
    painted: int  # its number in the order of painting


@dataclass(frozen=True)
class Line:
    ends: tuple[Point, Point]
    colour: str
    painted: int


@dataclass(frozen=True)
class Picture:
    frame: Rect
    texts: tuple[Text, ...]
    lines: tuple[Line, ...]
    fields: tuple[tuple[Rect, int], ...]  # filled white, and when

    def crossings(self) -> Iterator[str]:
        for text in self.texts:
            for line in self.lines:
                if text.box.crossed(*line.ends) and not self._hidden(text, line):
                    yield f"{text.text} by {line}"

    def _hidden(self, text: Text, line: Line) -> bool:
        if line.painted > text.painted:
            return False
        light = sum(int(line.colour[i : i + 2], 16) for i in (1, 3, 5)) / 3 >= 0x88
        if text.size == DIGIT and light:
            return True
        return any(line.painted < when < text.painted and box.holds(text.box) for box, when in self.fields)


def measured(svg: str) -> Picture:
    root = ElementTree.fromstring(svg)
    texts, lines, fields = list[Text](), list[Line](), list[tuple[Rect, int]]()
    for number, element in enumerate(root):
        at = element.attrib
        match element.tag.rpartition("}")[2]:
            case "text":
                texts.append(_text(element, number))
            case "path":
                loops = list(points_of(at["d"]))
                if at.get("stroke", "none") != "none":
                    colour = (
                        at["stroke"]
                        if len(at["stroke"]) == 7
                        else "#" + "".join(2 * x for x in at["stroke"][1:])
                    )
                    lines += [Line(ends, colour, number) for loop in loops for ends in pairwise(loop)]
                if at.get("fill") == "#ffffff":
                    (xs, ys) = zip(*loops[0])
                    fields.append((Rect(min(xs), min(ys), max(xs), max(ys)), number))
            case "circle" if at["fill"] == "#ffffff":
                x, y, r = (float(at[key]) for key in ("cx", "cy", "r"))
                inner = r * 0.5**0.5
                fields.append((Rect(x - inner, y - inner, x + inner, y + inner), number))
    frame = Rect(0, 0, float(root.attrib["width"]), float(root.attrib["height"]))
    return Picture(frame, tuple(texts), tuple(lines), tuple(fields))


def _text(element: ElementTree.Element, number: int) -> Text:
    at, text = element.attrib, element.text or ""
    assert "dominant-baseline" not in at  # not every viewer knows it
    size, x, y = (float(at[key]) for key in ("font-size", "x", "y"))
    width = metrics.stringWidth(text, "Helvetica-Bold" if "font-weight" in at else "Helvetica", size)
    return Text(text, Rect(x - width / 2, y - 0.73 * size, x + width / 2, y), size, number)


def points_of(d: str) -> Iterator[list[Point]]:
    """The corners of each part of a path of M, L, l, h, v and z."""
    loop: list[Point] = []
    for sign, rest in re.findall(r"([MLlhvz])([^MLlhvz]*)", d):
        numbers = [float(word) for word in re.findall(r"-?[\d.]+", rest)]
        if sign == "M":
            yield from [loop] if loop else []
            loop = []
        x, y = loop[-1] if loop else (0.0, 0.0)
        match sign:
            case "M" | "L":
                loop.append((numbers[0], numbers[1]))
            case "l":
                loop.append((x + numbers[0], y + numbers[1]))
            case "h":
                loop.append((x + numbers[0], y))
            case "v":
                loop.append((x, y + numbers[0]))
            case "z":
                loop.append(loop[0])
    yield loop


def check(svg: str) -> Picture:
    """Every text lies in the picture, no two overlap, and no line crosses one."""
    picture = measured(svg)
    for text in picture.texts:
        assert picture.frame.holds(text.box), text
    assert not [(a.text, b.text) for a, b in combinations(picture.texts, 2) if a.box.meets(b.box)]
    assert not list(picture.crossings())
    return picture


def clues(picture: Picture) -> list[str]:
    return sorted(text.text for text in picture.texts if text.size != DIGIT)


def test_every_rule_has_a_drawing_here() -> None:
    assert set(drawn()) == set(RULES)


@pytest.mark.parametrize("name", broadly(RULES, {"killer", "quad", "little-killer", "xv"}))
def test_alone(name: str) -> None:
    check(puzzle([name]).unsolved_svg())


def test_all_clues_outside_on_one_board() -> None:
    picture = check(puzzle(OUTSIDE).unsolved_svg())
    assert {"38", "S20", "K3", "H3", "X45", "N3", "R#7"} <= set(clues(picture))
    beyond = [text for text in picture.texts if text.size > CELL / 3 and text.size != DIGIT]
    assert not [(a.text, b.text) for a, b in combinations(beyond, 2) if a.box.grown(2.5).meets(b.box)]
    assert {"20", "35"} <= set(clues(check(puzzle(["sandwich"]).unsolved_svg())))  # no letter if alone


def test_a_crowd() -> None:
    check(puzzle([name for name in RULES if name != "any"]).unsolved_svg())


SHIPPED = [path.stem for path in sorted((INSTANCES / "sudoku").glob("*.yaml"))]


@pytest.mark.parametrize("name", broadly(SHIPPED, {"killer", "little-killer", "kropki"}))
def test_shipped(name: str) -> None:
    drawn_puzzle = load(INSTANCES / "sudoku" / f"{name}.yaml").puzzle
    assert isinstance(drawn_puzzle, Sudoku)
    check(drawn_puzzle.unsolved_svg())


def test_the_measure_finds_what_is_wrong() -> None:
    good = puzzle(["killer", "sandwich"]).unsolved_svg()
    check(good)
    beyond = re.sub(r' x="[\d.]+"([^>]*>19<)', r' x="0"\1', good)
    no_field = good.replace('fill="#ffffff"/>', 'fill="#eeeeee"/>')  # the lines of cages are then seen
    twice = re.sub(r"(<text[^>]*>)(19)(</text>)", r"\g<0>\g<1>8\3", good)
    for bad in (beyond, no_field, twice):
        assert bad != good
        with pytest.raises(AssertionError):
            check(bad)


def cage_lines(rules: list[Any]) -> list[list[Point]]:
    svg = made("sudoku", {"size": "9x9", "rules": rules}).unsolved_svg()
    paths = [
        element.attrib for element in ElementTree.fromstring(svg) if "stroke-dasharray" in element.attrib
    ]
    return [loop for path in paths for loop in points_of(path["d"])]


def test_a_cage_is_one_polygon_with_joined_corners() -> None:
    (loop,) = cage_lines([{"killer": ["19 = R4C4 R4C5 R5C4 R6C4 R6C5"]}])  # a C: 8 corners, 2 of them concave
    assert loop[0] == loop[-1]
    assert len(loop) == 9
    for (x, y), (z, w) in pairwise(loop):
        length = abs(x - z) + abs(y - w)
        assert (x == z) != (y == w)
        assert length % (CELL / 5) == pytest.approx(0)  # whole dashes: a corner is in the middle of one
    ring = [f"R{r}C{c}" for r in (1, 2, 3) for c in (1, 2, 3) if (r, c) != (2, 2)]
    assert sorted(map(len, cage_lines([{"sum": ["9 = " + " ".join(ring)]}]))) == [5, 5]  # outside and hole
    assert sorted(map(len, cage_lines([{"killer": ["13 = R2C8 R3C9"]}]))) == [
        5,
        5,
    ]  # they touch in a corner only


def test_diagonal_clues_have_arrows_towards_their_lines() -> None:
    svg = made(
        "sudoku", {"size": "9x9", "rules": [{"little-killer": ["38 = R1C2 down-right"]}]}
    ).unsolved_svg()
    picture = check(svg)
    (number,) = picture.texts
    lines = [line for line in picture.lines if line.colour == "#333333"]
    (x, y), (z, w) = lines[0].ends
    assert z - x == pytest.approx(w - y, abs=0.2)
    assert z > x
    assert len(lines) == 3  # the shaft and two strokes of the head
    assert (z - number.box.left, w) < (CELL, number.box.bottom + CELL)


def test_white_fields_of_clues_in_cells_leave_the_thick_lines_whole() -> None:
    picture = check(puzzle(["killer", "only"]).unsolved_svg())
    thick = [line for line in picture.lines if line.colour == "#111111"]
    assert thick
    assert len(picture.fields) > 5
    small = [field for field, _ in picture.fields if field.right - field.left < CELL]
    assert not [field for field in small for line in thick if field.grown(1.4).crossed(*line.ends)]


def test_arrows_end_beside_givens() -> None:
    arrow = {"arrow": ["R5C9 = R5C8 R5C7", "R1C1 = R2C2"]}
    board = ["." * 9, ".1" + "." * 7, *["." * 9] * 2, "......1..", *["." * 9] * 4]
    picture = measured(made("sudoku", {"grid": "\n".join(board), "rules": [arrow]}).unsolved_svg())
    heads = [line for line in picture.lines if line.colour == "#999999"]
    givens = [text for text in picture.texts if text.size == DIGIT]
    assert len(givens) == 2
    assert not [line for line in heads for given in givens if given.box.crossed(*line.ends)]


def test_lines_of_rules_are_told_apart() -> None:
    colours = {}
    for name in (
        "whisper",
        "palindrome",
        "renban",
        "zipper",
        "sum-line",
        "region-sums",
        "entropic",
        "modular-line",
    ):
        picture = measured(puzzle([name]).unsolved_svg())
        colours[name] = {line.colour for line in picture.lines} - {"#999999", "#111111"}
    assert len({colour for few in colours.values() for colour in few}) == len(colours)
    lockout, between = (puzzle([name]).unsolved_svg() for name in ("lockout", "between"))
    assert ("<circle" in between, "<circle" in lockout) == (True, False)


def test_widths_bound_those_of_fonts() -> None:
    for char in map(chr, range(32, 127)):
        assert text_width(char) * 1000 >= metrics.stringWidth(char, "Helvetica", 1000), char
    assert wrapped("one two  three", 1000, 10) == ["one two three"]
    for line in (lines := wrapped("one two three fourteenfifteen", 60, 10)):
        assert text_width(line, 10) <= 60
    assert "".join(lines).replace(" ", "") == "onetwothreefourteenfifteen"


# ---- the rules in words


@pytest.mark.parametrize("name", RULES)
def test_every_rule_is_printed_as_a_sentence(name: str) -> None:
    lines = puzzle([name]).on_paper
    assert lines[:2] == ("Each cell holds a digit from 1 to 9.", "No digit repeats in a row, column or box.")
    assert len(lines) > 2
    for line in lines[2:]:
        head, _, sentence = line.partition(": ")
        assert head
        assert re.fullmatch(r"[A-Z].*[^{}]*", sentence), line
        assert "{" not in sentence


def test_what_a_picture_does_not_show_is_printed_with_its_cells() -> None:
    assert [line for line in puzzle(["whisper"]).on_paper if "green" in line] == [
        "whisper R1C1 R2C2 R3C3: Neighbouring digits on a green line differ by at least 5.",
        "whisper R9C1 R9C2 R9C3 R9C4: Neighbouring digits on a green line differ by at least 4.",
    ]
    (pattern,) = puzzle(["pattern"]).on_paper[2:]
    assert pattern.startswith("pattern R1C1 R1C2 R1C3 R1C4 R1C5 R1C6 R1C7 R1C8 R1C9: ")
    assert pattern.endswith("[^5]*5[^5]*")


def test_the_cells_of_a_cage_in_parts_are_printed() -> None:
    parts = ["killer R2C8 R3C9: One cage, in several parts."]
    assert [line for line in puzzle(["killer"]).on_paper if "parts" in line] == parts
    for name in ("sum", "little-killer"):  # cages in one part, and clues without cages
        assert not any("parts" in line for line in puzzle([name]).on_paper)


def test_a_negative_constraint_is_printed_in_words() -> None:
    assert puzzle(["kropki"]).on_paper[-1] == (
        "all-given: All white and black dots are given: "
        "neighbours without one are not consecutive and are not in the ratio 1:2."
    )
    both = made(
        "sudoku", {"size": "4x4", "rules": [{"xv": {"x": [], "v": ["R1C1 R1C2"], "all given": True}}]}
    )
    assert "All signs X and V are given: " in both.on_paper[-1]
    only = made("sudoku", {"size": "4x4", "rules": [{"xv": {"x": [], "v": ["R1C1 R1C2"], "all given": "v"}}]})
    assert only.on_paper[-1] == "all-given: All signs V are given: neighbours without one do not add up to 5."


def test_clones_have_letters_and_numbers_where_their_shapes_do_not_tell() -> None:
    drawing = puzzle(["clone"])
    texts = re.findall(r">([A-Z]\d?)</text>", drawing.unsolved_svg())
    assert sorted(texts) == ["A", "A", "B", "B", "B", "C1", "C1", "C2", "C2"]
    assert drawing.unsolved_svg().count('stroke-width="0.6"') == 5, "a line round each group with one letter"
    assert drawing.on_paper[2:] == (
        "clone: Groups of cells with the same letter hold the same digits in the same places.",
        "clone: Cells with the same letter and number hold the same digit.",
    )
    listed = drawing.unsolved().split("\n")[-3:]
    assert listed[1] == "clone R5C6 R6C6 = R7C1 R8C1 = R7C4 R8C4: the same digits in the same order"


def test_a_clue_outside_is_listed_with_its_line_and_side() -> None:
    sides = {"top": ".1.......", "left": "...3.....", "right": ".2.......", "bottom": "4........"}
    rule = {"skyscraper": {side: " ".join(clues) for side, clues in sides.items()}}
    text = made("sudoku", {"size": "9x9", "rules": [rule]}).unsolved()
    assert sorted(text.split("\n")[-4:]) == [
        "skyscraper column 1 from below: 4 digits are greater than all before",
        "skyscraper column 2 from the top: 1 digit is greater than all before",
        "skyscraper row 2 from the right: 2 digits are greater than all before",
        "skyscraper row 4 from the left: 3 digits are greater than all before",
    ]


def test_letters_of_clues_outside_are_explained() -> None:
    heads = [line.partition(":")[0] for line in puzzle(["sandwich", "x-sum"]).on_paper]
    assert heads[2:] == ["sandwich (S)", "x-sum (X)"]
    assert puzzle(["sandwich"]).on_paper[2].startswith("sandwich: ")


def test_a_grid_without_rows_or_boxes() -> None:
    jigsaw = {"size": "2x2", "regions": "AA\nBB", "latin": False, "digits": "1-2"}
    assert made("sudoku", jigsaw).on_paper[1:] == ("No digit repeats in a region.",)
    assert made("sudoku", {"size": "5x5", "box": "none"}).on_paper[1:] == (
        "No digit repeats in a row or column.",
    )
