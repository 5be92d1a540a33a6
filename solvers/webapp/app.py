"""The addresses of the server. `guard.py` has checked every request before."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sse_starlette.sse import EventSourceResponse
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from zenkai_solver.solvers.core.about import about
from zenkai_solver.solvers.core.shipped import names
from zenkai_solver.solvers.core.sources import NAME
from zenkai_solver.solvers.gallery.page import PLACE, page
from zenkai_solver.solvers.gallery.questions import WHAT
from zenkai_solver.solvers.solution_files.places import LineIndex
from zenkai_solver.solvers.solution_files.results import ResultsError, open_solutions
from zenkai_solver.solvers.webapp.browsing import Galleries, listed
from zenkai_solver.solvers.webapp.child import FILE, PROOF, SET, TABLE
from zenkai_solver.solvers.webapp.errors import WRONG, NotThere, ReportedError, Wrong, response_to
from zenkai_solver.solvers.webapp.guard import Guard
from zenkai_solver.solvers.webapp.helper import ANSWERED, Answer
from zenkai_solver.solvers.webapp.helpers import ClientGone, Readers, unless_left
from zenkai_solver.solvers.webapp.jobs import ENDED, Job, JobOptions, Jobs
from zenkai_solver.solvers.webapp.live import LiveTabs
from zenkai_solver.solvers.webapp.settings import Settings
from zenkai_solver.solvers.webapp.shelf import Shelf
from zenkai_solver.solvers.webapp.statics import static_files, style

SHARED = ("dom", "elements", "language", "net", "strings")
MODULES = {  # what a script imports at once, itself or by others
    "app": (*SHARED, "checked", "grid", "heard", "live", "packing", "plain", "results", "space", "strip"),
    "browse": ("gallery", *(name for name in SHARED if name != "dom")),
}
OPENED = 8  # solutions files whose lines' places are kept
FETCHED = {"solutions": FILE, "proof": PROOF}  # the files of a job that are handed out
MOST_LEAVES = 100  # to fetch a file that are held
MOST_OF_A_PAGE = 200  # solutions
Endpoint = Callable[[Request], Awaitable[Response]]


@dataclass
class Server:
    """The application's state, and a method for each address.

    `once`: tokens that are valid once, each with the file, if any, that contains it. `leaves`: tokens that
    fetch a file of a job once, since a download has no header of ours.
    """

    settings: Settings
    jobs: Jobs = field(init=False)
    opened: dict[str, tuple[Any, LineIndex]] = field(default_factory=dict)
    galleries: Galleries = field(init=False)
    once: dict[str, Path | None] = field(default_factory=dict)
    leaves: dict[str, tuple[str, str]] = field(default_factory=dict)
    pages: dict[tuple[str, bool], bytes] = field(default_factory=dict)  # of genres of the table, and lists

    def __post_init__(self) -> None:
        self.jobs = Jobs(self.settings)
        self.shelf = Shelf(self.settings.shelf)
        self.galleries = Galleries(self.settings)
        self.readers = Readers(self.settings)
        self.tabs = LiveTabs(self.settings)

    def app(self) -> Guard:
        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            self.jobs.restore()
            self.readers.fill()
            self.galleries.foresee()
            yield
            for token in [*self.once]:
                self._used(token)
            await asyncio.gather(
                self.jobs.close(), self.readers.close(), self.galleries.close(), self.tabs.close()
            )

        failures = dict.fromkeys((*KNOWN, Exception), failed)
        app = Starlette(routes=self.routes(), lifespan=lifespan, exception_handlers=failures)
        self.guard = Guard(last_net(app), self.settings)
        return self.guard

    def routes(self) -> list[Route]:
        routes: list[tuple[str, str, Endpoint]] = [
            ("GET", "/", self.page),
            ("GET", "/static/{name}", static),
            ("GET", "/gallery/{id}", self.gallery_page),
            ("GET", "/api/about", self.about),
            ("POST", "/api/read", self.read),
            ("POST", "/api/sheet", self.sheet),
            ("POST", "/api/export", self.export),
            ("POST", "/api/live", self.live),
            ("GET", "/api/rules", self.rules),
            ("GET", "/api/genres", self.genres),
            ("GET", "/api/genres/{name}", self.genre),
            ("GET", "/api/generators/{name}", self.generator),
            ("GET", "/api/examples", self.examples),
            ("GET", "/api/examples/{name:path}", self.example),
            ("GET", "/api/shelf", self.shelved),
            ("POST", "/api/shelf", self.put),
            ("GET", "/api/shelf/{id}", self.get),
            ("DELETE", "/api/shelf/{id}", self.remove),
            ("GET", "/api/jobs", self.listed),
            ("POST", "/api/jobs", self.begin),
            ("GET", "/api/jobs/{id}", self.job),
            ("DELETE", "/api/jobs/{id}", self.forget),
            ("POST", "/api/jobs/{id}/stop", self.stop),
            ("POST", "/api/jobs/{id}/resume", self.resume),
            ("POST", "/api/jobs/{id}/name", self.rename),
            ("GET", "/api/jobs/{id}/events", self.events),
            ("GET", "/api/jobs/{id}/solutions", self.solutions),
            ("GET", "/api/files", self.files),
            ("GET", "/api/gallery/{id}", self.reading),
            ("POST", "/api/gallery/{id}/{what}", self.gallery),
            ("GET", "/api/jobs/{id}/table", self.table),
            ("POST", "/api/jobs/{id}/file", self.leave),
            ("GET", "/file/{leave}", self.file),
        ]
        return [Route(path, answer, methods=[method]) for method, path, answer in routes]

    # ---- the page

    async def page(self, request: Request) -> Response:
        token = request.query_params.get("token")
        if token is None:
            self.tabs.fill()
            return _page("style", "app", static_files()["index.html"].decode())
        lasting = secrets.compare_digest(token.encode(), self.settings.token.encode())
        if not (lasting or self._used(token)):
            return JSONResponse({"error": "not the address that `zenkai serve` has printed"}, 403)
        # The key is behind a #: in no request, and out of other pages' reach. The cookie is lax, so that a
        # file that leads here is followed; what a stranger's link opens with it tells and changes nothing.
        answer = RedirectResponse(f"/#key={self.guard.key}", 303)
        answer.set_cookie(self.settings.cookie, self.guard.session, httponly=True, samesite="lax")
        return answer

    def token_once(self, file: Path | None = None) -> str:
        """A token that is valid once; the file, which contains it, is removed with it."""
        token = secrets.token_urlsafe(24)
        self.once[token] = file
        return token

    def _used(self, token: str) -> bool:
        """Was the token valid? From now on it is not."""
        known = token in self.once
        if file := self.once.pop(token, None):
            with suppress(OSError):
                file.unlink()
        return known

    async def about(self, _: Request) -> Response:
        return JSONResponse({"version": about().partition("\n")[0]})

    # ---- puzzles

    async def read(self, request: Request) -> Response:
        body = await _body(request)
        text, data, name = body.get("text"), body.get("data"), body.get("name", NAME)
        if not isinstance(name, str) or not (isinstance(data, dict) or isinstance(text, str)):
            raise Wrong("text: not of type str")
        asked = {"text": text, "data": data, "name": name[:100] or NAME, "board": body.get("board")}
        asked |= {key: body[key] for key in ("turn", "check") if key in body}
        return await self._read(request, asked)

    async def _read(self, request: Request, asked: Any) -> Response:
        return _answer(await unless_left(request.receive(), self.readers.read(asked)))

    async def sheet(self, request: Request) -> Response:
        """A sheet of a genre as the page sends it, see `sheets`."""
        body = await _body(request)
        name = body.get("name", NAME)
        if not isinstance(name, str):
            raise Wrong("name: not of type str")
        return await self._read(request, {"sheet": body, "name": name[:100] or NAME})

    async def export(self, request: Request) -> Response:
        """The puzzle in another format, see `exporting`."""
        body = await _body(request)
        text, name, to = (
            body.get(key, other) for key, other in (("text", None), ("name", NAME), ("to", "yaml"))
        )
        if not (isinstance(text, str) and isinstance(name, str) and isinstance(to, str)):
            raise Wrong("text: not of type str")
        return await self._read(request, {"to": to, "text": text, "name": name[:100] or NAME})

    async def live(self, request: Request) -> Response:
        """What each cell may be; who leaves ends it."""
        body = await _body(request)
        answer = self.tabs.ask(body.get("tab"), body.get("text"), body.get("name", NAME), body.get("board"))
        return _answer(await unless_left(request.receive(), answer))

    async def rules(self, _: Request) -> Response:
        """The rules of sudokus, each with a picture."""
        return await self._listed("rules")

    async def genres(self, _: Request) -> Response:
        return await self._listed("genres")

    async def _listed(self, what: str) -> Response:
        """A list that never changes; a process that reads texts makes it, once."""
        if (what, False) not in self.pages:
            status, body = await self.readers.read({what: True})
            if status != ANSWERED:
                return _answer((status, body))
            self.pages[what, False] = body
        return _answer((ANSWERED, self.pages[what, False]))

    async def genre(self, request: Request) -> Response:
        """The page of a genre; with `?solved=1` its example is solved."""
        name, solved = request.path_params["name"], request.query_params.get("solved") == "1"
        if (name, solved) not in self.pages:
            status, body = await self.readers.read({"genre": name, "solved": solved})
            if status != ANSWERED:
                return _answer((status, body))
            self.pages[name, solved] = body
        return _answer((ANSWERED, self.pages[name, solved]))

    async def generator(self, request: Request) -> Response:
        """The options of the generator of a family or genre, see `generating`."""
        return _answer(await self.readers.read({"generator": request.path_params["name"]}))

    async def examples(self, _: Request) -> Response:
        """Name and family of each shipped instance: the folder, at the top packing."""
        return JSONResponse([[name, name.rpartition("/")[0] or "packing"] for name in names()])

    async def example(self, request: Request) -> Response:
        path = names().get(request.path_params["name"])
        if path is None:
            raise NotThere
        return JSONResponse({"name": path.stem, "text": await run_in_threadpool(path.read_text, "utf-8")})

    async def shelved(self, _: Request) -> Response:
        return JSONResponse(await run_in_threadpool(self.shelf.listed))

    async def put(self, request: Request) -> Response:
        body = await _body(request)
        id = await run_in_threadpool(self.shelf.put, body.get("name"), body.get("text"))
        return JSONResponse({"id": id})

    async def get(self, request: Request) -> Response:
        puzzle = await run_in_threadpool(self.shelf.get, request.path_params["id"])
        if puzzle is None:
            raise NotThere
        return JSONResponse(puzzle)

    async def remove(self, request: Request) -> Response:
        await run_in_threadpool(self.shelf.remove, request.path_params["id"])
        return JSONResponse({})

    # ---- jobs

    def known(self, request: Request) -> Job:
        job = self.jobs.known.get(request.path_params["id"])
        if job is None:
            raise NotThere
        return job

    async def listed(self, _: Request) -> Response:
        return JSONResponse([job.entry for job in reversed(self.jobs.known.values())])

    async def begin(self, request: Request) -> Response:
        return JSONResponse(self.jobs.begin(JobOptions.read(await _body(request))).summary)

    async def job(self, request: Request) -> Response:
        job = self.known(request)
        return JSONResponse({**job.summary, "text": job.asked.text, "first": job.first})

    async def forget(self, request: Request) -> Response:
        job = self.known(request)
        await job.stop()
        self._close(job)
        await asyncio.shield(self.jobs.remove(job))
        return JSONResponse({})

    def _close(self, job: Job) -> None:
        """Forget what was read of the job's file."""
        self.opened.pop(job.id, None)
        self.galleries.end(job.id)

    async def stop(self, request: Request) -> Response:
        job = self.known(request)
        await job.stop()
        return JSONResponse(job.summary)

    async def resume(self, request: Request) -> Response:
        job = self.known(request)
        self.jobs.resume(job)
        self._close(job)
        return JSONResponse(job.summary)

    async def rename(self, request: Request) -> Response:
        job = self.known(request)
        await self.jobs.rename(job, (await _body(request)).get("name"))
        return JSONResponse(job.summary)

    async def events(self, request: Request) -> Response:
        job = self.known(request)

        async def stream() -> AsyncIterator[dict[str, str]]:
            async for event, data in job.events():
                yield {"event": event, "data": json.dumps(data)}

        return EventSourceResponse(stream())

    async def solutions(self, request: Request) -> Response:
        first, number = (_number(request, key) for key in ("from", "n"))
        job = self.known(request)
        return JSONResponse({"solutions": await run_in_threadpool(self._page, job, first, number)})

    def _page(self, job: Job, first: int, number: int) -> list[Any]:
        """[number, picture, orbit] of each solution. Raises ResultsError, OSError, ValueError."""
        path = job.folder / FILE
        if not path.is_file():
            return []
        puzzle, lines = self._opened(job.id, path)
        page = page_of(lines, first, number)
        return [[line["n"], puzzle.svg(tuple(line["board"])), line["orbit"]] for line in page]

    def _opened(self, id: str, path: Path) -> tuple[Any, LineIndex]:
        known = self.opened.get(id)
        if known is None:
            known = open_solutions(path).instance.puzzle, LineIndex(path)
            self.opened[id] = known
            for old in [*self.opened][:-OPENED]:
                del self.opened[old]
        return known

    async def files(self, _: Request) -> Response:
        return JSONResponse(listed(self.settings.files))

    async def gallery_page(self, request: Request) -> Response:
        self.galleries.begin(request.path_params["id"], self.set_of(request))
        return _page("gallery", "browse", PLACE + "\n")

    async def reading(self, request: Request) -> Response:
        self.set_of(request)
        return JSONResponse({"read": self.galleries.read(request.path_params["id"])})

    async def gallery(self, request: Request) -> Response:
        path, what, asked = self.set_of(request), request.path_params["what"], await _body(request)
        if what not in WHAT:
            raise NotThere
        answer = self.galleries.answer(request.path_params["id"], path, what, asked)
        return _answer(await unless_left(request.receive(), answer))

    def set_of(self, request: Request) -> Path:
        """The file of a set of solutions, by its id or that of its job."""
        given = self.settings.files.get(request.path_params["id"])
        if given is not None:
            return given
        job = self.known(request)
        path = job.folder / (SET if job.asked.what == "shares" else FILE)
        if job.phase != ENDED or not path.is_file():
            raise NotThere
        return path

    async def table(self, request: Request) -> Response:
        path = self.known(request).folder / TABLE
        if not path.is_file():
            raise NotThere
        return FileResponse(path, media_type="application/json")

    async def leave(self, request: Request) -> Response:
        """An address that fetches the job's file once."""
        job, name = self.known(request), FETCHED.get(str((await _body(request)).get("file", "solutions")))
        if name is None or not (job.folder / name).is_file():
            raise NotThere
        leave = secrets.token_urlsafe(24)
        self.leaves[leave] = (job.id, name)
        for old in [*self.leaves][:-MOST_LEAVES]:
            del self.leaves[old]
        return JSONResponse({"at": f"/file/{leave}"})

    async def file(self, request: Request) -> Response:
        id, name = self.leaves.pop(request.path_params["leave"], ("", ""))
        job = self.jobs.known.get(id)
        if job is None or not (job.folder / name).is_file():
            raise NotThere
        return FileResponse(job.folder / name, media_type="application/octet-stream", filename=name)


