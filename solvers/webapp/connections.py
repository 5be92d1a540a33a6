"""Bounds on the number of open connections and on their silence, so that no client locks out others.

A connection has `patience` seconds until a request on it is let in, and again after each answer; what is
refused does not count. Where there are too many, the oldest one without a request goes. uvicorn's own
limits do neither: `timeout_keep_alive` begins with the first answer and ends with the first byte of a head,
and `limit_concurrency` refuses the newest.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol

AT_ONCE = 16  # connections that are taken before any of them can be looked at
BACKLOG = 128  # those that the system holds meanwhile; others would try again in a second or more
Peer = tuple[str, int]


@dataclass(eq=False)
class Connection:
    """`busy`: how many of its requests are being answered; `timer` ends it."""

    transport: asyncio.BaseTransport
    busy: int = 0
    timer: asyncio.TimerHandle | None = None

    def wait(self, seconds: float) -> None:
        self.timer = asyncio.get_running_loop().call_later(seconds, self.end)

    def work(self) -> None:
        if self.timer is not None:
            self.timer.cancel()

    def end(self) -> None:
        cast(asyncio.Transport, self.transport).abort()


@dataclass
class Connections:
    """All open connections, the oldest first, by the address of the client."""

    most: int
    patience: float
    open: dict[Peer, Connection] = field(default_factory=dict)

    def came(self, peer: Peer, transport: asyncio.BaseTransport) -> None:
        connection = Connection(transport)
        if len(self.open) >= self.most:
            old = next((key for key, one in self.open.items() if not one.busy), None)
            if old is None:
                connection.end()
                return
            self.open[old].end()
            self.left(old)
        self.open[peer] = connection
        connection.wait(self.patience)

    def left(self, peer: Peer) -> None:
        if connection := self.open.pop(peer, None):
            connection.work()

    @contextmanager
    def at_work(self, peer: Peer | None) -> Iterator[None]:
        """A context in which a request of this client is answered."""
        key = (peer[0], peer[1]) if peer else ("", 0)
        connection = self.open.get(key)
        if connection is None:
            yield
            return
        connection.busy += 1
        connection.work()
        try:
            yield
        finally:
            connection.busy -= 1
            if not connection.busy and self.open.get(key) is connection:
                connection.wait(self.patience)


class Watched(H11Protocol):
    """uvicorn's connection, which is in the guard's `connections` while it is open."""

    def __init__(self, config: Config, *others: Any, **named: Any) -> None:
        super().__init__(config, *others, **named)
        self.known: Connections = cast(Any, config.app).connections
        self.peer: Peer = ("", 0)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host, port, *_ = transport.get_extra_info("peername") or ("", 0)
        self.peer = str(host), int(port)
        self.known.came(self.peer, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.known.left(self.peer)
        super().connection_lost(exc)


class HttpServer(Server):
    """uvicorn's server: asyncio has one number for AT_ONCE and for BACKLOG."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(BACKLOG)


def listener(app: Any) -> HttpServer:
    """The server of a guard."""
    config = Config(
        app,
        http=Watched,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
        backlog=AT_ONCE,
        ws="none",
        loop="asyncio",
    )
    return HttpServer(config)
