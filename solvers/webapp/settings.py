"""What the server allows, and where it keeps its files."""

from __future__ import annotations

import ipaddress
import re
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

ID = re.compile(r"[0-9a-f]{16}")  # of a job or a puzzle of the shelf: secrets.token_hex(8)
LOOPBACK = "127.0.0.1"
MIB = 1 << 20


@dataclass(frozen=True)
class Settings:
    """Bytes and seconds. `grace` is the time after which a job without readers is cancelled, `stop` the time
    that a child has to end by itself, `reading` what a text may take to be read, `patience` how long a
    connection may take to ask for something, and a body to come.
    """

    folder: Path
    token: str
    host: str = LOOPBACK
    port: int = 0
    remote: bool = False
    max_body: int = MIB
    max_jobs: int = 4
    max_waiting: int = 20
    max_connections: int = 64
    readers: int = 2
    max_reads: int = 32  # that wait for a reader
    reading: float = 2.0
    patience: float = 15.0
    max_kept: int = 100
    max_finished: int = 20
    memory: int = 4_096 * MIB
    disk: int = 2_048 * MIB
    seconds: float = 3_600.0
    grace: float = 30.0
    stop: float = 0.7
    files: Mapping[str, Path] = field(default_factory=dict)  # of solutions, to be looked at, by id
    child: tuple[str, ...] = (sys.executable, "-m", "zenkai_solver.solvers.webapp.child")
    helper: tuple[str, ...] = (sys.executable, "-m", "zenkai_solver.solvers.webapp.helper")

    @property
    def jobs(self) -> Path:
        return self.folder / "jobs"

    @property
    def shelf(self) -> Path:
        return self.folder / "shelf"

    @property
    def cookie(self) -> str:
        """The name of the cookie. Cookies are shared by all ports, so it contains the port."""
        return f"zenkai-{self.port}"

    @property
    def address(self) -> str:
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{name}:{self.port}/"

    def answers_to(self, host: str) -> bool:
        """Is the value of a Host header one of ours? A name that only points here is not.

        Open to all addresses, any address does: no name of a stranger is one.
        """
        name, port = split_host(host)
        if port != self.port:
            return False
        if not self.remote:
            return name in (LOOPBACK, "localhost", "::1")
        everywhere = self.host in ("0.0.0.0", "::")
        return name in (self.host, "localhost") or (
            everywhere and (is_address(name) or name == socket.gethostname().lower())
        )


def split_host(host: str) -> tuple[str, int]:
    """Name and port of a Host header; port 80 where it names none, -1 where it is no number."""
    name, colon, port = host.lower().rpartition(":")
    if not colon or host.endswith("]"):
        name, port = host.lower(), "80"
    number = int(port) if port.isdecimal() and len(port) <= 5 else -1
    return name.removeprefix("[").removesuffix("]"), number


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    return host == "localhost" or (is_address(host) and ipaddress.ip_address(host).is_loopback)
