"""A server of the page in a thread of this process, and requests to it as bytes on a socket."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import PATIENCE

TOKEN = "the-token-of-the-tests"


def needed() -> None:
    """Skip, with a reason, where the extra of the page is not installed."""
    for package in ("starlette", "uvicorn", "sse_starlette"):
        pytest.importorskip(package, reason=f"the page needs {package}: pip install 'zenkai-solver[web]'")


@dataclass
class Served:
    """A server that listens; `cookie` and `key` are those of its session."""

    port: int
    server: Any
    cookie: str = ""
    key: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str | None] | None = None,
        raw: bytes | None = None,
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """The answer and its body; `headers` replace those of our page, None leaves one out."""
        sent = {**self.headers, "Host": f"127.0.0.1:{self.port}", **(headers or {})}
        data = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        if body is not None:
            sent.setdefault("Content-Type", "application/json")
        if method not in ("GET", "HEAD") or data:
            sent.setdefault("Content-Length", str(len(data)))
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in sent.items():
            if value is not None:
                connection.putheader(name, value)
        with suppress(BrokenPipeError, ConnectionResetError):  # who refuses a body may not read it to its end
            connection.endheaders(data or None)
        answer = connection.getresponse()
        return answer, answer.read()

    def get(self, path: str) -> Any:
        answer, body = self.ask("GET", path)
        assert answer.status == 200, body
        return json.loads(body)

    def post(self, path: str, body: Any = None) -> Any:
        answer, text = self.ask("POST", path, {} if body is None else body)
        assert answer.status == 200, text
        return json.loads(text)

    def status(self, *asked: Any, **more: Any) -> int:
        return self.ask(*asked, **more)[0].status

    def ended(self, id: str) -> dict[str, Any]:
        """What the job says in the end: its stream is read until then."""
        answer, body = self.ask("GET", f"/api/jobs/{id}/events")
        assert answer.status == 200
        lines = [line for line in body.decode().splitlines() if line.startswith("data: {")]
        state: dict[str, Any] = json.loads(lines[-1].removeprefix("data: "))
        assert state["phase"] == "ended"
        return state


@contextmanager
def served(folder: Path, **more: Any) -> Iterator[Served]:
    """A server for as long as the block; its jobs are never cancelled for want of readers."""
    from zenkai_solver.solvers.commands.serve import listening
    from zenkai_solver.solvers.webapp.app import Server
    from zenkai_solver.solvers.webapp.connections import listener
    from zenkai_solver.solvers.webapp.settings import Settings

    socket = listening("127.0.0.1", 0)
    port = socket.getsockname()[1]
    folder.mkdir(parents=True, exist_ok=True)
    patient = {"grace": 10_000.0, "reading": PATIENCE, "patience": PATIENCE}
    server = Server(Settings(folder, TOKEN, port=port, **{**patient, **more}))
    runner = listener(server.app())
    thread = threading.Thread(target=runner.run, args=([socket],), daemon=True)
    thread.start()
    client = Served(port, server)
    try:
        answer, _ = client.ask("GET", f"/?token={TOKEN}")  # waits in the socket's queue until it is served
        assert answer.status == 303
        client.cookie = answer.headers["Set-Cookie"].partition(";")[0]
        client.key = answer.headers["Location"].partition("#key=")[2]
        client.headers = {"Cookie": client.cookie, "X-Zenkai": client.key, "Sec-Fetch-Site": "same-origin"}
        yield client
    finally:
        runner.should_exit = True
        thread.join(PATIENCE)
        socket.close()
