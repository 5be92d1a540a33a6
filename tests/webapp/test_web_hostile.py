"""The server of `zenkai serve` against what never ends, comes too often, or belongs to somebody else."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import PATIENCE
from tests.web_helpers import TOKEN, Served, needed, served

needed()

from zenkai_solver.models.loading import loads  # noqa: E402
from zenkai_solver.solvers.sets.compiling import compile_instance  # noqa: E402
from zenkai_solver.solvers.sets.files import write_set  # noqa: E402
from zenkai_solver.solvers.webapp.errors import Busy, Wrong  # noqa: E402
from zenkai_solver.solvers.webapp.helpers import Helper, Readers  # noqa: E402
from zenkai_solver.solvers.webapp.settings import Settings  # noqa: E402

DOMINOES = "puzzle: packing\nboard: {}\npieces: dominoes\ncounts: any\n"
POSIX = pytest.mark.skipif(os.name != "posix", reason="pipes with names, and modes of files")


def until(holds: Callable[[], bool]) -> None:
    """Wait for it."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


# ---- texts


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """It gives a text a second; what is asked of it here takes far longer."""
    with served(tmp_path_factory.mktemp("hurried"), reading=1) as found:
        yield found


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("puzzle: sudoku\nsize: 25x25\nrules: [" + "anti-knight, " * 5_000 + "]\n", id="rules"),
        pytest.param("\n" * 500_000, id="lines", marks=pytest.mark.broad),
        pytest.param(
            "puzzle: nonogram\nrows: [[" + "1, " * 99_000 + "]]\ncolumns: [[1]]\n",
            id="clues",
            marks=pytest.mark.broad,
        ),
    ],
)
def test_a_text_has_so_much_time(hurried: Served, text: str) -> None:
    answer, said = hurried.ask("POST", "/api/read", {"text": text})
    assert (answer.status, json.loads(said)["error"]) == (
        400,
        "this takes more than 1 s to read, or too much memory",
    )


ANSWERS = """
import sys, time
line = sys.stdout.buffer
line.write(b"100 0\\n"); line.flush()
while head := sys.stdin.buffer.readline():
    text = sys.stdin.buffer.read(int(head.split()[1]))
    if b"dies" in text:
        sys.exit(1)
    if b"hangs" in text:
        time.sleep(1000)
    line.write(b"200 %d\\n" % len(text) + text); line.flush()
"""


def readers(folder: Path, work: Callable[[Readers], Coroutine[Any, Any, None]], **more: Any) -> None:
    """Readers that give back what they get, at once, never, or by their end."""
    own = Settings(folder, TOKEN, helper=(sys.executable, "-IS", "-c", ANSWERS), **more)

    async def whole() -> None:
        pool = Readers(own)
        try:
            await work(pool)
        finally:
            await pool.close()

    asyncio.run(whole())


def test_many_that_hang_do_not_keep_the_last_one_waiting(tmp_path: Path) -> None:
    async def work(pool: Readers) -> None:
        others = [asyncio.ensure_future(pool.read({"text": "hangs"})) for _ in range(45)]
        await asyncio.sleep(0)  # each has asked now, and no process can have started
        assert len(pool.waiting) == 32
        status, said = await pool.read({"text": "mine"})
        assert (status, json.loads(said)) == (200, {"text": "mine"})
        ended = [type(own.exception()) for own in others if own.done()]
        assert ended.count(Wrong) <= 2 * 2, "two rounds of both processes"
        assert ended.count(Busy) >= 45 - 2 - 32, "no more than that wait"
        for own in others:
            own.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        assert len(pool.helpers) == 2

    readers(tmp_path, work, reading=1.0, max_reads=32)


def test_who_leaves_ends_the_process(tmp_path: Path) -> None:
    async def work(pool: Readers) -> None:
        task = asyncio.ensure_future(pool.read("hangs"))
        while pool.tasks or not any(helper.turn.locked() for helper in pool.helpers):  # all have started
            await asyncio.sleep(0.01)
        (helper,) = [one for one in pool.helpers if one.turn.locked()]
        assert helper.process is not None
        task.cancel()
        await asyncio.wait_for(helper.process.wait(), PATIENCE)
        assert helper not in pool.helpers
        with pytest.raises(Wrong):
            await pool.read("dies")
        assert (await pool.read("x"))[0] == 200

    readers(tmp_path, work, reading=PATIENCE)


