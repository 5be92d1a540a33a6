"""Explain how a puzzle is solved step by step, why it has no solution, or why a cell has a value.

    zenkai explain X.yaml --steps
    zenkai explain X.yaml --rate
    zenkai explain X.yaml --spare
    zenkai explain X.yaml --none
    zenkai explain X.yaml --why R5C3=9
    zenkai explain X.yaml --board 12../..../..../.... --hint

The default is --steps. Each step is checked by another solver before it is shown. A CELL is R5C3 or C5
(column, row), a BOARD its rows joined by `/`.
Exit codes: 0 the question is answered, 2 bad input, 3 cut short by the time limit, 130 Ctrl-C.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from textwrap import indent
from typing import Any

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.puzzle import Located, Naming, Noted, Puzzle, SideBySide
from zenkai_solver.models.render.several import beside, differing, sheet, stack
from zenkai_solver.models.render.svg import caption
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.core.command import (
    COMPLETE,
    Parser,
    Refused,
    command,
    interruptible,
    leave,
    positive_int,
    put,
    say,
    seconds,
    stop_on_signals,
    whole_number,
)
from zenkai_solver.solvers.core.deadlines import NEVER, STOPPED, Deadline, Interrupted
from zenkai_solver.solvers.core.display import style_for
from zenkai_solver.solvers.core.progress import waiting
from zenkai_solver.solvers.core.sources import read_source
from zenkai_solver.solvers.explanations import shown
from zenkai_solver.solvers.explanations.checking import StepChecker, check
from zenkai_solver.solvers.explanations.filled import (
    PartlyFilled,
    board_of,
    entries_on,
    is_full,
    partly_filled,
)
from zenkai_solver.solvers.explanations.hints import Fault, Hint, faults, hint
from zenkai_solver.solvers.explanations.marks import SilentMarks
from zenkai_solver.solvers.explanations.none import Core, Drop, LeastSize, why_none
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.possible import LIMIT, Partial, Possible, Stuck, by_cell, possible
from zenkai_solver.solvers.explanations.rating import LEGEND as RATED
from zenkai_solver.solvers.explanations.rating import (
    MOST_LOOKS,
    WEIGHTS,
    StepKinds,
    explained_within,
    rating,
)
from zenkai_solver.solvers.explanations.reasons import why
from zenkai_solver.solvers.explanations.search import StepSearch, Unfinished, works
from zenkai_solver.solvers.explanations.spare import Dispensable, MinimalPuzzle, SpareSoFar, dispensable
from zenkai_solver.solvers.explanations.steps import KnownFacts, SolvingStep
from zenkai_solver.solvers.explanations.sums import Counting
from zenkai_solver.solvers.explanations.theory import MOST_FACTS, Theory, stage_with_solution, theory_of
from zenkai_solver.solvers.explanations.trials import choice, pace
from zenkai_solver.solvers.explanations.wording import LEGEND, Wording
from zenkai_solver.solvers.kernels.warmup import compile_missing
from zenkai_solver.solvers.solution_files.output import make_sure, write_text

UNDECIDED = "no value is the same in all solutions"
Line = dict[str, Any]  # a line of JSON
Answered = Iterator[tuple[Line, str]]  # lines of the answer, as JSON and as text


@dataclass(frozen=True)
class ExplainOptions:
    """The options of the command line."""

    instance: str
    steps: bool
    none: bool
    why: str | None
    why_not: str | None
    candidates: bool
    rate: bool
    spare: bool
    board: str | None
    hint: int | None
    quiet_hint: bool
    limit: int
    json: bool
    format: str
    svg: Path | None
    time_limit: float | None


def parser() -> Parser:
    p = Parser(
        prog="zenkai explain",
        usage="zenkai explain INSTANCE [OPTION ...]",
        description="Explain a puzzle: its solution in steps, a single value, or why it has no solution.",
    )
    p.add_argument("instance", metavar="INSTANCE", help="a file, a link, or the name of a shipped instance")
    p.add_argument(
        "--steps",
        action="store_true",
        help="the steps from the givens to what all solutions share; the default",
    )
    p.add_argument(
        "--none", action="store_true", help="why there is no solution, and which givens or rules to drop"
    )
    p.add_argument(
        "--why",
        metavar="FACT",
        help="why a fact such as R1C2=3 holds or does not; R1C1+R1C2 for an edge of a loop",
    )
    p.add_argument(
        "--why-not",
        metavar="BOARD",
        help="which rules the board breaks: rows joined by /, or a file; . is an open cell",
    )
    p.add_argument(
        "--candidates", action="store_true", help="the values of each cell that occur in a solution"
    )
    p.add_argument(
        "--rate", action="store_true", help="how hard the steps are: a score, and what it is made of"
    )
    p.add_argument(
        "--spare",
        action="store_true",
        help="which givens, clues and rules can go, one by one, with the solution still unique",
    )
    p.add_argument(
        "--board",
        metavar="BOARD",
        help="begin at this partly filled board: rows joined by /, or a file; . is an open cell; with spaces "
        "between cells 24 are pencil marks",
    )
    p.add_argument(
        "--hint",
        type=whole_number,
        nargs="?",
        choices=range(1, 4),
        const=1,
        metavar="N",
        help="what follows next: 1 where to look, 2 by which rules, 3 the step; or what is wrong",
    )
    p.add_argument("--quiet-hint", action="store_true", help="with --hint, do not say what is wrong")
    p.add_argument("--limit", type=positive_int, default=LIMIT, metavar="N", help="count solutions up to N")
    p.add_argument("--json", action="store_true", help="print JSON lines")
    p.add_argument("--format", choices=["words", "text"], default="words", help="text: draw each step")
    p.add_argument(
        "--svg",
        type=Path,
        metavar="FILE",
        help="write a picture of all steps, with what is new in red frames",
    )
    p.add_argument("--time-limit", type=seconds, metavar="S", help="give up after S seconds")
    return p


@command
def main(argv: Sequence[str] | None = None) -> int:
    options = ExplainOptions(**vars(parser().parse_args(argv)))
    given = vars(options)
    asked = [answer for name, answer in ANSWERS.items() if given[name] not in (None, False)] or [_steps]
    with stop_on_signals() as deadline_of:
        deadline = deadline_of(options.time_limit)
        with interruptible(deadline):
            instance = read_source(options.instance)[0]
        stage, puzzle = "", instance.puzzle
        if asked != [_why_not]:
            stage, puzzle = stage_with_solution(instance, deadline)
        lines = [({"stage": stage}, f"{stage}: the least number that works")] if stage else []
        with interruptible(deadline):
            if asked == [_none] and isinstance(puzzle, Naming):
                puzzle = puzzle.with_named_givens(MOST_FACTS)
            plain = theory = theory_of(puzzle)
        if options.board is not None:
            theory = partly_filled(puzzle, plain, options.board).of(plain)
        if not {_steps, _rate, _hint}.isdisjoint(asked):
            compile_missing(works(theory))
        answers = (
            answer(puzzle, plain if answer is _hint else theory, options, deadline) for answer in asked
        )
        with waiting("still at work on the next line", partial(say, stream=sys.stderr)) as restart:
            for line, text in chain(lines, chain.from_iterable(answers)):
                say(json.dumps(line, ensure_ascii=False)) if options.json else put(text)
                restart()
    return COMPLETE


Answer = Callable[[Puzzle, Theory, ExplainOptions, Deadline], Answered]


# ---- steps


def _steps(puzzle: Puzzle, theory: Theory, options: ExplainOptions, deadline: Deadline) -> Answered:
    if options.svg:
        make_sure(options.svg)
    pictures: dict[int, str] = {}  # by the number of the step
    number, wording, claims, undecided = 0, Wording(theory), Counter[str](), False
    chosen: tuple[int, ...] = ()
    try:
        with explaining(puzzle, theory, deadline) as told:
            search = told.search
            chosen = choice(theory, search.goal)
            undecided = bool(search.needed) and search.values <= {*search.start}
            if undecided and options.time_limit is None:
                search.refuting = False
            elif undecided:
                search.paced = None
            if undecided:
                line, text = _with_choice(theory, chosen, {"undecided": True}, UNDECIDED)
                yield line, text if search.context.sure else f"{text}; others may be, too"
                chosen = ()
            for new, step in told.steps():
                line, text = _step(wording, told.drawing, options, new, step, pictures)
                head = "the steps say what no solution has\n"
                yield line, f"{head}{text}" if undecided and new == 1 else text
                number = new
                claims[step.claim] += 1
            left = len(theory.deciding) - len(search.needed)
    except Interrupted as cut:
        if pictures:
            _write(options.svg, pictures)
        where = f", in {options.svg}" if pictures else ""
        text = f"not finished: {_number(number)} so far{where}"
        cut_short: Line = {"unfinished": {"steps": number}}
        if isinstance(cut, Stuck):
            cut_short["trial"] = shown.fact_words(theory, cut.value)
            text += f"; {_tried(cut_short['trial'], cut.right)}"
        yield _with_choice(theory, chosen if str(cut) != STOPPED else (), cut_short, text)
        raise
    ending = _with_choice(theory, chosen, {"steps": number, "open": left}, _ending(number, left))
    yield ending[0], "\n".join([ending[1], *_legend(claims), *_reading(puzzle)])
    if options.svg and not pictures:
        raise Refused(f"{options.instance}: there are no steps that can be drawn")
    _write(options.svg, pictures)


def _tried(value: str, right: bool) -> str:
    return f"a person tries a value here, as {value}, which is {'right' if right else 'in a solution'}"


def _with_choice(theory: Theory, chosen: Sequence[int], line: Line, text: str) -> tuple[Line, str]:
    """The end of the answer, with what can be chosen, if solutions differ."""
    if not chosen:
        return line, text
    listed = [shown.fact_words(theory, var) for var in chosen]
    return {**line, "choose": listed}, f"{text}; {shown.choice_words(theory, chosen)}"


def _step(
    wording: Wording,
    drawing: StepDrawing,
    options: ExplainOptions,
    number: int,
    step: SolvingStep,
    pictures: dict[int, str],
) -> tuple[Line, str]:
    """The step as JSON or in words; its picture is added to `pictures`."""
    text = "" if options.json else wording.lines(number, step)
    if options.svg or (options.format == "text" and not options.json):
        drawn = drawing.drawn(step)
        if options.svg and drawn:
            pictures[number] = drawn.svg
        text += f"\n{drawn.text}" if options.format == "text" and drawn else ""
    return wording.json(number, step) if options.json else {}, text


def _write(path: Path | None, pictures: Mapping[int, str]) -> None:
    if path:
        parts = ((caption(str(number)), picture) for number, picture in pictures.items())
        write_text(path, stack([*chain.from_iterable(parts)]))


@dataclass(frozen=True)
class Explaining:
    """A search for steps, what checks them, and what draws them."""

    search: StepSearch
    checker: StepChecker
    drawing: StepDrawing

    def steps(self) -> Iterator[tuple[int, SolvingStep]]:
        """The steps that are told with their numbers from 1, each checked. Raises Interrupted."""
        for number, step in enumerate(self.search.told(last=True), 1):
            check(self.checker, number, step)
            yield number, step


@contextmanager
def explaining(puzzle: Puzzle, theory: Theory, deadline: Deadline) -> Iterator[Explaining]:
    """What explains the puzzle within the deadline, each step with bounded work."""
    paced = pace(theory, deadline)
    with Oracle(theory, paced) as oracle, StepChecker(theory, deadline) as checker:
        search = StepSearch(theory, oracle, paced)
        yield Explaining(search, checker, StepDrawing(puzzle, theory, oracle, search.start))


class StepDrawing:
    """Draws successive steps, with what is known before and after each."""

    def __init__(self, puzzle: Puzzle, theory: Theory, oracle: Oracle, start: Sequence[Lit]) -> None:
        self.puzzle, self.theory = puzzle, theory
        self.state = KnownFacts(oracle, start, marks=SilentMarks(theory))

    def drawn(self, step: SolvingStep) -> Drawn | None:
        """The board before and after the step (with pencil marks, after it); None if no fact can be drawn."""
        before = frozenset(self.state.known)
        self.state.learn(step.follows)
        known = frozenset(self.state.known)
        boards = shown.boards(self.puzzle, self.theory, before, known)
        if not boards or not isinstance(self.puzzle, SideBySide):
            return None
        used, style, after = shown.used(self.theory, step), style_for(sys.stdout), boards[-1]
        if isinstance(self.puzzle, Noted):
            marked = shown.pencil_marks(self.theory, step, before, known), differing(boards)
            return Drawn(
                self.puzzle.noted(after, *marked, style), self.puzzle.noted_svg(after, *marked, used)
            )
        out = shown.excluded(self.puzzle, self.theory, step, before) if boards[0] == after else []
        if not out:
            return _in_both_forms(self.puzzle, boards, used, style)
        first, *others = (
            _in_both_forms(self.puzzle, [board], cells, style) for board, cells in ((after, used), *out)
        )
        total = sum(lit < 0 for lit in step.follows)
        head = "excluded:" if total == len(out) else f"excluded, {len(out)} of {total:,}:"
        return Drawn(
            f"{first.text}\n{head}\n{beside([other.text for other in others])}",
            stack([first.svg, caption(head), sheet([other.svg for other in others])]),
        )


def _in_both_forms(puzzle: SideBySide, boards: Sequence[Board], used: frozenset[Cell], style: Style) -> Drawn:
    return Drawn(puzzle.side_by_side(boards, style, used), puzzle.side_by_side_svg(boards, used))


@dataclass(frozen=True)
class Drawn:
    """A picture of a step, as text and as SVG."""

    text: str
    svg: str


def _ending(steps: int, left: int) -> str:
    if not left:
        return f"{_number(steps)}; the solution"
    return f"{_number(steps) if steps else 'nothing follows'}; from here solutions differ"


def _legend(claims: Counter[str]) -> Iterator[str]:
    """How much is claimed of how many steps."""
    if claims:
        told = (f"{claims[claim]:,} {words}" for claim, words in LEGEND.items() if claims[claim])
        yield "each step was checked by a second solver; " + "; ".join(told)


def _reading(puzzle: Puzzle) -> Iterator[str]:
    """How the names of cells are to be read, if that is not plain."""
    if legend := puzzle.symmetries().region.legend:
        yield legend


def _number(number: int, what: str = "step") -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


# ---- why there is no solution


def _none(puzzle: Puzzle, theory: Theory, options: ExplainOptions, deadline: Deadline) -> Answered:
    reason = None
    for reason in why_none(theory, deadline=deadline):
        match reason:
            case Core(rules, claim, counting):
                words = shown.rules_words(theory, rules)
                line: Line = {"none": words, "claim": claim}
                text = _listed(_misfit(len(rules)), claim, words)
                if counting is not None:
                    line["counting"] = shown.counting_json(theory, counting)
                    text += f"\n  {shown.counting_words(theory, counting)}"
                    text += _coloured(puzzle, theory, counting) if options.format == "text" else ""
                yield line, text
            case LeastSize(bound, proved):
                yield {"fewest": bound, "proved": proved}, _least_size(bound, proved)
            case Drop(rules, claim, bound):
                words = shown.rules_words(theory, rules)
                yield {"drop": words, "claim": claim, "bound": bound}, _dropped(words, claim, bound)
    if reason is None:
        yield {"none": False}, "there is a solution"


def _least_size(bound: int, proved: bool) -> str:
    if proved:
        return f"no set has fewer than {bound:,}"
    least = f"no set has fewer than {bound:,}; " if bound > 1 else ""
    return f"{least}whether one has fewer than those above is not known"


def _dropped(words: Sequence[str], claim: str, bound: int) -> str:
    more = f"; {bound:,} or more have to go" if claim != "least" and bound > 1 else ""
    if not words:
        return f"which of them to drop is not known{more}"
    return _listed("there is a solution without", claim + more, words)


def _coloured(puzzle: Puzzle, theory: Theory, counting: Counting) -> str:
    """The board with the cells of the argument marked, where it has cells."""
    cells = shown.coloured(theory, counting)
    boards = shown.boards(puzzle, theory, frozenset()) if cells else []
    if not boards or not isinstance(puzzle, SideBySide):
        return ""
    return "\n" + puzzle.side_by_side(boards, style_for(sys.stdout), cells)


def _misfit(number: int) -> str:
    return f"{_these(number)} do not fit together" if number != 1 else "this one cannot be met"


def _these(number: int) -> str:
    return f"these {number:,}" if number != 1 else "this one"


def _listed(head: str, claim: str, items: Sequence[str]) -> str:
    return "\n".join([f"{head} ({claim}):", *(f"  {item}" for item in items)])


# ---- why a cell has a value


def _why(puzzle: Puzzle, theory: Theory, options: ExplainOptions, deadline: Deadline) -> Answered:
    asked = shown.question(theory, options.why or "")
    because = why(theory, asked.any_of, deadline=deadline)
    if because.true is None:
        yield {"why": asked.yes, "true": None}, f"{asked.yes} in some solutions, and not in others"
    true = because.true != asked.none
    for core in because.cores:
        rules, claim = shown.rules_words(theory, core), because.claim
        head = f"{asked.yes if true else asked.no} follows from {_these(len(core))}"
        yield {"why": asked.yes, "true": true, "because": rules, "claim": claim}, _listed(head, claim, rules)


def _why_not(puzzle: Puzzle, theory: Theory, options: ExplainOptions, deadline: Deadline) -> Answered:
    board = board_of(puzzle, theory, options.why_not or "")
    entries = None if is_full(puzzle, theory, board) else entries_on(puzzle, theory, board)
    if entries is None:
        broken = list(puzzle.violations(board))
        yield {"why_not": broken}, "\n".join(broken) or "the board is a solution"
        return
    for line, text in _none(puzzle, theory.and_entries(entries), options, deadline):
        yield (line, text) if line != {"none": False} else ({"why_not": []}, "the board can be completed")


# ---- a hint


def _hint(puzzle: Puzzle, theory: Theory, options: ExplainOptions, deadline: Deadline) -> Answered:
    board = PartlyFilled()
    if options.board is not None:
        board = partly_filled(puzzle, theory, options.board)
    *_, (line, text) = hints(theory, board, options.hint or 1, deadline)
    if line.get("hint") == "wrong" and options.quiet_hint:
        yield {"hint": "wrong"}, "something is wrong"
    else:
        yield line, "\n".join([text, *_reading(puzzle)])


def hints(
    theory: Theory, board: PartlyFilled, strength: int, deadline: Deadline
) -> Iterator[tuple[Line, str]]:
    """The hints of each strength up to this one, from 1 to 3, as JSON and as text; one alone if something is
    wrong, or nothing more follows. Raises Unsupported, Interrupted.
    """
    fault = next(faults(theory, board, deadline), None) if board.entries or board.marks else None
    theory = board.of(theory)
    if fault is not None:
        yield _wrong(theory, fault)
        return
    try:
        following = hint(theory, board.cells, deadline)
    except Stuck as stuck:
        value = shown.fact_words(theory, stuck.value)
        yield {"hint": None, "trial": value}, _tried(value, stuck.right)
        return
    if not isinstance(following, Hint):
        full = theory.bearing and board.cells.issuperset(theory.bearing)
        text = "the board is a solution" if full else "nothing more follows"
        yield _with_choice(theory, following, {"hint": None}, text)
        return
    yield from (_hinted(theory, following, number) for number in range(1, strength + 1))


def _wrong(theory: Theory, fault: Fault) -> tuple[Line, str]:
    """What is wrong, in words, and why."""
    words = shown.rules_words(theory, fault.rules)
    line: Line = {"hint": "wrong", "what": fault.what, "rules": words}
    what = f"{fault.what}; see {_these(len(words))}" if fault.what else _misfit(len(words))
    wrong = "something is wrong: "
    return line, _listed(wrong + what, fault.claim, words) if words else wrong + fault.what


def _hinted(theory: Theory, following: Hint, strength: int) -> tuple[Line, str]:
    """The hint: where to look; by which techniques and rules, too; the steps."""
    cells = sorted({cell for lit in following.follows for cell in theory.facts[abs(lit)].cells})
    named = {shown.fact_words(theory, abs(lit)): None for lit in following.follows}
    line: Line = {"hint": list(map(theory.name, cells)) or list(dict.fromkeys(map(_without_value, named)))}
    text, wording = f"look at {', '.join(line['hint'])}", Wording(theory)
    if strength > 1:
        rules = dict.fromkeys(rule for step in following.steps for rule in step.rules)
        names = dict.fromkeys(wording.name(step) for step in following.steps)
        line["techniques"] = [name for name in names if name]
        line["rules"] = shown.rules_words(theory, rules)
        text += f": {', '.join(line['techniques'])}" if line["techniques"] else ""
        text += "".join(f"\n  {words}" for words in shown.rules_told(theory, rules))
    if strength > 2:
        line["steps"] = [wording.json(n, step) for n, step in enumerate(following.steps, 1)]
        text = "\n".join(wording.lines(n, step) for n, step in enumerate(following.steps, 1))
    return line, text


def _without_value(words: str) -> str:
    """The variable of a fact such as x[1]=3, whose value is not told yet."""
    return words.rpartition("=")[0] or words


# ---- what is possible


def _candidates(puzzle: Puzzle, theory: Theory, options: ExplainOptions, deadline: Deadline) -> Answered:
    try:
        able = possible(theory, options.limit, deadline)
    except Partial as cut:
        yield from _so_far(theory, cut.facts)
        raise
    number = f"{able.count:,}" + (" or more" if able.more else "")
    line = {"solutions": able.count, "more": able.more}
    forced = len(able.forced)
    yield line, f"solutions: {number}; {forced:,} of {len(theory.facts):,} facts are decided"
    for place, labels in _places(theory, able, deadline):
        several = "; " if any(" " in label for label in labels) else " "
        yield {"place": place, "values": labels}, f"{place}: {several.join(labels) or 'nothing'}"


def _so_far(theory: Theory, facts: frozenset[Lit]) -> Answered:
    """For each cell the values that it has in the solutions found so far."""
    if not facts:
        return
    yield {"unfinished": True}, "not finished: values of the solutions found so far, others may occur"
    for cell, bearing in sorted(theory.bearing.items()):
        labels = [label for label, variables in bearing.items() if facts.intersection(variables)]
        yield {"place": theory.name(cell), "values": labels}, f"{theory.name(cell)}: {' '.join(labels)}"


def _places(theory: Theory, able: Possible, deadline: Deadline) -> Iterator[tuple[str, list[str]]]:
    """For each cell, and each fact that is not about a cell, the values that it has in some solution."""
    for cell, labels in by_cell(theory, able, deadline).items():
        yield theory.name(cell), list(labels)
    values: dict[str, list[str]] = {}
    for var, (label, cells) in theory.facts.items():
        name, _, value = label.partition(": ")
        if value and not cells:
            values.setdefault(name, []).extend([value] if var in able.facts else ())
        elif not (label and cells):
            answers = [word for lit, word in ((var, "yes"), (-var, "no")) if lit in able.facts]
            yield shown.fact_words(theory, var), answers
    yield from values.items()


def _rate(puzzle: Puzzle, theory: Theory, options: ExplainOptions, deadline: Deadline) -> Answered:
    most = MOST_LOOKS if options.time_limit is None else sys.maxsize
    try:
        steps = explained_within(theory, deadline, most).steps
    except Unfinished as cut:
        reached = {"steps": len(cut.steps), "known": cut.known, "facts": cut.goal}
        line, text = _rated(theory, cut.steps, NEVER)
        yield {"unfinished": reached, **line}, _reached(cut) + text
        raise
    yield _rated(theory, steps, deadline)


def _rated(theory: Theory, steps: Sequence[SolvingStep], deadline: Deadline) -> tuple[Line, str]:
    """The rating of these steps, as a table of what counts: number, weight, and words."""
    line = asdict(rating(theory, theory.given, steps, deadline))
    kinds = StepKinds(theory)
    top = kinds.hardest(steps)
    rows = [
        f"{line[level]:7,} x {weight:3}  {level}: {RATED[level]}"
        for level, weight in WEIGHTS.items()
        if line[level]
    ]
    rows.append(
        f"a step uses at most {_number(line['widest'], 'fact')} and {_number(line['largest'], 'rule')}"
    )
    wording = Wording(theory)
    named = (top and wording.name(top)) or ""
    if top is not None:
        first, *rest = wording.lines(steps.index(top) + 1, top).splitlines()
        rows.append(f"the hardest step: {first}{f' ... {rest[-1].strip()}' if rest else ''}")
    return {**line, "hardest": named}, "\n".join([f"score {line['score']:,}, the sum of", *rows])


def _reached(cut: Unfinished) -> str:
    reached = f"{len(cut.steps):,} steps show {cut.known:,} of {cut.goal:,} facts"
    return f"not rated to its end: {reached}; of these steps: "


# ---- what is too much


def _spare(puzzle: Puzzle, theory: Theory, options: ExplainOptions, deadline: Deadline) -> Answered:
    for answer in dispensable(theory, deadline):
        match answer:
            case Dispensable(rule, None):
                words = theory.rules[rule].words
                yield {"spare": words}, f"can go: {words}"
            case Dispensable(rule, other):
                assert other is not None
                words, rows = theory.rules[rule].words, shown.board(puzzle, theory, other) or ()
                also = f"; else also{_short(puzzle, theory, other, rows)}" if rows else ""
                yield {"needed": words, "other": list(rows)}, f"needed: {words}{also}"
            case MinimalPuzzle(dropped):
                listed = [theory.rules[rule].words for rule in dropped]
                head = f"a minimal puzzle is left without {_these(len(listed))}:"
                text = "\n  ".join([head, *listed]) if listed else "the puzzle is minimal"
                yield {"minimal_without": listed}, text
            case SpareSoFar(asked, total, dropped):
                listed = [theory.rules[rule].words for rule in dropped]
                text = f"not finished: {asked:,} of {total:,} givens, clues and rules were asked"
                head = f"{text}; one solution is left without {_these(len(listed))}:"
                unfinished = {"asked": asked, "of": total, "without": listed}
                yield {"unfinished": unfinished}, "\n  ".join([head, *listed]) if listed else text


def _short(puzzle: Puzzle, theory: Theory, known: frozenset[Lit], board: Board) -> str:
    """The board of the known facts in a line; drawn below it where its rows are not cells alone, but lines
    between them, too. Where there are no cells, what is true.
    """
    if not theory.bearing:
        true = (shown.fact_words(theory, var) for var in theory.facts if var in known)
        return f" {', '.join(true) or 'nothing'}"
    if isinstance(puzzle, Located) and puzzle.place_names:
        return "\n" + indent(puzzle.render(board), "    ")
    return f" {'/'.join(board)}"


ANSWERS: dict[str, Answer] = {
    "steps": _steps,
    "rate": _rate,
    "spare": _spare,
    "none": _none,
    "why": _why,
    "why_not": _why_not,
    "candidates": _candidates,
    "hint": _hint,
}

if __name__ == "__main__":
    leave(main())
