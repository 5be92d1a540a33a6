"""The names of steps: only where rules and facts have that form; the same as HoDoKu's; in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from scripts.techniques import SAME, compared, puzzles
from tests.helpers import INSTANCES, made
from zenkai_solver.models.loading import load
from zenkai_solver.models.sudoku.notation import RULES
from zenkai_solver.solvers.explanations.checking import StepChecker
from zenkai_solver.solvers.explanations.direct import RuleQueue
from zenkai_solver.solvers.explanations.filled import partly_filled
from zenkai_solver.solvers.explanations.kinds import KINDS
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.paths import ChainPath
from zenkai_solver.solvers.explanations.patterns import OpenCandidates
from zenkai_solver.solvers.explanations.propagators import DistinctCells
from zenkai_solver.solvers.explanations.rating import StepKinds
from zenkai_solver.solvers.explanations.search import StepSearch, deductions, explanation
from zenkai_solver.solvers.explanations.shown import facts_words
from zenkai_solver.solvers.explanations.steps import SolvingStep
from zenkai_solver.solvers.explanations.techniques import Units
from zenkai_solver.solvers.explanations.telling import ToldSteps
from zenkai_solver.solvers.explanations.theory import Theory, theory_of
from zenkai_solver.solvers.explanations.wording import Wording


def sudoku(line: str) -> Theory:
    return theory_of(made("sudoku", {"grid": "\n".join(line[i : i + 9] for i in range(0, 81, 9))}))


def test_a_name_is_lost_where_a_fact_is_left_out() -> None:
    theory = sudoku(next(puzzles((), 1, 2)))
    units, lost = Units(theory), Counter[str]()
    for step in explanation(theory).steps:
        named = units.technique(step)
        if named is None or named.name in ("chain", "colouring"):
            continue
        for fact in step.because:
            less = units.technique(replace(step, because=tuple(set(step.because) - {fact})))
            assert less is None or less.name in ("chain", "hidden single", "naked single"), named.name
            assert less is None or less.name != named.name, named.name
        lost[named.name] += 1
    assert len(lost) >= 3
    assert sum(lost.values()) > 40


def test_a_step_by_another_rule_has_no_name_of_sudokus() -> None:
    theory = theory_of(load(INSTANCES / "sudoku/killer.yaml").puzzle)
    number = next(i for i, rule in enumerate(theory.rules) if rule.technique == "killer cage sum")
    step = SolvingStep("rule", (number,), (), (-1,), "least")
    assert Units(theory).technique(step) is None
    assert Wording(theory).name(step) == "killer cage sum"
    assert Wording(theory).line(step).startswith("killer cage sum at R")


def test_a_name_that_the_rule_has_is_told_once() -> None:
    theory = theory_of(load(INSTANCES / "sudoku/renban.yaml").puzzle)
    number = next(i for i, rule in enumerate(theory.rules) if rule.technique == "renban")
    step = SolvingStep("rule", (number,), (), (-1,), "least")
    assert Wording(theory).name(step) == "renban"
    assert Wording(theory).line(step).startswith("renban at R")


def test_many_cells_in_a_line_are_told_by_their_ends() -> None:
    theory = theory_of(made("sudoku", {"size": "9x9", "rules": [{"palindrome": ["R3C1-R3C9"]}]}))
    number = next(i for i, rule in enumerate(theory.rules) if rule.technique == "palindrome")
    told = Wording(theory).line(SolvingStep("rule", (number,), (), (-1,), "least"))
    assert told.startswith("palindrome at R3C1 to R3C9: ")


def test_each_rule_has_a_name_of_its_own() -> None:
    names: dict[str, set[str]] = {}
    for path in (path for name in RULES if (path := INSTANCES / f"sudoku/{name}.yaml").exists()):
        for rule in load(path).puzzle.rules:
            if origin := rule.origin(rule.area()):
                names.setdefault(origin.technique, set()).add(rule.name)
    assert len(names) > 45
    assert {name: kinds for name, kinds in names.items() if len(kinds) > 1} == {}


def test_hodoku_names_the_same() -> None:
    pytest.importorskip("hodoku", reason="hodoku-py asks for Python 3.11")
    pairs = Counter(pair for line in puzzles((), 1, 2) for pair in compared(line))
    same = sum(count for (theirs, ours), count in pairs.items() if ours in SAME.get(theirs, ()))
    assert len({name for name, _ in pairs}) > 3
    assert same > 50
    assert same >= 0.95 * pairs.total()


def test_strong_links_with_several_far_ends_have_the_name_of_those_with_one() -> None:
    """Its skyscraper states less than HoDoKu's: the 2 of column 4 is in row 2 or box 8."""
    pytest.importorskip("hodoku", reason="hodoku-py asks for Python 3.11")
    line = "050008000000006300034500010000001008100000007580790030600007040079005000040100000"
    assert ("Skyscraper", "skyscraper") in set(compared(line))


