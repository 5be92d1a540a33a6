"""A collection of puzzles with known answers, by genre: solved, proved unique, compared with the answer.

    bench_genre_collection.py PUZZLES.jsonl... [--seconds 20] [--genres NAME...] [--results FILE]
    bench_genre_collection.py --table RESULTS.jsonl... [--write]

A line of PUZZLES is {"genre": name, "name": of the puzzle, "keys": {...}, "board": drawing}. The keys are
those of an instance of that genre, or there is a "link" of puzz.link in their place; the board is drawn as
the key `known` of an instance, with `?` where the answer says nothing, and may be missing. Each puzzle is
solved in a process of its own, forked from one that has loaded all modules, which ends after so many seconds
of CPU; two solutions are looked for. A line of RESULTS is {"genre", "name", "size": [rows, columns],
"seconds": CPU from the keys to the end of the search, "verdict"}:

    equal       one solution, which is the answer
    different   one solution, which is not
    several     two solutions, at least
    none        no solution
    not ended   within the seconds
    refused     the puzzle, or the answer, cannot be read: "why"

`--results` adds lines to a file; puzzles that have one there are passed over. `--table` prints the table of
such files, of which the last line of each puzzle counts, and with the rows of other genres that are in
models/genres/README.md; with `--write` it is put there. scripts/puzzlekit.py makes such lines of puzzles.
"""

from __future__ import annotations

import argparse
import gc
import json
import multiprocessing
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.processes import ended_seconds  # noqa: E402
from scripts.tables import MarkedTable  # noqa: E402
from zenkai_solver.models.document import InstanceError  # noqa: E402
from zenkai_solver.models.fields import Fields  # noqa: E402
from zenkai_solver.models.genres.puzzle import GenrePuzzle  # noqa: E402
from zenkai_solver.models.genres.reading import as_keys, puzzle_of  # noqa: E402
from zenkai_solver.models.genres.table import GENRES, genre  # noqa: E402
from zenkai_solver.models.loading import load_text  # noqa: E402
from zenkai_solver.models.puzzle import Instance  # noqa: E402
from zenkai_solver.solvers.python_api.api import solve  # noqa: E402

TABLE = MarkedTable("bench_genre_collection.py", ROOT / "models" / "genres" / "README.md")
EQUAL, DIFFERENT, SEVERAL, NONE = "equal", "different", "several", "none"
NOT_ENDED, REFUSED = "not ended", "refused"
OTHERS = (DIFFERENT, SEVERAL, NONE, REFUSED)
HEAD = (
    "| genre | puzzles | equal | different, several, none, refused | not ended "
    "| median s | 99 % s | longest s | sizes |"
)
MEMORY = 6 << 30  # bytes of address space of a process
Entry = Mapping[str, Any]


def main() -> int:
    p = argparse.ArgumentParser(description="Puzzles with known answers: solved and proved unique, by genre.")
    p.add_argument("files", nargs="+", type=Path)
    p.add_argument("--seconds", type=float, default=20, help="of CPU for each puzzle; default: 20")
    p.add_argument("--genres", nargs="+", default=GENRES, choices=GENRES, metavar="NAME")
    p.add_argument("--results", type=Path, help="a file to which lines are added")
    p.add_argument("--table", action="store_true", help="the files have results")
    p.add_argument("--write", action="store_true", help="put the table into models/genres/README.md")
    args = p.parse_args()
    entries = [entry for file in args.files for entry in read_lines(file) if entry["genre"] in args.genres]
    if args.table:
        kept = (row for row in TABLE.rows if row.startswith("| "))
        table = "\n".join(lines({key(entry): entry for entry in entries}.values(), kept))
        print(table)
        if args.write:
            TABLE.write(table)
        return 0
    there = args.results is not None and args.results.exists()
    known = {key(entry) for entry in read_lines(args.results)} if there else set()
    for entry in entries:
        if key(entry) not in known:
            report(judged(entry, args.seconds), args.results)
    return 0


def read_lines(file: Path) -> Iterator[Any]:
    """The values of a file of JSON lines."""
    with file.open(encoding="utf-8") as text:
        yield from map(json.loads, filter(str.strip, text))


def key(entry: Entry) -> tuple[str, str]:
    return entry["genre"], entry["name"]


def report(result: Entry, file: Path | None) -> None:
    """Print a line for a person, and add one to the file."""
    size = "x".join(map(str, result["size"])) if "size" in result else "-"
    words = result["genre"], result["name"], size, f"{result['seconds']:.2f}", result["verdict"]
    print(*words, result.get("why", ""), flush=True)
    if file is not None:
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(result) + "\n")


# ---- one puzzle


