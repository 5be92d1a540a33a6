"""A puzzle as a file, or as a link of another program: what a person hands on."""

from __future__ import annotations

from base64 import b64encode
from contextlib import suppress
from typing import Any

from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formats import writing
from zenkai_solver.models.formats.table import LINKS
from zenkai_solver.models.puzzle import Instance, Unsolved
from zenkai_solver.solvers.commands.convert import converted
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.gallery.pictures import pdf, png
from zenkai_solver.solvers.gallery.sheets import asked_part, sheets_of, titled

PICTURES = ("svg", "png", "pdf")


def formats(instance: Instance) -> list[str]:
    """The formats for the puzzle: links that can state it, and files of its family, which perhaps cannot."""
    pictures = PICTURES if isinstance(instance.puzzle, Unsolved) else ()
    names = writing.names(instance.puzzle.family)
    return ["yaml", *pictures, *(name for name in names if name not in LINKS or _stated(instance, name))]


def _stated(instance: Instance, link: str) -> bool:
    with suppress(InstanceError, Unsupported):
        return bool(converted(instance, link))
    return False


def exported(instance: Instance, to: str) -> dict[str, Any]:
    """`link`, or `data`, the bytes of a file in base64, and the `ending` of its name.

    Raises InstanceError, Unsupported.
    """
    if to in LINKS:
        return {"link": converted(instance, to).strip()}
    if to in PICTURES:
        data = _picture(instance, to)
    elif to == "yaml" or to in writing.names(instance.puzzle.family):
        data = converted(instance, to).encode()
    else:
        raise InstanceError((), f"a {instance.puzzle.family} cannot be written as {to:.40}")
    return {"data": b64encode(data).decode(), "ending": to}


def _picture(instance: Instance, to: str) -> bytes:
    """The puzzle without its answer; as PDF a sheet with its rules in words."""
    puzzle = instance.puzzle
    if not isinstance(puzzle, Unsolved):
        raise Unsupported(f"a {puzzle.family} is drawn with its answer only")
    if to == "pdf":
        return pdf(titled(instance), sheets_of(None, [asked_part(instance, None)]))
    picture = puzzle.unsolved_svg()
    return png(picture) if to == "png" else picture.encode()
