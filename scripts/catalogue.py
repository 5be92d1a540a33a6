"""A static catalogue of the genres: a folder of pages that need no server.

    python scripts/catalogue.py FOLDER [--genres NAME...] [--seconds 10] [--jobs 1]

The page of a genre has its rules and their source, its example solved step by step, its rows of the tables in
models/genres/README.md, and the number of solutions of blank square boards (a genre with rooms: of one room),
up to symmetry and in all, each with the instance, its solutions and the certificate. Boards grow until one
is not certified within --seconds of CPU. What was counted is kept in FOLDER/NAME/counts.json, and not counted
again. Each page is made in a process of its own, and each board in one of that; they are forked, so that
nothing is imported again.
instances/records/oeis.json has the sequences that blank boards are known to follow; a count that differs from
a listed term ends the script.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.processes import forked, side_by_side, within  # noqa: E402
from scripts.tables import MarkedTable  # noqa: E402
from tests.genre_cases.blank import blank  # noqa: E402
from zenkai_solver.models.genres.genre import Genre  # noqa: E402
from zenkai_solver.models.genres.puzzle import GenrePuzzle  # noqa: E402
from zenkai_solver.models.genres.table import GENRES, genre  # noqa: E402
from zenkai_solver.models.loading import load  # noqa: E402
from zenkai_solver.models.puzzle import Instance, Puzzle  # noqa: E402
from zenkai_solver.solvers.commands import single  # noqa: E402, F401, imported before all that is forked
from zenkai_solver.solvers.commands.explain import explaining  # noqa: E402
from zenkai_solver.solvers.commands.genres import page  # noqa: E402
from zenkai_solver.solvers.commands.run import main as run  # noqa: E402
from zenkai_solver.solvers.core import shipped  # noqa: E402
from zenkai_solver.solvers.core.deadlines import Interrupted  # noqa: E402
from zenkai_solver.solvers.explanations.theory import theory_of  # noqa: E402
from zenkai_solver.solvers.explanations.wording import Wording  # noqa: E402
from zenkai_solver.solvers.python_api.api import solve  # noqa: E402

PAPER = ROOT / "models" / "genres" / "README.md"
TABLES = {
    "Boards of puzz.link": MarkedTable("genres.py", PAPER),
    "Published puzzles": MarkedTable("bench_genre_collection.py", PAPER),
}
SEQUENCES = ROOT / "instances" / "records" / "oeis.json"
LARGEST = 6  # cells on the side of a blank board
SMALL, COMPILING = 2, 120  # boards up to this side have so many seconds more, in which engines are compiled
STYLE = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")
SEARCH = """<script>
document.querySelector('input').addEventListener('input', event => {
  const words = event.target.value.toLowerCase().split(/\\s+/);
  for (const card of document.querySelectorAll('.cards li'))
    card.hidden = !words.every(word => card.dataset.words.includes(word));
});
</script>"""


@dataclass(frozen=True)
class Counted:
    """The solutions of a blank board of so many cells on a side: up to symmetry, in all, and their digest."""

    side: int
    count: int
    all: int
    digest: str

    @property
    def stem(self) -> str:
        """The name of its instance and certificate, without ending."""
        return f"blank{self.side}x{self.side}"


@dataclass(frozen=True)
class Listed:
    """A sequence of the OEIS that blank boards follow: its terms from the board with `first` cells on a side
    on, `step` more for each further one.
    """

    name: str
    terms: Sequence[int]
    first: int = 1
    step: int = 1

    def says(self, counted: Counted) -> str:
        """What it says of a count. Raises SystemExit if a term differs."""
        at, between = divmod(counted.side - self.first, self.step)
        if at < 0 or between:
            return f"{self.name} has no term for it"
        if at >= len(self.terms):
            return f"{self.name}, beyond what it lists"
        if (term := self.terms[at]) != counted.all:
            raise SystemExit(f"{self.name}: {counted.stem} has {counted.all:,} solutions, it lists {term:,}")
        return f"{self.name}, as listed"


def main(argv: Sequence[str] | None = None) -> int:
    p = argparse.ArgumentParser(description="Write a page for each genre, and one that lists them.")
    p.add_argument("folder", type=Path)
    p.add_argument("--genres", nargs="+", default=[*GENRES], metavar="NAME")
    p.add_argument("--seconds", type=float, default=10, help="of CPU, for each blank board and each example")
    p.add_argument("--jobs", type=int, default=1, help="pages that are made at a time")
    args = p.parse_args(argv)
    failed = []
    for name, code in side_by_side(pages(args.genres, args.folder, args.seconds), args.jobs):
        print(name if code == 0 else f"{name}: no page, exit code {code}", flush=True)
        failed += [name] * (code != 0)
    shown = [name for name in GENRES if (args.folder / name / "index.html").exists()]
    (args.folder / "index.html").write_text(index(shown), encoding="utf-8")
    return 1 if failed else 0


def pages(names: Sequence[str], folder: Path, seconds: float) -> Iterator[tuple[str, Callable[[], None]]]:
    """By name what writes the page of a genre."""
    listed = sequences()
    for name in names:
        sequence = Listed(**listed[name]) if name in listed else None
        yield name, partial(write_page, name, folder / name, sequence, seconds)


def write_page(name: str, folder: Path, sequence: Listed | None, seconds: float) -> None:
    """The page of a genre in its folder, with all that it links to."""
    folder.mkdir(parents=True, exist_ok=True)
    text = genre_page(name, folder, sequence, seconds)
    (folder / "index.html").write_text(text, encoding="utf-8")


# ---- what is counted


def sequences() -> dict[str, dict[str, Any]]:
    """The fields of `Listed` by genre; several genres may follow one sequence."""
    return {
        followed: {key: value for key, value in entry.items() if key not in ("about", "genres")}
        for entry in json.loads(SEQUENCES.read_text(encoding="utf-8"))
        for followed in entry["genres"]
    }


def counts(name: str, folder: Path, seconds: float) -> list[Counted]:
    """Blank boards, counted and certified; those that the folder has are taken from there."""
    kept = folder / "counts.json"
    rows = [Counted(**row) for row in json.loads(kept.read_text(encoding="utf-8"))] if kept.exists() else []
    for side in range(len(rows) + 1, LARGEST + 1):
        path = folder / f"blank{side}x{side}.yaml"
        path.write_text(blank(name, side, side), encoding="utf-8")
        counted = certified(path, side, seconds)
        if counted is None:
            for left in folder.glob(f"{path.stem}.*"):
                left.unlink()
            break
        rows.append(counted)
        kept.write_text(json.dumps([asdict(row) for row in rows]), encoding="utf-8")
    return rows


def certified(path: Path, side: int, seconds: float) -> Counted | None:
    """Every solution of the instance in a file, with its certificate; None if this did not end in time."""
    solutions = path.with_suffix(".jsonl")
    seconds += COMPILING if side <= SMALL else 0
    if forked(lambda: run([str(path), "-o", str(solutions), "--certify", "--quiet"]), seconds) != 0:
        return None
    footer = json.loads(solutions.read_text(encoding="utf-8").splitlines()[-1])
    return Counted(side, footer["count"], footer["all"], footer["digest"])


# ---- pages


def genre_page(name: str, folder: Path, sequence: Listed | None, seconds: float) -> str:
    """The page of a genre; its pictures are written beside it."""
    rows = counts(name, folder, seconds)  # first: what the example needs may start threads
    stated, example = genre(name), load(shipped.find(f"genres/{name}"))
    return document(
        stated.title,
        [
            '<p><a href="../index.html">all genres</a></p>',
            f"<h1>{escape(stated.title)}</h1>",
            *_rules(stated, example.puzzle),
            *_example(example, folder, seconds),
            *_times(name),
            *_blank(rows, sequence),
        ],
    )


def _rules(stated: Genre, example: Puzzle) -> Iterator[str]:
    """What is unknown, the rules of the example in sentences, the keys of the clues, and the source."""
    assert isinstance(example, GenrePuzzle)
    first, *lines = page(stated)
    given = [line.removeprefix("given: ") for line in lines if line.startswith("given: ")]
    yield f"<p>Unknown: {escape(first.partition(': ')[2])}</p>"
    yield "<h2>Rules</h2>" + _list(example.on_paper)
    yield ("<p>Given, by the key in an instance:</p>" + _list(given)) if given else ""
    source = re.sub("`(.+?)`", r"<code>\1</code>", escape(stated.source))
    yield f"<p><small>Source: {source}</small></p>"


def _example(example: Instance, folder: Path, seconds: float) -> Iterator[str]:
    puzzle = example.puzzle
    assert isinstance(puzzle, GenrePuzzle)
    boards = [solution.board for solution in solve(example, limit=1)]
    pictures = {"puzzle": puzzle.unsolved_svg(), "solution": puzzle.svg(boards[0])}
    yield "<h2>An example</h2>"
    yield f'<div class="pair">{"".join(_figure(folder, *picture) for picture in pictures.items())}</div>'
    yield f"<pre>{escape(example.text)}</pre>"
    yield f"<p><code>zenkai run genres/{example.name}</code> finds every solution.</p>"
    yield "<h2>Solved step by step</h2>"
    yield from _steps(puzzle, folder, seconds)


def _steps(puzzle: GenrePuzzle, folder: Path, seconds: float) -> Iterator[str]:
    """Each step in words and as a picture, as far as they are found within the seconds."""
    theory = theory_of(puzzle)
    wording = Wording(theory)
    try:
        with within(seconds) as deadline, explaining(puzzle, theory, deadline) as told:
            for number, step in told.steps():
                yield f"<p>{escape(wording.lines(number, step))}</p>"
                drawn = told.drawing.drawn(step)
                yield _figure(folder, f"step{number}", drawn.svg) if drawn else ""
    except Interrupted:
        yield f"<p>Further steps take more than {seconds:g} s.</p>"


def _figure(folder: Path, name: str, svg: str) -> str:
    (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    return f'<figure><img src="{name}.svg" alt="{name}" loading="lazy"></figure>'


def _times(name: str) -> Iterator[str]:
    """The genre's row of each table that has one."""
    yield "<h2>Times</h2><p>CPU seconds until a puzzle is solved and proved to have one solution.</p>"
    for title, table in TABLES.items():
        head, rows = table.head, [line for line in table.rows if line.startswith(f"| {name} |")]
        if rows:
            yield f"<h3>{title}</h3>" + _table(_cells(head), [_cells(line) for line in rows])


