"""Icelom 2: a way from IN to OUT through each part of the ice, and the numbers 1, 2, ... in turn."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.icebarn import EACH_PART, ONE_WAY, WAY
from zenkai_solver.models.genres.pages.icelom import GIVEN, NUMBERS
from zenkai_solver.models.genres.vocabulary import *

GENRE = Genre(
    name="icelom2",
    title="Icelom 2",
    source="puzz.link, rules of icelom2. `~` is ice; I is IN, O is OUT; `?` counts as a number.",
    link="icelom2",
    unknown=(CentreLines("line"),),
    given=GIVEN,
    rules=(*WAY, *NUMBERS, ONE_WAY, EACH_PART),
)
