"""How puzz.link writes the clues of one kind in an address: its codecs, by their names in `ClueKind.link`.

A codec reads the values of some places in order, None where there is no clue, from the beginning of a text,
and gives back the rest; and it writes them. Names and texts are those of the site's own functions.

number16     a number, `?` as a dot; g to z are 1 to 20 places without a clue
number16?    the same, left out where there is none
number10     the same of one digit, with a to z for 1 to 26
number10or16 number10, or - and number16 where a number has two digits
coffeemilk   number10or16 of signs, `?` for the third one
number36     a number to the base 36 or `?` as @ at each place, a dot for none
4cell        0 to 4, with the number of places to the next clue in the same character
1cell        marks, with the number of places to the next one
arrow16      a direction and a number
crossstitch  arrow16, + for a black cell
castle       a colour, a direction and a number
balance      a colour and a number
circle       signs of values 1 and 2, three places to a character; `snakepit` the same of two kinds
binary       marks, five places to a character; `bosanowa` the same, and `empty`, left out where there is none
filled       the same with a bit for each place without a mark
fivecells    number10, 7 for a hole; `letters`: number16, 0 for the first sign, 12 for a hole; `brownies`:
             number16, 9 for a circle; `boulders`: number16, 0 for a boulder
kaero        capital letters A to Z for 1 to 26; a to z are 1 to 26 places without a clue
arrows4      arrows 1 to 4 of 4cell, `?` for a black cell; `arrows` digits, and 5 to z for 1 to 31 places
pointers     arrows 1 to 4 of 4cell, `?` for any
walllogic    number16, + for a black cell
compass      four numbers of number16 each, `?` for one that is not said
voxas        walls and circles of values 1 to 3 between cells, as 4cell
edge16       number16 between cells
marks        mark at all corners, and a slash; `block` the same of cells, without the end and the slash
ground       border, with a bit for each place without a wall; no new character begins
pipelink     a to g for the parts of lines, `?` as a dot; h to z are 1 to 19 places without a clue
kurarin      signs of values 1 to 3 at cells, edges and corners within the board: two places to a number16
border       walls between cells, five to a character; `border?` the same, left out where there is none
outer        border in one part, and behind it the sides of the board, left out where none is given
toichika     1 to 4, 5 as a dot; 5 to z are 1 to 31 places without a clue
minarism     g and h for arrows up or left and down or right, or a number; i to z are 1 to 18 places
number16+1   number16, for signs of which the first is 0; `number16+1?`: left out where there is none;
             `number10+1` the same of number10
/number16    a slash and number16
magnets      number16, of each line first the number at its last end
poles        circle, and then binary for signs of another kind; left out where there is none
lines16      some numbers of each line; `ubahn` four of each line, one behind the other
seiza        border, and behind it binary for cells that are in no room
antmill      signs of values 1 and 2 at edges; `parquet` of two divisions into rooms
box          a number for each line
kakuru       a number, or a plus for `?`; a dot is one place without a clue, k to z are 2 to 17
empty/       `empty`, or a slash where there is none
nagare       arrows 1 to 4, black cells without one as 5, with one as 6 to 9; a to z are 1 to 26 places
fakearrow    number16: arrows 1 to 4, 5 for a black cell
goal         column and row of one mark, from 1, as number16
sashigane    arrows g to j, `?` in any direction as @, or numbers in circles; k to z are 1 to 16 places
loute        arrows 1 to 4, `?` as a dot, or 5 for a circle; g to z are 1 to 20 places without a clue
roma         number10: arrows 1 to 4, 5 for a goal
tapaloop     some numbers as in tapa, two of them to the base 8, three to the base 7 and four to the base 6
disloop      number16 of a number in decimal: a direction, and numbers, 0 for `?`; 0 for a black cell
tapa         some numbers: 0 to 8, a dot for `?`, or two characters; g to z are 1 to 20 places without a clue
mark         marks at corners within the board, by the numbers of places between them
dot          signs of values 1 and 2 at cells, edges and corners within the board; `blackdot` those of black
             dots alone, of value 1
count        a number and a slash
makaro       a number less 1, a to e for a black cell without and with an arrow
shugaku      0 to 4, 5 for `?`; 6 to z are 1 to 30 places without a clue
tilepaint    black cells with two numbers, then those of columns and rows
fleet        pieces: one of some common fleets, or each
kakuro       black cells with two sums; the sums of the first row and column follow those on the board
triplace     the same as tilepaint, with one character more before cells with no number or with one
anglers      number16 of cells and sides: 0 for a rock, 1 for a fish, or a number plus 1
fracdiv      number16, two for each cell: a fraction, a number alone, or before `?` dots or 0 for a hole
railpool     some numbers in decimal, a to j for digits that others follow, 0 for `?`; k to z are runs
slalom       1 for a black cell, 2 and 3 for gates, 4 to z for 1 to 32 cells, then numbers of black cells with
             arrows, and behind a slash the number of the cell with the circle
pipelinkr    pipelink, with 0 to 9 for 1 to 10 circles
yosenabe     number16, of other numbers h for `?`, i or g before one or two digits; j to z are 1 to 17 places
loopsp       number16, g to m for the parts of lines; n to z are 1 to 13 places without a clue
bdwalk       number16 of 0 and 1 for lifts up and down, `?` for one either way, and of floors plus 1
herugolf     number16, h for a hole; i to z are 1 to 18 places without a clue
reflect      triangles 1 to 4 with a number of one digit, 6 to 9 with one of two, 5 a crossing; a to z: runs
ovotovata    number16 of each room: four times its number and 1, 4 for `?`; 1 more if it is shaded
sizes        some numbers of the board: 1 to one behind two slashes, or each behind one and how many they are
interbd      number16: ten times a colour, and its number and 1, 0 for `?`
mrokmrno     1 and 2 for the first two signs, 3 and 4 for heads, 5 and 6 for two further signs; a to z: runs
yajisoko     number16: five times a number and 2, or 1 for `?`, and the direction; that alone; `?` for a box
slovak       number16 of two numbers: five times the first and 1, and the second, 0 for `?`
tateyoko     number16, o to s for black cells with 0 to 4, x for one without a number; n, and i with a digit
lohkous      some numbers of one digit, 0 for `?`; a to z are runs
haisu        column and row of two marks, from 1, as number16
icebarn      of edges the arrows up and left, then those down and right, by the numbers of places between
kinkonkan    at sides letters A to Z, 0A to 0Z for a to z; a to z are runs; behind all numbers as number16
doors        two places beside the board, each behind a slash

Source: github.com/robx/pzprjs (MIT), src/variety-common/Encode.js and src/variety/.
"""