@pytest.mark.parametrize(
    ("line", "named"),
    [
        (
            "069038000001005940000000300000701005000080000008054010050000000070340090090000720",
            {("W-Wing", "W-wing"), ("Empty Rectangle", "empty rectangle")},
        ),
        (
            "000000900008490720020003005003100000200300004460000000609000200500700000034500007",
            {("Empty Rectangle", "empty rectangle")},
        ),
        (
            "700000004030009080008000956061000000200300000900700000020840000800027049004000600",
            {("Empty Rectangle", "empty rectangle")},
        ),
        (
            "007028000000100000089370100600000037020501900000004080802900705500000000090000600",
            {("XY-Chain", "XY-chain"), ("Simple Colors Trap", "colouring")},
        ),
        (
            "000004000710320000608500200009000000072860500800009300000056940006907000000030000",
            {("2-String Kite", "two-string kite")},
        ),
        pytest.param(
            "080090500600000040753006100029300000000600070007005000005800000000002400000400796",
            {("Remote Pair", "remote pair")},
            marks=pytest.mark.broad,
        ),
    ],
)
def test_patterns_of_cells_with_two_values_and_of_one_value_have_hodokus_names(
    line: str, named: set[tuple[str, str]]
) -> None:
    pytest.importorskip("hodoku", reason="hodoku-py asks for Python 3.11")
    assert named <= set(compared(line))


@pytest.mark.parametrize("beside", [False, True])
def test_a_fish_has_all_places_of_its_units_in_the_others(beside: bool) -> None:
    """Rows 2 and 3 have their 1s in two windows each, and the first one perhaps also beside them."""
    theory = theory_of(made("sudoku", {"size": "9x9", "rules": ["windoku"]}))
    places = {1: (0, 1, 5) if beside else (1, 5), 2: (2, 6)}  # columns of these rows
    ones = {cell: bearing["1"][0] for cell, bearing in theory.bearing.items()}
    known = [-ones[r, c] for r, left in places.items() for c in range(9) if c not in left]
    with Oracle(theory) as oracle:
        search = StepSearch(theory, oracle)
        state = search.context.state(known)
        fish = [*OpenCandidates.of(search.patterns, state.known).fish(2)]
        assert bool(fish) != beside
        for pattern in fish:
            assert not any(oracle.fits(pattern.rules, (*state.basis, -lit)) for lit in pattern.follows)


def test_a_w_wing_is_told_with_the_cells_that_matter() -> None:
    line = "000029075500130000063000000200000007179005040000906020021000800030004000000000004"
    theory = sudoku(line)
    told = [Wording(theory).line(step) for step in explanation(theory).steps]
    (wing,) = (words for words in told if words.startswith("W-wing"))
    assert wing == (
        "W-wing: 9 of row 4 is in R4C7 or R4C8, so that R3C8 and R9C7 are not both 9, and one is 1: "
        "R8C8 is not 1"
    )


def test_three_cells_are_told_before_the_two_values_of_others() -> None:
    cells = tuple(tuple(range(1 + 5 * i, 6 + 5 * i)) for i in range(5))
    triple = {cell[value] for cell in cells[:3] for value in (3, 4)}  # so 4 and 5 lie in the last two cells
    rule = DistinctCells(cells, lambda known: [])
    about = {var for cell in cells[:3] for var in cell}
    ((excluded, named),) = rule.sets({-var for var in triple})
    assert named == about
    assert excluded == [-cell[value] for cell in cells[3:] for value in (0, 1, 2)]


