"""What is false is not certified: forged certificates and files, and engines that are wrong, of every family."""

from __future__ import annotations

import json
import lzma
import multiprocessing
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import INSTANCES, ROOT
from tests.scale_helpers import Outcome, _called
from zenkai_solver.models.constraints import Connected
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.certificates.connected import areas, cuts_of, parted
from zenkai_solver.solvers.certificates.rup import read, stated
from zenkai_solver.solvers.checker.checker import check, packed, puzzle
from zenkai_solver.solvers.checker.checker import main as checker
from zenkai_solver.solvers.commands import verify as verifying
from zenkai_solver.solvers.commands.run import main as run
from zenkai_solver.solvers.core.pipeline import Chunk, Prepared, text_hash
from zenkai_solver.solvers.cubes import gather, workers

TEXTS = {
    "packing": "puzzle: packing\nboard: 4x4\npieces: dominoes\ncounts: any\n",
    "large": "puzzle: packing\nboard: 6x10\npieces: pentominoes\n",
    "sudoku": (INSTANCES / "sudoku" / "empty4.yaml").read_text(),
    "nonogram": (INSTANCES / "nonogram" / "permutations4.yaml").read_text(),
    "domino6": (INSTANCES / "nonogram" / "domino6.yaml").read_text(),
    "dissection": (INSTANCES / "dissection" / "gpcc2005-square.yaml").read_text(),
    "formula": (INSTANCES / "formula" / "colours.yaml").read_text(),
    "clauses": "puzzle: packing\nboard: 3x5\npieces: pentominoes\ncounts: any\nthree_colourable: corners\n",
    "cover": "puzzle: packing\nboard: 4x4\npieces: tetrominoes\ncounts: any\nnumbers: {IO: 2..3, LT: 0..2}\n",
    "area": "puzzle: packing\nboard: 2x3\npieces: dominoes\ncounts: any\nfill: partial\nholes: one\n",
}
READ = ("packing", "large", "sudoku", "nonogram", "domino6")


def bare(text: str) -> str:
    """Without what is expected, which would tell."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("expect"))


@dataclass(frozen=True)
class Files:
    """A solutions file and its certificate, which can be written otherwise."""

    solutions: Path
    lines: Sequence[dict[str, Any]]
    head: dict[str, Any]
    numbers: bytes

    @property
    def certificate(self) -> Path:
        return self.solutions.with_suffix(".cert")

    def write(self, lines: Sequence[dict[str, Any]], head: dict[str, Any], numbers: bytes) -> None:
        own = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        self.solutions.write_text(own, encoding="utf-8")
        self.certificate.write_bytes(lzma.compress(f"{packed(head)}\n".encode() + numbers, preset=0))

    def checked(self) -> int:
        return checker([str(self.solutions), str(self.certificate)])

    def verified(self) -> Outcome:
        return _called(verifying.main, [self.solutions])


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Files]:
    @cache
    def made(name: str) -> Files:
        folder = tmp_path_factory.mktemp(name)
        (folder / "x.yaml").write_text(bare(TEXTS[name]))
        out = folder / "x.jsonl"
        assert run([str(folder / "x.yaml"), "--certify", "--quiet", "-o", str(out)]) == 0
        lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        head, _, numbers = lzma.decompress(out.with_suffix(".cert").read_bytes()).partition(b"\n")
        return Files(out, lines, json.loads(head), numbers)

    return made


def totalled(lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Numbered anew, with the footer that these lines would have."""
    top, *boards, end = lines
    boards = [line | {"n": n} for n, line in enumerate(boards, 1)]
    digest = sum(text_hash("\n".join(line["board"]).encode()) for line in boards) % (1 << 128)
    every = sum(line["orbit"] for line in boards)
    return [top, *boards, end | {"count": len(boards), "all": every, "digest": f"{digest:032x}"}]


