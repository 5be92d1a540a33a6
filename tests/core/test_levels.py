"""Levels of trust: what `verify` says with and without a certificate, and the certificates of kept runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers import ROOT, broadly
from tests.scale_helpers import Outcome, _called, kept, merge, path_of, run
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.certificates import certificate, parts
from zenkai_solver.solvers.certificates.problem import problem
from zenkai_solver.solvers.certificates.writing import steps
from zenkai_solver.solvers.checker import checker
from zenkai_solver.solvers.checker.checker import roots, total
from zenkai_solver.solvers.commands import verify as verifying
from zenkai_solver.solvers.core import levels
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline, Interrupted, Unsupported
from zenkai_solver.solvers.engines.exactcover import counting as exactcover
from zenkai_solver.solvers.engines.frontier import counting as frontier


def verify(*args: object) -> Outcome:
    return _called(verifying.main, args)


def footer(path: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(path.read_text().splitlines()[-1])
    return found


@pytest.mark.parametrize(
    ("name", "symmetry"),
    [
        *(
            ("dominoes4x4", "orbits"),
            ("t-partial", "all"),
            ("sudoku/windoku", "orbits"),
            ("sudoku/four", "orbits"),
        ),
        *(
            pytest.param(name, symmetry, marks=pytest.mark.broad)
            for name, symmetry in [
                *(("sizes123", "orbits"), ("t-partial", "orbits"), ("tetris-twice", "orbits")),
                *((name, "all") for name in ("sizes123", "dominoes4x4", "sudoku/four", "sudoku/windoku")),
                ("tetris-twice", "all"),
            ]
        ),
    ],
)
def test_certified_runs_are_verified_as_such(name: str, symmetry: str, tmp_path: Path) -> None:
    out = tmp_path / "x.jsonl"
    outcome = run(path_of(name), "--certify", "--symmetry", symmetry, "-o", out)
    assert outcome.code == 0, outcome
    level = levels.CERTIFIED_MODEL if name in ("sudoku/windoku", "t-partial") else levels.CERTIFIED
    assert f"; every solution checked; search ended; count {level}; " in outcome.out
    assert footer(out)["levels"] == ["verified", level]
    said = verify(out)
    assert said.code == 0
    assert f"; count {level}; not excluded: {levels.not_excluded(level)}; digest " in said.out
    assert checker.main([str(out), str(tmp_path / "x.cert")]) == (3 if "model" in level else 0)


def test_without_a_certificate_a_file_is_not_proved(tmp_path: Path) -> None:
    out = tmp_path / "x.jsonl"
    assert run(path_of("sizes123"), "--cross-check", "sat", "-o", out).code == 0
    assert "complete and cross-checked by sat according to its footer, not proved" in verify(out).out


def certified(name: str, out: Path) -> Path:
    """The certificate of the instance, beside a solutions file."""
    assert run(path_of(name), "--certify", "-o", out, "--quiet").code == 0
    return out.with_suffix(".cert")


def test_a_certificate_of_another_instance(tmp_path: Path) -> None:
    other = certified("dominoes4x4", tmp_path / "d.jsonl")
    certified("sizes123", tmp_path / "s.jsonl")
    other.replace(tmp_path / "s.cert")
    verify(tmp_path / "s.jsonl").refused("s.cert: refused: the certificate is of another instance")


def test_a_certificate_that_is_damaged(tmp_path: Path) -> None:
    path = certified("sizes123", tmp_path / "s.jsonl")
    path.write_bytes(path.read_bytes()[:-20])
    verify(tmp_path / "s.jsonl").refused("s.cert: refused: ")


def test_a_solution_less_is_not_the_certified_number(tmp_path: Path) -> None:
    """The file is whole in itself: lines, numbers, footer and digest agree."""
    out = tmp_path / "s.jsonl"
    text = Path(path_of("dominoes4x4")).read_text()
    bare = tmp_path / "bare.yaml"
    bare.write_text("".join(line + "\n" for line in text.splitlines() if not line.startswith("expect")))
    assert run(bare, "--certify", "-o", out, "--quiet").code == 0
    less = tmp_path / "less.jsonl"
    assert run(bare, "-o", less, "--limit", 8, "--quiet").code == 3
    lines = less.read_text().splitlines()
    end = footer(less)
    assert end["all"] != footer(out)["all"]
    end.update(complete=True, reason=None)
    less.write_text("\n".join([*lines[:-1], json.dumps(end)]) + "\n")
    assert verify(less).code == 0
    out.with_suffix(".cert").replace(tmp_path / "less.cert")
    verify(less).refused(f"{end['all']} solutions in all, but the certificate proves 36")


@pytest.mark.parametrize(
    "name",
    broadly(
        ["atmostonce3x5", "pento3x20", "sudoku/windoku", "sudoku/none", "t-partial"],
        few={"atmostonce3x5", "sudoku/windoku"},
    ),
)
def test_a_kept_run_is_certified_cube_by_cube(name: str, tmp_path: Path) -> None:
    folder, out = tmp_path / "run", tmp_path / "x.jsonl"
    outcome = kept(name, folder, "--certify", "-o", out)
    assert outcome.code == 0, outcome
    assert "certified" in outcome.out
    code = checker.main([str(out), str(tmp_path / "x.cert")])
    assert code == (3 if "certified (model)" in outcome.out else 0)
    assert "; count certified" in verify(out).out
    assert (tmp_path / "x.cert").read_bytes() == (folder / "run.cert").read_bytes()


def test_cubes_that_are_there_are_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    instance = load(Path(path_of("atmostonce3x5")))
    model = instance.puzzle.model()
    whole = parts.write(tmp_path, instance, model, 2, NEVER).read_bytes()
    own = sorted((tmp_path / parts.FOLDER).glob("*.xz"))
    assert len(own) >= parts.CUBES
    for path in own[::2]:
        path.unlink()
    made: list[Path] = []
    real = parts.write_whole
    monkeypatch.setattr(parts, "write_whole", lambda path, data: (made.append(path), real(path, data)))
    assert parts.write(tmp_path, instance, model, 1, NEVER).read_bytes() == whole
    assert made == own[::2]


def test_a_certificate_that_is_cut_short_is_gone_on_with(tmp_path: Path) -> None:
    instance = load(Path(path_of("atmostonce3x5")))
    model = instance.puzzle.model()
    with pytest.raises(Interrupted):
        parts.write(tmp_path, instance, model, 1, Deadline.after(0))
    assert not (tmp_path / "run.cert").exists()
    path = parts.write(tmp_path, instance, model, 1, NEVER)
    assert certificate.check(path).all == instance.expect["all"]


def test_a_model_that_the_checker_would_not_read_has_no_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither as a whole nor by cubes."""
    instance = load(Path(path_of("dominoes4x4")))
    model = instance.puzzle.model()
    monkeypatch.setattr(certificate, "MOST_LINE", 100)
    for write in (
        lambda: certificate.write(tmp_path / "x.cert", certificate.certifiable(instance, model)),
        lambda: parts.write(tmp_path, instance, model, 1, NEVER),
    ):
        with pytest.raises(Unsupported, match="at most 100 are read"):
            write()
    assert list(tmp_path.iterdir()) == []


