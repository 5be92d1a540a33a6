"""Puzzles as people paste them: links, game IDs, and small texts that say by themselves what they are.

recognised(text)         the name of what the text is, or None
as_instance(text)        the YAML text of the instance, and its puzzle where that is quicker

Nothing is fetched: a short link, which only names a puzzle, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import unquote

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.puzzle import Puzzle

if TYPE_CHECKING:  # families, which most runs do without
    from zenkai_solver.models.formats.pentominous import Pentominous
    from zenkai_solver.models.formats.stated import Stated
    from zenkai_solver.models.formats.statuepark import StatuePark
    from zenkai_solver.models.nonogram.sheet import Sheet

HTTP = r"(?:https?://)?(?:www\.|beta\.|app\.)?"
PAYLOAD = r"(?:fpuzzles|fpuz|scl|ctc)[A-Za-z0-9+/=_%-]{8,}"
KINDS = {  # in this order
    "f-puzzles": re.compile(HTTP + r"f-puzzles\.com/\?(.*)", re.DOTALL),
    "SudokuPad": re.compile(
        HTTP + r"(?:sudokupad\.app|crackingthecryptic\.com)/(?:sudoku/?|puzzle/)?(?:\?puzzleid=)?(.*)",
        re.DOTALL,
    ),
    "payload": re.compile(f"({PAYLOAD})"),
    "Penpa+": re.compile(r"(?:https?://)?[\w./-]*penpa[\w./-]*[#?](.*)", re.DOTALL),
    "puzz.link": re.compile(
        HTTP + r"[\w.-]+/(?:p|edit|rules)?(?:\.html)?\?(?:p/|edit/)?([a-z_]+/.*)", re.DOTALL
    ),
    "pzprv3": re.compile(r"(pzprv3(?:\.\d)?[/\s].*)", re.DOTALL),
    "sgt": re.compile(HTTP + r"[\w.-]*/~sgtatham/puzzles/js/(\w+\.html#.*)"),
    "Pattern": re.compile(r"(\d{1,3}(?:x\d{1,3})?:[0-9.]*/[0-9./]*)"),
    "Solo": re.compile(r"(\d{1,2}(?:x\d{1,2})?[jxk]*(?:[mrad]\w*)?:[0-9a-z_,]+)"),
    "OpenSudoku": re.compile(r"(\s*(?:<\?xml[^>]*>\s*)?<opensudoku\b.*)", re.DOTALL),
    "HoDoKu": re.compile(r"(:\w{3,5}(?:-\d)?:[^:]*:.*)"),
}


def recognised(text: str) -> str | None:
    """The kind of the text, if it is one thing of these."""
    bare = text.strip()
    return next((kind for kind, pattern in KINDS.items() if pattern.fullmatch(bare)), None)


def as_instance(text: str) -> tuple[str, Puzzle | None]:
    """The YAML text of the instance, and its puzzle if it was made on the way. Raises InstanceError."""
    from zenkai_solver.models.formats.pentominous import Pentominous
    from zenkai_solver.models.formats.stated import Stated
    from zenkai_solver.models.formats.statuepark import StatuePark

    found = read(text)
    if isinstance(found, Stated | StatuePark | Pentominous):
        return found.as_yaml(), None
    from zenkai_solver.models.formats.nonograms import of_sheet

    return of_sheet(found)


def read(text: str) -> Stated | StatuePark | Pentominous | Sheet:
    """Raises InstanceError."""
    kind, bare = recognised(text), text.strip()
    if kind is None:
        raise InstanceError((), "not a link, a game ID or a text that is known")
    match = KINDS[kind].fullmatch(bare)
    assert match is not None
    return READERS[kind](match[1])


def _fpuzzles(query: str) -> Stated:
    from zenkai_solver.models.formats import fpuzzles

    match = re.search(r"(?:^|&)load=([^&#]+)", query)
    if match is None:
        raise InstanceError(
            (), "a short link of f-puzzles only names a puzzle: open it and copy the long one"
        )
    return fpuzzles.stated(fpuzzles.unpack(unquote(match[1])))


def _payload(text: str) -> Stated:
    from zenkai_solver.models.formats import fpuzzles, sudokupad

    text = unquote(text.strip("/"))
    for prefix in ("fpuzzles", "fpuz"):
        if text.startswith(prefix):
            return fpuzzles.stated(fpuzzles.unpack(text[len(prefix) :]))
    if text.startswith(("scl", "ctc")):
        return sudokupad.stated(text[3:])
    raise InstanceError((), "a short link of SudokuPad only names a puzzle: open it and copy the long one")


def _penpa(query: str) -> Stated:
    from zenkai_solver.models.formats import penpa

    return penpa.stated(query)


def _pzpr(address: str) -> Stated | StatuePark | Pentominous | Sheet:
    from zenkai_solver.models.formats import pzpr

    return pzpr.address(address)


def _pzprv3(text: str) -> Stated | StatuePark | Pentominous | Sheet:
    from zenkai_solver.models.formats import pzpr

    return pzpr.file(text)


def _sgt(text: str) -> Stated | Sheet:
    game, _, own = text.partition(".html#")
    if game not in ("solo", "pattern"):
        raise InstanceError((), f"game ID: {game!r:.40} is not read; known: solo, pattern")
    return _solo(unquote(own)) if game == "solo" else _pattern(unquote(own))


def _solo(text: str) -> Stated:
    from zenkai_solver.models.formats import tatham

    return tatham.solo(text)


def _pattern(text: str) -> Sheet:
    from zenkai_solver.models.formats import tatham

    return tatham.pattern(text)


def _opensudoku(text: str) -> Stated:
    """A file of one game: 81 digits, 0 for a blank."""
    if "<!" in text:
        raise InstanceError((), "OpenSudoku: declarations (<!...>) are not read")
    games = re.findall(r"<game\b[^>]*\bdata\s*=\s*[\"']([^\"']*)[\"']", text)
    if len(games) != 1:
        raise InstanceError((), f"OpenSudoku: {len(games)} games in the file; one is read")
    return _digits(games[0])


def _hodoku(text: str) -> Stated:
    """:technique:candidates:GRID:... where + marks a digit that was found, and counts as given."""
    return _digits(text.split(":")[3].replace("+", ""))


def _digits(text: str) -> Stated:
    from zenkai_solver.models.formats.stated import Stated

    if not re.fullmatch(r"[0-9.]{81}", text):
        raise InstanceError((), f"{text!r:.40} is not 81 digits")
    cells = enumerate(text.replace(".", "0"))
    return Stated(9, {divmod(i, 9): int(char) for i, char in cells if char != "0"}, (3, 3))


READERS: dict[str, Callable[[str], Stated | StatuePark | Pentominous | Sheet]] = {
    "f-puzzles": _fpuzzles,
    "SudokuPad": _payload,
    "payload": _payload,
    "Penpa+": _penpa,
    "puzz.link": _pzpr,
    "pzprv3": _pzprv3,
    "sgt": _sgt,
    "Pattern": _pattern,
    "Solo": _solo,
    "OpenSudoku": _opensudoku,
    "HoDoKu": _hodoku,
}
