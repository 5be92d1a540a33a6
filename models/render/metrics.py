"""How wide texts are in pictures: upper bounds for the sans-serif fonts that viewers use."""

from __future__ import annotations

# Thousandths of the font size: the widths of DejaVu Sans, which is wider than Helvetica, rounded up.
_WIDTHS = {
    **dict.fromkeys("'ijl|I", 340),
    **dict.fromkeys(" ,.:;!/\\[]()ft-", 410),
    **dict.fromkeys('"*_?sczkvxyr`', 600),
    **dict.fromkeys("$0123456789abdeghnopqu{}LF", 645),
    **dict.fromkeys("ABCDEPSTYGHKNOQRUVXw#+<=>~&^Z", 840),
    **dict.fromkeys("mM%W@", 1020),
}
CAPITAL = 0.74  # height of digits and capitals, as a share of the font size
BASELINE = 0.36  # from the middle of a digit down to its baseline, as a share of the font size


def text_width(text: str, size: float = 1.0) -> float:
    """An upper bound of the width of the text, not in bold, at that font size; of CJK letters too."""
    return size * sum(_WIDTHS.get(char, 1000) for char in text) / 1000


def wrapped(text: str, width: float, size: float) -> list[str]:
    """The text in lines of at most that width, broken at spaces; longer words are cut."""
    lines = [""]
    for word in text.split():
        while text_width(word, size) > width and len(word) > 1:
            cut = max(n for n in range(1, len(word)) if n == 1 or text_width(word[:n], size) <= width)
            lines += [word[:cut], ""]
            word = word[cut:]
        joined = f"{lines[-1]} {word}".strip()
        if text_width(joined, size) <= width:
            lines[-1] = joined
        else:
            lines.append(word)
    return [line for line in lines if line]