def test_no_process_no_text(tmp_path: Path) -> None:
    async def work() -> None:
        pool = Readers(Settings(tmp_path, TOKEN, helper=(str(tmp_path / "none"),)))
        with pytest.raises(Busy, match="cannot be started"):
            await pool.read("x")
        await pool.close()

    asyncio.run(work())


TALKS = """
import sys
sys.stdout.buffer.write(b"100 1\\n1")
sys.stdout.flush()
sys.stdin.buffer.readline()
sys.stdout.buffer.write(b"200 5000000\\n" + bytes(100_000))
sys.stdout.flush()
open("said", "w").close()
sys.stdout.buffer.write(bytes(4_900_000))
"""


def test_a_process_ends_though_nobody_reads_what_it_says(tmp_path: Path) -> None:
    async def work() -> None:
        helper = Helper(Settings(tmp_path, TOKEN, helper=(sys.executable, "-IS", "-c", TALKS)), ())
        await helper.start()
        asked = asyncio.ensure_future(helper.ask("x"))
        await asyncio.sleep(0)  # it is asked now
        asked.cancel()
        await asyncio.wait([asked])
        while not (tmp_path / "said").exists():
            await asyncio.sleep(0.01)
        await asyncio.wait_for(helper.close(), PATIENCE)

    asyncio.run(work())


@pytest.mark.parametrize(
    "value", ["2020-01-01", "2020-01-01 10:20:30", ".nan", "[.inf, {x: -.inf}]", "!!binary aGk="]
)
def test_whatever_yaml_knows_is_told_to_the_page(value: str) -> None:
    """JSON has no dates and no such numbers: an unknown key is what is wrong, and no bug of ours."""
    from zenkai_solver.solvers.webapp.reading import read

    found = read(DOMINOES.format("2x2") + f"notes: {value}\n")
    assert "notes" in found["error"]
    json.dumps(found, allow_nan=False)


def test_every_beginning_of_a_family_is_valid() -> None:
    """The texts that the page shows at first."""
    from tests.helpers import ROOT
    from zenkai_solver.models.loading import FAMILIES
    from zenkai_solver.solvers.webapp.reading import read

    script = (ROOT / "solvers" / "webapp" / "static" / "app.js").read_text(encoding="utf-8")
    block = script.partition("const START")[2].partition("\n}")[0]
    texts = re.findall(r"^  (\w+): '(.*)',$", block, re.M)
    assert {family for family, _ in texts} == FAMILIES.keys()
    for family, text in texts:
        found = read(text.replace("\\n", "\n"))
        assert (found["family"], found.get("error")) == (family, None)


# ---- sets


SLOW = """
import sys, time
from zenkai_solver.solvers.webapp import helper
own = helper.opened
helper.opened = lambda path, *more: time.sleep(1000) if path.name == "slow.zset" else own(path, *more)
helper.main(sys.argv[1:])
"""


def test_a_set_that_is_read_keeps_nobody_waiting(tmp_path: Path) -> None:
    """One that takes for ever to be read: others are answered, and it ends with who asked."""
    write_set(tmp_path / "d.zset", compile_instance(loads(DOMINOES.format("4x4"), "d")))
    shutil.copy(tmp_path / "d.zset", tmp_path / "slow.zset")
    slow, quick = "1" * 16, "2" * 16
    files = {slow: tmp_path / "slow.zset", quick: tmp_path / "d.zset"}
    with served(tmp_path / "state", files=files, helper=(sys.executable, "-c", SLOW)) as server:
        galleries = server.server.galleries
        until(lambda: slow in galleries.known)  # the first file that was named is read before anybody asks
        assert server.status("GET", f"/gallery/{quick}") == 200
        assert quick in galleries.known, "its page was opened"
        body = b"{}"
        head = {**server.headers, "Host": f"127.0.0.1:{server.port}", "Content-Type": "application/json"}
        asked = socket.create_connection(("127.0.0.1", server.port))
        lines = [
            f"POST /api/gallery/{slow}/info HTTP/1.1",
            *(f"{name}: {value}" for name, value in head.items()),
        ]
        asked.sendall(("\r\n".join([*lines, "Content-Length: 2", "", ""])).encode() + body)
        until(lambda: slow in galleries.known and galleries.known[slow].helper.process is not None)
        process = galleries.known[slow].helper.process
        assert server.get(f"/api/gallery/{slow}") == {"read": 0.0}
        assert server.post(f"/api/gallery/{quick}/info")["count"] == 36
        begun = server.post("/api/jobs", {"text": DOMINOES.format("2x2"), "name": "d"})
        server.ended(begun["id"])
        assert server.post(f"/api/gallery/{begun['id']}/info")["count"] == 1
        assert server.status("DELETE", f"/api/jobs/{begun['id']}") == 200
        assert begun["id"] not in galleries.known
        asked.close()
        until(lambda: slow not in galleries.known and process.returncode is not None)


