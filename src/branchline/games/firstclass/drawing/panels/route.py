"""A player's route, large, in two lines: out to the left along the upper one, back to the right along the lower."""

from __future__ import annotations

from typing import Final

from branchline.core.screen import Panel
from branchline.drawing.markup import element, group, label, num
from branchline.drawing.place import Place
from branchline.games.firstclass.data.codes import Box, Station
from branchline.games.firstclass.drawing import targets
from branchline.games.firstclass.drawing.cards.decks import Deck
from branchline.games.firstclass.drawing.cards.effects import action, seal
from branchline.games.firstclass.drawing.cards.glyphs import beside, figure, fitted, icon, scaled
from branchline.games.firstclass.drawing.painter import WIDE, Painter, area, ground
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.rules.route import CONSTANTINOPLE
from branchline.games.firstclass.text import card_text
from branchline.games.firstclass.text.captions import SHAPES
from branchline.games.firstclass.text.captions import TITLES as PANELS
from branchline.games.firstclass.text.picture_words import TITLES, tell
from branchline.games.firstclass.text.sentences import EFFECTS
from branchline.games.firstclass.views.view import Rail, View
from branchline.languages import counted

STATIONS: Final = 3  # F6.1
RAILS: Final = 5
PITCH: Final = 68.0
RIGHT: Final = WIDE - 32
LEFT: Final = RIGHT - 7 * PITCH  # the last space of the upper line, the first of the lower
LINE: Final = 126.0  # from one line to the next
SIGN: Final = 68.0
TRACK: Final = 114.0
BOX: Final = Place(0, 0, WIDE, LINE + TRACK + 14)


def space_at(space: int) -> tuple[float, float]:
    """The middle of a space, and the top of its line. 0 lies before the first station."""
    return (RIGHT - space * PITCH, 0.0) if space <= 7 else (LEFT + (space - 8) * PITCH, LINE)


def _sign(space: int) -> Place:
    x, top = space_at(space)
    return Place(x - 31, top + 8, 62, SIGN)


def _reach(space: int) -> Place:
    """The clickable area of a space: its sign and the track below."""
    x, top = space_at(space)
    return Place(x - PITCH / 2 + 1, top + 4, PITCH - 2, TRACK + 4)


def panel(paint: Painter, view: View, seat: int) -> Panel:
    player = view.players[seat]
    scoring = view.phase == "scoring" and view.turn_of == seat
    arrivals = -1 if player.loco == CONSTANTINOPLE else view.arrivals
    parts = paint.parts(_parts, seat, player.rails, player.loco, arrivals, view.clock if scoring else 0)
    return Panel("route", PANELS["route"], BOX.view_box, paint(_printed, seat), parts)


def _parts(
    paint: Painter, seat: int, rails: tuple[Rail, ...], loco: int, arrivals: int, clock: int
) -> dict[str, str]:
    """The clock stops up to the space `clock` are done."""
    parts = {}
    for number in range(1, RAILS + 1):
        rail = rails[number - 1] if number <= len(rails) else None
        parts[f"rail-{number}"] = paint(_rail, seat, number, rail)
    parts["arrival"] = paint(_arrival, seat, arrivals)
    for space in range(1, CONSTANTINOPLE):
        if has_clock(paint.deck, space):
            parts[f"tick-{space}"] = paint(_tick, space) if space <= clock else ""
    parts["loco"] = paint(_loco, seat, loco)
    return parts


def _printed(look: Style, deck: Deck, seat: int) -> str:
    """Track with its bend, stations, the sign of Constantinople."""
    p = look.palette
    low, high = TRACK + LINE, TRACK
    bend = f"M{num(WIDE - 8)} {num(high)}H{num(LEFT)}C6 {num(high)} 6 {num(low)} {num(LEFT)} {num(low)}H{num(WIDE - 8)}"
    stations = [_station(look, seat, space, one) for space, one in enumerate(deck.stations, start=1)]
    return group(
        ground(look, BOX),
        element("path", d=bend, fill="none", stroke=p.wood, stroke_width=11, stroke_dasharray="4 6", opacity=0.6),
        element("path", d=bend, fill="none", stroke=p.ink, stroke_width=6),
        element("path", d=bend, fill="none", stroke=p.card, stroke_width=3.4),
        *stations,
        _constantinople(look),
    )  # fmt: skip


