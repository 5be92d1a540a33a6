"""Re-check solutions files from the rules alone: header, every board, distinctness, digest, footer.

    zenkai verify FILE... [--instance X.yaml]

For an index its whole set is checked: every part, distinctness over all of them, and the totals of the index.

Only a certificate beside the file, X.cert for X.jsonl (see `solvers.core.levels`), proves that no solutions
are missing; it is checked, too. Without one a file is complete only according to its footer. The header's
sha256 is that of the instance's text in the header; --instance compares this text with a file.

Exit codes: 0 every line checked, and complete according to its footer, 2 damaged or wrong (file, line,
reason), 3 every line checked, but incomplete.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from zenkai_solver.models.loading import FAMILIES, added, condition, load
from zenkai_solver.models.puzzle import Instance
from zenkai_solver.models.where.puzzle import Conditioned
from zenkai_solver.solvers.core.command import COMPLETE, CUT_SHORT, Parser, command, failed, leave, put, say
from zenkai_solver.solvers.core.levels import VERIFIED, in_words, not_excluded
from zenkai_solver.solvers.core.pipeline import totals
from zenkai_solver.solvers.core.proving import bound_certificate, level_of
from zenkai_solver.solvers.core.rechecking import Verdict, verify
from zenkai_solver.solvers.core.shipped import find
from zenkai_solver.solvers.solution_files.output import certificate_beside
from zenkai_solver.solvers.solution_files.results import ResultsError


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(prog="zenkai verify", description="Check solutions files again, from the rules alone.")
    p.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="a solutions file, or the index of several"
    )
    p.add_argument("--instance", type=Path, metavar="X", help="the instance that the file should be about")
    p.add_argument("--json", action="store_true", help="the result as one line of JSON for each file")
    args = p.parse_args(argv)
    known = args.instance and load(find(str(args.instance)))
    return max(_report(path, args.instance, known, args.json) for path in args.files)


def _report(path: Path, file: Path | None, known: Instance | None, as_json: bool) -> int:
    """Check one file, and compare its instance with the known one, if any; the exit code."""
    try:
        beside = certificate_beside(path)
        verdict = verify(
            path, (lambda plan: bound_certificate(beside, plan, path)) if beside.is_file() else None
        )
        certified = level_of(verdict.bound.certified) if verdict.bound else None
        if known is not None and not _same(verdict.instance, known):
            raise ResultsError(f"{path}:1: the instance in the header is not that of {file}")
    except Exception as error:
        code = failed(error, path)
        if as_json:
            put(json.dumps({"file": str(path), "valid": False, "exit": code}))
        return code
    code, tally = COMPLETE if verdict.reason is None else CUT_SHORT, verdict.tally
    if as_json:
        put(json.dumps({"file": str(path), "valid": True, **_record(verdict, certified), "exit": code}))
        return code
    total = totals(tally, verdict.instance.puzzle.symmetries().order, verdict.reason is None)
    say(f"{path}: every line checked: {total}; {_state(verdict, file, certified)}; digest {tally.digest}")
    return code


def _record(verdict: Verdict, certified: str | None) -> dict[str, Any]:
    """The verdict for a program; `certified` is the level of a certificate beside the file, or null."""
    tally = verdict.tally
    return {
        "instance": verdict.instance.name,
        "count": tally.count,
        "all": tally.all,
        "complete": verdict.reason is None,
        "reason": verdict.reason,
        "levels": list(verdict.levels),
        "certified": certified,
        "digest": tally.digest,
    }


def _same(stated: Instance, known: Instance) -> bool:
    """Are their texts the same, except for lines that an option of `zenkai run` adds?"""
    lines = [f"{key}: true\n" for family in FAMILIES.values() for key in family.switches]
    if isinstance(stated.puzzle, Conditioned):
        lines += [line + condition(stated.puzzle.text) for line in ("", *lines)]
    return stated.text in (known.text, *(added(known.text, line) for line in lines))


def _state(verdict: Verdict, file: Path | None, certified: str | None) -> str:
    """The state of a file in words, such as 'complete according to its footer, not proved'."""
    if verdict.reason is not None:
        return f"incomplete ({verdict.reason})"
    if certified is not None:
        return f"{in_words(certified)}; not excluded: {not_excluded(certified)}"
    source = "the instance in its header" if file is None else str(file)
    expected = f"; as many as {source} expects" if verdict.instance.expect else ""
    known = f"; the instance of {file}" if file is not None and not expected else ""
    stated = "".join(f" and {level}" for level in verdict.levels if level != VERIFIED)
    return f"complete{stated} according to its footer, not proved{expected}{known}"


if __name__ == "__main__":
    leave(main())
