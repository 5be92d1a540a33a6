"""The paper of the format of certificates: its certificates are those of the program, and its limits hold."""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers import ROOT
from zenkai_solver.models.loading import loads
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.solvers.certificates import certificate, rup, writing
from zenkai_solver.solvers.certificates.problem import problem
from zenkai_solver.solvers.checker.checker import main, roots

PAPER = (ROOT / "solvers" / "checker" / "FORMAT.md").read_text()
SHOWN = {
    name: (head + "\n").encode() + bytes.fromhex(numbers)
    for name, head, numbers in re.findall(r"^```cert (.*)\n(.*)\n([0-9a-f ]+)\n```$", PAPER, re.M)
}
# of each certificate of the paper, the verdict
SAID = {
    "cover-dag": "certified: 3 solutions in all, and there are no others",
    "cover-tree": "certified: 3 solutions in all, and there are no others",
    "cover with a model": "not certified: this proof shows 2 solutions of the model with digest eee403980a37",
    "lines": "certified: 2 solutions in all, and there are no others",
    "rup with a model": "not certified: this proof shows 1 solutions of the model with digest ",
    "rup of a nonogram": "certified: 1 solutions in all, and there are no others",
}


def of_tree(instance: Instance, path: Path) -> None:
    """With states remembered apart, as where there are too many."""
    stated = problem(instance, instance.puzzle.model())
    begins = [state for _, state in roots(stated.cover, stated.anchor, stated.group)]
    head = certificate.first_line(certificate.header(instance, stated, "cover-tree"))
    path.write_bytes(
        lzma.compress(head + b"".join(writing.steps_apart(stated.cover, stated.how.apart, begins)))
    )


def of_clauses(instance: Instance, path: Path) -> None:
    """By clauses, whatever else there is."""
    plan = certificate.certifiable(instance, instance.puzzle.model())
    needed, numbers = rup.certificate(plan.clauses)
    path.write_bytes(lzma.compress(certificate.of_clauses(instance, needed) + b"".join(numbers)))


def of_choice(instance: Instance, path: Path) -> None:
    certificate.write(path, certificate.certifiable(instance, instance.puzzle.model()))


WRITE: dict[str, Callable[[Instance, Path], None]] = {
    "cover-dag": of_choice,
    "cover-tree": of_tree,
    "cover with a model": of_choice,
    "lines": of_choice,
    "rup with a model": of_clauses,
    "rup of a nonogram": of_clauses,
}


@pytest.mark.parametrize("name", SAID)
def test_the_certificates_of_the_paper_are_written_and_accepted(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = json.loads(SHOWN[name].partition(b"\n")[0])
    path = tmp_path / f"{head['name']}.cert"
    WRITE[name](loads(head["text"], head["name"]), path)
    assert lzma.decompress(path.read_bytes()) == SHOWN[name]
    assert main([str(path)]) == (3 if "model" in head else 0)
    assert capsys.readouterr().out.splitlines()[-1].startswith(SAID[name])


def test_the_paper_shows_one_of_each_kind() -> None:
    assert SHOWN.keys() == SAID.keys() == WRITE.keys()
