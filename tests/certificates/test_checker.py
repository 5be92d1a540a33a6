"""The checker of certificates: covers against brute force, the plain and the compiled one side by side,
hostile files, the reader of instances against that of zenkai, and the checker alone in a folder.
"""

from __future__ import annotations

import ast
import json
import lzma
import random
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests import cover_helpers as covers
from tests.backends import ENGINES
from tests.helpers import INSTANCES, ROOT, some
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.loading import load, loads
from zenkai_solver.models.parsing import parse_yaml
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.certificates import certificate, writing
from zenkai_solver.solvers.certificates.problem import problem
from zenkai_solver.solvers.certificates.writing import FEWEST, SearchOrder
from zenkai_solver.solvers.checker import checker as texts
from zenkai_solver.solvers.checker.checker import Cover, Refused, check, numbers, packed, puzzle, symmetries
from zenkai_solver.solvers.checker.checker import main as checker
from zenkai_solver.solvers.cli import main as zenkai
from zenkai_solver.solvers.commands.run import main as run
from zenkai_solver.solvers.core.deadlines import Unsupported

MANY = 2_000  # solutions
FOLDER = ROOT / "solvers" / "checker"
MOST_LINES = 740  # of code: an evening's reading

# ---- covers


def certified(cover: Cover, rng: random.Random, expected: int) -> None:
    """Certificates of both kinds, and with symmetries where there are any, prove the number."""
    apart = rng.choice((-1, -1, 0, 1, 3, 99))
    order = tuple(rng.sample(range(cover.n_items), cover.n_items))
    how = SearchOrder(order, rng.choice((0, 1, 20, FEWEST)))
    assert covers.both(cover, covers.written(cover, how, apart=apart), apart >= 0) == expected
    if cover.n_items > 5 or len(cover.groups) > 3:
        return
    found = list(covers.automorphisms(cover))
    group = symmetries(cover, rng.choices(found, k=rng.randint(0, 3)))
    for anchor in cover.once & cover.must:
        numbers = covers.written(cover, how, anchor, group, apart)
        assert covers.both(cover, numbers, apart >= 0, anchor, group) == expected, (cover, group, anchor)


def test_parts_remember_nothing_of_each_other() -> None:
    """Dominoes: states of a part are met again in later ones, where they have steps of their own."""
    cover, _ = puzzle((INSTANCES / "dominoes4x4.yaml").read_text())
    how = SearchOrder(tuple(range(cover.n_items)), 0)
    parts = [covers.written(cover, how, apart=apart) for apart in (-1, 0, 1, 2, 3)]
    assert [part.count(cover.n_items) for part in parts] == [0, 1, 2, 4, 6]
    assert {covers.both(cover, part, apart > 0) for apart, part in enumerate(parts)} == {36}


def random_covers(seed: int, number: int) -> None:
    rng = random.Random(seed)
    counts = set()
    for _ in range(number):
        cover = covers.random_cover(rng)
        if rng.random() < 0.5:
            cover = covers.closed(cover, rng)
        if len(cover.options) <= 8:
            counts.add(expected := covers.brute_force(cover))
            certified(cover, rng, expected)
    assert {0, 1, 2, 3, 4, 5, 6} <= counts


@some("number", 500)
def test_random_covers_are_certified(number: int) -> None:
    random_covers(1, number)


def test_many_options_without_a_table_of_what_excludes_what_are_searched_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng, found = random.Random(9), []
    cases = [covers.random_cover(rng) for _ in range(100)]
    for most in (writing.MOST_OPTIONS, 0):
        monkeypatch.setattr(writing, "MOST_OPTIONS", most)
        found.append(
            [covers.written(cover, SearchOrder((*range(cover.n_items),), FEWEST)) for cover in cases]
        )
    assert found[0] == found[1]
    assert sum(map(len, found[0])) > 100


@pytest.mark.slow
def test_many_random_covers_are_certified() -> None:
    random_covers(2, 40_000)


@pytest.mark.parametrize(
    "cases",
    [
        400,
        pytest.param(1_200, marks=pytest.mark.broad),
        pytest.param(20_000, marks=pytest.mark.slow),
    ],
)
def test_random_numbers_prove_nothing_wrong(cases: int) -> None:
    """Any list of numbers: the right count, or refused; the compiled checker says the same."""
    rng, accepted = random.Random(3), 0
    for _ in range(cases):
        cover = covers.random_cover(rng)
        tree = rng.random() < 0.5
        how = SearchOrder(tuple(range(cover.n_items)), FEWEST)
        numbers = covers.written(cover, how, apart=1 if tree else -1)
        for _ in range(rng.randint(1, 3)):
            at = rng.randint(0, len(numbers))
            numbers[at : at + rng.randint(0, 1)] = [rng.randint(0, cover.n_items + 1)] * rng.randint(0, 2)
        answer = covers.both(cover, numbers, tree)
        accepted += answer is not None
        assert answer in (None, covers.brute_force(cover) if answer is not None else None)
    assert cases / 10 < accepted < cases * 0.9


def test_more_than_255_items_are_two_bytes_each() -> None:
    n = 300
    every = frozenset(range(n))
    options = tuple(sorted(((i, i + 1), -1) for i in range(n - 1)))
    cover = Cover(n, every, every, every, options)
    assert covers.both(cover, covers.written(cover, SearchOrder(tuple(range(n)), 0))) == 1


def test_counts_beyond_a_machine_word_are_exact() -> None:
    """Strips of 100 cells by monominoes and dominoes: the 101st Fibonacci number, of 70 bits."""
    n = 100
    cells = frozenset(range(n))
    pairs = (((i, i + 1), -1) for i in range(n - 1))
    cover = Cover(n, cells, cells, cells, tuple(sorted([*(((i,), -1) for i in cells), *pairs])))
    a, b = 1, 1
    for _ in range(n):
        a, b = b, a + b
    assert a > 1 << 64
    assert covers.both(cover, covers.written(cover, SearchOrder(tuple(range(n)), 0))) == a


SQUARE = frozenset(range(4))
DOMINOES = Cover(
    5,
    frozenset(range(5)),
    frozenset(range(4)),
    SQUARE,
    (((0, 1), -1), ((0, 2), -1), ((1, 3), -1), ((2, 3, 4), -1)),
    (),
)


@pytest.mark.parametrize(
    ("generator", "message"),
    [
        (((0, 0, 2, 3, 4), ()), "no permutation"),
        (((0, 2, 1, 3), ()), "no permutation"),
        (((2, 1, 0, 3, 4), ()), "does not map the model to itself"),
        (((4, 1, 2, 3, 0), ()), "does not map the model to itself"),
    ],
)
def test_wrong_generators_are_refused(generator: covers.Generator, message: str) -> None:
    with pytest.raises(Refused, match=message):
        symmetries(DOMINOES, [generator])


