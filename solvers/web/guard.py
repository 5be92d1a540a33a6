"""Who may ask: every request passes here first.

- its Host is ours: a stranger's name that points at this machine is refused (DNS rebinding)
- it has the session's cookie, which only the printed address with its token hands out
- what starts or changes something, and every stream of events, comes from our own page: Origin and
  Sec-Fetch-Site, where a browser sends them, say so; a request without either needs a header of its own,
  which no page of a stranger can send
- a body is JSON, not compressed, and of limited size

See https://owasp.org/www-community/attacks/csrf and https://www.w3.org/TR/fetch-metadata/ .
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zenkai_solver.solvers.web.settings import Settings

OWN = "x-zenkai"  # the header of our page's requests
LARGE = "the request is too large"
READS = ("GET", "HEAD")
METHODS = (*READS, "POST", "DELETE")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
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


class TooLarge(Exception):
    """A body of more bytes than are allowed."""


@dataclass(frozen=True)
class Refusal:
    status: int
    text: str


@dataclass
class Guard:
    """The application behind the checks. `session` is the value of the cookie."""

    app: ASGIApp
    settings: Settings
    session: str = field(default_factory=lambda: secrets.token_urlsafe(32))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        refusal = self.refusal(scope, headers)
        if refusal is not None:
            await answer(refusal, _dressed(send))
            return
        await self.app(scope, _limited(receive, self.settings.max_body), _dressed(send))

    def refusal(self, scope: Scope, headers: Headers) -> Refusal | None:
        method, path = scope["method"], scope["path"]
        if len(headers.getlist("host")) != 1 or not self.settings.answers_to(headers["host"]):
            return Refusal(400, "this name is not served here")
        if method not in METHODS:
            return Refusal(405, "this method is not served")
        if self.opens(scope):
            return None
        if not self.known(headers):
            return Refusal(403, "open the address that `zenkai serve` has printed")
        if (method not in READS or path.endswith("/events")) and not self.from_our_page(headers):
            return Refusal(403, "only the page of this server may ask for that")
        return None if method in READS else self.body(headers)

    def opens(self, scope: Scope) -> bool:
        """Does the request show the token, for the first time?"""
        return scope["path"] == "/" and scope["method"] == "GET" and b"token=" in scope["query_string"]

    def known(self, headers: Headers) -> bool:
        """Has the request the session's cookie?"""
        try:
            jar = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return False
        own = jar.get(self.settings.cookie)
        return own is not None and secrets.compare_digest(own.value.encode(), self.session.encode())

    def from_our_page(self, headers: Headers) -> bool:
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if site not in (None, "same-origin"):
            return False
        if origin is not None and origin != f"http://{headers['host']}":
            return False
        return site is not None or origin is not None or OWN in headers

    def body(self, headers: Headers) -> Refusal | None:
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.settings.max_body:
            return Refusal(413, LARGE)
        if headers.get("content-encoding", "identity") != "identity":
            return Refusal(415, "a compressed body is not read")
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        bare = length == "0" and "transfer-encoding" not in headers
        return None if kind == "application/json" or bare else Refusal(415, "a body is application/json")


def _limited(receive: Receive, most: int) -> Receive:
    """The same, up to so many bytes of a body. Raises TooLarge."""
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise TooLarge(LARGE)
        return message

    return limited


def _dressed(send: Send) -> Send:
    """The same, with the headers of every answer."""

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
            "headers": [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))],
        }
    )
    await send({"type": "http.response.body", "body": body})
