"""What each ability of a family means, on every quick instance: a new family is held to it by its instances alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import combinations, islice, pairwise, product
from typing import Any, TypeVar, cast, get_args

import pytest

from tests.helpers import INSTANCES, broadly, made, shipped
from zenkai_solver.models.constraints import (
    Acyclic,
    Components,
    Constraint,
    Division,
    Lit,
    OnGraph,
    Reached,
    SingleLoop,
    is_true,
    literals,
    renamed,
)
from zenkai_solver.models.csp import Deferred, Model, Solution, restrict
from zenkai_solver.models.dissection.puzzle import Dissection
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.formula.puzzle import NONE
from zenkai_solver.models.genres.table import GENRES
from zenkai_solver.models.grid import EMPTY, OUTSIDE, TRANSFORMS
from zenkai_solver.models.loading import COMMON_KEYS, FAMILIES, loads
from zenkai_solver.models.packing.puzzle import Packing
from zenkai_solver.models.parsing import parse_yaml
from zenkai_solver.models.puzzle import (
    Encoding,
    Explained,
    Fact,
    Givable,
    Labelled,
    Laid,
    Puzzle,
    SideBySide,
    Sketched,
    Telling,
    Unsolved,
    copies_of,
)
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.core.pipeline import Prepared, prepare
from zenkai_solver.solvers.core.sources import restated
from zenkai_solver.solvers.engines.names import BACKENDS
from zenkai_solver.solvers.engines.table import auto, make

A = TypeVar("A")
FEW = 3  # solutions of an instance that are looked at
MOST = 400  # an instance with fewer solutions is quick
LONG = {  # seconds for the first solution
    *("nocrossings3x20", "onesided3x30", "gpcc2005-reverse", "gpcc2005-square"),
    *("carpet", "hole7", "hole9", "staircase9x16", "tori", "bigl48", "rings", "squares244"),
    *("little-killer", "full-rank", "x-sum", "king-knight-nonconsecutive", "domino14"),
}
ALL = {path.stem: shipped(path) for path in sorted(INSTANCES.rglob("*.yaml"))}
DEFAULT = {  # of each family; all instances of a family that is not here are in the default suite
    "packing": (
        *("dominoes4x4", "t-partial", "sizes123", "torus4x4", "faultfree5x6", "checkered4x8"),
        *("graatsma", "tetris4x7", "orientations4x5"),
    ),
    "sudoku": ("four", "six", "several", "thermo", "none"),
    "nonogram": ("domino3", "touching", "permutations4", "smallest-probing"),
    "dissection": ("ring", "staircase2x8"),
    "formula": ("colours", "waerden", "weights"),
}


DEFAULTS = {name for name, instance in ALL.items() if name in DEFAULT.get(instance.puzzle.family, ALL)}


def named(names: Iterable[str]) -> list[Any]:
    return broadly(names, DEFAULTS, LONG)


QUICK = [name for name, instance in ALL.items() if instance.expect.get("all", MOST) < MOST]
SOLVED = [name for name in QUICK if ALL[name].expect["all"]]
each = pytest.mark.parametrize("name", named(SOLVED))


def stages_of(prepared: Prepared) -> Iterator[Prepared]:
    """Each when it is asked for; the puzzle itself where there are none."""
    stages = prepared.stages()
    yield next(stages, ("", prepared))[1]
    yield from (stage for _, stage in stages)


def solved(prepared: Prepared, most: int | None) -> tuple[Puzzle, Model, list[Solution]]:
    """The first stage that has solutions, its model, and up to so many of them."""
    for stage in stages_of(prepared):
        if found := list(islice(stage.opened.solutions(), most)):
            return stage.instance.puzzle, stage.model, found
    return prepared.instance.puzzle, prepared.model, []


@cache
def of(name: str) -> tuple[Puzzle, Model, list[Solution]]:
    return solved(prepare(ALL[name], symmetry="all"), FEW)


def able(name: str, ability: type[A]) -> tuple[A, Model, list[Solution]]:
    puzzle, model, solutions = of(name)
    assert isinstance(puzzle, ability)
    return puzzle, model, solutions


def each_with(ability: type) -> pytest.MarkDecorator:
    """The instances of the families that have the ability, by their classes: no property is worked out."""
    asked = [member for base in ability.__mro__ for member in vars(base) if member[0] != "_"]
    able = (name for name in SOLVED if all(hasattr(type(ALL[name].puzzle), member) for member in asked))
    return pytest.mark.parametrize("name", named(able))


# ---- Encoding, Telling


@each_with(Encoding)
def test_a_board_is_encoded_as_the_solution_that_it_is(name: str) -> None:
    puzzle, _, solutions = able(name, Encoding)
    decode = cast(Puzzle, puzzle).decode
    assert [puzzle.encode(decode(solution)) for solution in solutions] == solutions


def shows(puzzle: Telling, board: Board, fact: Fact) -> bool:
    """Is the fact true on the board? From the words of `Fact` and `Copies` alone."""
    label, cells = fact
    if not cells:
        return label in {row.partition(":")[0] for row in board}
    own = {board[r][c] for r, c in cells}
    hidden, letters = copies_of(puzzle)
    if label in hidden:  # a whole piece under some letter
        return len(own) == 1 and own <= set(letters) and Counter("".join(board))[min(own)] == len(cells)
    return len(own) == 1 if label == "" else own == {label}


@each_with(Telling)
def test_a_fact_is_true_on_a_board_exactly_if_its_variable_is(name: str) -> None:
    puzzle, model, solutions = able(name, Telling)
    assert model.projection == tuple(range(1, len(puzzle.facts) + 1))
    assert len(set(puzzle.facts)) == len(puzzle.facts)
    for solution in solutions:
        board = cast(Puzzle, puzzle).decode(solution)
        assert tuple(v for v, fact in enumerate(puzzle.facts, 1) if shows(puzzle, board, fact)) == solution


# ---- Givable


def given(name: str, puzzle: Givable, facts: Sequence[Fact], text: str = "") -> tuple[str, Puzzle]:
    """The instance that the puzzle makes of these facts, as it is set."""
    own = restated(text or ALL[name].text, puzzle.with_clues(facts))
    return own, loads(own, name).puzzle


@each_with(Givable)
def test_the_literals_of_clues_hold_in_the_solution(name: str) -> None:
    """And not all of them in another one: together they state the board."""
    puzzle, model, solutions = able(name, Givable)
    decode = cast(Puzzle, puzzle).decode
    for solution in solutions:
        board = decode(solution)
        clues = puzzle.clues(board)
        assert len({clue.name for clue in clues}) == len(clues)
        lits = [lit for clue in clues for lit in clue.lits]
        assert {abs(lit) for lit in lits} <= set(model.projection)
        for other in solutions:
            assert all(is_true(lit, set(other)) for lit in lits) == (other == solution)
        if isinstance(puzzle, Telling):
            assert all(shows(puzzle, board, clue.fact) for clue in clues)


@each_with(Givable)
def test_what_is_given_is_added_to_what_is_given_already(name: str) -> None:
    """One clue, then half of the rest, then the others: each time just these are left, and the board stays right."""
    puzzle, _, solutions = able(name, Givable)
    board = cast(Puzzle, puzzle).decode(solutions[0])
    left = {clue.name: clue.fact for clue in puzzle.clues(board)}
    text, own = ALL[name].text, puzzle
    for number in (1, len(left) // 2, len(left)):
        more, left = dict(list(left.items())[:number]), dict(list(left.items())[number:])
        text, other = given(name, own, list(more.values()), text)
        assert isinstance(other, Givable)
        own = other
        assert {clue.name for clue in own.clues(board)} == set(left)
        assert list(other.violations(board)) == []
        assert symmetric(other, board), "a symmetry that does not keep the givens"
    assert exactly(text) == [board]


@each_with(Givable)
def test_all_clues_have_exactly_that_board(name: str) -> None:
    puzzle, _, solutions = able(name, Givable)
    for solution in solutions[1:]:
        board = cast(Puzzle, puzzle).decode(solution)
        assert exactly(given(name, puzzle, [clue.fact for clue in puzzle.clues(board)])[0]) == [board]


def exactly(text: str, most: int | None = 2) -> list[Board]:
    """The solutions of the instance, up to so many."""
    puzzle, _, found = solved(prepare(loads(text, "given"), symmetry="all"), most)
    return [puzzle.decode(solution) for solution in found]


def symmetric(puzzle: Puzzle, board: Board) -> bool:
    """Is each image of this solution a solution?"""
    return not any(any(puzzle.violations(image(board))) for image in puzzle.symmetries().maps)


# ---- Puzzle.symmetries: the largest group that keeps the model

Places = tuple[int, ...]  # of each cell where it goes


def of_the_square(puzzle: Any) -> Iterator[Places]:
    """Where nothing else is said: the transforms of the square that keep the region."""
    images = (puzzle.symmetries().region.image(transform) for transform in TRANSFORMS.values())
    yield from (image for image in images if image is not None)


def of_the_lattice(puzzle: Packing) -> Iterator[Places]:
    yield from (move.cells for move in puzzle.region.moves(puzzle.mirror))


def of_both_figures(puzzle: Dissection) -> Iterator[Places]:
    """A rotation of each figure; with `mirror` also a reflection of each at once."""
    names = [name for name in TRANSFORMS if puzzle.identify == "mirror" or "flip" not in name]
    for one, two in product(names, repeat=2):
        pair = puzzle.one.image(TRANSFORMS[one]), puzzle.two.image(TRANSFORMS[two])
        if pair[0] and pair[1] and ("flip" in one) == ("flip" in two):
            yield (*pair[0], *(len(pair[0]) + cell for cell in pair[1]))


def none_are_used(puzzle: Puzzle) -> Iterator[Places]:
    yield tuple(range(len(puzzle.symmetries().region.cells)))


MAPS: Mapping[str, Callable[[Any], Iterator[Places]]] = {
    "packing": of_the_lattice,
    "dissection": of_both_figures,
    "sudoku": none_are_used,  # which its paper says
    "formula": none_are_used,
}


def keeps(puzzle: Telling, model: Model, places: Places) -> bool:
    """Does the map of cells, with some permutation of labels, take the constraints of the model onto themselves?"""
    region = cast(Puzzle, puzzle).symmetries().region

    def moved(cells: Collection[tuple[int, int]]) -> frozenset[int]:
        return frozenset(places[region.index[cell]] for cell in cells)

    said: dict[str, dict[frozenset[int], int]] = {}
    for var, (label, cells) in enumerate(puzzle.facts, 1):
        said.setdefault(label, {})[frozenset(map(region.index.__getitem__, cells))] = var
    lying = {frozenset(own): label for label, own in said.items()}
    image = [0] * (len(puzzle.facts) + 1)
    for name, own in said.items():
        arrived = {moved(puzzle.facts[var - 1][1]): var for var in own.values()}
        label = name if arrived.keys() == own.keys() else lying.get(frozenset(arrived))
        if label is None:
            return False
        for cells, var in arrived.items():
            image[var] = said[label][cells]
    return same(model.constraints, [renamed(c, lambda lit: turned(image, lit)) for c in model.constraints])


def turned(image: Sequence[int], lit: Lit) -> Lit:
    return image[lit] if lit > 0 else -image[-lit]


def same(some: Collection[Constraint], others: Collection[Constraint]) -> bool:
    """As sets, the order of literals aside, and the end at which a line begins."""
    return set(map(normal, some)) == set(map(normal, others))


def normal(constraint: Any) -> object:
    if hasattr(constraint, "blocks"):
        return min((constraint.cells, constraint.blocks), (constraint.cells[::-1], constraint.blocks[::-1]))
    if isinstance(constraint, OnGraph):
        return type(constraint).__name__, graph(constraint)
    fields = {name: getattr(constraint, name) for name in type(constraint).__slots__ if name != "lits"}
    return type(constraint).__name__, tuple(sorted(literals(constraint))), str(fields)


def graph(own: OnGraph) -> object:
    """The same whatever the numbers of its nodes: which literals are neighbours, and what each has."""
    if isinstance(own, SingleLoop | Acyclic | Division):  # a literal per edge
        nodes = {node for edge in own.edges for node in edge}
        return frozenset(
            frozenset(lit for lit, edge in zip(own.lits, own.edges) if node in edge) for node in nodes
        )
    near = frozenset(frozenset((own.lits[a], own.lits[b])) for a, b in own.edges)
    match own:
        case Components(lits, _, weights, roots, lo, hi):
            return near, frozenset(zip(lits, weights)), frozenset(lits[root] for root in roots), lo, hi
        case Reached(lits, _, root, reached):
            return near, lits[root], frozenset(zip(lits, reached))
    return near, frozenset(own.lits)


def comparable(model: Model) -> bool:
    """Do all variables say something, so that the images of constraints are known?"""
    return len(model.projection) == model.size and not isinstance(model.constraints, Deferred)


def of_cells(puzzle: Telling) -> bool:
    return all(cells for _, cells in puzzle.facts)


@pytest.mark.parametrize("name", named(QUICK))
def test_the_group_is_the_largest_that_keeps_the_model(name: str) -> None:
    puzzle, model, solutions = of(name)
    family = puzzle.family
    candidates = set(MAPS.get(family, of_the_square)(puzzle))
    group = {element.cells for element in puzzle.symmetries().elements}
    assert group <= candidates
    if isinstance(puzzle, Telling) and comparable(model) and of_cells(puzzle):
        kept = {places for places in candidates if keeps(puzzle, model, places)}
        assert group >= kept
        assert group == kept or getattr(puzzle, "rules", ()), (
            "a rule may be stated by other constraints alike"
        )
    elif family in MAPS and family != "packing":
        assert group == candidates, "which keep every figure, as nothing is fixed"
    for solution in solutions:
        assert symmetric(puzzle, puzzle.decode(solution))


# ---- Unsolved, SideBySide, Laid, Sketched, Labelled

STYLES = get_args(Style)
NUMBER = re.compile(r"\d+")
# Keys of which no picture shows the numbers: rules in words.
UNDRAWN = {
    "formula": {"text"},  # a picture shows what is true, not the formula
    "genre": {"rules", "unknown"},  # a statement
    "packing": {"numbers", "orientations", "weights", "total", "holes", "free"},
    "sudoku": {"digits", "pattern"},
}
UNWRITTEN = {"sudoku": {"rules"}}  # in text: the names of rules, not their numbers


def pictures(puzzle: Any, board: Board) -> list[str]:
    """The puzzle as it is set, without an answer, or else with that one; as a picture and as text."""
    if isinstance(puzzle, Unsolved):
        return [puzzle.unsolved_svg(), *(puzzle.unsolved(style) for style in STYLES)]
    return [puzzle.svg(board), *(puzzle.render(board, style) for style in STYLES)]


@each_with(Givable)
def test_a_puzzle_is_drawn_with_its_givens(name: str) -> None:
    """With another clue given, the picture and the text are others."""
    puzzle, _, solutions = able(name, Givable)
    board = cast(Puzzle, puzzle).decode(solutions[0])
    clues = puzzle.clues(board)
    some = clues[:: len(clues) // 4 or 1]
    own = [cast(Any, puzzle), *(given(name, puzzle, [clue.fact])[1] for clue in some)]
    for drawings in zip(*(pictures(one, board) for one in own), strict=True):
        assert len(set(drawings)) == 1 + len(some)


def changed(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """The data with a number one greater or less, or two neighbours in a list or drawing exchanged, and where."""
    if isinstance(data, dict):
        for key in data:
            yield from (((*at, key), {**data, key: own}) for at, own in changed(data[key], at))
    elif isinstance(data, list):
        for i, item in enumerate(data):
            yield from ((at, [*data[:i], own, *data[i + 1 :]]) for at, own in changed(item, at))
        for i, (one, two) in enumerate(pairwise(data)):
            if one != two:
                yield (*at, "order"), [*data[:i], two, one, *data[i + 2 :]]
    elif isinstance(data, str):
        for found in NUMBER.finditer(data):
            for number in (int(found[0]) + 1, int(found[0]) - 1):
                yield at, f"{data[: found.start()]}{number}{data[found.end() :]}"
        for i, (a, b) in enumerate(pairwise(data) if "\n" in data else ()):
            if a != b and "\n" not in a + b:
                yield (*at, "order"), data[:i] + b + a + data[i + 2 :]
    elif isinstance(data, int) and not isinstance(data, bool):
        yield from ((at, number) for number in (data + 1, data - 1))


@each
def test_a_puzzle_is_drawn_with_its_clues(name: str) -> None:
    """With another number anywhere in the instance, if that makes another model, the picture is another."""
    family = ALL[name].puzzle.family
    for at, (drawings, numbers) in differences(name).items():
        text = not UNWRITTEN.get(family, set()) & {*at}
        assert numbers >= set(range(drawings) if text else [0]), f"{at}: drawn as with another"


@pytest.mark.parametrize("family", sorted({*FAMILIES} - {"formula"}))
def test_some_clues_of_each_family_are_changed(family: str) -> None:
    """So that the test above can fail."""
    assert any(differences(name) for name in SOLVED if name in DEFAULTS and ALL[name].puzzle.family == family)


@cache
def differences(name: str) -> Mapping[tuple[Any, ...], tuple[int, set[int]]]:
    """For each place of the instance how many drawings there are, and which of them some change there alters."""
    puzzle, _, solutions = of(name)
    family, board = puzzle.family, puzzle.decode(solutions[0])
    whole = parse_yaml(ALL[name].text).data
    data = {key: own for key, own in whole.items() if key not in COMMON_KEYS}
    data |= {"genre": whole["puzzle"]} if whole["puzzle"] in GENRES else {}
    own, differs = pictures(puzzle, board), dict[tuple[Any, ...], tuple[int, set[int]]]()
    for at, other in some_of_each(changed(data)):
        new = accepted(family, other)
        if new is not None and not UNDRAWN.get(family, set()) & {*at} and stated(new) != stated(puzzle):
            drawings = enumerate(zip(own, pictures(new, board), strict=True))
            differs.setdefault(at, (len(own), set()))[1].update(
                number for number, (one, two) in drawings if one != two
            )
    return differs


EACH = 8  # changes of each value


def some_of_each(changes: Iterator[tuple[tuple[Any, ...], Any]]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    tried = Counter[tuple[Any, ...]]()
    for at, other in changes:
        tried[at] += 1
        if tried[at] <= EACH:
            yield at, other


def accepted(family: str, data: dict[str, Any]) -> Puzzle | None:
    try:
        return cast(Puzzle, made(family, data))
    except InstanceError:
        return None


def stated(puzzle: Puzzle) -> object:
    model = puzzle.model()
    return set(map(str, model.names)), sorted(map(repr, model.constraints)), model.structure


@each_with(SideBySide)
def test_boards_that_differ_are_marked_side_by_side(name: str) -> None:
    puzzle, _, solutions = able(name, SideBySide)
    boards = [cast(Puzzle, puzzle).decode(solution) for solution in solutions]
    for one, two in product(boards[:1], boards[1:]):
        for style in STYLES:
            same, other = (
                [char for char in puzzle.side_by_side(pair, style) if char in puzzle.marks]
                for pair in ((one, one), (one, two))
            )
            assert len(other) > len(same)
        assert len({puzzle.side_by_side_svg(pair) for pair in ((one, one), (one, two), (two, one))}) == 3


@each_with(Laid)
def test_each_cell_has_a_place_on_the_page(name: str) -> None:
    """Each its own; those that are stated as given bear the same in every solution."""
    puzzle, _, solutions = able(name, Laid)
    region = cast(Puzzle, puzzle).symmetries().region
    layout = puzzle.layout
    assert len(set(layout.corners)) == len(layout.corners) == len(region.cells)
    boards = [cast(Puzzle, puzzle).decode(solution) for solution in solutions]
    for r, c in (region.cells[number] for number in layout.given):
        assert len({board[r][c] for board in boards}) == 1


@each_with(Sketched)
def test_a_sketch_of_a_whole_solution_is_its_board(name: str) -> None:
    puzzle, _, solutions = able(name, Sketched)
    assert set("".join(puzzle.sketch(()))) <= {EMPTY, OUTSIDE}
    for solution in solutions:
        assert puzzle.sketch(solution) == cast(Puzzle, puzzle).decode(solution)


@each_with(Labelled)
def test_boards_bear_the_symbols(name: str) -> None:
    puzzle, _, solutions = able(name, Labelled)
    boards = ["\n".join(cast(Puzzle, puzzle).decode(solution)) for solution in solutions]
    begin = "\n".join(puzzle.open_board)
    assert set(begin) - {*puzzle.symbols, OUTSIDE, "\n"}
    for board in boards:
        assert set(board) <= {*puzzle.symbols, OUTSIDE, "\n"}
        # What is given is the same in each solution; all else is open.
        assert all(at == value or at not in puzzle.symbols for at, value in zip(begin, board, strict=True))


@each_with(Explained)
def test_a_statement_has_the_solutions_of_the_puzzle(name: str) -> None:
    """Each of them, once, all in words; and a board with one variable otherwise is none."""
    puzzle, _, solutions = able(name, Explained)
    own = puzzle.statement()
    assert len(own.model.origins) >= len(own.model.constraints)
    assert None not in own.model.origins
    deciding = own.facts[: len(own.model.projection)]
    assert isinstance(puzzle, Telling)
    for solution in solutions[:1]:
        board = cast(Puzzle, puzzle).decode(solution)
        true = [shows(puzzle, board, fact) for fact in deciding]
        cube = tuple(v if own else -v for v, own in enumerate(true, 1))
        assert len(list(make("sat").solutions(restrict(own.model, cube)))) == 1


# ---- counts that do not rest on the model, or on one engine

TINY = {  # of each family a puzzle whose boards can all be tried, and the labels of its boards
    "packing": ("board: 2x3\npieces: dominoes\ncounts: any\nfill: partial\n", ".ABC"),
    "sudoku": ("size: 3x3\nbox: none\nrules: [thermo: [R1C1 R1C2]]\n", "123"),
    "nonogram": ("rows: [[1], [1], [1]]\ncolumns: [[1], [1], [1]]\n", ".#"),
    "dissection": ("from: 2x2\nto: 1x4\npieces: 2..3\n", "ABC"),
    "formula": ("format: cnf\ntext: |\n  p cnf 4 2\n  1 -2 0\n  2 3 -4 0\n", ""),
    "genre": ("genre: nurikabe\nclues: |\n  2..\n  ..?\n", ".#"),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_the_solutions_are_all_boards_that_keep_the_rules(family: str) -> None:
    """By trying every board: what the model loses, every run and what an instance `expect`s would lose too."""
    text, labels = TINY[family]
    instance = loads(f"puzzle: {family}\n{text}", "tiny")
    puzzle = instance.puzzle
    right = {board for board in every_board(puzzle, labels) if not any(puzzle.violations(board))}
    found = exactly(instance.text, None)
    assert len(found) == len(right) > 1
    assert set(found) == right


def every_board(puzzle: Puzzle, labels: str) -> Iterator[Board]:
    if isinstance(puzzle, Telling) and not of_cells(puzzle):
        names = [label for label, _ in puzzle.facts]
        yield from (own or NONE for n in range(len(names) + 1) for own in combinations(names, n))
        return
    region = puzzle.symmetries().region
    yield from map(region.board, product(labels, repeat=len(region.cells)))


def others(model: Model, than: str) -> Iterator[str]:
    """The engines that take the model, but for one."""
    for name in BACKENDS:
        if name != than:
            with suppress(Unsupported):
                make(name).open(model)
                yield name


@pytest.mark.parametrize("name", broadly(QUICK, DEFAULTS, set(QUICK) - DEFAULTS))
def test_another_engine_finds_what_the_instance_expects(name: str) -> None:
    """The numbers are no copy of what one engine has found."""
    _, model, _ = of(name)
    engine = next(others(model, auto(model)[0].backend.name))
    assert len(set(make(engine).solutions(model))) == ALL[name].expect["all"]