# ---- answers


def page_of(lines: LineIndex, first: int, number: int) -> list[dict[str, Any]]:
    """Solutions `first` and on of a file, at most MOST_OF_A_PAGE, from 1; the footer is no solution.

    The file may still grow. Raises OSError, ValueError.
    """
    page = lines.read(first - 1, min(number, MOST_OF_A_PAGE))
    return [line for line in page if "board" in line]


def _answer(answer: Answer) -> Response:
    status, body = answer
    return Response(body, status, media_type="application/json")


async def _body(request: Request) -> dict[str, Any]:
    """The body of the request. Raises Wrong unless it is a JSON object."""
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise Wrong("the body is not JSON") from None
    if not isinstance(body, dict):
        raise Wrong("the body is not a JSON object")
    try:
        json.dumps(body, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Wrong("the body has half of a surrogate pair, which is no character") from None
    return body


def _number(request: Request, key: str) -> int:
    text = request.query_params.get(key, "1")
    if not (text.isdecimal() and len(text) <= 15 and int(text) >= 1):
        raise Wrong(f"{key}: not a number from 1 on")
    return int(text)


def _page(styled: str, script: str, body: str) -> Response:
    # All modules are asked for at once, not each after the one that imports it.
    needed = "".join(f'<link rel="modulepreload" href="/static/{name}.js">\n' for name in MODULES[script])
    head = f"""<title>zenkai</title>
<link rel="icon" href="data:,">
<style>{style(styled)}</style>
{needed}<script type="module" src="/static/{script}.js"></script>
"""
    return HTMLResponse(page(head, body))


async def static(request: Request) -> Response:
    """A script of the page; only files of the list are served. Raises NotThere."""
    name = request.path_params["name"]
    if name not in static_files() or not name.endswith(".js"):
        raise NotThere
    return Response(static_files()[name], media_type="text/javascript")


KNOWN = (ReportedError, *WRONG, ResultsError, OSError, ClientGone)


async def failed(_: Request, error: Exception) -> Response:
    if isinstance(error, ClientGone):
        return Response(status_code=499)  # to nobody
    status, body = response_to(error)
    return JSONResponse(body, status)


def last_net(app: ASGIApp) -> ASGIApp:
    """Starlette answers unexpected exceptions by `failed`, and raises them again for a log: there is none."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        with suppress(Exception):
            await app(scope, receive, send)

    return guarded
