"""Deck files: all cards, tiles and tokens of the game as data. `data/cards.json` is the built-in one,
`data/cards_2.json` that of rules versions 1 and 2."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from branchline.core.data_file import FormatName, read_data_file
from branchline.core.text import PLACE_NAME, Note, Title

FORMAT: Final = "branchline.firstclass.deck/1"
DATA: Final = Path(__file__).parent
BUILT_IN: Final = "built-in"
MINI: Final = "mini"  # for research: every card brings one thing

Id = Annotated[str, Meta(pattern=r"^[A-Z][A-Z0-9]*(-[0-9]+)?$(?!\n)", max_length=8)]
Name = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_-]*$(?!\n)"), PLACE_NAME, PLACE_NAME.schema]
Code = Note  # an effect code (F16)
Status = Literal["documented", "partly", "reconstructed"]
Letter = Literal["A", "B", "C", "D", "E"]
Amount = Annotated[int, Meta(ge=0, le=99)]
Amounts = Annotated[list[Amount], Meta(max_length=32)]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What every row states: whether it is as printed."""

    status: Status
    note: Note = ""


class CardRow(Row, frozen=True, kw_only=True):
    id: Id
    stage: Literal[1, 2, 3]
    kind: Annotated[str, Meta(pattern=r"^[a-zA-Z]+$(?!\n)", max_length=40)]
    effect: Code


class MailCarRow(Row, frozen=True, kw_only=True):
    id: Id
    effect: Code


class StationRow(Row, frozen=True, kw_only=True):
    id: Id
    effect: Code


class TilesRow(Row, frozen=True, kw_only=True):
    numbers: Amounts  # the top one first


class ArrivalRow(Row, frozen=True, kw_only=True):
    points: Amounts  # for the first to arrive, the second, the third


class ColumnRow(Row, frozen=True, kw_only=True):
    size: Amount
    effect: Code


class BoxRow(Row, frozen=True, kw_only=True):
    effect: Code | None


class GameEndRow(Row, frozen=True, kw_only=True):
    id: Id
    now: Code
    end: Code
    words: Note = ""


class EvidenceRow(Row, frozen=True, kw_only=True):
    id: Id
    count: Amount
    effect: Code


class RolesRow(Row, frozen=True, kw_only=True):
    cards: Annotated[list[Literal["murderer", "innocent"]], Meta(max_length=80)]


class DeckFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole deck file. Cards are numbered in its order.

    Decks come from anybody, so every list has a bound, at least four times what the built-in deck needs."""

    format: FormatName
    name: Name
    title: Title
    provenance: Note
    car_values: Amounts
    base: Annotated[list[CardRow], Meta(max_length=300)]
    modules: dict[Letter, Annotated[list[CardRow], Meta(max_length=100)]]
    mail_cars: Annotated[list[MailCarRow], Meta(max_length=16)]
    locomotive_tiles: TilesRow
    constantinople: ArrivalRow
    stations: Annotated[list[StationRow], Meta(max_length=12)]
    coin_columns: Annotated[list[ColumnRow], Meta(max_length=12)]
    any_coin: BoxRow
    four_coins: BoxRow
    start_tile: Annotated[list[BoxRow], Meta(max_length=16)]
    game_end: Annotated[list[GameEndRow], Meta(max_length=120)]
    evidence: Annotated[list[EvidenceRow], Meta(max_length=32)]
    roles: RolesRow


_DECODER: Final = msgspec.json.Decoder(DeckFile)


def built_in(rules: int = 3) -> DeckFile:
    """The built-in deck of a rules version."""
    return _file("cards.json" if rules > 2 else "cards_2.json")


@cache
def _file(name: str) -> DeckFile:
    return read(DATA / name)


def mini() -> DeckFile:
    return _file("mini.json")


def read(path: Path) -> DeckFile:
    """The deck in a file; raises `DataError`. Its format is valid, but its content may still make no sense."""
    example = "docs/decks.md describes the fields; the built-in deck is an example."
    return read_data_file(path, _DECODER, FORMAT, example)
