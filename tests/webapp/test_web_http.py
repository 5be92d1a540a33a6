"""The server of `zenkai serve`, by raw HTTP: who is answered, what is refused, and jobs from begin to end."""

from __future__ import annotations

import asyncio
import base64
import json
import math
import re
import shutil
import sys
import tracemalloc
import zlib
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.helpers import PATIENCE, ROOT
from tests.web_helpers import TOKEN, Served, needed, served
from zenkai_solver.solvers import cli
from zenkai_solver.solvers.commands import serve as serving

needed()

from zenkai_solver.models.document import InstanceError  # noqa: E402
from zenkai_solver.models.formats.lzstring import packed  # noqa: E402
from zenkai_solver.models.formats.penpa_text import restored  # noqa: E402
from zenkai_solver.models.loading import loads  # noqa: E402
from zenkai_solver.models.sudoku.notation import RULES  # noqa: E402
from zenkai_solver.solvers.core.command import Refused  # noqa: E402
from zenkai_solver.solvers.core.deadlines import Interrupted  # noqa: E402
from zenkai_solver.solvers.python_api.api import solve  # noqa: E402
from zenkai_solver.solvers.sets.compiling import compile_instance  # noqa: E402
from zenkai_solver.solvers.sets.files import write_set  # noqa: E402
from zenkai_solver.solvers.solution_files.places import STEP, LineIndex  # noqa: E402
from zenkai_solver.solvers.webapp import app, child, generating, palette, shelf  # noqa: E402
from zenkai_solver.solvers.webapp import folder as folders  # noqa: E402
from zenkai_solver.solvers.webapp.app import MODULES, NotThere, Server, static  # noqa: E402
from zenkai_solver.solvers.webapp.jobs import Job, JobError, JobOptions, Jobs  # noqa: E402
from zenkai_solver.solvers.webapp.settings import Settings  # noqa: E402
from zenkai_solver.solvers.webapp.shelf import Shelf  # noqa: E402

DOMINOES = "puzzle: packing\nboard: {}\npieces: dominoes\ncounts: any\n"
WAITS = "import sys; sys.stdin.read()"  # a child that ends with its parent
DEAF = "import signal, sys; signal.signal(15, signal.SIG_IGN); print('{\"sofar\": 1}', flush=True); sys.stdin.read()"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("web")
    write_set(folder / "d.zset", compile_instance(loads(DOMINOES.format("4x4"), "d")))
    with served(folder / "state", files={"0" * 16: folder / "d.zset"}) as found:
        yield found


# ---- who is answered


def test_the_token_gives_a_cookie_and_nothing_else_does(server: Served) -> None:
    answer, _ = server.ask("GET", f"/?token={TOKEN}", headers={"Cookie": None})
    cookie = answer.headers["Set-Cookie"]
    assert (answer.status, answer.headers["Location"]) == (303, f"/#key={server.key}")
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    assert TOKEN not in cookie
    assert server.key not in cookie
    assert server.status("GET", "/") == 200
    for path in ("/", "/static/app.js", "/api/about", "/api/jobs"):
        for wrong in (
            None,
            f"zenkai-{server.port}=",
            server.cookie + "x",
            "zenkai-1=" + server.cookie,
            "é;=,",
        ):
            assert server.status("GET", path, headers={"Cookie": wrong}) == 403, (path, wrong)
    for wrong in ("", TOKEN[:-1], TOKEN + "x", "%ff"):
        answer, _ = server.ask("GET", f"/?token={wrong}", headers={"Cookie": None})
        assert (answer.status, answer.headers["Set-Cookie"]) == (403, None), wrong
    assert server.status("POST", f"/?token={TOKEN}", {}, headers={"Cookie": None}) == 403
    assert server.status("GET", f"/api/jobs?token={TOKEN}", headers={"Cookie": None}) == 403


def test_only_our_own_names_are_served(server: Served) -> None:
    own = ("127.0.0.1", "localhost", "LOCALHOST", "[::1]")
    for name in own:
        assert server.status("GET", "/api/about", headers={"Host": f"{name}:{server.port}"}) == 200, name
    others = (
        "evil.example",
        f"evil.example:{server.port}",
        "127.0.0.1",
        "localhost:1",
        "",
        "127.0.0.1.evil.example",
    )
    for name in (*others, None, f"127.0.0.1:{server.port}@evil.example", f"192.168.0.1:{server.port}"):
        assert server.status("GET", "/api/about", headers={"Host": name}) == 400, name


ORIGINS: list[tuple[dict[str, str | None], bool]] = [
    ({"Sec-Fetch-Site": "same-origin"}, True),
    ({"Sec-Fetch-Site": None, "Origin": "OWN"}, True),
    ({"Sec-Fetch-Site": None}, True),
    ({"X-Zenkai": None}, False),
    ({"X-Zenkai": "1"}, False),
    ({"Sec-Fetch-Site": None, "Origin": "OWN", "X-Zenkai": "é"}, False),
    ({"Sec-Fetch-Site": "cross-site"}, False),
    ({"Sec-Fetch-Site": "same-site"}, False),
    ({"Sec-Fetch-Site": "none"}, False),
    ({"Sec-Fetch-Site": "cross-site", "Origin": "OWN"}, False),
    ({"Sec-Fetch-Site": None, "Origin": "http://evil.example"}, False),
    ({"Sec-Fetch-Site": "same-origin", "Origin": "http://evil.example"}, False),
    ({"Sec-Fetch-Site": None, "Origin": "null"}, False),
    ({"Sec-Fetch-Site": None, "Origin": "OWNs"}, False),
]