from __future__ import annotations

from collections.abc import Mapping

from zenkai_solver.models.formats.puzzlink_codec import (
    LETTERS,
    NUMBER10,
    NUMBER16,
    NUMBER36,
    Codec,
    one_digit,
)
from zenkai_solver.models.formats.puzzlink_free import (
    BlockCodec,
    DotCodec,
    FourCell,
    MarkCodec,
    OneCell,
    SlashedMarks,
)
from zenkai_solver.models.formats.puzzlink_kakuro import Kakuro
from zenkai_solver.models.formats.puzzlink_kinds import (
    BARE_ARROW,
    BOX,
    COUNTING_ARROW,
    FLOOR,
    HEAD,
    LATER_PIPE,
    LETTER_OR_FACE,
    LIFT,
    NUMBER,
    POT_NUMBER,
    TRIANGLE,
    ColouredNumbers,
    PipesAndCircles,
    SignKinds,
    Tateyoko,
    of_kinds,
    one_sign,
)
from zenkai_solver.models.formats.puzzlink_numbers import DIGITS, EMPTY_PLACES
from zenkai_solver.models.formats.puzzlink_packed import (
    AfterSlash,
    AsUnsaid,
    BorderCodec,
    Box,
    EdgesOfCells,
    Filled,
    FourNumbers,
    GoalCodec,
    LeftOut,
    LineNumbers,
    OrSlash,
    OuterBorders,
    Packed,
    Poles,
    Raised,
    Tapa,
    TapaLoop,
    WithCells,
)
from zenkai_solver.models.formats.puzzlink_parts import (
    Anglers,
    AreaSizes,
    Balance,
    BorderArrows,
    CountCodec,
    Doors,
    Fleet,
    FracDiv,
    Holed,
    Kurarin,
    LettersOfSides,
    Lohkous,
    Minarism,
    Ovotovata,
    RailPool,
    Slalom,
    Slovak,
    TilePaint,
    TriPlace,
    TwoMarks,
)
from zenkai_solver.models.formats.puzzlink_runs import (
    ARROW16,
    ARROWS_AND_HOLES,
    CAPITALS,
    CASTLE,
    COMPASS,
    DISLOOP,
    KAKURU,
    LOUTE,
    MAKARO,
    NAGARE,
    PIPE_PARTS,
    SASHIGANE,
    SHUGAKU,
    TOICHIKA,
    WALL_LOGIC,
    BareArrows,
    EitherNumber,
)
from zenkai_solver.models.genres.sheet import HIDDEN

