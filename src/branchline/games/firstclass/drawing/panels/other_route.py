"""The route of another player's board: a line with a stop for every space."""

from __future__ import annotations

from typing import Final

from branchline.drawing.markup import element, group, label, num
from branchline.drawing.place import Place
from branchline.games.firstclass.data.codes import Box
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.drawing.cards.decks import Deck
from branchline.games.firstclass.drawing.cards.effects import in_a_row, seal
from branchline.games.firstclass.drawing.cards.glyphs import fitted
from branchline.games.firstclass.drawing.painter import WIDE, Painter, area
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.panels.route import RAILS, STATIONS, stop_told
from branchline.games.firstclass.rules.route import CONSTANTINOPLE
from branchline.games.firstclass.text.picture_words import tell
from branchline.games.firstclass.views.view import Player, Rail

HIGH: Final = 92.0
LINE: Final = 50.0  # of the track, from the top
PITCH: Final = 36.5


def _x(space: int) -> float:
    return WIDE - 22 - space * PITCH


def parts(paint: Painter, top: float, player: Player) -> dict[str, str]:
    found = {}
    for number in range(1, RAILS + 1):
        laid = number <= len(player.rails)
        found[f"rail-{number}"] = (
            paint(_rail, top, player.seat, number, player.rails[number - 1]) if laid else ""
        )
    found["end"] = paint(_end, top) if len(player.rails) == RAILS else ""
    found["loco"] = paint(_loco, top, player.loco)
    return found


def printed(look: Style, deck: Deck, top: float, seat: int) -> str:
    p = look.palette
    y = top + LINE
    rest = f"M{num(_x(STATIONS) - 18)} {num(y)}H{num(_x(int(CONSTANTINOPLE)))}"
    mosque = f"translate({num(_x(int(CONSTANTINOPLE)))} {num(y - 8)}) scale(.72)"
    stations = [
        _stop(look, top, seat, space, station.points, station.clock, twice=False)
        for space, station in enumerate(deck.stations, start=1)
    ]
    return group(
        element("path", d=rest, stroke=p.line, stroke_width=2.4, stroke_dasharray="2 5"),
        element(
            "path", d=f"M{num(WIDE - 8)} {num(y)}H{num(_x(STATIONS) - 18)}", stroke=p.ink, stroke_width=3
        ),
        element("use", href=look.ref("constantinople"), transform=mosque, opacity=0.4),
        *stations,
    )


def _rail(look: Style, deck: Deck, top: float, seat: int, number: int, rail: Rail) -> str:
    shown = deck.faces[rail.card].card
    first = STATIONS + 2 * number - 1
    track = f"M{num(_x(first) + 18)} {num(top + LINE)}H{num(_x(first + 1) - 18)}"
    return group(
        element("path", d=track, stroke=look.palette.ink, stroke_width=3),
        _stop(look, top, seat, first, shown.points, None, twice=False),
        _stop(look, top, seat, first + 1, 0, shown.clock, twice=rail.postcard is not None),
    )


def _stop(look: Style, top: float, seat: int, space: int, points: int, clock: Box | None, twice: bool) -> str:
    """Points as a seal on the line; a clock with its action below and any extra points above."""
    x, y = _x(space), top + LINE
    words = tell("station", space=space, what=stop_told(points, clock))
    where = area(targets.space(seat, space), Place(x - PITCH / 2, top + 4, PITCH, HIGH - 6), words, rx=4)
    if clock is None:
        return fitted(look, seal(points), Place(x - 14, y - 14, 28, 28)) + where
    drawn = [
        element("use", href=look.ref("clock"), transform=f"translate({num(x)} {num(y)}) scale(.58)"),
        fitted(look, in_a_row(clock), Place(x - 17, y + 14, 34, 24), 0.62),
    ]
    if points:
        drawn.append(fitted(look, seal(points), Place(x - 12, y - 37, 24, 24)))
    if twice:
        drawn.append(label("×2", x + 3, y - 14, 16, font_weight="700", fill=look.palette.blue))
    return group(*drawn) + where


def _end(look: Style, deck: Deck, top: float) -> str:
    """F6.3: with the fifth rail card Constantinople can be reached."""
    x, y = _x(int(CONSTANTINOPLE)), top + LINE
    track = element("path", d=f"M{num(x + 18)} {num(y)}H{num(x)}", stroke=look.palette.ink, stroke_width=3)
    return track + element(
        "use", href=look.ref("constantinople"), transform=f"translate({num(x)} {num(y - 8)}) scale(.72)"
    )


def _loco(look: Style, deck: Deck, top: float, space: int) -> str:
    at = f"translate({num(_x(space))} {num(top + LINE - 26)}) scale(.82)"
    return element("use", href=look.ref("loco"), transform=at, pointer_events="none")
