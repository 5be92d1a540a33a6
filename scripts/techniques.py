"""Names of techniques beside HoDoKu's, step by step: where both conclude the same, are the names the same?

    python scripts/techniques.py [FILE...] [--number 1000] [--seed 1]

A FILE has 81 characters per line; without one puzzles are made by our generator, minimal ones. HoDoKu
(`hodoku-py`, of the extra `test`; GPL-3, never imported by what is shipped) solves each. Before each of its
steps our search is asked, knowing what HoDoKu knows, for a step to the same conclusion, which is proved and
named as any other. What HoDoKu shows by assuming that there is one solution, or by trying, has no such step.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import Any

from zenkai_solver.models.bits import bits
from zenkai_solver.models.constraints import Lit
from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.explanations.oracle import Oracle
from zenkai_solver.solvers.explanations.paths import path
from zenkai_solver.solvers.explanations.propagators import TRIPLES, DistinctCells
from zenkai_solver.solvers.explanations.search import StepSearch
from zenkai_solver.solvers.explanations.steps import KnownFacts, SolvingStep
from zenkai_solver.solvers.explanations.techniques import Units
from zenkai_solver.solvers.explanations.theory import Theory, theory_of
from zenkai_solver.solvers.generators.orbits import orbits
from zenkai_solver.solvers.generators.plain import NotFound, plain_puzzles

# HoDoKu's name, and ours for the same thing; its many kinds of chains are chains here.
SAME = {
    "Full House": {"last digit"},
    "Naked Single": {"naked single", "last digit"},
    "Hidden Single": {"hidden single"},
    "Locked Candidates Type 1 (Pointing)": {"locked candidates"},
    "Locked Candidates Type 2 (Claiming)": {"locked candidates"},
    "Locked Pair": {"naked pair"},
    "Locked Triple": {"naked triple"},
    "Naked Pair": {"naked pair"},
    "Naked Triple": {"naked triple"},
    "Naked Quadruple": {"naked quad"},
    "Hidden Pair": {"hidden pair"},
    "Hidden Triple": {"hidden triple"},
    "Hidden Quadruple": {"hidden quad"},
    "X-Wing": {"X-wing"},
    "Swordfish": {"swordfish"},
    "Jellyfish": {"jellyfish"},
    "Skyscraper": {"skyscraper"},
    "2-String Kite": {"two-string kite"},
    "Turbot Fish": {"turbot fish"},
    "XY-Wing": {"XY-wing"},
    "XYZ-Wing": {"XYZ-wing"},
    "Simple Colors": {"colouring"},
    "Simple Colors Trap": {"colouring"},
    "Simple Colors Wrap": {"colouring"},
    "Multi-Colors": {"colouring", "turbot fish", "skyscraper", "two-string kite", "chain"},
    "Multi-Colors 1": {"colouring", "turbot fish", "skyscraper", "two-string kite", "chain"},
    "Multi-Colors 2": {"colouring", "turbot fish", "skyscraper", "two-string kite", "chain"},
    "Empty Rectangle": {"empty rectangle"},
    "W-Wing": {"W-wing"},
    "Remote Pair": {"remote pair"},
    "X-Chain": {"X-chain"},
    "XY-Chain": {"XY-chain"},
    "Discontinuous Nice Loop": {"chain"},
    "Continuous Nice Loop": {"chain"},
    "Grouped Discontinuous Nice Loop": {"chain"},
    "Grouped Continuous Nice Loop": {"chain"},
    "AIC": {"chain"},
    "Grouped AIC": {"chain"},
}


def main() -> int:
    p = argparse.ArgumentParser(description="Names of techniques beside HoDoKu's.")
    p.add_argument("files", nargs="*", type=Path)
    p.add_argument("--number", type=int, default=1000, help="puzzles; default 1,000")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--seconds", type=float, default=float("inf"), help="stop after so many, and report")
    args = p.parse_args()
    start, begun = time.process_time(), time.monotonic()
    lines, done = list(puzzles(args.files, args.number, args.seed)), 0
    pairs: Counter[tuple[str, str]] = Counter()
    for done, line in enumerate(lines, 1):
        pairs.update(compared(line))
        if done % 50 == 0:
            print(f"{done:,} of {len(lines):,}", file=sys.stderr, flush=True)
        if time.monotonic() - begun > args.seconds:
            break
    report(pairs, done)
    print(f"{time.process_time() - start:.0f} s of CPU time")
    return 0


def puzzles(files: Sequence[Path], number: int, seed: int) -> Iterator[str]:
    """Every n-th line of the files, so that there are so many; else made ones."""
    if files:
        lines = [line.replace(".", "0") for file in files for line in file.read_text().split()]
        lines = [line for line in lines if len(line) == 81]
        taken = min(number, len(lines))
        yield from (lines[i * len(lines) // taken] for i in range(taken))
        return
    cells = orbits("none", 9, 9)
    assert cells is not None
    for puzzle in islice(plain_puzzles(seed, 0, 81, cells), number):
        if not isinstance(puzzle, NotFound):
            yield "".join(map(str, puzzle))


def report(pairs: Counter[tuple[str, str]], number: int) -> None:
    """A row for each technique of HoDoKu: its steps, those of the same name here, and the other names."""
    named = {name for name, _ in pairs if name in SAME}
    print(f"{number:,} puzzles\n\n| HoDoKu | steps | the same here | share | others |\n|---|---|---|---|---|")
    total = Counter[bool]()
    for name in sorted(named, key=list(SAME).index):
        ours = {own_name: count for (name_of, own_name), count in pairs.items() if name_of == name}
        same = sum(count for own_name, count in ours.items() if own_name in SAME[name])
        every = sum(ours.values())
        total.update({True: same, False: every - same})
        others = ", ".join(
            f"{own_name or 'none'} {count:,}"
            for own_name, count in ours.items()
            if own_name not in SAME[name]
        )
        print(f"| {name} | {every:,} | {same:,} | {100 * same / every:.1f} % | {others} |")
    print(f"\nin all: {total[True]:,} of {total.total():,} steps, {100 * total[True] / total.total():.2f} %")
    beyond = {name: count for (name, _), count in pairs.items() if name not in SAME}
    print(
        "without such a name here:",
        ", ".join(f"{name} {count:,}" for name, count in beyond.items()) or "none",
    )


def compared(line: str) -> Iterator[tuple[str, str]]:
    """HoDoKu's name of each of its steps, and ours of a step to the same conclusion, "" for none."""
    from hodoku import Solver

    grid = "\n".join(f"  {line[i : i + 9]}" for i in range(0, 81, 9))
    theory = theory_of(loads(f"puzzle: sudoku\nbox: 3x3\ngrid: |\n{grid}\n", "compared").puzzle)
    with Oracle(theory) as oracle:
        finder = Finder(theory, oracle)
        for step in Solver().solve(line).steps:
            follows = conclusion(theory, step)
            name = title(step)
            if not follows or set(follows) <= finder.state.known | finder.state.stated:
                continue  # it is known
            yield name, finder.name(follows, name) if name in SAME else ""
            finder.learn(follows)


