"""Steps without assumptions: by one rule, by places, by chains, and by two or three connected rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, combinations

from zenkai_solver.models.bits import bits
from zenkai_solver.models.constraints import ExactlyOne, Lit, literals
from zenkai_solver.solvers.core.deadlines import LEAST_SIZE, WrongSolution
from zenkai_solver.solvers.explanations.chains import Chains, View
from zenkai_solver.solvers.explanations.definitions import by_variable
from zenkai_solver.solvers.explanations.oracle import Enough, Oracle
from zenkai_solver.solvers.explanations.paths import path
from zenkai_solver.solvers.explanations.possible import Common, common
from zenkai_solver.solvers.explanations.propagators import (
    DEPTHS,
    PAIRS,
    SINGLES,
    TRIPLES,
    WHOLE,
    AnyRule,
    DistinctCells,
    ExclusiveClause,
    NeededAxioms,
    OptionRule,
    Residue,
    implied_together,
    propagators,
)
from zenkai_solver.solvers.explanations.reasons import Scopes, minimal_premises
from zenkai_solver.solvers.explanations.steps import KnownFacts, Level, NoSolution, SolvingStep
from zenkai_solver.solvers.explanations.techniques import Units
from zenkai_solver.solvers.explanations.theory import Theory

MOST_SETS = {2: 600, 3: 200}  # connected sets of 2 and of 3 rules that are tried for one step
SET_WORK = 100_000  # literals propagated in the question what one of them implies
SETS_WORK = 4_000_000  # the same for all of them in a step, with the clauses of new solvers: some seconds
MOST_LONG = 5  # such questions that were given up, after which a rule is in no more sets for this step


class StepContext:
    """The solvers, propagators and indexes that all searches for steps of one theory share.

    `goal`: the facts that steps may conclude, by default those that all solutions share, and others if not
    `sure`, see `possible.Common`; `sought`: those
    about cells, to which the kinds of steps that take long to find are limited. touching[var]: the rules with
    the variable; axioms_on[var]: the numbers of the axioms with it; places_on[var]: of those
    that define nothing; `partial`: is some propagator incomplete?

    `soon`: if it takes long to find a goal that is sure, is one enough that is not?

    Raises NoSolution if no goal is given and there is no solution; Interrupted.
    """

    def __init__(
        self, theory: Theory, oracle: Oracle, goal: frozenset[Lit] | None = None, soon: bool = False
    ) -> None:
        every = range(len(theory.rules))
        if (aim := common(oracle, soon) if goal is None else Common(goal)) is None:
            raise NoSolution("there is no solution; --none says why")
        self.theory, self.oracle, self.scopes = theory, oracle, Scopes(oracle)
        self.soon = soon
        self.units = Units(theory)
        self.marks = self.units.marks
        self.variables = [theory.about(rule) for rule in every]
        needed = NeededAxioms(theory, self.variables, oracle)
        self.residue = Residue(needed)
        # Its own cache of simplified clauses, since propagators are also asked under mere assumptions.
        self._asked = Residue(needed)
        self.propagators = propagators(theory, self._asked)
        self.sized = {i for i, rule in enumerate(self.propagators) if isinstance(rule, DistinctCells)}
        self._optional = any(isinstance(rule, OptionRule) for rule in self.propagators)
        self._premises: dict[int, set[int]] = {}  # of each rule by itself, see `premises_of`
        self.age = [0] * len(theory.rules)  # how often the rule's facts have changed
        self.rules = [rule for rule in every if theory.rules[rule].kind != "given"]
        self.touching = by_variable(self.rules, self.variables.__getitem__)
        self.goal, self.sure = aim.facts, aim.sure
        self.sought = frozenset(lit for lit in self.goal if theory.facts[abs(lit)][1]) or self.goal
        self.axiom_lits = [literals(axiom) for axiom in theory.axioms]
        self.axioms_on = by_variable(range(len(self.axiom_lits)), self.axiom_lits.__getitem__)
        places = (number for number, axiom in enumerate(theory.axioms) if not theory.defines(axiom))
        self.places_on = by_variable(places, self.axiom_lits.__getitem__)

    @property
    def partial(self) -> bool:
        return self._optional or bool(self.hard)

    @property
    def hard(self) -> set[int]:
        """The rules of which it takes too much work to say what they imply now."""
        return self._asked.hard

    def state(self, known: Iterable[Lit], wanted: frozenset[Lit] | None = None) -> KnownFacts:
        """These facts with their marks."""
        return KnownFacts(self.oracle, known, wanted, self.marks)

    def on(self, variables: Iterable[int], state: KnownFacts) -> list[Lit]:
        """The known facts that say of these which are excluded: themselves, or by the value of a cell."""
        variables = set(variables)
        cells = {var for fact in variables for var in self.marks.cell.get(fact, (fact,))}
        return [lit for lit in state.basis if (-lit in variables if lit < 0 else lit in cells)]

    def is_large(self, rule: int) -> bool:
        """Is the rule one that takes long to propagate, as it has very many clauses?"""
        return isinstance(self.propagators[rule], AnyRule) and self._asked.needed.is_large(rule)

    def propagate(self, rule: int, state: KnownFacts, depth: int) -> list[Lit] | None:
        """What the rule implies, as by its propagator; `depth` bounds the Hall sets of DistinctCells."""
        propagator = self.propagators[rule]
        if isinstance(propagator, DistinctCells):
            return propagator(state.known, depth)
        if isinstance(propagator, OptionRule):
            self.oracle.deadline.spend(propagator.size)
        return propagator(state.known)

    def learn(self, state: KnownFacts, lits: Sequence[Lit]) -> set[int]:
        """Add facts that hold from now on; returns the variables that become known."""
        changed = state.learn(lits)
        for rule in self.rules_on(changed):
            self.age[rule] += 1
            self.residue.touch((rule,))
            self.hard.discard(rule)
        return changed

    def rules_on(self, lits: Iterable[Lit]) -> set[int]:
        return set(chain.from_iterable(self.touching.get(abs(lit), ()) for lit in lits))

    def premises_of(self, rule: int, follows: Iterable[Lit]) -> set[int]:
        """The variables on which the conclusion may depend: those of the rule, and of the axioms about these
        and about what follows.
        """
        if rule not in self._premises:
            self._premises[rule] = self._with_axioms(self.variables[rule])
        return self._premises[rule] | self._with_axioms({*map(abs, follows)})

    def _with_axioms(self, variables: set[int]) -> set[int]:
        """These, and the variables of the axioms about them."""
        about = {number for var in variables for number in self.axioms_on.get(var, ())}
        return variables.union(*(map(abs, self.axiom_lits[number]) for number in about))

    def options(self, var: int, state: KnownFacts) -> int:
        """The smallest number of open literals of an axiom with the variable; 2 if there is no axiom."""
        axioms = (self.axiom_lits[number] for number in self.axioms_on.get(var, ()))
        return min((sum(-other not in state.known for other in lits) for lits in axioms), default=2)

    def step(
        self,
        level: Level,
        rules: Sequence[int],
        state: KnownFacts,
        follows: Sequence[Lit],
        facts: Sequence[Lit] | None = None,
    ) -> SolvingStep | None:
        """The step that concludes `follows` from a deletion-minimal subset of the rules and the facts, or of
        all that are known if these do not imply it; None if it needs no rule. Raises WrongSolution if nothing
        known implies it; Interrupted.
        """
        self.oracle.deadline.check()
        with self.scopes.of(rules, follows) as scope:
            premises = None if facts is None else minimal_premises(scope, rules, facts, follows)
            premises = premises or minimal_premises(scope, rules, state.basis, follows)
        if premises is None:
            words = "; ".join(self.theory.rules[rule].words for rule in rules)
            raise WrongSolution(f"{len(follows):,} derived facts do not follow from {words}")
        if not premises.rules:
            return None
        return SolvingStep(
            level, premises.rules, premises.facts, tuple(follows), "least", without=premises.without
        )

    def step_by_axioms(
        self, state: KnownFacts, follows: Sequence[Lit], facts: Sequence[Lit] | None = None
    ) -> SolvingStep:
        """The step that concludes `follows` from axioms and the facts, by default all that are known."""
        premises = minimal_premises(self.scopes.whole, (), state.basis if facts is None else facts, follows)
        if premises is None:
            raise WrongSolution(f"{len(follows):,} derived facts do not follow from the axioms")
        return SolvingStep("rules", (), premises.facts, tuple(follows), "least", without=premises.without)

    def clash(self, state: KnownFacts) -> SolvingStep:
        """The step to a contradiction of known facts with the axioms."""
        if self.oracle.fits((), state.basis):
            raise WrongSolution("facts are satisfiable that unit propagation refuted")
        return SolvingStep("rule", (), tuple(self.oracle.core[1]), (), "found")


class RuleQueue:
    """The queue of single rules to propagate. For each depth, `dirty`: the rules whose facts have changed
    since they were propagated; `implied`: by rule, the facts that it implies and that are not known yet.
    """

    def __init__(self, context: StepContext, rules: Iterable[int] | None = None) -> None:
        """At first only `rules` are dirty; None: all."""
        self.context = context
        self.dirty: dict[int, set[int]] = {depth: set() for depth in DEPTHS}
        self.implied: dict[int, dict[int, list[Lit]]] = {depth: {} for depth in DEPTHS}
        self.mark(context.rules if rules is None else rules)

    def mark(self, rules: Iterable[int]) -> None:
        """Make the rules dirty; for depths above SINGLES only those whose propagators distinguish depths."""
        rules = set(rules)
        self.dirty[SINGLES] |= rules
        for depth in (PAIRS, TRIPLES, WHOLE):
            self.dirty[depth] |= rules & self.context.sized

    def changed(self, variables: Iterable[int]) -> None:
        self.mark(self.context.rules_on(variables))

    def step(self, state: KnownFacts, depth: int) -> SolvingStep | None:
        """The next step by one rule, up to that depth; None if there is none."""
        while True:
            rule, follows, size = self.next(state, depth)
            if rule is None:
                return None
            facts, propagator = None, self.context.propagators[rule]
            if size > SINGLES and isinstance(propagator, DistinctCells):
                excluded, about = propagator.smallest_set(state.known)
                if excluded:  # one set at a time
                    follows = excluded
                    if cells := self._cells_for(excluded, about, state):
                        rule, follows, about, size = cells
                    facts = self.context.on(about, state)
            step = self.context.step("rule", (rule,), state, follows, facts)
            if step is not None:
                return replace(step, size=size)
            if not follows:
                return self.context.clash(state)
            self.changed(self.context.learn(state, follows))  # implied by the axioms alone: no step is shown

    def _cells_for(
        self, excluded: list[Lit], about: set[int], state: KnownFacts
    ) -> tuple[int, list[Lit], set[int], int] | None:
        """Two or three cells of a rule that exclude the same as some values, with what they exclude, their
        variables and number: SudokuWiki and HoDoKu look for these first. None if there are none.
        """
        cell = self.context.marks.cell

        def whole(variables: set[int]) -> bool:
            return all(var in cell and variables.issuperset(cell[var]) for var in variables)

        for rule in sorted(self.context.sized) if not whole(about) else ():
            propagator = self.context.propagators[rule]
            assert isinstance(propagator, DistinctCells)
            for gone, cells in propagator.sets(state.known, TRIPLES):
                if whole(cells) and set(gone).issuperset(excluded):
                    return rule, gone, cells, len({cell[var] for var in cells})
        return None

    def next(self, state: KnownFacts, most: int = WHOLE) -> tuple[int | None, list[Lit], int]:
        """A rule that implies something new at the least depth, all that it implies, and the depth; None if
        there is none up to the depth `most`. Rules that imply a positive fact are preferred, then those with
        few open facts. [] is a contradiction, which comes first.
        """

        def cost(rule: int) -> tuple[bool, int, int]:
            lits, open_facts = implied[rule], state.open & self.context.variables[rule]
            return all(lit < 0 for lit in lits), len(open_facts), rule

        for depth in range(SINGLES, most + 1):
            if (clash := self._propagate(state, depth)) is not None:
                return clash, [], depth
            if implied := self.implied[depth]:
                rule = min(implied, key=cost)
                return rule, implied.pop(rule), depth
        return None, [], WHOLE

    def idle(self, state: KnownFacts) -> bool:
        """Is there no single rule that implies anything new?"""
        return all(self._propagate(state, depth) is None and not self.implied[depth] for depth in DEPTHS)

    def _propagate(self, state: KnownFacts, depth: int) -> int | None:
        """Propagate the dirty rules, large ones only where the others imply nothing new, and if steps are to
        come soon, more of them only while that takes less than half of the work for a step; the number of one
        that contradicts the known facts, if any does.
        """
        dirty, implied = self.dirty[depth], self.implied[depth]
        deadline = self.context.oracle.deadline
        look = deadline.about(LEAST_SIZE)  # propagators that ask a solver look, too
        for rule, lits in list(implied.items()):
            self._imply(rule, lits, state, depth)
        for rule in sorted(dirty, key=lambda rule: (self.context.is_large(rule), rule)):
            if implied and (self.context.is_large(rule) or (self.context.soon and deadline.late)):
                break
            look()
            follows = self.context.propagate(rule, state, depth)
            dirty.discard(rule)  # only now: a part of the work may end within it
            if follows is None:
                return rule
            self._imply(rule, follows, state, depth)
        return None

    def _imply(self, rule: int, lits: list[Lit], state: KnownFacts, depth: int) -> None:
        """Note those of the literals that are new as what the rule implies."""
        if left := [lit for lit in lits if lit not in state.known]:
            self.implied[depth][rule] = left
        else:
            self.implied[depth].pop(rule, None)


class Places:
    """Steps by places, see `chains.py`: locked candidates, and chains."""

    def __init__(self, context: StepContext) -> None:
        self.context, self.chains = context, Chains(context.theory)
        self.view = View(self.chains)
        self._refutable = sum(1 << -lit for lit in context.goal if lit < 0)

    def locked(self, state: KnownFacts, queue: RuleQueue) -> SolvingStep | None:
        """The step to the facts that all open facts of some place exclude (locked candidates)."""
        self.view.look(state.known)
        for number, follows, rules in self.view.locked():
            left = [lit for lit in follows if state.wanted is None or lit in state.wanted]
            facts = self.at([number], state) if left else []
            if left and (step := self.context.step("rules", rules, state, left, facts)) is not None:
                level: Level = "rules" if len(step.rules) > 1 else "rule"
                pair = len(step.rules) == 2 and not self.context.partial and queue.idle(state)
                least = len(step.rules) == 1 or pair
                return replace(step, level=level, claim="least" if least else "minimal")
        return None

    def chain(self, state: KnownFacts) -> SolvingStep | None:
        """The step by the shortest of the chains with the fewest rounds; it also concludes what its rules
        refute by chains no longer than it.
        """
        self.context.oracle.deadline.check()
        self.view.look(state.known)
        candidates = -1 if state.wanted is None else self._refutable  # no chain refutes a fact of a solution
        chains = self.view.refutations(candidates) if self.view.open else []
        if not chains:
            return None
        best = min(chains, key=lambda chain: (chain.length, chain.rules.bit_count(), chain.refuted))
        within = (other for other in chains if not other.rules & ~best.rules and other.length <= best.length)
        follows = sorted(-other.refuted for other in within)
        rules = list(bits(best.rules))
        ways = [path(self.chains, rules, state.known, -lit) for lit in follows]
        places = [place for way in ways if way for place in way.places]
        facts = self.at(places, state) if all(ways) else None
        step = self.context.step("chain", rules, state, follows, facts)
        return step and replace(
            step, claim="minimal", size=best.length, ways=tuple(way for way in ways if way)
        )

    def at(self, places: Iterable[int], state: KnownFacts) -> list[Lit]:
        """The known facts by which no more facts are left at these places."""
        facts = {fact for place in places for fact in bits(self.chains.places[place].facts)}
        return self.context.on(facts, state)


class ConnectedRules:
    """Steps by two and three connected rules. A set is not tried again until the facts of one rule change."""

    def __init__(self, context: StepContext) -> None:
        self.context = context
        self.tried: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.cut = False  # may a smaller set imply something, since not all were tried?
        self._long = Counter[int]()  # for each rule the questions about sets with it that took too long

    def step(self, state: KnownFacts) -> SolvingStep | None:
        """The next step by two rules, else by three; None if there is none. No single rule may imply
        anything new.
        """
        goal = self.context.sought - state.known
        at = self._open_places(state)
        near, joins = _near(at), self._joins(at)
        self._long.clear()
        residue, begun = self.context.residue, self.context.residue.work
        for size in (2, 3):
            for rules in self._sets(near, size):
                if residue.work - begun > SETS_WORK:
                    self.cut = True
                    return None
                age = tuple(self.context.age[rule] for rule in rules)
                if self.tried.get(rules) == age or not self.context.hard.isdisjoint(rules):
                    continue
                if _is_tree(rules, joins) or any(self._long[rule] >= MOST_LONG for rule in rules):
                    continue
                variables = set().union(*(self.context.variables[rule] for rule in rules))
                lits = sorted(lit for lit in goal if abs(lit) in variables)
                if follows := self._implied(rules, state, lits):
                    return self._of_set(rules, state, follows)
                self.tried[rules] = age
        return None

    def _implied(
        self, rules: tuple[int, ...], state: KnownFacts, lits: Sequence[Lit]
    ) -> Sequence[Lit] | None:
        """Those of the literals that the rules imply together."""
        propagators = [self.context.propagators[rule] for rule in rules]
        clauses = [rule for rule in propagators if isinstance(rule, ExclusiveClause)]
        if len(clauses) == len(rules):
            return implied_together(clauses, state.known, lits)
        try:
            return self.context.residue.consequences(rules, state.known, lits, SET_WORK) or ()
        except Enough:
            self.cut = True
            self._long.update(rules)
            return ()

    def _of_set(self, rules: tuple[int, ...], state: KnownFacts, follows: Sequence[Lit]) -> SolvingStep:
        step = self.context.step("rules", rules, state, follows)
        step = step or self.context.step_by_axioms(state, follows)
        complete = len(step.rules) < 2 or not (self.cut or self.context.partial)
        level: Level = "rules" if len(step.rules) > 1 else "rule"
        return replace(step, level=level, claim="least" if complete else "minimal", size=len(step.rules))

    def _open_places(self, state: KnownFacts) -> dict[int, set[int]]:
        """The rules with an open variable of each axiom; the negative of a variable without axioms stands for
        one.
        """
        at: dict[int, set[int]] = {}
        for rule in self.context.rules:
            for var in self.context.variables[rule]:
                if var not in state.known and -var not in state.known:
                    for place in self.context.places_on.get(var, (-var,)):
                        at.setdefault(place, set()).add(rule)
        return at

    def _joins(self, at: Mapping[int, Collection[int]]) -> dict[tuple[int, int], int | None]:
        """For each two rules that share places: the place, if it is the only one, has one value, all of which
        are facts, and the propagators of both are complete; else None.
        """
        joins: dict[tuple[int, int], int | None] = {}
        for place, rules in at.items():
            plain = place < 0 or isinstance(self.context.theory.axioms[place], ExactlyOne)
            for a, b in combinations(sorted(rules), 2):
                joins[a, b] = place if plain and (a, b) not in joins and not self.context.partial else None
        return joins | dict.fromkeys(self._hidden)

    @cached_property
    def _hidden(self) -> frozenset[tuple[int, int]]:
        """The pairs of rules that share a variable which is no fact."""
        theory, at = self.context.theory, dict[int, set[int]]()
        for rule in self.context.rules:
            stated = {abs(lit) for part in theory.parts[rule] for lit in literals(part)}
            for var in stated - theory.facts.keys():
                at.setdefault(var, set()).add(rule)
        return frozenset(pair for rules in at.values() for pair in combinations(sorted(rules), 2))

    def _sets(self, near: dict[int, set[int]], size: int) -> Iterator[tuple[int, ...]]:
        """Connected sets of `size` rules, each once, those with few neighbours first; MOST_SETS at most."""
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


def _near(at: Mapping[int, set[int]]) -> dict[int, set[int]]:
    """For each rule those that share a place with it."""
    near: dict[int, set[int]] = {}
    for rules in at.values():
        for rule in rules:
            near.setdefault(rule, set()).update(rules - {rule})
    return near


def _is_tree(rules: Sequence[int], joins: Mapping[tuple[int, int], int | None]) -> bool:
    """Are the rules joined by single places without a cycle? Then they imply nothing new together.

    Each value that is left at a place is in some assignment that satisfies one rule, as no rule by itself
    excludes it; where rules meet at one place, such assignments fit together, one rule after the other
    (E. C. Freuder, A sufficient condition for backtrack-free search, J. ACM 29, 1982).
    """
    places = [joins[pair] for pair in combinations(rules, 2) if pair in joins]
    return None not in places and (len(places) < len(rules) or len(set(places)) == 1)
