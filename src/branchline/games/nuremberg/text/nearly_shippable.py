"""Items that can't be shipped but nearly could: only a link or a space is missing."""

from __future__ import annotations

from branchline.core.compiled.bits import bit
from branchline.core.errors import Refusal
from branchline.games.nuremberg.rules import moves, refusals, shipping
from branchline.games.nuremberg.rules.board import GREY
from branchline.games.nuremberg.rules.state import NO_LINK, State
from branchline.games.nuremberg.rules.ways import own_links, plots_in
from branchline.games.nuremberg.text import sentences

EVERYWHERE = (1 << 62) - 1  # all plots that a board can have


def refusal(s: State, move: int, reason: int) -> Refusal | None:
    """A more helpful refusal than the one from the rules, if there is one."""
    if reason not in (refusals.NO_SPACE, refusals.NO_WAY):
        return None
    kind, plot = moves.ship_kind(move), moves.ship_plot(move)
    if reason == refusals.NO_SPACE:
        way = shipping.shippable(s, shipping.networks(s, s.active), kind) & bit(plot)
        return Refusal(*sentences.NEARLY["space"]) if way else None
    border = missing_link(s, kind, plot)
    if border is None:
        return None
    plots = s.setting.names.source.plots
    a, b = (plots[end[border]].name for end in (s.setting.board.end_a, s.setting.board.end_b))
    values = {"start": sentences.called(a), "end": sentences.called(b)}
    return Refusal(*sentences.NEARLY["link"], values)


def missing_link(s: State, kind: int, plot: int) -> int | None:
    """The first free border in the map file whose link would complete the path (N9.5)."""
    board = s.setting.board
    starts = int(shipping.served_from(s, plot)) if kind == GREY else int(bit(plot))
    near = _joined(s, starts)
    far = _joined(s, int(shipping.destinations(s, EVERYWHERE, kind)) & (1 << board.plots) - 1)
    for border in range(board.borders):
        if s.owner[border] == NO_LINK and board.cost[border]:
            a, b = bit(board.end_a[border]), bit(board.end_b[border])
            if (near & a and far & b) or (near & b and far & a):
                return border
    return None


def _joined(s: State, plots: int) -> int:
    """Bit set of the plots that own links connect to any of these."""
    own = own_links(s, s.active)
    found, front = plots, list(plots_in(plots))
    while front:
        for _, onward in own.get(front.pop(), ()):
            if not found & bit(onward):
                found |= int(bit(onward))
                front.append(onward)
    return found
