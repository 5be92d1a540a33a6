"""f-puzzles: a JSON object, in links compressed by lz-string; SudokuPad accepts it after `fpuz`.

Rules are keys of the object. Those that our notation has are read; any other with a value is refused by name,
and so are drawings, as only the author's text (`ruleset`) defines their meaning. A rule that this text names
and no key states is refused, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any
from urllib.parse import unquote

from zenkai_solver.models.document import InstanceError, fault
from zenkai_solver.models.formats.faults import well_formed
from zenkai_solver.models.formats.lzstring import packed, unpacked
from zenkai_solver.models.formats.stated import StatedSudoku, check_size, is_standard, names
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.sudoku.grid import Path
from zenkai_solver.models.sudoku.puzzle import Sudoku
from zenkai_solver.models.sudoku.reading import DEFAULT_BOXES
from zenkai_solver.models.sudoku.rules import cages, everywhere, lines, pairs, sums
from zenkai_solver.models.sudoku.rules.base import Clued, OnCells, Rule

CELL = re.compile(r"[Rr](-?\d{1,2})[Cc](-?\d{1,2})")
FLAGS = {
    "diagonal+": "rising-diagonal",
    "diagonal-": "falling-diagonal",
    "antiknight": "anti-knight",
    "antiking": "anti-king",
    "disjointgroups": "disjoint-groups",
    "nonconsecutive": "non-consecutive",
}
LINES = {
    "thermometer": "thermo",
    "slowthermometer": "slow-thermo",
    "palindrome": "palindrome",
    "renban": "renban",
    "betweenline": "between",
    "regionsumline": "region-sums",
    "entropicline": "entropic",
    "zipperline": "zipper",
    "doublearrow": "double-arrow",
}
VALUED = {"whispers": ("whisper", 5), "lockout": ("lockout", 4), "modularline": ("modular-line", 3)}
CELLS = {"odd": "odd", "even": "even", "minimum": "minimum", "maximum": "maximum"}
DIRECTIONS = {"DR": (1, 1, "down-right"), "DL": (1, -1, "down-left"), "UR": (-1, 1, "up-right")}
DIRECTIONS["UL"] = (-1, -1, "up-left")
SILENT = {  # keys that state no rule
    *("size", "title", "author", "ruleset", "solution", "grid", "metaData", "successMessage"),
    *("highlightConflicts", "disabledlogic", "truecandidatesoptions", "cellcolor"),
}
WORDS = {  # rules that the author's text may name, and the keys that state them
    r"knight": ("antiknight",),
    r"\bking": ("antiking",),
    r"non[- ]?consecutive": ("nonconsecutive",),
    r"diagonal": ("diagonal+", "diagonal-", "littlekillersum"),
    r"disjoint": ("disjointgroups",),
    r"\b(all|every)\b[^.]{0,60}\bgiven\b|not all|negative constraint": ("negative",),
    r"\bfog\b": ("fogofwar",),
    r"may repeat|can repeat|could repeat": (),
}


# ---- reading


def from_query(query: str) -> StatedSudoku:
    """The puzzle of what follows `?` in a link. Raises InstanceError."""
    match = re.search(r"(?:^|&)load=([^&#]+)", query)
    if match is None:
        raise fault("a short link of f-puzzles only names a puzzle: open it and copy the long one")
    return from_payload(unquote(match[1]))


def from_payload(payload: str) -> StatedSudoku:
    """The puzzle that a link carries. Raises InstanceError."""
    try:
        value = json.loads(unpacked(payload))
    except InstanceError:  # which is a ValueError: caught first
        raise
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or not {"size", "grid"} & value.keys():
        raise fault("an f-puzzles link without a JSON object that has a grid")
    return stated(value)


def stated(data: Mapping[str, Any]) -> StatedSudoku:
    """The puzzle of the object. Raises InstanceError that names a part that cannot be read."""
    with well_formed("f-puzzles"):
        return _stated(data)


def _stated(data: Mapping[str, Any]) -> StatedSudoku:
    size = _int(data.get("size", 9))
    check_size(size)
    puzzle = StatedSudoku(size, box=DEFAULT_BOXES.get(size))
    _grid(data.get("grid") or [], puzzle)
    for key, value in data.items():
        if value and key not in SILENT:
            _key(key, value, data, puzzle)
    if any(data.get(key) for key in ("difference", "ratio", "negative")):
        _kropki(data, puzzle)
    if any(data.get(key) for key in ("xv", "negative")):
        _xv(data, puzzle)
    _check_words(str(data.get("ruleset") or ""), data)
    return puzzle


def _grid(rows: list[list[Any]], puzzle: StatedSudoku) -> None:
    size = puzzle.size
    if rows and (len(rows) != size or any(len(row) != size for row in rows)):
        raise fault(f"f-puzzles: the grid is not {size}x{size}")
    cells = {(r, c): cell or {} for r, row in enumerate(rows) for c, cell in enumerate(row)}
    for place, cell in cells.items():
        if cell.get("given") and cell.get("value"):
            puzzle.givens[place] = _int(cell["value"])
    if any("region" in cell for cell in cells.values()):
        puzzle.regions = {place: _region(place, cell, puzzle) for place, cell in cells.items()}
    elif puzzle.box is None:
        raise fault(f"f-puzzles: no regions, and no usual boxes for {size}x{size}")


def _region(place: Cell, cell: Mapping[str, Any], puzzle: StatedSudoku) -> int:
    """The number of a cell's region; that of its box if it names none."""
    if "region" in cell:
        if cell["region"] is None or _int(cell["region"]) < 0:
            raise fault("f-puzzles: a cell in no region is not read")
        return _int(cell["region"])
    if puzzle.box is None:
        raise fault("f-puzzles: a cell without a region")
    height, width = puzzle.box
    return place[0] // height * (puzzle.size // width) + place[1] // width


