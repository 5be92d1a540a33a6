"""The certificate of a cover as a proof for other people's checkers: LRAT and VeriPB.

Both are written while the certificate is replayed; a state that is met again is searched again, since its
lemma names the options chosen on the way. So a proof is as long as the tree of the search, not as the
certificate. Variable o + 1 is option o of the cover (see `checker.cover`). Each node, after its children, has
one lemma: the options chosen, without any option of the items left uncovered, cannot be completed. The lemmas
of the children are deleted at once, so that a checker holds those of one branch only.

    LRAT      The DIMACS file has a clause of the options of each item of `must`, and a clause for each two
              options of an item of `once`; then a clause that excludes each solution, of its options or,
              where a solution may be a subset of another, of all options. The lemmas refute it, for
              lrat-check, cake_lpr or ACL2's checker. Groups (sums of what options add) are left out: where
              the tree never needs their bounds, as with dominoes, more is proved; elsewhere the export is
              refused.
    VeriPB    The OPB file has = 1, >= 1 or <= 1 for an item, and both bounds of a group. The proof logs each
              solution by a line that excludes it (`solx`, in format 1 `v`), and the lemmas derive a
              contradiction: there is no other. Format 3 has every variable preserved and concludes
              ENUMERATION_COMPLETE; 1, the oldest that a checker at hand reads, has no such conclusion: the
              number of solutions is that of the lines, and a comment.

Where the certificate counts orbits (it has an `anchor`), the tree of the first option of an orbit is written
once for each image of this option, moved by a symmetry that takes the option there.
Sources: Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, Efficient certified RAT verification, CADE 2017;
VeriPB, proof format overview, version 3; README of VeriPB 1.1 for format 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TextIO

from zenkai_solver.solvers.certificates.writing import holders
from zenkai_solver.solvers.checker.checker import Cover, Permutation, Refused

MOST_NODES = 1 << 23
NEEDS_GROUPS = "the proof needs bounds on numbers or weights, which clauses do not have; take --veripb"


@dataclass
class TreePosition:
    """Where the walk is: the options chosen, the items left uncovered, and what covers the others."""

    chosen: list[int] = field(default_factory=list)
    bare: list[int] = field(default_factory=list)
    owner: dict[int, int] = field(default_factory=dict)


class ProofWriter(Protocol):
    """What writes lemmas; each method returns the lemma's number."""

    def solution(self, place: TreePosition) -> int:
        """The lemma of a solution: the options chosen."""

    def lemma(self, place: TreePosition, item: int, below: Mapping[int, int], without: int) -> int:
        """The lemma of a node that branches on this item: it cannot be completed.

        `below`: the lemma of each option that fits. `without`: the lemma of leaving the item uncovered, 0 if
        it has to be covered. Item -1: all cells are covered, but a group has less than its lower bound.
        """


