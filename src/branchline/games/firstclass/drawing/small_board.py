"""Another player's board, small: everything that lies open, without the frames."""

from __future__ import annotations

from typing import Final

from branchline.drawing.cards import card
from branchline.drawing.emblems import band
from branchline.drawing.lettering import shortened, width
from branchline.drawing.markup import element, group, label, num, title
from branchline.drawing.sheet import Place
from branchline.drawing.words import counted
from branchline.games.firstclass.data.codes import Box
from branchline.games.firstclass.drawing import trains
from branchline.games.firstclass.drawing.board import told
from branchline.games.firstclass.drawing.decks import Deck
from branchline.games.firstclass.drawing.effects import in_a_row, seal
from branchline.games.firstclass.drawing.glyphs import fitted, icon
from branchline.games.firstclass.drawing.palette import Style
from branchline.games.firstclass.drawing.progress import steps
from branchline.games.firstclass.drawing.route import STATIONS, spaces, stop_told
from branchline.games.firstclass.drawing.sheet import SMALL
from branchline.games.firstclass.drawing.spoken import card_title
from branchline.games.firstclass.drawing.words import ROLES, TITLES, WORDS, tell
from branchline.games.firstclass.rules.route import CONSTANTINOPLE
from branchline.games.firstclass.text.sentences import EFFECTS
from branchline.games.firstclass.views.view import TRAINS, Player, Slot, View

LEFT: Final = 196.0  # of slot 1
PITCH: Final = 38.0
RAIL: Final = (44.0, 101.0)
ROUTE: Final = (590.0, 868.0)  # from Constantinople to the start
ROUTE_Y: Final = 78.0


def definitions(style: Style) -> str:
    """Track and empty slots, used by the name `small-board`."""
    p = style.palette
    holes = "".join(
        f"M{num(LEFT + i * PITCH + 3)} {num(y - 22)}h32v20h-32z" for y in RAIL for i in range(trains.SLOTS)
    )
    return group(
        card(style, SMALL, stroke=p.line),
        element("path", d=holes, fill=p.halo, stroke=p.line, stroke_width=0.7, stroke_dasharray="2 2"),
        element("path", d="".join(f"M178 {num(y)}H578" for y in RAIL), stroke=p.soft, stroke_width=1.3),
        element("path", d=f"M584 8V{SMALL.h - 8:g}", stroke=p.line, stroke_dasharray="1 3"),
        id=style.id("small-board"),
    )


def board(view: View, player: Player, name: str, style: Style, deck: Deck, at: str) -> str:
    p = style.palette
    frame = element("rect", x=0.5, y=0.5, width=SMALL.w - 1, height=SMALL.h - 1, rx=6, fill="none", stroke=p.lamp,
                    stroke_width=3)  # fmt: skip
    return group(
        title(told(view, player, name)),
        element("use", href=style.ref("small-board")),
        frame if view.to_move == player.seat else "",
        band(style, player.seat, 10, 10, SMALL.h - 10),
        _name(style, view, player, name),
        _coins(style, player),
        _counts(style, player),
        *(_train(style, player, deck, train) for train in range(2)),
        *(_gap(style, deck, player, number) for number in range(len(player.gaps))),
        _route(style, player, deck),
        _contracts(style, player, deck),
        transform=at,
        data_seat=str(player.seat),
    )


def _name(style: Style, view: View, player: Player, name: str) -> str:
    p = style.palette
    room = 124 - width(str(player.score), 26, bold=True)
    emblem = element("use", href=style.ref(f"emblem-{player.seat}"), transform="translate(32 22)")
    marks = [WORDS["start_player"]] if view.start == player.seat else []
    marks += [ROLES[player.role]] if player.role else []
    under = label(" · ".join(marks), 22, 42, 10.5, font_style="italic", fill=p.soft) if marks else ""
    return (
        emblem
        + label(shortened(name, 15, room, bold=True), 45, 27, 15, font_weight="700", fill=p.ink)
        + label(str(player.score), 174, 30, 26, text_anchor="end", font_weight="700", fill=p.ink)
        + under
    )


def _coins(style: Style, player: Player) -> str:
    """Three columns of four, as on the large board."""
    p = style.palette
    holes, coins = "", ""
    for column in range(3):
        for row in range(4):
            dot = f"M{26 + column * 15} {100 - row * 12}a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0z"
            if row < player.coins[column]:
                coins += dot
            else:
                holes += dot
    parts = [element("path", d=holes, fill="none", stroke=p.line, stroke_width=0.8)] if holes else []
    if coins:
        parts.append(element("path", d=coins, fill=p.gold, stroke=p.ink, stroke_width=1))
    said = [
        tell("column_coins", column=i + 1, coins=counted(EFFECTS["coin"], count))
        for i, count in enumerate(player.coins)
    ]
    return group(title("; ".join(said)), *parts, data_place="coins")


