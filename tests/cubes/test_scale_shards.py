"""Shards are whole or not there; lines of any number are sorted in little memory."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import pytest

from zenkai_solver.solvers.core.pipeline import Chunk
from zenkai_solver.solvers.cubes.shards import ShardWriter, chunk_of, read_shard
from zenkai_solver.solvers.cubes.sorting import sorted_lines
from zenkai_solver.solvers.solution_files.output import ENDINGS
from zenkai_solver.solvers.solution_files.results import ResultsError

CHUNK = Chunk([b'ab\nc"', b"x\\\nyz", "\u5168\n.".encode()], [1, 8, 4], [True, False, True])


@pytest.mark.parametrize("compress", ENDINGS)
@pytest.mark.parametrize("mark", [False, True])
def test_there_and_back(compress: str, mark: bool, tmp_path: Path) -> None:
    path = tmp_path / f"1{ENDINGS[compress]}"
    shard = ShardWriter(path, compress, mark)
    shard.write(CHUNK)
    assert not path.exists()
    assert shard.close() == b""
    assert list(tmp_path.iterdir()) == [path]
    found = chunk_of(list(read_shard(path, shard.size, shard.checksum)), mark)
    assert (found.texts, found.orbits) == (CHUNK.texts, CHUNK.orbits)
    assert found.representatives == (CHUNK.representatives if mark else [True] * 3)


def test_in_memory_the_same_bytes(tmp_path: Path) -> None:
    path, kept = tmp_path / "1.jsonl", []
    for target in (path, None):
        shard = ShardWriter(target, "none", True)
        shard.write(CHUNK)
        kept.append((shard.close(), shard.size, shard.checksum))
    assert kept[1] == (path.read_bytes(), *kept[0][1:])


def test_nothing_makes_no_file(tmp_path: Path) -> None:
    shard = ShardWriter(tmp_path / "1.jsonl", "gzip", False)
    shard.write(Chunk([], [], []))
    shard.close()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("compress", ENDINGS)
def test_discarded(compress: str, tmp_path: Path) -> None:
    shard = ShardWriter(tmp_path / "1", compress, False)
    shard.write(CHUNK)
    shard.discard()
    assert not list(tmp_path.iterdir())


def test_more_than_was_written_is_not_read(tmp_path: Path) -> None:
    """Compressed data may be a thousand times as large."""
    path = tmp_path / "1.jsonl"
    path.write_bytes(b"0123456789\n" * 1_000)
    with pytest.raises(ResultsError, match="the shard is damaged"):
        list(read_shard(path, 100, ""))
    seen = []
    with contextlib.suppress(ResultsError):
        for line in read_shard(path, 100, ""):
            seen.append(line)
    assert len(seen) < 12


@pytest.mark.parametrize("number", [0, 1, 2, 50, 3_000])
@pytest.mark.parametrize(("held", "fan_in"), [(1, 2), (100, 2), (2_000, 3), (1 << 20, 64)])
def test_sorted(number: int, held: int, fan_in: int, tmp_path: Path) -> None:
    source = random.Random(number)
    if held == 1 and number > 50:
        number = 200
    lines = [b"%x" % source.randrange(1 << source.randrange(1, 200)) + b"\n" for _ in range(number)]
    assert list(sorted_lines(iter(lines), tmp_path, held, fan_in)) == sorted(lines)
    assert not list(tmp_path.iterdir())
