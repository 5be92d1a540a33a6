"""The certificate of the cover of a kept run, made cube by cube, by several threads; each part is kept.

    runs/x/certificate/header.json    the first line of the certificate of which these are the parts
    runs/x/certificate/00017.xz       the numbers of cube 17
    runs/x/run.cert                   the certificate, once all parts are there

The first levels of the search are a tree without a memo. Each leaf of the tree is a cube with a memo of its
own, so that cubes do not depend on each other.
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
from zenkai_solver.solvers.certificates.problem import CertificateCover, problem
from zenkai_solver.solvers.certificates.writing import numbers_of, steps_apart
from zenkai_solver.solvers.checker.checker import roots
from zenkai_solver.solvers.core.deadlines import Deadline
from zenkai_solver.solvers.engines.handover import in_order
from zenkai_solver.solvers.solution_files.output import OF_RUN
from zenkai_solver.solvers.solution_files.results import TEMPORARY, write_whole

FOLDER = "certificate"
CUBES = 64  # at least so many, if the search has them
DEEPEST = 12  # levels of the tree


@dataclass(frozen=True)
class TreeBranch:
    """An inner node of the tree: the item on which it branches."""

    item: int


@dataclass(frozen=True)
class CubeState:
    """A leaf of the tree: a state from which the search goes on with a memo."""

    state: int


Segment = TreeBranch | CubeState


def segments(stated: CertificateCover, depth: int) -> list[Segment]:
    """The tree in depth-first order, `depth` levels below each root."""
    cover = stated.cover
    tree: list[Segment] = []

    def visit(state: int, left: int) -> None:
        if cover.worth(state) is not None:
            return
        if not left:
            tree.append(CubeState(state))
            return
        item = next(i for i in stated.how.order if i in cover.cells and not state >> i & 1)
        tree.append(TreeBranch(item))
        for after, *_ in cover.after(cover.node(state), item):
            visit(after, left - 1)

    for _, root in roots(cover, stated.anchor, stated.group):
        visit(root, depth)
    return tree


def split(stated: CertificateCover) -> list[Segment]:
    """The tree with the fewest levels that has CUBES cubes, or DEEPEST levels."""
    for depth in range(DEEPEST + 1):
        tree = segments(stated, depth)
        if sum(isinstance(segment, CubeState) for segment in tree) >= CUBES:
            break
    return tree


def write(folder: Path, instance: Instance, model: Model, workers: int, deadline: Deadline) -> Path:
    """Make the parts that are missing, then the certificate; its path. Raises as `certificate.write` does."""
    stated = problem(instance, model)
    tree = split(stated)
    kept = folder / FOLDER
    head = first_line(header(instance, stated, "cover-tree"))
    begin(kept, head)
    cubes = [
        (kept / f"{n:05}.xz", segment.state)
        for n, segment in enumerate(tree)
        if isinstance(segment, CubeState)
    ]
    for _ in in_order(lambda cube: _cube(*cube, stated, deadline), cubes, workers, deadline):
        pass  # each cube writes its file
    return _joined(folder / OF_RUN, kept, head, stated, tree)


def begin(folder: Path, head: bytes) -> None:
    """Make the folder of the parts of the certificate with this first line; those of another are removed."""
    with suppress(OSError):
        if (folder / "header.json").read_bytes() == head:
            return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    write_whole(folder / "header.json", head)


def _cube(path: Path, state: int, stated: CertificateCover, deadline: Deadline) -> Iterator[Path]:
    """Make the file of a cube, unless it is there: whole, or not at all."""
    if path.exists():
        return
    packer = lzma.LZMACompressor(preset=PRESET)
    numbers = steps_apart(stated.cover, stated.how.apart, [state], deadline)
    pieces = [packer.compress(piece) for piece in numbers]
    write_whole(path, b"".join([*pieces, packer.flush()]))
    yield path


def _joined(path: Path, folder: Path, head: bytes, stated: CertificateCover, tree: Sequence[Segment]) -> Path:
    """Write the certificate: its parts are xz streams, whose concatenation is an xz file."""
    temporary = path.with_name(path.name + TEMPORARY)
    with temporary.open("wb") as file:
        for part in _streams(folder, head, stated, tree):
            file.write(part)
    os.replace(temporary, path)
    return path


def _streams(folder: Path, head: bytes, stated: CertificateCover, tree: Sequence[Segment]) -> Iterator[bytes]:
    yield lzma.compress(head, preset=PRESET)
    kind = numbers_of(stated.cover)
    for n, segment in enumerate(tree):
        if isinstance(segment, TreeBranch):
            yield lzma.compress(np.array([segment.item], kind).tobytes(), preset=PRESET)
        else:
            yield (folder / f"{n:05}.xz").read_bytes()
