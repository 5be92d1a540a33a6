"""Compiled sets as files.

    X.zset   one line of JSON, the header, then xz of int32, least byte first: the model's variables in the
             order of the diagram's, and of each node var, lo, hi

    {"format": "zenkai-set/1", "instance": ..., "sha256": ..., "puzzle": ..., "model": ..., "count": "9356",
     "variables": 2056, "nodes": 26982, "root": 26983, "reason": null, "text": ...}

`model` is a hash of what the variables say, `count` is checked. Nothing in a file is trusted: sizes are
bounded, the order must be that of this instance, the arrays must be those of a diagram as `Diagram` describes
it, and its sets solutions, as far as `checking` can tell. Only that there are no others is taken from the
header.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from zenkai_solver.models.document import MAX_BYTES, InstanceError, regular
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Fact, Instance
from zenkai_solver.solvers.sets.checking import set_fault
from zenkai_solver.solvers.sets.compiled import CompiledSet, telling
from zenkai_solver.solvers.sets.compiling import plan
from zenkai_solver.solvers.sets.counts import digits, grouped
from zenkai_solver.solvers.sets.diagram import MOST_NODES, Builder, Diagram
from zenkai_solver.solvers.solution_files.output import whole
from zenkai_solver.solvers.solution_files.results import MAX_LINE, ResultsError
from zenkai_solver.solvers.solution_files.stated import SET, lacks, parsed

FORMAT = "zenkai-set/1"
MAGIC = b'{"format": "zenkai-set/'
NUMBER = np.dtype("<i4")


def fingerprint(facts: Sequence[Fact]) -> str:
    """A hash of what the variables say, in the model's order."""
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def is_set(path: Path) -> bool:
    """Does the file begin as a compiled set? Raises OSError."""
    with regular(path).open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def write_set(path: Path, compiled: CompiledSet, inputs: Sequence[Path] = ()) -> None:
    """Raises OutputError, OSError."""
    d, instance = compiled.diagram, compiled.instance
    head = {
        "format": FORMAT,
        "instance": instance.name,
        "sha256": instance.sha256,
        "puzzle": instance.puzzle.family,
        "model": fingerprint(compiled.facts),
        "count": digits(compiled.count),
        "variables": d.size,
        "nodes": d.nodes,
        "root": d.root,
        "reason": compiled.reason,
        "text": instance.text,
    }
    arrays = (np.array(compiled.order), d.var[2:], d.lo[2:], d.hi[2:])
    body = b"".join(array.astype(NUMBER).tobytes() for array in arrays)
    data = (json.dumps(head, ensure_ascii=False) + "\n").encode() + lzma.compress(body, preset=1)
    with whole(path, inputs) as file:
        file.write(data)


def read_set(path: Path) -> CompiledSet:
    """Raises ResultsError for anything but a whole compiled set of solutions; OSError."""
    with regular(path).open("rb") as file:
        line = file.readline(MAX_LINE)
        head = _header(path, line)
        instance = _instance(path, head)
        facts = telling(instance.puzzle).facts
        if head["variables"] != len(facts) or head["model"] != fingerprint(facts):
            raise ResultsError(f"{path}: this program makes another model of the instance than the set has")
        size, nodes = len(facts), head["nodes"]
        numbers = _body(path, file.read(16 * (nodes + size) + MAX_LINE), size + 3 * nodes)
    order = tuple(numbers[:size].tolist())
    if order != (how := plan(instance)).order:
        raise ResultsError(f"{path}: the order of the variables is not the one of this instance")
    diagram = _diagram(path, numbers[size:].reshape(3, nodes), head["root"], size)
    if digits(diagram.count) != head["count"]:
        stated, counted = head["count"], grouped(diagram.count)
        raise ResultsError(f"{path}: {stated:.40} solutions by its header, but it has {counted}")
    compiled = CompiledSet(instance, order, diagram, head["reason"])
    if fault := set_fault(compiled, how.model):
        raise ResultsError(f"{path}: {fault}")
    return compiled


def _header(path: Path, line: bytes) -> dict[str, Any]:
    head = parsed(line)
    if not isinstance(head, dict) or head.get("format") != FORMAT or not line.endswith(b"\n"):
        raise ResultsError(f"{path}: not a compiled set: the format is not {FORMAT}")
    if fault := lacks(head, SET):
        raise ResultsError(f"{path}: damaged: the header: {fault}")
    if head["nodes"] > MOST_NODES or len(head["text"]) > MAX_BYTES:
        raise ResultsError(f"{path}: damaged: the header's `nodes` or `text` is out of range")
    return head


def _instance(path: Path, head: dict[str, Any]) -> Instance:
    try:
        instance = loads(head["text"], head["instance"])
    except InstanceError as error:
        raise ResultsError(f"{path}: the header's instance: {error}") from None
    if instance.sha256 != head["sha256"]:
        raise ResultsError(f"{path}: the instance in the header does not have the stated sha256")
    if instance.puzzle.family != head["puzzle"]:
        raise ResultsError(
            f"{path}: the header: a {head['puzzle']:.40}, but it is a {instance.puzzle.family}"
        )
    return instance


def _body(path: Path, data: bytes, numbers: int) -> np.ndarray:
    """The numbers that follow the header. Raises ResultsError unless there are exactly so many."""
    opened = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=1 << 28)
    try:
        body = opened.decompress(data, numbers * NUMBER.itemsize + 1)
    except lzma.LZMAError:
        raise ResultsError(f"{path}: damaged: what follows the header is no xz") from None
    if len(body) != numbers * NUMBER.itemsize or not opened.eof or opened.unused_data:
        raise ResultsError(f"{path}: damaged: cut off, or not as long as its header says")
    return np.frombuffer(body, NUMBER).astype(np.int32)


def _diagram(path: Path, arrays: np.ndarray, root: int, size: int) -> Diagram:
    """Raises ResultsError unless the nodes are those of a diagram, numbered as they should be."""
    nodes = arrays.shape[1]
    var = np.concatenate([np.full(2, size + 1, np.int32), arrays[0]])
    lo, hi = (np.concatenate([[0, 0], array]).astype(np.int32) for array in arrays[1:])
    number = np.arange(2, nodes + 2)
    right = root == nodes + 1 if nodes else 0 <= root <= 1
    right = right and bool((var[2:] >= 1).all() and (var[2:] <= size).all())
    right = right and all(bool(((to[2:] >= 0) & (to[2:] < number)).all()) for to in (lo, hi))
    right = right and all(bool((var[to[2:]] > var[2:]).all()) for to in (lo, hi))
    diagram = Diagram(var, lo, hi, root, size)
    if not right or not _canonical(diagram):
        raise ResultsError(f"{path}: damaged: its nodes are no diagram")
    return diagram


def _canonical(diagram: Diagram) -> bool:
    """Are these the arrays that the same set gets when it is built anew?"""
    builder = Builder(diagram.size, diagram.nodes + 4)
    return builder.diagram(builder.add(diagram)) == diagram
