"""The papers: each block marked as runnable is run, and its figures are compared; links, commands, keys.

A mark is the rest of the fence's first line after the language, which no reader of the rendered page sees:

    ```console run           lines that begin with `$ ` are run in turn; the lines below each are its output
    ```console run, exit 3   the same, where the last command ends with that code
    ```sh run, then output   one command (or the whole a Python program); its output is the next block,
    ```text output           marked so
    ```yaml file NAME        written to the working folder, for the blocks below
    ```sh not run: REASON    shown only; the reason is one of REASONS

The commands of a paper share one folder, in which `instances`, `solvers` and `scripts` are those of the
project. Times and rates are masked, lines about progress are left out, a line `...` matches any lines.
"""

from __future__ import annotations

import ast
import importlib
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise, permutations
from pathlib import Path
from typing import get_type_hints

import pytest

from tests.helpers import ROOT
from zenkai_solver.models import puzzle as puzzles
from zenkai_solver.models.document import InstanceError
from zenkai_solver.models.fields import Fields
from zenkai_solver.models.loading import COMMON_KEYS, FAMILIES, Family, load, loads
from zenkai_solver.models.sudoku.notation import RULES
from zenkai_solver.solvers import cli
from zenkai_solver.solvers.core import backend as backends
from zenkai_solver.solvers.core.pipeline import prepare
from zenkai_solver.solvers.engines import table
from zenkai_solver.solvers.engines.exactcover.cover import visited_soon
from zenkai_solver.solvers.engines.names import BACKENDS

README_LINES = 175
ROOM_LINES = 140  # of the paper of a room of solvers/: about a page
MARKED_TABLE = re.compile(r"<!-- the table of .*?<!-- and ends -->", re.DOTALL)  # which a script writes
FOLDERS = ("models", "solvers", "instances", "scripts", "tests")
FOUND = [*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))]
PAPERS = sorted(path.relative_to(ROOT).as_posix() for path in FOUND)
FORMAT = "solvers/checker/FORMAT.md"  # its blocks are run by `test_checker_format`
RUN = [paper for paper in PAPERS if paper != FORMAT]
REASONS = {
    "needs a C compiler",
    "needs a cluster",
    "needs programs of others",
    "needs a terminal",
    "needs a file that is not in the project",
    "takes minutes",
    "installs the project",
    "ends by Ctrl-C",
    "a form, not a program",
    "the page's own test runs it",
}
FENCE = re.compile(r"^```(?P<kind>\w+) ?(?P<mark>.*)\n(?P<body>(?s:.*?))^```$", re.M)
LINK = re.compile(r'\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"')
CODE = re.compile(r"^```.*?\n(.*?)^```$|`([^`\n]+)`", re.M | re.S)
MASKS = (  # what differs from run to run and from machine to machine
    (re.compile(r"[\d.,]+(?= s\b)"), "#"),
    (re.compile(r"[\d.,]+(?=(?: puzzles)?/s\b)"), "#"),
    (re.compile(r'(?<="seconds": )[\d.]+'), "#"),
)
PASSING = re.compile(r"^first use|compiling|found in # s|\d+ of \d+ cubes|puzzles, #/s$|: # s$|^\s*$")


@dataclass(frozen=True)
class Block:
    """A fenced block of a paper with its mark; `line` is that of the fence."""

    paper: str
    line: int
    mark: str
    kind: str
    body: str

    @property
    def place(self) -> str:
        return f"{self.paper}:{self.line}"


@pytest.fixture(autouse=True)
def _as_a_user_runs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "visited_soon", visited_soon)


def blocks(paper: str) -> list[Block]:
    text = (ROOT / paper).read_text(encoding="utf-8")
    return [
        Block(
            paper,
            text[: match.start("kind")].count("\n") + 1,
            match["mark"],
            match["kind"],
            match["body"],
        )
        for match in FENCE.finditer(text)
    ]


def masked(text: str) -> list[str]:
    """The lines that say what was found, without times, rates and trailing spaces."""
    lines = []
    for line in text.split("\n"):
        for pattern, mask in MASKS:
            line = pattern.sub(mask, line)
        if not PASSING.search(line):
            lines.append(line.rstrip())
    return lines


