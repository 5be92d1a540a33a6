"""Measure the page of `zenkai serve`: bytes, first paint, tiles, readers, Stop, the loop, memory, filters.

python scripts/bench_web.py [--jobs N] [--solutions FILE]

A server of its own on this machine; paint and thumbnails need Chromium and playwright. FILE is a large file
of solutions, as that of `zenkai run instances/dominoes8x8.yaml --symmetry all -o FILE`: 13 million lines.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import psutil  # noqa: E402

from zenkai_solver.solvers.cli import main as zenkai  # noqa: E402
from zenkai_solver.solvers.commands.serve import listening  # noqa: E402
from zenkai_solver.solvers.webapp.app import Server  # noqa: E402
from zenkai_solver.solvers.webapp.connections import listener  # noqa: E402
from zenkai_solver.solvers.webapp.jobs import JobOptions, Jobs  # noqa: E402
from zenkai_solver.solvers.webapp.settings import Settings  # noqa: E402

READERS = 50
WAITS = (sys.executable, "-IS", "-c", "import sys; sys.stdin.read()")
LINKS = re.compile(r'(?:src|href)="(/static/[^"]+)"|from \'\./([^\']+)\'')
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
DOMINOES = (ROOT / "instances" / "dominoes8x8.yaml").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Client:
    """A running server: its address with the token, and requests with its cookie and key."""

    address: str
    port: int
    cookie: str
    key: str
    process: psutil.Process

    def ask(self, method: str, path: str, body: Any = None) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)
        data = None if body is None else json.dumps(body)
        headers = {"Cookie": self.cookie, "X-Zenkai": self.key, "Content-Type": "application/json"}
        connection.request(method, path, data, headers)
        answer = connection.getresponse()
        if answer.status != 200:
            raise SystemExit(f"{method} {path}: {answer.status} {answer.read()!r:.200}")
        return answer

    def answer(self, method: str, path: str, body: Any = None) -> Any:
        return json.loads(self.ask(method, path, body).read())


def entered(address: str, process: psutil.Process) -> Client:
    """A client that has opened the address with the token."""
    port = int(address.split(":")[2].split("/")[0])
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    connection.request("GET", address.partition(str(port))[2])
    headers = connection.getresponse().headers
    cookie, key = headers["Set-Cookie"].partition(";")[0], headers["Location"].partition("#key=")[2]
    return Client(address, port, cookie, key, process)


@contextmanager
def served(folder: Path, *files: Path) -> Iterator[Client]:
    command = [
        sys.executable,
        "-m",
        "zenkai_solver.solvers.commands.serve",
        "--folder",
        str(folder),
        *map(str, files),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        try:
            yield entered(address, psutil.Process(process.pid))
        finally:
            process.terminate()


def row(what: str, wanted: str, measured: str) -> None:
    print(f"| {what} | {wanted} | {measured} |", flush=True)


# ---- what is measured


def size(client: Client) -> None:
    """Bytes of all files of the first load, as they are sent, without compression."""
    left, seen = ["/"], {}
    while left:
        path = left.pop()
        seen[path] = client.ask("GET", path).read()
        for link in LINKS.finditer(seen[path].decode()):
            name = link[1] or f"/static/{link[2]}"
            left += [name] if name not in seen else []
    total = sum(map(len, seen.values()))
    row("page, all files of the first load", "250 KB", f"{total / 1000:.0f} KB in {len(seen)} files")


def paint(client: Client, browser: Any) -> None:
    page = browser.new_page()
    page.goto(client.address)
    page.locator(".cover").wait_for()
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    row("first paint", "0.5 s", f"{paint / 1000:.2f} s")


def thumbnails(folder: Path, browser: Any) -> None:
    """The time from opening the file of `zenkai gallery` to the last of 2,339 drawings."""
    saved = folder / "all.jsonl"
    zenkai(["run", str(ROOT / "instances" / "pento6x10.yaml"), "-o", str(saved), "--quiet"])
    zenkai(["gallery", str(saved), "-o", str(folder / "page")])
    page = browser.new_page()
    began = time.monotonic()
    page.goto((folder / "page" / "index.html").as_uri())
    page.locator(".tiles[data-drawn='2339']").wait_for()
    row("2,339 thumbnails", "1.5 s", f"{time.monotonic() - began:.2f} s")


FIRST_TILE = """addEventListener('DOMContentLoaded', () => new MutationObserver((_, seen) => {
    if (!document.querySelector('.tile > svg')) return;
    window.tiled = performance.now();
    seen.disconnect();
}).observe(document.body, { childList: true, subtree: true }));"""


def first_tile(folder: Path, browser: Any) -> None:
    """From the address of a file of 2,339 solutions that was named to its first drawing; then again."""
    with served(folder / "tiles", folder / "all.jsonl") as client:
        page = browser.new_page()
        page.add_init_script(FIRST_TILE)
        page.goto(client.address)
        id = client.answer("GET", "/api/files")[0]["id"]
        for what in ("first tile of a file of 2,339 that is served", "again"):
            page.goto(f"http://127.0.0.1:{client.port}/gallery/{id}")
            page.locator(".tile > svg").first.wait_for()
            row(what, "0.5 s", f"{page.evaluate('window.tiled') / 1000:.2f} s")


@contextmanager
def stepped(folder: Path) -> Iterator[tuple[Client, list[float]]]:
    """A server in a thread of this process, and the CPU seconds of each step of its loop."""
    steps: list[float] = []
    beats: list[Any] = []
    server_socket = listening("127.0.0.1", 0)
    port = server_socket.getsockname()[1]
    folder.mkdir()
    guard = Server(Settings(folder, "token", port=port)).app()
    inner = guard.app

    async def beating() -> None:
        while True:
            before = time.thread_time()
            await asyncio.sleep(0.0005)
            steps.append(time.thread_time() - before)

    async def watched(scope: Any, receive: Any, send: Any) -> None:
        beats[:] = beats or [asyncio.get_running_loop().create_task(beating())]
        await inner(scope, receive, send)

    guard.app = watched
    runner = listener(guard)
    thread = threading.Thread(target=runner.run, args=([server_socket],), daemon=True)
    thread.start()
    yield entered(f"http://127.0.0.1:{port}/?token=token", psutil.Process()), steps
    runner.should_exit = True
    thread.join()


def loop(folder: Path) -> None:
    """The longest steps of the server's loop while its addresses are asked."""
    slowest: dict[str, float] = {}
    with stepped(folder) as (client, steps):

        def asked(path: str, body: Any = None, method: str = "") -> Any:
            steps.clear()
            answer = client.ask(method or ("GET" if body is None else "POST"), path, body).read()
            time.sleep(0.02)
            name = re.sub("[0-9a-f]{16}", "ID", path)
            slowest[name] = max(slowest.get(name, 0.0), *steps)
            return json.loads(answer) if answer.startswith((b"{", b"[")) else None

        grid = "puzzle: sudoku\nsize: 9x9\n"
        for path in (
            "/",
            *(f"/static/{name}" for name in ("app.js", "gallery.js", "strings.js")),
        ):
            asked(path)
        for name in ("examples", "genres", "genres/masyu", "rules", "files", "shelf", "generators/sudoku"):
            asked(f"/api/{name}")
        for text in (grid + "# a long remark\n" * 60_000, DOMINOES):
            asked("/api/read", {"text": text, "name": "x"})
        asked("/api/live", {"tab": "0" * 16, "text": grid})
        asked("/api/export", {"text": grid, "to": "pdf"})
        for _ in range(4):
            job = asked("/api/jobs", {"text": DOMINOES, "name": "d", "limit": 100})["id"]
            asked(f"/api/jobs/{job}/events")
        for path in (f"/api/jobs/{job}", f"/api/jobs/{job}/solutions?from=1&n=60", "/api/jobs"):
            asked(path)
        asked(f"/api/gallery/{job}/page", {"from": 0, "n": 200, "query": {"filters": []}})
        asked(f"/api/jobs/{job}", method="DELETE")
    for name, took in sorted(slowest.items(), key=lambda one: -one[1])[:3]:
        row(f"longest step of the loop: {name}", "50 ms", f"{1000 * took:.0f} ms of CPU")