def test_groups_of_other_numbers_are_not_exchanged() -> None:
    one = frozenset({0, 1})
    cover = Cover(2, one, one, one, (((0,), 0), ((1,), 1)), ((0, 1), (1, 1)))
    with pytest.raises(Refused, match="does not map the model to itself"):
        symmetries(cover, [((1, 0), (1, 0))])
    with pytest.raises(Refused, match="no permutation"):
        symmetries(cover, [((1, 0), (0, 0))])
    cover = Cover(2, one, one, one, (((0,), 0), ((1,), 1)), ((0, 1), (0, 1)))
    assert symmetries(cover, [((1, 0), (1, 0))]) == [(0, 1), (1, 0)]
    with pytest.raises(Refused, match="does not map the model to itself"):
        symmetries(cover, [((1, 0), (0, 1))])


def test_items_of_other_kinds_are_not_exchanged() -> None:
    """The options go to options; but not what has to be covered, or may be once, or is a cell."""
    for once, must, cells in (({0, 1, 2}, {1}, {0}), ({0, 1}, (), {0}), ({0, 1, 2}, (), {0, 1})):
        cover = Cover(3, once, must, cells, [((0, 1), -1), ((0, 2), -1)])
        with pytest.raises(Refused, match="does not map the model to itself"):
            symmetries(cover, [((0, 2, 1), ())])


def test_a_solution_has_no_two_options_that_exclude_each_other() -> None:
    """Two pieces of one shape on a board that need not be full."""
    cover = Cover(3, frozenset(range(3)), frozenset(), frozenset({0, 1}), (((0, 2), -1), ((1, 2), -1)))
    one, other = cover.options
    cover.begins({"generators": (), "anchor": -1})
    assert cover.image([one], True) == ("(0,)", 1)
    with pytest.raises(Refused, match="exclude each other"):
        cover.image([one, other], True)


@pytest.mark.parametrize("checked", [covers.by_plain, covers.by_twin])
def test_wrong_anchors_are_refused(checked: Callable[..., int]) -> None:
    group = symmetries(DOMINOES, ())
    for anchor in (4, 5, 99):  # 4: once at most, but a solution may not cover it
        with pytest.raises(Refused, match=f"the anchor, item {anchor}, is not one"):
            checked(DOMINOES, [0, 1, 2], False, anchor, group)


def test_an_anchor_is_covered_once_and_by_what_may_be_chosen() -> None:
    """Not one that several options may cover; and an option of a group of none is in no solution."""
    for adds, groups in ((0, [(0, 0)]), ([(0, 5)], [(0, 4)])):
        cover = Cover(2, {0}, {0, 1}, {0}, [((0, 1), -1), ((0,), adds)], groups)
        group = symmetries(cover, ())
        assert covers.both(cover, [], False, 0, group) == 1
    with pytest.raises(Refused, match="the anchor, item 1, is not one"):
        covers.by_plain(cover, [], False, 1, group)


@pytest.mark.parametrize("checked", [covers.by_plain, covers.by_twin])
@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ([0, 2], "ends before the search does"),
        ([], "ends before the search does"),
        ([0, 2, 1, 0], "goes on when the search has ended"),
        ([0, 0, 1], "branches on"),
        ([0, 9, 1], "branches on"),
        ([5, 0, 2, 1], "branches on"),
    ],
)
def test_wrong_numbers_are_refused(checked: Callable[..., int], numbers: list[int], message: str) -> None:
    group = symmetries(DOMINOES, ())
    assert checked(DOMINOES, [0, 2, 1], False, -1, group) == 2
    with pytest.raises(Refused, match=message):
        checked(DOMINOES, numbers, False, -1, group)


@pytest.mark.parametrize("checked", [covers.by_plain, covers.by_twin])
def test_an_item_that_may_be_covered_twice_is_no_branch(checked: Callable[..., int]) -> None:
    """Each way to cover it would be counted, and a solution that covers it twice with them."""
    cells, every = frozenset({0, 1}), frozenset(range(3))
    cover = Cover(3, cells, every, cells, (((0, 2), -1), ((1, 2), -1)))
    assert checked(cover, [0, 1], False, -1, symmetries(cover, ())) == 1
    with pytest.raises(Refused, match=r"nothing covers item 2|branches on"):
        checked(cover, [2, 1, 0], False, -1, symmetries(cover, ()))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n_items": 10_001}, "10001 items, of 1 to 10,000"),
        ({"n_items": 0}, "0 items"),
        ({"options": (((0, 5), -1),)}, "an item out of range"),
        ({"options": (((-1, 0), -1),)}, "an item out of range"),
        ({"must": {9}}, "an item out of range"),
        ({"once": range(99)}, "an item out of range"),
        ({"options": (((4,), -1),)}, "an option of no cell"),
        ({"options": (((0,), 0),)}, "or group"),
        ({"options": (((0,), -2),), "groups": ((0, 1), (0, 1))}, "or group"),
        ({"options": (((0,), ((1, 1),)),), "groups": ((0, 1),)}, "or group"),
        ({"options": (((0,), ((-1, 1),)),), "groups": ((0, 1),)}, "or group"),
        ({"options": (((0,), ((0, 0),)),), "groups": ((0, 1),)}, "wrong bounds"),
        ({"options": (((0,), ((0, -1),)),), "groups": ((0, 1),)}, "wrong bounds"),
        ({"options": (((0,), ((0, 1 << 16),)),), "groups": ((0, 1),)}, "wrong bounds"),
        ({"once": {0, 1, 2}}, "a cell not of `once`"),
        ({"groups": ((1, 0),)}, "wrong bounds"),
        ({"groups": ((-1, 0),)}, "wrong bounds"),
        ({"groups": ((0, 1 << 16),)}, "wrong bounds"),
    ],
)
def test_what_is_no_cover_is_refused(change: dict[str, Any], message: str) -> None:
    kinds = ("n_items", "once", "must", "cells", "options", "groups")
    with pytest.raises(Refused, match=message):
        Cover(**{kind: getattr(DOMINOES, kind) for kind in kinds} | change)


def test_a_cover_has_items() -> None:
    with pytest.raises(Refused, match="0 items"):
        Cover(0, (), (), (), ())


@pytest.mark.parametrize("checked", [covers.by_plain, covers.by_twin])
def test_an_item_that_several_may_cover_is_no_branch(checked: Callable[..., int]) -> None:
    """Each of the options may cover item 2, and both do in one solution: its ways are not counted apart."""
    cover = Cover(3, {0, 1}, {2}, {0, 1}, [((0, 2), -1), ((1, 2), -1)])
    group = symmetries(cover, ())
    assert checked(cover, [0, 1, 1], False, -1, group) == 3
    with pytest.raises(Refused, match=r"nothing covers item 2|branches on"):
        checked(cover, [2, 1, 0], False, -1, group)


