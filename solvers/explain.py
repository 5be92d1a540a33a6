"""Say why: how a puzzle is solved step by step, why it has no solution, why a cell holds a value.

    python -m solvers.explain X.yaml --steps
    python -m solvers.explain X.yaml --rate
    python -m solvers.explain X.yaml --none
    python -m solvers.explain X.yaml --why R5C3=9

Without a question it is --steps. Each step is checked by another solver before it is shown. A CELL is R5C3
or C5 (column, row), a BOARD its rows joined by `/`.
Exit codes: 0 the question is answered, 2 bad input, 3 cut short by the time limit, 130 Ctrl-C.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.grid import Cell
from zenkai_solver.models.puzzle import Noted, Puzzle, SideBySide
from zenkai_solver.models.render.several import beside, differing, sheet, stack
from zenkai_solver.models.render.svg import caption
from zenkai_solver.models.render.text import Style
from zenkai_solver.models.symmetry import Board
from zenkai_solver.solvers.backend import Deadline, Interrupted
from zenkai_solver.solvers.command import (
    COMPLETE,
    Parser,
    Refused,
    command,
    interruptible,
    positive_int,
    put,
    say,
    seconds,
    stop_on_signals,
)
from zenkai_solver.solvers.compiling import aloud, compile_all, waiting
from zenkai_solver.solvers.display import style_for
from zenkai_solver.solvers.explaining import counted, shown, words
from zenkai_solver.solvers.explaining.arguing import Arguing, Unfinished, works
from zenkai_solver.solvers.explaining.checking import Checker, check
from zenkai_solver.solvers.explaining.none import Core, Drop, Fewest, why_none
from zenkai_solver.solvers.explaining.oracle import Oracle
from zenkai_solver.solvers.explaining.possible import LIMIT, Partial, Possible, by_cell, possible
from zenkai_solver.solvers.explaining.rating import MOST_LOOKS, rated_within, rating
from zenkai_solver.solvers.explaining.reasons import why
from zenkai_solver.solvers.explaining.staged import counting
from zenkai_solver.solvers.explaining.state import closed
from zenkai_solver.solvers.explaining.steps import Step
from zenkai_solver.solvers.explaining.sums import Counting
from zenkai_solver.solvers.explaining.theory import Theory, theory_of
from zenkai_solver.solvers.files.output import make_sure, write_text
from zenkai_solver.solvers.sources import read_source

Line = dict[str, Any]  # of JSON


@dataclass(frozen=True)
class ExplainOptions:
    """What is asked; the fields are the options of the command line."""

    instance: str
    steps: bool
    none: bool
    why: str | None
    why_not: str | None
    candidates: bool
    rate: bool
    limit: int
    json: bool
    format: str
    svg: Path | None
    time_limit: float | None


def parser() -> Parser:
    p = Parser(prog="zenkai explain", description="Say why a puzzle is as it is.")
    p.add_argument("instance", metavar="X.yaml", help="an instance, or the name of a shipped one")
    p.add_argument("--steps", action="store_true", help="from the start to what all solutions share")
    p.add_argument("--none", action="store_true", help="why there is no solution, and what to drop")
    p.add_argument(
        "--why",
        metavar="FACT",
        help="why CELL=V holds, or not; or CELL+CELL, or a name, where these are the facts",
    )
    p.add_argument("--why-not", metavar="BOARD", help="which rules the board breaks")
    p.add_argument("--candidates", action="store_true", help="which values occur in some solution")
    p.add_argument("--rate", action="store_true", help="how hard it is by steps: a vector and one number")
    p.add_argument("--limit", type=positive_int, default=LIMIT, metavar="N", help="count solutions to N")
    p.add_argument("--json", action="store_true", help="JSON lines in place of words")
    p.add_argument("--format", choices=["words", "text"], default="words", help="text: each step is drawn")
    p.add_argument("--svg", type=Path, metavar="FILE", help="a picture of all steps, what is new framed red")
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
        stage, puzzle = counting(instance, deadline, aloud) if asked != [_why_not] else ("", instance.puzzle)
        lines = [({"stage": stage}, f"{stage}: the least number that works")] if stage else []
        theory = theory_of(puzzle)
        if not {_steps, _rate}.isdisjoint(asked):
            compile_all(lambda: works(theory), partial(say, stream=sys.stderr), quiet=False)
        answers = (answer(puzzle, theory, options, deadline) for answer in asked)
        with waiting("still at work on the next line", partial(say, stream=sys.stderr)) as anew:
            for line, text in chain(lines, chain.from_iterable(answers)):
                say(json.dumps(line, ensure_ascii=False)) if options.json else put(text)
                anew()
    return COMPLETE


Answer = Callable[[Puzzle, Theory, ExplainOptions, Deadline], Iterator[tuple[Line, str]]]


# ---- steps


def _steps(
    puzzle: Puzzle, theory: Theory, options: ExplainOptions, deadline: Deadline
) -> Iterator[tuple[Line, str]]:
    if options.svg:
        make_sure(options.svg)
    pictures: dict[int, str] = {}  # by the numbers of the steps
    number = 0
    try:
        with Oracle(theory, deadline) as oracle, Checker(theory, deadline) as checker:
            arguing = Arguing(theory, oracle)
            states = States(puzzle, theory, oracle, arguing.start)
            for new, step in enumerate(arguing.steps(), 1):
                check(checker, new, step)
                yield _step(theory, states, options, new, step, pictures)
                number = new
            left = len(theory.deciding) - len(arguing.needed)
    except Interrupted:
        if pictures:
            _write(options.svg, pictures)
        where = f", in {options.svg}" if pictures else ""
        yield {"unfinished": {"steps": number}}, f"not finished: {_number(number)} so far{where}"
        raise
    yield {"steps": number, "open": left}, _ending(number, left)
    if options.svg and not pictures:
        raise Refused(f"{options.instance}: there are no steps that can be drawn")
    _write(options.svg, pictures)


def _step(
    theory: Theory, states: States, options: ExplainOptions, number: int, step: Step, pictures: dict[int, str]
) -> tuple[Line, str]:
    """The step as it is told; its picture is put to the others."""
    text = "" if options.json else shown.told(theory, number, step)
    if options.svg or (options.format == "text" and not options.json):
        drawn = states.drawn(step)
        if options.svg and drawn:
            pictures[number] = drawn.svg
        text += f"\n{drawn.text}" if options.format == "text" and drawn else ""
    return shown.line(theory, number, step) if options.json else {}, text


def _write(path: Path | None, pictures: Mapping[int, str]) -> None:
    if path:
        write_text(
            path, stack([part for number, own in pictures.items() for part in (caption(str(number)), own)])
        )


class States:
    """What is known, as it is drawn."""

    def __init__(self, puzzle: Puzzle, theory: Theory, oracle: Oracle, start: Sequence[Lit]) -> None:
        self.puzzle, self.theory, self.oracle = puzzle, theory, oracle
        self.known = closed(oracle, start)

    def drawn(self, step: Step) -> Drawn | None:
        """The board before and after the step, or after it, with pencil marks; None where there is none."""
        before, self.known = self.known, closed(self.oracle, (*self.known, *step.follows))
        boards = shown.boards(self.puzzle, self.theory, before, self.known)
        if not boards or not isinstance(self.puzzle, SideBySide):
            return None
        used, style, after = shown.used(self.theory, step), style_for(sys.stdout), boards[-1]
        if isinstance(self.puzzle, Noted):
            marked = shown.notes(self.theory, step, before, self.known), differing(boards)
            return Drawn(
                self.puzzle.noted(after, *marked, style), self.puzzle.noted_svg(after, *marked, used)
            )
        out = shown.excluded(self.puzzle, self.theory, step, before) if boards[0] == after else []
        if not out:
            return _in_both_forms(self.puzzle, boards, used, style)
        first, *others = (
            _in_both_forms(self.puzzle, [own], cells, style) for own, cells in ((after, used), *out)
        )
        total = sum(lit < 0 for lit in step.follows)
        head = "excluded:" if total == len(out) else f"excluded, {len(out)} of {total:,}:"
        return Drawn(
            f"{first.text}\n{head}\n{beside([own.text for own in others])}",
            stack([first.svg, caption(head), sheet([own.svg for own in others])]),
        )


def _in_both_forms(puzzle: SideBySide, boards: Sequence[Board], used: frozenset[Cell], style: Style) -> Drawn:
    return Drawn(puzzle.side_by_side(boards, style, used), puzzle.side_by_side_svg(boards, used))


def _drawn(puzzle: Puzzle, boards: Sequence[Board], used: frozenset[Cell]) -> str:
    if not boards or not isinstance(puzzle, SideBySide):
        return ""
    return "\n" + puzzle.side_by_side(boards, style_for(sys.stdout), used)


@dataclass(frozen=True)
class Drawn:
    """A step, in both forms."""

    text: str
    svg: str


def _ending(steps: int, left: int) -> str:
    return _number(steps) + (f"; {left:,} facts differ between solutions" if left else "; the solution")


def _number(steps: int) -> str:
    return f"{steps:,} {'step' if steps == 1 else 'steps'}"


# ---- why there is no solution


def _none(
    puzzle: Puzzle, theory: Theory, options: ExplainOptions, deadline: Deadline
) -> Iterator[tuple[Line, str]]:
    found = None
    for found in why_none(theory, deadline=deadline):
        match found:
            case Core(rules, claim, counting):
                said = words.rules(theory, rules)
                line: Line = {"none": said, "claim": claim}
                text = _listed(f"{_these(len(rules))} do not fit together", claim, said)
                if counting is not None:
                    line["counting"] = counted.line(theory, counting)
                    text += f"\n  {counted.told(theory, counting)}"
                    text += _coloured(puzzle, theory, counting) if options.format == "text" else ""
                yield line, text
            case Fewest(bound, proved):
                yield {"fewest": bound, "proved": proved}, _least_size(bound, proved)
            case Drop(rules, claim, bound):
                said = words.rules(theory, rules)
                yield {"drop": said, "claim": claim, "bound": bound}, _dropped(said, claim, bound)
    if found is None:
        yield {"none": False}, "there is a solution"


def _least_size(bound: int, proved: bool) -> str:
    if proved:
        return f"no set has fewer than {bound:,}"
    least = f"no set has fewer than {bound:,}; " if bound > 1 else ""
    return f"{least}whether one has fewer than those above is not known"


def _dropped(said: Sequence[str], claim: str, bound: int) -> str:
    more = f"; {bound:,} or more have to go" if claim != "least" and bound > 1 else ""
    if not said:
        return f"which of them to drop is not known{more}"
    return _listed("there is a solution without", claim + more, said)


def _coloured(puzzle: Puzzle, theory: Theory, counting: Counting) -> str:
    """The board with the cells of the argument marked, where it has cells."""
    cells = counted.coloured(theory, counting)
    return _drawn(puzzle, shown.boards(puzzle, theory, frozenset()) if cells else [], cells)


def _these(number: int) -> str:
    return f"these {number:,}" if number != 1 else "this one"


def _claim(least: bool) -> str:
    return "least" if least else "minimal"


def _listed(head: str, claim: str, said: Sequence[str]) -> str:
    return "\n".join([f"{head} ({claim}):", *(f"  {words}" for words in said)])


# ---- why a cell bears a value


def _why(
    puzzle: Puzzle, theory: Theory, options: ExplainOptions, deadline: Deadline
) -> Iterator[tuple[Line, str]]:
    asked = words.asked(theory, options.why or "")
    found = why(theory, asked.any_of, deadline=deadline)
    if found.true is None:
        yield {"why": asked.said, "true": None}, f"{asked.said} in some solutions, and not in others"
    true = found.true != asked.none
    for core in found.cores:
        said, claim = words.rules(theory, core), _claim(found.least)
        head = f"{asked.said if true else asked.denied} follows from {_these(len(core))}"
        yield {"why": asked.said, "true": true, "because": said, "claim": claim}, _listed(head, claim, said)


def _why_not(
    puzzle: Puzzle, theory: Theory, options: ExplainOptions, deadline: Deadline
) -> Iterator[tuple[Line, str]]:
    broken = list(puzzle.violations(tuple((options.why_not or "").split("/"))))
    yield {"why_not": broken}, "\n".join(broken) or "the board is a solution"


# ---- what is possible


def _candidates(
    puzzle: Puzzle, theory: Theory, options: ExplainOptions, deadline: Deadline
) -> Iterator[tuple[Line, str]]:
    try:
        found = possible(theory, options.limit, deadline)
    except Partial as cut:
        yield from _so_far(theory, cut.facts)
        raise
    number = f"{found.count:,}" + (" or more" if found.more else "")
    counted = {"solutions": found.count, "more": found.more}
    forced = len(found.forced)
    yield counted, f"solutions: {number}; {forced:,} of {len(theory.facts):,} facts are decided"
    for place, labels in _places(theory, found, deadline):
        several = "; " if any(" " in label for label in labels) else " "
        yield {"place": place, "values": labels}, f"{place}: {several.join(labels) or 'nothing'}"


def _so_far(theory: Theory, facts: frozenset[Lit]) -> Iterator[tuple[Line, str]]:
    """Of each cell the values that are in the solutions found until now."""
    if not facts:
        return
    yield {"unfinished": True}, "not finished: values of the solutions found so far, others may occur"
    for cell, bearing in sorted(theory.bearing.items()):
        labels = [label for label, own in bearing.items() if facts.intersection(own)]
        yield {"place": theory.name(cell), "values": labels}, f"{theory.name(cell)}: {' '.join(labels)}"


def _places(theory: Theory, found: Possible, deadline: Deadline) -> Iterator[tuple[str, list[str]]]:
    """What each cell may bear, and of other facts what each of them may be."""
    for cell, labels in by_cell(theory, found, deadline).items():
        yield theory.name(cell), list(labels)
    values: dict[str, list[str]] = {}
    for var, (label, cells) in theory.facts.items():
        name, _, value = label.partition(": ")
        if value and not cells:
            values.setdefault(name, []).extend([value] if var in found.facts else ())
        elif not (label and cells):
            own = [word for lit, word in ((var, "yes"), (-var, "no")) if lit in found.facts]
            yield words.fact(theory, var), own
    yield from values.items()


def _rate(
    puzzle: Puzzle, theory: Theory, options: ExplainOptions, deadline: Deadline
) -> Iterator[tuple[Line, str]]:
    most = MOST_LOOKS if options.time_limit is None else sys.maxsize
    try:
        line = asdict(rated_within(theory, deadline, most))
    except Unfinished as cut:
        line = asdict(rating(theory, theory.given, cut.steps))
        reached = {"steps": len(cut.steps), "known": cut.known, "facts": cut.goal}
        yield {"unfinished": reached, **line}, _reached(cut) + _named(line)
        raise
    yield line, _named(line)


def _named(line: Line) -> str:
    return ", ".join(f"{name} {value:,}" for name, value in line.items())


def _reached(cut: Unfinished) -> str:
    shown = f"{len(cut.steps):,} steps show {cut.known:,} of {cut.goal:,} facts"
    return f"not rated to its end: {shown}; of these steps: "


ANSWERS: dict[str, Answer] = {
    "steps": _steps,
    "rate": _rate,
    "none": _none,
    "why": _why,
    "why_not": _why_not,
    "candidates": _candidates,
}

if __name__ == "__main__":
    sys.exit(main())