def judged(entry: Entry, seconds: float) -> dict[str, Any]:
    """The result of a puzzle, from a process of its own."""
    context = multiprocessing.get_context("fork")
    mine, its = context.Pipe(duplex=False)
    before = ended_seconds()
    gc.freeze()
    process = context.Process(target=child, args=(its, entry, seconds))
    process.start()
    its.close()
    result: dict[str, Any] = {"genre": entry["genre"], "name": entry["name"]}
    try:
        while True:
            result |= mine.recv()
    except EOFError:
        process.join()
    if process.exitcode == -signal.SIGPROF:
        result |= {"verdict": NOT_ENDED}
    elif process.exitcode or "verdict" not in result:
        result |= {"verdict": REFUSED, "why": f"the process ended with {process.exitcode}"}
    return {"seconds": round(ended_seconds() - before, 3)} | result


def child(out: Connection, entry: Entry, seconds: float) -> None:
    """Send what is known of a puzzle: its size, and how it ended."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    start = time.process_time()
    try:
        puzzle = read_puzzle(entry)
    except InstanceError as error:
        out.send({"verdict": REFUSED, "why": str(error)})
        return
    out.send({"size": [puzzle.sheet.rows, puzzle.sheet.columns]})
    searched = solve(Instance(puzzle.genre.name, "", puzzle, "all", {}, None), limit=2, workers=1)
    boards = [tuple(one.board) for one in searched]
    out.send({"seconds": round(time.process_time() - start, 3)})
    signal.setitimer(signal.ITIMER_PROF, 0)
    if len(boards) != 1:
        out.send({"verdict": SEVERAL if boards else NONE})
    else:
        out.send(compared(entry, puzzle.values(boards[0])))


def read_puzzle(entry: Entry, **more: str) -> GenrePuzzle:
    """Raises InstanceError."""
    if entry.get("link") is None:
        return puzzle_of(genre(entry["genre"]), Fields({**entry["keys"], **more}))
    puzzle = load_text(entry["link"], "a link").puzzle
    if not isinstance(puzzle, GenrePuzzle) or puzzle.genre.name != entry["genre"]:
        raise InstanceError((), "the link is of another genre")
    return read_puzzle({**entry, "link": None, "keys": as_keys(puzzle)}, **more) if more else puzzle


def compared(entry: Entry, values: Mapping[Any, int]) -> dict[str, str]:
    """Is the answer this board, as far as it says something?"""
    if "board" not in entry:
        return {"verdict": EQUAL}
    try:
        known = read_puzzle(entry, known=entry["board"]).known
    except InstanceError as error:
        return {"verdict": REFUSED, "why": f"the answer: {error}"}
    apart = [place for place, value in known.items() if values[place] != value]
    return {"verdict": DIFFERENT, "why": str(apart[:4])} if apart else {"verdict": EQUAL}


# ---- the table


def lines(results: Iterable[Entry], kept: Iterable[str] = ()) -> Iterator[str]:
    """The table as Markdown; `kept` are rows of genres that have no results here."""
    yield HEAD
    yield "|" + "---|" * (HEAD.count("|") - 1)
    of_genre: dict[str, list[Entry]] = {}
    for result in results:
        of_genre.setdefault(result["genre"], []).append(result)
    rows = {row.split("|")[1].strip(): row for row in kept}
    rows |= {name: "| " + " | ".join(cells(name, of_one)) + " |" for name, of_one in of_genre.items()}
    yield from (rows[name] for name in sorted(rows))
    yield "\n" + summary([row.split("|") for row in rows.values()])


def cells(name: str, results: Sequence[Entry]) -> Iterator[str]:
    verdicts = Counter(result["verdict"] for result in results)
    times = sorted(result["seconds"] for result in results if result["verdict"] != REFUSED)
    yield from (name, str(len(results)), str(verdicts[EQUAL]))
    yield ", ".join(str(verdicts[other]) for other in OTHERS) if any(verdicts[o] for o in OTHERS) else "0"
    yield str(verdicts[NOT_ENDED])
    yield from (f"{value:.2f}" for value in (median(times), hundredth(times), times[-1])) if times else "---"
    sizes = sorted((tuple(result["size"]) for result in results if "size" in result), key=area)
    yield " to ".join(dict.fromkeys("x".join(map(str, size)) for size in (*sizes[:1], *sizes[-1:])))


def area(size: Sequence[int]) -> int:
    return size[0] * size[1]


def hundredth(times: Sequence[float]) -> float:
    """The time within which 99 of 100 ended, of sorted times."""
    return times[-(-len(times) * 99 // 100) - 1]


def summary(rows: Sequence[Sequence[str]]) -> str:
    """Of the cells of rows, the first of which is empty."""
    puzzles, equal = (sum(int(row[column]) for row in rows) for column in (2, 3))
    refused = sum(int(row[4].split(",")[-1]) for row in rows)
    unended = sum(int(row[5]) for row in rows)
    return (
        f"{puzzles:,} puzzles, {puzzles - refused:,} of them read. One solution, which is the answer: "
        f"{equal:,}. Not ended: {unended:,}."
    )


if __name__ == "__main__":
    sys.exit(main())