def test_an_amount_may_step_over_the_bound() -> None:
    """Of 5 and 2 together 7 would be one too many; 16 bits that are full spill into no other group."""
    every, most = frozenset(range(3)), (1 << 16) - 1
    options = [((0,), [(0, 2)]), ((1,), [(0, 5)]), ((2,), [(0, 5), (1, most), (2, 1)])]
    cover = Cover(3, every, (), every, options, [(0, 6), (0, most), (0, 1)])
    assert (
        covers.both(cover, covers.written(cover, SearchOrder((0, 1, 2), 0))) == covers.brute_force(cover) == 4
    )
    cover = Cover(3, every, (), every, options, [(2, 7), (0, most), (0, 1)])
    assert (
        covers.both(cover, covers.written(cover, SearchOrder((0, 1, 2), 0))) == covers.brute_force(cover) == 5
    )
    options = [((n,), [(g, most) for g in range(6)]) for n in every]
    cover = Cover(3, every, (), every, options, [(1, most)] * 6)
    assert (
        covers.both(cover, covers.written(cover, SearchOrder((0, 1, 2), 0))) == covers.brute_force(cover) == 3
    )


def test_another_amount_or_bound_is_another_cover() -> None:
    """By a certificate of the old one it is refused, or counted rightly."""
    rng, answers = random.Random(4), {"refused": 0, "same": 0, "other": 0}
    while sum(answers.values()) < 500:
        cover = covers.random_cover(rng)
        if not any(adds for _, adds in cover.options):
            continue
        numbers = covers.written(cover, SearchOrder(tuple(range(cover.n_items)), 0))
        options, groups = list(cover.options), list(cover.groups)
        at = rng.choice([o for o, (_, adds) in enumerate(options) if adds])
        items, adds = options[at]
        group, amount = rng.choice(adds)
        hi = groups[group][1]
        if rng.random() < 0.5:
            options[at] = items, tuple((dict(adds) | {group: rng.randint(1, hi + 1)}).items())
        else:
            groups[group] = rng.randint(0, hi), rng.randint(max(hi - 1, amount), hi + 1)
        try:
            other = Cover(cover.n_items, cover.once, cover.must, cover.cells, options, groups)
        except Refused:
            continue
        answer = covers.both(other, numbers)
        assert answer in (None, covers.brute_force(other))
        same = answer == covers.both(cover, numbers)
        answers["refused" if answer is None else "same" if same else "other"] += 1
    assert min(answers.values()) > 2, answers


def test_symmetries_move_amounts_with_their_groups() -> None:
    """Two pieces of weights 1 and 2 on two cells, with sums of both."""
    one = frozenset({0, 1})
    options = [((0,), [(0, 1), (1, 2)]), ((1,), [(0, 2), (1, 1)])]
    cover = Cover(2, one, (), one, options, ((0, 2), (0, 2)))
    assert symmetries(cover, [((1, 0), (1, 0))]) == [(0, 1), (1, 0)]
    with pytest.raises(Refused, match="does not map the model to itself"):
        symmetries(cover, [((1, 0), (0, 1))])


def test_the_options_of_a_cover_are_a_set_of_sets() -> None:
    """So the order of a stated model says nothing, nor what is stated twice."""
    stated = [([3, 2, 4, 2], -1), ([1, 0], -1), *DOMINOES.options]
    again = Cover(5, [4, 3, 2, 1, 0], SQUARE, SQUARE, stated)
    assert again.options == DOMINOES.options
    assert covers.both(again, [0, 2, 1]) == 2


# ---- files

SMALL = {
    "exact": "puzzle: packing\nboard: 4x4\npieces: dominoes\ncounts: any\n",
    "partial": "puzzle: packing\nboard: 2x3\npieces: [dominoes, trominoes]\ncounts: 0..1\nfill: partial\n",
    "exported": "puzzle: packing\nboard: 3x3\npieces: [trominoes, dominoes]\ncounts: {V: 0..2, others: any}\n",
    "sudoku": "puzzle: sudoku\ngrid: |\n  12..\n  ....\n  ....\n  ...1\n",
    "all": "puzzle: packing\nboard: 2x4\npieces: dominoes\ncounts: any\nsymmetry: all\n",
}


class Files:
    """A solutions file and its certificate, of a run of zenkai."""

    def __init__(self, folder: Path, name: str) -> None:
        (folder / f"{name}.yaml").write_text(SMALL[name])
        self.solutions, self.certificate = folder / f"{name}.jsonl", folder / f"{name}.cert"
        assert run([str(folder / f"{name}.yaml"), "--certify", "-o", str(self.solutions), "--quiet"]) == 0
        self.lines = self.solutions.read_text().splitlines(keepends=True)
        self.packed = self.certificate.read_bytes()
        head, _, self.numbers = lzma.decompress(self.packed).partition(b"\n")
        self.head: dict[str, Any] = json.loads(head)
        self.all = json.loads(self.lines[-1])["all"]

    def payload(self, numbers: bytes | None = None, **change: Any) -> bytes:
        head = packed(self.head | change).encode()
        return head + b"\n" + (self.numbers if numbers is None else numbers)

    def answers(self, packed: bytes) -> tuple[str, int | None]:
        """What the checker says of the solutions file with that certificate, and the compiled one of it."""
        self.certificate.write_bytes(packed)
        try:
            plain = said(str(self.solutions), str(self.certificate))
        except Exception as error:
            plain = f"refused: {error}"
        try:
            return plain, certificate.check(self.certificate).all
        except Refused:
            return plain, None

    def agree(self, packed: bytes) -> bool:
        """Do both accept, with the count that is right, or both refuse?"""
        plain, twin = self.answers(packed)
        if other := re.match("not certified: this proof shows ([0-9,]+) solutions", plain):
            assert "model" in self.head
            assert twin == int(other[1].replace(",", ""))  # of a model that may have been changed
            return twin == self.all
        accepted = plain.startswith("certified")
        if accepted or ("the board breaks a rule" not in plain and not plain.startswith("refused: a group")):
            assert accepted == (twin is not None), (plain, twin)
        assert not accepted or (twin == self.all and f"{self.all:,} " in plain)
        return accepted


def said(*paths: str) -> str:
    """The verdict, behind what is shown."""
    return check(*paths)[0].splitlines()[-1]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Files]:
    folder = tmp_path_factory.mktemp("certified")
    return {name: Files(folder, name) for name in SMALL}


# Every third byte in the default suite, each in the broad.
STEP = pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.broad)])


