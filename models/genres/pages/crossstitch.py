"""Cross Stitch: two loops of diagonals, which may cross each other; numbers count crossings, or corners."""

from __future__ import annotations

from zenkai_solver.models.genres.pages.gokigen import MEETING
from zenkai_solver.models.genres.sheet import HIDDEN
from zenkai_solver.models.genres.vocabulary import *

LOOPS = ByDiagonals("line")
CROSSING = Shows("line", c, 3)
ON_LOOP = Exists(c, Adjacent(p, "corners"), Touches("line", c, p))
CLUED = HasClue("clues", d) | HasClue("shaded", d)
BLACK = Where(d, CELLS, CLUED)
CLUES = WithClue("clues")
ARROWS, CIRCLED = (Where(c, CLUES, some) for some in (ClueAt("clues", c) >= 1, ClueAt("clues", c).is_(0)))
AHEAD = AsLong(d, Ray(c, ArrowAt("clues", c)), ~CLUED)
CROSSINGS = CountOf(d, AHEAD, Shows("line", d, 3))
TOUCHED = CountOf(p, Adjacent(c, "corners"), ON_LOOP)
NUMBER = ClueAt("clues", c, 1)

GENRE = Genre(
    name="crossstitch",
    title="Cross Stitch",
    source="puzz.link, rules of crossstitch. A number without an arrow is in a circle; `?` is 1 at least.",
    link="crossstitch",
    unknown=(DiagonalLines("line", may_be_empty=True, crossed=True),),
    given=(
        ArrowClue("clues", loose=True, link="crossstitch"),
        SignClue("shaded", link="crossstitch"),
    ),
    rules=(
        GenreRule("no line goes through a clue", ForAll(d, BLACK, ValueAt("line", d).is_(0))),
        GenreRule("loops do not branch or cross themselves", ForAll(p, CORNERS, MEETING <= 2)),
        GenreRule("loops do not end", ForAll(p, CORNERS, MEETING.isnt(1))),
        GenreRule("no two crossings are neighbours", no_neighbours(CROSSING)),
        GenreRule(
            "a number in a circle counts the corners on loops",
            ForAll(c, CIRCLED, TOUCHED.is_(NUMBER) | (NUMBER.is_(HIDDEN) & (TOUCHED >= 1))),
        ),
        GenreRule(
            "an arrow counts the crossings up to the next clue",
            ForAll(c, ARROWS, CROSSINGS.is_(NUMBER) | (NUMBER.is_(HIDDEN) & (CROSSINGS >= 1))),
        ),
        GenreRule(
            "there are two loops",
            (GroupsIn(LOOPS, p, CORNERS) - CountOf(p, CORNERS, ~ON_LOOP)).is_(2),
        ),
    ),
)
