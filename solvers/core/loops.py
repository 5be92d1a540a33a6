"""Many solutions at once by compiled loops, from rows of variables to lines of the solutions file.

CompiledLoops      `models.batches.BoardLoops`
BoardTexts         the texts of boards as one array: their hashes, and the lines of a file
RivalTables        `models.rows.kept_rows`
works()            what these compile
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import overload

import numpy as np

from zenkai_solver.models.batches import PartTables, SolutionTables, SymmetryTables
from zenkai_solver.models.puzzle import Batches, BoardBatch
from zenkai_solver.models.rows import ranks
from zenkai_solver.models.symmetry import Breaking
from zenkai_solver.solvers.kernels import boards as kernels
from zenkai_solver.solvers.kernels import rows as row_kernels
from zenkai_solver.solvers.kernels.jit import PURE, Work
from zenkai_solver.solvers.kernels.warmup import warm_up

HASH_BYTES = 16
LIMBS = 3  # words of a sum of hashes
ROUNDS = 12
INITIAL = (  # the first 64 bits of the fractional parts of the square roots of the first eight primes
    *(0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1),
    *(0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179),
)
SIGMA = (  # the order of the words of a block in each round: RFC 7693, section 2.7
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    (14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3),
    (11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4),
    (7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8),
    (9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13),
    (2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9),
    (12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11),
    (13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10),
    (6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5),
    (10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0),
)
LINE = ('{"n": ', ', "board": ["', '", "', '"], "orbit": ', ', "least": true}\n', "}\n")  # of a file
UNNUMBERED = ("", '{"board": ["', *LINE[2:])


@cache
def _hashing() -> tuple[np.ndarray, np.ndarray]:
    """The words with which hashing begins, and the order of words by round: for `kernels.hash_texts`.

    The first word states the length of the hash, no key, and that data is hashed in sequence.
    """
    begin = np.array([*INITIAL, *INITIAL], np.uint64)
    begin[0] ^= np.uint64(0x01010000 ^ HASH_BYTES)
    return begin, np.array([SIGMA[r % len(SIGMA)] for r in range(ROUNDS)], np.uint8)


def _parts(texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """The bytes of each text with room to copy whole blocks of them, and the sizes."""
    sizes = np.array([len(text) for text in texts], np.int64)
    parts = np.zeros((len(texts), sizes.max() + kernels.ACROSS), np.uint8)
    for part, text in zip(parts, texts, strict=True):
        part[: len(text)] = np.frombuffer(text.encode("latin-1"), np.uint8)
    return parts, sizes


@dataclass(frozen=True, eq=False)
class BoardTexts(Sequence[bytes]):
    """The rows of boards joined by line feeds, all of one length.

    `array`: uint8[board, place], each text filled up with 0 to whole blocks of `kernels.BLOCK` bytes.
    """

    array: np.ndarray
    length: int

    def __len__(self) -> int:
        return len(self.array)

    @overload
    def __getitem__(self, at: int) -> bytes: ...

    @overload
    def __getitem__(self, at: slice) -> BoardTexts: ...

    def __getitem__(self, at: int | slice) -> bytes | BoardTexts:
        if isinstance(at, slice):
            return BoardTexts(np.ascontiguousarray(self.array[at]), self.length)
        return bytes(self.array[at, : self.length].tobytes())

    def __iter__(self) -> Iterator[bytes]:
        data, stride = self.array.tobytes(), self.array.shape[1]
        return (data[i : i + self.length] for i in range(0, len(data), stride))

    @property
    def hash_sum(self) -> int:
        """The sum of their hashes; see `pipeline.text_hash`."""
        total = np.zeros(LIMBS, np.uint64)
        words = self.array.view("<u8").astype(np.uint64, copy=False)
        kernels.hash_texts(words, self.length, *_hashing(), total)
        return sum(int(word) << 64 * i for i, word in enumerate(total.tolist()))

    def lines(self, orbits: Sequence[int], first: int | None, marked: Sequence[bool] | None = None) -> bytes:
        """The lines of the solutions with these orbits, numbered from `first` on; None: without numbers.

        Those of solutions that are `marked` say that they are the least of their orbits.
        """
        before, begin, between, orbit, *rest = UNNUMBERED if first is None else LINE
        text = self.array[0, : self.length] if len(self) else np.zeros(0, np.uint8)
        ends = text == kernels.LINE_FEED
        sources = np.flatnonzero(~ends)
        goals = len(begin) + sources + (len(between) - 1) * ends.cumsum()[sources]
        board = begin + text.tobytes().decode("latin-1").replace("\n", between) + orbit
        parts, sizes = _parts((before, board, *rest))
        most = int(sizes.sum()) + len(sources) + 2 * kernels.DIGITS
        lines = np.empty(most * len(self) + kernels.ACROSS, np.uint8)
        end = kernels.write_lines(
            parts,
            sizes,
            self.array,
            sources,
            goals,
            np.array(orbits, np.int64),
            np.zeros(len(self), np.bool_) if marked is None else np.array(marked, np.bool_),
            first or 0,
            lines,
        )
        return lines[: int(end)].tobytes()


def ready() -> bool:
    """Can compiled loops be used? They are compiled, then, unless they are kept."""
    if not PURE:
        warm_up(works)
    return not PURE


def compiled(tools: Batches | None) -> Batches | None:
    """The same tools by compiled loops; None for those whose labels are no bytes."""
    if tools is None or getattr(tools, "code", None) is not np.uint8:
        return None
    return tools.with_loops(CompiledLoops())


class CompiledLoops:
    """See `models.batches.BoardLoops`."""

    def boards(self, tables: SolutionTables, rows: np.ndarray) -> BoardBatch:
        boards = np.empty((len(rows), len(tables.base)), tables.base.dtype)
        kernels.decode(tables, np.ascontiguousarray(rows, np.int32), boards)
        return boards

    def right_parts(self, tables: PartTables, boards: BoardBatch) -> np.ndarray:
        right = np.empty(len(boards), np.bool_)
        kernels.find_parts(tables, np.ascontiguousarray(boards), right)
        return right

    def canonical(self, tables: SymmetryTables, boards: BoardBatch) -> tuple[BoardBatch, np.ndarray]:
        boards = np.ascontiguousarray(boards)
        least, orbits = np.empty_like(boards), np.empty(len(boards), np.int64)
        kernels.least_images(tables, boards, least, orbits)
        return least, orbits

    def texts(self, template: np.ndarray, places: np.ndarray, boards: BoardBatch) -> BoardTexts:
        length = len(template)
        blocks = max(1, -(-length // kernels.BLOCK))
        texts = np.zeros((len(boards), blocks * kernels.BLOCK), np.uint8)
        kernels.put_texts(template, places, np.ascontiguousarray(boards), texts)
        return BoardTexts(texts, length)


class RivalTables:
    """`Breaking.keeps` for rows of solutions."""

    def __init__(self, breaking: Breaking) -> None:
        perms = [np.array(perm, np.int32) for _, rivals in sorted(breaking.rivals.items()) for perm in rivals]
        size = 1 + max((len(perm) for perm in perms), default=len(breaking.model.names))
        self.inverse = np.zeros((len(perms), size), np.int32)
        for inverse, perm in zip(self.inverse, perms, strict=True):
            inverse[perm] = np.arange(len(perm), dtype=np.int32)
        number = np.zeros(1 + size, np.int64)
        for var, rivals in breaking.rivals.items():
            number[1 + var] = len(rivals)
        self.rank = ranks(breaking)
        self.rank[0] = 0
        self.begin = number.cumsum()  # by variable

    def fixed(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """int64[anchor variable, or 0]: solutions, and pairs of a solution and a rival that fixes it."""
        number, fixed = np.zeros((2, len(self.begin)), np.int64)
        rows = np.ascontiguousarray(rows, np.int32)
        row_kernels.count_fixed(self.rank, self.begin, self.inverse, rows, number, fixed)
        return number, fixed

    def kept(self, rows: np.ndarray) -> np.ndarray:
        """bool[row]: is it kept?"""
        kept = np.empty(len(rows), np.bool_)
        rows = np.ascontiguousarray(rows, np.int32)
        row_kernels.least_of_rivals(self.rank, self.begin, self.inverse, rows, kept)
        return kept


def works() -> list[Work]:
    """The compilations for boards whose labels are bytes."""
    words, bytes_, flags = np.zeros((1, 16), np.uint64), np.zeros((1, 128), np.uint8), np.zeros(1, np.bool_)
    numbers, rows = np.zeros((1, 1), np.int64), np.zeros((1, 1), np.int32)
    solution = SolutionTables(bytes_[0], rows, bytes_[0], flags, bytes_[0])
    symmetry = SymmetryTables(rows, bytes_, flags, bytes_[0])
    number = numbers[0]
    states = rows[0]
    part = PartTables(
        *(0, True, flags, number, number, states, states, number, states, states, number, flags),
        *(number, number, number),
    )
    lines = (bytes_, number, bytes_, number, number, number, flags, 1, bytes_[0])
    return [
        Work(kernels.decode, (solution, rows, bytes_)),
        Work(kernels.find_parts, (part, bytes_, flags)),
        Work(kernels.least_images, (symmetry, bytes_, bytes_, number)),
        Work(kernels.put_texts, (bytes_[0], number, bytes_, bytes_)),
        Work(kernels.hash_texts, (words, 1, *_hashing(), words[0])),
        Work(kernels.write_lines, lines),
        Work(row_kernels.least_of_rivals, (states, number, rows, rows, flags)),
        Work(row_kernels.count_fixed, (states, number, rows, rows, number, number)),
    ]
