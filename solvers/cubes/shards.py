"""Shards: the solutions of one cube, one line each, as in a solutions file but without number.

    {"board": ["FFII...", ...], "orbit": 4}
    {"board": ["FFIL...", ...], "orbit": 4, "least": true}

With symmetry `all` the least board of each orbit is marked, so that orbits can be counted again. A shard is
written under a temporary name, forced to the disk and renamed, so a shard is whole or not there.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import importlib
import io
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, cast

from zenkai_solver.solvers.core.deadlines import Unsupported
from zenkai_solver.solvers.core.pipeline import Chunk
from zenkai_solver.solvers.solution_files.results import MAX_LINE, TEMPORARY, ResultsError, body, sync_folder

LEVEL = {"gzip": 1, "zstd": 3}  # fast ones: a shard is written once and read once
BEGIN, END = b'{"board": ["', b'"], "orbit": '  # what is around the rows of a board
LEAST = b', "least": true}\n'


def zstandard() -> Any:
    """The optional package. Raises Unsupported if it is missing."""
    try:
        return importlib.import_module("zstandard")
    except ImportError:
        raise Unsupported("zstd needs a package: pip install 'zenkai-solver[zstd]'") from None


def compressed(file: BinaryIO, compress: str) -> BinaryIO:
    """The file, or a writer that compresses into it. Raises Unsupported if zstandard is missing."""
    if compress == "gzip":
        return cast(BinaryIO, gzip.GzipFile("", "wb", LEVEL["gzip"], file, mtime=0))
    if compress == "zstd":
        return cast(BinaryIO, zstandard().ZstdCompressor(LEVEL["zstd"]).stream_writer(file, closefd=False))
    return file


def decompressed(file: BinaryIO, name: str) -> BinaryIO:
    """A reader that decompresses the file, by the name's ending."""
    if name.endswith(".gz"):
        return cast(BinaryIO, gzip.GzipFile("", "rb", fileobj=file))
    if name.endswith(".zst"):
        return cast(BinaryIO, io.BufferedReader(zstandard().ZstdDecompressor().stream_reader(file)))
    return file


class ShardWriter:
    """A shard that is being written, to a file or into memory; `close` puts it in place."""

    def __init__(self, path: Path | None, compress: str, mark: bool) -> None:
        """`mark`: mark the boards that are the least of their orbits; without it all are."""
        self.path, self.compress, self.mark = path, compress, mark
        self.size = 0
        self.hash = hashlib.blake2b(digest_size=16)
        self.raw: BinaryIO | None = None
        self.file: BinaryIO | None = None

    @property
    def temporary(self) -> Path:
        assert self.path is not None
        return self.path.with_name(self.path.name + TEMPORARY)

    @property
    def checksum(self) -> str:
        return self.hash.hexdigest()

    def write(self, chunk: Chunk) -> None:
        if not len(chunk):
            return
        if self.file is None:  # a cube without solutions makes no file
            self.raw = io.BytesIO() if self.path is None else self.temporary.open("wb")
            self.file = compressed(self.raw, self.compress)
        data = self._lines(chunk)
        self.hash.update(data)
        self.size += len(data)
        self.file.write(data)

    def _lines(self, chunk: Chunk) -> bytes:
        if (array := chunk.array) is not None:
            return array.lines(chunk.orbits, None, chunk.representatives if self.mark else None)
        lines: Iterable[bytes] = map(body, chunk.texts, chunk.orbits)
        return b"".join(map(_marked, lines, chunk.representatives) if self.mark else lines)

    def close(self) -> bytes:
        """Put the file in place, or return the bytes. Raises OSError, and then nothing is in place."""
        if self.raw is None or self.file is None:
            return b""
        if self.file is not self.raw:
            self.file.close()
        if isinstance(self.raw, io.BytesIO):
            return self.raw.getvalue()
        self.raw.flush()
        os.fsync(self.raw.fileno())
        self.raw.close()
        assert self.path is not None
        os.replace(self.temporary, self.path)
        sync_folder(self.path.parent)
        return b""

    def discard(self) -> None:
        """Remove what was written."""
        if self.raw is not None:
            with contextlib.suppress(OSError):  # the disk is full: closing writes what is buffered
                self.raw.close()
            if self.path is not None:
                self.temporary.unlink(missing_ok=True)


def _marked(line: bytes, least: bool) -> bytes:
    return line[:-2] + LEAST if least else line


def chunk_of(lines: Sequence[bytes], marked: bool) -> Chunk:
    """The solutions of lines as `ShardWriter` wrote them."""
    split = [line.rpartition(END) for line in lines]
    texts = [_text(head) for head, _, _ in split]
    orbits = [int(tail.partition(b",")[0].rstrip(b"}\n")) for _, _, tail in split]
    return Chunk(texts, orbits, [not marked or line.endswith(LEAST) for line in lines])


def _text(head: bytes) -> bytes:
    """The rows of a board as the pipeline has them: joined by line feeds."""
    rows = head[len(BEGIN) :]
    if b"\\" in rows:
        return "\n".join(json.loads(b'["' + rows + b'"]')).encode()
    return rows.replace(b'", "', b"\n")


def read_shard(path: Path, size: int, checksum: str) -> Iterator[bytes]:
    """The lines of a shard. Raises ResultsError, at the end, if size or checksum are others."""
    digest, seen = hashlib.blake2b(digest_size=16), 0
    try:
        with path.open("rb") as raw:
            file = decompressed(raw, path.name)
            while seen <= size and (line := file.readline(MAX_LINE)):
                digest.update(line)
                seen += len(line)
                yield line
    except FileNotFoundError:
        raise ResultsError(f"{path}: the shard is missing; run --resume searches its cube again") from None
    except Unsupported:
        raise
    except Exception as error:  # EOFError, OSError, and what zlib and zstandard raise
        raise ResultsError(f"{path}: the shard is damaged: {error}") from None
    if (seen, digest.hexdigest()) != (size, checksum):
        raise ResultsError(
            f"{path}: the shard is damaged: {seen:,} bytes with checksum {digest.hexdigest()}, "
            f"but the ledger has {size:,} and {checksum}"
        )
