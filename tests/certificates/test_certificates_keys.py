"""What each key of a packing, and each lattice, is certified by, and that the paper says so."""

from __future__ import annotations

import re
from pathlib import Path

from tests.helpers import ROOT
from zenkai_solver.models.loading import loads
from zenkai_solver.solvers.certificates import certificate
from zenkai_solver.solvers.checker.checker import certified, opened
from zenkai_solver.solvers.core.pipeline import Tally, prepare

DOMINOES, SOME = "pieces: dominoes\ncounts: any\n", "pieces: tetrominoes\ncounts: any\n"
DERIVED = {
    "counts": "board: 3x4\npieces: trominoes\ncounts: 0..4\n",
    "fill": f"board: 2x3\n{DOMINOES}fill: partial\n",
}
COVER = {
    "flips": f"board: 2x4\n{DOMINOES}flips: false\n",
    "rotations": f"board: 2x4\n{DOMINOES}rotations: false\n",
    "fixed": f"board: 2x4\n{DOMINOES}fixed: |\n  DD..\n  ....\n",
    "no_crossings": f"board: 4x4\n{DOMINOES}no_crossings: true\n",
    "orientations": f"board: 2x4\n{DOMINOES}orientations: 1\n",
    "cells": f"cells: [[0, 0], [0, 1], [1, 0], [1, 1]]\n{DOMINOES}",
    "groups": f"groups: [2x2, 2x3]\n{DOMINOES}",
    "wrap": f"board: 3x4\n{DOMINOES}wrap: torus\n",
    "touch": "board: 2x3\npieces: [dominoes, monominoes]\ncounts: any\nfill: partial\ntouch: corners\n",
    "alike": "board: 3x4\npieces: tetrominoes I O\ncounts: any\nfill: partial\ntouch: corners\nalike: [IO]\n",
    "border": f"board: 3x4\n{DOMINOES}border: true\n",
    "no_fault_line": f"board: 5x6\n{DOMINOES}no_fault_line: true\n",
    "numbers": f"board: 4x4\n{SOME}numbers: {{IO: 2..3, LT: 0..2}}\n",
    "covered": f"board: 2x3\n{DOMINOES}fill: partial\ncovered: |\n  #++\n  +++\n",
    "colours": f"board: 4x4\n{SOME}colours: {{board: checkered, pieces: checkered}}\n",
    "mirror": f"board: 2x4\n{DOMINOES}mirror: false\n",
    "symmetric": f"board: 4x4\n{DOMINOES}symmetric: half-turn\n",
    "weights": f"board: 2x4\n{SOME}weights: {{I: 3, others: 1}}\ntotal: 2..4\n",
    "holes": f"board: 2x3\n{DOMINOES}fill: partial\nholes: one\n",
    "convex_holes": f"board: 2x4\n{DOMINOES}fill: partial\nholes: 2\nconvex_holes: true\n",
    "free": f"board: 2x3\n{DOMINOES}fill: partial\nfree: 0..2\n",
    "where": f"board: 4x4\n{SOME}where: not O@A1\n",
    "cubes": "lattice: cubes\nboard: 2x2x3\npieces: dicubes\ncounts: any\n",
    "hexagons": "lattice: hexagons\nboard: 2x3\npieces: dihexes\ncounts: any\n",
    "triangles": "lattice: triangles\nboard: 2x3\npieces: diamonds\ncounts: any\n",
    "sticks": "lattice: sticks\nboard: 1x2\npieces: [monosticks, disticks]\ncounts: any\n",
    "trigs": "lattice: trigs\nboard: 1x1\npieces: [monotrigs, ditrigs]\ncounts: any\n",
    "twigs": "lattice: twigs\nboard: 1x2\npieces: [monotwigs, ditwigs]\ncounts: any\n",
    "tans": "lattice: tans\nboard: 1x1\npieces: [monaboloes, diaboloes]\ncounts: any\n",
    "spheres": "lattice: spheres\nboard: 2x2x2\npieces: dispheres\ncounts: any\n",
}
CLAUSES = {
    "three_colourable": f"board: 3x4\n{DOMINOES}three_colourable: true\n",
}
KINDS = {"cover": DERIVED, "exported cover": COVER, "exported clauses": CLAUSES}


def kind_of(keys: str, path: Path) -> str:
    """By which kind of certificate the instance is certified; both checkers count what the engine counts."""
    instance = loads(f"puzzle: packing\n{keys}", "x")
    prepared = prepare(instance)
    tally = Tally(prepared.symmetry)
    for chunk in prepared.chunks():
        tally.add(chunk)
    certificate.write(path, certificate.certifiable(instance, prepared.model), solutions=tally.all)
    head, data = opened(str(path))
    assert certificate.check(path).all == certified(head, data)[0] == tally.all > 0, keys
    kind = {"rup": "clauses", "cover-dag": "cover"}[head["kind"]]
    return f"exported {kind}" if "model" in head else kind


def test_every_key_has_its_certificate(tmp_path: Path) -> None:
    found = {key: kind_of(keys, tmp_path / "x.cert") for own in KINDS.values() for key, keys in own.items()}
    assert found == {key: kind for kind, own in KINDS.items() for key in own}


def test_the_paper_names_the_certificate_of_every_key() -> None:
    paper = (ROOT / "solvers" / "certificates" / "README.md").read_text()
    keys = re.findall(r"^\| `(\w+)`(?:, `(\w+)`)?", packing_keys(), re.M)
    every = {key for pair in keys for key in pair if key} - {"lattice", "total"}
    for kind, own in KINDS.items():
        (row,) = re.findall(rf"^\| {kind} \| (.*) \|$", paper, re.M)
        named = set(re.findall("`([a-z_]+)`", row))
        assert own.keys() <= named, kind
        every -= named
    assert not every, "keys of packings whose certificate the paper does not name"


def packing_keys() -> str:
    """The table of keys of packings."""
    text = (ROOT / "instances" / "README.md").read_text()
    begin = text.index("| `board` |")
    return text[begin : text.index("\n\n", begin)]
