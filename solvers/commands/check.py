"""Check a certificate by the checker, which uses nothing else of zenkai.

    zenkai check FILE.cert [SOLUTIONS [INSTANCE]]

Output and exit codes are those of the checker: 0 certified, 1 refused, 2 a file cannot be read, 3 the number
is that of a model which the certificate states itself; `zenkai verify` compares that model with the instance.
"""

from __future__ import annotations

from collections.abc import Sequence

from zenkai_solver.solvers.checker import checker
from zenkai_solver.solvers.core.command import Parser, command, leave


@command
def main(argv: Sequence[str] | None = None) -> int:
    p = Parser(
        prog="zenkai check",
        description="Check the certificate of a count, or that a solutions file has all solutions.",
        epilog="The checker is one file that runs without zenkai; copy it anywhere: "
        f"python -I {checker.__file__} [SOLUTIONS] FILE.cert [INSTANCE]",
    )
    p.add_argument("certificate", metavar="FILE.cert", help="the certificate, as `run --certify` writes it")
    p.add_argument("solutions", nargs="?", metavar="SOLUTIONS", help="the solutions file to compare with it")
    p.add_argument(
        "instance", nargs="?", metavar="INSTANCE", help="the instance that the certificate should be of"
    )
    args = p.parse_args(argv)
    return checker.main([word for word in (args.solutions, args.certificate, args.instance) if word])


if __name__ == "__main__":
    leave(main())
