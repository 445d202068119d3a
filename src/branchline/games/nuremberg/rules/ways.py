"""Paths over a player's own links: the path of a shipped item (N9.5), and the stretches that can be ceded (N12.2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from branchline.core.compiled.bits import bit
from branchline.games.nuremberg.rules import shipping
from branchline.games.nuremberg.rules.board import GREEN, GREY, NOWHERE, RED
from branchline.games.nuremberg.rules.state import State, is_station_of
from branchline.games.nuremberg.rules.takeover import links_payable

Steps = dict[int, list[tuple[int, int]]]  # by plot: borders with a link, and the plots behind them


def own_links(s: State, seat: int) -> Steps:
    board = s.setting.board
    found: Steps = {}
    for border, owner in enumerate(s.owner):
        if owner == seat:
            a, b = board.end_a[border], board.end_b[border]
            found.setdefault(a, []).append((border, b))
            found.setdefault(b, []).append((border, a))
    return found


def plots_in(bits: int) -> Iterator[int]:
    """The numbers in a bit set of plots, in rising order."""
    while bits:
        plot = (bits & -bits).bit_length() - 1
        bits &= bits - 1
        yield plot


@dataclass(frozen=True)
class Way:
    start: int  # the plot where it starts
    end: int
    borders: tuple[int, ...]


def way_of_item(s: State, kind: int, plot: int) -> Way | None:
    """The shortest path over own links that an item of a kind can take from its plot; None if there is none."""
    starts = [plot] if kind != GREY else list(plots_in(shipping.served_from(s, plot)))
    own = own_links(s, s.active)
    everywhere = int(s.touched[s.active])
    ends = int(shipping.destinations(s, everywhere, kind))
    return shortest(own, [start for start in starts if everywhere & bit(start)], ends)


def shortest(own: Steps, starts: list[int], ends: int) -> Way | None:
    """The path with the fewest links from any of the starts to any plot of a bit set."""
    came: dict[int, tuple[int, int]] = dict.fromkeys(starts, (NOWHERE, NOWHERE))
    queue = deque(starts)
    while queue:
        plot = queue.popleft()
        if ends & bit(plot):
            return _back(came, plot)
        for border, onward in own.get(plot, ()):
            if onward not in came:
                came[onward] = (border, plot)
                queue.append(onward)
    return None


def _back(came: dict[int, tuple[int, int]], end: int) -> Way:
    borders: list[int] = []
    plot = end
    while came[plot][0] != NOWHERE:
        border, plot = came[plot]
        borders.append(border)
    return Way(plot, end, tuple(reversed(borders)))


@dataclass(frozen=True)
class Stretch:
    company: int  # RED or GREEN
    plots: tuple[int, ...]
    borders: tuple[int, ...]


def stretches(s: State) -> list[Stretch]:
    """All stretches the player to move may cede; if one is in progress, all that start with it (N12.2 to N12.5)."""
    own = own_links(s, s.active)
    if s.ceding != NOWHERE:
        begun = tuple(int(border) for border in s.way[: s.way_length])
        return list(_onward(s, own, Stretch(s.ceding, _plots(s, begun), begun)))
    found: list[Stretch] = []
    for company in (int(RED), int(GREEN)):
        for plot in plots_in(s.stations[company - RED] & s.touched[s.active]):
            found += _onward(s, own, Stretch(company, (plot,), ()))
    return found


def _plots(s: State, borders: tuple[int, ...]) -> tuple[int, ...]:
    board = s.setting.board
    plots = [int(s.start)]
    for border in borders:
        a, b = board.end_a[border], board.end_b[border]
        plots.append(int(b if a == plots[-1] else a))
    return tuple(plots)


def _onward(s: State, own: Steps, begun: Stretch) -> Iterator[Stretch]:
    if begun.borders and _may_end(s, begun):
        yield begun
    if len(begun.borders) < links_payable(s, begun.company):
        for border, onward in own.get(begun.plots[-1], ()):
            if onward not in begun.plots:
                longer = Stretch(begun.company, (*begun.plots, onward), (*begun.borders, border))
                yield from _onward(s, own, longer)


def _may_end(s: State, stretch: Stretch) -> bool:
    """N12.3: at any station. N12.5: between two stations of the company it is named from the first in the map file."""
    start, end = stretch.plots[0], stretch.plots[-1]
    if not s.setting.board.stations & bit(end):
        return False
    return start < end or not is_station_of(s, end, stretch.company)