@STEP
@pytest.mark.parametrize("name", SMALL)
def test_each_byte_of_a_certificate_flipped(name: str, step: int, files: dict[str, Files]) -> None:
    own = files[name]
    whole = lzma.decompress(own.packed)
    rng, accepted = random.Random(5), 0
    assert own.agree(own.packed)
    for at in range(0, len(whole), 2 * step):
        changed = bytearray(whole)
        changed[at] ^= 1 << rng.randrange(8)
        accepted += own.agree(lzma.compress(bytes(changed), preset=0))
    assert accepted < len(whole) / 10


@STEP
@pytest.mark.parametrize("name", SMALL)
def test_each_byte_of_the_file_flipped(name: str, step: int, files: dict[str, Files]) -> None:
    own = files[name]
    for at in range(0, len(own.packed), step):
        changed = bytearray(own.packed)
        changed[at] ^= 1 << at % 8
        own.agree(bytes(changed))


@STEP
@pytest.mark.parametrize("name", SMALL)
def test_each_byte_of_the_solutions_flipped(name: str, step: int, files: dict[str, Files]) -> None:
    """Refused, or a change that says nothing else: the number of a line, what follows the solutions."""
    own = files[name]
    own.certificate.write_bytes(own.packed)
    changed = Path(f"{own.solutions}.changed")
    begin = len(own.lines[0])
    whole = "".join(own.lines).encode()
    accepted = 0
    for at in range(begin, min(begin + 250, len(whole) - len(own.lines[-1])), step):
        bad = bytearray(whole)
        bad[at] ^= 1 << at % 7
        changed.write_bytes(bytes(bad))
        try:
            answer = said(str(changed), str(own.certificate))
        except Exception:
            continue
        accepted += 1
        assert re.search(rf"(certified: |, |shows ){own.all:,} (solutions|in all)", answer)
    assert accepted < len(whole) / 2 or "model" in own.head  # the boards are then not looked at


Change = Callable[[Files], tuple[list[str], bytes]]  # the lines, and the certificate's content


def numbered(lines: list[str]) -> list[str]:
    """The solutions with the numbers 1, 2, ..."""
    first, *own, last = lines
    return [first, *(json.dumps(json.loads(line) | {"n": n}) + "\n" for n, line in enumerate(own, 1)), last]


def _again(text: str) -> str:
    """The same tiling of the square in other letters."""
    line = json.loads(text)
    return (
        json.dumps(line | {"board": [row.translate(str.maketrans("AB", "BA")) for row in line["board"]]})
        + "\n"
    )


def _turned(text: str) -> str:
    line = json.loads(text)
    return json.dumps(line | {"board": [row[::-1] for row in line["board"]]}) + "\n"


REFUSED: dict[str, tuple[Change, str]] = {
    "dropped": (
        lambda f: (numbered([f.lines[0], *f.lines[2:]]), f.payload()),
        "solutions in all, but there are exactly 36",
    ),
    "doubled": (lambda f: (numbered([*f.lines[:2], *f.lines[1:]]), f.payload()), "a solution is there twice"),
    "a number twice": (lambda f: ([*f.lines[:2], *f.lines[1:]], f.payload()), "it is number 2, not 1"),
    "in other letters": (
        lambda f: (numbered([*f.lines[:2], _again(f.lines[1]), *f.lines[2:]]), f.payload()),
        "is there twice",
    ),
    "an image": (
        lambda f: (numbered([*f.lines[:3], _turned(f.lines[2]), *f.lines[3:]]), f.payload()),
        "images of each other",
    ),
    "added": (
        lambda f: (
            [*f.lines[:1], '{"n": 1, "board": ["AABB", "CCDD", "EEFF", "GGHI"]}\n', *f.lines[1:]],
            f.payload(),
        ),
        r"exact.jsonl:2: the board breaks a rule",
    ),
    "outside": (
        lambda f: ([f.lines[0], f.lines[1].replace("]", ', "A"]'), *f.lines[2:]], f.payload()),
        r"exact.jsonl:2: the board breaks a rule",
    ),
    "uncovered": (
        lambda f: (
            [*f.lines[:1], '{"n": 1, "board": ["AABB", "CCDD", "EEFF", "GG.."]}\n', *f.lines[1:]],
            f.payload(),
        ),
        r"exact.jsonl:2: the board breaks a rule",
    ),
    "another instance": (
        lambda f: (f.lines, f.payload(text="x", sha256=sha256(b"x").hexdigest())),
        "a certificate of another instance",
    ),
    "another hash": (
        lambda f: (f.lines, f.payload(sha256="0" * 64)),
        "the text does not have the stated sha256",
    ),
    "another text under the same hash": (
        lambda f: (f.lines, f.payload(text=f.head["text"].replace("4x4", "4x5"))),
        "the text does not have the stated sha256",
    ),
    "another text": (
        lambda f: ([f.lines[0].replace("4x4", "4x5"), *f.lines[1:]], f.payload()),
        "a certificate of another instance",
    ),
    "another hash of the solutions": (
        lambda f: ([f.lines[0].replace(f.head["sha256"], "0" * 64), *f.lines[1:]], f.payload()),
        "a certificate of another instance",
    ),
    "generators": (lambda f: (f.lines, f.payload(generators=[])), "the header has other keys than"),
    "a model": (
        lambda f: (f.lines, f.payload(generators=[], cuts=[], model=_model())),
        "the checker reads the instance, but the certificate has a model of its own",
    ),
    "wrong anchor": (lambda f: (f.lines, f.payload(anchor=77)), "the anchor, item 77, is not one that"),
    "trailing bytes": (
        lambda f: (f.lines, f.payload(f.numbers + b"\0")),
        "the certificate goes on when the search has ended",
    ),
    "cut off": (
        lambda f: (f.lines, f.payload(f.numbers[:-1])),
        "ends before the search does",
    ),
    "another kind": (
        lambda f: (f.lines, f.payload(kind="x")),
        "no certificate that is known: 'x' ",
    ),
    "another format": (
        lambda f: (f.lines, f.payload(format="x")),
        "no certificate that is known: 'cover-dag' 'x'",
    ),
    "no number": (lambda f: (f.lines, f.payload(anchor=float("nan"))), "invalid literal .*NaN"),
    "truth": (lambda f: (f.lines, f.payload(anchor=True)), "the header is not written as it should be"),
    "a fraction": (lambda f: (f.lines, f.payload(anchor=0.5)), "invalid literal .*0.5"),
    "no header": (lambda f: (f.lines, b"\n" + f.numbers), "refused"),
    "empty": (lambda f: (f.lines, b""), "no certificate"),
}


def test_a_missing_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "missing.cert"
    assert checker([str(missing)]) == 2
    assert capsys.readouterr().err == f"checker: {missing}: No such file or directory\n"