def test_parts_of_another_instance_are_not_used(tmp_path: Path) -> None:
    for name in ("sizes123", "dominoes4x4"):
        instance = load(Path(path_of(name)))
        path = parts.write(tmp_path, instance, instance.puzzle.model(), 1, NEVER)
        assert certificate.check(path).all == instance.expect["all"]


def test_the_tree_that_splits_a_search_has_every_solution_once() -> None:
    """The plain counter finds them all, at whatever depth the cubes begin."""
    instance = load(Path(path_of("sizes123")))
    stated = problem(instance, instance.puzzle.model())
    cubes = []
    for depth in range(5):
        numbers: list[int] = []
        found = parts.segments(stated, depth)
        for one in found:
            own = (
                [bytes([one.item])]
                if isinstance(one, parts.TreeBranch)
                else steps(stated.cover, stated.how, [one.state], apart=0)
            )
            numbers += b"".join(own)
        cubes.append(sum(isinstance(one, parts.CubeState) for one in found))
        begins = roots(stated.cover, stated.anchor, stated.group)
        assert total(stated.cover, iter(numbers), True, begins) == instance.expect["all"]
    assert 0 < cubes[0] < cubes[1]
    assert cubes[4] == 0  # nothing but leaves


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--certify", "--limit", "2"), "--certify needs all solutions: leave out --limit and --unique"),
        (("--cross-check", "sat", "--unique"), "--cross-check needs all solutions"),
        (("--certify", "-o", "-"), "--certify writes X.cert beside X.jsonl"),
        (("--certify", "-o", "/dev/null"), "--certify writes X.cert beside X.jsonl: /dev/null is not a file"),
        (("--certify", "--format", "text"), "--certify writes X.cert beside X.jsonl"),
        (("--cross-check", "sat", "--run-dir", "runs"), "--cross-check does not go with --run-dir"),
        (("--cross-check", "exactcover"), "that is the engine of the run itself"),
        (("--cross-check", "lines"), "lines"),
    ],
)
def test_what_cannot_be_proved_is_said_before_the_search(words: tuple[str, ...], said: str) -> None:
    run(path_of("sizes123"), *words).refused(said)


