"""Network files: what each row of the first layer stands for, and the weights.

A file is a zip archive: `network.json` is a `Network`, the other members are arrays of whole numbers of 16 bits."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from branchline.bots.specs import UnknownBot
from branchline.core.bot_support import NetworkMap, heuristics
from branchline.core.compiled.network import NetworkJudge
from branchline.core.compiled.network_weights import Encoder, Weights
from branchline.core.setup import Setup

NONE: Final = -1
HEADER: Final = "network.json"


class Column(msgspec.Struct, frozen=True, array_like=True):
    """The rows of one number of an observation."""

    column: int  # as in `NetworkMap.columns`
    first: int
    least: int
    step: int
    count: int
    bits: int = NONE  # the first of the rows for single bits of the value


class Network(msgspec.Struct, frozen=True):
    """Shape and meaning of a network."""

    game: str
    width: int
    hidden: int
    value_width: int
    outputs: int
    rows: int
    columns: tuple[Column, ...]
    setups: tuple[
        str, ...
    ]  # what a setup may have, such as "players=3": one row each, after those of the columns
    moves: tuple[int, ...]  # by row of the policy: the move, as in `NetworkMap.moves`
    things: int
    scales: Mapping[str, float] = {}
    story: Mapping[str, object] = {}  # where the weights come from


def traits(setup: Setup) -> list[str]:
    """Properties of a setup that observations don't show."""
    found = [f"{name}={value}" for name, value in setup.options.items() if isinstance(value, (str, int))]
    return [f"players={setup.players}", *found]


class Reader:
    """How one setup is read by a network: which rows its numbers and moves have."""

    def __init__(self, network: Network, setup: Setup, meaning: NetworkMap) -> None:
        support = setup.game.bots()
        by_column = {one.column: one for one in network.columns}
        used = [
            (column, by_column[known]) for column, known in enumerate(meaning.columns) if known in by_column
        ]
        self.encoder = Encoder(
            [column for column, _ in used],
            [number for _, one in used for number in (one.first, one.least, one.step, one.count, one.bits)],
        )
        first = network.rows - len(network.setups)
        known = {name: first + place for place, name in enumerate(network.setups)}
        self.always = [known[name] for name in traits(setup) if name in known]
        places = {move: place for place, move in enumerate(network.moves)}
        self.move_rows = [places.get(move, NONE) for move in meaning.moves]
        self.pointers = [
            number for one in support.pointers for number in (one.move, one.places, one.feature, one.things)
        ]
        self.things = list(meaning.things)


class NetworkFile:
    """A network that was read; makes judges."""

    def __init__(self, network: Network, arrays: Mapping[str, bytes]) -> None:
        self.network = network
        self.weights = Weights(
            network.width, network.hidden, network.value_width, network.outputs, dict(arrays), dict(network.scales)
        )  # fmt: skip

        self._judges: dict[tuple[Setup, float], NetworkJudge | None] = {}

    def judge(self, setup: Setup, played: float = 0.0) -> NetworkJudge | None:
        """For search in a setup; None where the network can't play. Kept, because judges own working memory.
        `played`: how much of a value comes from heuristics that play on."""
        key = (setup, played)
        if key not in self._judges:
            self._judges[key] = self._make(setup, played)
        return self._judges[key]

    def _make(self, setup: Setup, played: float) -> NetworkJudge | None:
        meaning = setup.game.bots().network_map(setup) if setup.name == self.network.game else None
        if meaning is None:
            return None
        reader = Reader(self.network, setup, meaning)
        return NetworkJudge(
            setup.engine, self.weights, reader.encoder, reader.always, reader.move_rows, reader.pointers, reader.things,
            heuristics(setup), played,
        )  # fmt: skip


@lru_cache(maxsize=4)
def read_network(path: Path) -> NetworkFile:
    """Raises `UnknownBot` if the file holds no network."""
    try:
        with zipfile.ZipFile(path) as file:
            network = msgspec.json.decode(file.read(HEADER), type=Network)
            arrays = {name: file.read(name) for name in file.namelist() if name != HEADER}
        return NetworkFile(network, arrays)
    except (OSError, zipfile.BadZipFile, KeyError, msgspec.DecodeError):
        raise UnknownBot(
            f"{path} holds no network for search. Train one with: branchline train GAME --folder FOLDER"
        ) from None


def write_network(path: Path, network: Network, arrays: Mapping[str, bytes]) -> None:
    """The same weights always give the same file."""
    members: Sequence[tuple[str, bytes]] = [(HEADER, msgspec.json.encode(network)), *sorted(arrays.items())]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for name, data in members:
            file.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