def test_so_many_sets_are_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that was looked at last stays; one that is waited for is not given up."""
    from zenkai_solver.solvers.webapp import browsing

    monkeypatch.setattr(browsing, "MOST", 2)

    async def work() -> None:
        own = Settings(tmp_path, TOKEN, helper=(sys.executable, "-IS", "-c", ANSWERS))
        galleries = browsing.Galleries(own)
        for id, held in (("a", "a"), ("b", "ab"), ("a", "ba"), ("c", "ac"), ("b", "cb")):
            status, _ = await galleries.answer(id, Path("x"), "info", {})
            assert (status, "".join(galleries.known)) == (200, held)
        tasks = [asyncio.ensure_future(galleries.answer(id, Path("hangs"), "info", {})) for id in "de"]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="2 sets are being read"):
            await galleries.answer("f", Path("x"), "info", {})
        galleries.end("d")
        assert (await galleries.answer("f", Path("x"), "info", {}))[0] == 200
        await galleries.close()
        assert {type(error).__name__ for error in await asyncio.gather(*tasks, return_exceptions=True)} == {
            "NotThere"
        }

    asyncio.run(work())


# ---- connections


def test_who_says_nothing_is_let_go(tmp_path: Path) -> None:
    with served(tmp_path, patience=0.3) as server:
        own = "".join(f"{name}: {value}\r\n" for name, value in server.headers.items())
        host = f"Host: 127.0.0.1:{server.port}\r\n"
        post = f"POST /api/read HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length: 9\r\n"
        for said, answered in (
            ("", b""),
            ("GET / HT", b""),
            (f"GET / HTTP/1.1\r\n{host}X: ", b""),
            (f"GET /api/about HTTP/1.1\r\n{host}{own}\r\nGET /api", b"HTTP/1.1 200"),
            (f"{post}{own}\r\n{{", b"HTTP/1.1 408"),
            (f"{post}\r\n{{", b"HTTP/1.1 403"),
        ):
            with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as one:
                one.sendall(said.encode())
                assert _rest(one).startswith(answered), said


def _rest(one: socket.socket) -> bytes:
    """What comes until the other end closes; a reset is an end too."""
    found = b""
    try:
        while part := one.recv(1 << 16):
            found += part
    except ConnectionResetError:
        pass
    return found


def test_those_who_ask_for_nothing_lock_nobody_out(tmp_path: Path) -> None:
    """Idle ones, and those that are refused and do not read it, go; who is answered stays."""
    with served(tmp_path, max_connections=8) as server, ExitStack() as stack:
        begun = server.post("/api/jobs", {"text": DOMINOES.format("8x8"), "name": "d", "symmetry": "all"})
        stream = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE))
        head = "".join(f"{name}: {value}\r\n" for name, value in server.headers.items())
        host = f"Host: 127.0.0.1:{server.port}\r\n"
        stream.sendall(f"GET /api/jobs/{begun['id']}/events HTTP/1.1\r\n{host}{head}\r\n".encode())
        assert stream.recv(1 << 16).startswith(b"HTTP/1.1 200")
        first = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE))
        for number in range(40):
            other = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE))
            if number % 2:
                other.sendall(f"GET /api/about HTTP/1.1\r\n{host}\r\n".encode() * 9)
        assert server.status("GET", "/api/about") == 200
        assert _rest(first) == b""
        assert len(server.server.guard.connections.open) <= 8
        server.post(f"/api/jobs/{begun['id']}/stop")
        assert b'"ended"' in _rest_of(stream)


def _rest_of(stream: socket.socket) -> bytes:
    """What a stream says until it ends."""
    found = b""
    while b"\r\n0\r\n\r\n" not in found:
        part = stream.recv(1 << 16)
        assert part, "it was cut"
        found += part
    return found


# ---- the command


@contextmanager
def started(folder: Path, *options: str, **env: str) -> Iterator[tuple[subprocess.Popen[str], int, str]]:
    """`zenkai serve` as a person starts it: process, port, token."""
    command = [
        sys.executable,
        "-m",
        "zenkai_solver.solvers.commands.serve",
        "--folder",
        str(folder),
        *options,
    ]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **env},
        umask=0o022,
    ) as process:
        try:
            assert process.stdout is not None
            found = re.fullmatch(r"http://127.0.0.1:(\d+)/\?token=(\S+)\n", process.stdout.readline())
            assert found, process.stderr and process.stderr.read()
            yield process, int(found[1]), found[2]
        finally:
            process.send_signal(signal.SIGTERM)


def entered(port: int, token: str) -> Served:
    """With the session's cookie and key."""
    own = Served(port, None)
    answer, _ = own.ask("GET", f"/?token={token}")
    assert answer.status == 303
    own.cookie = answer.headers["Set-Cookie"].partition(";")[0]
    own.key = answer.headers["Location"].partition("#key=")[2]
    own.headers = {"Cookie": own.cookie, "X-Zenkai": own.key, "Sec-Fetch-Site": "same-origin"}
    return own


