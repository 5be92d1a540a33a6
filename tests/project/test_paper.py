"""The figures of paper/paper.md are those that scripts print; its citations are in paper/paper.bib."""

from __future__ import annotations

import re

import pytest

from scripts import paper
from tests.helpers import ROOT

BIB = ROOT / "paper" / "paper.bib"


def test_every_figure_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert paper.main() == 0
    assert len(capsys.readouterr().out.splitlines()) >= 8


def test_another_figure_is_seen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    words = r"(\d+) genres of pencil"
    monkeypatch.setattr(
        paper, "figures", lambda: iter([paper.Figure(words, "92", "x"), paper.Figure("(¿)", "1", "y")])
    )
    assert paper.main() == 1
    assert capsys.readouterr().out.count("the paper has ") == 2


def test_citations() -> None:
    text, entries = (
        paper.PAPER.read_text(encoding="utf-8"),
        re.findall(r"^@\w+\{(\w+),", BIB.read_text(), re.M),
    )
    assert sorted(set(re.findall(r"\[@(\w+)\]", text))) == sorted(entries)
    assert all((ROOT / path).exists() for path in re.findall(r"`((?:scripts|tests|instances)/[^`]+)`", text))


def test_it_is_short() -> None:
    body = paper.PAPER.read_text(encoding="utf-8").split("---", 2)[2]
    assert 750 < len(body.split()) < 1_100
