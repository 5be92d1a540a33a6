"""Print a JSON Schema of instances, for editors that complete and check YAML by one.

zenkai schema
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from zenkai_solver.models.schema import schema
from zenkai_solver.solvers.core.command import COMPLETE, Parser, command, leave, put


@command
def main(argv: Sequence[str] | None = None) -> int:
    Parser(
        prog="zenkai schema",
        description="Print a JSON Schema (draft 7) of instances. An editor completes and checks the keys of "
        "a file that begins with `# yaml-language-server: $schema=FILE`.",
    ).parse_args(argv)
    put(json.dumps(schema(), indent=1))
    return COMPLETE


if __name__ == "__main__":
    leave(main())