def agrees(wanted: str, found: str) -> bool:
    """Is the output the one that is printed? A line `...` is any number of lines."""
    parts = [[]]
    for line in masked(wanted):
        if line == "...":
            parts.append([])
        else:
            parts[-1].append(re.escape(line + "\n"))
    pattern = r"(?:.*\n)*?".join("".join(part) for part in parts)
    return re.fullmatch(pattern, "".join(line + "\n" for line in masked(found))) is not None


@dataclass(frozen=True)
class Call:
    """A command of a paper and the output printed below it."""

    place: str
    command: str
    output: str
    code: int = 0


def calls(found: list[Block]) -> Iterator[Call | Block]:
    """What is to be run, in order; a block is a file to be written."""
    for block, after in zip(found, [*found[1:], None]):
        if block.mark.startswith("file "):
            yield block
        elif block.mark == "run, then output":
            assert after is not None, block.place
            assert after.mark == "output", f"{block.place}: no block of output follows"
            command = f"python -c {shlex.quote(block.body)}" if block.kind == "python" else block.body.strip()
            yield Call(block.place, command, after.body)
        elif block.mark.startswith("run"):
            code = int(block.mark.partition("exit ")[2] or 0)
            parts = re.split(r"^\$ ", block.body, flags=re.M)
            assert parts[0] == "", f"{block.place}: a command begins with `$ `"
            for i, part in enumerate(parts[1:], 2):
                command, _, output = part.partition("\n")
                yield Call(block.place, command, output, code if i == len(parts) else 0)


