"""Checks of the values in a ledger: a seal shows that they were not changed, not that they are valid.

The functions `wrong_...` return what is wrong, in words, or None.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from zenkai_solver.models.loading import SYMMETRY_MODES
from zenkai_solver.models.symmetry import WAYS
from zenkai_solver.solvers.engines.names import BACKENDS
from zenkai_solver.solvers.solution_files.output import ENDINGS

STATES = ("open", "split", "refuted", "closed", "failed", "elsewhere")
KINDS = ("literals", "parts")
MOST = 1 << 62  # of any number


def parsed(text: object) -> Any:
    """The JSON value. Raises ValueError, also for what is no text or nested too deep."""
    if not isinstance(text, str):
        raise ValueError("not text")
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


def wrong_run(run: Mapping[str, Any]) -> str | None:
    """The first wrong value of the table `run`, whose keys are all there."""
    fits = {
        **{key: isinstance(run[key], str) for key in ("instance", "sha256", "text")},
        "symmetry": run["symmetry"] in SYMMETRY_MODES,
        "stages": _number(run["stages"], 1),
        "cubes": _number(run["cubes"]),
        "order": _number(run.get("order", 1), 1),
        "shard": isinstance(run["shard"], str) and _is_share(run["shard"]),
        "keep": isinstance(run["keep"], bool),
        "compress": isinstance(run["compress"], str) and run["compress"] in ENDINGS,
        "backends": _texts(run["backends"]),
        "versions": isinstance(run["versions"], dict) and _texts(list(run["versions"].values())),
        **{key: _is_space(value) for key, value in run.items() if key.startswith("space ")},
    }
    return next((f"run, {key}" for key, fit in fits.items() if not fit), None)


def wrong_row(row: Sequence[Any]) -> str | None:
    """The first wrong value of a row of the table `cube`, in the order of its columns, the literals
    parsed.
    """
    number, stage, parent, cube, weight, state, backend, *rest = row
    written, count, every, digest, seconds, shard, size, checksum, note = rest
    fits = {
        "number": _number(number, 1),
        "stage": _number(stage),
        "parent": _number(parent, -1),
        "literals": _numbers(cube),
        "weight": isinstance(weight, float) and 0 <= weight < float("inf"),
        "state": state in STATES,
        "totals": all(map(_number, (written, count, every, size))),
        "digest": isinstance(digest, str) and not digest.strip("0123456789abcdef") and len(digest) <= 32,
        "seconds": isinstance(seconds, float) and 0 <= seconds < float("inf"),
        "shard": isinstance(shard, str) and _is_name(shard),
        "text": _texts([backend, checksum, note]),
    }
    return next((f"cube {number}, {key}" for key, fit in fits.items() if not fit), None)


def _number(value: object, least: int = 0) -> bool:
    return type(value) is int and least <= value < MOST


def _numbers(value: object) -> bool:
    return isinstance(value, (list, tuple)) and all(_number(number, -MOST) for number in value)


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _is_share(text: str) -> bool:
    number, _, of = text.partition("/")
    return number.isdecimal() and of.isdecimal() and len(text) < 20 and 1 <= int(number) <= int(of)


def _is_name(shard: str) -> bool:
    """Empty, or a file in the folder of the shards and nowhere else."""
    return not shard or (PurePath(shard).name == shard and "\0" not in shard)


def _is_space(value: object) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"stage", "recipe", "fingerprint", "kind", "chooser", "choice"}
        and _number(value["stage"])
        and isinstance(value["fingerprint"], str)
        and value["kind"] in KINDS
        and isinstance(value["chooser"], str)
        and value["chooser"] in ("", *BACKENDS)
        and isinstance(value["choice"], list)
        and all(isinstance(decision, str) or _number(decision, -MOST) for decision in value["choice"])
        and _is_recipe(value["recipe"])
    )


def _is_recipe(value: object) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"way", "anchor", "stay"}
        and isinstance(value["way"], str)
        and value["way"] in WAYS
        and _numbers(value["anchor"])
        and _numbers(value["stay"])
    )
