"""A player's route, from the right to the left: stations, rail cards, Constantinople, and the locomotive on it."""

from __future__ import annotations

from typing import Final

from branchline.drawing.markup import element, group, label, num, title
from branchline.drawing.sheet import Place
from branchline.drawing.words import counted
from branchline.games.firstclass.data.codes import Box, Station
from branchline.games.firstclass.drawing.decks import Deck
from branchline.games.firstclass.drawing.effects import action, seal
from branchline.games.firstclass.drawing.glyphs import beside, figure, fitted, icon, scaled
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.words import TITLES, tell
from branchline.games.firstclass.rules.route import CONSTANTINOPLE
from branchline.games.firstclass.text import card_text
from branchline.games.firstclass.text.sentences import EFFECTS
from branchline.games.firstclass.views.view import Player, Rail

STATIONS: Final = 3  # F6.1
RAILS: Final = 5
RIGHT: Final = 1142.0  # of the first space
PITCH: Final = 63.2
TOP: Final = 348.0
TRACK: Final = 443.0
SIGN: Final = 60.0  # how high the signs over the spaces are


def space_x(space: int) -> float:
    """The middle of a space; 0 lies before the first station."""
    return 1168 if space == 0 else RIGHT - (space - 0.5) * PITCH


def _sign(space: int) -> Place:
    return Place(space_x(space) - 29, TOP + 4, 58, SIGN)


def printed(style: Style, deck: Deck) -> str:
    """Track, stations, and the room for rail cards."""
    p = style.palette
    sleepers = "".join(f"M{x} {TRACK - 3:g}v9" for x in range(262, 1192, 10))
    parts = [
        element("path", d=sleepers, stroke=p.wood, stroke_width=4, opacity=0.7),
        element("path", d=f"M258 {TRACK - 1:g}H1194M258 {TRACK + 4:g}H1194", stroke=p.ink, stroke_width=1.6),
    ]
    parts += [_station(style, space, station) for space, station in enumerate(deck.stations, start=1)]
    parts += [_room(style, number) for number in range(1, RAILS + 1)]
    parts.append(_constantinople(style))
    return group(*parts, data_printed="route")


def _station(style: Style, space: int, station: Station) -> str:
    p = style.palette
    sign = _sign(space)
    words = title(tell("station", space=space, what=stop_told(station.points, station.clock)))
    frame = element("rect", x=sign.x, y=sign.y, width=sign.w, height=sign.h, rx=5, fill=p.green, stroke=p.gold,
                    stroke_width=1.6)  # fmt: skip
    posts = element(
        "path", d=f"M{num(sign.x + 10)} {num(sign.bottom)}V{TRACK - 4:g}M{num(sign.right - 10)} {num(sign.bottom)}"
        f"V{TRACK - 4:g}", stroke=p.green, stroke_width=3,
    )  # fmt: skip
    face = Place(sign.x + 3, sign.y + 3, sign.w - 6, sign.h - 6)
    paper = element("rect", x=face.x, y=face.y, width=face.w, height=face.h, rx=3, fill=p.paper)
    return group(
        words, posts, frame, paper, stop(style, station.points, station.clock, face), data_space=str(space)
    )


def stop(style: Style, points: int, clock: Box | None, place: Place, twice: bool = False) -> str:
    """What a space has: points, or a clock with its action, or both; `twice` with a postcard under it."""
    if clock is None:
        return fitted(style, seal(points), place, 0.95)
    head = scaled(icon("clock", 38), 0.62)
    if points:
        head = beside(scaled(seal(points), 0.62), head, gap=2)
    if twice:
        head = beside(head, scaled(icon("postcard", 40, 28), 0.55), figure("×2", 17), gap=2)
    upper, lower = (
        Place(place.x, place.y + 1, place.w, 24),
        Place(place.x + 2, place.y + 26, place.w - 4, place.h - 28),
    )
    return fitted(style, head, upper, 1) + action(style, clock, lower, 0.75)


def stop_told(points: int, clock: Box | None) -> str:
    said = [counted(TITLES["stop_points"], points)] if points else []
    if clock is not None:
        said.append(tell("stop_clock", effect=card_text.action(clock)))
    return ", ".join(said)


def _spaces(number: int) -> tuple[int, int]:
    """The points stop and the clock stop of a rail card."""
    return STATIONS + 2 * number - 1, STATIONS + 2 * number


def _room(style: Style, number: int) -> str:
    p = style.palette
    first, second = _spaces(number)
    left = space_x(second) - 29
    return group(
        title(tell("no_rail", number=number)),
        element(
            "rect", x=left, y=TOP + 4, width=space_x(first) + 29 - left, height=SIGN, rx=5, fill=p.halo,
            stroke=p.line, stroke_width=1.2, stroke_dasharray="4 4",
        ),
        group(fitted(style, icon("rail", 38), Place(left + 46, TOP + 18, 34, 32), 0.7), opacity=0.25),
        data_rail=str(number),
    )  # fmt: skip