def of_one_item(number: int) -> dict[str, Any]:
    """A cover with so many solutions: each option covers the one cell, and an item of its own."""
    options = [[[0, n], []] for n in range(1, number + 1)]
    items = {"n_items": number + 1, "once": [0], "must": [0], "cells": [0]}
    return {**items, "options": options, "groups": []}


def forged(own: Files, lines: Sequence[dict[str, Any]]) -> None:
    """A file of these lines, whole in itself, and a certificate of a model that has as many solutions."""
    lines = totalled(lines)
    words = {key: own.head[key] for key in ("name", "sha256", "text")}
    head = {"format": own.head["format"], "kind": "cover-dag", **words, "anchor": -1, "generators": []}
    number = lines[-1]["all"]
    model = {"cuts": [], "model": of_one_item(number)}
    numbers = b"\0" * (1 if number < 255 else 2)
    own.write(lines, head | model, numbers)


@pytest.mark.parametrize("name", [*READ, "clauses", "cover", "area", "formula"])
def test_a_model_of_the_certificates_own_is_no_proof(
    name: str, files: Callable[[str], Files], capsys: pytest.CaptureFixture[str]
) -> None:
    """The file lacks a solution. Of what the checker reads it is refused, of all else it is not certified."""
    own = files(name)
    forged(own, [own.lines[0], *own.lines[2:]])
    assert own.checked() == (1 if name in READ else 3)
    shown = capsys.readouterr()
    if name in READ:
        assert "the checker reads the instance, but the certificate has a model of its own" in shown.err
        assert shown.out == ""
    else:
        assert shown.out.splitlines()[-1].startswith("not certified: this proof shows ")
        assert "was not checked here" in shown.out
    own.verified().refused("refused: ")
    own.write(own.lines, own.head, own.numbers)
    assert "; count certified" in own.verified().out


def test_a_clause_more_is_another_model(files: Callable[[str], Files]) -> None:
    """It takes a solution away, and the certificate is made for what is left."""
    from zenkai_solver.solvers.certificates import rup

    own = files("clauses")
    instance = load(own.solutions.with_suffix(".yaml"))
    whole = stated(instance.puzzle.model())
    lost = tuple(-var for var in instance.puzzle.encode(tuple(own.lines[1]["board"])))  # type: ignore[attr-defined]
    more = replace(whole, clauses=[lost, *whole.clauses])
    needed, numbers = rup.certificate(more)
    left = int.from_bytes((data := b"".join(numbers))[:4], "big")
    assert left == own.lines[-1]["all"] - 1
    own.write(own.lines, own.head | {"model": needed.model}, data)
    own.verified().refused("its model is not the one that the instance has: the clause")


# ---- text, group, boards


