"""The table of engines, and the choice of one for a model.

make(name, options)            an engine
suited(name, model, options)   an engine opened for a model: for the whole, or case by case
auto(model, options)           the engine that suits a model, opened, and why
"""

from __future__ import annotations

from contextlib import suppress

from zenkai_solver.models.constraints import ExactlyOne, OnGraph, SingleLoop
from zenkai_solver.models.csp import Advice, Model
from zenkai_solver.solvers.core.backend import Backend, Opened, Options
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.engines.casewise import Casewise, OpenedCases
from zenkai_solver.solvers.engines.exactcover.cover import check_cover, visited_soon
from zenkai_solver.solvers.engines.names import BACKENDS
from zenkai_solver.solvers.kernels.switch import switched_off

# The engine for each type of a model's structure, by names, so that choosing imports nothing. Tests check
# that it has every structure that an engine `takes`.
STRUCTURES = {
    "zenkai_solver.models.sudoku.structure:SudokuGrid": "sudoku",
    "zenkai_solver.models.blocks:BlockGrid": "lines",
    "zenkai_solver.models.dissection.problem:DissectionProblem": "dissect",
}

EVERY_MODEL = ("sat", "cpsat")  # the engines that take every model

COMPILED = ("sudoku",)  # engines of STRUCTURES that run compiled only

# Measured by scripts/bench_auto.py; see the paper. Loading OR-Tools costs 0.3 s of CPU, python-sat 0.02.
WIDE = 130  # mean literals an item: above it CP-SAT was faster than SAT on packings, below it slower
MOST_TRANSITIONS = 300_000  # of the diagrams of all sums: about what SAT states in the time OR-Tools loads


def auto(model: Model, options: Options = Options()) -> tuple[Opened, str]:
    """The engine that suits the model, opened, and why: SAT if its solver is named, else by the model's
    structure, its advice, or its shape.

    Raises Unsupported.
    """
    if options.sat_solver is not None:
        return suited("sat", model, options), "a SAT solver is named"
    kind = type(model.structure)
    made_for = STRUCTURES.get(f"{kind.__module__}:{kind.__qualname__}")
    if made_for and not (made_for in COMPILED and switched_off()):
        return suited(made_for, model, options), f"the model has the structure {kind.__qualname__}"
    if (by_cases := _by_cases(model, options)) is not None:
        return by_cases
    if model.advice is not None:
        return suited(_advised(model), model, options), model.advice.value
    if not options.few and any(
        isinstance(constraint, OnGraph if options.counting else SingleLoop) for constraint in model.larger
    ):
        with suppress(Unsupported):
            what = "what is connected" if options.counting else "a loop"
            why = f"the model has {what}, which is known by its frontier"
            return make("frontier", options).open(model), why
    items = [len(c.lits) for c in model.larger if isinstance(c, ExactlyOne)]
    if options.few and 2 * len(items) < len(model.constraints):
        return suited("sat", model, options), "few solutions are wanted, and most constraints are no items"
    try:
        check_cover(model)  # before the engine and LLVM are loaded, which takes longer than a small search
        if options.second != "sat" and visited_soon(model):
            return suited("sat", model, options), "the model is an exact cover with little to visit"
        return make("exactcover", options).open(model), "the model is an exact cover"
    except Unsupported as error:
        reason = str(error)
    if any(isinstance(constraint, OnGraph) for constraint in model.larger):
        return suited("sat", model, options), f"{reason}; it states what is connected by cuts"
    mean = sum(items) / len(items) if items else 0.0
    name, sign = ("cpsat", ">") if mean > WIDE else ("sat", "<=")
    why = f"{reason}; its ExactlyOnes have {mean:.0f} literals in the mean ({sign} {WIDE})"
    return suited(name, model, options), why


def _advised(model: Model) -> str:
    """SAT, unless the diagrams of the sums are large."""
    if model.advice is Advice.FEW:
        return "sat"
    from zenkai_solver.solvers.engines.sat.cnf import transitions  # not needed by most commands

    return "sat" if transitions(model) <= MOST_TRANSITIONS else "cpsat"


def _by_cases(model: Model, options: Options) -> tuple[Opened, str] | None:
    """The engine for the model without its condition, by cases, if it refuses the model with it.

    None if it takes the whole model; and if solutions would have to be tested, unless that is the quicker
    way.
    """
    if model.cases is None:
        return None
    whole, why = auto(model.cases.whole, options)
    try:
        make(whole.backend.name, options).open(model)
        return None
    except Unsupported:
        opened = OpenedCases(Casewise(whole.backend), model, model.cases, whole)
    every = model.cases.cases
    if all(case.keeps is None for case in every):
        return opened, f"{why}, but for a condition of {len(every)} cases"
    if model.cases.testing:
        return opened, f"{why}, but for a rule by which its solutions are tested"
    return None


def suited(name: str, model: Model, options: Options = Options()) -> Opened:
    """The engine of that name opened for the model; by the model's cases if it refuses the whole.

    The model without its condition may have cases, too. Raises Unsupported.
    """
    try:
        return make(name, options).open(model)
    except Unsupported:
        if model.cases is None:
            raise
        whole = suited(name, model.cases.whole, options)
        return OpenedCases(Casewise(whole.backend), model, model.cases, whole)


def make(name: str, options: Options = Options()) -> Backend:
    """The backend of that name. Raises Unsupported for an unknown option value."""
    return BACKENDS[name]().create(options)
