"""Rules about the shapes of areas: squares, given shapes, equal shapes, a set of pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.genres.clues import piece_drawing
from zenkai_solver.models.genres.expressions import Amount, Ready, Spot, Truth
from zenkai_solver.models.genres.graphs import ByLabel, ByWalls, Graph, StatedGraph
from zenkai_solver.models.genres.groups import Rectangles, required
from zenkai_solver.models.genres.sheet import (
    WHOLE,
    BoardView,
    GenreError,
    Place,
    SheetView,
    expression,
    name_of,
)
from zenkai_solver.models.genres.stating import FALSE, Form, StatedView, Unless
from zenkai_solver.models.grid import Shape, Transform, allowed_transforms, images, normalise


@expression
class SameShape(Truth):
    """Both places are in groups of one shape, which may be turned and mirrored where this is allowed.

    Where `anchored`, the places are at the same cell of the shapes, which lie alike if they are not `turned`.
    """

    graph: Graph
    one: Spot
    other: Spot
    anchored: bool = False
    turned: bool = False

    @property
    def _transforms(self) -> Collection[Transform]:
        free = self.turned or not self.anchored
        return allowed_transforms(free, free).values()

    def true(self, view: BoardView) -> bool:
        one, other = self.one.place(view), self.other.place(view)
        groups = self.graph.group_of(view, one), self.graph.group_of(view, other)
        if self.anchored:
            around, wanted = (
                {(y - end[0], x - end[1]) for y, x in group} for end, group in zip((one, other), groups)
            )
            return bool(around) and any({*map(image, around)} == wanted for image in self._transforms)
        shapes = [normalise((y // 2, x // 2) for y, x in group) for group in groups if group]
        return len(shapes) == 2 and _least_image(shapes[0]) == _least_image(shapes[1])

    def lit(self, view: StatedView) -> Lit:
        """One of the ways in which one group may be moved onto the other: where its place comes to lie; the
        same literal whichever is moved.
        """
        one, other = self.one, self.other
        if self.other.place(view) < self.one.place(view):
            one, other = other, one
        start, end = one.place(view), other.place(view)

        def made() -> Lit:
            groups = self.graph.reached(view, one), self.graph.reached(view, other)
            _link(view, start, groups[0], end, groups[1])
            moves = [*product(self._transforms, [end] if self.anchored else groups[1])]
            view.sheet.spend(len(moves) * len(groups[0]))
            return view.out.some(self._moved(view, start, *groups, *move) for move in moves)

        return view.once((self.graph, self.anchored, self.turned, "alike"), made, start, end)

    @staticmethod
    def _moved(
        view: StatedView,
        start: Place,
        one: Mapping[Place, Lit],
        other: Mapping[Place, Lit],
        transform: Transform,
        end: Place,
    ) -> Lit:
        """Is the one group the other, where this transform moves the place `start` to `end`?"""
        (y, x), choice = transform(start), view.out.choice
        moved = {}
        for place, lit in one.items():
            to_y, to_x = transform(place)
            moved[to_y - y + end[0], to_x - x + end[1]] = lit
        equal = [choice(lit, other[at], -other[at]) if at in other else -lit for at, lit in moved.items()]
        beyond = [-lit for at, lit in other.items() if at not in moved]
        return view.out.every((other.get(end, FALSE), *equal, *beyond))


def _link(
    view: StatedView, start: Place, one: Mapping[Place, Lit], end: Place, other: Mapping[Place, Lit]
) -> None:
    """Implied constraints: each of two places reaches the other, or none does; in one group they reach the
    same places.
    """
    out, together, back = view.out, one.get(end, FALSE), other.get(start, FALSE)
    with out.as_definition():
        out.clause((-together, back))
        out.clause((together, -back))
        for place in one.keys() & other.keys():
            out.clause((-together, -one[place], other[place]))
            out.clause((-together, one[place], -other[place]))


@expression
class Fits(Truth):
    """The group of the one place, moved as it lies, can be a part of the group of the other."""

    graph: Graph
    one: Spot
    other: Spot

    def true(self, view: BoardView) -> bool:
        one, other = (set(self.graph.group_of(view, spot.place(view))) for spot in (self.one, self.other))
        if not one:
            return False
        (y, x), *_ = one
        return any(all((b - y + v, a - x + u) in other for v, u in one) for b, a in other)

    def lit(self, view: StatedView) -> Lit:
        """One of the places of the other group to which that of the one may be moved."""
        start = self.one.place(view)
        one, other = (self.graph.reached(view, spot) for spot in (self.one, self.other))

        def made() -> Lit:
            view.sheet.spend(len(one) * len(other))
            _link(view, start, one, self.other.place(view), other)
            return view.out.some(self._moved(view, one, other, start, end) for end in other)

        return view.once((self.graph, "fits"), made, start, self.other.place(view))

    @staticmethod
    def _moved(
        view: StatedView, one: Mapping[Place, Lit], other: Mapping[Place, Lit], start: Place, end: Place
    ) -> Lit:
        """Does the one group lie within the other when `start` is moved to `end`?"""
        down, right = end[0] - start[0], end[1] - start[1]
        inside = ((lit, other.get((y + down, x + right), FALSE)) for (y, x), lit in one.items())
        some = view.out.some
        return view.out.every((one.get(start, FALSE), other[end], *(some((-lit, at)) for lit, at in inside)))


@expression
class Squares(Truth):
    """Each group is a square."""

    graph: ByLabel

    def broken(self, view: BoardView) -> Iterator[str]:
        for group in self.graph.groups(view):
            height, width = (1 + (max(axis) - min(axis)) // 2 for axis in zip(*group))
            if not height == width == len(group) // height:
                yield f"the group of {name_of(group[0])} is no square"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """Each group is a rectangle, whose diagonal from its top left cell ends at its opposite corner."""
        Rectangles(self.graph).require(view, unless)
        out, inside = view.out, self.graph.lits(view)
        on_diagonal: dict[Place, Lit] = {}
        for y, x in view.sheet.every["cell"]:
            here, up, left = (inside.get(at, FALSE) for at in ((y, x), (y - 2, x), (y, x - 2)))
            begins = out.every((here, -up, -left))
            goes_on = out.every((here, on_diagonal.get((y - 2, x - 2), FALSE)))
            lit = on_diagonal[y, x] = out.some((begins, goes_on))
            right, down = (inside.get(at, FALSE) for at in ((y, x + 2), (y + 2, x)))
            out.clause((*unless, -lit, -right, down))
            out.clause((*unless, -lit, right, -down))


@expression
class Shaped(Truth):
    """Each group has one of these shapes: `#` for a cell, `.` for none, / between rows.

    They may be turned and mirrored unless it is switched off.
    """

    graph: Graph
    shapes: tuple[str, ...]
    turned: bool = True
    mirrored: bool = True

    divides = True  # a placement has walls all around, and none within

    @cached_property
    def forms(self) -> dict[Shape, int]:
        """Each way in which a shape may lie, with the number of the shape, from 1."""
        transforms = allowed_transforms(self.turned, self.mirrored).values()
        if not all("#" in shape for shape in self.shapes):
            raise GenreError("a shape has # for each of its cells, and / between rows")
        return {
            image: number
            for number, shape in reversed([*enumerate(self.shapes, 1)])
            for image in images(shape_of(shape), transforms)
        }

    def number_of(self, group: Sequence[Place]) -> int:
        """The number, from 1, of the shape that these cells form; 0 if it is none of them."""
        return self.forms.get(normalise((y // 2, x // 2) for y, x in group), 0)

    def over(self, view: StatedView) -> Mapping[Place, Sequence[tuple[int, Lit]]]:
        """For each cell the placements of shapes that cover it: the number of the shape, and a literal
        that is true exactly if the placement is a group.
        """
        return view.once((self, "over"), lambda: self._over(view))

    def _over(self, view: StatedView) -> Mapping[Place, Sequence[tuple[int, Lit]]]:
        cells = view.sheet.every["cell"]
        inside, forms = set(cells), sorted(self.forms.items())
        view.sheet.spend(len(cells) * len(forms))
        over: dict[Place, list[tuple[int, Lit]]] = {place: [] for place in cells}
        is_group = self.graph.ready_group(view)
        for (form, number), (y, x) in product(forms, cells):
            covered = [(y + 2 * down, x + 2 * right) for down, right in form]
            if inside.issuperset(covered) and (lit := is_group(covered)) != FALSE:
                for place in covered:
                    over[place].append((number, lit))
        return over

    def broken(self, view: BoardView) -> Iterator[str]:
        for group in self.graph.groups(view):
            if not self.number_of(group):
                yield f"the group of {name_of(group[0])} has none of the shapes"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """Each cell that is in a group is covered by a placement that is a group."""
        graph, over = self.graph.stated(view), self.over(view)
        for at, lit in zip(graph.places, graph.lits):
            if at is not None:
                view.out.clause((*unless, -lit, *(placed for _, placed in over[at])))


@expression
class ShapeAt(Amount):
    """The number, from 1, of the shape that the group of a place has; 0 if it has none, or is in no group."""

    shaped: Shaped
    spot: Spot

    few = True

    def ready_number(self, view: BoardView) -> Ready[int]:
        shaped, place = self.shaped, self.spot.ready_place(view)

        def numbers() -> dict[Place, int]:
            groups = ((group, shaped.number_of(group)) for group in shaped.graph.groups(view))
            return {at: number for group, number in groups for at in group}

        return lambda names: view.kept((shaped, "numbers"), numbers).get(place(names), 0)

    def choices(self, view: StatedView) -> dict[int, Lit]:
        place = self.spot.place(view)
        over, numbers = self.shaped.over(view).get(place, ()), range(1, len(self.shaped.shapes) + 1)

        def made() -> dict[int, Lit]:
            shown = {
                number: view.out.some(lit for shape, lit in over if shape == number) for number in numbers
            }
            return shown if self._is_sure(view) else {0: view.out.every(-lit for _, lit in over), **shown}

        return view.out.once((self.shaped, place), made)

    def _is_sure(self, view: StatedView) -> bool:
        """Is each cell in a group, and has each group one of the shapes, by a rule?"""
        return isinstance(self.shaped.graph, ByWalls) and self.shaped in required(view)

    def form(self, view: StatedView) -> Form:
        return Form.of((value, lit) for value, lit in self.choices(view).items() if value)


@expression
class Pieces(Truth):
    """The groups are the pieces that a `FleetClue` names, each as often, turned and mirrored as they like.

    Where `some`, pieces may be left out.
    """

    graph: Graph
    key: str
    some: bool = False

    def _wanted(self, view: SheetView) -> dict[Shape, int]:
        """How often each piece must be there, by its least image."""
        value = view.sheet.clues.get(self.key, {}).get(WHOLE, ())
        drawings = map(piece_drawing, value if isinstance(value, tuple) else ())
        return dict(Counter(_least_image(shape_of(drawing)) for drawing in drawings))

    def broken(self, view: BoardView) -> Iterator[str]:
        wanted, met = self._wanted(view), Counter[Shape]()
        for group in self.graph.groups(view):
            form = _least_image(normalise((y // 2, x // 2) for y, x in group))
            if form not in wanted:
                yield f"the group of {name_of(group[0])} is none of the pieces"
            met[form] += 1
        for form, number in wanted.items():
            if met[form] > number or (met[form] < number and not self.some):
                yield f"{met[form]}, not {number}, are {drawing_of(form)}"

    def require(self, view: StatedView, unless: Unless = ()) -> None:
        """Each cell in a group is covered by a placement that is a group; of each piece there are so many."""
        self.refuse_condition(unless)
        inside, wanted = set(view.sheet.every["cell"]), self._wanted(view)
        forms = {form: set(images(form, allowed_transforms(True, True).values())) for form in wanted}
        view.sheet.spend(
            len(inside) * sum(len(form) for orientations in forms.values() for form in orientations)
        )
        over: dict[Place, list[Lit]] = {place: [] for place in inside}
        is_group = self.graph.ready_group(view)
        for form, number in wanted.items():
            placed = []
            for image, start in product(sorted(forms[form]), sorted(inside)):
                cells = [(start[0] + 2 * cell[0], start[1] + 2 * cell[1]) for cell in image]
                if inside.issuperset(cells) and (lit := is_group(cells)) != FALSE:
                    placed.append(lit)
                    for place in cells:
                        over[place].append(lit)
            view.out.require(Form.of((1, lit) for lit in placed), 0 if self.some else number, number)
        graph = self.graph.stated(view)
        for at, lit in zip(graph.places, graph.lits):
            if at is not None:
                view.out.clause((-lit, *over[at]))
        self._bar_far(view, graph, {form for orientations in forms.values() for form in orientations})

    def _bar_far(self, view: StatedView, graph: StatedGraph, forms: set[Shape]) -> None:
        """Implied: two joined cells are not both in groups if no piece has two cells in this position."""
        steps = {(b[0] - a[0], b[1] - a[1]) for form in forms for a in form for b in form}
        for i, j in graph.edges:
            a, b = graph.places[i], graph.places[j]
            if a is not None and b is not None and ((b[0] - a[0]) // 2, (b[1] - a[1]) // 2) not in steps:
                view.out.clause((-graph.lits[i], -graph.lits[j]))


def shape_of(drawing: str) -> Shape:
    """The cells of a drawing of # and ., with / between rows."""
    rows = enumerate(drawing.split("/"))
    return normalise((r, c) for r, row in rows for c, char in enumerate(row) if char == "#")


def drawing_of(shape: Shape) -> str:
    """The inverse of `shape_of`."""
    height, width = (1 + max(axis) for axis in zip(*shape))
    return "/".join("".join(".#"[(r, c) in shape] for c in range(width)) for r in range(height))


def _least_image(shape: Shape) -> Shape:
    """One for all that differ by turns and mirrors."""
    return min(images(shape, allowed_transforms(True, True).values()))