def run(command: str, capfd: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Exit code, and standard output followed by standard error. `zenkai` runs in this process."""
    *setup, command = command.split(" && ")
    assert all(re.match(r"python3 -m venv |\.venv/bin/pip install ", step) for step in setup), setup
    words = shlex.split(command, comments=True)
    capfd.readouterr()
    if words[0] == "zenkai":
        code = cli.main(words[1:])
        return code, "".join(capfd.readouterr())
    python = words[0].rpartition("/")[2] in ("python", "python3")
    done = subprocess.run(
        [sys.executable if python else words[0], *words[1:]], capture_output=True, text=True
    )
    return done.returncode, done.stdout + done.stderr


def fault(call: Call, code: int, output: str) -> str | None:
    """How the run differs from the paper, or None."""
    if code != call.code:
        return f"{call.place}: `{call.command}` ended with {code}, not {call.code}:\n{output}"
    if not agrees(call.output, output):
        return f"{call.place}: `{call.command}` prints\n{output}\nbut the paper says\n{call.output}"
    return None


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("instances", "models", "solvers", "scripts"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("paper", [paper for paper in RUN if blocks(paper)])
def test_each_block_says_what_it_says(paper: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    faults = []
    for call in calls(blocks(paper)):
        if isinstance(call, Block):
            (folder / call.mark.removeprefix("file ")).write_text(call.body, encoding="utf-8")
        elif wrong := fault(call, *run(call.command, capfd)):
            faults.append(wrong)
    assert not faults, "\n\n".join(faults)


def test_a_wrong_figure_is_seen() -> None:
    """The comparison has teeth: each figure of an output that agrees, changed by one, does not."""
    printed = "x: 2,339 up to symmetry, 9,356 in all; complete; 12.02 s; 195/s\n...\ndigest a4cb\nend 7\n"
    seen = "first use: compiling\nx: writing the certificate: 10 s\nx: 2,339 up to symmetry, 9,356 in all; complete; 0.1 s; 3/s\nmore\ndigest a4cb\nend 7\n"
    assert agrees(printed, seen)
    for right, wrong in (
        ("2,339", "2,340"),
        ("9,356", "9,355"),
        ("a4cb", "a4cc"),
        ("end 7", "end 8"),
        ("; complete", ""),
    ):
        assert not agrees(printed.replace(right, wrong), seen)
    call = Call("here", "zenkai", printed)
    assert fault(call, 0, seen) is None
    assert fault(call, 3, seen) is not None
    assert fault(call, 0, seen.replace("7", "8")) is not None


def test_each_block_is_marked_and_most_are_run() -> None:
    """A block that is not run says why; each reason is one that is known, and in use."""
    found = [block for paper in RUN for block in blocks(paper)]
    reasons = {
        block.place: block.mark.removeprefix("not run: ")
        for block in found
        if block.mark.startswith("not run: ")
    }
    print(*(f"{place}: {reason}" for place, reason in reasons.items()), sep="\n")
    assert [block.place for block in found if not block.mark] == []
    known = re.compile(r"run(, exit \d+)?|run, then output|output|file \S+|not run: .+")
    assert [block.place for block in found if not known.fullmatch(block.mark)] == []
    assert set(reasons.values()) == REASONS
    assert sum(block.mark.startswith(("run", "file", "output")) for block in found) > len(reasons)


def test_no_fence_escapes() -> None:
    """Every fence of a paper is the start or end of a block that is found."""
    for paper in RUN:
        text = (ROOT / paper).read_text(encoding="utf-8")
        assert len(re.findall(r"^ *```", text, re.M)) == 2 * len(blocks(paper)), paper


# ---- the README


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= README_LINES


def test_the_paper_of_a_room_is_a_page() -> None:
    sizes = {
        paper: len(MARKED_TABLE.sub("", (ROOT / paper).read_text(encoding="utf-8")).splitlines())
        for paper in PAPERS
        if paper.startswith("solvers/") and paper != FORMAT
    }
    assert len(sizes) > 10
    assert {paper: size for paper, size in sizes.items() if size > ROOM_LINES} == {}


def test_one_line_runs_and_one_line_tests() -> None:
    lines = [
        line
        for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("python3 -m venv")
    ]
    assert lines == [
        "python3 -m venv .venv && .venv/bin/pip install -q -e . && .venv/bin/python -m solvers.run instances/pento6x10.yaml",
        "python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' && .venv/bin/pytest -n auto",
    ]


def python_example() -> str:
    (block,) = (block for block in blocks("README.md") if block.kind == "python")
    return block.body


@pytest.mark.parametrize(
    "instance", ["dominoes4x4", "dissection/ring", "nonogram/touching", "sudoku/several"]
)
def test_the_python_example_takes_every_family(instance: str, folder: Path) -> None:
    """With chunks that hold no solution too, which an engine yields to tell how far it is (ring)."""
    code = python_example().replace("instances/pento3x20.yaml", f"instances/{instance}.yaml")
    assert instance in code
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    assert str(load(ROOT / "instances" / f"{instance}.yaml").expect["count"]) in found.stdout


# ---- links and names


def slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize("paper", PAPERS)
def test_links_lead_somewhere(paper: str) -> None:
    text = (ROOT / paper).read_text(encoding="utf-8")
    for match in LINK.finditer(re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)):
        target, _, anchor = (match[1] or match[2]).partition("#")
        if target.startswith(("http:", "https:")):
            continue
        path = (ROOT / paper).parent / target if target else ROOT / paper
        assert path.exists(), f"{paper}: {target}"
        if anchor:
            headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.M)
            assert anchor in map(slug, headings), f"{paper}: {match[0]}"


def linked(paper: str) -> set[str]:
    """The papers that a paper links to."""
    text = (ROOT / paper).read_text(encoding="utf-8")
    targets = {(match[1] or match[2]).partition("#")[0] for match in LINK.finditer(text)}
    paths = {((ROOT / paper).parent / target).resolve() for target in targets if target.endswith(".md")}
    return {path.relative_to(ROOT.resolve()).as_posix() for path in paths}


def test_every_paper_is_found_from_the_readme() -> None:
    """By links alone; but for what tests read."""
    reached, new = set(), {"README.md"}
    while new:
        reached |= new
        new = {other for paper in new for other in linked(paper)} - reached
    assert set(PAPERS) - reached == {"tests/data/README.md"}


@pytest.mark.parametrize("paper", PAPERS)
def test_files_that_a_paper_names_exist(paper: str) -> None:
    """A module or paper named by its path, from the top, from models/ or solvers/, or from the paper's folder."""
    text = re.sub(r"^```.*?^```$", "", (ROOT / paper).read_text(encoding="utf-8"), flags=re.M | re.S)
    places = (ROOT, ROOT / "models", ROOT / "solvers", (ROOT / paper).parent)
    named = set(re.findall(r"`([\w-]+(?:/[\w-]+)*/[\w.-]+\.(?:py|md))`", text))
    assert [name for name in sorted(named) if not any((place / name).exists() for place in places)] == []


def code_lines(paper: str) -> Iterator[str]:
    text = (ROOT / paper).read_text(encoding="utf-8")
    for match in CODE.finditer(text):
        yield from (match[1] or match[2]).split("\n")


@pytest.mark.parametrize("paper", PAPERS)
def test_commands_and_their_options_exist(paper: str, capsys: pytest.CaptureFixture[str]) -> None:
    known = set(cli.COMMANDS)
    for line in code_lines(paper):
        line = re.sub(
            r"^ *(?=--[a-z].*\S  +\S)", "zenkai run ", line
        )  # below the command in a list of its options
        for name, rest in re.findall(r"\bzenkai ([a-z][\w-]*)(.*)", line):
            assert name in known, f"{paper}: {line}"
            options = set(re.findall(r"(?<!\S)--[a-z][\w-]*", rest.partition("#")[0]))
            if options and name in cli.COMMANDS:
                assert options <= options_of(name, capsys), f"{paper}: {line}"


def options_of(command: str, capsys: pytest.CaptureFixture[str]) -> set[str]:
    with suppress(SystemExit):
        cli.main([command, "--help-all" if command in ("run", "generate") else "--help"])
    return set(re.findall(r"--[a-z][\w-]*", capsys.readouterr().out))


# ---- complete lists


def first_column(text: str) -> set[str]:
    """The names in code in the first column of the tables; of a call the name alone."""
    cells = re.findall(r"^\| (.*?) \|", text, re.M)
    return {name for cell in cells for name in re.findall(r"`([\w-]+)[^`]*`", cell)}


def section(paper: str, heading: str) -> str:
    text = (ROOT / paper).read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    assert found, f"{paper}: no section {heading}"
    return found[1]


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_every_key_of_a_family_is_described(family: str) -> None:
    room = {"genre": "genres"}.get(family, family)
    name = f"zenkai_solver.models.{room}"
    inner = f"{name}.reading" if (ROOT / "models" / room).is_dir() else name
    keys = importlib.import_module(inner).KEYS
    text = section("instances/README.md", family.capitalize())
    assert set(keys) <= first_column(text)
    common = section("instances/README.md", "Every instance")
    assert set(COMMON_KEYS) == first_column(common)


def test_every_rule_of_sudoku_is_described() -> None:
    assert set(RULES) <= first_column(section("instances/README.md", "Sudoku"))
    assert re.search(rf"\b{len(RULES)} rules\b", section("instances/README.md", "Sudoku"))


def test_the_gallery_says_what_the_instances_expect() -> None:
    rows = re.findall(
        r"^\|.*?\| `(\w[\w-]*)`:.*\| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$",
        section("instances/README.md", "The gallery of dissections"),
        re.M,
    )
    folder = ROOT / "instances" / "dissection"
    assert {name for name, *_ in rows} == {path.stem for path in folder.glob("*.yaml")}
    for name, *figures in rows:
        instance = load(folder / f"{name}.yaml")
        cells, _, count, every = (int(figure.replace(",", "")) for figure in figures)
        assert {"count": count, "all": every} == instance.expect, name
        assert cells == len(instance.puzzle.one.cells), name


def members(protocol: type) -> set[str]:
    own = {name for name in vars(protocol) if not name.startswith("_")}
    return own | set(get_type_hints(protocol))


def test_every_member_of_the_protocols_is_described() -> None:
    models, engines = (
        (ROOT / room / "README.md").read_text(encoding="utf-8") for room in ("models", "solvers/engines")
    )
    assert members(puzzles.Puzzle) <= first_column(models)
    convenient = {"solutions"}  # of an engine: open and search
    assert members(backends.Backend) - convenient <= first_column(engines)
    assert members(backends.Opened) - {"backend", "model"} <= first_column(engines) | {"many"}
    assert set(BACKENDS) <= first_column(engines)


def test_every_room_of_solvers_is_named() -> None:
    text = (ROOT / "solvers" / "README.md").read_text(encoding="utf-8")
    rooms = {path.parent.name for path in (ROOT / "solvers").glob("*/__init__.py")}
    assert {room for room in rooms if f"[{room}](" not in text and f"`{room}/`" not in text} == set()


def test_adding_a_constraint_names_every_place() -> None:
    """Each module with a `match` over constraints, and each function that ends in `unknown`."""
    text = section("solvers/engines/README.md", "Adding a constraint")
    places = {
        (path, function.name)
        for folder in ("models", "solvers")
        for path in (ROOT / folder).rglob("*.py")
        if "unknown(constraint)" in (source := path.read_text(encoding="utf-8"))
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef) and "unknown(constraint)" in ast.unparse(function)
    }
    assert len(places) > 10
    for path, name in places:
        module = path.relative_to(ROOT).as_posix().removeprefix("solvers/")
        assert f"`{module}`" in text, module
        assert f"`{name}`" in text, f"{module}: {name}"


