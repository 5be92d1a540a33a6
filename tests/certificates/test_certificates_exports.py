"""Certificates as proofs for other checkers, read by two tiny checkers: one of LRAT, one of VeriPB's rules."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from tests.engines.test_differential import models
from tests.helpers import INSTANCES, brute_force, given_some
from zenkai_solver.models.constraints import ExactlyOne
from zenkai_solver.models.csp import Model
from zenkai_solver.solvers.certificates import exports, refutation, rup
from zenkai_solver.solvers.certificates.writing import SearchOrder, steps
from zenkai_solver.solvers.checker.checker import Cover, Refused, numbers, option, roots, symmetries, total
from zenkai_solver.solvers.cli import main

# ---- the tiny checkers


def lrat_holds(cnf: str, proof: str) -> bool:
    """Is the empty clause derived? Fails where a hint is neither unit nor false."""
    (head, *rest) = cnf.splitlines()
    clauses = {n: set(map(int, line.split()[:-1])) for n, line in enumerate(rest, 1)}
    assert head.split()[3] == str(len(clauses))
    refuted = False
    for line in proof.splitlines():
        name, *words = line.split()
        if words[0] == "d":
            for number in words[1:-1]:
                del clauses[int(number)]
            continue
        ints = list(map(int, words))
        lits, hints = ints[: ints.index(0)], ints[ints.index(0) + 1 : -1]
        false, conflict = set(lits), False
        for hint in hints:
            left = clauses[hint] - false
            assert not conflict, line
            assert len(left) <= 1, line
            assert left.isdisjoint(-lit for lit in false), line
            false |= {-lit for lit in left}
            conflict = not left
        assert conflict, line
        assert int(name) not in clauses
        clauses[int(name)] = set(lits)
        refuted |= not lits
    return refuted


Bound = tuple[dict[int, int], int]  # coefficients of literals, positive; their sum is at least this


def bound(text: str) -> Bound:
    """A constraint of OPB."""
    *words, _, least = text.replace(">=", " >= ").split()
    terms: dict[int, int] = {}
    lo = int(least)
    for coefficient, name in zip(map(int, words[::2]), words[1::2]):
        lit = -int(name[2:]) if name[0] == "~" else int(name[1:])
        if coefficient < 0:
            coefficient, lit, lo = -coefficient, -lit, lo - coefficient
        terms[lit] = terms.get(lit, 0) + coefficient
    return terms, lo


def propagated(database: Sequence[Bound], true: set[int]) -> set[int] | None:
    """All literals that follow; None: a conflict."""
    true = set(true)
    while True:
        before = len(true)
        for terms, lo in database:
            slack = sum(c for lit, c in terms.items() if -lit not in true) - lo
            if slack < 0:
                return None
            true |= {lit for lit, c in terms.items() if c > slack and -lit not in true}
        if len(true) == before:
            return true


WORDS = {"v": "solx", "u": "rup", "d": "del id", "c": "conclusion UNSAT :"}  # of format 1: in format 2


def read(opb: str) -> tuple[dict[int, Bound], set[int] | None]:
    """The constraints by number, and the variables that are preserved; None: it does not say."""
    database: dict[int, Bound] = {}
    preserved: set[int] | None = None
    for line in (text.rstrip(" ;") for text in opb.splitlines() if text[0] != "*"):
        if line.startswith("preserved:"):
            preserved = {int(name[1:]) for name in line.split()[1:]}
        elif ">=" in line:
            database[len(database) + 1] = bound(line)
        else:
            terms, lo = bound(line.replace("=", ">="))
            database[len(database) + 1] = terms, lo
            database[len(database) + 1] = {-lit: c for lit, c in terms.items()}, sum(terms.values()) - lo
    return database, preserved


def as_rules(proof: str, version: int) -> list[str]:
    """The lines after the first, in the words of format 3, each without what ends it."""
    first, *lines = proof.splitlines()
    assert first == f"pseudo-Boolean proof version {version}.0"
    assert all(line.endswith(" ;") == (version == 3 or ">=" in line) for line in lines)
    rules = [line.removesuffix(" ;") for line in lines]
    if version > 1:
        assert rules.pop() == "end pseudo-Boolean proof"
        return rules
    assert all(line.endswith(" 0") for line in rules if line[0] in "fdc")
    parts = [(line.removesuffix(" 0") if line[0] in "fdc" else line).partition(" ") for line in rules]
    return [f"{WORDS.get(word, word)}{gap}{rest}" for word, gap, rest in parts]


def enumerated(opb: str, proof: str, version: int = 3) -> int:
    """The number of solutions, by the rules f, rup, solx, del and conclusion of VeriPB."""
    database, preserved = read(opb)
    assert (preserved is not None) == (version == 3)
    named = set[int]().union(*({*map(abs, own)} for own, _ in database.values()))
    every, last = sorted(named | (preserved or set())), len(database)
    assert int(opb.split()[2]) >= max(every, default=0)
    logged: set[tuple[int, ...]] = set()
    for line in as_rules(proof, version):
        rule, _, rest = line.partition(" ")
        if rule == "f":
            assert int(rest) == last
        elif rule == "del":
            for number in rest.split()[1:]:
                del database[int(number)]
        elif rule == "rup":
            terms, lo = bound(rest)
            negated = {-lit: c for lit, c in terms.items()}, sum(terms.values()) - lo + 1
            assert propagated([*database.values(), negated], set()) is None, line
            last += 1
            database[last] = terms, lo
        elif rule == "solx":
            named = {-int(word[2:]) if word[0] == "~" else int(word[1:]) for word in rest.split()}
            found = propagated(list(database.values()), named)
            assert found is not None, line
            assert all((v in found) != (-v in found) for v in every), line
            logged.add(tuple(sorted(v for v in found if v > 0 and (preserved is None or v in preserved))))
            last += 1
            kept = {lit for lit in found if abs(lit) in preserved} if preserved is not None else named
            database[last] = {-lit: 1 for lit in kept}, 1
        elif rule == "conclusion":
            assert rest == (
                f"ENUMERATION_COMPLETE {len(logged)} : {last}" if version == 3 else f"UNSAT : {last}"
            )
            assert database[last] == ({}, 1)
            return len(logged)
        else:
            assert line in ("output NONE", f"* {len(logged)} solutions") or (
                not logged and line.endswith(" excluded solutions")
            )
    raise AssertionError("no conclusion")


# ---- random covers


def random_cover(rng: random.Random, groups: bool) -> Cover:
    """Cells that have to be covered or not, items that only have to be covered, secondary items.

    With groups an option adds 1 to one of them, or other amounts to both.
    """
    n_cells = rng.randint(1, 5)
    n_items = n_cells + rng.randint(0, 3)
    cells = frozenset(range(n_cells))
    once = cells | {i for i in range(n_cells, n_items) if rng.random() < 0.6}
    loose = rng.random() < 0.4
    must = {i for i in range(n_items) if i not in once or (rng.random() < 0.6 if loose else i < n_cells)}
    most = rng.choice((2, 6))
    bounds = tuple(
        sorted((rng.randint(0, most // 2), rng.randint(most // 2, most)))
        for _ in range(rng.randint(0, 2) if groups else 0)
    )
    options = set()
    for _ in range(rng.randint(1, 9)):
        own = set(rng.sample(range(n_items), rng.randint(1, min(3, n_items)))) | {rng.randrange(n_cells)}
        group = rng.randint(-1, len(bounds) - 1)
        several = [(g, rng.randint(1, hi)) for g, (_, hi) in enumerate(bounds) if rng.random() < 0.6]
        options.add(option(own, group if most == 2 else several))
    pairs = tuple((lo, hi) for lo, hi in bounds)
    return Cover(n_items, once, frozenset(must), cells, tuple(sorted(options)), pairs)


def brute(cover: Cover) -> int:
    """All sets of options: each item of `once` at most once, of `must` at least once, groups in bounds."""
    count = 0
    for chosen in product((False, True), repeat=len(cover.options)):
        own = [option for option, is_chosen in zip(cover.options, chosen) if is_chosen]
        times = [sum(item in items for items, _ in own) for item in range(cover.n_items)]
        in_group = [sum(dict(adds).get(g, 0) for _, adds in own) for g in range(len(cover.groups))]
        count += (
            all(times[item] <= 1 for item in cover.once)
            and all(times[item] >= 1 for item in cover.must)
            and all(lo <= number <= hi for number, (lo, hi) in zip(in_group, cover.groups))
        )
    return count


Sink = Callable[[Cover, int, io.StringIO, io.StringIO], exports.Lrat | exports.VeriPB]
OF_VERSION = {version: partial(exports.VeriPB, version=version) for version in exports.FORMATS}


def exported(sink: Sink, cover: Cover, count: int, apart: int = -1) -> tuple[str, str]:
    how = SearchOrder(tuple(range(cover.n_items)), 0)
    data = b"".join(steps(cover, how, [state for _, state in roots(cover, -1, ())], apart=apart))
    formula, proof = io.StringIO(), io.StringIO()
    made = sink(cover, count, formula, proof)
    exports.Walk(cover, numbers(io.BytesIO(data), cover.n_items), apart >= 0, made).run(-1, ())
    made.end()
    return formula.getvalue(), proof.getvalue()


@pytest.mark.parametrize("apart", [-1, 0, 1])
def test_random_covers_are_proved(apart: int) -> None:
    rng, counts = random.Random(1), []
    for _ in range(150):
        cover = random_cover(rng, groups=False)
        counts.append(brute(cover))
        assert lrat_holds(*exported(exports.Lrat, cover, counts[-1], apart))
        for version in exports.FORMATS if len(counts) % 3 == 0 else [3]:
            proof = exported(OF_VERSION[version], cover, counts[-1], apart)
            assert enumerated(*proof, version) == counts[-1]
    assert counts.count(0) > 20
    assert max(counts) > 3


def test_groups_are_bounds_of_veripb() -> None:
    rng, refused, bounded = random.Random(2), 0, 0
    for _ in range(200):
        cover = random_cover(rng, groups=True)
        count = brute(cover)
        bounded += bool(cover.groups)
        assert enumerated(*exported(exports.VeriPB, cover, count)) == count
        with suppress(Refused):  # NEEDS_GROUPS: nothing else is refused here
            assert lrat_holds(*exported(exports.Lrat, cover, count))
            continue
        refused += 1
        assert cover.groups
    assert 10 < refused < bounded


def test_another_number_of_solutions_is_refused() -> None:
    only = frozenset({0})
    cover = Cover(1, only, only, only, (((0,), -1),))
    for sink in (exports.Lrat, exports.VeriPB):
        with pytest.raises(Refused, match="1 solutions in the tree, but 2"):
            exported(sink, cover, 2)


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"", "covered, or no item"), (b"\0\0", "goes on"), (b"\5", "no item"), (b"\2", "an option does")],
)
def test_wrong_numbers_are_refused(data: bytes, reason: str) -> None:
    cover = Cover(3, frozenset({0, 1}), frozenset({0, 1, 2}), frozenset({0, 1}), (((0, 1, 2), -1),))
    sink = exports.VeriPB(cover, 1, io.StringIO(), io.StringIO())
    with pytest.raises(Refused, match=reason):
        exports.Walk(cover, iter(data), False, sink).run(-1, ())


def square() -> tuple[Cover, list[tuple[list[int], list[int]]]]:
    """Four cells in a ring, dominoes and single cells, one of each of two kinds; the turn is a symmetry."""
    options = sorted(
        [((*tuple(sorted((i, (i + 1) % 4))), 4), -1) for i in range(4)]
        + [((i, 5), -1) for i in range(4)]
        + [((i, 6), -1) for i in range(4)]
    )
    every = frozenset(range(7))
    return Cover(7, every, every, frozenset(range(4)), tuple(options)), [([1, 2, 3, 0, 4, 5, 6], [])]


def test_orbits_are_written_image_by_image() -> None:
    cover, generators = square()
    group = symmetries(cover, generators)
    starts = [state for _, state in roots(cover, 4, group)]
    assert len(starts) == 1
    assert len(group) == 4
    data = b"".join(steps(cover, SearchOrder(tuple(range(7)), 0), starts))
    for sink, check in ((exports.Lrat, lrat_holds), (exports.VeriPB, enumerated)):
        formula, proof = io.StringIO(), io.StringIO()
        made = sink(cover, brute(cover), formula, proof)
        exports.Walk(cover, iter(data), False, made).run(4, group)
        made.end()
        assert check(formula.getvalue(), proof.getvalue()) == (8 if check is enumerated else True)
    with pytest.raises(Refused, match="tree and symmetries"):
        exports.Walk(cover, iter(data), True, made).run(4, group)
    loose = Cover(7, cover.once, cover.must - {0}, cover.cells, cover.options)
    with pytest.raises(Refused, match="the anchor, item 0"):
        exports.Walk(loose, iter(data), False, made).run(0, group)


def test_the_tiny_checkers_refuse_what_is_wrong() -> None:
    cover, _ = square()
    cnf, lrat = exported(exports.Lrat, cover, 8)
    lines = lrat.splitlines(keepends=True)
    for cut in (lrat.replace("1 0\n", "0\n", 1), "".join(lines[1:])):
        with pytest.raises((AssertionError, KeyError, ValueError)):
            lrat_holds(cnf, cut)
    assert not lrat_holds(cnf, "".join(lines[:-2]))
    stated = {1: "* 8 solutions", 3: "COMPLETE 8"}
    for version, sink in OF_VERSION.items():
        opb, pbp = exported(sink, cover, 8)
        assert enumerated(opb, pbp, version) == 8
        first = pbp.index("solx" if version > 1 else "v x")
        count = pbp.replace(stated[version], stated[version].replace("8", "9"))
        for wrong in (count, pbp[:first] + pbp[pbp.index("\n", first) + 1 :]):
            with pytest.raises((AssertionError, KeyError)):
                enumerated(opb, wrong, version)
        with pytest.raises(AssertionError):
            enumerated(opb, pbp, 4 - version)


# ---- the command


def certified(folder: Path, name: str) -> Path:
    assert main(["run", str(INSTANCES / f"{name}.yaml"), "-o", str(folder / "x.jsonl"), "--certify"]) == 0
    return folder / "x.cert"


def test_the_command_writes_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cert = certified(tmp_path, "sizes123")
    cnf, lrat, opb, pbp = (tmp_path / f"x.{ending}" for ending in ("cnf", "lrat", "opb", "pbp"))
    capsys.readouterr()
    words = ["certificate", str(cert), "--lrat", str(lrat), "--cnf", str(cnf)]
    assert main([*words, "--veripb", str(pbp), "--opb", str(opb)]) == 0
    assert "48 solutions" in capsys.readouterr().out
    assert lrat_holds(cnf.read_text(), lrat.read_text())
    assert enumerated(opb.read_text(), pbp.read_text()) == 48
    assert main([*words[:2], "--veripb", str(pbp), "--opb", str(opb), "--proof-version", "1"]) == 0
    assert enumerated(opb.read_text(), pbp.read_text(), 1) == 48


def test_a_certificate_of_clauses_is_written_in_both_ways(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each lemma with the clauses in the order of unit propagation; refused without any one of a few lemmas."""
    cert, cnf, lrat = certified(tmp_path, "sudoku/thermo"), tmp_path / "x.cnf", tmp_path / "x.lrat"
    assert main(["certificate", str(cert), "--lrat", str(lrat), "--cnf", str(cnf)]) == 0
    assert f"1 solution, {lrat.read_text().count(' 0 ')} lemmas; " in capsys.readouterr().out
    formula, lines = cnf.read_text(), lrat.read_text().splitlines(keepends=True)
    assert lrat_holds(formula, "".join(lines))
    lemmas = [n for n, line in enumerate(lines) if line.split()[1] != "d"]
    for gone in lemmas[:: len(lemmas) // 3]:
        with pytest.raises((AssertionError, KeyError)):
            assert lrat_holds(formula, "".join(lines[:gone] + lines[gone + 1 :]))
    words = ["certificate", str(cert), "--veripb", str(lrat), "--opb", str(cnf)]
    assert main(words) == 0
    assert "conclusion ENUMERATION_COMPLETE 1 : " in lrat.read_text()
    assert main([*words, "--proof-version", "1"]) == 0
    assert "\n* 1 solutions\nc " in lrat.read_text()


def by_clauses(model: Model, version: int) -> tuple[str, str]:
    """The formula and the enumeration of a model's clauses."""
    stated, pieces = rup.certificate(rup.stated(model))
    opb, proof = io.StringIO(), io.StringIO()
    numbers = np.frombuffer(b"".join(pieces), rup.KIND).tolist()
    refutation.write_enumeration(stated.model, iter(numbers), opb, proof, version)
    return opb.getvalue(), proof.getvalue()


@given_some(60, model=models())
def test_clauses_are_enumerated_for_veripb(model: Model) -> None:
    """By whatever variables solutions are told apart; a format that cannot name them has the solutions among its
    clauses, where not all variables do: what it then refutes has one clause more than the model for each.
    """
    count = len(brute_force(model))
    assert enumerated(*by_clauses(model, 3), 3) == count
    needed, (opb, proof) = rup.certificate(rup.stated(model))[0], by_clauses(model, 1)
    among = 0 if needed.variables == {*needed.projection} else count
    assert enumerated(opb, proof, 1) == count - among
    assert (
        f"\n* {count}{' excluded' if needed.variables != {*needed.projection} else ''} solutions\n" in proof
    )
    assert len(opb.splitlines()) == len(by_clauses(model, 3)[0].splitlines()) - 1 + among


def test_an_enumeration_of_clauses_needs_all_its_lines() -> None:
    opb, proof = by_clauses(
        Model(tuple(range(6)), (ExactlyOne((1, 2, 3)), ExactlyOne((3, 4, 5))), (1, 2, 3, 4, 5)), 3
    )
    assert enumerated(opb, proof) == 5
    lines = proof.splitlines(keepends=True)
    needed = [n for n, line in enumerate(lines) if line.startswith(("solx", "rup"))]
    assert len(needed) > 6
    for n in needed:
        with pytest.raises((AssertionError, KeyError)):
            enumerated(opb, "".join(lines[:n] + lines[n + 1 :]))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([], "nothing to write"),
        (["--lrat", "x.lrat"], "a proof needs its formula"),
        (["--lrat", "x.lrat", "--cnf", "x.cnf", "--proof-version", "1"], "is not given"),
        (["--lrat", "x.lrat", "--opb", "x.opb"], "a proof needs its formula"),
        (["--lrat", "x", "--cnf", "x"], "would be one file"),
        (["--lrat", "x.cert", "--cnf", "x.cnf"], "the output would replace an input"),
    ],
)
def test_the_command_refuses(
    words: list[str],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    certified(tmp_path, "dominoes4x4")
    before = sorted(tmp_path.iterdir())
    with (
        pytest.raises(SystemExit)
        if "nothing" in reason or "needs" in reason or "given" in reason
        else io.StringIO()
    ):
        assert main(["certificate", "x.cert", *words]) == 2
    assert reason in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == before


def test_no_certificate_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.cert").write_text("no certificate")
    words = ["--lrat", str(tmp_path / "x.lrat"), "--cnf", str(tmp_path / "x.cnf")]
    assert main(["certificate", str(tmp_path / "x.cert"), *words]) == 2
    assert "x.cert" in capsys.readouterr().err
    assert not (tmp_path / "x.lrat").exists()


def test_the_count_of_the_checker_is_the_same() -> None:
    cover, _ = square()
    data = b"".join(steps(cover, SearchOrder(tuple(range(7)), 0), [0]))
    assert total(cover, iter(data), False, roots(cover, -1, ())) == brute(cover) == 8
