"""Auction boxes, trains and pieces (N15), read from `data/components.json`."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from branchline.core.data_file import FormatName, read_data_file
from branchline.core.text import Note

FORMAT: Final = "branchline.nuremberg.components/1"
DATA: Final = Path(__file__).parent
ROWS: Final = ("first", "second", "third")

Field = Annotated[str, Meta(max_length=40)]
Provenance = Note | Annotated[dict[Field, Note], Meta(max_length=20)]
Players = Annotated[list[int], Meta(max_length=12)]
Amount = Annotated[int, Meta(ge=0, le=99)]


class Pieces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    investment_cubes: int
    track: int
    train_markers: int
    goods: int
    passengers: int
    landlords: int
    discs: int
    company_track: int
    provenance: Provenance


class InfluenceBag(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    players: Players
    discs: dict[Literal["white", "brown", "red", "green"], int]
    provenance: Provenance


class AuctionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    players: Players
    row: Literal["top", "bottom"]
    minimum: int
    boxes: Annotated[
        list[Annotated[str, Meta(pattern=r"^[wbrg]+$(?!\n)", max_length=9)]], Meta(max_length=32)
    ]
    provenance: Provenance


class TrainRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    players: Players
    row: Literal["first", "second", "third"]
    cost: Amount
    passenger_points: Amount
    goods_points: Amount
    trains: Annotated[
        list[Annotated[str, Meta(pattern=r"^[0-9]P[0-9]G$(?!\n)", max_length=4)]], Meta(max_length=16)
    ]
    provenance: Provenance


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole components file. Its lists are bounded as those of a map."""

    format: FormatName
    pieces: Pieces
    influence_bag: Annotated[list[InfluenceBag], Meta(max_length=12)]
    auction: Annotated[list[AuctionRow], Meta(max_length=24)]
    trains: Annotated[list[TrainRow], Meta(max_length=36)]

    def bag(self, players: int) -> InfluenceBag:
        return next(row for row in self.influence_bag if players in row.players)

    def auction_rows(self, players: int) -> list[AuctionRow]:
        """Top row first: the order in which boxes are filled (N4.1) and resolved (N5.7)."""
        rows = [row for row in self.auction if players in row.players]
        return sorted(rows, key=lambda row: row.row != "top")

    def train_rows(self, players: int) -> list[TrainRow]:
        rows = [row for row in self.trains if players in row.players]
        return sorted(rows, key=lambda row: ROWS.index(row.row))


def spaces(train: str) -> tuple[int, int]:
    """Passenger and goods spaces of a train: `3P2G` has 3 and 2."""
    passengers, goods = re.findall(r"\d", train)
    return int(passengers), int(goods)


_DECODER: Final = msgspec.json.Decoder(Components)


@cache
def components() -> Components:
    return read(DATA / "components.json")


def read(path: Path) -> Components:
    """The components in a file; raises `DataError`."""
    example = "data/components.schema.json describes the fields; the built-in file is an example."
    return read_data_file(path, _DECODER, FORMAT, example)