def test_cells_of_another_unit_are_told_before_two_values_that_exclude_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three cells of a box exclude what two values of a column do: a naked triple, as HoDoKu says."""
    line = "000008000080105000032600005000407603000000090000000004007004009100000020059010360"
    theory = sudoku(line)
    names = Counter(Wording(theory).name(step) for step in explanation(theory).steps)
    monkeypatch.setattr(RuleQueue, "_cells_for", lambda *_: None)
    before = Counter(Wording(theory).name(step) for step in explanation(theory).steps)
    naked = ("naked pair", "naked triple")
    assert sum(names[name] for name in naked) > sum(before[name] for name in naked)
    assert names["hidden pair"] < before["hidden pair"]


def test_cells_without_the_same_values_are_told_together() -> None:
    theory = theory_of(made("sudoku", {"size": "4x4"}))
    lits = [theory.bearing[0, column][digit][0] for column, digit in ((0, "1"), (1, "3"), (2, "1"), (1, "4"))]
    assert facts_words(theory, [-lit for lit in lits]) == ["R1C1 R1C3≠1", "R1C2≤2"]
    some = [theory.bearing[0, column][digit][0] for column, digit in ((0, "1"), (0, "2"), (1, "2"), (1, "4"))]
    assert facts_words(theory, [-lit for lit in some]) == ["R1C1≥3", "R1C2≠2,4"]
    nine = theory_of(made("sudoku", {"size": "9x9"}))
    many = [nine.bearing[0, 0][digit][0] for digit in "234567"]
    assert facts_words(nine, [-lit for lit in many]) == ["R1C1=1 or 8 or 9"]
    assert facts_words(nine, [-lit for lit in many[1:]]) == ["R1C1≠3,4,5,6,7"]
    ones = [-bearing["1"][0] for bearing in theory.bearing.values()]
    assert facts_words(theory, ones)[0].endswith("R3C1 R3C2 R3C3 ... R4C4≠1")


def test_sides_with_the_same_line_are_told_together() -> None:
    theory = theory_of(load(INSTANCES / "genres/slitherlink.yaml").puzzle)
    named = {theory.name(cells[0]): var for var, (_, cells) in theory.facts.items()}
    right, lower = (named[f"the {side} side of R1C1"] for side in ("right", "lower"))
    lits = [right, named["the right side of R1C2"], -lower]
    told = ["a line on the right side of R1C1 R1C2", "no line on the lower side of R1C1"]
    assert facts_words(theory, lits) == told


def test_what_is_on_a_layer_of_a_genre_is_told_by_its_name() -> None:
    theory = theory_of(load(INSTANCES / "genres/yajilin.yaml").puzzle)
    named = {theory.name(cells[0]): var for var, (_, cells) in theory.facts.items()}
    shaded, other, line = (
        named[f"{place}"] for place in ("R1C1 (shade)", "R1C2 (shade)", "the right side of R1C1 (line)")
    )
    told = ["a shade in R1C1", "no shade in R1C2", "no line on the right side of R1C1"]
    assert facts_words(theory, [shaded, -other, -line]) == told


@pytest.mark.parametrize(
    ("genre", "place", "told"),
    [
        ("hashikake", "the right side of R1C1 (second)", "a second bridge on the right side of R1C1"),
        ("shugaku", "R1C1 (aisle)", "an aisle in R1C1"),
    ],
)
def test_what_is_on_a_layer_reads_well(genre: str, place: str, told: str) -> None:
    theory = theory_of(load(INSTANCES / f"genres/{genre}.yaml").puzzle)
    fact = next(var for var, (_, cells) in theory.facts.items() if theory.name(cells[0]) == place)
    assert facts_words(theory, [fact]) == [told]


def test_two_bridges_are_told_as_two_and_none_as_none() -> None:
    theory = theory_of(load(INSTANCES / "genres/hashikake.yaml").puzzle)
    named = {theory.name(cells[0]): var for var, (_, cells) in theory.facts.items()}
    sides = ("the right side of R1C1", "the lower side of R1C1", "the right side of R2C2")
    lits = [named[f"{side} (bridge)"] for side in sides[:2]]
    lits += [named[f"{sides[0]} (second)"], -named[f"{sides[1]} (second)"]]
    lits += [-named[f"{sides[2]} ({layer})"] for layer in ("bridge", "second")]
    assert facts_words(theory, lits) == [
        "a bridge on the lower side of R1C1",
        "no bridge on the right side of R2C2",
        "no second bridge on the lower side of R1C1",
        "two bridges on the right side of R1C1",
    ]


@pytest.mark.parametrize("size", [2, 4, 5, 7, 8])
def test_no_step_of_one_unit_of_nine_cells_is_but_a_single_or_a_small_set(size: int) -> None:
    """That --hardest large-set and one-rule are refused rests on it: cells in a row with as many values."""
    puzzle = made("sudoku", {"size": "9x9"})
    row = " ".join(["123456789"[:size]] * size + ["."] * (9 - size))
    board = "/".join([row, *[" ".join("." * 9)] * 8])
    theory = theory_of(puzzle)
    theory = partly_filled(puzzle, theory, board).of(theory)
    with Oracle(theory) as oracle:
        step = next(deductions(theory, oracle))
    kind = StepKinds(theory).kind(step)
    assert kind != "one rule"
    assert KINDS.index(kind) < KINDS.index("large set")


def test_a_long_list_of_rules_and_a_long_chain_are_told_in_short() -> None:
    nonogram = theory_of(load(INSTANCES / "nonogram/domino6.yaml").puzzle)
    step = SolvingStep("subset", (0, 2, 4, 14), (), (1,), "found")
    assert Wording(nonogram).line(step) == (
        "if R1C1=., rows 1, 3 and 5 and column 2 do not fit together; so R1C1=#"
    )
    theory = sudoku("." * 81)
    way = ChainPath(true=tuple(range(1, 30)), places=(0,))
    step = SolvingStep("chain", (0, 1), (), (-1,), "found", ways=(way,))
    words = Wording(theory).line(step)
    assert words.startswith("chain: if R1C1=1, then R1C1=2, R1C1=3, ")
    assert ", 16 more values, " in words
    assert words.endswith("so R1C1 is not 1")


def test_a_rule_of_a_genre_is_told_once_with_its_places() -> None:
    theory = theory_of(load(INSTANCES / "genres/starbattle.yaml").puzzle)
    assert Wording(theory).line(explanation(theory).steps[0]) == (
        "no two stars touch (the 2x2 at R1C2; the 2x2 at R1C3); each row and column has the given number of "
        "stars (row 1); each region has the given number of stars (the room of R1C4), so R1C3=."
    )
    (rule,) = (
        i for i, origin in enumerate(theory.rules) if origin.words == "no two stars touch (the 2x2 at R1C2)"
    )
    (star, *others) = (theory.bearing[cell]["*"][0] for cell in ((0, 1), (0, 2), (1, 1), (1, 2)))
    step = SolvingStep("rule", (rule,), (star,), tuple(-other for other in others), "least")
    assert (
        Wording(theory)
        .line(step)
        .startswith("no more than 1: no two stars touch (the 2x2 at R1C2), with R1C2=*")
    )


def test_dots_of_a_genre_are_told_where_they_are_used_and_what_a_sign_forbids_is_not() -> None:
    """As marks of a sudoku: a shaded cell excludes its neighbours; the last dots, which nothing needs, are told
    one by one where solutions differ, and in a hint, else together.
    """
    theory = theory_of(load(INSTANCES / "genres/heyawake.yaml").puzzle)
    steps = explanation(theory).steps
    assert not any(
        "no two" in theory.rules[rule].words for step in steps if len(step.rules) == 1 for rule in step.rules
    )
    for number, step in enumerate(steps):
        later = {fact for other in steps[number + 1 :] for fact in other.because}
        assert max(step.follows) > 0 or later.intersection(step.follows)
    with Oracle(theory) as oracle:
        search = StepSearch(theory, oracle)
        shades = {lit for lit in search.values if lit > 0}
        assert shades == {lit for step in steps for lit in step.follows if lit > 0}
    with Oracle(theory) as oracle:
        assert len(list(StepSearch(theory, oracle, soon=True).told())) > len(steps)
    with Oracle(theory) as oracle, StepChecker(theory) as checker:
        search = StepSearch(theory, oracle)
        *_, last = search.told(last=True)
        assert max(last.follows) < 0
        assert list(checker.faults(last)) == []
        assert len(list(search.told(last=True))) == len(steps) + 1


def test_dots_by_one_rule_at_several_places_are_told_together() -> None:
    theory = theory_of(load(INSTANCES / "genres/tents.yaml").puzzle)
    with Oracle(theory) as oracle, StepChecker(theory) as checker:
        first, *_ = StepSearch(theory, oracle).told()
        assert list(checker.faults(first)) == []
    assert (
        Wording(theory).line(first)
        == "beside each tent is a tree (R1C1; R2C1; R4C1), so R1C1=., R2C1=., R4C1=."
    )


def test_a_step_is_not_told_together_with_one_that_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ToldSteps, "_head", lambda self, step: "a rule")
    one, other, needing = (
        SolvingStep("rule", (rule,), because, (-rule,), "minimal")
        for rule, because in ((1, ()), (2, ()), (3, (-1,)))
    )
    told: ToldSteps = object.__new__(ToldSteps)
    assert told._alike([one, other, needing]) == [[one, other], [needing]]


def test_what_a_rule_forbids_is_not_called_the_last_one_left() -> None:
    theory = theory_of(load(INSTANCES / "genres/tapa.yaml").puzzle)
    lines = [Wording(theory).line(step) for step in explanation(theory).steps]
    assert "no 2x2 is all shaded (the 2x2 at R3C4), with R3C4=#, R3C5=#, R4C4=#, so R4C5=." in lines
    assert lines[0].startswith("numbers are the lengths of the blocks around their cell (R1C1: 3), so ")


def test_many_ways_of_a_piece_are_counted() -> None:
    theory = theory_of(dict(load(INSTANCES / "dissection/ring.yaml").puzzle.stages())["2 pieces"])
    moves = [var for var, (label, _) in theory.facts.items() if label.startswith("A moves: ")]
    told = [f"9 of the {len(moves)} ways to lay A in figure 2 are out"]
    assert facts_words(theory, [-var for var in moves[:9]]) == told
    (few,) = facts_words(theory, [-var for var in moves[:2]])
    assert few.startswith("A moves: not (")


SQUARES = {"board": "####\n####", "pieces": ["tetrominoes O"], "counts": "any"}


def test_copies_of_a_piece_lie_nowhere_else() -> None:
    theory = theory_of(made("packing", SQUARES))
    told = [Wording(theory).line(step) for step in explanation(theory).steps]
    assert told == [
        "only one piece fits: only O fits the corner R1C1: O on R1C1+R1C2+R2C1+R2C2",
        "only one piece fits: only O fits the corner R1C3: O on R1C3+R1C4+R2C3+R2C4",
    ]


def test_several_cells_and_pieces_are_told_together() -> None:
    pieces = ["tetrominoes IO", "dominoes"]
    theory = theory_of(made("packing", {"board": "#####\n#####", "pieces": pieces}))
    covered = [i for i, rule in enumerate(theory.rules) if rule.cells][:2]
    (lies,) = (i for i, rule in enumerate(theory.rules) if rule.words == "piece I is used once")
    wording, last = Wording(theory), max(theory.facts)
    line = wording.line(SolvingStep("subset", (*covered, lies), (), (-last,), "found"))
    assert line.startswith("no room: D on ")
    assert line.endswith(" would leave no way to cover R1C1 and R2C1 and to place I")
    clash = SolvingStep("rule", covered[:1], (), (), "found")
    assert wording.line(clash) == "no room: R1C1 must be covered, so that is impossible"


@pytest.mark.parametrize(
    ("line", "lost"),
    [
        (
            "700210004400600000080400002305004200040080013000060000900000520000000006503800900",
            {"W-wing": "chain", "XY-chain": "chain"},
        ),
        (
            "000006900970503100506000000007000000640300000000005469005800003000907040001000790",
            {"X-chain": "chain", "turbot fish": "empty rectangle"},
        ),
        (
            "000003600600270014000900000007000500200010000100408200706000000803600090040000003",
            {"XY-wing": "XYZ-wing"},
        ),
    ],
)
def test_a_step_keeps_its_form_where_a_part_of_it_is_told(line: str, lost: dict[str, str]) -> None:
    """`lost`: of steps that were found, the names that the least facts of what is told would have."""
    theory, found, others = sudoku(line), list[SolvingStep](), dict[str, str]()
    name = Wording(theory).name

    def searched(search: StepSearch) -> Iterator[SolvingStep]:
        for step in search.steps():
            found.append(step)
            yield step

    with Oracle(theory) as oracle, StepChecker(theory) as checker:
        search = StepSearch(theory, oracle)
        context = search.context
        for step in ToldSteps(context, search.start).steps(searched(search)):
            assert list(checker.faults(step)) == []
            (source,) = (one for one in found if set(step.follows) <= set(one.follows))
            assert name(step) == name(source)
            facts = step.because
            if least := context.step(step.level, step.rules, context.state(facts), step.follows, facts):
                others[name(step)] = name(least)
    assert lost.items() <= others.items()


def test_a_naked_single_names_the_few_values_that_were_left() -> None:
    theory = theory_of(made("sudoku", {"size": "9x9"}))
    cell = {label: variables[0] for label, variables in theory.bearing[0, 0].items()}
    others = [theory.bearing[0, column][digit][0] for column, digit in ((4, "8"), (5, "9"))]
    row = next(i for i, rule in enumerate(theory.rules) if rule.words.startswith("row 1 "))
    known = tuple(sorted([*(-cell[digit] for digit in "234567"), *others]))
    step = SolvingStep("rule", (row,), known, (cell["1"],), "least")
    assert (
        Wording(theory).lines(1, step) == "1. naked single: R1C1=1, of 1, 8, 9 the other digits are in row 1"
    )
