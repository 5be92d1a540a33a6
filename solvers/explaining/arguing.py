"""The whole way: the cheapest argument that is found, again and again."""

from __future__ import annotations

from collections.abc import Iterator

from zenkai_solver.solvers.backend import NEVER, Deadline
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


def explanation(theory: Theory, deadline: Deadline = NEVER) -> Explanation:
    """Raises NoSolution, Interrupted."""
    with Oracle(theory, deadline) as oracle:
        arguing = Arguing(theory, oracle)
        steps = tuple(arguing.steps())
        settled = {abs(lit) for lit in arguing.goal}
        return Explanation(arguing.start, steps, len(theory.facts) - len(settled))


class Arguing:
    """Looks for steps in one theory that has a solution."""

    def __init__(self, theory: Theory, oracle: Oracle) -> None:
        self.ground = Ground(theory, oracle)
        self.goal, self.start = self.ground.goal, self.ground.start
        self.places, self.connected = Places(self.ground), Connected(self.ground)
        self.contrary = Contrary(self.ground, self.places)

    def steps(self) -> Iterator[Step]:
        """Until everything that all solutions share is known. Raises Interrupted."""
        state, queue = State(self.ground.oracle, self.start, self.goal), Queue(self.ground)
        while not self.goal <= state.known:
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
