"""Several pictures side by side, with a caption, as HTML and as SVG, for notebooks."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from zenkai_solver.models.render.svg import OPENING, size

LABEL = 18  # pixels above a picture for its label, and below all of them for the caption
SPACE = 8  # pixels between pictures
LETTER = 7  # pixels, about, of a letter of the caption


@dataclass(frozen=True)
class Card:
    """A picture, the text of an SVG file, and its label."""

    label: str
    svg: str

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return size(self.svg)


def as_html(caption: str, cards: Sequence[Card]) -> str:
    """Pictures in a row that wraps; each is an image of its own, so that their names do not clash."""
    return f'<div><div style="display:flex;flex-wrap:wrap">{"".join(map(_figure, cards))}</div>\
<p>{escape(caption)}</p></div>'


def _figure(card: Card) -> str:
    data = base64.b64encode(card.svg.encode()).decode()
    label = escape(card.label)
    image = f'<img alt="solution {label}" src="data:image/svg+xml;base64,{data}">'
    return f'<figure style="margin:4px"><figcaption>{label}</figcaption>{image}</figure>'


def as_svg(caption: str, cards: Sequence[Card]) -> str:
    """Pictures in one row."""
    left, body = 0, list[str]()
    for card in cards:
        body.append(_text(left, LABEL - 5, card.label))
        body.append(f'<g transform="translate({left:g} {LABEL})">{card.svg}</g>')
        left += card.size[0] + SPACE
    width = max(left, LETTER * len(caption))
    height = max((card.size[1] for card in cards), default=0) + 2 * LABEL
    head = f'{OPENING} width="{width:g}" height="{height:g}">'
    return "\n".join([head, *body, _text(0, height - 5, caption), "</svg>"]) + "\n"


def _text(x: float, y: float, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-family="sans-serif" font-size="13">{escape(text)}</text>'
