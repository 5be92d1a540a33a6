"""The checker in C and the one in Python, by two hands from one paper, say the same: of what is written, and of mutants.

Each mutant of a certificate or of a solutions file is shown to both: the same exit code, the same lines. What is
accepted says what was said before; or, of a model that was changed, a number that brute force finds.
"""

from __future__ import annotations

import contextlib
import io
import json
import lzma
import random
import re
import shutil
import struct
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import zenkai_solver as zenkai
from tests.helpers import INSTANCES, ROOT
from zenkai_solver.solvers.checker.checker import main
from zenkai_solver.solvers.cli import main as command

SOURCE = ROOT / "solvers" / "checker" / "checker.c"
CC = shutil.which("cc")
FLAGS = ["-std=c99", "-O2", "-Wall", "-Wextra", "-pedantic", "-Werror"]

pytestmark = pytest.mark.skipif(
    not CC, reason="there is no C compiler `cc` here: the checker in C is not built"
)

Said = tuple[int, str]


class Written(NamedTuple):
    """A solutions file and its certificate, as they were written."""

    solutions: bytes
    certificate: bytes


def built(folder: Path, *more: str) -> Path:
    subprocess.run(
        [str(CC), *FLAGS, *more, "-o", folder / "checker", SOURCE], check=True, capture_output=True
    )
    return folder / "checker"


