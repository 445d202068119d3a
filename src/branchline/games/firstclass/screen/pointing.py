"""Shapes and moves: what a click on a shape could mean, and which shapes a move involves."""

from __future__ import annotations

from typing import Final

from branchline.core.compiled.engine import CHANCE
from branchline.core.notation import Word
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.rules import market, phases, route, setup
from branchline.games.firstclass.rules import moves as m
from branchline.games.firstclass.rules.cards import COLUMNS, STATIONS
from branchline.games.firstclass.rules.modules import e
from branchline.games.firstclass.rules.state import DRAFT, NOTHING, SLOTS, State, actor, clone
from branchline.games.firstclass.screen import choices, preview
from branchline.games.firstclass.text import notation
from branchline.games.firstclass.text.notation import Mechanic, Take
from branchline.games.firstclass.views.view import TRAINS

# What a shape could mean


def meant(s: State, target: str) -> list[int]:
    """The moves that a click on a shape could mean, likeliest first; none for an unknown shape. A legal move belongs
    only to the shape that stands for it: the others can explain why they have none."""
    kind, _, rest = target.partition(":")
    if s.active < 0 or kind not in _MEANT:
        return []
    try:
        found = [int(move) for move in _MEANT[kind](s, rest)]
    except (ValueError, KeyError, IndexError):
        return []
    stands_for: dict[int, set[str]] = {}
    for choice in choices.choices(s):
        first = notation.expand(s, choice.move)[0]
        for move in range(m.BUY, m.COMPLETE) if choice.pays else (first,):
            stands_for.setdefault(move, set()).add(choice.target)
    return [move for move in found if target in stands_for.get(move, (target,))]


def _card(s: State, rest: str) -> list[int]:
    row, column = (int(number) for number in rest.split("."))
    place = (row - 1) * int(market.ROW_CARDS) + column - 1
    if not (1 <= row <= market.ROWS and 1 <= column <= market.ROW_CARDS):
        return []
    return [m.take(place), m.trade(place)]


def _row(s: State, rest: str) -> list[int]:
    first = (int(rest) - 1) * int(market.ROW_CARDS)
    if not 0 <= first < market.PLACES:
        return []
    return [m.take(place) for place in range(first, first + int(market.ROW_CARDS))]


def _slot(s: State, rest: str) -> list[int]:
    """A slot of the player's own: first what the running action involves."""
    seat, name, number = rest.split(":")
    train, slot = TRAINS.index(name), int(number)
    if int(seat) != actor(s) or not 1 <= slot <= SLOTS:
        return []
    found = [m.upgrade(train, slot - 1), m.step(train), m.WALK, m.car(train)]
    if slot > s.length[actor(s) * 2 + train]:
        found = [m.car(train), m.step(train)]
    if s.placing != NOTHING:
        found = [m.celebrity(train), m.guest(train), *found]
    return found


def _space(s: State, rest: str) -> list[int]:
    seat, space = (int(number) for number in rest.split(":"))
    if seat != actor(s) or not 1 <= space <= route.CONSTANTINOPLE:
        return []
    rail = int(route.rail_at(space))
    placing = [m.postcard(rail)] if rail >= 0 else []
    return [*placing, m.CLOCK] if s.placing != NOTHING else [m.CLOCK, *placing]


def _gap(s: State, rest: str) -> list[int]:
    seat, gap = (int(number) for number in rest.split(":"))
    if seat != actor(s) or not 1 <= gap <= e.GAPS:
        return []
    up, down = m.mechanic(gap - 1, 0), m.mechanic(gap - 1, 1)
    return [m.gap(gap - 1), up, down] if s.placing != NOTHING else [up, down, m.gap(gap - 1)]


def _column(s: State, rest: str) -> list[int]:
    column = int(rest) - 1
    return [m.spend(column), m.point(column)] if 0 <= column < COLUMNS else []