def test_strangers_pages_start_nothing_and_hear_nothing(server: Served) -> None:
    """Every address that changes something, and the stream of events, though the cookie is there."""
    changing = [(method, path) for method, path in _addresses(server) if method != "GET"]
    assert len(changing) >= 7
    for headers, allowed in ORIGINS:
        sent = {
            name: value and value.replace("OWN", f"http://127.0.0.1:{server.port}")
            for name, value in headers.items()
        }
        for method, path in [*changing, ("GET", "/api/jobs/none/events")]:
            status = server.status(method, path, None if method == "GET" else {}, headers=sent)
            assert (status != 403) == allowed, (method, path, headers, status)
    assert server.get("/api/jobs") == []


def test_a_cookie_alone_opens_nothing(server: Served) -> None:
    """A browser shows it to every port of this machine: whoever has it from there asks in vain, and learns no key."""
    for method, path in _addresses(server):
        answer, said = server.ask(method, path, None if method == "GET" else {}, headers={"X-Zenkai": None})
        assert server.key.encode() not in said
        assert server.key not in str(answer.headers)
        assert (answer.status == 403) == path.startswith("/api/"), path


@pytest.mark.parametrize(
    "around",
    ['prefs={"a":1}; OWN', "a b; OWN", "OWN; é;=,", "=; ;;OWN", "NAME=x; OWN", 'NAME="; OWN', "OWN; NAME=x"],
)
def test_a_neighbours_cookies_do_not_lock_us_out(server: Served, around: str) -> None:
    sent = around.replace("OWN", server.cookie).replace("NAME", f"zenkai-{server.port}")
    assert server.status("GET", "/api/about", headers={"Cookie": sent}) == 200
    assert server.status("GET", "/api/about", headers={"Cookie": sent.replace(server.cookie, "x=y")}) == 403


def test_a_token_for_one_time_is_good_for_one_time(server: Served, tmp_path: Path) -> None:
    file = tmp_path / "open.html"
    file.touch()
    token = server.server.token_once(file)
    answers = [server.ask("GET", f"/?token={token}", headers={"Cookie": None})[0] for _ in range(2)]
    assert [answer.status for answer in answers] == [303, 403]
    assert not file.exists()


def _addresses(server: Served) -> Iterator[tuple[str, str]]:
    for route in server.server.routes():
        for method in route.methods - {"HEAD"}:
            yield (
                method,
                route.path.replace("{id}", "none")
                .replace("{name:path}", "none")
                .replace("{name}", "none")
                .replace("{what}", "info"),
            )


def test_every_answer_has_the_headers_and_no_path_of_the_machine(server: Served) -> None:
    folder = str(server.server.settings.folder)
    for method, path in [*_addresses(server), ("GET", "/nothing"), ("GET", "/api/jobs/../../etc/passwd")]:
        for body in (None, {}, {"text": 5}, {"text": "x", "name": "y", "what": "z"}, [1]):
            answer, said = server.ask(method, path, None if method == "GET" else body)
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert "Access-Control-Allow-Origin" not in answer.headers
            assert folder.encode() not in said, path
            assert b"Traceback" not in said
            assert answer.status < 500, (method, path, said)
    refused, _ = server.ask("GET", "/", headers={"Cookie": None})
    assert (refused.status, refused.headers["X-Content-Type-Options"]) == (403, "nosniff")
    assert server.status("OPTIONS", "/api/jobs") == 405
    assert server.status("GET", "/static/index.html") == 404, "neither a script nor a style"
    assert server.status("PUT", "/api/jobs", {}) == 405


