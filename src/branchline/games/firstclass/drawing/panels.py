"""The table as panels: pictures of their own, in parts that moves change."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.protocols import Theme
from branchline.core.screen import Panel
from branchline.drawing.emblems import emblem
from branchline.drawing.markup import element, group, joined
from branchline.drawing.sheet import Place
from branchline.games.firstclass import targets
from branchline.games.firstclass.captions import TITLES
from branchline.games.firstclass.drawing import (
    board,
    coins,
    contracts,
    decks,
    ending,
    frames,
    icons,
    market,
    route,
    small_board,
    supply,
    table,
    tickets,
    trains,
)
from branchline.games.firstclass.drawing.palette import style
from branchline.games.firstclass.drawing.sheet import BOARD, MARKET, SMALL, SUPPLY
from branchline.games.firstclass.view import View


def definitions(view: View, theme: Theme) -> str:
    look = style(theme)
    return joined([
        icons.definitions(look),
        frames.definitions(look),
        joined(emblem(look, seat) for seat in range(4)),
        table.definitions(look),
        small_board.definitions(look),
    ])  # fmt: skip


def hit(target: str, place: Place) -> str:
    return element("rect", x=place.x, y=place.y, width=place.w, height=place.h, rx=6, fill="none", pointer_events="all",
                   class_="hit", data_target=target)  # fmt: skip


def panels(view: View, names: Sequence[str], theme: Theme) -> list[Panel]:
    look, deck = style(theme), decks.deck(view)
    seat = view.seat or 0
    player = view.players[seat]
    scoring = view.phase == "scoring" and view.turn_of == seat
    used = view.columns_used if view.turn_of == seat else ()
    ground = board.card(look, BOARD)
    found = [
        Panel("market", TITLES["market"], MARKET.view_box, market.printed(look),
              {"market": market.market(view, names, look, deck), "hits": _market_hits(view)}),
        Panel("trains", TITLES["trains"], "250 0 946 340", ground + trains.printed(look),
              {"trains": trains.trains(look, player, deck), "hits": _train_hits(seat)}),
        Panel("route", TITLES["route"], "250 340 946 122", ground + route.printed(look, deck),
              {"route": route.route(look, player, deck, view.arrivals, view.clock if scoring else 0),
               "hits": _route_hits(seat)}),
        Panel("coins", TITLES["coins"], "0 0 250 462", ground + coins.printed(look, deck),
              {"name": board._name(look, view, player, names[seat]),
               "coins": coins.coins(look, deck, player.coins, used),
               "mail": board._mail_cars(look, player, deck), "counts": board._counts(look, player),
               "hits": _coin_hits(view)}),
        Panel("contracts", TITLES["contracts"], "1202 0 350 462", ground,
              {"contracts": contracts.contracts(look, player, deck, board.CONTRACTS),
               "tickets": tickets.tickets(view, player, look, deck, board.TICKETS),
               "held": board._held(look, player, deck)}),
        Panel("supply", TITLES["supply"], SUPPLY.view_box, supply.printed(look),
              {"supply": supply.supply(view, look, deck)}),
    ]  # fmt: skip
    for other in view.players:
        if other.seat != seat:
            drawn = small_board.board(view, other, names[other.seat], look, deck, "")
            found.append(
                Panel(f"other-{other.seat}", names[other.seat], SMALL.view_box, "", {"board": drawn})
            )
    return found


def _market_hits(view: View) -> str:
    if view.phase in ending.PHASES or view.phase in ("deal_draft", "draft"):
        return ""
    return group(*(
        hit(targets.card(place), Place(*market._corner(place // 6, place % 6), 100, 140)) for place in range(18)
    ))  # fmt: skip


def _train_hits(seat: int) -> str:
    return group(*(
        hit(targets.slot(seat, train, slot), Place(trains.slot_x(slot) - 42, trains.RAIL[train] - 100, 84, 130))
        for train in range(2) for slot in range(1, 11)
    ))  # fmt: skip


def _route_hits(seat: int) -> str:
    return group(*(
        hit(targets.space(seat, space), Place(route.space_x(space) - 31, 344, 62, 116)) for space in range(1, 15)
    ))  # fmt: skip


def _coin_hits(view: View) -> str:
    columns = [hit(targets.column(i + 1), Place(33 + i * 68, 95, 58, 190)) for i in range(3)]
    return group(*columns)
