"""That an argument cannot do without a rule or fact: an assignment that keeps all others, looked at plainly.

It says all variables of the rules, and of the axioms on these. Other axioms are about other variables, so
that they can be kept as well: some solution does.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from zenkai_solver.models.csp import Lit
from zenkai_solver.solvers.explaining.plain import Plain, Stated, ints
from zenkai_solver.solvers.explaining.steps import Step

Truth = npt.NDArray[np.bool_]  # a row for each assignment


def shown(plain: Plain, step: Step) -> bool:
    """Do the assignments of the step show it of all its rules and facts? False also if they cannot."""
    own = plain.of(step.rules)
    members = len(step.rules) + len(step.because)
    if own is None or not members or len(step.without) != members:
        return False
    if not own.about.issuperset(map(abs, (*step.because, *step.follows))):
        return False
    true = _rows(step.without, plain.theory.size)
    others = ~np.eye(members, dtype=np.bool_)
    facts = others[:, len(step.rules) :]
    kept = ~facts | _values(true, step.because)
    broken = _broken(plain, own, true)
    for i, rule in enumerate(step.rules):
        broken[i, plain.tables.owner[list(own.parts)] == rule] = False
    several = not step.follows or not _values(true, step.follows).all(axis=1).any()
    return bool(several and kept.all() and not broken.any())


def _rows(sets: Sequence[int], size: int) -> Truth:
    width = size // 8 + 1
    text = b"".join(true.to_bytes(width, "little") for true in sets)
    rows = np.frombuffer(text, np.uint8).reshape(len(sets), width)
    return np.unpackbits(rows, axis=1, bitorder="little").view(np.bool_)


def _values(true: Truth, lits: Sequence[Lit]) -> Truth:
    """Of each literal in each assignment."""
    found: Truth = true[:, [abs(lit) for lit in lits]] != np.array([lit < 0 for lit in lits], np.bool_)
    return found


def _broken(plain: Plain, own: Stated, true: Truth) -> Truth:
    """Which of the constraints does each assignment break?"""
    tables, parts = plain.tables, ints(own.parts)
    sizes = tables.start[parts + 1] - tables.start[parts]
    first = np.cumsum(sizes) - sizes
    at = np.repeat(tables.start[parts] - first, sizes) + np.arange(sizes.sum())
    lits = tables.lits[at]
    number = np.add.reduceat(true[:, lits >> 1] != (lits & 1).astype(np.bool_), first, axis=1, dtype=np.int32)
    found: Truth = (tables.least[parts] & (number == 0)) | (tables.most[parts] & (number > 1))
    return found