def _key(key: str, value: Any, data: Mapping[str, Any], puzzle: StatedSudoku) -> None:
    if key == "nonconsecutive" and any(data.get(mark) for mark in ("difference", "ratio", "xv")):
        raise fault("f-puzzles: nonconsecutive beside marks between cells is not read")
    if key in FLAGS:
        puzzle.rules[FLAGS[key]] = None
    elif key in (*LINES, *VALUED, *CELLS, *OTHERS):
        for item in value:
            _item(key, item, puzzle)
    elif key not in ("difference", "ratio", "xv", "negative"):
        raise fault(f"f-puzzles: {key!r:.40} is not read")


def _item(key: str, item: Mapping[str, Any], puzzle: StatedSudoku) -> None:
    """One item of the key's list."""
    if key in LINES:
        for path in _lines(item):
            puzzle.add(LINES[key], names(path))
    elif key in VALUED:
        rule, usual = VALUED[key]
        for path in _lines(item):
            puzzle.add(rule, f"{_int(item.get('value') or usual)} = {names(path)}")
    elif key in CELLS:
        puzzle.add(CELLS[key], names([_cell(item["cell"])]))
    else:
        OTHERS[key](item, puzzle)


def _lines(item: Mapping[str, Any]) -> list[Path]:
    return [tuple(map(_cell, path)) for path in item["lines"]]


def _cell(name: str) -> Cell:
    match = CELL.fullmatch(name)
    if match is None:
        raise fault(f"f-puzzles: {name!r:.40} is not a cell")
    return int(match[1]) - 1, int(match[2]) - 1


def _int(value: Any) -> int:
    if isinstance(value, bool) or not re.fullmatch(r"-?\d{1,4}", str(value).strip()):
        raise fault(f"f-puzzles: {value!r:.40} is not a number")
    return int(value)


def _cage(item: Mapping[str, Any], puzzle: StatedSudoku) -> None:
    cells = names(sorted(map(_cell, item["cells"])))
    if str(item.get("value") or "").strip():
        puzzle.add("killer", f"{_int(item['value'])} = {cells}")
    elif " " in cells:
        puzzle.add("different", cells)


