"""The weights of a network for the search, and how it reads an observation. `network` says how it computes."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

NONE: Final[i64] = -1
LANE: Final[i64] = 65536  # 2 ** 16
HALF_LANE: Final[i64] = 32768
WIDE: Final[i64] = 4294967296  # 2 ** 32
ENCODING: Final[i64] = 5  # numbers per column, see `Encoder`


class Encoder:
    """Which rows of the first layer the numbers of an observation stand for, in one setup.

    `columns` lists the columns in use. For each, `spec` has: the first row, the least value, the step between rows, how
    many rows, and the first of the rows for single bits of the value (`NONE`: no such rows)."""

    __slots__ = ("bits", "columns", "count", "first", "least", "step")

    def __init__(self, columns: list[i64], spec: list[i64]) -> None:
        self.columns: vec[i64] = vec[i64]()
        self.first: vec[i64] = vec[i64]()
        self.least: vec[i64] = vec[i64]()
        self.step: vec[i64] = vec[i64]()
        self.count: vec[i64] = vec[i64]()
        self.bits: vec[i64] = vec[i64]()
        place: i64
        for place in range(len(columns)):
            self.columns = append(self.columns, columns[place])
            self.first = append(self.first, spec[place * ENCODING])
            self.least = append(self.least, spec[place * ENCODING + 1])
            self.step = append(self.step, spec[place * ENCODING + 2])
            self.count = append(self.count, spec[place * ENCODING + 3])
            self.bits = append(self.bits, spec[place * ENCODING + 4])

    def row(self, place: i64, value: i64) -> i64:
        """The row of a value that is not 0, at some place among the columns."""
        number = (value - self.least[place]) // self.step[place]
        return self.first[place] + max(0, min(number, self.count[place] - 1))

    def rows(self, seen: list[i64]) -> list[i64]:
        """All rows of an observation, for learning."""
        found: list[i64] = []
        place: i64
        for place in range(len(self.columns)):
            value = seen[self.columns[place]]
            if value != 0:
                found.append(self.row(place, value))
                row = self.bits[place]
                if row != NONE:
                    left = max(value - self.least[place], 0)
                    while left != 0:
                        if left & 1 != 0:
                            found.append(row)
                        row += 1
                        left >>= 1
        return found


class Weights:
    """The numbers of a network, shared by all judges of a process."""

    __slots__ = (
        "bias", "final", "final_bias", "first", "hidden", "move_bias", "moves", "outputs", "second", "second_bias",
        "thing_bias", "things", "value", "value_bias", "value_width", "width", "words",
    )  # fmt: skip

    def __init__(
        self, width: i64, hidden: i64, value_width: i64, outputs: i64, arrays: dict[str, bytes],
        scales: dict[str, float],
    ) -> None:  # fmt: skip
        """The arrays hold whole numbers of 16 bits, which times their scale are the weights."""
        self.width: i64 = width  # of the first layer, a multiple of 4
        self.hidden: i64 = hidden  # of the second, a multiple of 2
        self.value_width: i64 = value_width
        self.outputs: i64 = outputs  # logits of wins by seat, then of margins
        self.words: i64 = width // 4
        self.bias: vec[i64] = _packed(arrays["bias"], 4, LANE)
        self.first: vec[i64] = _packed(arrays["first"], 4, LANE)  # [row * words + word]
        self.second: vec[i64] = _packed(arrays["second"], 2, WIDE)  # [lane * hidden / 2 + pair]
        self.second_bias: vec[float] = _floats(arrays, scales, "second_bias")
        self.moves: vec[float] = _floats(arrays, scales, "moves")  # [move * hidden + lane]
        self.move_bias: vec[float] = _floats(arrays, scales, "move_bias")
        self.things: vec[float] = _floats(arrays, scales, "things")  # [thing * hidden + lane]
        self.thing_bias: vec[float] = _floats(arrays, scales, "thing_bias")
        self.value: vec[float] = _floats(arrays, scales, "value")  # [unit * hidden + lane]
        self.value_bias: vec[float] = _floats(arrays, scales, "value_bias")
        self.final: vec[float] = _floats(arrays, scales, "final")  # [output * value_width + unit]
        self.final_bias: vec[float] = _floats(arrays, scales, "final_bias")


def numbers(given: list[i64]) -> vec[i64]:
    found = vec[i64]()
    for number in given:
        found = append(found, number)
    return found


def _number(data: bytes, place: i64) -> i64:
    """A signed number of 16 bits, little-endian."""
    found = i64(data[2 * place]) + 256 * i64(data[2 * place + 1])
    return found - LANE if found >= HALF_LANE else found


def _packed(data: bytes, lanes: i64, lane: i64) -> vec[i64]:
    """So many numbers in one i64, the first in the lowest bits."""
    words = i64(len(data)) // (2 * lanes)
    found = vec[i64](capacity=words)
    word: i64
    for word in range(words):
        total: i64 = 0
        for place in range(lanes - 1, -1, -1):
            total = total * lane + _number(data, word * lanes + place)
        found = append(found, total)
    return found


def _floats(arrays: dict[str, bytes], scales: dict[str, float], name: str) -> vec[float]:
    data, scale = arrays[name], scales[name]
    count = i64(len(data)) // 2
    found = vec[float](capacity=count)
    place: i64
    for place in range(count):
        found = append(found, float(_number(data, place)) * scale)
    return found
