"""The certificate of a kept run, made cube by cube, by several threads; what is made is kept.

    runs/x/certificate/header.json    of what certificate these are the parts
    runs/x/certificate/00017.xz       the numbers of cube 17
    runs/x/run.cert                   all of them, when all are there

The first levels of the search are a tree, on which nothing is remembered: its numbers say how it is split.
Each leaf of it is a cube, whose states are remembered apart, so that cubes need nothing of each other.
"""

from __future__ import annotations

import lzma
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from zenkai_solver.models.csp import Model
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.certificates.certificate import PRESET, first_line, header
from zenkai_solver.solvers.certificates.problem import Problem, problem
from zenkai_solver.solvers.certificates.writing import numbers_of, steps_apart
from zenkai_solver.solvers.checker.cover import roots
from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.engines.handover import in_order
from zenkai_solver.solvers.solution_files.output import OF_RUN
from zenkai_solver.solvers.solution_files.results import TEMPORARY, write_whole

FOLDER = "certificate"
CUBES = 64  # at least so many, if the search has them
DEEPEST = 12  # levels of the tree


@dataclass(frozen=True)
class Branch:
    """A state of the tree: the item on which it branches."""

    item: int


@dataclass(frozen=True)
class CubeState:
    """A leaf of the tree."""

    state: int


Segment = Branch | CubeState


def segments(stated: Problem, depth: int) -> list[Segment]:
    """The tree in depth-first order, `depth` levels below each root."""
    cover = stated.cover
    found: list[Segment] = []

    def visit(state: int, left: int) -> None:
        if cover.worth(state) is not None:
            return
        if not left:
            found.append(CubeState(state))
            return
        item = next(i for i in stated.how.order if i in cover.cells and not state >> i & 1)
        found.append(Branch(item))
        for after, *_ in cover.after(cover.node(state), item):
            visit(after, left - 1)

    for _, root in roots(cover, stated.anchor, stated.group):
        visit(root, depth)
    return found


def split(stated: Problem) -> list[Segment]:
    """With at least CUBES cubes, if that many levels give them."""
    for depth in range(DEEPEST + 1):
        found = segments(stated, depth)
        if sum(isinstance(one, CubeState) for one in found) >= CUBES:
            break
    return found


def write(folder: Path, instance: Instance, model: Model, workers: int, deadline: Deadline) -> Path:
    """Make what is missing, then the certificate; its path. Raises what `certificate.write` raises."""
    stated = problem(instance, model)
    tree = split(stated)
    own = folder / FOLDER
    head = first_line(header(instance, stated, "cover-tree"))
    begin(own, head)
    cubes = [(own / f"{n:05}.xz", one.state) for n, one in enumerate(tree) if isinstance(one, CubeState)]
    for _ in in_order(lambda cube: _cube(*cube, stated, deadline), cubes, workers, deadline):
        pass  # each is there now
    return _joined(folder / OF_RUN, own, head, stated, tree)


def begin(own: Path, head: bytes) -> None:
    """The folder of the parts; those of another certificate are removed."""
    with suppress(OSError):
        if (own / "header.json").read_bytes() == head:
            return
    shutil.rmtree(own, ignore_errors=True)
    own.mkdir()
    write_whole(own / "header.json", head)


def _cube(path: Path, state: int, stated: Problem, deadline: Deadline) -> Iterator[Path]:
    """Make the part of a cube, if it is not there: whole, or not at all."""
    if path.exists():
        return
    packer = lzma.LZMACompressor(preset=PRESET)
    numbers = steps_apart(stated.cover, stated.how.alone, [state], deadline)
    pieces = [packer.compress(piece) for piece in numbers]
    write_whole(path, b"".join([*pieces, packer.flush()]))
    yield path


def _joined(path: Path, own: Path, head: bytes, stated: Problem, tree: Sequence[Segment]) -> Path:
    temporary = path.with_name(path.name + TEMPORARY)
    with temporary.open("wb") as file:
        for part in _streams(own, head, stated, tree):
            file.write(part)
    os.replace(temporary, path)
    return path


def _streams(own: Path, head: bytes, stated: Problem, tree: Sequence[Segment]) -> Iterator[bytes]:
    yield lzma.compress(head, preset=PRESET)
    kind = numbers_of(stated.cover)
    for n, one in enumerate(tree):
        if isinstance(one, Branch):
            yield lzma.compress(np.array([one.item], kind).tobytes(), preset=PRESET)
        else:
            yield (own / f"{n:05}.xz").read_bytes()