def _arrow(item: Mapping[str, Any], puzzle: StatedSudoku) -> None:
    circle = sorted(map(_cell, item["cells"]))
    for path in _lines(item):
        shaft = [cell for cell in path if cell not in circle]
        puzzle.add("arrow", f"{names(circle)} = {names(shaft)}")


def _clone(item: Mapping[str, Any], puzzle: StatedSudoku) -> None:
    here, there = (names([*map(_cell, item[key])]) for key in ("cells", "cloneCells"))
    puzzle.add("clone", f"{here} = {there}")


def _quadruple(item: Mapping[str, Any], puzzle: StatedSudoku) -> None:
    if item["values"]:
        corner = min(map(_cell, item["cells"]))
        puzzle.add("quad", f"{names([corner])} = {' '.join(str(_int(v)) for v in item['values'])}")


def _little(item: Mapping[str, Any], puzzle: StatedSudoku) -> None:
    if not str(item.get("value") or "").strip():
        return  # an arrow without a clue
    (r, c), (down, right, word) = _cell(item["cell"]), DIRECTIONS[item["direction"]]
    puzzle.add("little-killer", f"{_int(item['value'])} = {names([(r + down, c + right)])} {word}")


def _sandwich(item: Mapping[str, Any], puzzle: StatedSudoku) -> None:
    if not str(item.get("value", "")).strip():
        return
    (r, c), size = _cell(item["cell"]), puzzle.size
    side, at = ("rows", r) if 0 <= r < size else ("columns", c)
    both = puzzle.rules.setdefault("sandwich", {})
    assert isinstance(both, dict)
    words = str(both.get(side, " ".join("." * size))).split()
    words[at] = str(_int(item["value"]))
    both[side] = " ".join(words)


OTHERS: dict[str, Callable[[Mapping[str, Any], StatedSudoku], None]] = {
    "killercage": _cage,
    "extraregion": lambda item, puzzle: puzzle.add("different", names(sorted(map(_cell, item["cells"])))),
    "arrow": _arrow,
    "clone": _clone,
    "quadruple": _quadruple,
    "littlekillersum": _little,
    "sandwichsum": _sandwich,
}


def _negative(data: Mapping[str, Any]) -> set[str]:
    """The kinds of marks of which all are drawn."""
    kinds = set(data.get("negative") or [])
    if unknown := kinds - {"difference", "ratio", "xv"}:
        raise fault(f"f-puzzles: negative {min(unknown)!r:.40} is not read")
    dots = any(data.get(key) for key in ("difference", "ratio")) or kinds & {"difference", "ratio"}
    if kinds and dots and (data.get("xv") or "xv" in kinds):
        raise fault("f-puzzles: `negative` beside both dots and XV is not read")
    return kinds


def _kropki(data: Mapping[str, Any], puzzle: StatedSudoku) -> None:
    rule: dict[str, object] = {}
    for key, colour, usual in (("difference", "white", 1), ("ratio", "black", 2)):
        for item in data.get(key) or []:
            if _int(item.get("value") or usual) != usual:
                raise fault(f"f-puzzles: a {key} of {item['value']!r:.20} is not read")
        rule[colour] = [names([*map(_cell, item["cells"])]) for item in data.get(key) or []]
    given = _negative(data) - {"xv"}
    if given:
        rule["all given"] = "true" if len(given) == 2 else "white" if "difference" in given else "black"
    if given or data.get("difference") or data.get("ratio"):
        puzzle.rules["kropki"] = rule


def _xv(data: Mapping[str, Any], puzzle: StatedSudoku) -> None:
    rule: dict[str, object] = {"x": [], "v": []}
    for item in data.get("xv") or []:
        pairs_of = rule[{"X": "x", "V": "v"}[str(item["value"]).upper()]]
        assert isinstance(pairs_of, list)
        pairs_of.append(names([*map(_cell, item["cells"])]))
    if "xv" in _negative(data):
        rule["all given"] = "true"
    if len(rule) > 2 or data.get("xv"):
        puzzle.rules["xv"] = rule