def _contract(s: State, rest: str) -> list[int]:
    return [m.complete(s.setting.names.card_number[rest])]


def _game_end(s: State, rest: str) -> list[int]:
    """Between actions four coins buy one (F8.2); within an action it depends on the action."""
    buying = range(m.BUY, m.COMPLETE)
    if rest == "pile":
        return [m.BLIND, m.CHOOSE] if s.box != NOTHING else [*buying, m.BLIND]
    card = s.setting.names.game_end_number[rest]
    if s.phase == DRAFT:
        return [m.keep(card)]
    return [m.pick(card)] if s.box != NOTHING else [*buying, m.pick(card)]


def _mail(s: State, rest: str) -> list[int]:
    return [m.mail(s.setting.names.mail_cars.index(rest))]


def _ticket(s: State, rest: str) -> list[int]:
    train, _, gap = rest.rpartition("-")
    if train in TRAINS:
        return [m.mechanic(int(gap) - 1, TRAINS.index(train))]
    return [m.do(s.setting.names.sources.index(rest))]


def _token(s: State, rest: str) -> list[int]:
    return [m.discard(s.setting.names.tokens.index(rest))]


_MEANT: Final = {
    "card": _card,
    "row": _row,
    "tile": lambda s, rest: [m.TILE],
    "slot": _slot,
    "route": _space,
    "gap": _gap,
    "column": _column,
    "contract": _contract,
    "gameend": _game_end,
    "mail": _mail,
    "ticket": _ticket,
    "token": _token,
}

# Shapes of a move


def touched(s: State, move: int, seat: int | None) -> list[str]:
    """Whose board, the shape that stands for the move, and those that it changes; as far as a seat may know."""
    if s.active == CHANCE:
        return _drawn(s, move)
    who, after = int(actor(s)), clone(s)
    phases.apply(after, move)
    return list(
        dict.fromkeys([
            *_about(s, move, seat == who or (seat is None and who == 0)),
            *preview.changed(s, after, who),
            targets.player(who),
        ])
    )  # fmt: skip


def _drawn(s: State, move: int) -> list[str]:
    """A draw of chance. It is public who draws blind or is dealt a card, but not which card."""
    if m.SEAT <= move < m.ROLE:
        return [targets.player(m.seat_number(move))]
    if m.ROLE <= move < m.DEAL:
        return [targets.player(int(s.cursor))]
    if m.DEAL <= move < m.OPEN:
        return [targets.player(int(setup.drafter(s)))]
    if m.OPEN <= move < m.DRAW:
        return [targets.game_end(s.setting.names.game_ends[m.opened_card(move)])]
    if m.DRAW <= move < m.SHOW:
        return [targets.PILE, targets.player(int(actor(s)))]
    if move < m.TOKEN:
        return [targets.card(int(s.cursor))]
    return [targets.player(int(s.seat))]


def _about(s: State, move: int, large: bool) -> list[str]:
    """The shape that stands for a move; shapes of the large board only if it is the player's."""
    found = notation.move(s.setting, move)
    match found:
        case Take():
            return [targets.card((found.row - 1) * int(market.ROW_CARDS) + found.column - 1)]
        case Mechanic():
            return [targets.gap(int(actor(s)), found.gap)]
        case Word():
            return _of_word(s, found, large)
        case _:
            return []


def _of_word(s: State, found: Word, large: bool) -> list[str]:
    match found.verb:
        case "tile":
            return [targets.TILE, targets.card(int(market.first_place(s)))]
        case "pick":
            return [targets.game_end(found.what)]
        case "blind" | "choose":
            return [targets.PILE]
        case "clock":
            return [targets.space(int(actor(s)), int(route.next_clock(s)))]
        case "postcard":
            return [targets.space(int(actor(s)), int(STATIONS) + 2 * int(found.what))]
        case "complete":
            return [targets.contract(found.what)]
        case "spend" | "point" if large:
            return [targets.column(int(found.what))]
        case _:
            return []