def title(step: Any) -> str:
    return str(step).split(":")[0]


def conclusion(theory: Theory, step: Any) -> list[Lit]:
    """What HoDoKu's step excludes, or else places."""
    gone = [(c.index, c.value) for c in step.candidates_to_delete]
    if gone:
        return [-theory.bearing[divmod(index, 9)][str(value)][0] for index, value in gone]
    return [theory.bearing[divmod(i, 9)][str(v)][0] for i, v in zip(step.indices[:1], step.values[:1])]


class Finder:
    """Steps to given conclusions, from what is known."""

    def __init__(self, theory: Theory, oracle: Oracle) -> None:
        self.search, self.units = StepSearch(theory, oracle), Units(theory)
        self.context = self.search.context
        self.facts = list(theory.given)
        self.state: KnownFacts = self.context.state(self.facts)

    def learn(self, lits: Iterable[Lit]) -> None:
        self.facts += lits
        self.state = self.context.state(self.facts)

    def name(self, follows: Sequence[Lit], wanted: str) -> str:
        """The name of the first step to the conclusion, in the order of our search."""
        steps = self._single(follows[0]) if follows[0] > 0 else self._excluding(frozenset(follows))
        for step in steps:
            technique = self.units.technique(step)
            return technique.name if technique else ""
        return ""

    def _single(self, fact: Lit) -> Iterator[SolvingStep]:
        singles, state = self.search.singles, self.context.state(self.facts)
        cell = self.context.marks.cell[fact]
        if cell in state.single:
            state.single = {cell: None}
            if (step := singles.step(state)) is not None:
                yield step
                return
        state.single = {}
        for rule, lits in singles.places:
            if fact in lits and all(-var in state.known for var in lits if var != fact):
                yield from filter(None, [singles.hidden(rule, lits, state)])

    def _excluding(self, follows: frozenset[Lit]) -> Iterator[SolvingStep]:
        state = self.context.state(self.facts)
        yield from self._locked(follows, state)
        yield from self._sets(follows, state)
        for pattern in self.search.patterns.patterns(state):
            if follows <= set(pattern.follows):
                step = self.search.patterns.made(replace(pattern, follows=tuple(sorted(follows))), state)
                if step is not None:
                    yield step
        yield from self._chain(follows, state)

    def _locked(self, follows: frozenset[Lit], state: KnownFacts) -> Iterator[SolvingStep]:
        places = self.search.places
        places.view.look(state.known)
        for number, excluded, rules in places.view.locked():
            if follows <= set(excluded) and places.chains.places[number].rule >= 0:
                step = self.context.step("rules", rules, state, sorted(follows), places.at([number], state))
                if step is not None and len(step.rules) == 2:
                    yield step

    def _sets(self, follows: frozenset[Lit], state: KnownFacts) -> Iterator[SolvingStep]:
        """By sets of cells or of values of units, whose exclusions are put together for equal sets."""
        by_set: dict[frozenset[int], tuple[set[int], set[Lit]]] = {}
        for rule in sorted(self.context.sized):
            propagator = self.context.propagators[rule]
            if isinstance(propagator, DistinctCells):
                for excluded, about in propagator.sets(state.known):
                    rules, lits = by_set.setdefault(frozenset(about), (set(), set()))
                    rules.add(rule)
                    lits.update(excluded)
        cell = self.context.marks.cell

        def few_cells(about: frozenset[int]) -> bool:
            """Two or three cells, which our search tells before the values that exclude the same."""
            cells = {cell[var] for var in about}
            return len(cells) <= TRIPLES and about.issuperset(chain.from_iterable(cells))

        for about, (rules, lits) in sorted(
            by_set.items(), key=lambda item: (not few_cells(item[0]), len(item[0]))
        ):
            if follows <= lits:
                facts = self.context.on(about, state)
                step = self.context.step("rule", sorted(rules), state, sorted(follows), facts)
                if step is not None:
                    yield step

    def _chain(self, follows: frozenset[Lit], state: KnownFacts) -> Iterator[SolvingStep]:
        places = self.search.places
        places.view.look(state.known)
        rules: set[int] = set()
        for lit in follows:
            chains = places.view.refutations(1 << -lit)
            if not chains:
                return
            rules.update(bits(chains[0].rules))
        ways = [path(places.chains, rules, state.known, -lit) for lit in follows]
        numbers = [place for way in ways if way for place in way.places]
        facts = places.at(numbers, state) if all(ways) else None
        step = self.context.step("chain", sorted(rules), state, sorted(follows), facts)
        if step is not None:
            yield step


if __name__ == "__main__":
    sys.exit(main())
