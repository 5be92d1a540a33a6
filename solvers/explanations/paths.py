"""The way of a chain from the assumed fact to a place where no fact is left, as it is told."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from zenkai_solver.models.bits import bits
from zenkai_solver.models.constraints import Lit
from zenkai_solver.solvers.explanations.chains import Chains


@dataclass(frozen=True)
class ChainPath:
    """The facts that are true one after the other, the assumed one first, each after it the only one left at
    its place; and the place at which none is left. Places are numbers of `Chains.places`.
    """

    true: tuple[int, ...]
    places: tuple[int, ...]


def path(chains: Chains, rules: Collection[int], known: Collection[Lit], assumed: int) -> ChainPath | None:
    """The path from the assumed fact by these rules and the axioms, in rounds; None if they do not refute
    it.
    """
    allowed = {-1, *rules}
    true, place_of, excluder = [assumed], {assumed: -1}, dict[int, int]()
    done = 0
    while done < len(true):
        fresh = true[done:]
        done = len(true)
        touched = dict.fromkeys(
            place
            for fact in fresh
            for other in _excludes(chains, allowed, fact)
            if other not in excluder and -other not in known
            for place in _exclude(chains, excluder, other, fact)
            if chains.places[place].rule in allowed
        )
        for place in touched:
            facts = list(bits(chains.places[place].facts))
            if any(fact in known for fact in facts):
                continue
            left = [fact for fact in facts if -fact not in known and fact not in excluder]
            if not left:
                return _back(chains, place, place_of, excluder, known, true)
            if len(left) == 1 and left[0] not in place_of:
                place_of[left[0]] = place
                true.append(left[0])
    return None


def _excludes(chains: Chains, allowed: Collection[int], fact: int) -> Iterator[int]:
    """The facts that it excludes by the allowed rules."""
    for one in chains.exclusions.get(fact, ()):
        if one.rule in allowed:
            yield from (other for other in bits(one.facts) if other != fact)


def _exclude(chains: Chains, excluder: dict[int, int], other: int, by: int) -> Iterable[int]:
    """Note what excluded the fact; its places."""
    excluder[other] = by
    return chains.at.get(other, ())


def _back(
    chains: Chains,
    last: int,
    place_of: dict[int, int],
    excluder: dict[int, int],
    known: Collection[Lit],
    true: list[int],
) -> ChainPath:
    """The facts on the way to the last place."""
    needed, places, left = set[int](), [last], [last]
    while left:
        place = left.pop()
        for fact in bits(chains.places[place].facts):
            by = excluder.get(fact)
            if by is None or -fact in known or by in needed or (place_of.get(fact) == place != last):
                continue
            needed.add(by)
            if place_of[by] >= 0:
                left.append(place_of[by])
                places.append(place_of[by])
    return ChainPath(tuple(fact for fact in true if fact in needed), tuple(places))