@pytest.mark.parametrize("name", REFUSED)
def test_refused_by_name(name: str, files: dict[str, Files], capsys: pytest.CaptureFixture[str]) -> None:
    own = files["exact"]
    change, message = REFUSED[name]
    lines, payload = change(own)
    own.solutions.write_text("".join(lines))
    own.certificate.write_bytes(lzma.compress(payload))
    code = checker([str(own.solutions), str(own.certificate)])
    own.solutions.write_text("".join(own.lines))
    error = capsys.readouterr().err
    assert code == 1
    assert error.startswith("checker: refused: ")
    assert error.count("\n") == 1
    assert re.search(message, error), error


def test_a_certificate_may_be_several_streams(files: dict[str, Files]) -> None:
    """As that of a kept run is; and numbers are of two bytes where there are more than 255 items."""
    own = files["exact"]
    head, rest = own.payload().split(b"\n", 1)
    parts = [head[:9], head[9:] + b"\n" + rest[:3], b"", rest[3:]]
    assert own.agree(b"".join(map(lzma.compress, parts)))
    assert not own.agree(b"".join(map(lzma.compress, parts[:-1])))
    assert not own.agree(own.packed[:-6])
    assert not own.agree(lzma.compress(own.payload(kind="cover-tree")))  # states that are met again
    assert [*numbers(BytesIO(b"\1\2\3"), 255)] == [1, 2, 3]
    assert [*numbers(BytesIO(b"\1\2\3\4"), 256)] == [258, 772]
    assert [*numbers(BytesIO(b"\0\0\1\2\xff\xff\xff\xff"), 0)] == [258, -1]
    with pytest.raises(struct.error, match="multiple of 2 bytes"):
        list(numbers(BytesIO(b"\1\2\3"), 256))


# ---- bombs


def quickly(data: bytes) -> bytes:
    """As an xz stream: a bomb need not be small."""
    return lzma.compress(data, preset=0)


@cache
def stream(piece: bytes, times: int = 1 << 22) -> bytes:
    """An xz stream of many of these bytes."""
    return quickly(piece * times)


def _model(**change: Any) -> dict[str, Any]:
    small = {"n_items": 1, "once": [0], "must": [0], "cells": [0], "options": [[[0], []]], "groups": []}
    return small | change


def head_of(own: Files, **change: Any) -> bytes:
    """The header alone."""
    return quickly(own.payload(b"", **change))


def exported(own: Files, numbers: bytes = b"", **change: Any) -> bytes:
    """A header with a model of its own, of an instance that the checker does not read; and numbers."""
    words = {"format": own.head["format"], "kind": "cover-dag", "name": "x"}
    text = {"sha256": sha256(b"x").hexdigest(), "text": "x", "anchor": -1, "generators": [], "cuts": []}
    return quickly(packed({**words, **text, "model": _model()} | change).encode() + b"\n" + numbers)


