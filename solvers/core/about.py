"""What is installed: the version of zenkai, of Python, and of every package that a run uses."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, requires, version

DISTRIBUTION = "zenkai-solver"
NAME = re.compile(r"[A-Za-z0-9._-]+")
NOT_USED = re.compile(r"extra == .(test|bench)")  # in a run


def about() -> str:
    """The text of `zenkai --version`: versions of zenkai, Python, system and packages."""
    packages = ", ".join(f"{name} {number}" for name, number in packages_used())
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{DISTRIBUTION} {own_version()}\n{python}, {platform.system()} {platform.machine()}\n{packages}"


def own_version() -> str:
    """The version of the distribution; "unknown" in a checkout that was never installed."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "unknown"


def packages_used() -> Iterator[tuple[str, str]]:
    """Name and version of each installed package that the distribution requires, also by an extra."""
    stated: list[str] = []
    with suppress(PackageNotFoundError):
        stated = [line for line in requires(DISTRIBUTION) or [] if not NOT_USED.search(line)]
    names = {match[0].lower() for line in stated if (match := NAME.match(line))}
    for name in sorted(names - {DISTRIBUTION}):
        with suppress(PackageNotFoundError):
            yield name, version(name)