def test_the_hash_is_that_of_the_text(
    files: Callable[[str], Files], capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("packing", "cover"):
        own, other = files(name), {"sha256": "0" * 64}
        own.write([own.lines[0] | other, *own.lines[1:]], own.head | other, own.numbers)
        assert own.checked() == 1
        assert "the text does not have the stated sha256" in capsys.readouterr().err
        own.verified().refused("sha256")


def test_the_group_is_that_of_the_instance(
    files: Callable[[str], Files], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """36 tilings of the square are 9 up to symmetry: not 36, whatever the files say."""
    own = files("packing")
    for order in (1, 4, 16, True, 8.0):
        symmetry = own.lines[0]["symmetry"] | {"order": order}
        own.write([own.lines[0] | {"symmetry": symmetry}, *own.lines[1:]], own.head, own.numbers)
        assert own.checked() == 1
    own.write(own.lines, own.head | {"generators": []}, own.numbers)
    assert own.checked() == 1
    every = tmp_path / "all.jsonl"
    assert (
        run([str(own.solutions.with_suffix(".yaml")), "--symmetry", "all", "--quiet", "-o", str(every)]) == 0
    )
    lines = [json.loads(line) | {"orbit": 1} for line in every.read_text().splitlines()[1:-1]]
    own.write(totalled([own.lines[0], *lines, own.lines[-1]]), own.head, own.numbers)
    assert own.checked() == 1
    assert "its orbit is " in capsys.readouterr().err
    own.verified().refused("orbit 1, but it is ")


Change = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]


def _moved(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A solution is dropped; its orbit goes to its neighbour."""
    one, two = lines[1], lines[2]
    return [lines[0], two | {"n": 1, "orbit": one["orbit"] + two["orbit"]}, *lines[3:]]


FALSE: dict[str, Change] = {
    "no solution at all": lambda own: [
        own[0],
        {"n": 1, "board": ["no solution at all"], "orbit": own[-1]["all"]},
        own[-1],
    ],
    "an orbit given to another": _moved,
    "an orbit below zero": lambda own: [own[0], own[1] | {"orbit": -5.0}, *own[2:]],
    "an orbit as a fraction": lambda own: [own[0], own[1] | {"orbit": float(own[1]["orbit"])}, *own[2:]],
    "an orbit as text": lambda own: [own[0], own[1] | {"orbit": str(own[1]["orbit"])}, *own[2:]],
    "a number as truth": lambda own: [own[0], own[1] | {"n": True}, *own[2:]],
    "twice": lambda own: totalled([own[0], own[1], *own[1:-1], own[-1]]),
    "lost": lambda own: totalled([own[0], *own[2:]]),
    "swapped": lambda own: totalled([own[0], own[2], *own[2:]]),
    "another count": lambda own: [*own[:-1], own[-1] | {"count": own[-1]["count"] + 1}],
    "another total": lambda own: [*own[:-1], own[-1] | {"all": own[-1]["all"] + 1}],
    "a total as a fraction": lambda own: [*own[:-1], own[-1] | {"all": float(own[-1]["all"])}],
    "another digest": lambda own: [*own[:-1], own[-1] | {"digest": "0" * 32}],
    "after the end": lambda own: [*own, own[-1]],
}


@pytest.mark.parametrize("which", FALSE)
@pytest.mark.parametrize("name", ["packing", "sudoku", "nonogram", "cover", "clauses"])
def test_a_false_file_is_refused(name: str, which: str, files: Callable[[str], Files]) -> None:
    """By `verify` of all; the plain checker says of models of their own that they are not certified."""
    own = files(name)
    own.write(FALSE[which](list(own.lines)), own.head, own.numbers)
    assert own.checked() == (1 if name in READ else 3)
    assert own.verified().code == 2
    own.write(own.lines, own.head, own.numbers)
    assert own.checked() == (0 if name in READ else 3)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"n": 1,', '"n": 1, "n": 1,'),
        ('"n": 1,', '"n": 1e0,'),
        ('"n": 1,', '"n": NaN,'),
        ('"complete": true', '"complete": 1'),
        ('"complete": true', '"complete": false'),
        ('"reason": null', '"reason": "limit of 3 solutions"'),
        ('"levels": ["verified", "certified"]', '"levels": ["verified", "certified (model)"]'),
    ],
)
def test_a_word_of_the_file_that_is_wrong(old: str, new: str, files: Callable[[str], Files]) -> None:
    own = files("packing")
    own.write(own.lines, own.head, own.numbers)
    text = own.solutions.read_text()
    assert text.count(old) == 1
    own.solutions.write_text(text.replace(old, new))
    assert own.checked() == 1
    own.write(own.lines, own.head, own.numbers)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"anchor":', '"anchor": '),
        ('"kind":', '"kind":"cover-dag","kind":'),
        ('"anchor":-1', '"anchor":-1.0'),
        ('"anchor":-1', '"anchor":true'),
        ('"anchor":-1', '"anchor":-01'),
        ('"anchor":-1', '"anchor":NaN'),
        ('"anchor":-1', '"anchor":-1,"more":0'),
        ('"kind":"cover-dag"', '"kind":"\\u0063over-dag"'),
    ],
)
def test_a_header_is_written_in_one_way(old: str, new: str, files: Callable[[str], Files]) -> None:
    own = files("sudoku")
    line = packed(own.head)
    assert old in line
    own.certificate.write_bytes(lzma.compress(line.replace(old, new, 1).encode() + b"\n" + own.numbers))
    assert own.checked() == 1
    own.write(own.lines, own.head, own.numbers)
    assert own.checked() == 0


# ---- what is shown


def test_what_is_proved_is_shown(files: Callable[[str], Files], capsys: pytest.CaptureFixture[str]) -> None:
    own, text = files("packing"), bare(TEXTS["packing"])
    own.write(own.lines, own.head, own.numbers)
    instance = own.solutions.with_suffix(".yaml")
    forms = [[own.certificate], [own.solutions, own.certificate], [own.solutions, own.certificate, instance]]
    for form in forms:
        assert checker([*map(str, form)]) == 0
        *shown, verdict = capsys.readouterr().out.splitlines()
        assert shown == [
            *(f"| {line}" for line in text.splitlines()),
            f"instance: sha256 {sha256(text.encode()).hexdigest()}, read as packing",
            "kind: cover-dag",
            "group: order 8",
        ]
        first = "9 solutions up to symmetry, 36" if len(form) > 1 else "36 solutions"
        assert verdict.startswith(f"certified: {first} in all, and there are no others")
    instance.write_text(text + "\n")
    assert checker([*map(str, forms[2])]) == 1
    assert "another instance" in capsys.readouterr().err
    instance.write_text(text)


def test_a_text_with_a_verdict_of_its_own_is_seen_to_be_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "x.yaml", tmp_path / "x.jsonl"
    path.write_text("puzzle: packing\n# \ncertified: 7\nboard: 2x2\npieces: dominoes\ncounts: any\n".replace(
        "certified: 7\n", "#\n#certified: 1,000 solutions in all\n"))  # fmt: skip
    assert run([str(path), "--certify", "--quiet", "-o", str(out)]) == 0
    assert checker([str(out.with_suffix(".cert"))]) == 0
    said = capsys.readouterr().out.splitlines()
    assert sum(not line.startswith("| ") for line in said) == 4
    assert [line for line in said if line.startswith("certified: ")] == [said[-1]]


def test_a_strangers_module_is_not_imported(files: Callable[[str], Files], tmp_path: Path) -> None:
    """The documented call, from a folder with modules that forge the verdict; and of a copy among them."""
    own = files("packing")
    own.write(own.lines, own.head, own.numbers)
    for name in ("lzma", "json", "re", "solvers", "zenkai_solver"):
        (tmp_path / f"{name}.py").write_text("print('certified: forged')\nraise SystemExit(0)\n")
    original = ROOT / "solvers" / "checker" / "checker.py"
    for called in (original, shutil.copy(original, tmp_path)):
        words = [sys.executable, "-I", str(called), str(own.solutions), str(own.certificate)]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert "forged" not in done.stdout
        assert done.stdout.splitlines()[-1].startswith("certified: 9 solutions up to symmetry, 36 in all")


# ---- engines that are wrong


def _merged(chunks: Sequence[Chunk]) -> Chunk:
    texts = [text for chunk in chunks for text in chunk.texts]
    orbits = [orbit for chunk in chunks for orbit in chunk.orbits]
    return Chunk(texts, orbits, [own for chunk in chunks for own in chunk.representatives])


def _picked(found: Chunk, order: Sequence[int]) -> Chunk:
    own = (found.texts, found.orbits, found.representatives)
    return Chunk(*([part[i] for i in order] for part in own))


def _twins(found: Chunk) -> tuple[int, int]:
    """Two solutions with equal orbits."""
    places = {orbit: i for i, orbit in enumerate(found.orbits)}
    return next((i, places[o]) for i, o in enumerate(found.orbits) if places[o] != i)


def _swapped(found: Chunk) -> Chunk:
    lost, twice = _twins(found)
    return _picked(found, [twice if i == lost else i for i in range(len(found))])


def _given(found: Chunk) -> Chunk:
    """An orbit is lost, and another one said to be larger by as much."""
    orbits = [*found.orbits]
    orbits[1] += orbits[0]
    return _picked(replace(found, orbits=orbits), range(1, len(found)))


SABOTAGE: dict[str, Callable[[Chunk], Chunk]] = {
    "lost": lambda found: _picked(found, range(1, len(found))),
    "twice": lambda found: _picked(found, [0, *range(len(found))]),
    "swapped": _swapped,
    "whole orbit": lambda found: _picked(
        found, [i for i in range(len(found)) if found.orbits[i] != max(found.orbits)]
    ),
    "given": _given,
}
FAMILIES = {
    **{name: TEXTS[name] for name in ("packing", "sudoku", "nonogram", "formula", "cover", "clauses")},
    "dissection": "puzzle: dissection\nfrom: 1x6\nto: 2x3\npieces: 3\n",
}


@pytest.mark.parametrize("name", FAMILIES)
def test_an_engine_that_is_wrong_is_not_certified(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run of each family, right once, then wrong in every way: no footer says complete, none a level."""
    path, out = tmp_path / "x.yaml", tmp_path / "x.jsonl"
    path.write_text(bare(FAMILIES[name]))
    words = [str(path), "--certify", "--quiet", "-o", str(out)]
    assert run(words) == 0
    number = len(out.read_text().splitlines()) - 2
    real = Prepared.chunks
    for which, change in SABOTAGE.items():
        if number < 2 and which in ("swapped", "given"):
            continue

        def wrong(self: Prepared, *rest: Any, change: Callable[[Chunk], Chunk] = change) -> Iterator[Chunk]:
            yield change(_merged([*real(self, *rest)]))

        monkeypatch.setattr(Prepared, "chunks", wrong)
        out.unlink(missing_ok=True)
        out.with_suffix(".cert").unlink(missing_ok=True)
        assert run(words) == 4, (name, which)
        assert "a bug in zenkai" in capsys.readouterr().err
        assert '"complete": true' not in out.read_text()
        assert "certified" not in out.read_text().splitlines()[-1]
        assert not out.with_suffix(".cert").exists()


@pytest.mark.parametrize("which", SABOTAGE)
@pytest.mark.parametrize("name", ["packing", "cover"])
def test_a_kept_run_that_is_wrong_is_not_certified(
    name: str, which: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What its shards have is compared, whatever its ledger says."""
    path, folder = tmp_path / "x.yaml", tmp_path / "run"
    path.write_text(bare(FAMILIES[name]))
    real = gather.chunks
    monkeypatch.setattr(gather, "chunks", lambda whole: [SABOTAGE[which](_merged([*real(whole)]))])
    words = [str(path), "--certify", "--run-dir", str(folder), "--workers", "1", "--quiet"]
    done = _called(run, words)
    assert done.code == 4, done
    assert "certified" not in done.out
    assert not (folder / "run.cert").exists()


# ---- the model, by two ways


@pytest.mark.parametrize("name", ["domino3", "domino6", "permutations4", "smallest-probing", "touching"])
def test_the_clauses_of_a_nonogram_are_those_of_zenkai(name: str) -> None:
    """The checker's own, from the text, and those that the engine gets, from the model."""
    instance = load(INSTANCES / "nonogram" / f"{name}.yaml")
    own, other = read(puzzle(instance.text)[0].formula), stated(instance.puzzle.model())

    def excluding(found: Any) -> set[frozenset[int]]:
        """With the lists as clauses of two."""
        pairs = (frozenset({-a, -b}) for lits in found.once for a in lits for b in lits if a < b)
        return {*map(frozenset, found.clauses), *pairs}

    assert own.projection == other.projection
    assert excluding(own) <= excluding(other)
    inks = len(instance.puzzle.sheet.inks)  # type: ignore[attr-defined]
    assert inks > 1 or excluding(own) == excluding(other)


def test_cuts_follow_from_their_area() -> None:
    instance = load(INSTANCES / "onehole5x5.yaml")
    model = instance.puzzle.model()
    cuts = [*cuts_of(model)]
    assert cuts
    assert not any(isinstance(own, Connected) for own in parted(model, cuts).constraints)
    number, a, b, between = cuts[0]
    edges = areas(model)[number].edges
    near = next(y if x == a else x for x, y in edges if a in (x, y))
    for wrong in (
        (number, a, b, between[:-1]),
        (number, a, near, []),
        (number, a, a, between),
        (number, a, b, [*between, a]),
        (-1, a, b, between),
    ):
        with pytest.raises((ValueError, IndexError)):
            parted(model, [wrong])


def test_a_bare_count_is_certified_in_all_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """There are no boards; a certificate says nothing of the number up to symmetry."""
    path = tmp_path / "x.yaml"
    path.write_text(TEXTS["packing"])
    monkeypatch.chdir(tmp_path)
    assert run([str(path), "--certify", "--count"]) == 0
    assert "; every solution checked; search ended; count in all certified; " in capsys.readouterr().out


# ---- workers that are wrong


def _worker(which: str) -> Callable[[Prepared, Any], Iterator[Chunk]]:
    """As `Prepared.checked`, of a worker that is wrong once, in whatever cubes that takes."""
    real, seen = Prepared.checked, list[tuple[bytes, int, bool]]()

    def changed(one: tuple[bytes, int, bool]) -> list[tuple[bytes, int, bool]]:
        """The solution, by its place among all that the worker finds."""
        twin = next((other for other in seen if other[1] == one[1]), None)
        seen.append(one)
        if which == "swapped":
            at_twin = twin is not None and len({orbit for _, orbit, _ in seen}) == len(seen) - 1
            return [twin] if at_twin and twin else [one]
        if len(seen) == 1:
            return [one, one] if which == "twice" else []
        return [(one[0], one[1] + seen[0][1], one[2])] if which == "given" and len(seen) == 2 else [one]

    def checked(self: Prepared, batches: Any) -> Iterator[Chunk]:
        found = _merged([*real(self, batches)])
        told = [own for one in zip(found.texts, found.orbits, found.representatives) for own in changed(one)]
        yield Chunk(*map(list, zip(*told))) if told else _picked(found, [])

    return checked


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="workers are not forked")
@pytest.mark.parametrize(
    "which",
    ["lost", *(pytest.param(which, marks=pytest.mark.broad) for which in ("twice", "swapped", "given"))],
)
@pytest.mark.parametrize("name", ["packing", "nonogram", "cover", "clauses"])
def test_a_worker_that_is_wrong_is_not_certified(
    name: str, which: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its shards and the ledger agree; the certificate does not."""
    path, folder, out = tmp_path / "x.yaml", tmp_path / "run", tmp_path / "x.jsonl"
    path.write_text(bare(FAMILIES[name]))
    monkeypatch.setattr(workers, "context", lambda: multiprocessing.get_context("fork"))
    monkeypatch.setattr(Prepared, "checked", _worker(which))
    words = [str(path), "--certify", "--run-dir", str(folder), "--workers", "1", "--quiet", "-o", str(out)]
    done = _called(run, words)
    assert done.code in (2, 4), done
    assert "bug" in done.err or done.code == 2
    assert "certified" not in done.out
    assert not (folder / "run.cert").exists()
    assert not out.exists()
    assert not out.with_suffix(".cert").exists()


@pytest.mark.parametrize("board", ["1x1", "1x2", "3x1", "1x6"])
def test_thin_boards_are_certified(board: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Several isometries of the grid do the same to their cells; the order of the group counts each."""
    path, out = tmp_path / "x.yaml", tmp_path / "x.jsonl"
    path.write_text(f"puzzle: packing\nboard: {board}\npieces: [monominoes, dominoes]\ncounts: any\n")
    assert run([str(path), "--certify", "-o", str(out)]) == 0
    assert "; every solution checked; search ended; count certified; " in capsys.readouterr().out
    text, code = check(str(out), str(out.with_suffix(".cert")))
    assert code == 0
    assert "in all, and there are no others" in text
