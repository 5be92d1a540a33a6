"""How answers are shown: heat maps as text and as SVG, and the graph of swaps as JSON and GraphML."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape

from zenkai_solver.models.classes import classes, renumbered
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.puzzle import Fact
from zenkai_solver.models.render.svg import CELL, MARGIN, document
from zenkai_solver.solvers.sets.compiled import cell_name, fact_name

SHADES = " ░▒▓█"
Swap = tuple[int, int, list[Fact]]


def percent(part: int, whole: int) -> float:
    """With three decimals, also of numbers too large for a float."""
    return part * 100_000 // whole / 1000 if whole else 0.0


def heat_text(share: Mapping[Cell, int], count: int) -> str:
    """Per cell the share in percent, in the board's rows, and the same in shades."""
    rows, columns = (1 + max((cell[i] for cell in share), default=-1) for i in (0, 1))
    head = "   " + "".join(f"{cell_name((0, c))[:-1]:>7}" for c in range(columns))
    lines = [head]
    for r in range(rows):
        cells = [(r, c) for c in range(columns)]
        table = "".join(f"{percent(share[cell], count):7.2f}" if cell in share else " " * 7 for cell in cells)
        lines.append(
            f"{r + 1:>3}{table}   {''.join(_shade(share.get(cell, 0), count) * 2 for cell in cells)}".rstrip()
        )
    return "\n".join(lines)


def _shade(part: int, whole: int) -> str:
    return SHADES[-(-part * (len(SHADES) - 1) // whole)] if part else SHADES[0]


def heat_svg(share: Mapping[Cell, int], count: int) -> str:
    """A drawing in which a cell is the darker the greater its share, which is written in it in percent."""
    rows, columns = (1 + max((cell[i] for cell in share), default=-1) for i in (0, 1))
    body = []
    for (r, c), part in sorted(share.items()):
        x, y, value = MARGIN + c * CELL, MARGIN + r * CELL, percent(part, count)
        body.append(
            f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="#b2182b" '
            f'fill-opacity="{value / 100:.4f}" stroke="#888"/>'
        )
        body.append(
            f'<text x="{x + CELL // 2}" y="{y + CELL // 2 + 4}" font-size="10" font-family="sans-serif" '
            f'text-anchor="middle">{value:.1f}</text>'
        )
    return document(2 * MARGIN + columns * CELL, 2 * MARGIN + rows * CELL, body)


def components(nodes: int, swaps: Sequence[Swap]) -> list[int]:
    """The connected component of each solution in the graph of swaps, numbered from 1 by first solutions."""
    return [1 + number for number in renumbered(classes(nodes, [(a - 1, b - 1) for a, b, _ in swaps]))]


def graph_json(boards: Sequence[Sequence[str]], swaps: Sequence[Swap]) -> str:
    """{"nodes": [{"n", "board", "component"}], "edges": [{"one", "two", "facts"}]}."""
    where = components(len(boards), swaps)
    nodes = [{"n": n, "board": board, "component": where[n - 1]} for n, board in enumerate(boards, 1)]
    edges = [{"one": a, "two": b, "facts": [fact_name(fact) for fact in facts]} for a, b, facts in swaps]
    return json.dumps({"nodes": nodes, "edges": edges}, ensure_ascii=False) + "\n"


def graph_ml(boards: Sequence[Sequence[str]], swaps: Sequence[Swap]) -> str:
    """The same as GraphML."""
    where = components(len(boards), swaps)
    keys = (("board", "node", "string"), ("component", "node", "int"), ("facts", "edge", "string"))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ]
    lines += [f'<key id="{k}" for="{of}" attr.name="{k}" attr.type="{kind}"/>' for k, of, kind in keys]
    lines.append('<graph edgedefault="undirected">')
    for n, board in enumerate(boards, 1):
        text = escape("/".join(board))
        part = f'<data key="component">{where[n - 1]}</data>'
        lines.append(f'<node id="{n}"><data key="board">{text}</data>{part}</node>')
    for a, b, facts in swaps:
        text = escape(" ".join(map(fact_name, facts)))
        lines.append(f'<edge source="{a}" target="{b}"><data key="facts">{text}</data></edge>')
    return "\n".join([*lines, "</graph>", "</graphml>"]) + "\n"
