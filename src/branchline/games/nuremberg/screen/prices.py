"""Why a move costs what it costs, and what else it brings about; `effects` has the sums."""

from __future__ import annotations

from branchline.core.compiled.bits import bit
from branchline.games.nuremberg.rules.board import NOWHERE, RED, RED_PASSENGER
from branchline.games.nuremberg.rules.moves import border_of, link_from, link_to
from branchline.games.nuremberg.rules.state import State
from branchline.games.nuremberg.rules.ways import Stretch, plots_in
from branchline.games.nuremberg.text import screen_words
from branchline.games.nuremberg.text.screen_words import PRICES, fill, things, tokens
from branchline.games.nuremberg.text.telling import plot_name
from branchline.games.nuremberg.views.view import COMPANIES, KINDS
from branchline.languages import counted, listed


def goods_name(s: State, kind: int) -> str:
    """The key of a kind's text: `yellow_post`, `red_passengers`."""
    if kind >= RED_PASSENGER:
        return f"{KINDS[kind]}_passengers"
    return f"{KINDS[kind]}_{getattr(s.setting.names.source.goods, KINDS[kind])}"


# Building


def of_link(s: State, link: int) -> tuple[str, ...]:
    """N7.9 to N7.11: the link, the companies, the landlords, the line so far."""
    border = int(border_of(link))
    cost = int(s.setting.board.cost[border])
    touched = _newly_touched(s, link)
    parts = [fill(PRICES, s.setting.names.source.borders[border].why, cost=cost), *_tolls(s, touched)]
    return (*parts, _line(s, touched, cost)) if s.way_length else tuple(parts)


def _newly_touched(s: State, link: int) -> int:
    """Bit set of the plots that the line touches for the first time: its first link touches both ends."""
    board = s.setting.board
    plots = int(bit(link_to(board, link)))
    return plots if s.head != NOWHERE else plots | int(bit(link_from(board, link)))


def _tolls(s: State, touched: int) -> list[str]:
    parts = []
    for plot in plots_in(touched):
        name = plot_name(s, plot)
        parts += [
            fill(PRICES, company, plot=name)
            for company, stations in zip(COMPANIES, s.stations, strict=True)
            if stations & bit(plot)
        ]  # N7.10
        landlords = int(s.pawns[plot * 3 + 2])
        if landlords:
            parts.append(counted(PRICES["landlords"], landlords, plot=name))  # N7.11
    return parts


def _line(s: State, touched: int, cost: int) -> str:
    """The line with this link: links, their cost, and what the companies received."""
    total = cost + sum(int(s.setting.board.cost[border]) for border in s.way[: s.way_length])
    plots = int(s.visited) | touched
    paid = [
        tokens(company, count)
        for number, company in enumerate(COMPANIES)
        if (count := (int(s.stations[number]) & plots).bit_count())
    ]
    spent = ", ".join([fill(PRICES, "for_links", cost=total), *paid])
    return fill(PRICES, "line", links=things("links", int(s.way_length) + 1), spent=spent)


# Takeovers


def of_stretch(s: State, stretch: Stretch) -> tuple[str, ...]:
    """N12.5, N12.6: whose stations become the company's, what leaves the board."""
    parts = []
    plots = sum(int(bit(plot)) for plot in stretch.plots)
    new = plots & int(s.setting.board.stations) & ~int(s.stations[stretch.company - RED])
    if new:
        names = [plot_name(s, plot) for plot in plots_in(new)]
        parts.append(counted(PRICES["becomes"], len(names), plots=listed(names)))
    gone = [left for plot in stretch.plots if (left := _leaving(s, plot, stretch.company))]
    if gone:
        parts.append(fill(PRICES, "leaves", things=", ".join(gone)))
    return tuple(parts)


def _leaving(s: State, plot: int, company: int) -> str:
    """N12.6: goods, and passengers of the company's colour."""
    goods = int(s.goods[plot])
    passengers = int(s.pawns[plot * 3 + company - RED])
    found = [things(goods_name(s, int(s.setting.board.goods[plot])), goods)] if goods else []
    if passengers:
        found.append(things(f"{COMPANIES[company - RED]}_passengers", passengers))
    return fill(screen_words.THINGS, "at", things=listed(found), plot=plot_name(s, plot)) if found else ""