@pytest.fixture(scope="module")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("c"))


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With all of the sanitizers but that of leaks: the program runs once, and its end frees. To optimise them takes
    seven times as long as to compile them, and longer than all that is checked.
    """
    own = ["-O0", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    try:
        return built(tmp_path_factory.mktemp("sanitized"), *own)
    except subprocess.CalledProcessError:
        pytest.skip("this C compiler has no sanitizers")


def said_in_c(program: Path, *paths: Path) -> Said:
    own = subprocess.run([program, *paths], capture_output=True, env={"ASAN_OPTIONS": "detect_leaks=0"})
    assert own.returncode in (0, 1, 2, 3), own.stderr.decode()
    return own.returncode, own.stdout.decode()


def said_in_python(*paths: Path) -> Said:
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
        code = main([str(path) for path in paths])
    return code, out.getvalue()


def written(folder: Path, instance: Path, *more: str) -> Written:
    out = folder / f"{instance.stem}.jsonl"
    assert command(["run", str(instance), "--certify", "--quiet", "-o", str(out), *more]) in (0, 1)
    return Written(out.read_bytes(), out.with_suffix(".cert").read_bytes())


def put(folder: Path, own: Written) -> tuple[Path, Path]:
    paths = folder / "a.jsonl", folder / "a.cert"
    for path, data in zip(paths, own):
        path.write_bytes(data)
    return paths


SMALL = [
    "dominoes4x4",
    "t-partial",
    "nonogram/permutations4",
    "nonogram/touching",
    "sudoku/four",
    "formula/waerden",
]


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Written]:
    """Of every kind a small one."""
    folder = tmp_path_factory.mktemp("bases")
    own = {name: written(folder, INSTANCES / f"{name}.yaml") for name in SMALL}
    own["all"] = written(folder, INSTANCES / "sizes123.yaml", "--symmetry", "all")
    own["domino3"] = written(folder, INSTANCES / "nonogram" / "domino3.yaml")
    return own


def repacked(change: Callable[[bytes, random.Random], bytes]) -> Callable[[Written, random.Random], Written]:
    def changed(own: Written, chance: random.Random) -> Written:
        return own._replace(
            certificate=lzma.compress(change(lzma.decompress(own.certificate), chance), preset=0)
        )

    return changed


def flipped(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data))]


def dropped(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + data[at + 1 :]


def doubled(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[: at + 1] + data[at:]


def by_one(data: bytes, chance: random.Random) -> bytes:
    """One of the numbers that are written in digits."""
    found = chance.choice([*re.finditer(rb"\d+", data)])
    number = max(0, int(found[0]) + chance.choice((-1, 1)))
    return data[: found.start()] + b"%d" % number + data[found.end() :]


def split(data: bytes) -> tuple[dict[str, Any], bytes]:
    line, _, rest = data.partition(b"\n")
    return json.loads(line), rest


def joined(head: dict[str, Any], rest: bytes) -> bytes:
    return json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" + rest


def in_numbers(change: Callable[[list[int], random.Random], None]) -> Callable[[bytes, random.Random], bytes]:
    """Changes the numbers of a certificate as numbers."""

    def changed(data: bytes, chance: random.Random) -> bytes:
        head, rest = split(data)
        kind = ">%di" if head["kind"] == "rup" else ">%dB"
        steps = [*struct.unpack(kind % (len(rest) // struct.calcsize(kind % 1)), rest)]
        change(steps, chance)
        with contextlib.suppress(struct.error):
            return joined(head, struct.pack(kind % len(steps), *steps))
        return data[:-1]

    return changed


def moved(steps: list[int], chance: random.Random) -> None:
    at = chance.randrange(len(steps))
    steps[at] += chance.choice((-1, 1))


def lost(steps: list[int], chance: random.Random) -> None:
    del steps[chance.randrange(len(steps))]


def twice(steps: list[int], chance: random.Random) -> None:
    at = chance.randrange(len(steps))
    steps.insert(at, steps[at])


def exchanged(steps: list[int], chance: random.Random) -> None:
    a, b = chance.randrange(len(steps)), chance.randrange(len(steps))
    steps[a], steps[b] = steps[b], steps[a]


def other_fields(data: bytes, chance: random.Random) -> bytes:
    """Two fields of the header exchanged, their values or their places; or one left out, or of another kind."""
    head, rest = split(data)
    a, b = chance.sample([*head], 2)
    what = chance.randrange(4)
    if what == 0:
        head[a], head[b] = head[b], head[a]
    elif what == 1:
        order = [*head]
        i, j = order.index(a), order.index(b)
        order[i], order[j] = order[j], order[i]
        head = {key: head[key] for key in order}
    elif what == 2:
        del head[a]
    else:
        head[a] = chance.choice([0, -1, 1, [], {}, None, True, "", "rup", "lines", "cover-tree", "cover-dag"])
    return joined(head, rest)


def other_text(data: bytes, chance: random.Random) -> bytes:
    """The text changed, and its hash with it."""
    head, rest = split(data)
    text = chance.choice([flipped, dropped, doubled, by_one])(head["text"].encode(), chance)
    head["text"] = text.decode(errors="replace")
    head["sha256"] = sha256(head["text"].encode()).hexdigest()
    return joined(head, rest)


def other_model(data: bytes, chance: random.Random) -> bytes:
    """One list of the model, or of what is beside it, with an item less, one more, two exchanged, one by one."""
    head, rest = split(data)
    lists = [own for key in ("model", "generators") for own in within(head.get(key)) if own]
    if not lists:
        return by_one(data, chance)
    own = chance.choice(lists)
    at = chance.randrange(len(own))
    if chance.random() < 0.4 and isinstance(own[at], int):
        own[at] += chance.choice((-1, 1))
    else:
        chance.choice((lost, twice, exchanged))(own, chance)
    return joined(head, rest)


def within(value: Any) -> Iterator[list[Any]]:
    if isinstance(value, list):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from within(one)


def in_solutions(
    change: Callable[[bytes, random.Random], bytes],
) -> Callable[[Written, random.Random], Written]:
    return lambda own, chance: own._replace(solutions=change(own.solutions, chance))


def in_lines(change: Callable[[list[Any], random.Random], None]) -> Callable[[bytes, random.Random], bytes]:
    def changed(data: bytes, chance: random.Random) -> bytes:
        lines: list[Any] = data.splitlines(keepends=True)
        change(lines, chance)
        return b"".join(lines)

    return changed


def other_line(data: bytes, chance: random.Random) -> bytes:
    """A line with two fields exchanged, one left out or one that says something else."""
    lines = data.splitlines()
    at = chance.randrange(len(lines))
    own = json.loads(lines[at])
    lines[at] = other_fields(joined(own, b""), chance).rstrip(b"\n")
    return b"\n".join(lines) + b"\n"


CHANGES: list[Callable[[Written, random.Random], Written]] = [
    *(
        lambda own, chance, change=change: own._replace(certificate=change(own.certificate, chance))
        for change in (flipped, cut, dropped, doubled)
    ),
    *(
        repacked(change)
        for change in (flipped, cut, dropped, doubled, by_one, other_fields, other_text, other_model)
    ),
    *(repacked(in_numbers(change)) for change in (moved, lost, twice, exchanged)),
    *(in_solutions(change) for change in (flipped, cut, dropped, doubled, by_one, other_line)),
    *(in_solutions(in_lines(change)) for change in (lost, twice, exchanged)),
]


def count_of_cover(model: dict[str, Any]) -> int:
    """The solutions of a small cover, option by option, with nothing that a checker knows."""
    once, must, options = {*model["once"]}, {*model["must"]}, model["options"]

    def count(at: int, used: frozenset[int], sums: tuple[int, ...]) -> int:
        if any(own > hi for own, (_, hi) in zip(sums, model["groups"])):
            return 0
        if at == len(options):
            low = all(own >= lo for own, (lo, _) in zip(sums, model["groups"]))
            return int(low and must <= used)
        items, adds = options[at]
        more = dict(map(tuple, adds))
        found = count(at + 1, used, sums)
        if not used & once & {*items}:
            with_it = tuple(own + more.get(group, 0) for group, own in enumerate(sums))
            found += count(at + 1, used | {*items}, with_it)
        return found

    return count(0, frozenset(), (0,) * len(model["groups"]))


def count_of_formula(model: dict[str, Any]) -> int:
    names = sorted(
        {abs(own) for part in ("once", "clauses") for one in model[part] for own in one}
        | {*model["projection"]}
    )
    found = set()
    for truth in product((False, True), repeat=len(names)):
        value = dict(zip(names, truth))
        least = all(any(value[abs(own)] == (own > 0) for own in one) for one in model["clauses"])
        if least and all(sum(value[own] for own in one) <= 1 for one in model["once"]):
            found.add(tuple(value[own] for own in model["projection"]))
    return len(found)


@cache
def brute(what: str) -> int:
    """The solutions of a model, or of an instance that was read."""
    if not what.startswith("{"):
        return zenkai.count(what).all
    model = json.loads(what)
    return count_of_formula(model) if "clauses" in model else count_of_cover(model)


def must_be_true(own: Written, said: str, base: str) -> None:
    """What is accepted says what was said of the base; or it is true, by brute force."""
    if said == base:
        return
    head, _ = split(lzma.decompress(own.certificate))
    number = re.search(r"([\d,]+) (?:in all|solutions in all|solutions of the model)", said.splitlines()[-1])
    assert number
    what = json.dumps(head["model"], sort_keys=True) if "model" in head else head["text"]
    assert brute(what) == int(number[1].replace(",", "")), said


def follow(bases: dict[str, Written], program: Path, folder: Path, mutants: int, seed: int) -> dict[str, int]:
    """How many mutants of each base were accepted; both programs said the same of all."""
    accepted = dict.fromkeys(bases, 0)
    base_said = {name: said_in_python(*put(folder, own)) for name, own in bases.items()}
    for n in range(mutants):
        chance = random.Random(seed + n)
        name = [*bases][n % len(bases)]
        change = CHANGES[n // len(bases) % len(CHANGES)]
        own = change(bases[name], chance)
        paths = put(folder, own)
        python, c = said_in_python(*paths), said_in_c(program, *paths)
        assert python == c, (name, n, python, c)
        if python[0] in (0, 3):
            accepted[name] += 1
            must_be_true(own, python[1], base_said[name][1])
    return accepted


def test_what_is_written_both_accept_with_the_same_words(
    bases: dict[str, Written], sanitized: Path, tmp_path: Path
) -> None:
    for name, own in bases.items():
        paths = put(tmp_path, own)
        for files in (paths, paths[1:]):
            python = said_in_python(*files)
            assert python[0] == (3 if name in ("t-partial", "formula/waerden") else 0)
            assert said_in_c(sanitized, *files) == python


def test_mutants_of_every_kind_are_judged_alike(
    bases: dict[str, Written], in_c: Path, tmp_path: Path
) -> None:
    accepted = follow(bases, in_c, tmp_path, 2 * len(CHANGES) * len(bases), 0)
    assert 0 < sum(accepted.values()) < len(CHANGES) * len(bases)  # most are refused


def by_hand(head: str, numbers: bytes) -> Written:
    """A certificate with other strings than `json.dumps` writes, alone."""
    return Written(b"", lzma.compress(head.encode() + b"\n" + numbers))


TEXT = "puzzle: packing\nboard: 2x3\npieces: dominoes\ncounts: any\n"
HEAD = {"format": "zenkai-certificate/4", "kind": "cover-dag", "name": "2x3"}


def header(text: str = TEXT, **more: Any) -> str:
    own = {**HEAD, "sha256": sha256(text.encode()).hexdigest(), "text": text, **more}
    return json.dumps(own, ensure_ascii=False, separators=(",", ":"))


MODEL: dict[str, Any] = {
    "n_items": 1,
    "once": [0],
    "must": [0],
    "cells": [0],
    "options": [[[0], []]],
    "groups": [],
}
OWN = header("puzzle: strange\n", anchor=0, generators=[], cuts=[], model=MODEL)
GOOD = header(anchor=1), b"\3\2\0"
ONCE_APART = {  # what one of the two said otherwise, or the paper left open, when the second was written
    "good": (by_hand(*GOOD), 0),
    "junk behind it": (Written(b"", by_hand(*GOOD).certificate + b"junk"), 2),
    "padding between streams": (
        Written(b"", lzma.compress(GOOD[0].encode() + b"\n") + bytes(4) + lzma.compress(GOOD[1])),
        2,
    ),
    "two streams": (Written(b"", lzma.compress(GOOD[0].encode() + b"\n") + lzma.compress(GOOD[1])), 0),
    "the older lzma": (Written(b"", lzma.compress(GOOD[0].encode() + b"\n", lzma.FORMAT_ALONE)), 2),
    "wrong, and damaged": (Written(b"", by_hand(GOOD[0], b"\x63").certificate[:-3]), 2),
    "anchor -2": (by_hand(header(anchor=-2), b"\0\0\0"), 1),
    "own model": (by_hand(OWN, b""), 3),
    "cuts a mapping": (by_hand(OWN.replace('"cuts":[]', '"cuts":{}'), b""), 1),
    "cuts a number": (by_hand(OWN.replace('"cuts":[]', '"cuts":1'), b""), 1),
    "cuts with a key of capitals": (by_hand(OWN.replace('"cuts":[]', '"cuts":[{"A":1}]'), b""), 1),
    "cuts 101 deep": (by_hand(OWN.replace('"cuts":[]', '"cuts":' + "[" * 101 + "]" * 101), b""), 3),
    "cuts 102 deep": (by_hand(OWN.replace('"cuts":[]', '"cuts":' + "[" * 102 + "]" * 102), b""), 1),
    "a number of 4,300 digits": (by_hand(OWN.replace('"cuts":[]', '"cuts":[' + "1" * 4300 + "]"), b""), 3),
    "a number of 4,301 digits": (by_hand(OWN.replace('"cuts":[]', '"cuts":[' + "1" * 4301 + "]"), b""), 1),
    "no text": (by_hand(header("", anchor=0, generators=[], cuts=[], model=MODEL), b""), 3),
    "inks a word": (
        by_hand(header("puzzle: nonogram\ninks: r\nrows: [[1r]]\ncolumns: [[1r]]\n", kind="lines"), b"\0"),
        1,
    ),
}


@pytest.mark.parametrize("what", ONCE_APART)
def test_where_they_once_differed_they_agree(what: str, sanitized: Path, tmp_path: Path) -> None:
    own, code = ONCE_APART[what]
    paths = put(tmp_path, own)[1:]
    python = said_in_python(*paths)
    assert python == said_in_c(sanitized, *paths)
    assert python[0] == code


def test_levels_are_a_list(bases: dict[str, Written], sanitized: Path, tmp_path: Path) -> None:
    own = bases["domino3"]
    for old, new in ((b'["verified", "certified"]', b'"certified"'), (b'"complete": true', b'"complete": 1')):
        assert old in own.solutions
        paths = put(tmp_path, own._replace(solutions=own.solutions.replace(old, new)))
        assert said_in_python(*paths) == said_in_c(sanitized, *paths) == (1, "")


@pytest.mark.slow
def test_20000_mutants_are_judged_alike(bases: dict[str, Written], in_c: Path, tmp_path: Path) -> None:
    assert sum(follow(bases, in_c, tmp_path, 20_000, 1_000_000).values()) > 0
