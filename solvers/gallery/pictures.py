"""SVG as PNG (by resvg) and as PDF (by svglib and reportlab), packages of the extra `pictures`."""

from __future__ import annotations

import importlib
import io
from collections.abc import Sequence
from typing import Any, cast

from zenkai_solver.models.render.svg import size
from zenkai_solver.solvers.core.deadlines import Unsupported

EXTRA = "pip install 'zenkai-solver[pictures]'"
SHARP = 2  # pixels of a PNG per pixel of the SVG
MOST_SIDE = 16_000  # pixels of a PNG: more is beyond what viewers open
# resvg takes `sans-serif` for Arial, and leaves out all text where that is not installed.
SANS = "Arial, Helvetica, Liberation Sans, DejaVu Sans, Noto Sans, FreeSans, sans-serif"
A4 = (595.0, 842.0)  # points
EDGE, CAPTION = 36.0, 14.0  # points: the margin of a page, the line of a number
COLUMNS, ROWS = 3, 4  # a dozen boards on a page


def _needed(module: str, ending: str) -> Any:
    """The imported module. Raises Unsupported, with the extra's name, if it is not installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise Unsupported(f"{ending} needs {module.partition('.')[0]}: {EXTRA}") from None


def png(svg: str) -> bytes:
    """The picture as PNG, SHARP times as large. Raises Unsupported without the extra, or if too large."""
    resvg = _needed("resvg_py", "PNG")
    longest = max(size(svg))
    if SHARP * longest > MOST_SIDE:
        raise Unsupported(
            f"the picture has {SHARP * longest:,.0f} pixels on a side, at most {MOST_SIDE:,}: "
            "ask for fewer solutions, or for a PDF"
        )
    named = svg.replace('font-family="sans-serif"', f'font-family="{SANS}"')
    return bytes(resvg.svg_to_bytes(svg_string=named, zoom=SHARP, background="#ffffff"))


def pdf(title: str, pictures: Sequence[tuple[str, str]]) -> bytes:
    """Pages of A4 with a dozen pictures each, each above its caption; `pictures` are pairs of caption and
    SVG.

    The same pictures give the same bytes. Raises Unsupported without the extra.
    """
    svglib = _needed("svglib.svglib", "PDF")
    canvas = _needed("reportlab.pdfgen.canvas", "PDF")
    output = io.BytesIO()
    paper = canvas.Canvas(output, pagesize=A4, invariant=1)
    paper.setTitle(title)
    cell = (A4[0] - 2 * EDGE) / COLUMNS, (A4[1] - 2 * EDGE) / ROWS
    for number, (caption, svg) in enumerate(pictures):
        row, column = divmod(number % (COLUMNS * ROWS), COLUMNS)
        if number and not row and not column:
            paper.showPage()
        _place(paper, svglib.svg2rlg(io.BytesIO(svg.encode())), caption, (row, column), cell)
    paper.save()
    return output.getvalue()


def _place(paper: Any, drawing: Any, caption: str, place: tuple[int, int], cell: tuple[float, float]) -> None:
    """Draw one picture centred in its field, as large as that allows. `place`: row and column of the field;
    `cell`: its width and height in points.
    """
    wide, high = cell[0] - EDGE / 3, cell[1] - CAPTION - EDGE / 3
    scale = min(wide / drawing.width, high / drawing.height)
    left = EDGE + place[1] * cell[0] + (cell[0] - scale * drawing.width) / 2
    low = A4[1] - EDGE - (place[0] + 1) * cell[1] + CAPTION + (high - scale * drawing.height) / 2
    drawing.scale(scale, scale)
    graphics = cast(Any, importlib.import_module("reportlab.graphics.renderPDF"))
    graphics.draw(drawing, paper, left, low)
    paper.setFont("Helvetica", 8)
    paper.drawCentredString(left + scale * drawing.width / 2, low - CAPTION + 3, caption)
