"""Awards after a game: what each one counts, over the moves of the match and its last position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from branchline.core.awards import Award, Counts, History, by_seat, by_turn
from branchline.games.nuremberg.rules import scoring
from branchline.games.nuremberg.rules.board import GREEN_PASSENGER, GREY, RED_PASSENGER, YELLOW
from branchline.games.nuremberg.rules.moves import SIGN, bid_cubes, is_bid, is_build, is_rent
from branchline.games.nuremberg.rules.state import BUILDING, KEPT, State
from branchline.languages import Words

Record = History[State]

# Translators: an award after a game; keep it short
TITLES: Final = Words({
    "line": "Longest line",
    "patience": "Most patient investor",
    "shipper": "Busiest shipper",
    "bid": "Boldest bid",
    "builder": "Keenest builder",
    "passengers": "Favourite of the passengers",
    "goods": "Freight baron",
    "sets": "Best collection",
    "seller": "Shrewdest seller",
    "influence": "Most influential",
    "profit": "Best balance sheet",
    "bids": "Most tireless bidder",
    "trains": "Favourite of the train dealer",
})  # fmt: skip

# Translators: what earned an award
WORDS: Final = Words({
    "line": "{count} link in one turn|{count} links in one turn",
    "patience": "{count} cube saved for later rounds|{count} cubes saved for later rounds",
    "shipper": "{count} item shipped|{count} items shipped",
    "bid": "{count} cube on one box|{count} cubes on one box",
    "builder": "{count} link laid|{count} links laid",
    "passengers": "{count} passenger shipped|{count} passengers shipped",
    "goods": "{count} cube of goods shipped|{count} cubes of goods shipped",
    "sets": "{count} point for complete sets|{count} points for complete sets",
    "seller": "{count} link ceded to the companies|{count} links ceded to the companies",
    "influence": "{count} point of influence at one time|{count} points of influence at one time",
    "profit": "profit and loss at +{count}|profit and loss at +{count}",
    "bids": "{count} bid in the auctions|{count} bids in the auctions",
    "trains": "{count} train rented|{count} trains rented",
})  # fmt: skip


def _end(record: Record) -> State:
    return record[-1].after


def longest_line(record: Record) -> Counts:
    """N7.1: the links of one building turn."""
    turns = [turn for turn in by_turn(record) if turn.before.phase == BUILDING]

    def links(seat: int) -> int:
        return max((turn.after.links[seat] - turn.before.links[seat] for turn in turns), default=0)

    return by_seat(record, links)


def cubes_saved(record: Record) -> Counts:
    """N3.1: unspent cubes that stay for the next round."""
    ends = [played.before for played in record if played.after.round > played.before.round]
    return by_seat(record, lambda seat: sum(state.cubes[seat] for state in ends))


def highest_bid(record: Record) -> Counts:
    """N5.2, outbid or not."""
    bids = [(played.before.active, bid_cubes(played.move)) for played in record if is_bid(played.move)]
    return by_seat(record, lambda seat: max((cubes for bidder, cubes in bids if bidder == seat), default=0))


def _moves(kind: Callable[[int], bool]) -> Callable[[Record], Counts]:
    """How many moves of a kind each player made."""

    def made(record: Record) -> Counts:
        movers = [played.before.active for played in record if kind(played.move)]
        return by_seat(record, movers.count)

    return made


def links_ceded(record: Record) -> Counts:
    """N12.5"""
    signed = [played for played in record if played.move == SIGN]

    def ceded(seat: int) -> int:
        return sum(played.before.links[seat] - played.after.links[seat] for played in signed)

    return by_seat(record, ceded)


def most_influence(record: Record) -> Counts:
    def held(seat: int) -> int:
        return max(sum(played.after.influence[seat * 4 : seat * 4 + 4]) for played in record)

    return by_seat(record, held)


def _shipped(*kinds: int) -> Callable[[Record], Counts]:
    """N10.5: the items in front of each player."""

    def shipped(record: Record) -> Counts:
        end = _end(record)
        return by_seat(record, lambda seat: sum(end.shipped[KEPT + seat * 4 + kind] for kind in kinds))

    return shipped


def set_points(record: Record) -> Counts:
    """N14.1"""
    return by_seat(record, lambda seat: scoring.set_points(_end(record), seat))


def profit(record: Record) -> Counts:
    """N14.2"""
    return by_seat(record, lambda seat: _end(record).profit[seat])


COUNTS: Final[dict[str, Callable[[Record], Counts]]] = {
    "line": longest_line,
    "patience": cubes_saved,
    "shipper": _shipped(YELLOW, GREY, RED_PASSENGER, GREEN_PASSENGER),
    "bid": highest_bid,
    "builder": _moves(is_build),
    "passengers": _shipped(RED_PASSENGER, GREEN_PASSENGER),
    "goods": _shipped(YELLOW, GREY),
    "sets": set_points,
    "seller": links_ceded,
    "influence": most_influence,
    "profit": profit,
    "bids": _moves(is_bid),
    "trains": _moves(is_rent),
}


def awards() -> list[Award]:
    return [Award(TITLES[name], WORDS[name], count) for name, count in COUNTS.items()]