def _counts(style: Style, player: Player) -> str:
    """Completed contracts, game-end cards, evidence, destroy cards, actions that wait."""
    found = [
        ("done", player.completed, counted(TITLES["completed"], player.completed)),
        ("game-end", player.game_ends, counted(TITLES["held"], player.game_ends)),
        ("mail", len(player.mail_cars), WORDS["mail_cars"]),
    ]
    if player.tokens:
        found.append(("fingerprint", player.tokens, counted(TITLES["evidence"], player.tokens)))
    if player.destroy:
        found.append(("destroy", player.destroy, counted(TITLES["destroy"], player.destroy)))
    parts = []
    for i, (name, count, words) in enumerate(found):
        x, y = 88 + i % 3 * 31, 66 + i // 3 * 28
        drawn = element("use", href=style.ref(name), transform=f"translate({x} {y}) scale(.4)")
        number = label(str(count), x + 9, y + 5, 13, font_weight="700", fill=style.palette.ink)
        parts.append(group(title(words), drawn, number))
    return group(*parts)


def _x(slot: int) -> float:
    return LEFT - 9 if slot == 0 else LEFT + (slot - 0.5) * PITCH


def _train(style: Style, player: Player, deck: Deck, train: int) -> str:
    p = style.palette
    at = player.conductors[train]
    y = RAIL[train]
    parts = []
    if at:
        way = f"M{num(LEFT)} {num(y + 2)}H{num(_x(at) + PITCH / 2)}"
        parts.append(element("path", d=way, stroke=p.ox, stroke_width=3))
    slots = (player.upper, player.lower)[train]
    parts += [_slot(style, deck, train, number, slot, at) for number, slot in enumerate(slots, start=1)]
    up = y - 32.5 if at else y - 8
    parts.append(
        group(
            title(tell(f"conductor_{TRAINS[train]}", slot=at)),
            element(
                "use", href=style.ref("bust"), transform=f"translate({num(_x(at))} {num(up)}) scale(.46)"
            ),
        )
    )
    return group(*parts, data_train=TRAINS[train])


def _slot(style: Style, deck: Deck, train: int, number: int, slot: Slot, at: int) -> str:
    x, y = _x(number), RAIL[train]
    words = title(trains.told(deck, train, number, slot, number <= at))
    place = f"translate({num(x)} {num(y - 14)}) scale(.86)"
    if slot.value is None:
        name = "mail" if slot.mail_car is not None else "tile"
        drawn = element("use", href=style.ref(name), transform=place)
        if slot.tile is not None:
            drawn += fitted(style, seal(slot.tile), Place(x + 2, y - 14, 16, 16))
        return group(words, drawn, data_slot=f"{TRAINS[train]} {number}")
    level = deck.level(slot.value)
    parts = [
        element("use", href=style.ref(f"coach-{level}"), transform=place),
        label(
            str(slot.value), x, y - 9, 14.5, text_anchor="middle", font_weight="700", fill=style.palette.print
        ),
    ]
    if level and number > at:
        parts.insert(1, element("use", href=style.ref("unlit"), transform=place))
    if slot.card is not None:
        name = "celebrity" if deck.faces[slot.card].card.guest is None else ("passenger", "luggage")[train]
        under = element("use", href=style.ref(name), transform=f"translate({num(x)} {num(y + 7)}) scale(.36)")
        faint = None if name == "celebrity" or slot.boarded else 0.55
        parts.append(group(title(trains.under_told(deck, slot.card, slot.boarded)), under, opacity=faint))
    return group(words, *parts, data_slot=f"{TRAINS[train]} {number}")


def _gap(style: Style, deck: Deck, player: Player, number: int) -> str:
    gap = player.gaps[number]
    shown = deck.faces[gap.card]
    x = LEFT + (2 * number + 1) * PITCH
    place = Place(x - 13, RAIL[0] + 2, 26, 19)
    p = style.palette
    frame = element("rect", x=place.x, y=place.y, width=place.w, height=place.h, rx=3, fill=p.paper,
                    stroke=p.stages[shown.stage - 1], stroke_width=1)  # fmt: skip
    name = "switch" if shown.card.arrows != (0, 0) else "mechanic"
    down = name == "mechanic" and all(gap.done) and not any(gap.owed)
    inside = element(
        "use", href=style.ref(name), transform=f"translate({num(x - 5)} {num(place.y + 9.5)}) scale(.38)"
    )
    value = label(str(deck.values[shown.card.need]), x + 8, place.y + 14, 11, text_anchor="middle", font_weight="700",
                  fill=p.ink)  # fmt: skip
    words = title(tell("gap", gap=number + 1, card=card_title(shown, deck.values)))
    return group(words, frame, group(inside, value, opacity=0.35 if down else None), data_gap=str(number + 1))