class Walk:
    """Replays a certificate, and has a lemma written for each node.

    `moved`, `items`: the images of options and items under the present symmetry.
    """

    def __init__(self, cover: Cover, steps: Iterator[int], tree: bool, proof: ProofWriter) -> None:
        self.cover, self.steps, self.tree, self.proof = cover, steps, tree, proof
        self.lists = holders(cover)
        self.place, self.nodes = TreePosition(), 0
        self.moved: Permutation = tuple(range(len(cover.options)))
        self.items: Sequence[int] = range(cover.n_items)

    def run(self, anchor: int, group: Sequence[Permutation]) -> None:
        """The whole proof. Raises Refused."""
        memo: dict[int, int] | None = None if self.tree else {}
        if anchor < 0:
            self.visit(self.cover.start, memo)
        elif memo is None:
            raise Refused("a certificate of tree and symmetries is not exported; make one without symmetries")
        else:
            self.proof.lemma(self.place, anchor, self._orbits(anchor, group, memo), 0)
        if next(self.steps, None) is not None:
            raise Refused("the certificate goes on when the search has ended")

    def _orbits(self, anchor: int, group: Sequence[Permutation], memo: dict[int, int]) -> dict[int, int]:
        """The lemma of each option of the anchor: the search of the first of an orbit, for each image."""
        if anchor not in self.cover.once & self.cover.must:
            raise Refused(f"the anchor, item {anchor}, is not one that every solution covers exactly once")
        below: dict[int, int] = {}
        for first in self.lists[anchor]:
            images = {element[first]: element for element in reversed(group)} if first not in below else {}
            for image in sorted(images.keys() & set(self.lists[anchor]), key=lambda image: image != first):
                self.moved, self.items = images[image], self._items(images[image])
                below[image] = self.chosen(first, self.cover.chosen([first]), memo)
        return below

    def _items(self, element: Permutation) -> Sequence[int]:
        """Where the permutation of options takes each item: to one of its kind with the images of its
        options.
        """

        def kind(item: int, options: Iterable[int]) -> tuple[object, ...]:
            return item in self.cover.once, item in self.cover.must, frozenset(options)

        number = {kind(item, options): item for item, options in enumerate(self.lists)}
        return [number[kind(item, (element[o] for o in options))] for item, options in enumerate(self.lists)]

    def visit(self, state: int, memo: dict[int, int] | None) -> int:
        """The lemma of this state, after those below. `memo`: the item on which each state branches."""
        cover = self.cover
        once, must, _ = cover.masks
        if (worth := cover.worth(state)) is not None:
            return self.proof.solution(self.place) if worth else self._dead(state)
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise Refused(f"the tree has more than {MOST_NODES:,} nodes: its proof would be too large")
        item = memo[state] if memo is not None and state in memo else next(self.steps, -1)
        if item == cover.n_items and memo is None:
            return self.visit(state, {})
        if not 0 <= item < cover.n_items or not (once | must) >> item & ~state >> item & 1:
            raise Refused("the certificate branches on an item that is covered, or no item")
        if memo is not None:
            memo[state] = item
        without = 0
        if not must >> item & 1:
            self.place.bare.append(self.items[item])
            without = self.visit(state | 1 << item, memo)
            self.place.bare.pop()
        below = {}
        for option in self.lists[item]:
            clash, mask, more = cover.moves[option]
            if not (state + more) & clash:
                below[self.moved[option]] = self.chosen(option, state + more | mask, memo)
        if below and not once >> item & 1:
            raise Refused(f"the certificate says that nothing covers item {item}; an option does")
        return self.proof.lemma(self.place, self.items[item], below, without)

    def _dead(self, state: int) -> int:
        """The lemma of a state that no option can complete."""
        missing = next((i for i in self.cover.must if not state >> i & 1), -1)
        return self.proof.lemma(self.place, self.items[missing] if missing >= 0 else -1, {}, 0)

    def chosen(self, option: int, after: int, memo: dict[int, int] | None) -> int:
        """The lemma of the state after this option."""
        image = self.moved[option]
        items = [item for item in self.cover.options[image][0] if item in self.cover.once]
        self.place.chosen.append(image)
        self.place.owner.update(dict.fromkeys(items, image))
        number = self.visit(after, memo)
        self.place.chosen.pop()
        for item in items:
            del self.place.owner[item]
        return number


