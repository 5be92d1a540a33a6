"""Write a certificate as a proof for other people's checkers.

zenkai certificate X.cert --lrat X.lrat --cnf X.cnf
zenkai certificate X.cert --veripb X.pbp --opb X.opb [--proof-version 1]

Certificates of covers (packings, plain sudokus, exported covers) and of clauses can be exported, those that
solve the lines of a nonogram cannot; `certificates.exports` and `certificates.refutation` define the files.
Exit code 2 if the certificate cannot be exported.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from zenkai_solver.solvers.certificates import certificate, exports, refutation
from zenkai_solver.solvers.checker.checker import Cover, Refused, numbers, opened
from zenkai_solver.solvers.core.command import (
    COMPLETE,
    Parser,
    command,
    interruptible,
    leave,
    say,
    seconds,
    stop_on_signals,
    whole_number,
)
from zenkai_solver.solvers.core.command import Refused as CannotExport
from zenkai_solver.solvers.core.deadlines import NEVER, Deadline
from zenkai_solver.solvers.core.progress import alive
from zenkai_solver.solvers.solution_files.output import whole

COVERS = ("cover-dag", "cover-tree")
AT_A_LOOK = 256  # lines between two looks at the clock
Writer = Callable[[Cover, int, TextIO, TextIO], exports.Lrat | exports.VeriPB]
OfClauses = Callable[[dict[str, Any], Iterator[int], TextIO, TextIO], int]  # returns the number of lemmas


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(prog="zenkai certificate", description="Write a certificate as a proof for other programs.")
    p.add_argument(
        "file", type=Path, metavar="FILE.cert", help="the certificate, as `run --certify` writes it"
    )
    p.add_argument("--lrat", type=Path, metavar="OUT", help="a refutation, for lrat-check or cake_lpr")
    p.add_argument("--cnf", type=Path, metavar="OUT", help="the formula that it refutes")
    p.add_argument("--veripb", type=Path, metavar="OUT", help="a proof of all solutions, for VeriPB")
    p.add_argument(
        "--proof-version", type=whole_number, choices=exports.FORMATS, help="of VeriPB; default: 3"
    )
    p.add_argument("--opb", type=Path, metavar="OUT", help="the formula whose solutions it proves")
    p.add_argument(
        "--time-limit", type=seconds, metavar="S", help="stop after S seconds; nothing is written then"
    )
    args = p.parse_args(argv)
    if (args.lrat is None) != (args.cnf is None) or (args.veripb is None) != (args.opb is None):
        p.error("a proof needs its formula: --lrat with --cnf, --veripb with --opb")
    if args.lrat is None and args.veripb is None:
        p.error("nothing to write: give --lrat and --cnf, or --veripb and --opb")
    if args.proof_version is not None and args.veripb is None:
        p.error("--proof-version is the format of --veripb, which is not given")
    version = args.proof_version or max(exports.FORMATS)
    try:
        with stop_on_signals() as until, interruptible(deadline := until(args.time_limit)):
            if args.lrat is not None:
                say(export(args.file, args.cnf, args.lrat, exports.Lrat, refutation.write, deadline))
            if args.veripb is not None:
                of_cover = partial(exports.VeriPB, version=version)
                of_clauses = partial(refutation.write_enumeration, version=version)
                say(export(args.file, args.opb, args.veripb, of_cover, of_clauses, deadline))
    except Refused as error:
        raise CannotExport(f"{args.file}: {error}") from None
    return COMPLETE


def export(
    path: Path,
    formula: Path,
    proof: Path,
    writer: Writer,
    of_clauses: OfClauses,
    deadline: Deadline = NEVER,
) -> str:
    """Write both files, or none; the message about them. Raises Refused, Interrupted, OSError."""
    if formula.resolve() == proof.resolve():
        raise Refused(f"the formula and its proof would be one file, {formula}")
    hear = partial(say, stream=sys.stderr)
    with alive(f"{path.name}: checking", hear, quiet=False):
        number = certificate.check(path).all
    deadline.check()
    head, file = opened(str(path))
    by_clauses = head["kind"] == "rup"
    if head["kind"] not in COVERS and not by_clauses:
        raise Refused(f"a certificate of the kind {head['kind']} is not exported in this way; see --help")
    with ExitStack() as stack:
        files = [stack.enter_context(_text(target, path, deadline)) for target in (formula, proof)]
        stack.enter_context(alive(f"{proof.name}: writing", hear, quiet=False))
        if by_clauses:
            size = f"{of_clauses(certificate.clauses_in(head), numbers(file, 0), *files):,} lemmas"
        else:
            size = f"{_walked(head, file, writer, number, files):,} nodes"
    sizes = ", ".join(f"{target}: {target.stat().st_size:,} bytes" for target in (formula, proof))
    return f"{number:,} solutions, {size}; {sizes}"


def _walked(
    head: dict[str, Any], file: BinaryIO, writer: Writer, number: int, files: Sequence[TextIO]
) -> int:
    """Write the proof of a cover; the number of nodes of its tree. Raises Refused."""
    cover, _ = certificate.cover_of(head)
    sink = writer(cover, number, *files)
    walk = exports.Walk(cover, numbers(file, cover.n_items), head["kind"] == "cover-tree", sink)
    walk.run(head["anchor"], cover.group)
    sink.end()
    return walk.nodes


class _Heeding(io.TextIOWrapper):
    """A text file that checks the deadline after every AT_A_LOOK writes."""

    def __init__(self, file: BinaryIO, deadline: Deadline) -> None:
        super().__init__(file, encoding="ascii", newline="\n")
        self.deadline, self.lines = deadline, 0

    def write(self, text: str) -> int:
        """Raises Interrupted, OSError."""
        self.lines += 1
        if self.lines % AT_A_LOOK == 0:
            self.deadline.check()
        return super().write(text)


@contextmanager
def _text(path: Path, source: Path, deadline: Deadline) -> Iterator[TextIO]:
    """A file that is written atomically; an existing one is kept as `solution_files.output` says."""
    with whole(path, [source]) as binary:
        file = _Heeding(binary, deadline)
        try:
            yield file
            file.flush()
        finally:
            file.detach()


if __name__ == "__main__":
    leave(main())
