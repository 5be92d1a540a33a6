"""Every backend as a test parameter, all SAT solvers too; and what each has declared to take."""

from __future__ import annotations

from collections import Counter

from zenkai_solver.models.constraints import AtMostOne, Cardinality, Clause, Constraint, ExactlyOne, literals
from zenkai_solver.models.csp import Model
from zenkai_solver.solvers.core.backend import Backend, Options
from zenkai_solver.solvers.engines.names import BACKENDS
from zenkai_solver.solvers.engines.sat.sat import SOLVERS
from zenkai_solver.solvers.engines.table import make

ALL: dict[str, Backend] = {name: make(name) for name in BACKENDS}
# An engine made for one structure reads nothing else; test_contract_structures.py is its contract.
ENGINES = {name: engine for name, engine in ALL.items() if not engine.takes.dedicated}
DEDICATED = {name: engine for name, engine in ALL.items() if engine.takes.dedicated}
EVERY = ENGINES | {f"sat-{name}": make("sat", Options(name)) for name in SOLVERS}


def declared(backend: Backend, model: Model) -> bool:
    """Is the model one of those that the engine says it takes? See `solvers.core.backend.Takes`."""
    takes = backend.takes
    if type(model.structure) in takes.structures:
        return True
    if takes.dedicated or not {type(c) for c in model.constraints} <= takes.constraints:
        return False
    return not takes.exact_cover or states_a_cover(model)


def states_a_cover(model: Model) -> bool:
    """The form that `Takes.exact_cover` asks for, stated again from its words."""
    units = [c.lits[0] for c in model.constraints if isinstance(c, Clause) and len(c.lits) == 1]
    others = [c for c in model.constraints if not (isinstance(c, Clause) and len(c.lits) == 1)]
    items = [lit for c in others if _is_item(c) for lit in literals(c)]
    groups = Counter(lit for c in others if isinstance(c, Cardinality) and not _is_item(c) for lit in c.lits)
    return (
        len(model.projection) == model.size
        and all(min(literals(c), default=1) > 0 for c in others)
        and all(len(set(literals(c))) == len(literals(c)) for c in others)
        and set(model.projection) <= {*items, *(-lit for lit in units)}
        and max(groups.values(), default=1) == 1
    )


def _is_item(constraint: Constraint) -> bool:
    match constraint:
        case ExactlyOne() | AtMostOne() | Cardinality(_, 0 | 1, 1):
            return True
        case _:
            return False