def stop(client: Client) -> None:
    begun = client.answer("POST", "/api/jobs", {"text": DOMINOES, "name": "d", "symmetry": "all"})
    stream = client.ask("GET", f"/api/jobs/{begun['id']}/events")
    while b'"sofar"' not in stream.readline():
        pass
    began = time.monotonic()
    ended = client.answer("POST", f"/api/jobs/{begun['id']}/stop")
    assert ended["phase"] == "ended", ended
    row("Stop on dominoes 8x8", "1 s", f"{time.monotonic() - began:.2f} s")
    client.ask("DELETE", f"/api/jobs/{begun['id']}")


def readers(client: Client) -> None:
    """So many clients read the events of one job with 13 million solutions; all get the same end."""
    begun = client.answer("POST", "/api/jobs", {"text": DOMINOES, "name": "d", "what": "shares"})
    ends: list[str] = []

    def hear() -> None:
        lines = client.ask("GET", f"/api/jobs/{begun['id']}/events").read().decode().splitlines()
        ends.append([line for line in lines if line.startswith("data: {")][-1])

    threads = [threading.Thread(target=hear) for _ in range(READERS)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    waited = time.monotonic()
    client.answer("GET", "/api/about")
    answered = time.monotonic() - waited
    for thread in threads:
        thread.join()
    assert len(ends) == READERS, len(ends)
    assert {json.loads(end.removeprefix("data: "))["all"] for end in ends} == {12_988_816}
    row(f"{READERS} readers of one job", "all hear its end", f"{time.monotonic() - began:.1f} s")
    row("another request meanwhile", "-", f"{answered:.2f} s")


def memory(number: int, folder: Path) -> None:
    """The memory of the server for jobs, after a hundred and after all."""

    async def many() -> tuple[int, int]:
        jobs, process = Jobs(Settings(folder, "token", child=WAITS)), psutil.Process()
        sizes = []
        for i in range(number):
            job = jobs.begin(JobOptions("puzzle: packing", "x"))
            reader = job.events()
            await anext(reader)
            await job.stop()
            await reader.aclose()
            if i + 1 in (number // 10, number):
                sizes.append(process.memory_info().rss)
        await jobs.close()
        return sizes[0], sizes[1]

    first, last = asyncio.run(many())
    row(f"memory over {number:,} jobs", "flat", f"{(last - first) / 2**20:+.1f} MiB of {last >> 20} MiB")


def filters(client: Client, gib: float) -> None:
    """The time of each query of the page, over HTTP, after the file was indexed."""
    path = f"/api/gallery/{client.answer('GET', '/api/files')[0]['id']}"
    began = time.monotonic()
    info = client.answer("POST", f"{path}/info", {})
    row("reading the file once", "-", f"{time.monotonic() - began:.0f} s for {gib:.1f} GiB")
    pair, other = info["pairs"][0], info["pairs"][-1]
    joined = {"cell": pair[0], "beside": pair[1]}
    for filters in ([joined], [joined, {"cell": other[0], "beside": other[1], "not": True}]):
        for what, more in (("page", {"from": 0, "n": 200}), ("share", {})):
            began = time.monotonic()
            total = client.answer("POST", f"{path}/{what}", {"query": {"filters": filters}, **more})["total"]
            took = time.monotonic() - began
            row(
                f"{len(filters)} filters of {info['count']:,}: {what}", "1 s", f"{took:.2f} s, {total:,} left"
            )
    row("memory of the server then", "-", f"{client.process.memory_info().rss >> 20} MiB")


def main() -> int:
    p = argparse.ArgumentParser(description="Measure the page.")
    p.add_argument("--jobs", type=int, default=1_000, metavar="N", help="begun and stopped; default: 1,000")
    p.add_argument("--solutions", type=Path, metavar="FILE", help="a large solutions file to be filtered")
    args = p.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("| what | wanted | found |\n|---|---|---|")
        memory(args.jobs, folder / "jobs")
        loop(folder / "loop")
        with served(folder / "state") as client:
            size(client)
            stop(client)
            readers(client)
            in_browser(client, folder)
        if args.solutions is not None:
            with served(folder / "more", args.solutions) as client:
                filters(client, args.solutions.stat().st_size / 2**30)
    return 0


def in_browser(client: Client, folder: Path) -> None:
    path = shutil.which("chromium") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        path = None
    if path is None:
        print("no Chromium or no playwright: paint and thumbnails are not measured", file=sys.stderr)
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        paint(client, browser)
        thumbnails(folder, browser)
        first_tile(folder, browser)
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