def test_a_failure_that_nobody_expected_says_its_kind_alone(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "/home/someone/secret"

    def broken(*_: object) -> None:
        raise RuntimeError(secret)

    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied", secret)

    for fault, word in ((broken, b"RuntimeError"), (denied, b"Permission denied")):
        monkeypatch.setattr(server.server.shelf.__class__, "listed", fault)
        answer, said = server.ask("GET", "/api/shelf")
        assert answer.status == 500
        assert word in said
        assert secret.encode() not in said


# ---- bodies


def test_bodies_are_json_and_of_limited_size(server: Served) -> None:
    good = {"text": DOMINOES.format("2x2")}
    assert server.status("POST", "/api/read", good) == 200
    kinds = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", None)
    for kind in kinds:
        headers = {"Content-Type": kind}
        assert server.status("POST", "/api/read", good, headers=headers) == 415, kind
    assert server.status("POST", "/api/read", good, headers={"Content-Encoding": "gzip"}) == 415
    for raw in (
        b"",
        b"{",
        b"[]",
        b"5",
        b"\xff",
        b"[" * 100_000,
        b'{"text": 1e999999}',
        b'{"text": "\\ud800"}',
    ):
        answer, said = server.ask("POST", "/api/read", raw=raw, headers={"Content-Type": "application/json"})
        assert answer.status in (200, 400), raw[:20]
        assert b"error" in said, raw[:20]
    most = server.server.settings.max_body
    assert server.status("POST", "/api/read", {"text": "#" * (most - 100)}) == 200
    for length in ("-1", "x", str(most + 1), str(10**30)):
        headers = {"Content-Type": "application/json", "Content-Length": length}
        # No body: what is sent to a connection that is closed by then resets it, before the answer is read.
        assert server.status("POST", "/api/read", raw=b"", headers=headers) in (400, 413), length
    chunk = b"%x\r\n%s\r\n" % (1 << 16, b" " * (1 << 16))  # of a body that does not say how long it is
    chunked = {"Transfer-Encoding": "chunked", "Content-Length": None, "Content-Type": "application/json"}
    assert server.status("POST", "/api/read", raw=b"2\r\n{}\r\n0\r\n\r\n", headers=chunked) == 400
    assert server.status("POST", "/api/read", raw=chunk * 17 + b"0\r\n\r\n", headers=chunked) == 413


def test_what_is_packed_is_unpacked_within_bounds(server: Served) -> None:
    """Links of some kilobytes that unpack to megabytes: each is refused for its size, and not unpacked whole."""
    packer = zlib.compressobj(9, wbits=-15)
    much = b"".join(packer.compress(b" " * (1 << 20)) for _ in range(64)) + packer.flush()
    deflated = base64.b64encode(much).decode()
    wound = packed(" " * ((1 << 20) + 1))
    links = f"scl{wound}", f"fpuzzles{wound}", f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={deflated}"
    for link in links:
        assert len(link) < 1 << 17
        found = server.post("/api/read", {"text": link})
        assert "the most that is read" in found["error"], link[:10]
        assert len(json.dumps(found)) < server.server.settings.max_body
    tracemalloc.start()
    with pytest.raises(InstanceError):
        restored(deflated)
    assert tracemalloc.get_traced_memory()[1] < 32 << 20
    tracemalloc.stop()


def test_no_file_of_the_machine_is_read(server: Served, tmp_path: Path) -> None:
    secret = tmp_path / "secret.non"
    secret.write_text('title "secret"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n')
    for name in (str(secret), "../../secret.non", f"file: {secret}\npuzzle: nonogram"):
        assert "error" in server.post("/api/read", {"text": name})
    for path in (
        "../settings.py",
        "%2e%2e/settings.py",
        "..%2fsettings.py",
        "%2fetc%2fpasswd",
        "__init__.py",
    ):
        assert server.status("GET", f"/static/{path}") == 404, path
        assert server.status("GET", f"/api/examples/{path}") == 404, path
        assert server.status("GET", f"/api/shelf/{path}") == 404, path
        assert server.status("POST", f"/api/jobs/{path}/file", {}) in (404, 405), path
        assert server.status("GET", f"/file/{path}") == 404, path
    with pytest.raises(NotThere):  # also where no router stands before it
        asyncio.run(static(SimpleNamespace(path_params={"name": "../static/app.js"})))
    (tmp_path / "x.json").write_text('{"name": "x", "text": "secret"}')
    shelf = Shelf(tmp_path / "shelf")
    shelf.folder.mkdir()
    assert shelf.get("../x") is None
    shelf.remove("../x")
    assert (tmp_path / "x.json").exists()


# ---- puzzles


def test_anything_is_read_and_named(server: Served) -> None:
    for kind, text in _texts():
        found = server.post("/api/read", {"text": text})
        assert found["kind"] == kind, found
        again = server.post("/api/read", {"data": found["data"]})
        assert (again["data"], again["svg"], again["kind"]) == (found["data"], found["svg"], "YAML")
    wrong = server.post("/api/read", {"text": "puzzle: packing\nboard: 6x9\npieces: pentominoes\n"})
    assert (wrong["line"], sum(piece["lo"] * len(piece["cells"]) for piece in wrong["tray"])) == (3, 60)
    clash = server.post("/api/read", {"text": "puzzle: sudoku\ngrid: |\n  11..\n  ....\n  ....\n  ....\n"})
    assert "R1C1 and R1C2" in clash["error"]
    assert clash["grid"]["rows"] == 4
    many = server.post("/api/read", {"text": ("." * 80 + "1\n") * 3})
    assert len(many["many"]) == 3


def _texts() -> Iterator[tuple[str, str]]:
    yield "YAML", DOMINOES.format("4x4")
    yield "sudoku", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    yield ".non", "width 2\nheight 1\nrows\n2\ncolumns\n1\n1\n"
    yield "Pattern", "2x1:1/1/2"
    yield ".cnf", "p cnf 2 1\n1 2 0\n"


def test_the_shelf_and_the_examples(server: Served) -> None:
    names = [name for name, _ in server.get("/api/examples")]
    assert "pento6x10" in names
    assert server.get("/api/examples/sudoku/thermo")["text"].startswith("puzzle: sudoku")
    id = server.post("/api/shelf", {"name": "<b>mine</b>", "text": DOMINOES.format("2x2")})["id"]
    assert server.post("/api/shelf", {"name": "<b>mine</b>", "text": DOMINOES.format("2x3")})["id"] == id
    assert {"id": id, "name": "<b>mine</b>"} in server.get("/api/shelf")
    assert "2x3" in server.get(f"/api/shelf/{id}")["text"]
    for name in ("", " ", "x" * 101, 5, None):
        assert server.status("POST", "/api/shelf", {"name": name, "text": "x"}) == 400
    assert server.status("DELETE", f"/api/shelf/{id}") == 200
    assert id not in [one["id"] for one in server.get("/api/shelf")]


def test_every_rule_is_offered() -> None:
    offered = {name.partition(":")[0] for name in palette.FORMS}
    assert offered | {"any"} == set(RULES), "a rule of rules is stated in the text alone"


def test_files_of_the_command_line_are_looked_at_by_id(server: Served) -> None:
    (listed,) = server.get("/api/files")
    assert (listed["id"], listed["name"]) == ("0" * 16, "d.zset")
    path = f"/api/gallery/{listed['id']}"
    assert server.post(f"{path}/info")["count"] == 36
    joined = {"filters": [{"cell": 0, "beside": 1}]}
    page = server.post(f"{path}/page", {"from": 17, "n": 5, "query": joined})
    assert (page["total"], len(page["items"])) == (18, 1)
    assert server.status("GET", f"/gallery/{listed['id']}") == 200
    for other in ("d.zset", "..%2fd.zset", "1" * 16):
        assert server.status("GET", f"/gallery/{other}") == 404
        assert server.status("POST", f"/api/gallery/{other}/info", {}) == 404


# ---- jobs


def test_a_job_from_begin_to_end(server: Served) -> None:
    asked = {"text": DOMINOES.format("4x4"), "name": "d", "symmetry": "all", "certify": True}
    begun = server.post("/api/jobs", asked)
    state = server.ended(begun["id"])
    assert (state["count"], state["all"], state["reason"]) == (9, 36, None)
    assert state["levels"] == ["verified", "certified"]
    assert len(state["digest"]) == 32
    job = f"/api/jobs/{begun['id']}"
    assert [number for number, *_ in server.get(job)["first"]] == list(range(1, 13))
    pages = [server.get(f"{job}/solutions?from={first}&n=20")["solutions"] for first in (1, 21, 41)]
    assert [number for page in pages for number, *_ in page] == list(range(1, 37))
    assert pages[0][0][1].startswith("<svg")
    for query in ("from=0", "from=-1", "from=x", "n=0", "from=" + "9" * 30):
        assert server.status("GET", f"{job}/solutions?{query}") == 400, query
    _browsed(server, f"/api/gallery/{begun['id']}")
    assert server.status("POST", f"{job}/file", {"file": "job.json"}) == 404
    leave = server.post(f"{job}/file")["at"]
    alone = {"X-Zenkai": None, "Sec-Fetch-Site": None}  # as a browser fetches it
    assert server.status("GET", leave, headers={**alone, "Cookie": None}) == 403
    answer, file = server.ask("GET", leave, headers=alone)
    assert "attachment" in answer.headers["Content-Disposition"]
    assert json.loads(file.splitlines()[-1])["digest"] == state["digest"]
    assert server.status("GET", leave) == 404, "one time"
    assert server.status("DELETE", job) == 200
    assert server.status("GET", job) == 404


def _browsed(server: Served, path: str) -> None:
    """What the page of all solutions asks: a count of a filter is that of the boards, a share its complement."""
    info = server.post(f"{path}/info")
    assert (info["count"], info["all"], info["reason"]) == (36, 36, None)
    joined = {"filters": [{"cell": 0, "beside": 1}]}
    found = server.post(f"{path}/page", {"from": 0, "n": 100, "query": joined})
    others = server.post(
        f"{path}/page", {"from": 0, "n": 3, "query": {"filters": [{**joined["filters"][0], "not": True}]}}
    )
    assert {item["board"][0] == item["board"][1] for item in found["items"]} == {True}
    assert found["total"] + others["total"] == 36
    share = server.post(f"{path}/share", {"query": {"filters": []}})
    assert share["joined"][info["pairs"].index([0, 1])] == found["total"]
    lines = server.post(f"{path}/lines", {"query": joined, "from": 0})["text"].splitlines()
    assert len(lines) == 1 + found["total"]
    for what, body in (
        ("info/x", {}),
        ("rm", {}),
        ("page", {}),
        ("page", {"from": -1, "n": 1, "query": joined}),
        ("share", {"query": 5}),
    ):
        assert server.status("POST", f"{path}/{what}", body) in (400, 404), (what, body)


def test_stop_and_what_was_found_before(server: Served) -> None:
    begun = server.post("/api/jobs", {"text": DOMINOES.format("8x8"), "name": "d", "symmetry": "all"})
    path = f"/api/jobs/{begun['id']}"
    job = server.server.jobs.known[begun["id"]]
    stream = _until(server, f"{path}/events", b'"sofar"')
    assert server.status("POST", f"/api/gallery/{begun['id']}/info", {}) == 404, "not before it has ended"
    process = job.process
    state = server.post(f"{path}/stop")
    assert (state["phase"], state["reason"]) == ("ended", "stopped")
    assert process.returncode is not None
    stream.close()
    page = server.get(f"{path}/solutions?from=1&n=3")["solutions"]
    assert [number for number, *_ in page] == [1, 2, 3]
    assert server.status("DELETE", path) == 200


def _until(server: Served, path: str, word: bytes) -> Any:
    """An open stream, of which the word has been read."""
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", path, headers={**server.headers, "Host": f"127.0.0.1:{server.port}"})
    answer = connection.getresponse()
    while word not in answer.readline():
        assert not answer.isclosed()
    return connection


def test_jobs_that_are_refused(server: Served) -> None:
    text = DOMINOES.format("2x2")
    wrong: list[dict[str, Any]] = [
        {},
        {"text": 5, "name": "x"},
        {"text": text, "name": ""},
        {"text": text, "name": "x" * 101},
        {"text": text, "name": "x", "what": "rm"},
        {"text": text, "name": "x", "symmetry": "none"},
        {"text": text, "name": "x", "limit": 0},
        {"text": text, "name": "x", "limit": True},
        {"text": text, "name": "x", "seconds": "1"},
        {"text": text, "name": "x", "certify": "yes"},
        {"text": text, "name": "x", "keep": True, "what": "unique"},
        {"text": text, "name": "x", "keep": True, "limit": 3},
    ]
    for body in wrong:
        assert server.status("POST", "/api/jobs", body) == 409, body
    assert server.get("/api/jobs") == []
    assert not list(server.server.settings.jobs.iterdir())


# ---- jobs without a network: a child that only waits


def settings(folder: Path, script: str = WAITS, **more: Any) -> Settings:
    return Settings(
        folder, TOKEN, **{"grace": 10_000.0, "child": (sys.executable, "-IS", "-c", script), **more}
    )


ASKED = JobOptions("puzzle: packing", "x")
BEGUN: list[Jobs] = []


def begun(own: Settings) -> Jobs:
    BEGUN.append(Jobs(own))
    return BEGUN[-1]


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """As asyncio.run; all children end, also where the test fails."""

    async def whole() -> None:
        try:
            await work()
        finally:
            await asyncio.gather(*(jobs.close() for jobs in BEGUN))
            BEGUN.clear()

    asyncio.run(whole())


async def _ended(job: Job) -> None:
    await asyncio.wait_for(job.done.wait(), PATIENCE)
    assert job.phase == "ended"


def test_commands_answer_in_words(server: Served) -> None:
    """What `zenkai explain --why` says, and what `make-unique` makes; a fact that is none is refused."""
    four = "puzzle: sudoku\ngrid: |\n  12..\n  ....\n  ..3.\n  ....\n"
    asked = {"text": four, "name": "four"}
    told = server.ended(server.post("/api/jobs", {**asked, "what": "why", "about": "R2C3=1"})["id"])
    assert told["told"].startswith("R2C3=1 ")
    assert (told["made"], told["reason"]) == (None, None)
    made = server.ended(server.post("/api/jobs", {**asked, "what": "make-unique"})["id"])["made"]
    assert server.ended(server.post("/api/jobs", {**asked, "text": made, "what": "unique"})["id"])["all"] == 1
    fewest = server.ended(server.post("/api/jobs", {**asked, "what": "fewest"})["id"])
    assert "the fewest givens of each: proved" in fewest["told"]
    wrong = server.ended(server.post("/api/jobs", {**asked, "what": "why", "about": "R9C9=9"})["id"])
    assert "R9C9" in wrong["error"]
    ring = {
        "text": "puzzle: dissection\nfrom: '##'\nto: '##'\n",
        "name": "x",
        "what": "why",
        "about": "R1C1=9",
    }
    refused = server.ended(server.post("/api/jobs", ring)["id"])  # after a line about the number of pieces
    assert refused["told"]
    assert "never bears" in refused["error"]
    drawn = {"text": "puzzle: nonogram\nrows: [[1], [2]]\ncolumns: [[1], [2]]\n", "name": "x", "what": "why"}
    told = server.ended(server.post("/api/jobs", {**drawn, "about": "R1C2=#"})["id"])
    assert "follows from" in told["told"]
    for about in ("", "-o", "R1\nC1", "x" * 101, 7):
        assert server.status("POST", "/api/jobs", {**asked, "what": "why", "about": about}) == 409, about


FAMILIES = ("sudoku", "nonogram", "packing", "dissection", "slitherlink", "starbattle")


@pytest.mark.parametrize("family", FAMILIES)
def test_a_generator_takes_the_options_that_are_offered(family: str) -> None:
    """With their defaults and each choice, as its own command reads them; files are not among them."""
    parser = generating.parser_of(family)
    usual = {one["key"]: one["default"] for one in generating.offered(family)}
    assert vars(parser.parse_args(generating.words(family, usual))) == vars(parser.parse_args([]))
    for one in generating.offered(family):
        for value in one["choices"] or [True] * (one["default"] is False):
            parser.parse_args(generating.words(family, {one["key"]: value}))
    assert not usual.keys() & {"output", "o", "picture", "pattern", "solution", "format", "number"}


def test_a_puzzle_is_made_as_its_options_say(server: Served) -> None:
    asked = {
        "text": "puzzle: slitherlink\nsize: 1x1\n",
        "name": "x",
        "what": "generate",
        "about": "slitherlink",
    }
    listed = server.get("/api/generators/slitherlink")
    assert [one["key"] for one in listed] == ["size", "rules", "symmetry", "difficulty"]
    assert server.status("GET", "/api/generators/formula") == 404
    made = server.ended(
        server.post("/api/jobs", {**asked, "options": {"size": "3x4", "symmetry": "none"}})["id"]
    )
    assert loads(made["made"], "x").puzzle.sheet.columns == 4
    wrong: list[Any] = [7, {"output": "x"}, {"o": "x"}, {"size": True}, {"size": "1" * 300}, {"number": "2"}]
    for options in wrong:
        assert server.status("POST", "/api/jobs", {**asked, "options": options}) == 409, options
    assert (
        "size"
        in server.ended(server.post("/api/jobs", {**asked, "options": {"size": "--output=x"}})["id"])["error"]
    )


def test_a_run_is_renamed(server: Served, tmp_path: Path) -> None:
    """Also a kept one, for the next server; a stranger's name is no path."""
    name = "../../<img src=x onerror=alert(1)>"
    job = server.post("/api/jobs", {"text": DOMINOES.format("2x2"), "name": "d"})
    assert server.post(f"/api/jobs/{job['id']}/name", {"name": name})["name"] == name
    assert [one["name"] for one in server.get("/api/jobs") if one["id"] == job["id"]] == [name]
    for wrong in ("", "x" * 101, 7, None):
        assert server.status("POST", f"/api/jobs/{job['id']}/name", {"name": wrong}) == 409, wrong
    assert server.status("POST", "/api/jobs/0123456789abcdef/name", {"name": "x"}) == 404
    assert {path.name for path in server.server.settings.jobs.iterdir()} <= {*server.server.jobs.known}

    async def kept() -> None:
        jobs = begun(settings(tmp_path))
        job = jobs.begin(JobOptions("text", "k", keep=True))
        await jobs.rename(job, name)
        await jobs.close()
        again = begun(settings(tmp_path))
        again.restore()
        assert [one.asked.name for one in again.known.values()] == [name]

    run(kept)


def test_a_hint_looks_at_what_is_entered_on_the_board(server: Served) -> None:
    """It follows from the entries, and says which of them is wrong; a board that is none is refused."""
    text = (ROOT / "instances" / "genres" / "skyscrapers.yaml").read_text(encoding="utf-8")

    def hints(*entries: list[Any]) -> list[str]:
        asked = {"text": text, "name": "x", "what": "hint", "board": [*entries]}
        job = server.post("/api/jobs", asked)["id"]
        assert server.ended(job)["table"]
        told: list[str] = server.get(f"/api/jobs/{job}/table")["hints"]
        return told

    solution = next(iter(solve(text, backend="cpsat"))).board
    entered = [
        ["height", 2 * r + 1, 2 * c + 1, int(solution[r][c])]
        for r in range(4)
        for c in range(4)
        if (r, c) != (3, 3)
    ]
    assert hints(*entered)[0] == "look at R4C4"
    wrong = ["height", 1, 1, int(solution[0][0]) % 4 + 1]
    assert hints(wrong)[0].startswith(f"something is wrong: R1C1 is not {wrong[3]}; see th")
    job = server.post("/api/jobs", {"text": text, "name": "x", "what": "hint", "board": [["height", 1]]})[
        "id"
    ]
    assert "board is not as the page writes it" in server.ended(job)["error"]
    assert (
        server.status("POST", "/api/jobs", {"text": text, "name": "x", "what": "hint", "board": "x"}) == 409
    )


def test_a_job_ends_with_its_last_reader(tmp_path: Path) -> None:
    async def one_leaves() -> None:
        jobs = begun(settings(tmp_path, grace=0.01))
        job = jobs.begin(ASKED)
        readers = [job.events() for _ in range(50)]
        for reader in readers:
            assert (await anext(reader))[0] == "state"
        assert job.leaving is None
        assert job.readers == 50
        await asyncio.sleep(
            3 * jobs.settings.grace
        )  # the loop's timers fire in order: one of before would have
        assert "stopping" not in job.state
        for reader in readers[1:]:
            await reader.aclose()
        assert job.leaving is None
        assert job.phase == "working"
        await readers[0].aclose()
        await _ended(job)
        assert job.state["reason"] == "stopped"
        again = [event async for event in job.events()]
        assert again[-1][1]["phase"] == "ended"
        kept = jobs.begin(JobOptions("x", "x", keep=True))
        reader = kept.events()
        await anext(reader)
        await reader.aclose()
        assert (kept.leaving, kept.phase) == (None, "working")
        await jobs.close()

    run(one_leaves)


def test_others_wait_for_their_turn(tmp_path: Path) -> None:
    """In the order in which they came, with their place said; who leaves the queue makes room in it."""

    async def queue() -> None:
        jobs = begun(settings(tmp_path, max_jobs=2, max_waiting=3, stop=0.01))
        work = [jobs.begin(JobOptions("x", "x", keep=number == 4)) for number in range(5)]
        with pytest.raises(JobError, match="3 searches wait already"):
            jobs.begin(ASKED)
        assert len(jobs.known) == 5

        def told() -> list[Any]:
            return [job.summary.get("place", job.phase) for job in work]

        assert told() == ["working", "working", 1, 2, 3]
        reader = work[3].events()
        assert (await anext(reader))[1]["place"] == 2
        await work[2].stop()
        assert (await anext(reader))[1]["place"] == 1
        assert (told(), work[2].state["reason"]) == (["working", "working", "ended", 1, 2], "stopped")
        await work[0].stop()
        assert told() == ["ended", "working", "ended", "working", 1]
        assert (await anext(reader))[1]["phase"] == "working"
        await reader.aclose()
        await work[4].stop()
        jobs.resume(work[4])
        with pytest.raises(JobError, match="only a kept run that has ended"):
            jobs.resume(work[4])
        assert told()[4] == 1
        await work[1].stop()
        assert told()[4] == "working"
        jobs.begin(ASKED)
        await jobs.close()
        assert {job.phase for job in work} == {"ended"}

    run(queue)


def test_whoever_waits_unwatched_leaves_the_queue(tmp_path: Path) -> None:
    async def leaves() -> None:
        jobs = begun(settings(tmp_path, max_jobs=1, grace=0.01))
        first = jobs.begin(JobOptions("x", "x", keep=True))
        second = jobs.begin(ASKED)
        await _ended(second)
        assert (second.state["reason"], first.phase) == ("stopped", "working")

    run(leaves)


def test_a_deaf_child_is_killed(tmp_path: Path) -> None:
    async def deaf() -> None:
        jobs = begun(settings(tmp_path, DEAF, max_jobs=2, stop=0.01, max_finished=1))
        first, second = jobs.begin(ASKED), jobs.begin(ASKED)
        stream = first.events()
        while "sofar" not in (await anext(stream))[1]:
            pass
        process = first.process
        assert process is not None
        await first.stop()
        assert process.returncode == -9
        await stream.aclose()
        await _ended(first)
        third = jobs.begin(ASKED)
        await asyncio.gather(second.stop(), third.stop())
        await asyncio.gather(*map(_ended, (second, third)))
        jobs.forget()
        await asyncio.gather(*jobs.removing)
        assert list(jobs.known) == [third.id]
        assert [folder.name for folder in tmp_path.joinpath("jobs").iterdir()] == [third.id]
        await jobs.close()
        assert list(tmp_path.joinpath("jobs").iterdir()) == []

    run(deaf)


def test_kept_runs_are_there_again(tmp_path: Path) -> None:
    async def twice() -> None:
        own = settings(tmp_path)
        jobs = begun(own)
        kept, other = jobs.begin(JobOptions("text", "k", keep=True)), jobs.begin(ASKED)
        await jobs.close()
        await asyncio.gather(_ended(kept), _ended(other))
        folders.make(own.jobs / "0123456789abcdef")  # as after a kill
        again = begun(own)
        again.restore()
        assert [folder.name for folder in own.jobs.iterdir()] == [kept.id]
        assert list(again.known) == [kept.id]
        job = again.known[kept.id]
        assert (job.phase, job.asked.text, job.state["reason"]) == ("ended", "text", "stopped")
        again.resume(job)
        with pytest.raises(JobError, match="only a kept run that has ended"):
            again.resume(job)
        await again.close()
        await _ended(job)

    run(twice)


def test_nothing_is_removed_that_no_server_has_made(tmp_path: Path) -> None:
    """Names, marks and links of all kinds; only what has a matching mark goes, at the start and when asked."""
    own = settings(tmp_path / "state")
    made, other, elsewhere = "0" * 16, "1" * 16, tmp_path / "thesis"
    folders.make(own.jobs / made)
    for folder in (own.jobs / "thesis", own.jobs / other, own.jobs / ("2" * 16), elsewhere / made):
        folder.mkdir(parents=True)
        (folder / "chapter.tex").write_text("all of it")
    (own.jobs / ("2" * 16) / folders.MARK).write_text(made)  # a copy under another name
    (elsewhere / made / folders.MARK).write_text("3" * 16)
    (own.jobs / ("3" * 16)).symlink_to(elsewhere / made)
    (own.jobs / "notes.txt").write_text("mine")
    (own.jobs / ("4" * 16)).write_text("a file")
    (own.jobs / ("5" * 16)).mkdir()
    (own.jobs / ("5" * 16) / folders.MARK).symlink_to(own.jobs / ("4" * 16))
    kept = own.jobs / ("6" * 16)  # of a version without marks
    kept.mkdir()
    (kept / "job.json").write_text(json.dumps({"text": "x", "name": "x", "keep": True}))
    (kept / "puzzle.yaml").write_text("x")
    before = {*tmp_path.rglob("*")}

    async def restored() -> None:
        jobs = begun(own)
        jobs.restore()
        gone = before - {*tmp_path.rglob("*")}
        assert gone == {own.jobs / made, own.jobs / made / folders.MARK}
        assert [*jobs.known] == [kept.name]
        with pytest.raises(JobError, match="no mark"):
            jobs.remove(jobs.known[kept.name])
        job = jobs.begin(ASKED)
        await job.stop()
        shutil.rmtree(job.folder)
        job.folder.symlink_to(elsewhere)
        with pytest.raises(JobError, match="no mark"):
            jobs.remove(job)

    run(restored)
    assert (elsewhere / made / "chapter.tex").read_text() == "all of it"


def test_a_folder_has_one_server(tmp_path: Path) -> None:
    """A second and a third one take their own inside; what a crash leaves locks nobody out."""
    first = folders.claimed(tmp_path)
    second, third = folders.claimed(tmp_path), folders.claimed(tmp_path)
    assert [own.folder for own in (first, second, third)] == [
        tmp_path,
        tmp_path / "server-2",
        tmp_path / "server-3",
    ]
    first.held.close()
    (tmp_path / "link").symlink_to(tmp_path)
    with closing(folders.claimed(tmp_path / "link").held), closing(folders.claimed(tmp_path).held):
        pass  # by another name it is the same folder
    for own in (second, third):
        own.held.close()
    (tmp_path / "file").touch()
    (tmp_path / "away").mkdir()
    (tmp_path / "away" / "jobs").symlink_to(tmp_path)
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / folders.LOCK).write_text("of somebody else" * 99)
    for name, fault in (("file", "File exists"), ("away", "symbolic link"), ("odd", "not a database")):
        with pytest.raises(Refused, match=f"nothing can be kept in .*{name}.*{fault}"):
            folders.claimed(tmp_path / name)
    assert (tmp_path / "odd" / folders.LOCK).read_text().startswith("of somebody else")


