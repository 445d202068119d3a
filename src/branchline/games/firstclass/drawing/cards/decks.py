"""The deck as the drawing needs it: every code parsed once."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from branchline.games.firstclass.data import deck_file
from branchline.games.firstclass.data.code_reader import TOKENS, Reader
from branchline.games.firstclass.data.codes import Box, Station
from branchline.games.firstclass.data.deck_file import CardRow, DeckFile, GameEndRow
from branchline.games.firstclass.drawing.cards.card import Face, face
from branchline.games.firstclass.views.view import View


class Deck(msgspec.Struct, frozen=True):
    values: tuple[int, ...]
    faces: dict[str, Face]  # cards and game-end cards
    mail: dict[str, Box]
    stations: tuple[Station, ...]
    columns: tuple[Box, ...]
    four_coins: Box
    start_tile: tuple[Box, ...]  # by place, clockwise
    tiles: tuple[int, ...]
    arrivals: tuple[int, ...]
    tokens: dict[str, tuple[str, int]]  # evidence: what it is, and how much

    def box(self, source: str, upper: bool = True) -> Box | None:
        """The waiting action of a card, mail car or game-end card."""
        if source in self.mail:
            return self.mail[source]
        found = self.faces.get(source)
        if found is None:
            return None
        if found.card.contract is not None:
            return found.card.contract.reward
        if found.card.guest is not None:
            return found.card.guest[0 if upper else 1]
        return found.card.box

    def level(self, value: int) -> int:
        return self.values.index(value)


def deck(view: View) -> Deck:
    return _built_in() if view.own_deck is None else _deck(msgspec.json.encode(view.own_deck))


@lru_cache(maxsize=1)
def _built_in() -> Deck:
    return read(deck_file.built_in())


@lru_cache(maxsize=8)
def _deck(encoded: bytes) -> Deck:
    return read(msgspec.json.decode(encoded, type=DeckFile))


def read(source: DeckFile) -> Deck:
    values = tuple(source.car_values)
    reader = Reader(values)
    rows: list[CardRow | GameEndRow] = [*source.base, *source.game_end]
    for module in source.modules.values():
        rows += module
    return Deck(
        values=values,
        faces={row.id: face(row, values) for row in rows},
        mail={row.id: reader.box(row.effect) for row in source.mail_cars},
        stations=tuple(reader.station(row.effect) for row in source.stations),
        columns=tuple(reader.box(row.effect) for row in source.coin_columns),
        four_coins=reader.box(source.four_coins.effect) if source.four_coins.effect else Box(),
        start_tile=tuple(reader.box(row.effect) if row.effect else Box() for row in source.start_tile),
        tiles=tuple(source.locomotive_tiles.numbers),
        arrivals=tuple(source.constantinople.points),
        tokens={row.id: _token(reader, row.effect) for row in source.evidence},
    )


def _token(reader: Reader, effect: str) -> tuple[str, int]:
    kind, amount = reader.token(effect)
    return TOKENS[kind], amount