def _check_words(text: str, data: Mapping[str, Any]) -> None:
    for pattern, keys in WORDS.items():
        if (match := re.search(pattern, text, re.IGNORECASE)) and not any(data.get(key) for key in keys):
            raise fault(f"f-puzzles: the rules in words say {match[0]!r:.40}, which no key states")


# ---- writing

MARKS: dict[type[Rule], tuple[str, str]] = {
    pairs.White: ("difference", "1"),
    pairs.Black: ("ratio", "2"),
    pairs.X: ("xv", "X"),
    pairs.V: ("xv", "V"),
}


def write(puzzle: Sudoku, site: str = "fpuzzles") -> str:
    """A link of f-puzzles or SudokuPad. Raises InstanceError for a puzzle that f-puzzles cannot express."""
    start = "https://f-puzzles.com/?load=" if site == "fpuzzles" else "https://sudokupad.app/fpuz"
    return f"{start}{packed(dumped(puzzle))}\n"


def dumped(puzzle: Sudoku) -> str:
    """The JSON text of the puzzle. Raises InstanceError."""
    grid = puzzle.grid
    if not is_standard(grid):
        raise fault("f-puzzles has squares with digits from 1, and rows without repeats only")
    if len(grid.region_of) < grid.rows**2:
        raise fault("f-puzzles: every cell is in a region")
    usual = grid.box is not None and grid.box == DEFAULT_BOXES.get(grid.rows)
    rows: list[list[dict[str, object]]] = [[{} for _ in range(grid.columns)] for _ in range(grid.rows)]
    for (r, c), number in grid.region_of.items():
        if not usual:
            rows[r][c]["region"] = number
        if (r, c) in puzzle.givens:
            rows[r][c] |= {"value": puzzle.givens[r, c], "given": True}
    data: dict[str, Any] = {"size": grid.rows, "grid": rows}
    for rule in puzzle.rules:
        _write(rule, data)
    return json.dumps(data, separators=(",", ":"))


def _write(rule: Rule, data: dict[str, Any]) -> None:
    flags = {name: key for key, name in FLAGS.items() if "diagonal" not in key}
    if rule.name in flags:
        data[flags[rule.name]] = True
    elif isinstance(rule, everywhere.DiagonalUnits):
        drawn = (("diagonal-", rule.falling), ("diagonal+", rule.rising))
        data |= {key: True for key, there in drawn if there}  # each may come from a separate rule
    else:
        key, items = _items(rule)
        data.setdefault(key, []).extend(items)


def _items(rule: Rule) -> tuple[str, list[dict[str, Any]]]:
    """A key, and what is added to its list."""
    keys = {name: key for key, name in (LINES | CELLS).items()}
    if isinstance(rule, OnCells):
        path = names(rule.cells).split()
        if rule.name in LINES.values():
            return keys[rule.name], [{"lines": [path]}]
        if rule.name in CELLS.values():
            return keys[rule.name], [{"cell": name} for name in path]
        if type(rule) in MARKS:
            key, value = MARKS[type(rule)]
            return key, [{"cells": list(pair), "value": value} for pair in pairwise(path)]
        if type(rule) is cages.Different:
            return "extraregion", [{"cells": path}]
    if isinstance(rule, sums.Arrow):
        return "arrow", [_arrow_of(rule)]
    if isinstance(rule, cages.Killer):
        return "killercage", [{"cells": names(rule.cells).split(), "value": str(rule.clue)}]
    if type(rule) in (lines.Whisper, lines.Lockout) and isinstance(rule, Clued):
        key = "whispers" if type(rule) is lines.Whisper else "lockout"
        return key, [{"lines": [names(rule.cells).split()], "value": str(rule.clue)}]
    raise fault(f"f-puzzles: the rule `{rule.name}` is not written")


def _arrow_of(rule: sums.Arrow) -> dict[str, Any]:
    circle, shaft = rule.cells[: rule.circle], rule.cells[rule.circle :]
    if list(circle) != sorted(circle):
        raise fault("f-puzzles: a circle whose number is not read from the upper left")
    return {"cells": names(circle).split(), "lines": [names((circle[-1], *shaft)).split()]}
