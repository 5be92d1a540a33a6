"""How many solutions an instance probably has, by random samples of a search tree.

A sample goes down the tree level by level. Where a level has more nodes than the population, it goes on with
so many of them, chosen at random, and what is found below counts in proportion: the number that it ends with
has the number of solutions as its expected value, whatever the tree. With a population of one node these are
Knuth's probes ("Estimating the efficiency of backtrack programs", Math. Comp. 29, 1975); with more, nodes
share their weight, and samples differ less (R. Vaisman and D. P. Kroese, "Stochastic enumeration method for
counting trees", Methodology and Computing in Applied Probability 19, 2017).
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from statistics import fmean, stdev, variance
from typing import Any, TypeVar

from zenkai_solver.solvers.core.backend import Counted, SearchTree
from zenkai_solver.solvers.core.deadlines import NEVER, TIME_LIMIT, Deadline, Interrupted, Unsupported, under
from zenkai_solver.solvers.core.levels import unseen
from zenkai_solver.solvers.core.pipeline import Prepared, Tally
from zenkai_solver.solvers.core.stages import named_stages
from zenkai_solver.solvers.engines.table import suited

SECONDS = 10.0  # of an estimate, unless the command says otherwise
SAMPLES = 8  # samples of an estimate, after the first: of fewer ones the bounds would be far apart
FIRST, MOST = 8, 1 << 13  # nodes of the population of the first sample; of the others, at most
COUNTING = 0.2  # share of the time in which the engine may count exactly
BRIEFLY = 2.0  # seconds of an estimate in the middle of a search
UNITS = ((365.25 * 86400, "years"), (86400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds"))
STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36)  # 97.5% quantiles for 1, 2, ... degrees of freedom
Node = TypeVar("Node")


@dataclass(frozen=True)
class CountEstimate:
    """The mean number of all solutions by samples, and bounds between which the exact number probably is.

    `exact`: it is the exact number, as no level of the tree had more nodes than the population, or as the
    engine counted (`counted`). `order`: of the symmetry group. `reason`: why it was cut short, or None.
    """

    all: float
    low: float
    high: float
    order: int
    samples: int
    exact: bool = False
    counted: Counted | None = None
    reason: str | None = None

    @property
    def orbits(self) -> float:
        """The number up to symmetry; a little more than this, where some solutions are symmetric."""
        if self.counted is not None:
            return self.counted.count
        return math.ceil(self.all / self.order) if self.exact else self.all / self.order

    @property
    def method(self) -> str:
        """How it was found, in words."""
        if self.counted is not None:
            return unseen(self.counted.by) if self.counted.by else "counted"
        return "exact" if self.exact else f"an estimate from {self.samples} sample{'s' * (self.samples > 1)}"

    def __str__(self) -> str:
        """In words, without how it was found."""
        if self.exact:
            known = self.counted is not None or self.order == 1
            orbits = f"{'' if known else 'about '}{rounded(self.orbits, known)} up to symmetry"
            return f"{rounded(self.all, exact=True)} in all, {orbits}"
        if not self.all:
            return "few solutions or none: no sample found one"
        bounds = f"probably {rounded(self.low)} to {rounded(self.high)}"
        bounds = bounds if self.samples > 1 else "one sample, so it may be far off"
        return f"about {rounded(self.all)} in all ({bounds}), {rounded(self.orbits)} up to symmetry"


@dataclass(frozen=True)
class Outlook:
    """What a search may expect that has found `tally` in so many seconds; under `near` more is no news."""

    prepared: Prepared
    tally: Tally
    seconds: float
    near: float

    def words(self, deadline: Deadline) -> str | None:
        """The expected number, the time left, and the options that would help; None if the end is near.

        Takes some BRIEFLY seconds. Raises Interrupted by `deadline`.
        """
        try:
            expected = estimate(self.prepared, BRIEFLY, deadline)
        except (Interrupted, Unsupported):
            deadline.check()
            return None
        orbits, so_far = self.tally.symmetry == "orbits", self.tally.written
        number = expected.orbits if orbits else expected.all
        left = (number / so_far - 1) * self.seconds
        if left < self.near:
            return None
        ways = ["--limit N stops after N"]
        if not orbits and self.prepared.group.order > 1:
            ways.append("--symmetry orbits keeps one of each orbit")
        ways.append("--count writes none" if expected.counted is None else "--count is quick")
        return f"{so_far:,} so far of {expected}: some {in_time(left)} more at this pace; {', '.join(ways)}"


def in_time(seconds: float) -> str:
    """So many seconds, in the largest unit of which there are two: "45 minutes"."""
    size, unit = next(((size, unit) for size, unit in UNITS if seconds >= 2 * size), UNITS[-1])
    number = min(seconds / size, 1e15)
    return f"{number:,.0f} {unit}"


def rounded(number: float, exact: bool = False) -> str:
    """The number with three digits, or all of an exact one: "12,300", "1.23e+20"."""
    if exact:
        return f"{round(number):,}"
    shown = float(f"{number:.3g}")
    return f"{shown:,.0f}" if shown < 1e15 else f"{shown:,.3g}"


def estimate(
    prepared: Prepared, seconds: float = SECONDS, deadline: Deadline = NEVER, seed: int = 0
) -> CountEstimate:
    """The number of solutions, in about so many seconds: counted where the engine is quick, else by samples.

    Compiling kernels and building the tree come on top. Raises Unsupported for a puzzle with stages, and
    Interrupted where the time leaves not even one sample.
    """
    if named_stages(prepared.instance.puzzle):
        raise Unsupported("no estimate of a puzzle with stages: only a search tells which of them counts")
    order = prepared.group.order
    if (counted := _counted(prepared, COUNTING * seconds, deadline)) is not None:
        number: float = counted.all
        return CountEstimate(number, number, number, order, 0, exact=True, counted=counted)
    samples, reason = list[float](), None
    with under(deadline), _tree(prepared) as tree:
        budget = _within(deadline, (1 - COUNTING) * seconds)
        try:
            with under(budget):
                for number, exact in _samples(tree, budget, seed):
                    if exact:
                        return CountEstimate(number, number, number, order, 1, exact=True)
                    samples.append(number)
        except Interrupted as error:
            if not samples:
                raise
            reason = None if str(error) == TIME_LIMIT else str(error)
    samples = samples[1:] or samples  # the first one, of a small population, measured the time
    return CountEstimate(fmean(samples), *interval(samples), order, len(samples), reason=reason)


def _within(deadline: Deadline, seconds: float) -> Deadline:
    """The deadline, or so many seconds from now if that is earlier."""
    return replace(deadline, at=min(deadline.at, time.monotonic() + seconds))


def _counted(prepared: Prepared, seconds: float, deadline: Deadline) -> Counted | None:
    """The engine's count, if it has one in so many seconds. Raises Interrupted by `deadline`."""
    budget = _within(deadline, seconds)
    try:
        with under(budget):
            return prepared.opened.count(budget)
    except Interrupted:
        deadline.check()
        return None


