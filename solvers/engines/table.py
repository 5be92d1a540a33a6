"""Which engines there are, and which of them suits a model.

BACKENDS                names, and how each is loaded: nothing is imported before it is asked for
make(name, options)            the engine
suited(name, model, options)   the engine opened for the model: at once, or case by case
auto(model, options)           the engine that suits the model, opened, and why
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from zenkai_solver.models.constraints import ExactlyOne, OnGraph, SingleLoop
from zenkai_solver.models.csp import Advice, Model
from zenkai_solver.solvers.core.backend import Backend, Opened, Options
from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.engines.casewise import Casewise, OpenedCases


def _exactcover() -> type[Backend]:
    from zenkai_solver.solvers.engines.exactcover.exactcover import ExactCoverBackend

    return ExactCoverBackend


def _sudoku() -> type[Backend]:
    from zenkai_solver.solvers.engines.sudoku.sudoku import SudokuBackend

    return SudokuBackend


def _sat() -> type[Backend]:
    from zenkai_solver.solvers.engines.sat.sat import SatBackend

    return SatBackend


def _cpsat() -> type[Backend]:
    from zenkai_solver.solvers.engines.cpsat import CpSatBackend

    return CpSatBackend


def _lines() -> type[Backend]:
    from zenkai_solver.solvers.engines.lines.lines import LinesBackend

    return LinesBackend


def _dissect() -> type[Backend]:
    from zenkai_solver.solvers.engines.dissect.dissect import DissectBackend

    return DissectBackend


def _frontier() -> type[Backend]:
    from zenkai_solver.solvers.engines.frontier.frontier import FrontierBackend

    return FrontierBackend


# An engine is imported when first asked for.
BACKENDS: dict[str, Callable[[], type[Backend]]] = {
    "exactcover": _exactcover,
    "sudoku": _sudoku,
    "sat": _sat,
    "cpsat": _cpsat,
    "lines": _lines,
    "dissect": _dissect,
    "frontier": _frontier,
}
# The type of a model's structure -> the engine for it: names, so that choosing imports neither. Every
# structure that an engine `takes` is here, which the tests see to.
STRUCTURES = {
    "zenkai_solver.models.sudoku.structure:SudokuGrid": "sudoku",
    "zenkai_solver.models.blocks:BlockGrid": "lines",
    "zenkai_solver.models.dissection.problem:DissectionProblem": "dissect",
}

EVERY_MODEL = ("sat", "cpsat")  # the engines that take every model

COMPILED = ("sudoku",)  # of these engines those that do not run otherwise

ADVISED = {Advice.FEW: "sat", Advice.SUMS: "cpsat"}  # measured on sudokus of all kinds
WIDE = 50  # mean literals an item: above it CP-SAT was faster than SAT on packings, below it slower


def auto(model: Model, options: Options = Options()) -> tuple[Opened, str]:
    """The engine that suits the model, opened, and why: by its structure, its advice, else by its shape.

    Raises Unsupported.
    """
    from zenkai_solver.solvers.kernels.jit import PURE  # and numpy, which small commands do without

    kind = type(model.structure)
    made_for = STRUCTURES.get(f"{kind.__module__}:{kind.__qualname__}")
    if made_for and not (PURE and made_for in COMPILED):
        return suited(made_for, model, options), f"the model has the structure {kind.__qualname__}"
    if (by_cases := _by_cases(model, options)) is not None:
        return by_cases
    if model.advice is not None:
        return suited(ADVISED[model.advice], model, options), model.advice.value
    if any(isinstance(own, OnGraph if options.counting else SingleLoop) for own in model.constraints):
        with suppress(Unsupported):
            what = "what is connected" if options.counting else "a loop"
            why = f"the model has {what}, which is known by its frontier"
            return make("frontier", options).open(model), why
    if any(isinstance(own, OnGraph) for own in model.constraints):
        return suited("sat", model, options), "the model has graphs, which are stated by cuts"
    try:
        return make("exactcover", options).open(model), "the model is an exact cover"
    except Unsupported as error:
        reason = str(error)
    items = [len(c.lits) for c in model.constraints if isinstance(c, ExactlyOne)]
    mean = sum(items) / len(items) if items else 0.0
    name, sign = ("cpsat", ">") if mean > WIDE else ("sat", "<=")
    why = f"{reason}; its ExactlyOnes have {mean:.0f} literals in the mean ({sign} {WIDE})"
    return suited(name, model, options), why


def _by_cases(model: Model, options: Options) -> tuple[Opened, str] | None:
    """The engine for the model without its condition, if it refuses the whole and need not test solutions
    or is quicker so."""
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
    """The engine of that name opened for the model; by its cases if it does not take it at once, which may
    have cases of their own. Raises Unsupported.
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
