"""Solvers and indexes shared by the arguments about one theory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from zenkai_solver.models.constraints import Lit, literals
from zenkai_solver.solvers.backend import WrongSolution
from zenkai_solver.solvers.explaining.choices import Choice
from zenkai_solver.solvers.explaining.local import Found, Known, Propagator, Speaking, Units, propagators
from zenkai_solver.solvers.explaining.needs import minimal
from zenkai_solver.solvers.explaining.oracle import Oracle
from zenkai_solver.solvers.explaining.possible import shared
from zenkai_solver.solvers.explaining.residue import Residue
from zenkai_solver.solvers.explaining.scopes import Scopes
from zenkai_solver.solvers.explaining.state import State
from zenkai_solver.solvers.explaining.steps import Level, NoSolution, Step
from zenkai_solver.solvers.explaining.theory import Theory


class Ground:
    """`goal`: what all solutions share; `sought`: of it what is about cells, for arguments that are dear.
    `touching` has the rules on each variable, `places` the numbers of the axioms on it; `partial`: does some
    rule not show all that follows from it? Raises NoSolution, Interrupted when it is made.
    """

    def __init__(self, theory: Theory, oracle: Oracle) -> None:
        every = range(len(theory.rules))
        if not oracle.fits(every):
            raise NoSolution("there is no solution; --none says why")
        self.theory, self.oracle, self.scopes = theory, oracle, Scopes(oracle)
        speaking = Speaking(theory)
        self.variables = [speaking.of(parts) for parts in theory.parts]
        self.residue = Residue(theory, self.variables, oracle)
        own = Residue(theory, self.variables, oracle)  # of states that are only supposed, too
        self.propagators: list[Propagator] = propagators(theory, own)
        self.units = {rule for rule, own in enumerate(self.propagators) if isinstance(own, Units)}
        self.partial = any(isinstance(own, Choice) for own in self.propagators)
        self.age = [0] * len(theory.rules)  # how often the rule's facts have changed
        self.rules = [rule for rule in every if theory.rules[rule].kind != "given"]
        self.touching = _by_variable((rule, self.variables[rule]) for rule in self.rules)
        seen = shared(oracle)
        self.goal = frozenset(lit for lit in seen if -lit not in seen)
        placed = frozenset(lit for lit in self.goal if theory.facts[abs(lit)][1])
        self.sought = placed or self.goal
        self.members = [literals(axiom) for axiom in theory.axioms]
        self.places = _by_variable(enumerate(self.members))

    def ask(self, rule: int, known: Known, depth: int) -> Found:
        """What the rule shows, with sets up to the size `depth` where it is about units."""
        own = self.propagators[rule]
        return own(known, depth) if isinstance(own, Units) else own(known)

    def noted(self, changed: set[int]) -> set[int]:
        """The variables that became known, after the rules on them were marked as changed."""
        for rule in self.rules_of(changed):
            self.age[rule] += 1
            self.residue.touch((rule,))
        return changed

    def rules_of(self, lits: Iterable[Lit]) -> set[int]:
        return set(chain.from_iterable(self.touching.get(abs(lit), ()) for lit in lits))

    def options(self, var: int, state: State) -> int:
        """How many are left at the place with the fewest."""
        own = (self.members[place] for place in self.places.get(var, ()))
        return min((sum(-other not in state.known for other in lits) for lits in own), default=2)

    def step(self, level: Level, rules: Sequence[int], state: State, follows: Sequence[Lit]) -> Step | None:
        """A deletion-minimal argument of these rules and what is known; None if it needs no rule."""
        self.oracle.deadline.check()
        with self.scopes.of(rules, follows) as scope:
            own = minimal(scope, rules, state.basis, follows)
        if own is None:
            said = "; ".join(self.theory.rules[rule].words for rule in rules)
            raise WrongSolution(f"{len(follows):,} facts were said to follow, and do not, from {said}")
        if not own.rules:
            return None
        return Step(level, own.rules, own.facts, tuple(follows), "least", without=own.without)

    def by_axioms(self, state: State, follows: Sequence[Lit]) -> Step:
        """What the axioms alone show, though unit propagation in them does not."""
        own = minimal(self.scopes.whole, (), state.basis, follows)
        if own is None:
            raise WrongSolution(f"{len(follows):,} facts were said to follow from axioms, and do not")
        return Step("rules", (), own.facts, tuple(follows), "least", without=own.without)

    def clash(self, state: State) -> Step:
        """Facts that do not fit together by the axioms alone."""
        if self.oracle.fits((), state.basis):
            raise WrongSolution("facts fit together that unit propagation refuted")
        return Step("rule", (), tuple(self.oracle.core[1]), (), "found")


def _by_variable(owners: Iterable[tuple[int, Iterable[Lit]]]) -> dict[int, list[int]]:
    """Of each variable the numbers of those that have it."""
    found: dict[int, list[int]] = {}
    for number, lits in owners:
        for lit in lits:
            found.setdefault(abs(lit), []).append(number)
    return found