def _station(look: Style, seat: int, space: int, station: Station) -> str:
    p = look.palette
    sign = _sign(space)
    posts = "".join(f"M{num(x)} {num(sign.bottom)}V{num(TRACK)}" for x in (sign.x + 10, sign.right - 10))
    face = Place(sign.x + 3, sign.y + 3, sign.w - 6, sign.h - 6)
    words = tell("station", space=space, what=stop_told(station.points, station.clock))
    return group(
        element("path", d=posts, stroke=p.green, stroke_width=3),
        element("rect", x=sign.x, y=sign.y, width=sign.w, height=sign.h, rx=5, fill=p.green, stroke=p.gold,
                stroke_width=1.6),
        element("rect", x=face.x, y=face.y, width=face.w, height=face.h, rx=3, fill=p.paper),
        _stop(look, station.points, station.clock, face),
        area(targets.space(seat, space), _reach(space), words),
    )  # fmt: skip


def _stop(look: Style, points: int, clock: Box | None, place: Place, twice: bool = False) -> str:
    """What a space has: points, a clock with its action, or both; `twice`: with a postcard under it."""
    if clock is None:
        return fitted(look, seal(points), place, 1.1)
    signs = [scaled(seal(points), 0.75)] if points else []
    signs.append(scaled(icon("clock", 38), 0.75))
    if twice:
        signs += [scaled(icon("postcard", 40, 28), 0.6), figure("×2", 20)]
    upper = Place(place.x, place.y, place.w, 29)
    lower = Place(place.x + 1, place.y + 29, place.w - 2, place.h - 29)
    return fitted(look, beside(*signs, gap=1), upper, 1) + action(look, clock, lower, 0.85)


def _constantinople(look: Style) -> str:
    p = look.palette
    sign = _sign(CONSTANTINOPLE)
    middle = sign.x + sign.w / 2
    gate = (
        f"M{num(sign.x)} {num(sign.bottom)}V{num(sign.y + 18)}Q{num(middle)} {num(sign.y - 14)} {num(sign.right)} "
        f"{num(sign.y + 18)}V{num(sign.bottom)}z"
    )
    return element("path", d=gate, fill=p.halo, stroke=p.brass, stroke_width=1.6) + fitted(
        look, icon("constantinople", 42, 40), Place(sign.x + 6, sign.y + 8, 50, 56)
    )


def _rail(look: Style, deck: Deck, seat: int, number: int, rail: Rail | None) -> str:
    """A rail card over its two spaces: a points stop, then a clock stop (F6.1); or the empty space for one."""
    first, second = STATIONS + 2 * number - 1, STATIONS + 2 * number
    signs = _sign(first), _sign(second)
    left, right, top = min(sign.x for sign in signs), max(sign.right for sign in signs), signs[0].y
    whole = Place(left, top, right - left, SIGN)
    if rail is None:
        words = tell("no_rail", number=number)
        drawn = _room(look, whole)
    else:
        drawn, words = _laid(look, deck, rail, number, whole, signs)
    areas = (area(targets.space(seat, space), _reach(space), words) for space in (first, second))
    return group(drawn, *areas)


def _room(look: Style, whole: Place) -> str:
    p = look.palette
    frame = element("rect", x=whole.x, y=whole.y, width=whole.w, height=whole.h, rx=5, fill=p.halo, stroke=p.line,
                    stroke_width=1.2, stroke_dasharray="4 4")  # fmt: skip
    middle = Place(whole.x + whole.w / 2 - 18, whole.y + 16, 36, 36)
    return frame + group(fitted(look, icon("rail", 38), middle, 0.8), opacity=0.25)


