"""Published counts of packings on lattices other than the flat board of squares, each with its source.

`count` is up to rotations and reflections of the board unless the text says `mirror: false`. So are the
counts of Polyform Puzzler (D. Goodger, "Puzzler" below) where the board is plane or the pieces are flat.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Count(NamedTuple):
    """A board, what is published of it (orbits, all; None: not published), and by whom."""

    name: str
    text: str
    count: int | None
    all: int | None
    source: str


def board(rows: list[str]) -> str:
    return "board: |\n" + "".join(f"  {row}\n" for row in rows)


def triangles(first: str, number: int) -> str:
    """A row of triangles that point up and down in turn."""
    return "".join("^v"[(i + (first == "v")) % 2] for i in range(number))


def stacked(rows: list[tuple[int, str]]) -> list[str]:
    """Rows, each moved to the right by so many columns, in a rectangle."""
    width = max(left + len(row) for left, row in rows)
    return [("." * left + row).ljust(width, ".") for left, row in rows]


def trapezoid(height: int, base: int) -> list[str]:
    return stacked([(height - 1 - k, triangles("^", 2 * (base - height + k) + 1)) for k in range(height)])


def hexagon(top: int, side: int) -> list[str]:
    """Of triangles: upper and lower edge `top`, the four others `side`."""
    upper = [(side - 1 - k, triangles("^", 2 * (top + k) + 1)) for k in range(side)]
    lower = [(left, triangles("v", len(row))) for left, row in upper[::-1]]
    return stacked(upper + lower)


def chevron(rows: int, columns: int) -> list[str]:
    half = rows // 2
    falling = [(k, triangles("v", 2 * columns)) for k in range(half)]
    return stacked(falling + [(half - 1 - k, triangles("^", 2 * columns)) for k in range(half)])


def ring(rows: int, columns: int, layers: int) -> str:
    """A frame, one cube thick, so many layers high."""
    layer = ["#" * columns, *["#" + "." * (columns - 2) + "#"] * (rows - 2), "#" * columns]
    return "board: |\n" + "\n".join("".join(f"  {row}\n" for row in layer) for _ in range(layers))


def plane() -> Iterator[Count]:
    iamonds = "lattice: triangles\npieces: hexiamonds\n"
    boards: list[tuple[str, list[str], int]] = [
        ("trapezoid 4x11", trapezoid(4, 11), 76),
        ("long hexagon 4x10", hexagon(8, 2), 856),
        ("chevron 4x9", chevron(4, 9), 142),
        ("chevron 6x6", chevron(6, 6), 1004),
        ("chevron 12x3", chevron(12, 3), 29),
    ]
    for name, rows, count in boards:
        yield Count(f"hexiamonds, {name}", iamonds + board(rows), count, None, "Puzzler, hexiamonds")
    yield Count("hexiamonds 4x9", iamonds + "board: 4x9\n", 74, 148, "Puzzler, Hexiamonds4x9")
    yield Count("hexiamonds 6x6", iamonds + "board: 6x6\n", 156, 624, "G. E. Martin, Polyominoes, 1991")
    yield Count("hexiamonds 3x12", iamonds + "board: 3x12\n", 0, 0, "G. E. Martin, Polyominoes, 1991")
    small = "lattice: triangles\npieces: [moniamonds, diamonds, triamonds, tetriamonds, pentiamonds]\n"
    long = small + board(hexagon(9, 1))
    yield Count("iamonds 1 to 5, hexagon 9x1", long, 23168, None, "Puzzler, polyiamonds12345")
    lozenges = "lattice: triangles\npieces: diamonds\ncounts: any\n"
    numbers = {(1, 1): 2, (2, 2): 20, (3, 3): 980, (4, 4): 232848, (1, 2): 6, (1, 3): 20}
    numbers |= {(3, 2): 50, (2, 3): 175, (4, 3): 4116}
    for (top, side), number in numbers.items():
        text = lozenges + board(hexagon(top, side))
        yield Count(f"lozenges, hexagon {top}, {side}, {side}", text, None, number, "P. A. MacMahon, 1916")
    hexes = "lattice: hexagons\npieces: tetrahexes\n"
    yield Count("tetrahexes 4x7", hexes + "board: 4x7\n", 9, 18, "Puzzler, Tetrahexes4x7")
    staggered = ["#.#.#.#." if k % 2 == 0 else ".#.#.#.#" for k in range(7)]
    yield Count("tetrahexes, staggered 7x4", hexes + board(staggered), 23, None, "Puzzler, tetrahexes")
    both = "lattice: hexagons\npieces: [trihexes, tetrahexes]\n"
    rows = [(3 - k, "#." * (4 + k)) for k in range(4)] + [(k + 1, "#." * (6 - k)) for k in range(3)]
    yield Count("3 and 4 hexes, hexagon", both + board(stacked(rows)), 12290, None, "Puzzler, polyhexes34")


AROUND = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))  # the six edges, or hexagons, beside one


def edges_of(hexagons: list[tuple[int, int]]) -> str:
    """The edges of these hexagons, as cells."""
    cells = sorted({(2 * r + b, 2 * c + a) for r, c in hexagons for b, a in AROUND})
    return f"cells: {[list(cell) for cell in cells]}\n"


def net(side: int) -> str:
    """The edges between the points of a hexagon of triangles, as cells."""
    steps = range(-side, side + 1)
    points = {(b, a) for b in steps for a in steps if abs(a + b) <= side}
    pairs = [((b, a), (b + x, a + y)) for b, a in points for x, y in AROUND if (b + x, a + y) in points]
    cells = sorted({(p[0] + q[0], p[1] + q[1]) for p, q in pairs})
    return f"cells: {[list(cell) for cell in cells]}\n"


def edges() -> Iterator[Count]:
    twigs = "lattice: twigs\npieces: pentatwigs\n"
    yield Count("pentatwigs 3x5", twigs + "board: 3x5\n", 194, None, "Puzzler, Pentatwigs5x3")
    triangle = edges_of([(r, c) for r in range(5) for c in range(5 - r)])
    yield Count("pentatwigs, triangle", twigs + triangle, 56, None, "Puzzler, PentatwigsTriangle")
    trapezoid = edges_of([(r, c) for r in range(3) for c in range(6 - r)])
    yield Count("pentatwigs, trapezoid 6x3", twigs + trapezoid, 184, None, "Puzzler, PentatwigsTrapezoid6x3")

    trigs = "lattice: trigs\npieces: [ditrigs, tritrigs]\n"
    yield Count("2 and 3 trigs, hexagon", trigs + net(2), 1118, None, "Puzzler, Polytrigs23Hexagon")
    for number, corners, count in ((1, ((0, 0), (6, 6)), 21), (2, ((0, 0), (0, 6)), 132)):
        source = f"Puzzler, Polysticks123_4x4ClippedCorners{number}"
        yield Count(f"1 to 3 sticks, clipped corners {number}", clipped(*corners), count, None, source)


def clipped(*corners: tuple[int, int]) -> str:
    """The lines of 3x3 squares without the two at each of these corners, and the sticks to 3."""
    cells = [
        [r, c]
        for r in range(7)
        for c in range(7)
        if (r + c) % 2 and all(abs(r - y) + abs(c - x) > 1 for y, x in corners)
    ]
    return f"lattice: sticks\ncells: {cells}\npieces: [monosticks, disticks, tristicks]\n"


def wrapped() -> Iterator[Count]:
    kasteleyn = "P. W. Kasteleyn, The statistics of dimers on a lattice, 1961"
    numbers = {("torus", "4x4"): 272, ("torus", "4x6"): 3108}
    numbers |= {("cylinder", "4x4"): 121, ("cylinder", "6x6"): 28561}
    for (wrap, size), number in numbers.items():
        text = f"board: {size}\nwrap: {wrap}\npieces: dominoes\ncounts: any\n"
        yield Count(f"dominoes, {wrap} {size}", text, None, number, kasteleyn)
    twisted = "W. T. Lu and F. Y. Wu, Dimer statistics on the Moebius strip and the Klein bottle, 1999"
    numbers = {("moebius", "2x4"): 7, ("moebius", "4x4"): 71, ("moebius", "6x4"): 769}
    numbers |= {
        ("moebius", "4x6"): 539,
        ("klein", "4x4"): 196,
        ("klein", "4x6"): 2704,
        ("klein", "6x4"): 1666,
    }
    for (wrap, size), number in numbers.items():
        text = f"board: {size}\nwrap: {wrap}\npieces: dominoes\ncounts: any\n"
        yield Count(f"dominoes, {wrap} {size}", text, None, number, twisted)
    yield from rings()
    tube = "board: 4x5\nwrap: cylinder\npieces: tetrominoes\n"
    yield Count("tetrominoes, tube 4x5", tube, 7, None, "Puzzler, tetrominoes")
    loop = "board: 3x20\nwrap: cylinder\npieces: pentominoes\n"
    yield Count("pentominoes, loop 3x20", loop, 2, None, "Puzzler, Pentominoes3x20Loop")


def rings() -> Iterator[Count]:
    """Boards that are rings of cells, where a page of reasoning gives the number."""
    lozenges = "lattice: triangles\npieces: diamonds\ncounts: any\n"
    outer = "by hand: half of the outer ring's triangles touch no other ring, so it is covered in two ways"
    for wrap, size, number in (("cylinder", "3x3", 8), ("moebius", "2x5", 2), ("moebius", "6x3", 8)):
        text = f"{lozenges}board: {size}\nwrap: {wrap}\n"
        yield Count(f"lozenges, {wrap} {size}", text, None, number, f"{outer}, and the next one in turn")
    for n, number in ((4, 7), (7, 29), (10, 123)):
        text = f"lattice: hexagons\nboard: 1x{n}\nwrap: moebius\npieces: [monohexes, dihexes]\ncounts: any\n"
        yield Count(f"1 and 2 hexes, moebius 1x{n}", text, None, number, "OEIS A000032, matchings of a ring")


def space() -> Iterator[Count]:
    cubes = "lattice: cubes\n"
    soma = cubes + "board: 3x3x3\npieces: soma\n"
    yield Count("Soma cube", soma, 240, 11520, "J. H. Conway and M. J. T. Guy, 1961")
    yield Count("Soma cube, rotations", soma + "mirror: false\n", 480, 11520, "the same, mirror images apart")
    bouwkamp = "C. J. Bouwkamp, 1969"
    for size, count, number in (("2x3x10", 12, 96), ("2x5x6", 264, 2112), ("3x4x5", 3940, 31520)):
        text = cubes + f"board: {size}\npieces: solid pentominoes\n"
        yield Count(f"solid pentominoes {size}", text, count, number, bouwkamp)
    flat = cubes + "pieces: solid pentominoes\n"
    for (rows, columns, layers), count in {(3, 5, 5): 186, (3, 4, 6): 46, (3, 9, 3): 3, (5, 7, 3): 1}.items():
        name = f"solid pentominoes, ring {rows}x{columns}x{layers}"
        yield Count(name, flat + ring(rows, columns, layers), count, None, "Puzzler, solid_pentominoes")
    eight = cubes + "board: 2x4x4\npieces: tetracubes\n"
    yield Count("tetracubes 2x4x4", eight + "mirror: false\n", 1390, 11120, "Puzzler: rotations only")
    yield Count("tetracubes 2x4x4, reflections", eight, 695, 11120, "half of the 1,390")
    eight = cubes + "board: 2x2x8\npieces: tetracubes\n"
    yield Count("tetracubes 2x2x8", eight + "mirror: false\n", 224, 1792, "recounted with another program")
    yield Count("tetracubes 2x2x8, reflections", eight, 112, 1792, "recounted with another program")
    for n, number in enumerate((2, 9, 32, 121, 450, 1681), 1):
        text = cubes + f"board: 2x2x{n}\npieces: dicubes\ncounts: any\n"
        yield Count(f"dicubes 2x2x{n}", text, None, number, "OEIS A006253")
    text = cubes + "board: 2x3x3\npieces: dicubes\ncounts: any\n"
    yield Count("dicubes 2x3x3", text, None, 229, "OEIS A028447")


def quick() -> Iterator[Count]:
    """Seconds each at most."""
    yield from plane()
    yield from edges()
    yield from wrapped()
    yield from space()


def slow() -> Iterator[Count]:
    text = "lattice: cubes\nboard: 4x4x4\npieces: bedlam\n"
    yield Count("Bedlam cube", text, 19186, None, "S. Kurowski, scottkurowski.com/BedlamCube")
    text = "lattice: sticks\nboard: 5x5\npieces: tetrasticks\ncounts: 0..1\n"
    yield Count("15 tetrasticks 5x5", text, 1795, None, "Puzzler, Tetrasticks6x6")
    text = "board: 6x6\nwrap: torus\npieces: dominoes\ncounts: any\n"
    yield Count("dominoes, torus 6x6", text, None, 90176, "P. W. Kasteleyn, 1961")