BOMBS: dict[str, tuple[Callable[[Files], bytes], str]] = {
    "endless numbers": (
        lambda f: quickly(f.payload()) + stream(b"\0") * 2_000,
        "too much work",
    ),
    "endless first numbers": (lambda f: head_of(f) + stream(b"\0") * 2_000, "too much work"),
    "endless lemma": (
        lambda f: (
            quickly(
                packed(
                    {key: f.head[key] for key in ("format", "kind", "name")}
                    | {"kind": "rup", "sha256": sha256(b"x").hexdigest(), "text": "x"}
                    | {"model": {"once": [], "clauses": [[1], [-1]], "projection": [1]}}
                ).encode()
                + b"\n"
            )
            + lzma.compress(bytes(4))
            + stream(b"\0\0\0\1") * 2_000
        ),
        "too much work",
    ),
    "endless header": (lambda f: stream(b" ") * 2_000, "too much work"),
    "lists": (
        lambda f: quickly(b"[" + b"[]," * (1 << 22) + b"[]]\n"),
        "no certificate that is known",
    ),
    "many lists": (
        lambda f: quickly(b"[" + b"[]," * (1 << 20) + b"[]]\n"),
        "no certificate that is known",
    ),
    "mappings": (
        lambda f: quickly(b"[" + b'{"":1},' * 590_000 + b"[]]\n"),
        "no certificate that is known",
    ),
    "nested": (lambda f: quickly(b"[" * 1_000_000 + b"\n"), "RecursionError"),
    "huge items": (lambda f: exported(f, model=_model(n_items=10**12)), "1000000000000 items"),
    "huge item": (lambda f: exported(f, model=_model(must=[10**12])), "an item out of range"),
    "generators": (lambda f: exported(f, generators=[[[0], []]] * 5_000), "5,000 generators; at most 64"),
    "large group": (
        lambda f: exported(
            f,
            model=_model(
                n_items=99,
                once=[*range(99)],
                cells=[*range(99)],
                must=[],
                options=[[[i], []] for i in range(99)],
            ),
            generators=[[[1, 0, *range(2, 99)], []], [[*range(1, 99), 0], []]],
        ),
        "too large a group",
    ),
    "deep": (
        lambda f: exported(
            f,
            b"".join(i.to_bytes(2, "big") for i in range(9_998)),
            kind="cover-tree",
            model=_model(n_items=9_999, once=[*range(9_999)], cells=[*range(9_999)], must=[], options=[]),
        ),
        "ends before the search does",
    ),
    "dictionary": (
        lambda f: lzma.compress(
            f.payload(), filters=[{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 1 << 30}]
        ),
        "MemoryError",
    ),
    "not xz": (lambda f: b"certificate " * 99, "no certificate: "),
    "gzip": (lambda f: b"\x1f\x8b\x08" + b"\0" * 99, "exact.cert: not in the xz format, or damaged"),
    "empty": (lambda f: b"", "exact.cert: it ends too early"),
    "half": (lambda f: f.packed[: len(f.packed) // 2], "ends too early|orrupt"),
    "without its end": (lambda f: f.packed[:-6], "ends too early"),
}


SERVER = """
import json, os, resource, sys
sys.path.insert(0, sys.argv[1])
from checker import main
for line in sys.stdin:
    words, *files = json.loads(line)
    if (pid := os.fork()) == 0:
        resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))
        for number, file in enumerate(files, 1):
            os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        sys.exit(main(words))
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""


@dataclass(frozen=True)
class Alone:
    """A folder with nothing but the checker's one file, and a process that sees it and the standard library only."""

    folder: Path
    server: subprocess.Popen[str]

    def check(self, *words: str) -> subprocess.CompletedProcess[str]:
        """In a process of 300 MB, forked from one that has imported the checker."""
        assert self.server.stdin
        assert self.server.stdout
        files = [self.folder / "out", self.folder / "err"]
        self.server.stdin.write(json.dumps([words, *map(str, files)]) + "\n")
        self.server.stdin.flush()
        code = int(self.server.stdout.readline())
        return subprocess.CompletedProcess(words, code, *(file.read_text(encoding="utf-8") for file in files))


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Alone]:
    folder = tmp_path_factory.mktemp("alone")
    shutil.copy(FOLDER / "checker.py", folder)
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-S", "-I", "-c", SERVER, str(folder)], **pipes) as server:
        yield Alone(folder, server)


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_one_line(name: str, files: dict[str, Files], alone: Alone) -> None:
    own = files["exact"]
    make, message = BOMBS[name]
    own.certificate.write_bytes(make(own))
    done = alone.check(str(own.certificate))
    assert done.returncode in (1, 2), done
    assert done.stderr.startswith("checker: ")
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 800
    assert ("MemoryError" in done.stderr) == (name == "dictionary")  # of 1 GB, which there is not
    assert any(word in done.stderr for word in message.split("|")), done.stderr


HOSTILE = {
    "huge board": "puzzle: packing\nboard: 99x99\npieces: dominoes\n",
    "huge sudoku": "puzzle: sudoku\nsize: 99999x99999\n",
    "large sudoku": "puzzle: sudoku\nsize: 99x99\nbox: 9x11\n",
    "many pieces": "puzzle: packing\nboard: 6x10\npieces: [" + ", ".join(["hexominoes"] * 2_000) + "]\n",
    "a long line": "puzzle: packing\nboard: 6x10\npieces: [" + "a, " * 50_000 + "a]\n",
    "nested": "puzzle: packing\nboard: " + "[" * 500_000 + "\n",
    "many keys": "a: 1\n" * 200_000,
    "many fixed": 'puzzle: packing\nboard: 2x2\npieces: dominoes\nfixed: "'
    + "".join(map(chr, range(0x4E00, 0x9000))) * 10
    + '"\n',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_instances_are_one_line(name: str, files: dict[str, Files], alone: Alone) -> None:
    own, text = files["exact"], HOSTILE[name]
    stated = {"text": text, "sha256": sha256(text.encode()).hexdigest()}
    solutions = own.solutions.with_suffix(".hostile")
    solutions.write_text(json.dumps(json.loads(own.lines[0]) | stated) + "\n")
    own.certificate.write_bytes(head_of(own, **stated))
    done = alone.check(str(solutions), str(own.certificate))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "MemoryError" not in done.stderr


def test_usage_and_absent_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checker([]) == 2
    assert checker([str(tmp_path / "a"), str(tmp_path / "b")]) == 2
    assert capsys.readouterr().err.count("\n") == 2


# ---- the command


def test_the_command_says_what_the_checker_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From any folder, with the certificate first, or in the checker's order; a copy of the file as well."""
    monkeypatch.chdir(tmp_path)
    assert run([str(INSTANCES / "dominoes4x4.yaml"), "--certify", "--quiet", "-o", "d.jsonl"]) == 0
    shutil.copy(FOLDER / "checker.py", tmp_path)
    copied, other = (
        subprocess.run([sys.executable, "checker.py", *words], capture_output=True, text=True, check=True)
        for words in (["d.jsonl", "d.cert"], ["d.cert", "d.jsonl"])
    )
    assert other.stdout == copied.stdout
    assert copied.stdout.splitlines()[-1].startswith("certified: 9 solutions up to symmetry, 36 in all")
    for words in (["d.cert", "d.jsonl"], ["d.jsonl", "d.cert"]):
        assert zenkai(["check", *words]) == 0
        assert capsys.readouterr().out == copied.stdout
    assert zenkai(["check", "d.cert"]) == 0
    assert capsys.readouterr().out.endswith("\ncertified: 36 solutions in all, and there are no others\n")
    assert zenkai(["check", "d.cert", "d.jsonl", str(INSTANCES / "dominoes6x6.yaml")]) == 1
    assert capsys.readouterr().err.endswith("dominoes6x6.yaml: another instance\n")
    assert zenkai(["check", "absent.cert"]) == 2


# ---- alone, and short


@pytest.mark.parametrize("name", SMALL)
def test_the_checker_alone_says_the_same(name: str, files: dict[str, Files], alone: Alone) -> None:
    own = files[name]
    own.certificate.write_bytes(own.packed)
    done = alone.check(str(own.solutions), str(own.certificate))
    assert (done.returncode, done.stderr) == (3 if "model" in own.head else 0, "")
    assert done.stdout == check(str(own.solutions), str(own.certificate))[0] + "\n"


def lines_of(path: Path) -> int:
    """Lines of code: without blank lines, comments and docstrings."""
    text = path.read_text()
    tree = ast.parse(text)
    strings = {
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and ast.get_docstring(node) is not None
        for line in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    }
    lines = ((n, line.strip()) for n, line in enumerate(text.splitlines(), 1))
    return sum(bool(line) and not line.startswith("#") and n not in strings for n, line in lines)


def test_the_checker_is_as_short_as_the_paper_says() -> None:
    """Lines of code, and all lines with docstrings and comments."""
    path = FOLDER / "checker.py"
    code, size = lines_of(path), len(path.read_text().splitlines())
    paper = " ".join((ROOT / "solvers" / "certificates" / "README.md").read_text().split())
    assert f"{code} lines of code, {size} with docstrings and comments" in paper
    assert code <= MOST_LINES


# ---- the reader of instances


PASSED_OVER = {"title", "source", "expect", "symmetry"}


def same_reading(text: str) -> bool:
    """Does the checker read the text? Then zenkai reads the same."""
    try:
        found = texts.read(text)
    except (Refused, ValueError):
        return False
    if not found:
        return False
    data = parse_yaml(text).data
    assert {key: own for key, own in data.items() if key in found or key not in PASSED_OVER} == found, text
    return True


SHIPPED = sorted(INSTANCES.rglob("*.yaml"))


def test_every_shipped_instance_is_read_as_zenkai_reads_it() -> None:
    read = {path.stem for path in SHIPPED if same_reading(path.read_text())}
    assert {"pento6x10", "onesided3x30", "nocrossings6x10", "dominoes8x8"} <= read


LINES = [
    *(
        "fill: partial",
        "fill: exact",
        "board: 2x3",
        "title: x",
        'title: "x',
        '# "',
        '"',
        " }",
        "title: {a: 1,",
    ),
    *(
        "title: |",
        "title: >",
        "  fill: partial",
        "counts: {F: 1, others: 0..2}",
        "counts: [a, b:c, d]",
        "x: a: b",
        "inks: {r: a, r: b}",
        "a: -Infinity",
        "a: [on]",
        "a: [off]",
    ),
    *(
        "pieces:",
        "- a",
        "  - |",
        "    ##",
        "  ##",
        "- - a",
        "#",
        "  # a",
        "",
        "---",
        "...",
        "? a",
        "a: &b c",
        "b: *b",
    ),
    *(
        "a: yes",
        "a: 010",
        "a: 1_0",
        "a: 1:30",
        "a: 0x1f",
        "a: 1e5",
        "a: .5",
        "a: .inf",
        "a: 2001-01-01",
        "a: ~",
    ),
    *(
        "a: [a:, b]",
        "a: {a: b, c}",
        "a: 'b'",
        "a: TRUE",
        "a: Null",
        "a: 1.",
        "a: 1..",
        "a: ..",
        "a: -",
        "a: 'b # c'",
    ),
    *(
        'a: "b # c"',
        'a: "b" # c',
        "a: b # c",
        "a: b#c",
        "a: |-",
        "a: |2",
        "a: !!str 1",
        "a: b:",
        "a: b :c",
        "a: @b",
    ),
]
SIGNS = " \n\t:-#|>\"'[]{},.0123456789abXx_~&*!%@`?\\é\xa0\u2028\ufeff\x85"


def mutated(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(lines))
        kind, line = rng.randrange(6), lines[at]
        if kind == 0:
            lines[at : at + 1] = []
        elif kind == 1:
            lines.insert(at, rng.choice([*LINES, *lines]))
        elif kind == 2:
            lines[at] = " " * rng.randint(0, 3) + line.lstrip()
        else:
            i = rng.randint(0, len(line))
            lines[at] = line[:i] + rng.choice(SIGNS) * (kind < 5) + line[i + rng.randint(0, 1) :]
        lines = lines or [""]
    return "\n".join(lines)


def mutations(seed: int, number: int) -> None:
    rng, read = random.Random(seed), 0
    plain = [path.read_text() for path in SHIPPED] + list(SMALL.values())
    for _ in range(number):
        text = (
            mutated(rng.choice(plain), rng)
            if rng.random() < 0.6
            else "\n".join(rng.choices(LINES, k=rng.randint(1, 4)))
        )
        read += same_reading(text)
    assert number / 20 < read < number * 0.9


def test_a_long_text_and_a_quoted_value_are_not_read() -> None:
    for text in ("#\n" * 40_000 + "a: b\n", 'board: "2x3"\n'):
        with pytest.raises(Refused):
            texts.read(text)


def test_mutated_instances_are_read_as_zenkai_reads_them() -> None:
    mutations(7, 4_000)


@pytest.mark.slow
def test_many_mutated_instances_are_read_as_zenkai_reads_them() -> None:
    mutations(8, 100_000)


@pytest.mark.parametrize("line", LINES)
def test_each_strange_line_is_read_as_zenkai_reads_it_or_refused(line: str) -> None:
    for text in (line, line + "\n", f"puzzle: packing\n{line}\nboard: 2x2\n", f'title: a\n{line}\n# "\n'):
        same_reading(text)


# ---- the covers of instances


def random_packing(rng: random.Random) -> str:
    """The text of a small packing, in one of many ways to write it."""
    rows, columns = rng.randint(1, 4), rng.randint(1, 4)
    board = f"{rows}x{columns}"
    if rng.random() < 0.6:
        drawn = ["".join(rng.choice("####.") for _ in range(columns)) for _ in range(rows)]
        margin = " " * rng.randint(1, 4)
        board = "|\n" + "\n".join(margin + row for row in drawn)
    kind = rng.choice(("", "", "free ", "one-sided ", "fixed "))
    names = (
        "monominoes",
        "dominoes",
        "trominoes",
        "tetrominoes",
        "Dominoes",
        "tetrominoes I O",
        "tetromino T",
    )
    drawn_piece = "|\n    AAB\n    .A." if rng.random() < 0.5 else "|\n    F"
    pieces = rng.choice(
        (
            kind + rng.choice(names),
            f"[{kind}{rng.choice(names)}, {kind}{rng.choice(names)}]",
            f'["{rng.choice(names)}", {kind}{rng.choice(names)}] # comment',
            f"\n  - {rng.choice(names)}\n  # more\n  - {drawn_piece}",
            f"\n- {drawn_piece}\n- {kind}{rng.choice(names)}",
            drawn_piece.replace("\n    ", "\n "),
            rng.choice(("O", "I L", "[I, L]")),
        )
    )
    count = ("any", "0..1", "1", "2", "0..2", "1..", '"0..3"', "..2", "0", "..")
    counts = rng.choice(
        (
            rng.choice(count),
            rng.choice(count),
            f"{{{rng.choice('ABFIOLMD')}: {rng.choice(count)}, others: {rng.choice(count)}}}",
            f"{{ I: {rng.choice(count)} , O: {rng.choice(count)} }}",
        )
    )
    keys = [f"board: {board}", f"pieces: {pieces}", f"counts: {counts}"]
    if rng.random() < 0.4:
        keys.append(f"fill: {rng.choice(('partial', 'exact'))}")
    if rng.random() < 0.1:
        keys.append(f"no_crossings: {rng.choice(('true', 'True', 'false'))}")
    if rng.random() < 0.1:
        keys.append(f"{rng.choice(('flips', 'rotations'))}: {rng.choice(('true', 'false', '{I: false}'))}")
    if rng.random() < 0.1:
        fixed = ["".join(rng.choice("......IO#DD") for _ in range(columns)) for _ in range(rows)]
        keys.append("fixed: |\n" + "\n".join("  " + row for row in fixed))
    rng.shuffle(keys)
    return "puzzle: packing\n" + "\n".join(keys) + "\n"


def random_sudoku(rng: random.Random) -> str:
    """The same of a sudoku: small, with boxes or drawn regions."""
    n = rng.choice((1, 2, 4, 4, 4, 6, 5))
    keys = []
    if rng.random() < 0.9:
        some = rng.choice(("........12", ".....0_1", "..123456" if n > 5 else "..12"))
        rows = [" ".join(rng.choice(some) for _ in range(n)) for _ in range(n)]
        if n == 4 and rng.random() < 0.5:
            rows = [row[:3] + " | " + row[4:] for row in rows]
            rows.insert(2, "----+----")
        keys.append("grid: |\n" + "\n".join("  " + row for row in rows))
    n = 4 if n == 6 and not keys else n
    if not keys or rng.random() < 0.1:
        keys.append(f"size: {n}x{rng.choice((n, n, n, n + 1))}")
    choice = rng.random()
    if choice < 0.2 or n in (1, 2, 5):
        marks = [chr(65 + i // n) for i in range(n * n)]
        for _ in range(rng.randint(0, 2 * n)):
            a, b = rng.sample(range(n * n), 2) if n > 1 else (0, 0)
            marks[a], marks[b] = marks[b], marks[a]
        if rng.random() < 0.2:
            marks = ["." if mark == "A" else mark for mark in marks]
        keys.append("regions: |\n" + "\n".join("  " + "".join(marks[r * n : r * n + n]) for r in range(n)))
    elif choice < 0.4:
        keys.append(f"box: {rng.choice(('2x2', '2x3', '3x2', '1x4', 'none', '2x1', '4x1'))}")
    rng.shuffle(keys)
    return "puzzle: sudoku\n" + "\n".join(keys) + "\n"


def core_packing(rng: random.Random) -> str:
    """One of those that the checker reads by itself."""
    board = f"{rng.randint(2, 4)}x{rng.randint(2, 4)}"
    if rng.random() < 0.5:
        board = "|\n" + "\n".join("  " + "".join(rng.choices("###.", k=4)) for _ in range(rng.randint(1, 4)))
    kind, names = rng.choice(("", "", "free ", "one-sided ", "fixed ")), ("monomino", "dominoes", "trominoes")
    pieces = rng.choice(
        (
            kind + rng.choice((*names, "tetrominoes")),
            f"[{kind}{names[1]}, {kind}{rng.choice((names[0], names[2]))}]",
            "\n  - dominoes\n  - |\n    AAAB\n    .BBB",
            "|\n  AAB\n  .A.",
        )
    )
    counts = rng.choice(("any", "0..1", "1", "2", "0..2", "1..", "..2", ".."))
    fill = rng.choice(("exact", "partial", "partial"))
    return f"puzzle: packing\nboard: {board}\npieces: {pieces}\ncounts: {counts}\nfill: {fill}\n"


def core_sudoku(rng: random.Random) -> str:
    n = rng.choice((4, 4, 4, 6))
    marks = ["."] * (n * n)
    for digit in range(1, n + 1):  # far apart, so that few clash
        marks[rng.randrange(n) * n + digit - 1] = str(digit)
    given = [mark if rng.random() < (0.5 if n == 4 else 0.9) else "." for mark in marks]
    return "puzzle: sudoku\ngrid: |\n" + "".join(
        f"  {''.join(given[r : r + n])}\n" for r in range(0, n * n, n)
    )


def instance_of(text: str) -> Instance | None:
    try:
        return loads(text, "test")
    except InstanceError:
        return None


def same_cover(text: str, rng: random.Random) -> bool:
    """Does the checker read the instance? Then its cover has the model's options, and as many solutions."""
    instance = instance_of(text)
    if instance is None:
        return False
    model = instance.puzzle.model()
    try:
        stated = problem(instance, model)
    except Unsupported:
        return False
    engine = "sat" if stated.counts else "exactcover"  # which takes no sums
    every = len(list(islice(ENGINES[engine].solutions(model), MANY)))
    if every == MANY:
        return False
    numbers = covers.written(stated.cover, stated.how, stated.anchor, stated.group)
    assert covers.both(stated.cover, numbers, False, stated.anchor, stated.group) == every, text
    return not stated.exported


@pytest.mark.parametrize(
    ("keys", "derived"),
    [
        ("board: 2x3\npieces: dominoes\ncounts: any\nfixed: |\n  ##.\n  ...\n", False),
        ("board: 3x4\npieces: [trominoes, tetrominoes]\ncounts: {I: 0, others: any}\n", False),  # the first I
        ("board: 2x3\npieces: |\n  I\ncounts: any\n", False),  # a letter of a set, no drawing
        ("board: 1x2\npieces: [monominoes, one-sided tetrominoes]\ncounts: 0..3\nfill: partial\n", True),
        ("board: 3x4\npieces:\n  - trominoes\n  - |\n    AAAA\n    BB..\ncounts: any\n", True),
        ("board: 2x4\npieces: fixed tetrominoes\ncounts: 0..1\nfill: partial\n", True),
    ],
)
def test_words_that_are_easily_misread(keys: str, derived: bool) -> None:
    assert same_cover("puzzle: packing\n" + keys, random.Random(0)) == derived


@pytest.mark.parametrize(
    "text",
    [
        "packing\nboard: |\n  ##\n  #x\npieces: dominoes\ncounts: any\n",
        "packing\nboard: 33x32\npieces: monominoes\n",
        "packing\nboard: 2x2\npieces: [dominoes, dominoes]\n",
        "packing\nboard: 2x2\npieces: I\n",
        "packing\nboard: 2x2\npieces: dominoes\ncounts: any\nfill: some\n",
        "packing\nboard: 2x2\npieces: dominoes\ncounts: 0\n",
        "packing\nboard: 2x2\npieces: dominoes\ncounts: 5\n",
        "sudoku\ngrid: |\n  12..\n  ...\n  .....\n  ....\n",
        "sudoku\ngrid: |\n  15..\n  ....\n  ....\n  ....\n",
    ],
)
def test_what_the_checker_does_not_derive_is_refused(text: str) -> None:
    with pytest.raises((Refused, KeyError), match=r"the instance: |'some'"):
        puzzle(f"puzzle: {text}")


def test_shipped_instances_have_the_placements_of_zenkai() -> None:
    """Free, one-sided, drawn pieces, and boards; the checker numbers pieces as certificates of old do."""
    for name in ("tetris4x7", "sizes234", "squares-and-dominoes4x4", "pento8x8-hole", "sudoku/six"):
        instance = load(INSTANCES / f"{name}.yaml")
        assert not problem(instance, instance.puzzle.model()).exported
    cover, _ = puzzle((INSTANCES / "pento3x20.yaml").read_text())
    options = [(items, adds or -1) for items, adds in cover.options]
    assert sha256(repr(options).encode()).hexdigest()[:16] == "85053394a72f000a"


@pytest.mark.parametrize(
    ("make", "number", "least"),
    [(random_packing, 250, 0), (random_sudoku, 100, 1), (core_packing, 100, 20), (core_sudoku, 30, 5)],
)
@pytest.mark.parametrize("share", [2, pytest.param(1, marks=pytest.mark.broad)])
def test_covers_of_random_instances(
    make: Callable[[random.Random], str], number: int, least: int, share: int
) -> None:
    rng = random.Random(11)
    derived = sum(same_cover(make(rng), rng) for _ in range(number // share))
    assert derived >= least // share


@pytest.mark.slow
@pytest.mark.parametrize("make", [core_packing, random_packing, core_sudoku, random_sudoku])
def test_covers_of_many_random_instances(make: Callable[[random.Random], str]) -> None:
    rng = random.Random(12)
    assert sum(same_cover(make(rng), rng) for _ in range(10_000)) > 100