CODECS: Mapping[str, Codec] = {
    "number16": NUMBER16,
    "number16?": LeftOut(NUMBER16),
    "number16+1": Raised(NUMBER16),
    "number16+1?": LeftOut(Raised(NUMBER16)),
    "number10+1": Raised(NUMBER10),
    "/number16": AfterSlash(NUMBER16),
    "number10": NUMBER10,
    "number10or16": EitherNumber(),
    "number36": NUMBER36,
    "coffeemilk": AsUnsaid(EitherNumber(), 3),
    "4cell": FourCell(),
    "1cell": OneCell(),
    "arrow16": ARROW16,
    "crossstitch": ARROWS_AND_HOLES,
    "castle": CASTLE,
    "balance": Balance(),
    "circle": Packed(3, 3),
    "binary": Packed(2, 5),
    "bosanowa": Packed(2, 5),
    "empty": LeftOut(Packed(2, 5)),
    "filled": Filled(2, 5),
    "arrows4": BareArrows(FourCell()),
    "pointers": BareArrows(FourCell(), (0, HIDDEN)),
    "arrows": BareArrows(one_digit(4, ".", DIGITS[5:])),
    "walllogic": WALL_LOGIC,
    "compass": COMPASS,
    "voxas": Holed(FourCell(), 0),
    "edge16": NUMBER16,
    "marks": SlashedMarks(),
    "block": BlockCodec(),
    "ground": Filled(2, 5),
    "pipelink": PIPE_PARTS,
    "kurarin": Kurarin(),
    "fivecells": Holed(NUMBER10, 7),
    "brownies": Holed(NUMBER16, 9),
    "boulders": Holed(NUMBER16, 0),
    "kaero": CAPITALS,
    "letters": Holed(NUMBER16, 12, 1),
    "border": BorderCodec(2, 5),
    "seiza": WithCells(2, 5),
    "border?": LeftOut(BorderCodec(2, 5)),
    "outer": OuterBorders(2, 5),
    "mark": MarkCodec(),
    "dot": DotCodec(),
    "blackdot": DotCodec(black=1),
    "count": CountCodec(),
    "kakuro": Kakuro(),
    "fleet": Fleet(),
    "shugaku": SHUGAKU,
    "toichika": TOICHIKA,
    "tapa": Tapa(),
    "tapaloop": TapaLoop(),
    "disloop": DISLOOP,
    "sashigane": SASHIGANE,
    "loute": LOUTE,
    "roma": BareArrows(Holed(NUMBER10, 5), (0, HIDDEN)),
    "goal": GoalCodec(),
    "nagare": NAGARE,
    "fakearrow": BareArrows(Holed(NUMBER16, 5), (0, HIDDEN)),
    "empty/": OrSlash(Packed(2, 5)),
    "magnets": NUMBER16,
    "poles": Poles(),
    "lines16": LineNumbers(),
    "antmill": EdgesOfCells(),
    "parquet": EdgesOfCells(full=True),
    "box": Box(),
    "kakuru": KAKURU,
    "minarism": Minarism(),
    "tilepaint": TilePaint(),
    "triplace": TriPlace(),
    "anglers": Anglers(),
    "fracdiv": FracDiv(),
    "railpool": RailPool(),
    "lohkous": Lohkous(),
    "pipelinkr": PipesAndCircles(),
    "loopsp": of_kinds((NUMBER, LATER_PIPE), DIGITS[23:]),
    "reflect": of_kinds((TRIANGLE, one_sign("5")), LETTERS),
    "tateyoko": Tateyoko(),
    "ovotovata": Ovotovata(),
    "interbd": ColouredNumbers(),
    "sizes": AreaSizes(),
    "slovak": Slovak(),
    "snakepit": SignKinds(Packed(3, 3)),
    "yosenabe": of_kinds((NUMBER, POT_NUMBER), DIGITS[19:]),
    "bdwalk": of_kinds((FLOOR, LIFT), EMPTY_PLACES),
    "herugolf": of_kinds((NUMBER, one_sign("h")), DIGITS[18:]),
    "mrokmrno": of_kinds((LETTER_OR_FACE, HEAD), LETTERS),
    "yajisoko": of_kinds((BOX, COUNTING_ARROW, BARE_ARROW), DIGITS[16:]),
    "ubahn": FourNumbers(),
    "slalom": Slalom(),
    "haisu": TwoMarks(),
    "icebarn": BorderArrows(),
    "doors": Doors(),
    "kinkonkan": LettersOfSides(),
    "makaro": MAKARO,
}
