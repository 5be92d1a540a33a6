"""Serve a page on this machine that draws, solves and browses puzzles.

zenkai serve [FILE...] [--port N] [--open] [--folder DIR] [--host H --allow-remote]

FILE is a solutions file, the index of a set of them, or a compiled set, which the page lists for browsing.

Prints an address with a token; requests without it are refused. Ctrl-C ends the server and its jobs; kept
runs stay in the folder, and are listed by the next server. A folder is used by one server at a time; a second
one uses another folder inside it, and says so. All files are readable by this user only.
"""

from __future__ import annotations

import argparse
import os
import secrets
import socket
import sys
import tempfile
import webbrowser
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from zenkai_solver.solvers.core.command import (
    COMPLETE,
    Parser,
    Refused,
    byte_number,
    command,
    complain,
    leave,
    positive_int,
    say,
    seconds,
)

if TYPE_CHECKING:
    from zenkai_solver.solvers.webapp.app import Server
    from zenkai_solver.solvers.webapp.settings import Settings

PACKAGES = ("starlette", "uvicorn", "sse_starlette")
NEEDED = "the page needs packages: pip install 'zenkai-solver[web]'"
MOST_PORT = 65_535


@command
def main(argv: Sequence[str] | None = None) -> int:
    args = parser().parse_args(argv)
    if any(find_spec(package) is None for package in PACKAGES):
        return complain(NEEDED)
    from zenkai_solver.solvers.webapp.settings import is_loopback

    if not (is_loopback(args.host) or args.allow_remote):
        return complain(f"--host {args.host}: others could reach the page; if they may, add --allow-remote")
    from zenkai_solver.solvers.webapp.folder import claimed

    os.umask(0o077)  # also for processes that the server starts
    wanted = (args.folder or default_folder()).absolute()
    with listening(args.host, args.port) as server_socket:
        settings = _settings(args, server_socket.getsockname()[1])
        claim = claimed(wanted)
        if claim.folder != wanted:
            say(f"another server uses {wanted}; runs and shelf of this one are in {claim.folder}", sys.stderr)
        with closing(claim.held):
            serve(replace(settings, folder=claim.folder), server_socket, args.open)
    return COMPLETE


def parser() -> Parser:
    p = Parser(
        prog="zenkai serve",
        usage="zenkai serve [OPTION ...] [FILE ...]",
        description="Serve a page on which puzzles are drawn, solved and browsed.",
    )
    p.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="solutions to look at: .jsonl or .zset"
    )
    p.add_argument("--port", type=_port, default=0, metavar="N", help="default: any free port")
    p.add_argument("--open", action="store_true", help="open the page in the browser")
    p.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="H",
        help="address to listen on; default: 127.0.0.1, this machine only",
    )
    p.add_argument("--allow-remote", action="store_true", help="answer other machines; needed with --host")
    p.add_argument("--folder", type=Path, metavar="DIR", help="where runs and saved puzzles are kept")
    p.add_argument(
        "--max-jobs", type=positive_int, default=4, metavar="N", help="searches at the same time; default: 4"
    )
    p.add_argument("--max-memory", type=byte_number, metavar="BYTES", help="memory of a search; default: 4G")
    p.add_argument("--time-limit", type=seconds, metavar="S", help="time of a search; default: an hour")
    p.add_argument(
        "--grace",
        type=seconds,
        metavar="S",
        help="stop a search S seconds after its page is closed; default: 30",
    )
    return p


def _port(text: str) -> int:
    if not (text.isdecimal() and 1 <= int(text) <= MOST_PORT):
        raise argparse.ArgumentTypeError(f"{text} is not a port from 1 to {MOST_PORT}")
    return int(text)


def _settings(args: argparse.Namespace, port: int) -> Settings:
    from zenkai_solver.solvers.webapp.browsing import checked
    from zenkai_solver.solvers.webapp.settings import Settings

    limits = {"memory": args.max_memory, "seconds": args.time_limit, "grace": args.grace}
    return Settings(
        (args.folder or default_folder()).absolute(),
        secrets.token_urlsafe(24),
        args.host,
        port,
        args.allow_remote,
        max_jobs=args.max_jobs,
        files={secrets.token_hex(8): checked(path) for path in args.files},
        **{key: value for key, value in limits.items() if value is not None},
    )


def default_folder() -> Path:
    """The folder of zenkai among the user's data of programs."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "zenkai"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "zenkai"


def listening(host: str, port: int) -> socket.socket:
    """A listening socket. Raises Refused."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    new = socket.socket(family, socket.SOCK_STREAM)
    new.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        new.bind((host, port))
        new.listen(128)
    except OSError as error:
        new.close()
        raise Refused(f"cannot listen at {host}:{port}: {error.strerror or error}") from None
    return new


def serve(settings: Settings, listening_socket: socket.socket, show: bool) -> None:
    """Serve until Ctrl-C; `show`: open the page in the browser."""
    from zenkai_solver.solvers.webapp.app import Server
    from zenkai_solver.solvers.webapp.connections import listener

    server = Server(settings)
    if settings.remote:
        say("other machines may ask; whoever has the address runs searches here", sys.stderr)
    say(f"{settings.address}?token={settings.token}")
    if show:
        webbrowser.open(door(server).as_uri())
    listener(server.app()).run(sockets=[listening_socket])


DOOR = """<!doctype html>
<meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>zenkai</title>
<meta http-equiv="refresh" content="0; url={0}">
<p><a href="{0}">zenkai</a></p>
"""


def door(server: Server) -> Path:
    """A file that redirects to the server's page once, and that only this user can read: the arguments of a
    browser's process, in which a token could stand, are visible to every user of the machine.
    """
    file, name = tempfile.mkstemp(".html", "open-", server.settings.folder)
    with os.fdopen(file, "w", encoding="utf-8") as page:
        page.write(DOOR.format(f"{server.settings.address}?token={server.token_once(Path(name))}"))
    return Path(name)


if __name__ == "__main__":
    leave(main())
