"""Check a certificate by the checker, which uses nothing else of zenkai.

    zenkai check FILE.cert [SOLUTIONS [INSTANCE]]

Output and exit codes are those of the checker: 0 certified, 1 refused, 2 a file cannot be read, 3 the number
is that of a model which the certificate states itself; `zenkai verify` compares that model with the instance.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from zenkai_solver.solvers.checker import checker
from zenkai_solver.solvers.core.command import Parser, command

CERTIFICATE = ".cert"


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(
        prog="zenkai check",
        description="Check a certificate: that an instance has so many solutions, or that a file has all.",
        epilog="The checker is one file that runs without zenkai: "
        f"python -I {checker.__file__} [SOLUTIONS] FILE.cert [INSTANCE]",
    )
    p.add_argument("certificate", metavar="FILE.cert", help="the certificate, as `run --certify` writes it")
    p.add_argument("solutions", nargs="?", metavar="SOLUTIONS", help="the solutions file to compare with it")
    p.add_argument("instance", nargs="?", metavar="INSTANCE", help="the instance that it should be about")
    args = p.parse_args(argv)
    proof, solutions = args.certificate, args.solutions
    if solutions and solutions.endswith(CERTIFICATE) and not proof.endswith(CERTIFICATE):
        proof, solutions = solutions, proof  # the order of the checker
    return checker.main([word for word in (solutions, proof, args.instance) if word])


if __name__ == "__main__":
    sys.exit(main())