def test_a_merged_run_has_its_level(tmp_path: Path) -> None:
    assert kept("dominoes4x4", tmp_path / "run").code == 0
    out = tmp_path / "x.jsonl"
    assert "; every solution checked; search ended; digest " in merge(tmp_path / "run", "-o", out).out
    assert footer(out)["levels"] == ["verified"]
    assert not (tmp_path / "x.cert").exists()


def test_a_merged_run_has_the_level_of_its_certificate(tmp_path: Path) -> None:
    out, other = tmp_path / "x.jsonl", tmp_path / "y.jsonl"
    assert kept("dominoes4x4", tmp_path / "run", "--certify", "-o", out).code == 0
    said = merge(tmp_path / "run", "-o", other)
    assert "; every solution checked; search ended; count certified; digest " in said.out
    assert footer(out)["levels"] == footer(other)["levels"] == ["verified", "certified"]
    assert (tmp_path / "y.cert").read_bytes() == (tmp_path / "x.cert").read_bytes()
    damage = tmp_path / "run" / "run.cert"
    data = damage.read_bytes()
    for place in (100, len(data) // 2, len(data) - 9):
        damage.write_bytes(data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])
        (tmp_path / "y.cert").write_bytes(damage.read_bytes())
        merge(tmp_path / "run", "-o", out).refused("run.cert: refused: ")
        verify(other).refused("y.cert: refused: ")


@pytest.mark.parametrize(
    ("stated", "number", "part", "said"),
    [
        (("verified",), 8, "search", "every solution checked; search ended"),
        (("verified",), 0, "search", "search ended"),
        (("verified", "certified"), 0, "search", "search ended; count certified"),
        (("verified",), 8, "part 1/4 of the search", "every solution checked; part 1/4 of the search ended"),
        (
            ("verified", "cross-checked by sat", "certified (model) in all"),
            8,
            "search",
            "every solution checked; search ended; two engines agree (the second: sat); "
            "count in all certified (model)",
        ),
        (
            (levels.unseen("states"), "certified in all"),
            8,
            "search",
            "counted to the end by states, no solution checked; count in all certified",
        ),
        ((levels.looked_at(6, 8),), 8, "search", "6 of 8 solutions visited were checked; search ended"),
    ],
)
def test_the_words_of_a_summary(stated: tuple[str, ...], number: int, part: str, said: str) -> None:
    """No word says that a count is known to be complete, but for a certificate or a second engine."""
    assert levels.ended(stated, number, part) == said


def test_levels_that_a_footer_may_state() -> None:
    for level in ("verified", "certified", "certified (model)", "cross-checked by sat"):
        assert levels.is_level(level)
        assert levels.not_excluded(level)
    for other in ("proved", "cross-checked by ", "cross-checked by \x1b[31m", 7, None, "certified\n"):
        assert not levels.is_level(other)


@pytest.mark.parametrize("by", [exactcover.BY, frontier.BY])
def test_the_page_translates_counts(by: str) -> None:
    strings = ROOT / "solvers" / "gallery" / "static" / "strings.js"
    assert f"['{levels.unseen(by)}', '" in strings.read_text(encoding="utf-8")
