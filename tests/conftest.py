"""How the suite runs on several workers: kernels compiled once before, more workers than cores, files that wait first."""

from __future__ import annotations

import gc
import os
import re
import shutil
import signal
import sys
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.broad import BROAD
from tests.genre_cases import (
    CASES,
    ants,
    bars,
    blocks,
    compared,
    further,
    growth,
    heads,
    late,
    lights,
    moves,
    noqx_last,
    others,
    passing,
    representatives,
    rooms,
    routes,
    stars,
    strands,
    symbols,
    transit,
    walks,
    ways,
)
from tests.helpers import PATIENCE
from zenkai_solver.solvers.commands.warmup import compiled, missing
from zenkai_solver.solvers.engines import table

# Where Python is told to keep no bytecode, each worker would rewrite the asserts of every file, and each of the
# processes that tests start would compile all of zenkai: half of the time of the suite.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Workers and what they start share the cores: threads within one small matrix cost twice its time.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

# A shell ignores Ctrl-C for what it starts in the background, and so would all that the tests start and stop.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in each run, and none refused because a busy machine draws it slowly.
settings.register_profile(
    "fixed", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fixed")


@pytest.fixture(autouse=True, scope="session")
def _covers_to_their_engine() -> Iterator[None]:
    """`auto` gives covers with little to visit to the engine of covers, as it does with others: tests of that
    engine, its batches and its parts use small boards. What it does otherwise: tests/engines/test_auto.py.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "visited_soon", lambda model: False)
        yield


TOGETHER = (  # files whose tests share what takes long to start: a cluster, a browser, what is built
    ("test_cluster.py",),
    ("test_web_page.py", "test_gallery_page.py"),
    ("test_wheel.py",),
)
WAITING = (  # files whose tests mostly wait for processes, or start many; those that take longest first
    *("test_scale_kill.py", "test_scale_disk.py", "test_run.py", "test_papers.py", "test_scale_same.py"),
    *("test_door.py", "test_rotate.py", "test_last_net.py"),
)
# The default suite has what judges each genre: boards and links of the site, and YAML. What the generic code gives every
# genre is tested there by genres which have each word of the vocabulary; of the others of the first ones it is broad,
# of those of these modules slow, or broad where it is little.
LATER = frozenset(
    name
    for module in (
        further,
        routes,
        symbols,
        walks,
        moves,
        rooms,
        heads,
        noqx_last,
        blocks,
        compared,
        transit,
        ants,
        bars,
        lights,
        growth,
        passing,
        stars,
        strands,
        ways,
        others,
        late,
    )
    for name in module.CASES
)
WIDER = frozenset(CASES) - LATER - representatives(sorted({*CASES} - LATER))
OF_EVERY_GENRE = {  # files, with the marker of their tests with a genre of LATER
    **dict.fromkeys(("test_making_genres.py", "test_web_sheets.py", "test_abilities.py"), pytest.mark.slow),
    **dict.fromkeys(("test_mutations.py", "test_family.py"), pytest.mark.broad),
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER_OPTIONS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
)


def pytest_xdist_auto_num_workers() -> int:
    """For `-n auto`: more than cores, since some wait; each more has to import and collect everything."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Workers take over what is left to others: so files stay together and none works alone at the end."""
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"


def pytest_configure(config: pytest.Config) -> None:
    """Compile the kernels before the workers start, so that not each of them does."""
    parallel = getattr(config.option, "numprocesses", None)
    if parallel and not hasattr(config, "workerinput") and not config.option.collectonly:
        for _ in compiled(list(missing()), os.cpu_count() or 1):
            pass


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, None, None]:
    """What is collected stays: without looking through it again and again for what nobody needs."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)  # tests make much that is gone at their end
        gc.enable()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, None, None]:
    """Mark what is broad or needs a browser before `-m` chooses; then each worker begins with files that wait.

    It is handed the next len(items) / workers tests.
    """
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        if (later := OF_EVERY_GENRE.get(item.path.name)) is not None:
            for names, marker in ((LATER, later), (WIDER, pytest.mark.broad)):
                if names.intersection(re.split(r"[][.-]", item.name)):
                    item.add_marker(marker)
    broaden(items, whole=not (config.option.keyword or any("::" in word for word in config.args)))
    yield
    if workers := getattr(config, "workerinput", {}).get("workercount"):
        items[:] = dealt(items, workers)


def broaden(items: list[pytest.Item], whole: bool) -> None:
    """Give the parameters in the table their marker; `whole`: all parameters of a file are here, so check the table.

    Raises UsageError for a name that is none, and where all parameters of a test are broad.
    """
    variants: dict[tuple[str, str], set[str]] = {}
    for item in items:
        test, _, parameter = item.nodeid.partition("::")[2].partition("[")
        names = BROAD.get(item.path.name, {}).get(test)
        if names is not None:
            variants.setdefault((item.path.name, test), set()).add(parameter[:-1])
            if parameter[:-1] in names:
                item.add_marker(pytest.mark.broad)
    here = {item.path.name for item in items} if whole else set()
    table = [(file, test, names) for file in here & BROAD.keys() for test, names in BROAD[file].items()]
    for file, test, names in table:
        known = variants.get((file, test), set())
        if names - known or names >= known:
            raise pytest.UsageError(
                f"tests/broad.py: {file}: {test}: {sorted(names - known) or 'all are broad'}"
            )


def dealt(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Hands of equal size one after another: what goes together in turn, files that wait, then what has room."""
    by_file = {
        name: [item for item in items if item.path.name == name] for name in (*sum(TOGETHER, ()), *WAITING)
    }
    others = [item for item in items if item.path.name not in by_file]
    hands: list[list[pytest.Item]] = []
    for number in range(workers):
        together = [item for group in TOGETHER[number::workers] for name in group for item in by_file[name]]
        hands.append(together + [item for name in WAITING for item in by_file[name][number::workers]])
    for number, hand in enumerate(hands):
        size = (number + 1) * len(items) // workers - number * len(items) // workers
        taken = max(0, size - len(hand))
        hand += others[:taken]
        del others[:taken]
    return [item for hand in (*hands, others) for item in hand]


@pytest.fixture(
    scope="module"
)  # while it is there asyncio runs, so that no test of another file could run it
def chromium() -> Generator[Any, None, None]:
    """The system's Chromium; skipped, with a reason, where there is none, or no playwright to drive it."""
    api = pytest.importorskip("playwright.sync_api", reason="the page is not tested: pip install playwright")
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("the page is not tested: there is no Chromium (apt-get install chromium)")
    api.expect.set_options(timeout=1000 * PATIENCE)
    with api.sync_playwright() as playwright:
        options = {"args": list(BROWSER_OPTIONS), "timeout": 1000 * PATIENCE}
        try:
            started = playwright.chromium.launch(executable_path=path, **options)
        except api.Error as error:
            pytest.skip(f"the page is not tested: {path} does not start: {str(error).splitlines()[0]}")
        yield started
        started.close()