class Lrat:
    """Writes the formula and its refutation; `solutions` are counted, and stated in the formula's head."""

    def __init__(self, cover: Cover, solutions: int, cnf: TextIO, proof: TextIO) -> None:
        self.cover, self.cnf, self.proof, self.total = cover, cnf, proof, solutions
        self.lists = holders(cover)
        self.place_of = [{option: k for k, option in enumerate(options)} for options in self.lists]
        self.short = cover.cells <= cover.must
        self.clause: dict[int, int] = {}  # of an item: the number of its clause
        self.pairs: dict[int, int] = {}  # of an item: the number before its pairs
        self.written, self.listed = 0, 0  # clauses of items, and solutions
        self._formula()
        self.last = self.written + solutions

    def _formula(self) -> None:
        once = sum(len(self.lists[i]) * (len(self.lists[i]) - 1) // 2 for i in self.cover.once)
        self.cnf.write(f"p cnf {len(self.cover.options)} {once + len(self.cover.must) + self.total}\n")
        for item in sorted(self.cover.must):
            self.written += 1
            self.clause[item] = self.written
            self.cnf.write("".join(f"{o + 1} " for o in self.lists[item]) + "0\n")
        for item in sorted(self.cover.once):
            options = self.lists[item]
            self.pairs[item] = self.written
            for k in range(len(options)):
                self.cnf.write("".join(f"-{options[j] + 1} -{options[k] + 1} 0\n" for j in range(k)))
            self.written += len(options) * (len(options) - 1) // 2

    def solution(self, place: TreePosition) -> int:
        self.listed += 1
        number = self.written + self.listed
        chosen, others = set(place.chosen), range(len(self.cover.options) if not self.short else 0)
        lits = [-o - 1 for o in sorted(chosen)] + [o + 1 for o in others if o not in chosen]
        self.cnf.write("".join(f"{lit} " for lit in lits) + "0\n")
        if self.short and place.chosen:
            return number
        return self._line(place, [*self._excluded(place, (o for o in others if o not in chosen)), number], [])

    def lemma(self, place: TreePosition, item: int, below: Mapping[int, int], without: int) -> int:
        if item < 0:
            raise Refused(NEEDS_GROUPS)
        unfit = (o for o in self.lists[item] if o not in below)
        final = without if without else self.clause[item]
        hints = [*self._excluded(place, unfit), *below.values(), final]
        return self._line(place, hints, [*below.values(), *([without] if without else [])])

    def _line(self, place: TreePosition, hints: Sequence[int], below: Sequence[int]) -> int:
        self.last += 1
        bare = sorted({o for item in place.bare for o in self.lists[item]})
        lits = [*(-o - 1 for o in place.chosen), *(o + 1 for o in bare)]
        text = " ".join(map(str, [self.last, *lits, 0, *hints, 0]))
        self.proof.write(text + "\n")
        if gone := [number for number in below if number > self.written + self.total]:
            self.proof.write(f"{self.last} d {' '.join(map(str, gone))} 0\n")
        return self.last

    def end(self) -> None:
        """Raises Refused where the formula's head states another number of solutions."""
        if self.listed != self.total:
            raise Refused(f"{self.listed:,} solutions in the tree, but {self.total:,} by the count")

    def _excluded(self, place: TreePosition, options: Iterable[int]) -> Iterator[int]:
        """The clauses of two options that make these options false; options of items left uncovered are in
        the lemma, and so false already.
        """
        bare = set(place.bare)
        for option in options:
            items = self.cover.options[option][0]
            if bare and not bare.isdisjoint(items):
                continue
            for item in items:
                if item in place.owner:
                    break
            else:
                raise Refused(NEEDS_GROUPS)
            of_item = self.place_of[item]
            a, b = of_item[option], of_item[place.owner[item]]
            a, b = (a, b) if a < b else (b, a)
            yield self.pairs[item] + b * (b - 1) // 2 + a + 1


@dataclass(frozen=True)
class Format:
    """How the lines of a version of VeriPB's proof format are written."""

    first: str
    solution: str
    lemma: str
    delete: str
    end: str
    preserved: bool = False  # the formula names the variables by which solutions are distinct


FORMATS: Mapping[int, Format] = {
    1: Format(
        first="pseudo-Boolean proof version 1.0\nf {} 0",
        solution="v{}",
        lemma="u {} ;",
        delete="d {} 0",
        end="* {listed} solutions\nc {last} 0",
    ),
    3: Format(
        first="pseudo-Boolean proof version 3.0\nf {} ;",
        solution="solx{} ;",
        lemma="rup {} ;",
        delete="del id {} ;",
        end="output NONE ;\nconclusion ENUMERATION_COMPLETE {listed} : {last} ;\nend pseudo-Boolean proof ;",
        preserved=True,
    ),
}


class VeriPB:
    """Writes the pseudo-Boolean formula and its enumeration; `version` is a key of `FORMATS`."""

    def __init__(
        self, cover: Cover, solutions: int, opb: TextIO, proof: TextIO, version: int = max(FORMATS)
    ) -> None:
        self.cover, self.opb, self.proof, self.format = cover, opb, proof, FORMATS[version]
        self.lists = holders(cover)
        self.short = cover.cells <= cover.must
        self.last, self.listed, self.total = 0, 0, solutions
        self._formula()

    def _formula(self) -> None:
        cover, size = self.cover, len(self.cover.options)
        items = [[(o, 1) for o in self.lists[item]] for item in self._ruled()]
        groups: list[list[tuple[int, int]]] = [[] for _ in cover.groups]
        for o, (_, adds) in enumerate(cover.options):
            for group, amount in adds:
                groups[group].append((o, amount))
        bounds = [(int(item in cover.must), int(item in cover.once)) for item in self._ruled()]
        lines = zip([*items, *groups], [*bounds, *cover.groups], strict=True)
        wide = [line for terms, (lo, hi) in lines for line in _bounds(terms, lo, hi)]
        self.last = sum(1 if ">=" in line else 2 for line in wide)
        self.opb.write(f"* #variable= {size} #constraint= {len(wide)}\n")
        if self.format.preserved:
            self.opb.write("preserved:" + "".join(f" x{o + 1}" for o in range(size)) + " ;\n")
        self.opb.writelines(wide)
        self._put(self.format.first.format(self.last))

    def _put(self, line: str) -> None:
        self.proof.write(f"{line}\n")

    def _ruled(self) -> list[int]:
        """The items with a constraint."""
        return sorted(self.cover.once | self.cover.must)

    def solution(self, place: TreePosition) -> int:
        self.listed += 1
        self.last += 1
        chosen = set(place.chosen)
        named = sorted(chosen) if self.short else range(len(self.cover.options))
        lits = "".join(f" {'' if o in chosen else '~'}x{o + 1}" for o in named)
        self._put(self.format.solution.format(lits))
        return self._line(place, [])

    def lemma(self, place: TreePosition, item: int, below: Mapping[int, int], without: int) -> int:
        return self._line(place, [*below.values(), *([without] if without else [])])

    def _line(self, place: TreePosition, below: Sequence[int]) -> int:
        self.last += 1
        bare = sorted({o for item in place.bare for o in self.lists[item]})
        terms = [*(f"1 ~x{o + 1} " for o in place.chosen), *(f"1 x{o + 1} " for o in bare)]
        self._put(self.format.lemma.format(f"{''.join(terms)}>= 1"))
        if below:
            self._put(self.format.delete.format(" ".join(map(str, below))))
        return self.last

    def end(self) -> None:
        """Raises Refused where the tree has another number of solutions than the certificate."""
        if self.listed != self.total:
            raise Refused(f"{self.listed:,} solutions in the tree, but {self.total:,} by the count")
        self._put(self.format.end.format(listed=self.listed, last=self.last))


def _bounds(terms: Sequence[tuple[int, int]], lo: int, hi: int) -> Iterator[str]:
    """Lines that say: the true options add up to lo..hi. An item of `must` alone has lo = 1, hi = 0: no
    bound.
    """
    plus, minus = ("".join(f"{sign}{n} x{o + 1} " for o, n in terms) for sign in ("+", "-"))
    if lo == hi:
        yield f"{plus}= {lo} ;\n"
        return
    if lo:
        yield f"{plus}>= {lo} ;\n"
    if lo < hi < sum(n for _, n in terms):
        yield f"{minus}>= -{hi} ;\n"
