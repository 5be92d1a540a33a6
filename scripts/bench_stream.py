"""Whole commands that write or count many solutions: CPU seconds, lines and bytes a second, memory.

    python scripts/bench_stream.py [--rounds N] [--slow] [INSTANCE...]

    zenkai run            one canonical line per orbit, and with `--symmetry all` every solution; each board
                          is checked by the rules, each line has its orbit, the digest is that of all
    zenkai run --count    the numbers alone
    xcover (pip)          every cover of the same board, each written as a line of its options, in the order
                          found: not decoded, not checked, no orbits

Each line is a process of its own; imports and planning count, compiling does not, as a round before is left
out. The least time of the rounds is shown. The file goes to a folder for temporary files. `--slow` adds the
larger counts. Other solvers of pip and apt do not write canonical or checked solutions, nor count without
visiting them.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.processes import keep_bytecode  # noqa: E402

INSTANCES = ("dominoes6x8", "dominoes8x8")
COUNTED = (("dominoes", "10x10"), ("tetrominoes", "8x8"))
COUNTED_SLOWLY = (("dominoes", "14x14"), ("tetrominoes", "8x10"))
OURS = 'import sys; from zenkai_solver.solvers.cli import main; sys.exit(main(["run", *sys.argv[1:]]))'
XCOVER = """
import sys
import xcover
from zenkai_solver.models.loading import load
from zenkai_solver.models.csp import Model
from zenkai_solver.solvers.engines.exactcover.cover import cover_view
model = load(sys.argv[1]).puzzle.model()
cover = cover_view(Model(model.names, model.constraints, model.projection))
options = [[str(item) for item in option] for option in cover.options]
primary = [str(item) for item in range(cover.n_primary)]
with open(sys.argv[2], "w") as file:
    for solution in xcover.covers(options, primary=primary):
        file.write(" ".join(map(str, solution)) + "\\n")
"""


@dataclass(frozen=True)
class Command:
    """A process that writes `file`, if it writes one."""

    task: str
    engine: str
    arguments: Sequence[str]
    file: Path | None = None

    def once(self) -> tuple[float, int]:
        """CPU seconds, and the largest memory in bytes. Raises CalledProcessError."""
        code = f"import resource, subprocess, sys\n{MEASURE}"
        command = [sys.executable, "-c", code, sys.executable, "-c", *self.arguments]
        done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
        seconds, kilobytes = done.stdout.split()[-2:]
        return float(seconds), 1024 * int(kilobytes)


MEASURE = """
subprocess.run(sys.argv[1:], check=True, stdout=sys.stderr)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


def commands(names: Sequence[str], slow: bool, folder: Path) -> Iterator[Command]:
    for name in names:
        instance = str(ROOT / "instances" / f"{name}.yaml")
        for words in ((), ("--symmetry", "all")):
            out = folder / f"{name}{len(words)}.jsonl"
            arguments = [OURS, instance, "--quiet", "-o", str(out), *words]
            yield Command(name, " ".join(("zenkai run", *words)), arguments, out)
        if importlib.util.find_spec("xcover"):
            out = folder / f"{name}.txt"
            yield Command(name, "xcover, unchecked", [XCOVER, instance, str(out)], out)
    for pieces, board in (*COUNTED, *(COUNTED_SLOWLY if slow else ())):
        path = folder / f"{pieces}{board}.yaml"
        path.write_text(f"puzzle: packing\nboard: {board}\npieces: {pieces}\ncounts: any\n")
        yield Command(path.stem, "zenkai run --count", [OURS, str(path), "--quiet", "--count"])


def solutions(file: Path) -> int:
    """The lines without header and footer."""
    with file.open("rb") as lines:
        number = sum(block.count(b"\n") for block in iter(lambda: lines.read(1 << 20), b""))
    return number - 2 * (file.suffix == ".jsonl")


def main() -> int:
    p = argparse.ArgumentParser(description="Commands that write or count many solutions.")
    p.add_argument("instances", nargs="*", default=INSTANCES, help="names of shipped instances")
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--slow", action="store_true", help="the larger counts too")
    args = p.parse_args()
    keep_bytecode()
    if not importlib.util.find_spec("xcover"):
        print("xcover: absent (pip install 'zenkai-solver[bench]')")
    print("| task | command | solutions | CPU s | a second | MB of file | MB/s | MB of memory |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for command in commands(args.instances, args.slow, Path(folder)):
            command.once()  # compiles what is not compiled yet
            rounds = [command.once() for _ in range(args.rounds)]
            seconds, memory = min(rounds)[0], max(used for _, used in rounds)
            row = f"| {command.task} | {command.engine} |"
            if command.file is None:
                print(f"{row} | {seconds:.2f} | | | | {memory / 1e6:.0f} |", flush=True)
                continue
            number, size = solutions(command.file), command.file.stat().st_size
            rates = f"{number / seconds:,.0f} | {size / 1e6:,.1f} | {size / 1e6 / seconds:.0f}"
            print(f"{row} {number:,} | {seconds:.2f} | {rates} | {memory / 1e6:.0f} |", flush=True)
            for old in Path(folder).glob(f"{command.file.name}*"):
                old.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