# ---- the worked example of models/README.md


def _starbattle(fields: Fields) -> puzzles.Puzzle:
    return importlib.import_module("starbattle").read(fields)


@pytest.fixture
def star_battle(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The page's module, as a family of its own; the text of its instance."""
    (code,) = (
        block.body
        for block in blocks("models/README.md")
        if block.kind == "python" and "class StarBattle" in block.body
    )
    (text,) = (block.body for block in blocks("models/README.md") if "puzzle: starbattle" in block.body)
    (folder / "starbattle.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setitem(FAMILIES, "starbattle", Family(_starbattle))
    yield text
    sys.modules.pop("starbattle")


def by_permutations(regions: list[str]) -> set[tuple[str, ...]]:
    """Every board with one star in each row, column and region, none touching: a second way to the number."""
    side = range(len(regions))
    found = set()
    for columns in permutations(side):
        apart = all(abs(a - b) > 1 for a, b in pairwise(columns))
        if apart and len({regions[row][column] for row, column in enumerate(columns)}) == len(side):
            found.add(tuple("".join("*" if c == column else "." for c in side) for column in columns))
    return found


@pytest.mark.parametrize("engine", ["auto", "sat", "cpsat"])
def test_star_battle_finds_every_board(star_battle: str, engine: str) -> None:
    instance = loads(star_battle, "stars")
    chunks = prepare(instance, engine, "all").chunks()
    boards = [chunk.board(i) for chunk in chunks for i in range(len(chunk))]
    assert len(boards) == len(set(boards)) == instance.expect["all"]
    assert set(boards) == by_permutations(instance.puzzle.regions)


def test_star_battle_states_its_symmetry_and_its_rules(star_battle: str) -> None:
    instance = loads(star_battle, "stars")
    puzzle, model = instance.puzzle, instance.puzzle.model()
    group = puzzle.symmetries()
    assert group.order == len(model.symmetries) == 4
    for board in by_permutations(puzzle.regions):
        solution = [i for i, char in enumerate("".join(board), 1) if char == "*"]
        for image, perm in zip(group.maps, model.symmetries):
            assert puzzle.decode(tuple(sorted(perm[var] for var in solution))) == image(board)
        assert list(puzzle.violations(board)) == []
        for i in range(len(board)):  # a star more, a star fewer
            changed = [*board[:i], board[i].replace("*", "."), *board[i + 1 :]]
            assert list(puzzle.violations(tuple(changed)))
            changed[i] = board[i].replace(".", "*", 1)
            assert list(puzzle.violations(tuple(changed)))
    touching = ("..*...", "...*..", *["......"] * 4)
    assert any("touch" in sentence for sentence in puzzle.violations(touching))
    assert puzzle.render(board).count("*") == 6
    assert puzzle.svg(board).startswith("<svg")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("  AAABBB\n", "  AAABB\n"), "not a square"),
        (("stars: 1", "stars: 7"), "7 stars in rows of 6 cells"),
        (("stars: 1", "starz: 1"), 'did you mean "stars"?'),
    ],
)
def test_star_battle_refuses_what_it_cannot_solve(
    star_battle: str, change: tuple[str, str], sentence: str
) -> None:
    with pytest.raises(InstanceError, match=re.escape(sentence)):
        loads(star_battle.replace(*change, 1), "stars")


def test_star_battle_by_the_commands(
    star_battle: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The transcript of the page, which needs the family."""
    (folder / "stars.yaml").write_text(star_battle, encoding="utf-8")
    (block,) = (
        block
        for block in blocks("models/README.md")
        if "zenkai run stars.yaml" in block.body and block.kind == "console"
    )
    transcript = Block(block.paper, block.line, "run", block.kind, block.body)
    for call in calls([transcript]):
        assert isinstance(call, Call)
        assert not (wrong := fault(call, *run(call.command, capfd))), wrong