def _constantinople(style: Style) -> str:
    p = style.palette
    sign = _sign(CONSTANTINOPLE)
    return element(
        "path", d=f"M{num(sign.x)} {num(sign.bottom)}V{num(sign.y + 16)}Q{num(sign.x + 29)} {num(sign.y - 12)} "
        f"{num(sign.right)} {num(sign.y + 16)}V{num(sign.bottom)}z", fill=p.halo, stroke=p.brass, stroke_width=1.6,
    ) + fitted(style, icon("constantinople", 42, 40), Place(sign.x + 6, sign.y + 8, 46, 50))  # fmt: skip


def route(style: Style, player: Player, deck: Deck, arrivals: int, done: int) -> str:
    """Rail cards laid, what waits in Constantinople, the locomotive. `done`: the last clock stop of this scoring."""
    parts = [_rail(style, deck, number, rail) for number, rail in enumerate(player.rails, start=1)]
    parts.append(_arrival(style, player, deck, arrivals))
    parts += [_tick(style, space) for space in range(1, done + 1) if has_clock(player, deck, space)]
    return group(*parts, _loco(style, player), data_place="route")


def _rail(style: Style, deck: Deck, number: int, rail: Rail) -> str:
    p = style.palette
    shown = deck.faces[rail.card]
    first, second = _spaces(number)
    left, right = space_x(second) - 29, space_x(first) + 29
    said = tell(
        "rail",
        number=number,
        points=counted(EFFECTS["points"], shown.card.points),
        effect=card_text.action(shown.card.clock or Box()),
    )
    parts = [
        element("rect", x=left, y=TOP + 4, width=right - left, height=SIGN, rx=5, fill=p.paper, stroke=p.brass,
                stroke_width=1.4),
        element("path", d=f"M{num(left + 4)} {TOP + 6:g}H{num(right - 4)}", stroke=p.stages[shown.stage - 1],
                stroke_width=4),
        element("path", d=f"M{num((left + right) / 2)} {TOP + 14:g}V{TOP + SIGN:g}", stroke=p.line,
                stroke_dasharray="2 3"),
        stop(style, 0, shown.card.clock, Place(left + 3, TOP + 9, 56, SIGN - 8), rail.postcard is not None),
        stop(style, shown.card.points, None, Place(right - 58, TOP + 11, 54, SIGN - 12)),
    ]  # fmt: skip
    if rail.postcard is not None:
        said += f", {TITLES['postcard']}"
        parts.insert(0, _postcard(style, left))
    return group(title(said), *parts, data_rail=str(number))


def _postcard(style: Style, left: float) -> str:
    """Its edges, where it looks out under the rail card."""
    p = style.palette
    return element("rect", x=left - 4, y=TOP, width=66, height=SIGN + 8, rx=5, fill=p.paper, stroke=p.blue,
                   stroke_width=2)  # fmt: skip


def _arrival(style: Style, player: Player, deck: Deck, arrivals: int) -> str:
    points = deck.arrivals[arrivals] if arrivals < len(deck.arrivals) else 0
    sign = _sign(CONSTANTINOPLE)
    words = title(tell("constantinople", points=points))
    drawn = fitted(style, seal(points), Place(sign.right - 24, sign.y - 4, 28, 28))
    return group(words, "" if player.loco == CONSTANTINOPLE else drawn, data_space=str(CONSTANTINOPLE))


def has_clock(player: Player, deck: Deck, space: int) -> bool:
    if space <= STATIONS:
        return deck.stations[space - 1].clock is not None
    return (space - STATIONS) % 2 == 0


def _tick(style: Style, space: int) -> str:
    return label("✓", space_x(space) + 18, TOP + 22, 18, font_weight="700", fill=style.palette.good)


def _loco(style: Style, player: Player) -> str:
    x = space_x(player.loco)
    words = tell("loco", space=player.loco) if player.loco else TITLES["loco_before"]
    badge = element(
        "use",
        href=style.ref(f"emblem-{player.seat}"),
        transform=f"translate({num(x + 11)} {TRACK - 27:g}) scale(.72)",
    )
    engine = element("use", href=style.ref("loco"), transform=f"translate({num(x)} {TRACK - 17:g})")
    return group(title(words), engine, badge, data_loco=str(player.loco))


def spaces(player: Player) -> int:
    """How far the built route goes (F6.2)."""
    return CONSTANTINOPLE if len(player.rails) == RAILS else STATIONS + 2 * len(player.rails)
