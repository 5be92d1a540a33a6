"""SVG as PNG (by resvg) and as PDF (by svglib and reportlab), packages of the extra `pictures`."""

from __future__ import annotations

import importlib
import io
import re
from collections.abc import Iterable
from typing import Any

from zenkai_solver.models.render.metrics import BASELINE
from zenkai_solver.models.render.svg import size
from zenkai_solver.solvers.core.deadlines import Unsupported

EXTRA = "pip install 'zenkai-solver[pictures]'"
SHARP = 2  # pixels of a PNG per pixel of the SVG
MOST_SIDE = 16_000  # pixels of a PNG: more is beyond what viewers open
# resvg takes `sans-serif` for Arial, and leaves out all text where that is not installed.
SANS = "Arial, Helvetica, Liberation Sans, DejaVu Sans, Noto Sans, FreeSans, sans-serif"
NEEDED = {
    "png": ("resvg_py",),
    "pdf": ("svglib.svglib", "reportlab.pdfgen.canvas", "reportlab.graphics.renderPDF"),
}
INNER = re.compile(r'<svg x="(.+?)" y="(.+?)" width="(.+?)" height="(.+?)" viewBox="0 0 (.+?) (.+?)">')
SIGNS = {ord("□"): "❏", ord("△"): "▲"}  # of the fonts of every PDF, for what is in none of them


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


def ready(kind: str) -> None:
    """Raises Unsupported, with the extra's name, if a picture of this kind cannot be written here."""
    for module in NEEDED.get(kind, ()):
        _needed(module, kind.upper())


def pdf(title: str, pages: Iterable[str]) -> bytes:
    """A document with a page for each SVG picture, of its size.

    The same pictures give the same bytes. Raises Unsupported without the extra.
    """
    svglib, canvas, graphics = (_needed(module, "PDF") for module in NEEDED["pdf"])
    output = io.BytesIO()
    paper = canvas.Canvas(output, invariant=1)
    paper.setTitle(title)
    for picture in pages:
        drawing = svglib.svg2rlg(io.BytesIO(_as_svglib_reads(picture).encode()))
        paper.setPageSize(size(picture))
        share = size(picture)[0] / drawing.width  # a pixel is a point
        drawing.scale(share, share)
        graphics.draw(drawing, paper, 0, 0)
        paper.showPage()
    paper.save()
    return output.getvalue()


def _as_svglib_reads(svg: str) -> str:
    """The picture with texts at their baselines, as svglib does not centre them, with signs of its fonts, and
    with groups in place of pictures in the picture, whose sizes it mistakes.
    """

    def lowered(text: re.Match[str]) -> str:
        y, font = re.search(r' y="([-\d.]+)"', text[0]), re.search(r' font-size="([\d.]+)"', text[0])
        if not y or not font:
            return text[0]
        low = float(y[1]) + BASELINE * float(font[1])
        return text[0].replace(y[0], f' y="{low:.2f}"')

    def moved(inner: re.Match[str]) -> str:
        x, y, width, height, wide, high = map(float, inner.groups())
        return f'<g transform="translate({x:.2f} {y:.2f}) scale({width / wide:.4f} {height / high:.4f})">'

    body, end = INNER.sub(moved, svg).rsplit("</svg>", 1)
    svg = body.replace("</svg>", "</g>") + "</svg>" + end
    return re.sub(r'<text [^>]*dominant-baseline="central"[^>]*>', lowered, svg).translate(SIGNS)
