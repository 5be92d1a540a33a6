"""Puzzles as pasted text: links, game IDs, and short texts in a recognisable format.

recognised(text)         the kind of the text, or None
is_puzzle(word)          is the word of a command a puzzle, not the name of a file?
as_instance(text)        the YAML text of the instance, and its puzzle if that was built on the way
as_puzzle(text)          the same, with the puzzle of a genre, too

Nothing is fetched: a short link, which does not contain the puzzle, is refused.
"""

from __future__ import annotations

import importlib
import re
from typing import TYPE_CHECKING, Union, cast

from zenkai_solver.models.document import fault
from zenkai_solver.models.formats.faults import UNKNOWN_LINK

if TYPE_CHECKING:  # families are loaded on demand
    from zenkai_solver.models.formats.puzzlink_genres import StatedGenre
    from zenkai_solver.models.formats.puzzlink_packings import Pentominous, StatuePark
    from zenkai_solver.models.formats.stated import StatedSudoku
    from zenkai_solver.models.nonogram.sheet import Sheet
    from zenkai_solver.models.puzzle import Puzzle, Text

Stated = Union["StatedSudoku", "StatuePark", "Pentominous", "StatedGenre", "Sheet"]
HTTP = r"(?:https?://)?(?:www\.|beta\.|app\.)?"
KINDS = {  # the pattern of each kind of text, tried in this order, and module:function that reads its group
    "f-puzzles": (HTTP + r"f-puzzles\.com/\?(.*)", "fpuzzles:from_query"),
    "SudokuPad": (
        HTTP + r"(?:sudokupad\.app|crackingthecryptic\.com)/(?:sudoku/?|puzzle/)?(?:\?puzzleid=)?(.*)",
        "sudokupad:from_path",
    ),
    "payload": (r"((?:fpuzzles|fpuz|scl|ctc)[A-Za-z0-9+/=_%-]{8,})", "sudokupad:from_path"),
    "Penpa+": (r"(?:https?://)?[\w./-]*penpa[\w./-]*[#?](.*)", "penpa_links:stated"),
    "puzz.link": (
        HTTP + r"[\w.-]+/(?:p|edit|rules)?(?:\.html)?\?(?:p/|edit/|type=\w+&)?([a-z][\w-]*/.*)",
        "puzzlink:address",
    ),
    "pzprv3": (r"(pzprv3(?:\.\d)?[/\s].*)", "puzzlink:file"),
    "sgt": (HTTP + r"[\w.-]*/~sgtatham/puzzles/js/(\w+\.html#[^\n]*)", "tatham:from_page"),
    "Pattern": (r"(\d{1,3}(?:x\d{1,3})?:[0-9.]*/[0-9./]*)", "tatham:pattern"),
    "Solo": (r"(\d{1,2}(?:x\d{1,2})?[jxk]*(?:[mrad]\w*)?:[0-9a-z_,]+)", "tatham:solo"),
    "OpenSudoku": (r"(\s*(?:<\?xml[^>]*>\s*)?<opensudoku\b.*)", "stated:from_opensudoku"),
    "HoDoKu": (r"(:\w{3,5}(?:-\d)?:[^:]*:[^\n]*)", "stated:from_hodoku"),
}
SUDOKU = re.compile(r"[0-9.]{81}")


def recognised(text: str) -> str | None:
    """The kind of the text; None if it is none of KINDS."""
    bare = text.strip()
    return next((kind for kind, (form, _) in KINDS.items() if re.fullmatch(form, bare, re.DOTALL)), None)


def is_puzzle(word: str) -> bool:
    """Is it one of KINDS, or the 81 characters of a sudoku?"""
    return recognised(word) is not None or SUDOKU.fullmatch(word) is not None


def as_instance(text: str) -> tuple[str, Puzzle | None]:
    """The YAML text of the instance, and its puzzle if that was built on the way. Raises InstanceError."""
    return _as_instance(read(text))


def _as_instance(stated: Stated) -> tuple[str, Puzzle | None]:
    from zenkai_solver.models.formats.nonograms import of_sheet
    from zenkai_solver.models.nonogram.sheet import Sheet

    return of_sheet(stated) if isinstance(stated, Sheet) else (stated.as_yaml(), None)


def as_puzzle(text: str) -> tuple[Text, Puzzle | None]:
    """The same, with the puzzle also of a genre, whose rules are stated, and whose text can wait. Raises
    InstanceError.
    """
    stated = read(text)
    checked = getattr(stated, "checked", None)  # only genres have it
    return _as_instance(stated) if checked is None else (cast("StatedGenre", stated).as_yaml, checked())


def read(text: str) -> Stated:
    """The puzzle of the text. Raises InstanceError."""
    kind = recognised(text)
    if kind is None:
        raise fault(UNKNOWN_LINK if "://" in text else "not a link, a game ID or a text that is known")
    form, reader = KINDS[kind]
    match = re.fullmatch(form, text.strip(), re.DOTALL)
    assert match is not None
    module, _, function = reader.partition(":")
    imported = importlib.import_module(f"{__package__}.{module}")
    return cast(Stated, getattr(imported, function)(match[1]))
