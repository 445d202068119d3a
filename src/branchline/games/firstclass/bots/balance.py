"""What a balance report of First Class compares and counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from branchline.core.balance import Balance, Part, Use
from branchline.core.compiled.bits import count
from branchline.games.firstclass.data.deck_file import DeckFile
from branchline.games.firstclass.rules import moves, route
from branchline.games.firstclass.rules.cards import COLUMNS, STATIONS, Setting
from branchline.games.firstclass.rules.coins import total
from branchline.games.firstclass.rules.state import (
    COMPLETED,
    CONDUCTORS,
    LAID,
    TILE_SLOT,
    TOKENS,
    State,
    actor,
    is_tile,
    slot,
)
from branchline.games.firstclass.text.card_text import deck_of

ROUNDS: Final = 6  # F1.4
HALVES: Final = ("as a passenger", "as luggage")  # F14.1
KINDS: Final = {
    "gameEnd": "game-end", "suspectSelf": "“Suspect yourself”", "suspectOthers": "“Suspect the others”",
    "destroy": "“Destroy evidence”",
}  # fmt: skip
SPACES: Final = (
    *(f"station {number}" for number in range(1, STATIONS + 1)),
    *(f"rail {number} {stop}" for number in range(1, 6) for stop in ("points", "clock")),
    "Constantinople",
)


class FirstClassBalance(Balance):
    variants: Mapping[str, Mapping[str, object]] = {
        "".join(pair): {"modules": "".join(pair)} for pair in combinations("ABCDE", 2)
    }

    def order(self, state: State) -> Sequence[int]:
        players = state.setting.players
        return [(state.first + seat) % players for seat in range(players)]

    def parts(self, setting: Setting) -> Iterator[Part]:
        yield from (Part("start player tile", f"round {number}") for number in range(1, ROUNDS + 1))
        yield from (Part("main step", step) for step in ("a card's action", "an upgrade instead", "the tile"))
        yield from (Part("coins", column) for column in _columns(setting))
        yield from (Part("coins", what) for what in ("a point", "a game-end card"))
        yield from (Part("mail car", name) for name in setting.names.mail_cars)
        yield from (Part("route", space) for space in SPACES)
        yield from (Part("locomotive tile", str(number)) for number in setting.tile_number)
        kinds = {_kind(setting, card) for card in range(len(setting.names.cards))}
        yield from (Part("kind of card", kind) for kind in sorted(kinds))
        if any(kind.endswith("guest") for kind in kinds):
            yield from (Part("guest", half) for half in HALVES)

    def offered(self, before: State, move: int, after: State) -> Iterator[Part]:
        names = before.setting.names
        if moves.SHOW <= move < moves.TOKEN:
            yield Part("card", names.cards[moves.show_card(move)])
        elif moves.DEAL <= move < moves.SHOW:
            yield Part("game-end card", names.game_ends[_game_end(move)])
        elif moves.is_take(move):
            card = int(before.market[moves.market_place(move)])
            place = LAID + before.seat * 3 + card // 40
            laid = after.taken[place] & ~before.taken[place]
            if laid and _kind(before.setting, card).endswith("contract"):
                yield Part("contract completed", names.cards[card])

    def words(self, setting: Setting, part: Part) -> str:
        source = setting.names.source
        assert isinstance(source, DeckFile)
        deck = deck_of(source)
        if part.kind in ("card", "contract completed"):
            return deck.card(part.name)
        if part.kind == "kind of card":
            module, stage, kind = part.name[0], part.name[1], part.name[3:]
            cards = f"{KINDS.get(kind, kind)} cards of stage {stage}"
            return cards if module == "X" else f"{cards}, module {module}"
        if part.kind == "coins" and part.name.startswith("column"):
            return deck.action(part.name.partition(": ")[2])
        if part.kind == "mail car":
            return deck.mail_car(part.name)
        return deck.at_the_end(part.name) if part.kind == "game-end card" else ""

    def used(self, before: State, move: int, after: State) -> Iterator[Use]:
        if move >= moves.CHANCE_MOVES:
            if moves.is_draw(move):
                yield Use(
                    actor(before), Part("game-end card", before.setting.names.game_ends[_game_end(move)])
                )
            return
        for part in _used(before, move):
            yield Use(before.active, part)
        for seat in range(before.setting.players):
            for space in range(before.loco[seat], after.loco[seat]):
                yield Use(seat, Part("route", SPACES[space]))
        for seat in range(before.setting.players):
            for train in (0, 1):
                if after.length[seat * 2 + train] == 10 > before.length[seat * 2 + train]:
                    tile = slot(after, seat, train, 9)
                    yield Use(seat, Part("locomotive tile", str(after.setting.tile_number[tile - TILE_SLOT])))

    def figures(self, state: State, seat: int) -> Mapping[str, int]:
        contents = [slot(state, seat, train, place) for train in (0, 1) for place in range(10)]
        return {
            "rail cards laid": int(route.rail_cards(state, seat)),
            "spaces of the locomotive": state.loco[seat],
            "filled slots": state.length[seat * 2] + state.length[seat * 2 + 1],
            "steps of conductors": state.length[CONDUCTORS + seat * 2]
            + state.length[CONDUCTORS + seat * 2 + 1],
            "cars worth 7 or 12": sum(level in (4, 5) for level in contents),
            "locomotive tiles": sum(is_tile(one) for one in contents),
            "completed contracts": state.taken[COMPLETED + seat],
            "game-end cards": int(count(state.held[seat])),
            "coins left": int(total(state, seat)),
            "evidence tokens": state.evidence[TOKENS + seat],
        }


def _used(s: State, move: int) -> Iterable[Part]:
    names = s.setting.names
    if moves.is_take(move):
        card = int(s.market[moves.market_place(move)])
        return (
            Part("card", names.cards[card]),
            Part("kind of card", _kind(s.setting, card)),
            Part("main step", "a card's action"),
        )
    if moves.is_trade(move):
        return (Part("main step", "an upgrade instead"),)
    if move == moves.TILE:
        return (Part("start player tile", f"round {s.round}"), Part("main step", "the tile"))
    if moves.SPEND <= move < moves.POINT:
        return (Part("coins", _columns(s.setting)[moves.coin_column(move)]),)
    if moves.POINT <= move < moves.BUY:
        return (Part("coins", "a point"),)
    if moves.BUY <= move < moves.COMPLETE:
        return (Part("coins", "a game-end card"),)
    if moves.COMPLETE <= move < moves.DO:
        return (Part("contract completed", names.cards[moves.complete_card(move)]),)
    if moves.MAIL <= move < moves.UPGRADE:
        return (Part("mail car", names.mail_cars[moves.mail_car(move)]),)
    if moves.GUEST <= move < moves.GAP:
        return (Part("guest", HALVES[moves.guest_train(move)]),)
    if moves.PICK <= move < moves.CELEBRITY:
        return (Part("game-end card", names.game_ends[moves.pick_card(move)]),)
    if moves.is_keep(move):
        return (Part("game-end card", names.game_ends[moves.keep_card(move)]),)
    return ()


def _game_end(move: int) -> int:
    """The card of a draw."""
    if moves.is_deal(move):
        return moves.deal_card(move)
    return moves.draw_card(move) if moves.is_draw(move) else moves.opened_card(move)


def _columns(setting: Setting) -> list[str]:
    source = setting.names.source
    assert isinstance(source, DeckFile)
    return [f"column {place + 1}: {source.coin_columns[place].effect}" for place in range(COLUMNS)]


def _kind(setting: Setting, card: int) -> str:
    """The kind of a card, and its module; of base cards the stage."""
    name = setting.names.cards[card]
    return f"{name.partition('-')[0]} {_kinds(setting)[name]}"


def _kinds(setting: Setting) -> dict[str, str]:
    source = setting.names.source
    assert isinstance(source, DeckFile)
    rows = [*source.base, *(row for rows in source.modules.values() for row in rows)]
    return {row.id: row.kind for row in rows}


BALANCE: Final = FirstClassBalance()