# Route


def _space_x(space: int) -> float:
    """Stations lie wider apart: their clock stops have actions side by side."""
    if space <= STATIONS:
        return ROUTE[1] - 9 - space * 25
    return ROUTE[1] - 14 - STATIONS * 25 - (space - STATIONS) * 16.5


def _route(style: Style, player: Player, deck: Deck) -> str:
    """A line with a stop for every space: filled points stops, clocks as rings; open ones are not built yet."""
    p = style.palette
    end = spaces(player)
    line = f"M{num(ROUTE[1])} {ROUTE_Y:g}H{num(_space_x(end) - 8)}"
    rest = f"M{num(_space_x(end) - 8)} {ROUTE_Y:g}H{num(ROUTE[0] + 6)}"
    parts = (
        [element("path", d=rest, stroke=p.line, stroke_width=2, stroke_dasharray="2 4")]
        if end < CONSTANTINOPLE
        else []
    )
    parts.append(element("path", d=line, stroke=p.ink, stroke_width=2.4))
    parts += [_stop(style, deck, player, space) for space in range(1, min(end, CONSTANTINOPLE - 1) + 1)]
    parts.append(
        element("use", href=style.ref("constantinople"),
                transform=f"translate({num(_space_x(CONSTANTINOPLE))} {ROUTE_Y - 10:g}) scale(.5)",
                opacity=None if end == CONSTANTINOPLE else 0.4)
    )  # fmt: skip
    words = tell("loco", space=player.loco) if player.loco else TITLES["loco_before"]
    engine = element("use", href=style.ref("loco"),
                     transform=f"translate({num(_space_x(player.loco))} {ROUTE_Y - 19:g}) scale(.6)")  # fmt: skip
    return group(*parts, group(title(words), engine), data_place="route")


def _stop(style: Style, deck: Deck, player: Player, space: int) -> str:
    p = style.palette
    x = _space_x(space)
    points, clock, twice = _at_space(deck, player, space)
    words = title(tell("station", space=space, what=stop_told(points, clock)))
    if clock is None:
        return group(words, fitted(style, seal(points), Place(x - 8.5, ROUTE_Y - 8.5, 17, 17)))
    ring = element("use", href=style.ref("clock"), transform=f"translate({num(x)} {ROUTE_Y:g}) scale(.38)")
    twofold = label("×2", x + 5, ROUTE_Y - 9, 9.5, font_weight="700", fill=p.blue) if twice else ""
    doing = fitted(style, in_a_row(clock), Place(x - 13, ROUTE_Y + 10, 26, 14), 0.5)
    paid = fitted(style, seal(points), Place(x - 7, ROUTE_Y - 21, 14, 14)) if points else ""
    return group(words, ring, twofold, paid, doing)


def _at_space(deck: Deck, player: Player, space: int) -> tuple[int, Box | None, bool]:
    """What a space has: points, a clock stop's action, whether that is done twice."""
    if space <= len(deck.stations):
        station = deck.stations[space - 1]
        return station.points, station.clock, False
    number, second = divmod(space - len(deck.stations) - 1, 2)
    rail = player.rails[number]
    shown = deck.faces[rail.card].card
    return (0, shown.clock, rail.postcard is not None) if second else (shown.points, None, False)


def _contracts(style: Style, player: Player, deck: Deck) -> str:
    """Open contracts as small scrolls with their progress."""
    found = [name for name in player.open if deck.faces[name].card.contract is not None]
    waiting = len(player.waiting)
    parts = []
    for i, name in enumerate(found[:4]):
        contract = deck.faces[name].card.contract
        assert contract is not None
        counts = steps(player, contract.requirement, deck)
        have, want = sum(h for h, _ in counts), sum(w for _, w in counts)
        x, y = 594 + i % 4 * 68, 8
        parts.append(
            group(
                title(tell("contract", card=card_title(deck.faces[name], deck.values), have=have, want=want)),
                fitted(style, icon("contract", 36), Place(x, y, 24, 26)),
                label(name, x + 26, y + 11, 10.5, fill=style.palette.soft),
                label(f"{have}/{want}", x + 26, y + 25, 13, font_weight="700",
                      fill=style.palette.good if have == want else style.palette.ink),
                data_contract=name,
            )
        )  # fmt: skip
    if waiting:
        parts.append(
            label(f"{WORDS['waiting']}: {waiting}", 868, 52, 11, text_anchor="end", fill=style.palette.ox)
        )
    return group(*parts, data_place="contracts")
