"""The whole way: the cheapest argument that is found, again and again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain

from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.backend import NEVER, Deadline, Interrupted
from zenkai_solver.solvers.engines.kernels.jit import Work
from zenkai_solver.solvers.explaining import chains, lines
from zenkai_solver.solvers.explaining.connected import Connected
from zenkai_solver.solvers.explaining.contrary import Contrary
from zenkai_solver.solvers.explaining.ground import Ground
from zenkai_solver.solvers.explaining.local import PLAIN, WHOLE
from zenkai_solver.solvers.explaining.oracle import Oracle
from zenkai_solver.solvers.explaining.places import Places
from zenkai_solver.solvers.explaining.queue import Queue
from zenkai_solver.solvers.explaining.state import State
from zenkai_solver.solvers.explaining.steps import Explanation, Step
from zenkai_solver.solvers.explaining.theory import Theory


class Unfinished(Interrupted):
    """The steps that were found before; `known`: how many of the `goal` facts they say."""

    def __init__(self, reason: str, steps: Sequence[Step], known: int, goal: int) -> None:
        super().__init__(reason)
        self.steps, self.known, self.goal = tuple(steps), known, goal


def explanation(theory: Theory, deadline: Deadline = NEVER) -> Explanation:
    """Raises NoSolution, Unfinished; Interrupted before the first step is looked for."""
    with Oracle(theory, deadline) as oracle:
        arguing = Arguing(theory, oracle)
        steps: list[Step] = []
        try:
            for step in arguing.steps():
                steps.append(step)
        except Interrupted as cut:
            known = {*arguing.start, *chain.from_iterable(step.follows for step in steps)} & arguing.goal
            raise Unfinished(str(cut), steps, len(known), len(arguing.goal)) from None
        return Explanation(arguing.start, tuple(steps), len(theory.deciding) - len(arguing.needed))


def works(theory: Theory | None = None) -> list[Work]:
    """What the steps of the theory compile; None: of any."""
    by_lines = lines.works() if theory is None or lines.plain_grid(theory) else []
    return [*by_lines, *chains.works()]


class Arguing:
    """Looks for steps in one theory that has a solution. Raises NoSolution, Unsupported, Interrupted.

    `goal`: what all solutions share, `needed` what of it is deciding; `start`: what is given. Where the lines
    of a nonogram decide all, nothing else is asked, and no SAT solver is made.
    """

    def __init__(self, theory: Theory, oracle: Oracle) -> None:
        self.theory, self.oracle = theory, oracle
        grid = lines.plain_grid(theory)
        self.lines = lines.LineSteps(grid, oracle.deadline) if grid else None
        self.start = theory.given
        settled = self.lines.settled if self.lines else None
        self.goal = settled or self.ground.goal
        self.needed = frozenset(lit for lit in self.goal if abs(lit) in theory.deciding)

    @cached_property
    def ground(self) -> Ground:
        return Ground(self.theory, self.oracle)

    @cached_property
    def places(self) -> Places:
        return Places(self.ground)

    @cached_property
    def connected(self) -> Connected:
        return Connected(self.ground)

    @cached_property
    def contrary(self) -> Contrary:
        return Contrary(self.ground, self.places)

    def steps(self) -> Iterator[Step]:
        """Until everything that all solutions share is known. Raises Interrupted."""
        known = list(self.start)
        for step in self.lines or ():
            yield step
            known += step.follows
        if len(known) < len(self.needed):
            yield from self.argued(known)

    def argued(self, known: Sequence[Lit]) -> Iterator[Step]:
        """The same where so much is known, whatever kind of puzzle it is."""
        state, queue = State(self.oracle, known, self.goal), Queue(self.ground)
        while not self.needed <= state.known:
            step = self._next(state, queue)
            yield step
            queue.changed(self.ground.noted(state.learn(step.follows)))

    def _next(self, state: State, queue: Queue) -> Step:
        """The cheapest that is found, as the head of the module says."""
        return (
            queue.step(state, PLAIN)
            or self.places.locked(state, queue)
            or queue.step(state, WHOLE)
            or self.places.chain(state)
            or self.connected.wider(state)
            or self.contrary.by_contrary(state)
        )
