"""Kernels are compiled just before they are needed, each once on a machine, and whoever waits is told.

warm_up(works, *arguments)   compile what `works(*arguments)` names, where that is not done yet
compile_missing(works)       the same of a list
announced                    what is around the compiling: a command says a line and shows that it is alive
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zenkai_solver.solvers.kernels.jit import Work  # loads Numba

Works = Callable[..., "Sequence[Work]"]
announced: ContextVar[Callable[[], AbstractContextManager[object]]] = ContextVar(
    "announced", default=nullcontext
)
_compiled: set[tuple[Works, tuple[Hashable, ...]]] = set()  # in this process or on disk


def warm_up(works: Works, *arguments: Hashable) -> None:
    """Raises what `announced` does, such as Interrupted."""
    if (works, arguments) not in _compiled:
        compile_missing(works(*arguments))
        _compiled.add((works, arguments))


def compile_missing(works: Iterable[Work]) -> None:
    """Each is compiled while no other process compiles it. Raises what `announced` does."""
    if missing := [work for work in works if not work.done]:
        with announced.get()():
            for work in missing:
                work.compile()