def _blank(rows: Sequence[Counted], sequence: Listed | None) -> Iterator[str]:
    yield "<h2>Solutions of blank boards</h2>"
    if not rows:
        yield "<p>None was counted and certified in the time that was given.</p>"
        return
    head = ["board", "up to symmetry", "in all", "digest", "solutions", "certificate", "OEIS"]
    yield _table(
        head,
        [
            [
                f'<a href="{row.stem}.yaml">{row.side}x{row.side}</a>',
                f"{row.count:,}",
                f"{row.all:,}",
                f"<code>{row.digest[:16]}</code>",
                f'<a href="{row.stem}.jsonl">solutions</a>',
                f'<a href="{row.stem}.cert">certificate</a>',
                sequence.says(row) if sequence else "no sequence known to us",
            ]
            for row in rows
        ],
    )
    yield "<p><code>zenkai verify FILE.jsonl</code> checks solutions, and the certificate beside them.</p>"


def index(names: Sequence[str]) -> str:
    """The page that lists the genres, with a field that searches their names and rules."""
    cards = [_card(genre(name)) for name in names]
    return document(
        "Genres",
        [
            f"<h1>{len(names)} genre{'' if len(names) == 1 else 's'}</h1>",
            '<p><label>Search <input type="search"></label></p>',
            f'<ul class="cards">{"".join(cards)}</ul>',
            SEARCH,
        ],
    )


def _card(stated: Genre) -> str:
    words = " ".join([stated.name, stated.title, *(rule.says for rule in stated.all_rules)]).lower()
    return (
        f'<li data-words="{escape(words)}"><a href="{stated.name}/index.html">'
        f'<img src="{stated.name}/puzzle.svg" alt="" loading="lazy">{escape(stated.title)}</a></li>'
    )


# ---- HTML


def document(title: str, parts: Sequence[str]) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head><body><main>\n" + "\n".join(parts) + "\n</main></body></html>\n"
    )


def _list(items: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(item)}</li>' for item in items)}</ul>"


def _cells(line: str) -> list[str]:
    """The cells of a line of a Markdown table, as HTML."""
    return [escape(cell.strip()) for cell in line.strip().strip("|").split("|")]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of cells that are HTML."""
    top = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    lines = "".join(f"<tr>{row}</tr>" for row in body)
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>'


if __name__ == "__main__":
    sys.exit(main())
