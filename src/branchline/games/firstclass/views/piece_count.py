"""No piece is ever lost: the pieces on the table against those in the box."""

from __future__ import annotations

from branchline.core.compiled.bits import count
from branchline.core.pieces import Count
from branchline.games.firstclass.rules.cards import COLUMN_COINS
from branchline.games.firstclass.rules.modules import c, e
from branchline.games.firstclass.rules.state import (
    ALL_CARDS,
    CONDUCTORS,
    FIRST,
    GONE,
    LAID,
    NOTHING,
    PASSED_ON,
    TILE_SLOT,
    TOKENS,
    UNDER,
    State,
    card_under,
    is_car,
    is_mail,
    postcard,
    rail_card,
)


def counts(s: State) -> list[Count]:
    return [*_cards(s), *_game_end_cards(s), *_tiles(s), *_tokens(s), *_trains(s)]


def _cards(s: State) -> list[Count]:
    """F1.2: each card of a stage is unseen, in the market, gone, or with one player."""
    found: list[Count] = []
    for stage in range(3):
        shown = [int(card) % 40 for card in s.market if card != NOTHING and card // 40 == stage]
        places = [s.unseen[stage], s.unseen[GONE + stage], sum(1 << card for card in shown)]
        places += [s.taken[seat * 3 + stage] for seat in range(s.setting.players)]
        together = 0
        for place in places:
            together |= place
        found.append((f"cards of stage {stage + 1}", sum(count(place) for place in places), 40))
        found.append((f"different cards of stage {stage + 1}", count(together & ALL_CARDS), 40))
    for seat in range(s.setting.players):
        found.extend(_lying_cards(s, seat))
    return found


def _lying_cards(s: State, seat: int) -> list[Count]:
    """Cards under cars and rails, in the route, in the gaps and face up have been taken, and are there only once."""
    lying = [card_under(s, seat, train, place) for train in range(2) for place in range(10)]
    lying += [rail_card(s, seat, rail) for rail in range(5)]
    lying += [postcard(s, seat, rail) for rail in range(5)]
    lying += [e.top(s, seat, gap) for gap in range(5)]
    cards = [card for card in lying if card != NOTHING]
    theirs = [card for card in cards if s.taken[seat * 3 + card // 40] >> card % 40 & 1]
    strange = sum(count(s.taken[LAID + seat * 3 + stage] & ~s.taken[seat * 3 + stage]) for stage in range(3))
    return [
        (f"placed cards of seat {seat} that it took", len(theirs), len(cards)),
        (f"different placed cards of seat {seat}", len(set(cards)), len(cards)),
        (f"open cards of seat {seat} that it did not take", strange, 0),
    ]


def _game_end_cards(s: State) -> list[Count]:
    places = [s.pile, s.open_cards, s.hand, *s.held[:PASSED_ON]]
    together = 0
    for place in places:
        together |= place
    return [
        ("game-end cards", sum(count(place) for place in places), s.setting.game_ends),
        ("different game-end cards", count(together & FIRST[s.setting.game_ends]), s.setting.game_ends),
    ]


def _tiles(s: State) -> list[Count]:
    tiles = sorted(content - TILE_SLOT for content in map(int, s.slots[:UNDER]) if content >= TILE_SLOT)
    found: list[Count] = []
    found.append(("locomotive tiles from the top of the stack", tiles == list(range(s.tiles)), True))
    for seat in range(s.setting.players):
        slots = list(map(int, s.slots[seat * 20 : seat * 20 + 20]))
        placed = [content for content in slots if is_mail(content)]
        found.append((f"mail cars of seat {seat}", len(set(placed)) + count(s.mail[seat]), 4))
    return found


def _tokens(s: State) -> list[Count]:
    found: list[Count] = [("tokens in the supply below none", min(c.supply(s), 0), 0)]
    for seat in range(s.setting.players):
        shown = c.tokens_shown(s, seat)
        found.append(
            (f"tokens of seat {seat} shown beyond those drawn", max(shown - s.evidence[TOKENS + seat], 0), 0)
        )
    return found


def _trains(s: State) -> list[Count]:
    """F5.2, F5.4, F8.1: no car above its left neighbour, no conductor beyond the train, no coin beyond a column."""
    found: list[Count] = []
    for train in range(2 * s.setting.players):
        length = s.length[train]
        slots = list(map(int, s.slots[train * 10 : train * 10 + 10]))
        cars = [content for content in slots if is_car(content)]
        found.append((f"filled slots of train {train}", sum(content >= 0 for content in slots), length))
        found.append((f"cars of train {train} in order", cars == sorted(cars, reverse=True), True))
        found.append((f"conductor of train {train} on it", 0 <= s.length[CONDUCTORS + train] <= length, True))
    full = sum(not 0 <= coins <= COLUMN_COINS for coins in s.coins)
    return [*found, ("overfull columns", full, 0)]