def _laid(
    look: Style, deck: Deck, rail: Rail, number: int, whole: Place, signs: tuple[Place, Place]
) -> tuple[str, str]:
    p = look.palette
    shown = deck.faces[rail.card]
    first, second = signs
    middle = whole.x + whole.w / 2
    words = tell("rail", number=number, points=counted(EFFECTS["points"], shown.card.points),
                 effect=card_text.action(shown.card.clock or Box()))  # fmt: skip
    under = ""
    if rail.postcard is not None:
        words += f", {TITLES['postcard']}"
        under = element("rect", x=second.x - 4, y=whole.y - 5, width=second.w + 8, height=SIGN + 10, rx=5, fill=p.paper,
                        stroke=p.blue, stroke_width=2.4)  # fmt: skip
    drawn = group(
        under,
        element("rect", x=whole.x, y=whole.y, width=whole.w, height=whole.h, rx=5, fill=p.paper, stroke=p.brass,
                stroke_width=1.4),
        element("path", d=f"M{num(whole.x + 4)} {num(whole.y + 2.5)}H{num(whole.right - 4)}",
                stroke=p.stages[shown.stage - 1], stroke_width=4),
        element("path", d=f"M{num(middle)} {num(whole.y + 10)}v{SIGN - 14:g}", stroke=p.line, stroke_dasharray="2 3"),
        _stop(look, shown.card.points, None, Place(first.x + 3, first.y + 6, first.w - 6, SIGN - 9)),
        _stop(look, 0, shown.card.clock, Place(second.x + 2, second.y + 6, second.w - 4, SIGN - 8),
             rail.postcard is not None),
    )  # fmt: skip
    return drawn, words


def _arrival(look: Style, deck: Deck, seat: int, arrivals: int) -> str:
    """F6.3: what the next player to arrive gets; nothing for players who are already there."""
    there = arrivals < 0
    points = 0 if there or arrivals >= len(deck.arrivals) else deck.arrivals[arrivals]
    sign = _sign(CONSTANTINOPLE)
    drawn = fitted(look, seal(points), Place(sign.right - 20, sign.y - 6, 36, 36)) if not there else ""
    words = SHAPES["constantinople"] if there else tell("constantinople", points=points)
    reach = _reach(CONSTANTINOPLE)
    return drawn + area(
        targets.space(seat, int(CONSTANTINOPLE)), Place(reach.x, reach.y, reach.w + 20, reach.h), words
    )


def _tick(look: Style, deck: Deck, space: int) -> str:
    """A clock stop done in this scoring phase."""
    x, top = space_at(space)
    return label("✓", x + 14, top + 30, 26, font_weight="700", fill=look.palette.good, pointer_events="none")


def _loco(look: Style, deck: Deck, seat: int, space: int) -> str:
    """Its front points along the line: to the left above, to the right below."""
    x, top = space_at(space)
    way = 1 if space <= 7 else -1
    y = top + TRACK - 18
    return group(
        element("use", href=look.ref("loco"), transform=f"translate({num(x)} {num(y)}) scale({1.1 * way:g} 1.1)"),
        element("use", href=look.ref(f"emblem-{seat}"),
                transform=f"translate({num(x + 12 * way)} {num(y - 10)}) scale(.85)"),
        pointer_events="none",
    )  # fmt: skip


def stop_told(points: int, clock: Box | None) -> str:
    said = [counted(TITLES["stop_points"], points)] if points else []
    if clock is not None:
        said.append(tell("stop_clock", effect=card_text.action(clock)))
    return ", ".join(said)


def has_clock(deck: Deck, space: int) -> bool:
    if space <= STATIONS:
        return deck.stations[space - 1].clock is not None
    return (space - STATIONS) % 2 == 0
