"""Compiling kernels just before they are needed, each once on a machine.

warm_up(works, *arguments)   compile what `works(*arguments)` lists, unless it is compiled already
compile_missing(works)       the same for a list
announced                    a context manager around the compiling, by which a command says that it compiles
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zenkai_solver.solvers.kernels.jit import Work  # loads LLVM

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
    """Compile what is not compiled yet; no two processes do the same one. Raises what `announced` does."""
    if missing := [work for work in works if not work.done]:
        with announced.get()():
            for work in missing:
                work.compile()