@pytest.mark.slow
def test_the_server_stays_small(tmp_path: Path) -> None:
    """1,000 jobs, each begun, read and stopped: memory, open files and folders stay what they were."""
    psutil = pytest.importorskip("psutil")

    async def many() -> None:
        jobs, own = begun(settings(tmp_path)), psutil.Process()
        sizes = []
        for number in range(1_000):
            job = jobs.begin(ASKED)
            reader = job.events()
            await anext(reader)
            await job.stop()
            await reader.aclose()
            await _ended(job)
            if number % 100 == 99:
                sizes.append((own.memory_info().rss, own.num_fds()))
        assert len(jobs.known) <= jobs.settings.max_finished + 1
        assert sizes[-1][0] - sizes[0][0] < 10 << 20
        assert sizes[-1][1] - sizes[0][1] < 10
        await jobs.close()

    run(many)


def test_what_is_held_and_kept_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MOST", 2)
    own = Shelf(tmp_path / "shelf")
    first = own.put("a", "1")
    own.put("b", "2")
    with pytest.raises(shelf.ShelfError, match="the shelf is full: 2 puzzles"):
        own.put("c", "3")
    assert own.put(" a ", "4") == first

    job = Job("1" * 16, ASKED, tmp_path, settings(tmp_path))
    for number in range(20):
        job.hear({"drawing": [number, "", 1]})
    assert [number for number, *_ in job.first] == list(range(12))

    server = Server(settings(tmp_path))
    monkeypatch.setattr(
        app, "open_solutions", lambda path: SimpleNamespace(instance=loads(DOMINOES.format("2x2"), "d"))
    )
    for number in range(12):
        server._opened(f"{number}", tmp_path)
    assert [*server.opened] == [f"{number}" for number in range(4, 12)]
    server.jobs.known["7"] = job
    monkeypatch.setattr(server.jobs, "resume", lambda job: None)
    job.id = "7"
    asyncio.run(server.resume(SimpleNamespace(path_params={"id": "7"})))  # type: ignore[arg-type]
    assert "7" not in server.opened, "its file is another one"


