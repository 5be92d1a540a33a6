"""Certificate files: made for an instance, read again, checked by the compiled twin of the checker.

    X.cert   xz of one line of JSON, the header, and of the numbers that the checker follows

`sha256` and `text` are those of the instance. `generators` are symmetries of the cover and `anchor` an item,
both of which the checker examines; `model` is the cover where it is exported.
"""

from __future__ import annotations

import json
import lzma
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from zenkai_solver.models.csp import Model
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.backend import NEVER, Deadline, Unsupported
from zenkai_solver.solvers.certificates.problem import Problem, problem
from zenkai_solver.solvers.certificates.writing import TooLarge, replayed, roots, steps
from zenkai_solver.solvers.checker.__main__ import FORMAT, MOST_HEADER, SENSELESS, cover_of, opened
from zenkai_solver.solvers.checker.cover import Cover, Refused, symmetries
from zenkai_solver.solvers.checker.text import read
from zenkai_solver.solvers.files.output import keep

PRESET = 6  # of xz
TEMPORARY = ".tmp"


@dataclass(frozen=True)
class Certified:
    """What a certificate proves: the number of all solutions of the instance, or of the exported model."""

    all: int
    exported: bool
    sha256: str


def write(path: Path, instance: Instance, model: Model, deadline: Deadline = NEVER) -> int:
    """Make the certificate of a cover: a whole file, or none; the number of its bytes.

    Raises Unsupported where the model is no cover, Interrupted, WrongSolution, OSError.
    """
    stated = problem(instance, model)
    temporary = path.with_name(path.name + TEMPORARY)
    try:
        for apart in count(-1):
            with suppress(TooLarge), temporary.open("wb") as file:
                _write(file, instance, replace(stated, how=replace(stated.how, apart=apart)), deadline)
                break
        size = temporary.stat().st_size
        keep(path)
        os.replace(temporary, path)
        return size
    finally:
        temporary.unlink(missing_ok=True)


def _write(file: BinaryIO, instance: Instance, stated: Problem, deadline: Deadline) -> None:
    """Raises TooLarge, Interrupted, Unsupported."""
    packer = lzma.LZMACompressor(preset=PRESET)
    head = (json.dumps(header(instance, stated), ensure_ascii=False, separators=(",", ":")) + "\n").encode()
    if len(head) > MOST_HEADER:
        raise Unsupported(
            f"no certificate: the model is {len(head):,} bytes; at most {MOST_HEADER:,} are read"
        )
    starts = list(roots(stated.cover, stated.anchor, stated.group))
    for piece in chain([head], steps(stated.cover, stated.how, starts, deadline)):
        file.write(packer.compress(piece))
    file.write(packer.flush())


def header(instance: Instance, stated: Problem) -> dict[str, Any]:
    head = {
        "format": FORMAT,
        "kind": stated.how.kind,
        "name": instance.name,
        "sha256": instance.sha256,
        "text": instance.text,
        "generators": stated.generators,
        "anchor": stated.anchor,
    }
    return {**head, "model": _model(stated.cover)} if stated.exported else head


def _model(cover: Cover) -> dict[str, Any]:
    kinds = {kind: sorted(getattr(cover, kind)) for kind in ("once", "must", "cells")}
    return {"n_items": cover.n_items, **kinds, "options": cover.options, "groups": cover.groups}


def check(path: Path) -> Certified:
    """Replay a certificate file. Raises Refused with the reason; OSError."""
    try:
        return _check(path)
    except (Refused, OSError):
        raise
    except lzma.LZMAError as error:
        raise Refused(f"no certificate: {error}") from None
    except SENSELESS as error:
        raise Refused(f"a header that makes no sense: {type(error).__name__}: {error}") from None


def _check(path: Path) -> Certified:
    head, pieces = opened(str(path))
    if sha256(head["text"].encode()).hexdigest() != head["sha256"]:
        raise Refused("its instance does not have the stated sha256")
    if head["kind"] not in ("cover-dag", "cover-tree"):
        raise Refused(f"a certificate of the kind {head['kind']!r:.40} is not known")
    cover, _ = cover_of(head, read(head["text"]) if "model" not in head else {})
    group = symmetries(cover, head["generators"])
    found = replayed(
        cover, _numbers(pieces, cover.n_items), head["kind"] == "cover-tree", head["anchor"], group
    )
    return Certified(found, "model" in head, head["sha256"])


def _numbers(pieces: Iterator[bytes], most: int) -> Iterator[np.ndarray]:
    """Arrays of the numbers, as `checker.__main__.numbers` reads them. Raises Refused."""
    size, left = (1 if most < 256 else 2), b""
    for piece in pieces:
        data = left + piece
        whole = len(data) - len(data) % size
        left = data[whole:]
        if whole:
            yield np.frombuffer(data[:whole], np.uint8 if size == 1 else ">u2")
    if left:
        raise Refused("the certificate ends within a number")
