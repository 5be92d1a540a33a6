"""CITATION.cff says what pyproject.toml says."""

from __future__ import annotations

import re
from typing import Any

import yaml

from tests.helpers import ROOT


def project() -> dict[str, Any]:
    """The single-line values of [project], and its keywords: Python 3.10 has no reader of TOML."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[project]")[2]
    values: dict[str, Any] = dict(re.findall(r'^(\w+) = "(.*)"$', text, re.MULTILINE)[::-1])
    keywords = re.search(r"^keywords = \[(.*?)\]", text, re.MULTILINE | re.DOTALL)
    assert keywords is not None
    return values | {"keywords": re.findall(r'"(.*?)"', keywords[1])}


def test_the_citation_agrees_with_the_project() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    stated = project()
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()
    assert citation["cff-version"] == "1.2.0"
    assert citation["type"] == "software"
    assert all(author["name"] for author in citation["authors"])
    for key in ("version", "license", "keywords"):
        assert citation[key] == stated[key]
    assert citation["abstract"] == stated["description"]
    assert stated["name"].startswith(citation["title"])
    assert re.search(
        r"Copyright \(c\) \d+ the zenkai authors", (ROOT / "LICENSE").read_text(encoding="utf-8")
    )