def test_a_child_keeps_to_time_and_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    most = 1 << 20
    for size in (most, most + 1):
        Path(child.FILE).write_bytes(b"x" * size)
        with pytest.raises(Interrupted, match="limit of 1 MiB") if size > most else nullcontext():
            child.check_size(most)
    left: list[float] = []
    monkeypatch.setattr(child, "_own_output", lambda: 1)
    monkeypatch.setattr(child, "_watch", lambda memory: None)
    monkeypatch.setitem(
        child.WORK, "all", lambda instance, asked, deadline, teller: left.append(deadline.remaining)
    )
    Path("puzzle.yaml").write_text(DOMINOES.format("2x2"))
    for seconds in (None, 500, 5_000):
        asked = {"what": "all", "name": "x", "seconds": seconds, "most": 1_000, "memory": 1 << 40}
        Path("job.json").write_text(json.dumps(asked))
        assert child.main() == 0
    assert [math.ceil(one / 500) for one in left] == [2, 1, 2]


# ---- the lines of a file


def test_any_page_of_a_file_that_grows(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    total = 3 * STEP + 7
    lines = [json.dumps({"n": n, "board": ["x" * (n % 5)]}) + "\n" for n in range(1, total + 1)]
    path.write_text('{"format": "x"}\n')
    places = LineIndex(path)
    assert app.page_of(places, 1, 200) == []
    with path.open("a") as file:
        for line in lines:
            file.write(line[:9])
            file.flush()
            if line is lines[STEP]:
                places.look()
                assert places.number == STEP
            file.write(line[9:])
    with path.open("a") as file:
        file.write('{"complete": true}\n')
    assert len(app.page_of(places, 1, 1_000)) == 200, "the most of a page"
    for first in (1, 2, STEP, STEP + 1, 2 * STEP, total - 1, total, total + 1, total + 500):
        found = [line["n"] for line in app.page_of(places, first, 200)]
        assert found == list(range(first, min(first + 200, total + 1))), first
    assert [len(LineIndex(path).read(first, 3)) for first in (0, total - 1, total + 1)] == [3, 2, 0]


# ---- the command


def test_the_command_says_what_it_needs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(serving, "find_spec", lambda name: None if name == "uvicorn" else True)
        assert cli.main(["serve"]) == 2
    assert capsys.readouterr().err == "zenkai: the page needs packages: pip install 'zenkai-solver[web]'\n"
    monkeypatch.setattr(serving, "serve", lambda *_: pytest.fail("it serves"))
    for host in ("0.0.0.0", "192.168.1.5", "example.org", "::"):
        assert cli.main(["serve", "--host", host]) == 2
        assert "--allow-remote" in capsys.readouterr().err
    with serving.listening("127.0.0.1", 0) as taken:
        assert cli.main(["serve", "--port", str(taken.getsockname()[1])]) == 2
    assert "cannot listen at 127.0.0.1" in capsys.readouterr().err
    assert cli.main(["serve", str(Path(__file__))]) == 2
    assert "test_web_http.py:1: not a whole line of JSON" in capsys.readouterr().err


def test_names_that_a_server_answers_to(tmp_path: Path) -> None:
    here = Settings(tmp_path, TOKEN, port=80)
    assert here.answers_to("localhost")
    assert not any(map(here.answers_to, ("192.168.1.5", "localhost:81", "localhost:", "localhost:x", "")))
    one = Settings(tmp_path, TOKEN, host="192.168.1.5", port=9, remote=True)
    assert [one.answers_to(name) for name in ("192.168.1.5:9", "192.168.1.6:9", "evil.example:9")] == [
        True,
        False,
        False,
    ]
    every = Settings(tmp_path, TOKEN, host="0.0.0.0", port=9, remote=True)
    assert [every.answers_to(name) for name in ("192.168.1.5:9", "[fe80::1]:9", "evil.example:9")] == [
        True,
        True,
        False,
    ]


def test_how_often_values_occur_is_foreseen(server: Served) -> None:
    """Before the set is compiled it is said how many solutions there are; here exactly."""
    text = "puzzle: packing\nboard: 4x4\npieces: dominoes\ncounts: any\n"
    state = server.ended(server.post("/api/jobs", {"text": text, "name": "four", "what": "shares"})["id"])
    assert (state["foreseen"], state["surely"], state["all"]) == (36, True, 36)


def test_a_dissection_says_its_pieces_and_a_list_of_runs_has_pictures(server: Served) -> None:
    text = "puzzle: dissection\nfrom: 1x4\nto: 2x2\n"
    job = server.post("/api/jobs", {"text": text, "name": "two"})["id"]
    assert server.ended(job)["pieces"] == [2]
    (entry,) = [one for one in server.get("/api/jobs") if one["id"] == job]
    assert entry["picture"].startswith("<svg")
    assert entry["began"] > 0
    assert "cells" not in entry


def test_all_modules_of_a_page_are_asked_for_at_once() -> None:
    places = {
        path.stem: path
        for folder in ("webapp", "gallery")
        for path in (ROOT / "solvers" / folder).glob("static/*.js")
    }
    for script, preloaded in MODULES.items():
        needed, rest = set(), [script]
        while rest:
            text = places[rest.pop()].read_text(encoding="utf-8")
            rest += (found := set(re.findall(r"from ['\"]\./(\w+)\.js['\"]", text)) - needed)
            needed |= found
        assert needed == set(preloaded)
