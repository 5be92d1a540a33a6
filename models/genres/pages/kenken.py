"""KenKen: no number twice in a row or column; those of a room make its result, by +, -, * or /."""

from __future__ import annotations

from zenkai_solver.models.genres.expressions import Amount
from zenkai_solver.models.genres.vocabulary import *

w = Var("w")  # a number, where v is the quotient
NUMBER = ValueAt("number", c)
NUMBERS = NumbersFrom(ONE, LargerOf(ROWS, COLUMNS))
CAGE = Members(g)
SIZE = SizeOf(CAGE)
SUM, PRODUCT, DIFFERENCE = SumOf(c, CAGE, NUMBER), ProductOf(c, CAGE, NUMBER), SpreadOf(c, CAGE, NUMBER)
TIMES_V = Exists(w, NUMBERS, Exists(c, CAGE, NUMBER.is_(w)) & Exists(c, CAGE, NUMBER.is_(Times(v, w))))
QUOTIENT = SumOf(v, Where(v, NUMBERS, v > 1), Indicator(TIMES_V, v))
ROOMS = WithClue("results", among=Rooms("rooms"))
SIGN, RESULT = (ClueAt("results", g, part) for part in range(2))


def by(sign: int, amount: Amount) -> Truth:
    """Results with this sign are this amount."""
    return ForAll(g, Where(g, ROOMS, SIGN.is_(sign)), amount.is_(RESULT))


GENRE = Genre(
    name="kenken",
    title="KenKen",
    source="Tetsuya Miyamoto; Janko, rules of Kendoku. Without a sign any of them may be meant; "
    "- and / are of two cells, the larger number first.",
    unknown=(CellNumbers("number", hi=LargerOf(ROWS, COLUMNS)),),
    given=(RoomClue("rooms"), SignedClue("results", at="room", rooms="rooms", signs="+-*/", last=True)),
    rules=(
        GenreRule(
            "no number occurs twice in a row or column",
            ForAll(g, RowsAndColumns(), Distinct(c, CAGE, NUMBER)),
        ),
        GenreRule(
            "a room with a sign has several cells, with − or ÷ exactly two",
            ForAll(
                g,
                ROOMS,
                SIGN.is_(0) | SIZE.is_(2) | (SIZE > 2) & (SIGN.is_(1) | SIGN.is_(3)),
            ),
        ),
        GenreRule(
            "a number without a sign of a room of one cell is its number",
            ForAll(g, Where(g, ROOMS, SIGN.is_(0) & SIZE.is_(1)), SUM.is_(RESULT)),
        ),
        GenreRule(
            "a number without a sign is the sum, difference, product or quotient of its room",
            ForAll(
                g,
                Where(g, ROOMS, SIGN.is_(0) & (SIZE > 1)),
                SUM.is_(RESULT)
                | PRODUCT.is_(RESULT)
                | SIZE.is_(2) & (DIFFERENCE.is_(RESULT) | QUOTIENT.is_(RESULT)),
            ),
        ),
        GenreRule("a number with + is the sum of its room", by(1, SUM)),
        GenreRule("a number with − is the difference of its room", by(2, DIFFERENCE)),
        GenreRule("a number with × is the product of its room", by(3, PRODUCT)),
        GenreRule("a number with ÷ is the quotient of its room", by(4, QUOTIENT)),
    ),
)
