"""Instances of genres without clues."""

from __future__ import annotations

from zenkai_solver.models.genres.clues import RoomClue, SwitchClue
from zenkai_solver.models.genres.table import genre


def blank(name: str, rows: int, columns: int) -> str:
    """The board as one room, with the least clues of the board as a whole."""
    lines = [f"puzzle: {name}", f"size: {rows}x{columns}"]
    for kind in genre(name).given:
        if isinstance(kind, RoomClue):
            lines += [f"{kind.key}: |", *["  " + "A" * columns] * rows]
        elif kind.at == "board" and not isinstance(kind, SwitchClue):
            lines.append(f"{kind.key}: {getattr(kind, 'lo', 1)}")
    return "\n".join(lines) + "\n"
