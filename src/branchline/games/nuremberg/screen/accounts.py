"""Where points come from, move by move, and the statements of a round and of the game."""

from __future__ import annotations

from collections.abc import Callable

from branchline.core.compiled.engine import OVER
from branchline.core.screen import Account, AccountRow, account
from branchline.games.nuremberg.rules import profit, scoring
from branchline.games.nuremberg.rules.board import GREEN_PASSENGER, GREY, RED_PASSENGER, YELLOW
from branchline.games.nuremberg.rules.state import BUILDING, COMPANY, EARNED, SHIPPING, TAKEOVER, State
from branchline.games.nuremberg.text.naming import bonus_ends
from branchline.games.nuremberg.text.screen_words import ACCOUNTS, SOURCES, fill
from branchline.games.nuremberg.text.sentences import company_name

Source = tuple[str, tuple[int, ...]]  # its name, and the points by seat


def tally(before: State, after: State) -> dict[str, tuple[int, ...]]:
    """The points of a move by source; sources that gave nobody anything are left out."""
    rows: list[Source] = []
    if before.phase == SHIPPING and after.phase != SHIPPING:
        rows = _shipments(before)
    elif before.phase == BUILDING and before.joined != after.joined:
        rows = [(_joined(after), _by_seat(after, lambda seat: after.score[seat] - before.score[seat]))]
    elif before.active != OVER and after.active == OVER:
        rows = _final(after)
    return {source: points for source, points in rows if any(points)}


def _by_seat(s: State, count: Callable[[int], int]) -> tuple[int, ...]:
    return tuple(int(count(seat)) for seat in range(s.setting.players))


def _joined(s: State) -> str:
    """N8.1"""
    source = s.setting.names.source
    if source.bonus is None:
        return ""
    start, end = bonus_ends(source)
    return fill(SOURCES, "joined", start=start, end=end)


def _shipments(s: State) -> list[Source]:
    """N10.1. A train returned on passing (N16) no longer shows what it carried; but goods score the same on all
    trains of N15, so the rest came from passengers."""
    each = {int(points) for points in s.setting.goods_points}
    if len(each) > 1:
        return [(SOURCES["shipments"], _by_seat(s, lambda seat: s.profit[EARNED + seat]))]
    goods = _by_seat(s, lambda seat: min(each) * (_shipped(s, seat, YELLOW) + _shipped(s, seat, GREY)))
    passengers = _by_seat(s, lambda seat: s.profit[EARNED + seat] - goods[seat])
    return [(SOURCES["passengers"], passengers), (SOURCES["goods"], goods)]


def _shipped(s: State, seat: int, kind: int) -> int:
    return int(s.shipped[seat * 4 + kind])


def _final(s: State) -> list[Source]:
    """N14.1 to N14.3."""
    return [
        (SOURCES["sets"], _by_seat(s, lambda seat: scoring.set_points(s, seat))),
        (SOURCES["profit"], _by_seat(s, lambda seat: s.profit[seat])),
        (SOURCES["links"], _by_seat(s, lambda seat: -s.links[seat])),
    ]


def accounts(start: State, before: State, after: State) -> list[Account]:
    if before.phase == SHIPPING and after.phase != SHIPPING:
        return [_profit_and_loss(before, after), _points(before)]
    found = []
    if before.phase == TAKEOVER and after.phase != TAKEOVER and start.links != after.links:
        found.append(_takeovers(start, after))
    if before.active != OVER and after.active == OVER:
        found.append(_final_score(after))
    return found


def _profit_and_loss(before: State, after: State) -> Account:
    """N10.2 and N10.3: how far each player's marker moves, itemised."""
    goods = before.setting.names.source.goods

    def passengers(seat: int) -> int:
        return _shipped(before, seat, RED_PASSENGER) + _shipped(before, seat, GREEN_PASSENGER)

    def lost(seat: int) -> int:
        return int(after.profit[seat] - before.profit[seat] - profit.result(before, seat))

    rows = [
        AccountRow(
            ACCOUNTS[f"grey_{goods.grey}"], _by_seat(before, lambda seat: 2 * _shipped(before, seat, GREY))
        ),
        AccountRow(
            ACCOUNTS[f"yellow_{goods.yellow}"], _by_seat(before, lambda seat: _shipped(before, seat, YELLOW))
        ),
        AccountRow(ACCOUNTS["passengers"], _by_seat(before, passengers)),
        AccountRow(ACCOUNTS["links"], _by_seat(before, lambda seat: -before.links[seat])),
        AccountRow(ACCOUNTS["lost"], _by_seat(before, lost)),
    ]
    title = fill(ACCOUNTS, "profit", round=before.round)
    markers = _by_seat(before, lambda seat: before.profit[seat])
    return account(title, rows if any(rows[-1].numbers) else rows[:-1], markers, SOURCES["profit"])


def _points(before: State) -> Account:
    """N10.1"""
    rows = [AccountRow(*row) for row in _shipments(before)]
    title = fill(ACCOUNTS, "points", round=before.round)
    scores = _by_seat(before, lambda seat: before.score[seat])
    return account(title, rows, scores, ACCOUNTS["score"], score=True)


def _takeovers(start: State, after: State) -> Account:
    """N12.5: the links that the companies took over, and those that are left to keep up."""
    companies = start.setting.names.source.companies
    rows = []
    for number, name in enumerate((companies.red, companies.green), COMPANY):

        def ceded(seat: int, company: int = number) -> int:
            owners = zip(start.owner, after.owner, strict=True)
            return -sum(old == seat and new == company for old, new in owners)

        rows.append(AccountRow(fill(ACCOUNTS, "ceded", company=company_name(name)), _by_seat(start, ceded)))
    title = fill(ACCOUNTS, "takeovers", round=start.round)
    links = _by_seat(start, lambda seat: start.links[seat])
    return account(title, [row for row in rows if any(row.numbers)], links, ACCOUNTS["own_links"])


def _final_score(s: State) -> Account:
    rows = [AccountRow(*row) for row in _final(s)]
    earlier = _by_seat(s, lambda seat: s.score[seat] - sum(row.numbers[seat] for row in rows))
    return account(ACCOUNTS["final"], rows, earlier, ACCOUNTS["score"], score=True)