@POSIX
def test_a_server_keeps_to_itself(tmp_path: Path) -> None:
    """What it keeps and shows, with the open door of `--open`, 300 idle connections, a second server, and a kill."""
    state, seen = tmp_path / "state", tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {seen}.part && mv {seen}.part {seen}\n')
    browser.chmod(0o755)
    with started(state, "--open", BROWSER=f"{browser} %s") as (process, port, token):
        until(seen.exists)
        door = Path(seen.read_text().strip().removeprefix("file://"))
        page = door.read_text()
        assert (stat.S_IMODE(door.stat().st_mode), door.parent) == (0o600, state)
        once = re.search(r"url=http://127.0.0.1:\d+/\?token=([^\"]+)", page)
        assert once
        assert token not in seen.read_text() + page
        assert once[1] not in seen.read_text()
        entered(port, once[1])
        assert not door.exists()
        assert Served(port, None).status("GET", f"/?token={once[1]}") == 403
        own = entered(port, token)
        own.post("/api/shelf", {"name": "mine", "text": "x"})
        kept = own.post(
            "/api/jobs", {"text": DOMINOES.format("8x8"), "name": "k", "symmetry": "all", "keep": True}
        )
        if sys.platform == "linux":
            _idle(process, own)
        with started(state) as (_, other_port, other_token):
            other = entered(other_port, other_token)
            assert other.get("/api/jobs") == []
            other.post("/api/jobs", {"text": DOMINOES.format("2x2"), "name": "d"})
            assert [job["id"] for job in own.get("/api/jobs")] == [kept["id"]]
            assert other.status("GET", "/api/about", headers={"X-Zenkai": own.key}) == 403
        assert (state / "server-2" / "jobs").is_dir()
        until(lambda: (state / "jobs" / kept["id"] / "run").exists())
        modes = {path: stat.S_IMODE(path.stat().st_mode) for path in [state, *state.rglob("*")]}
        assert {path: oct(mode) for path, mode in modes.items() if mode & 0o077} == {}
        process.kill()
        process.wait()
    with started(state) as (_, port, token):
        (job,) = entered(port, token).get("/api/jobs")
        assert (job["id"], job["phase"]) == (kept["id"], "ended")


def _idle(process: subprocess.Popen[str], own: Served) -> None:
    """300 connections that say nothing, of a server that may open 256 files."""
    import resource

    resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (256, 256))
    with ExitStack() as stack:
        for _ in range(300):
            stack.enter_context(socket.create_connection(("127.0.0.1", own.port), PATIENCE))
        assert own.status("GET", "/api/about") == 200


@POSIX
def test_two_at_once_have_two_folders(tmp_path: Path) -> None:
    """Started in the same moment; each says where its own is."""
    with ExitStack() as stack:
        both: list[Any] = []

        def start() -> None:
            both.append(stack.enter_context(started(tmp_path / "state")))

        threads = [threading.Thread(target=start) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for process, *_ in both:
            process.send_signal(signal.SIGTERM)
        said = sorted(process.stderr.read() for process, *_ in both)
    state = tmp_path / "state"
    assert said == [
        "",
        f"another server uses {state}; runs and shelf of this one are in {state / 'server-2'}\n",
    ]
