"""Dissections by transform covers: every way to cut figure 1 and rebuild figure 2, each pair of divisions once.

    option        a turn and shift t with one connected part of {c in figure 1: t(c) in figure 2}
    assignment    an option for every cell of figure 1 such that the images tile figure 2
    part          a connected class of cells with one option: it moves rigidly

Every solution with N pieces comes from an assignment with at most N parts, cut further into N pieces: if each
piece moves by its canonical move, the options of its cells are such an assignment. So with
`kernels.covers` (sets of at most N options that can tile) and `kernels.tilings` (their assignments) all
solutions are found, including those in which one move takes several pieces, touching or not.

A pair of divisions can come from several assignments: congruent pieces can change places, symmetric ones can
arrive by several turns. Only one is canonical and kept: each piece moves by the first of the moves that take
it to its place, and congruent pieces keep their order by first cells. So nothing need be remembered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from time import perf_counter

import numpy as np

from models.csp import Model, Solution
from models.dissection.problem import Congruence, Problem, placed_moves
from models.grid import Cell, components, neighbours, normalise
from solvers.backend import NEVER, Deadline, Options, Unsupported
from solvers.kernels import covers, tilings
