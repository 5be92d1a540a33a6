"""`zenkai identify`: the genres that a drawing or a link can be of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import INSTANCES
from zenkai_solver.models.formats import puzzlink_genres
from zenkai_solver.models.loading import load
from zenkai_solver.solvers.commands import identify


def told(words: list[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> list[str]:
    assert identify.main(words) == code
    return capsys.readouterr().out.splitlines()


def test_an_example_is_of_its_genre(capsys: pytest.CaptureFixture[str]) -> None:
    *lines, last = told([str(INSTANCES / "genres" / "hitori.yaml")], capsys)
    assert [line.split() for line in lines if "one solution" in line] == [
        ["hitori", "one", "solution", "numbers"]
    ]
    assert len(lines) > 20
    assert last.endswith("genres read it; one solution: hitori")


@pytest.mark.parametrize("name", ["slitherlink", pytest.param("heyawake", marks=pytest.mark.broad)])
def test_a_link_is_read_as_each_genre_that_writes_it_again(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    link = puzzlink_genres.write(load(INSTANCES / "genres" / f"{name}.yaml").puzzle)  # type: ignore[arg-type]
    lines = told([link.strip()], capsys)
    assert any(line.startswith(name) and "one solution" in line for line in lines)


def test_a_bare_drawing_is_tried_as_each_kind_of_clues(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each latin square of 3x3 with these three cells, counted by hand, is a board of skyscrapers: there is one."""
    path = tmp_path / "drawing.txt"
    path.write_text(".2.\n3..\n..1\n")
    answers = {tuple(line.split()[:1]): line for line in told([str(path)], capsys)}
    assert "one solution" in answers[("skyscrapers",)]
    assert "2 solutions or more" in answers[("mines",)]
    counted = told([str(path), "--most", "1000"], capsys)
    assert any(line.startswith("mines") and "more" not in line for line in counted)


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("!!!\n!!\n", 1, "0 of 335 genres read it; one solution: in none"),
        ("a: 1\nb: 2\nc: 3\nd: 4\n", 2, "4 keys; clues of at most 3 keys are tried"),
        ("a: [\n", 2, "zenkai: "),
        ("p?slither/5/5/zz~", 1, "0 of 335 genres read it"),
    ],
)
def test_what_no_genre_reads(
    text: str, code: int, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "drawing.txt"
    path.write_text(text)
    assert identify.main([text if text.startswith("p?") else str(path)]) == code
    out, err = capsys.readouterr()
    assert message in out + err
    assert (out + err).count("\n") == 1


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert identify.main(["nowhere.txt"]) == 2
    assert "nowhere.txt: cannot read: No such file" in capsys.readouterr().err
