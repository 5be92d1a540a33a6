"""The checks that every request must pass first.

- its Host is ours: a stranger's name that points at this machine is refused (DNS rebinding)
- it has the session's cookie, which only an address with a token hands out
- whatever is asked under /api/ bears the session's key in a header besides: a browser shows a cookie to
  every port of this machine, so that another user's server may know it; the key is kept by origin, port
  and all, is handed out once with the cookie, and no page of a stranger can send it
- what starts or changes something, and every stream of events, comes from our own page, as Origin and
  Sec-Fetch-Site say where a browser sends them
- a body is JSON, not compressed, of limited size, and comes within a limited time

See https://owasp.org/www-community/attacks/csrf , https://www.w3.org/TR/fetch-metadata/ and RFC 6265, 8.5.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from dataclasses import dataclass, field

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zenkai_solver.solvers.gallery.page import hash_of
from zenkai_solver.solvers.webapp.connections import Connections
from zenkai_solver.solvers.webapp.settings import Settings
from zenkai_solver.solvers.webapp.statics import styles

OWN = "x-zenkai"  # the header of our page's requests, with the key
ASKED = "/api/"  # what begins so needs the key
LARGE = "the request is too large"
READS = ("GET", "HEAD")
METHODS = (*READS, "POST", "DELETE")
STYLES = " ".join(f"'{hash_of(one)}'" for one in styles())  # each page contains its own
POLICY = (
    f"default-src 'none'; script-src 'self'; style-src {STYLES}; "
    "img-src 'self' data:; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


@dataclass(frozen=True)
class Refusal:
    status: int
    text: str


@dataclass
class Guard:
    """The application behind the checks. `session` is the value of the cookie, `key` that of the header."""

    app: ASGIApp
    settings: Settings
    session: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    key: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    connections: Connections = field(init=False)

    def __post_init__(self) -> None:
        self.connections = Connections(self.settings.max_connections, self.settings.patience)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        refusal = self.refusal(scope, headers)
        if refusal is None and not self.opens(scope):
            with self.connections.at_work(scope.get("client")):
                refusal = await self._admitted(scope, receive, send)
        elif refusal is None:
            await self.app(scope, receive, _dressed(send))
        if refusal is not None:
            await answer(refusal, _dressed(send))

    async def _admitted(self, scope: Scope, receive: Receive, send: Send) -> Refusal | None:
        """Receive the body, and let the application answer; the refusal if the body is late or too large."""
        try:
            body = await asyncio.wait_for(_whole(receive, self.settings.max_body), self.settings.patience)
        except asyncio.TimeoutError:
            return Refusal(408, "the request did not come to its end")
        if body is None:
            return Refusal(413, LARGE)
        await self.app(scope, _again(body, receive), _dressed(send))
        return None

    def refusal(self, scope: Scope, headers: Headers) -> Refusal | None:
        method, path = scope["method"], scope["path"]
        if len(headers.getlist("host")) != 1 or not self.settings.answers_to(headers["host"]):
            return Refusal(400, "this name is not served here")
        if method not in METHODS:
            return Refusal(405, "this method is not served")
        if self.opens(scope):
            return None
        keyed = not path.startswith(ASKED) or _same(headers.get(OWN, ""), self.key)
        if not (keyed and self.known(headers)):
            return Refusal(403, "open the address that `zenkai serve` has printed")
        if (method not in READS or path.endswith("/events")) and not self.from_our_page(headers):
            return Refusal(403, "only the page of this server may ask for that")
        return None if method in READS else self.body(headers)

    def opens(self, scope: Scope) -> bool:
        """Does the request show the token, for the first time?"""
        return scope["path"] == "/" and scope["method"] == "GET" and b"token=" in scope["query_string"]

    def known(self, headers: Headers) -> bool:
        """Has the request the session's cookie? Cookies of other servers on this machine may be beside it."""
        cookies = [
            value
            for line in headers.getlist("cookie")
            for name, _, value in (cookie.strip().partition("=") for cookie in line.split(";"))
            if name == self.settings.cookie
        ]
        return any(_same(value, self.session) for value in cookies)

    def from_our_page(self, headers: Headers) -> bool:
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if site not in (None, "same-origin"):
            return False
        return origin is None or origin == f"http://{headers['host']}"

    def body(self, headers: Headers) -> Refusal | None:
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.settings.max_body:
            return Refusal(413, LARGE)
        if headers.get("content-encoding", "identity") != "identity":
            return Refusal(415, "a compressed body is not read")
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        bare = length == "0" and "transfer-encoding" not in headers
        return None if kind == "application/json" or bare else Refusal(415, "a body is application/json")


def _same(one: str, other: str) -> bool:
    """Are they equal? Takes a time that does not depend on where they differ."""
    return secrets.compare_digest(one.encode("utf-8", "replace"), other.encode())


async def _whole(receive: Receive, most: int) -> list[Message] | None:
    """The messages of the body; None if it has more than `most` bytes."""
    messages, size = [await receive()], 0
    while True:
        size += len(messages[-1].get("body", b""))
        if size > most:
            return None
        if not messages[-1].get("more_body", False):
            return messages
        messages.append(await receive())


def _again(known: list[Message], receive: Receive) -> Receive:
    """Receives the known messages again, and then the rest."""
    left = iter(known)

    async def again() -> Message:
        message = next(left, None)
        return message if message is not None else await receive()

    return again


def _dressed(send: Send) -> Send:
    """`send` with the headers that every answer has."""

    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
        await send(message)

    return dressed


async def answer(refusal: Refusal, send: Send) -> None:
    body = json.dumps({"error": refusal.text}).encode()
    await send(
        {
            "type": "http.response.start",
            "status": refusal.status,
            "headers": [
                (b"content-type", b"application/json"),
                (b"content-length", b"%d" % len(body)),
                *(
                    [(b"connection", b"close")] if refusal.status in (408, 413) else []
                ),  # the rest is not read
            ],
        }
    )
    await send({"type": "http.response.body", "body": body})