def _tree(prepared: Prepared) -> AbstractContextManager[SearchTree[Any]]:
    """The search tree of the engine, or of the SAT engine, which has one of every model."""
    tree = prepared.opened.tree() or suited("sat", prepared.model).tree()
    assert tree is not None
    return tree


def _samples(tree: SearchTree[Any], budget: Deadline, seed: int) -> Iterator[tuple[float, bool]]:
    """A small sample, then as large ones as the time allows; at the end of it, Interrupted."""
    began = time.monotonic()
    yield sample(tree, FIRST, random.Random(seed))
    each = (time.monotonic() - began) / FIRST
    population = max(FIRST, min(MOST, int(budget.remaining / (SAMPLES + 1) / max(each, 1e-6))))
    for number in range(SAMPLES):
        yield sample(tree, population, random.Random(seed + 1 + number))


def sample(tree: SearchTree[Any], population: int, chance: random.Random) -> tuple[float, bool]:
    """One sample: its number of solutions, and whether that is the exact one. Raises Interrupted."""
    nodes, weight, total, exact = [tree.root], 1.0, 0.0, True
    while nodes:
        solutions, nodes = tree.grow(nodes)
        total += weight * solutions
        if len(nodes) > population:
            weight *= len(nodes) / population
            nodes, exact = spaced(nodes, population, chance), False
    return total, exact


def spaced(nodes: Sequence[Node], number: int, chance: random.Random) -> list[Node]:
    """So many of the nodes, evenly spaced from a random one on: each is as likely as any other, and siblings,
    below which there is much the same, are rarely taken together.
    """
    start = chance.randrange(len(nodes))
    return [nodes[(i * len(nodes) + start) // number] for i in range(number)]


def interval(samples: Sequence[float]) -> tuple[float, float]:
    """Bounds of the mean, with some 90%; of one sample, 0 and infinity.

    Samples are skewed, nearly as if their logarithms were normal: a few are many times the mean, and most
    lists of samples lack these. So the spread of the logarithms is uncertain itself. The bounds are those of
    Cox with Student's quantiles, about the mean of the samples (U. Olsson, "Confidence intervals for the mean
    of a log-normal distribution", Journal of Statistics Education 13, 2005).
    """
    number, mean = len(samples), fmean(samples)
    if number < 2 or not mean:
        return 0.0, math.inf
    logarithms = [math.log(one) for one in samples if one]
    square = math.log1p((stdev(samples) / mean) ** 2)  # of the spread, as their own spread says
    if len(logarithms) > 1:
        square = max(square, variance(logarithms))
    error = math.sqrt(square / number + square**2 / (2 * (number - 1)))
    factor = math.exp(STUDENT[min(number - 1, len(STUDENT)) - 1] * error)
    return mean / factor, mean * factor
