"""From the start to what all solutions share, one argument after another, each the cheapest that was found.

    rule      what follows from one rule and what is known, by propagators that miss nothing
    rules     from two or three rules that are connected: share a cell or a variable that is still open
    chain     by a chain from the contrary to a place that is left with nothing
    subset    from a set of rules without any one of which it does not follow, some small one
    case      by assuming the contrary, and an argument of its own from there to a clash

They come in this order: one rule plainly; what all that is left at a place excludes; one rule with sets of 2,
of 3 and of more cells or values; chains, the short ones first; two and three rules; subsets; cases.

A step is *least* if no smaller set of rules has any consequence (a subset: none shows the same), *minimal* if
none of its rules and facts can be left out, *found* if only that it is right is known. Facts that axioms give
are known without a step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Literal

from zenkai_solver.models.csp import Lit, literals
from zenkai_solver.solvers.backend import NEVER, Deadline, Unsupported, WrongSolution
from zenkai_solver.solvers.explaining.chains import Chain, Chains, View, bits
from zenkai_solver.solvers.explaining.local import (
    DEPTHS,
    PAIRS,
    PLAIN,
    TRIPLES,
    WHOLE,
    Found,
    Known,
    Propagator,
    Units,
    propagators,
    variables,
)
from zenkai_solver.solvers.explaining.needs import Answering, Narrow, needed
from zenkai_solver.solvers.explaining.oracle import Oracle
from zenkai_solver.solvers.explaining.possible import shared
from zenkai_solver.solvers.explaining.reasons import least_core, small_core
from zenkai_solver.solvers.explaining.residue import Residue
from zenkai_solver.solvers.explaining.theory import Theory

Level = Literal["rule", "rules", "chain", "subset", "case"]
Claim = Literal["least", "minimal", "found"]

MOST_SETS = {2: 600, 3: 200}  # connected sets of so many rules that are tried for one step
MOST_RULES = 6  # of a set that is shown; what needs more is shown as a case split
ROUNDS = (2, 3, 4, 6, 1_000)  # of chains that are tried, one after the other
MOST_NESTED, ENOUGH_NESTED = 40, 2  # facts refuted within a case; cases that are compared
TRIED = 60  # hitting sets for a proof that a subset is least
ENOUGH = 6  # cases that are compared, once so many are refuted


@dataclass(frozen=True)
class Step:
    """From the rules and the facts `because`, and axioms, follow the facts `follows`; () is a clash.

    A case split assumes the negation of what follows, and `nested` leads from there to a clash. `size` is 1
    of what is plain, else how many cells or values the sets have, or how many places a chain passes.
    """

    level: Level
    rules: tuple[int, ...]
    because: tuple[Lit, ...]
    follows: tuple[Lit, ...]
    claim: Claim
    nested: tuple[Step, ...] = ()
    size: int = 1


@dataclass(frozen=True)
class Explanation:
    """`start` is what is given; after the steps every fact that all solutions share is known. `open` facts
    differ between solutions.
    """

    start: tuple[Lit, ...]
    steps: tuple[Step, ...]
    open: int


class NoSolution(Unsupported):
    """There is nothing to lead to."""


def explanation(theory: Theory, deadline: Deadline = NEVER) -> Explanation:
    """Raises NoSolution, Interrupted."""
    with Oracle(theory, deadline) as oracle:
        arguing = Arguing(theory, oracle)
        steps = tuple(arguing.steps())
        settled = {abs(lit) for lit in arguing.goal}
        return Explanation(arguing.start, steps, len(theory.facts) - len(settled))


def closed(oracle: Oracle, lits: Iterable[Lit]) -> frozenset[Lit]:
    """The facts, and those that the axioms give from them."""
    return frozenset(oracle.propagated(lits)[1])


class State:
    """What is known, closed under the axioms, and the few facts from which the axioms give the rest.

    `wanted` are the facts that steps may lead to; None where something is supposed, and all may be shown.
    """

    def __init__(self, oracle: Oracle, basis: Iterable[Lit], wanted: frozenset[Lit] | None = None) -> None:
        self.oracle, self.wanted = oracle, wanted
        self.basis = list(dict.fromkeys(basis))
        self.good, found = oracle.propagated(self.basis)
        self.known: set[Lit] = set(found)

    def learn(self, lits: Sequence[Lit], shorten: bool = True) -> set[int]:
        """Add facts; the variables that were open before and are not now."""
        before = self.known
        self.basis += lits
        self.good, found = self.oracle.propagated(self.basis)
        self.known = set(found)
        if shorten:
            self._shorten()
        return {abs(lit) for lit in self.known - before}

    def _shorten(self) -> None:
        """Leave out of the basis what the true facts in it give already."""
        true = [lit for lit in self.basis if lit > 0]
        given = set(self.oracle.propagated(true)[1])
        self.basis = true + [lit for lit in self.basis if lit < 0 and lit not in given]


class Arguing:
    """Looks for steps in one theory that has a solution."""

    def __init__(self, theory: Theory, oracle: Oracle) -> None:
        every = range(len(theory.rules))
        if not oracle.fits(every):
            raise NoSolution("there is no solution; --none says why")
        self.theory, self.oracle = theory, oracle
        self.variables = [set(variables(parts, theory)) for parts in theory.parts]
        self.residue = Residue(theory, self.variables, oracle.deadline)
        own = Residue(theory, self.variables, oracle.deadline)  # of states that are only supposed, too
        self.propagators: list[Propagator] = propagators(theory, own)
        self.units = {rule for rule, own in enumerate(self.propagators) if isinstance(own, Units)}
        self.chains = Chains(theory)
        self.narrow: dict[int, Narrow] = {}
        self.age = [0] * len(theory.rules)  # how often the rule's facts have changed
        self.tried: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.cut = False  # were there ever more sets of rules than are tried?
        self.rules = [rule for rule in every if theory.rules[rule].kind != "given"]
        self.touching: dict[int, list[int]] = {}
        for rule in self.rules:
            for var in self.variables[rule]:
                self.touching.setdefault(var, []).append(rule)
        seen = shared(oracle)
        self.goal = frozenset(lit for lit in seen if -lit not in seen)
        self.start = tuple(self._given())
        self.members = [literals(axiom) for axiom in theory.axioms]
        self.places: dict[int, list[int]] = {}
        for i, lits in enumerate(self.members):
            for lit in lits:
                self.places.setdefault(abs(lit), []).append(i)

    def _given(self) -> Iterator[Lit]:
        for rule in self.theory.givens:
            for part in self.theory.parts[rule]:
                lits = literals(part)
                assert len(lits) == 1, "a given states one fact"
                yield lits[0]

    def steps(self) -> Iterator[Step]:
        """Until everything that all solutions share is known. Raises Interrupted."""
        state, queue = State(self.oracle, self.start, self.goal), Queue(self)
        while not self.goal <= state.known:
            step = self._next(state, queue)
            yield step
            queue.changed(self.noted(state.learn(step.follows)))

    def _next(self, state: State, queue: Queue) -> Step:
        """The cheapest that is found, as the head of the module says."""
        return (
            queue.step(state, PLAIN)
            or self._locked(state, queue)
            or queue.step(state, WHOLE)
            or self._chain(state)
            or self._wider(state)
            or self._contrary(state)
        )

    def ask(self, rule: int, known: Known, depth: int) -> Found:
        """What the rule shows, with sets up to the size `depth` where it is about units."""
        own = self.propagators[rule]
        return own(known, depth) if isinstance(own, Units) else own(known)

    def noted(self, changed: set[int]) -> set[int]:
        """The variables that became known, after the rules on them were marked as changed."""
        for rule in self._rules_of(changed):
            self.age[rule] += 1
            self.residue.touch((rule,))
        return changed

    # ---- one argument

    def step(self, level: Level, rules: Sequence[int], state: State, follows: Sequence[Lit]) -> Step | None:
        """The argument, without the facts and rules that it can do without; None if it needs no rule."""
        for oracle in self._able(rules, follows):
            guard = () if not follows else (oracle.guarded([-lit for lit in follows]),)
            if not oracle.fits(rules, (*state.basis, *guard)):
                facts, kept = needed(oracle, list(rules), list(state.basis), guard)
                return Step(level, tuple(kept), tuple(facts), tuple(follows), "least") if kept else None
        said = "; ".join(self.theory.rules[rule].words for rule in rules)
        raise WrongSolution(f"{len(follows):,} facts were said to follow, and do not, from {said}")

    def _able(self, rules: Sequence[int], follows: Sequence[Lit]) -> Iterator[Answering]:
        """Oracles of which some one can answer, the quick one first."""
        if len(rules) == 1:
            narrow = self._narrow(rules[0])
            if narrow.whole and narrow.knows(follows):
                yield narrow
        yield self.oracle

    def _narrow(self, rule: int) -> Narrow:
        if rule not in self.narrow:
            self.narrow[rule] = self.oracle.with_me(Narrow(rule, self.residue))
        return self.narrow[rule]

    # ---- places

    def _locked(self, state: State, queue: Queue) -> Step | None:
        """What all that is left at a place excludes."""
        for follows, rules in View.of(self.chains, state.known).locked():
            left = [lit for lit in follows if state.wanted is None or lit in state.wanted]
            if left and (step := self.step("rules", rules, state, left)) is not None:
                level: Level = "rules" if len(step.rules) > 1 else "rule"
                least = len(step.rules) == 1 or (len(step.rules) == 2 and queue.idle(state))
                return replace(step, level=level, claim="least" if least else "minimal")
        return None

    def _chain(self, state: State) -> Step | None:
        """The shortest chain of the fewest rounds, with all else that its rules show as shortly."""
        view = View.of(self.chains, state.known)
        refuted = [var for var in bits(view.open) if self._seen(state, var)]
        for most in ROUNDS if refuted else ():
            if found := list(view.refutations(refuted, most)):
                return self._of_chain(state, found)
        return None

    def _seen(self, state: State, fact: int) -> bool:
        """Does unit propagation refute the fact, which may be excluded by a step?"""
        if state.wanted is None:
            return self.oracle.probe.clash([*state.basis, fact])
        self.oracle.probe.learn(state.known)
        return -fact in state.wanted and self.oracle.probe.clash([fact])

    def _of_chain(self, state: State, found: Sequence[Chain]) -> Step | None:
        best = min(found, key=lambda chain: (chain.length, len(chain.rules), chain.refuted))
        alike = (own for own in found if own.rules <= best.rules and own.length <= best.length)
        step = self.step("chain", sorted(best.rules), state, sorted(-own.refuted for own in alike))
        return step and replace(step, claim="minimal", size=best.length)

    # ---- two and three rules

    def _wider(self, state: State) -> Step | None:
        """Sets of rules none of which has changed since they were tried are not tried again."""
        goal = self.goal - state.known
        near = self._near(state)
        for size in (2, 3):
            for rules in self._sets(near, size):
                age = tuple(self.age[rule] for rule in rules)
                if self.tried.get(rules) == age:
                    continue
                own = set().union(*(self.variables[rule] for rule in rules))
                lits = sorted(lit for lit in goal if abs(lit) in own)
                if found := self.residue.consequences(rules, state.known, lits):
                    return self._of_set(rules, state, found)
                self.tried[rules] = age
        return None

    def _of_set(self, rules: tuple[int, ...], state: State, found: list[Lit]) -> Step:
        step = self.step("rules", rules, state, found)
        if step is None:
            raise WrongSolution(f"axioms alone show what rules {rules} were asked for")
        complete = len(step.rules) < 2 or not self.cut
        level: Level = "rules" if len(step.rules) > 1 else "rule"
        return replace(step, level=level, claim="least" if complete else "minimal", size=len(step.rules))

    def _near(self, state: State) -> dict[int, set[int]]:
        """Which rules share a place that is not settled."""
        at: dict[int, set[int]] = {}
        for rule in self.rules:
            for var in self.variables[rule]:
                if var not in state.known and -var not in state.known:
                    for place in self.places.get(var, (-var,)):
                        at.setdefault(place, set()).add(rule)
        near: dict[int, set[int]] = {}
        for rules in at.values():
            for rule in rules:
                near.setdefault(rule, set()).update(rules - {rule})
        return near

    def _sets(self, near: dict[int, set[int]], size: int) -> Iterator[tuple[int, ...]]:
        """Connected sets, each once, those with few neighbours first; MOST_SETS at most."""
        pairs = [(a, b) for a, others in near.items() for b in others if a < b]
        pairs.sort(key=lambda pair: (len(near[pair[0]]) + len(near[pair[1]]), pair))
        if size == 2:
            self.cut |= len(pairs) > MOST_SETS[2]
            yield from pairs[: MOST_SETS[2]]
            return
        seen: set[tuple[int, ...]] = set()
        for a, b in pairs:
            for c in sorted(near[a] | near[b]):
                chosen = tuple(sorted({a, b, c}))
                if len(chosen) == 3 and chosen not in seen:
                    seen.add(chosen)
                    if len(seen) > MOST_SETS[3]:
                        self.cut = True
                        return
                    yield chosen

    # ---- what the contrary leads to

    def _contrary(self, state: State) -> Step:
        """By the contrary of a fact: the rules that refute it, if they are few, else a case split."""
        found = sorted(self._refutable(state))
        return (
            self._subset(state, [lit for _, lit in found])
            or (self._told(state, -found[0][1]) if found else None)
            or self._by_rules(state)
        )

    def _refutable(self, state: State) -> list[tuple[int, Lit]]:
        """Facts whose contrary leads to a clash where unit propagation refutes one fact after the other; with
        the number of these, each no larger than that before.
        """
        probe, found, most = self.oracle.probe, list[tuple[int, Lit]](), MOST_NESTED
        probe.learn(state.known)
        for lit in self._cases(state):
            if (number := probe.nested(-lit, most)) is not None:
                found.append((number, lit))
                most = number
                if len(found) == (ENOUGH_NESTED if most else ENOUGH):
                    break
        return found

    def _subset(self, state: State, lits: Sequence[Lit]) -> Step | None:
        """By the smallest of the sets of rules that show one of the facts, where it has few of them."""
        sets = {lit: core for lit in lits if (core := self._core(state, lit)) is not None}
        if not sets:
            return None
        lit = min(sets, key=lambda lit: (len(sets[lit]), lit))
        least = least_core(self.oracle, (*state.basis, -lit), [sets[lit]], TRIED)
        step = self.step("subset", least or sets[lit], state, [lit])
        return step and replace(step, claim="least" if least else "minimal")

    def _core(self, state: State, lit: Lit) -> tuple[int, ...] | None:
        """Some small set of rules that shows the fact; None if there are many in it."""
        against = (*state.basis, -lit)
        if self.oracle.fits(self.rules, against) or len(self.oracle.core[0]) > 2 * MOST_RULES:
            return None
        core = small_core(self.oracle, sorted(self.oracle.core[0]), against)
        return core if len(core) <= MOST_RULES else None

    def _told(self, state: State, supposed: Lit) -> Step | None:
        """The case split, with steps from the supposed fact to a clash; None if they do not lead there."""
        own, nested = State(self.oracle, (*state.basis, supposed)), list[Step]()
        queue = Queue(self)
        queue.only(self._rules_of(own.known - state.known))
        while own.good:
            step = (
                queue.step(own, PLAIN)
                or self._locked(own, queue)
                or queue.step(own, WHOLE)
                or self._chain(own)
                or self._probed(own)
            )
            if step is None:
                return None
            nested.append(step)
            if not step.follows:
                return _case(-supposed, _needed_steps(nested))
            queue.changed(own.learn(step.follows, shorten=False))
        return _case(-supposed, _needed_steps([*nested, self.clash(own)]))

    def _probed(self, state: State) -> Step | None:
        """A fact whose contrary unit propagation refutes, where some is supposed."""
        probe = self.oracle.probe
        for var in self.theory.facts:
            if var in state.known or -var in state.known:
                continue
            for lit in (var, -var):
                if probe.clash([*state.basis, lit]):
                    step = self.step("subset", range(len(self.theory.rules)), state, [-lit])
                    return step and replace(step, claim="minimal")
        return None

    def _by_rules(self, state: State) -> Step:
        """A case split, the shortest of some; within it rules are asked in full, and cases split again."""
        depth = 1
        while True:
            found: list[tuple[Lit, Trace]] = []
            for lit in self._cases(state):
                trace = self._refute(state, -lit, depth)
                if trace is not None:
                    found.append((lit, trace))
                if len(found) == (ENOUGH if depth == 1 else 1):
                    break
            if found:
                lit, trace = min(found, key=lambda case: case[1].length)
                return self._split(state, lit, trace)
            depth += 1

    def _cases(self, state: State) -> list[Lit]:
        """Facts that may be shown by refuting their negations, those at places with few options first."""
        left = self.goal - state.known
        return sorted(left, key=lambda lit: (self._options(abs(lit), state), lit > 0, abs(lit)))

    def _options(self, var: int, state: State) -> int:
        """How many are left at the place with the fewest."""
        own = (self.members[place] for place in self.places.get(var, ()))
        return min((sum(-other not in state.known for other in lits) for lits in own), default=2)

    def _refute(self, state: State, assumed: Lit, depth: int) -> Trace | None:
        """What leads from the assumption to a clash; None if nothing does with less than `depth` splits."""
        own = State(self.oracle, (*state.basis, assumed))
        queue, found = Queue(self), Trace(assumed)
        queue.only(self._rules_of(own.known - state.known))
        while own.good:
            rule, follows, _ = queue.next(own)
            if rule is not None:
                found.add(rule, follows, self.variables[rule])
                if not follows:
                    return found.needed()
            elif depth > 1 and (inner := self._inner(own, depth - 1)) is not None:
                found.split(inner)
                follows = [-inner.assumed]
            else:
                return None
            queue.changed(own.learn(follows, shorten=False))
        return found.needed()

    def _inner(self, state: State, depth: int) -> Trace | None:
        left = [var for var in self.theory.facts if var not in state.known and -var not in state.known]
        for var in sorted(left, key=lambda var: self._options(var, state)):
            for lit in (var, -var):
                if (trace := self._refute(state, lit, depth)) is not None:
                    return trace
        return None

    def _rules_of(self, lits: Iterable[Lit]) -> set[int]:
        return set(chain.from_iterable(self.touching.get(abs(lit), ()) for lit in lits))

    def _split(self, state: State, fact: Lit, trace: Trace) -> Step:
        """The case split with its argument told in full."""
        own, nested = State(self.oracle, (*state.basis, -fact)), []
        for rule, follows, inner in trace.parts:
            left = [lit for lit in follows if lit not in own.known]
            if follows and not left:
                continue
            step = self._split(own, left[0], inner) if inner else self.step("rule", (rule,), own, left)
            if step is not None:
                nested.append(step)
            if not own.good or not left:
                break
            own.learn(left)
            if not own.good:
                nested.append(self.clash(own))
                break
        if not own.good and not nested:
            nested.append(self.clash(own))
        return _case(fact, _needed_steps(nested))

    def clash(self, state: State) -> Step:
        """Facts that do not fit together by the axioms alone."""
        if self.oracle.fits((), state.basis):
            raise WrongSolution("facts fit together that unit propagation refuted")
        return Step("rule", (), tuple(self.oracle.core[1]), (), "found")


@dataclass
class Trace:
    """What leads from an assumption to a clash, told in short: rule, what follows, or a trace within."""

    assumed: Lit
    parts: list[tuple[int, list[Lit], Trace | None]] = field(default_factory=list)
    about: list[set[int]] = field(default_factory=list)

    def add(self, rule: int, follows: list[Lit], variables: set[int]) -> None:
        self.parts.append((rule, follows, None))
        self.about.append(variables)

    def split(self, inner: Trace) -> None:
        self.parts.append((-1, [-inner.assumed], inner))
        self.about.append(set().union(*inner.about))

    def needed(self) -> Trace:
        """Without the parts from which, by their variables, nothing later can follow."""
        kept: list[int] = []
        variables: set[int] = set()
        for i in range(len(self.parts) - 1, -1, -1):
            if not kept or variables.intersection(map(abs, self.parts[i][1])):
                kept.append(i)
                variables |= self.about[i]
        kept.reverse()
        return Trace(self.assumed, [self.parts[i] for i in kept], [self.about[i] for i in kept])

    @property
    def length(self) -> int:
        return len(self.parts) + sum(inner.length for _, _, inner in self.parts if inner)


class Queue:
    """For each depth the rules whose facts changed since they were asked, and what others have to say."""

    def __init__(self, arguing: Arguing) -> None:
        self.arguing = arguing
        self.dirty: dict[int, set[int]] = {depth: set() for depth in DEPTHS}
        self.pending: dict[int, dict[int, list[Lit]]] = {depth: {} for depth in DEPTHS}
        self.mark(arguing.rules)

    def mark(self, rules: Iterable[int]) -> None:
        """The rules are to be asked again; only units have more to say when asked in depth."""
        rules = set(rules)
        self.dirty[PLAIN] |= rules
        for depth in (PAIRS, TRIPLES, WHOLE):
            self.dirty[depth] |= rules & self.arguing.units

    def only(self, rules: Iterable[int]) -> None:
        """Only these rules are to be asked."""
        self.dirty = {depth: set() for depth in DEPTHS}
        self.mark(rules)

    def changed(self, variables: Iterable[int]) -> None:
        self.mark(chain.from_iterable(self.arguing.touching.get(var, ()) for var in variables))

    def step(self, state: State, depth: int) -> Step | None:
        """The next argument by one rule."""
        while True:
            rule, follows, size = self.next(state, depth)
            if rule is None:
                return None
            step = self.arguing.step("rule", (rule,), state, follows)
            if step is not None:
                return replace(step, size=size)
            if not follows:
                return self.arguing.clash(state)
            self.changed(self.arguing.noted(state.learn(follows)))  # the axioms alone say so

    def next(self, state: State, most: int = WHOLE) -> tuple[int | None, list[Lit], int]:
        """Of the rules that show a fact at the least depth, the one with the fewest open facts, all that it
        shows, and the depth; a rule that does not fit with what is known, and nothing.
        """
        for depth in range(PLAIN, most + 1):
            if (clash := self._ask(state, depth)) is not None:
                return clash, [], depth
            if pending := self.pending[depth]:
                rule = min(pending, key=lambda rule: self._cost(rule, pending[rule], state.known))
                return rule, pending.pop(rule), depth
        return None, [], WHOLE

    def idle(self, state: State) -> bool:
        """Has no rule by itself anything to say?"""
        return all(self._ask(state, depth) is None and not self.pending[depth] for depth in DEPTHS)

    def _ask(self, state: State, depth: int) -> int | None:
        """Ask the rules that are dirty; one that clashes, if any does."""
        dirty, pending = self.dirty[depth], self.pending[depth]
        for rule in sorted(dirty):
            dirty.discard(rule)
            found = self.arguing.ask(rule, state.known, depth)
            if found is None:
                return rule
            pending[rule] = found
        for rule, lits in list(pending.items()):
            left = [lit for lit in lits if lit not in state.known]
            if left:
                pending[rule] = left
            else:
                del pending[rule]
        return None

    def _cost(self, rule: int, found: list[Lit], known: Known) -> tuple[bool, int, int]:
        own = self.arguing.variables[rule]
        return (
            all(lit < 0 for lit in found),
            sum(1 for var in own if var not in known and -var not in known),
            rule,
        )


def _case(fact: Lit, nested: tuple[Step, ...]) -> Step:
    """The case split that shows the fact, as its negation leads to a clash."""
    inside = {-fact, *(lit for step in nested for lit in step.follows)}
    because = dict.fromkeys(lit for step in nested for lit in step.because if lit not in inside)
    rules = sorted({rule for step in nested for rule in step.rules})
    return Step("case", tuple(rules), tuple(because), (fact,), "found", nested)


def _needed_steps(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Those of the steps that the last one, a clash, needs."""
    needed, kept = set(steps[-1].because), [steps[-1]]
    for step in reversed(steps[:-1]):
        if needed.intersection(step.follows):
            kept.append(step)
            needed.update(step.because)
    return tuple(reversed(kept))
