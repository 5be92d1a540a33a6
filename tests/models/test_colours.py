"""The colours of pieces: told apart by everybody, with letters that are read on them.

Sight without one kind of cone: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, A Physiologically-based
Model for Simulation of Color Vision Deficiency, IEEE TVCG 15 (2009), severity 1.0, on linear RGB. Distances are
Euclidean in OKLab (B. Ottosson, 2020), where 0.02 is just noticeable. Contrast: WCAG 2.2, 1.4.3.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from zenkai_solver.models.render.svg import PALETTE, colour

SIGHTS = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
APART, FROM_WHITE, READABLE = 0.065, 0.065, 4.5
LETTER = "#222222"


def linear(hexadecimal: str) -> np.ndarray:
    values = np.array([int(hexadecimal[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def seen(hexadecimal: str, sight: np.ndarray) -> np.ndarray:
    return LAB @ np.cbrt(CONES @ np.clip(sight @ linear(hexadecimal), 0, 1))


def luminance(hexadecimal: str) -> float:
    return float(linear(hexadecimal) @ [0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize("sight", SIGHTS)
def test_a_dozen_pieces_are_told_apart(sight: str) -> None:
    own = [seen(colour(number), SIGHTS[sight]) for number in range(12)]
    assert min(np.linalg.norm(a - b) for a, b in combinations(own, 2)) > APART
    white = seen("#ffffff", SIGHTS[sight])  # of free cells
    assert min(np.linalg.norm(a - white) for a in own) > FROM_WHITE


def test_letters_are_read_on_all_of_them() -> None:
    for number in range(3 * len(PALETTE)):
        assert (luminance(colour(number)) + 0.05) / (luminance(LETTER) + 0.05) >= READABLE, number
    assert len({colour(number) for number in range(36)}) == 36
