"""Each player's panel: name, cubes, track, influence, what was shipped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from branchline.drawing.cards import card, counts, heading, small
from branchline.drawing.emblems import band
from branchline.drawing.lettering import shortened, width
from branchline.drawing.markup import element, group, label, title
from branchline.drawing.sheet import Place
from branchline.games.nuremberg.drawing.investments import INVESTMENT, row_of
from branchline.games.nuremberg.drawing.palette import Style
from branchline.games.nuremberg.drawing.sheet import PLAYERS
from branchline.games.nuremberg.drawing.words import GOODS, TITLES, WORDS, say, tell
from branchline.games.nuremberg.views.view import COLOURS, Items, Player, View

GAP: Final = 8.0
TALLEST: Final = 150.0
CUBES: Final = 15  # N1.2: cubes and track pieces of each player
ITEMS: Final = (
    ("cube-yellow", "yellow"),
    ("cube-grey", "grey"),
    ("pawn-red", "red"),
    ("pawn-green", "green"),
)


def panels(view: View, names: Sequence[str], style: Style) -> str:
    count = len(view.players)
    high = min(TALLEST, (PLAYERS.h - (count - 1) * GAP) / count)
    found = [
        _panel(
            view,
            player,
            names[player.seat],
            style,
            Place(PLAYERS.x, PLAYERS.y + i * (high + GAP), PLAYERS.w, high),
        )
        for i, player in enumerate(view.players)
    ]
    rest = Place(PLAYERS.x, PLAYERS.y + count * (high + GAP), PLAYERS.w, PLAYERS.h - count * (high + GAP))
    return group(*found, _legend(view, style, rest) if rest.h > 100 else "")


def _panel(view: View, player: Player, name: str, style: Style, place: Place) -> str:
    p = style.palette
    moving = view.to_move == player.seat
    rows = [place.y + place.h * share for share in (0.215, 0.535, 0.815)]
    return group(
        title(told(view, player, name)),
        card(style, place, stroke=p.lamp if moving else p.line, stroke_width=3 if moving else 1),
        band(style, player.seat, place.x + 9, place.y + 7, place.bottom - 7, dot=3.2),
        _name(style, player, name, place, rows[0], own=view.seat == player.seat),
        _influence(style, player, place, rows[0]),
        _score(style, player, place, rows[0]),
        _cubes(style, player, place.x + 30, rows[1]),
        _track(style, player, place.x + 30, rows[2]),
        _items(style, WORDS["this_round"], player.shipped, place.x + 243, rows[1]),
        _items(style, WORDS["kept"], player.kept, place.x + 243, rows[2]),
        _stamp(style, place) if player.passed and view.phase == "shipping" else "",
        data_seat=str(player.seat),
    )


def _name(style: Style, player: Player, name: str, place: Place, y: float, own: bool) -> str:
    shown = shortened(name, 18, 112 if own else 138, bold=True)
    you = ""
    if own:
        after = place.x + 55 + width(shown, 18, bold=True)
        you = label(WORDS["you"], after, y + 6, 12, font_style="italic", fill=style.palette.soft)
    return (
        you
        + small(style.ref(f"emblem-{player.seat}"), place.x + 34, y, 1.15)
        + label(shown, place.x + 50, y + 6, 18, font_weight="700", fill=style.palette.ink)
    )


def _influence(style: Style, player: Player, place: Place, y: float) -> str:
    found = [(f"disc-{colour}", getattr(player.influence, colour)) for colour in COLOURS]
    return counts(style, found, place.x + 204, y, 38, 0.9)


def _score(style: Style, player: Player, place: Place, y: float) -> str:
    p = style.palette
    x = place.right - 12
    parts = [
        label(
            str(player.score).replace("-", "−"),
            x,
            y + 8,
            26,
            text_anchor="end",
            font_weight="700",
            fill=p.ink,
        ),
    ]
    if player.earned:
        word = say("earned", points=player.earned)
        parts.append(label(word, x, y + 21, 11, text_anchor="end", font_weight="700", fill=p.pieces["green"]))
    return "".join(parts)


def _cubes(style: Style, player: Player, x: float, y: float) -> str:
    """All fifteen: those in hand, those on boxes, the places of those in stock."""
    p = style.palette
    shown = (
        (f"invests-{player.seat}", player.held, None),
        (f"invests-{player.seat}", player.bid, 0.45),
        ("no-invests", CUBES - player.held - player.bid, None),
    )
    parts, at = [], x - 7
    for name, count, opacity in shown:
        parts.append(row_of(style, name, at, y - 12, count, opacity=opacity))
        at += count * INVESTMENT
    said = [say("held", count=player.held), say("stock", count=player.stock)]
    if player.bid:
        said.insert(1, say("bid", count=player.bid))
    return group(*parts, label(" · ".join(said), x - 5, y + 13, 11.5, fill=p.soft))


def _track(style: Style, player: Player, x: float, y: float) -> str:
    """Fifteen pieces of track: those still to lay, the places of those on the board."""
    p = style.palette
    colour = p.players[player.seat]
    pieces = "".join(f"M{x - 5 + i * INVESTMENT:.1f} {y - 5:g}h9.4" for i in range(player.track))
    gone = "".join(f"M{x - 5 + i * INVESTMENT:.1f} {y - 5:g}h9.4" for i in range(player.track, CUBES))
    parts = [element("path", d=gone, stroke=p.line, stroke_width=1.2)] if gone else []
    if pieces:
        parts.append(element("path", d=pieces, stroke=colour, stroke_width=7.4))
        parts.append(element("path", d=pieces, stroke="#fffaf0", stroke_width=5, stroke_dasharray="1.3 2.2"))
    return group(*parts, label(say("track", count=player.track), x - 5, y + 13, 11.5, fill=p.soft))


def _items(style: Style, word: str, items: Items, x: float, y: float) -> str:
    found = [(name, getattr(items, field)) for name, field in ITEMS]
    return label(word, x, y + 3, 11.5, fill=style.palette.soft) + counts(
        style, found, x + 63, y - 1, 33, 0.86
    )


def _stamp(style: Style, place: Place) -> str:
    """Passed: stamped across the panel like a ticket."""
    word = WORDS["passed"].upper()
    wide = width(word, 12, bold=True) + 24
    red = style.palette.pieces["red"]
    at = f"translate({place.x + 172:g} {place.y + place.h * 0.815 + 6:.1f}) rotate(-7)"
    return group(
        element("rect", x=-wide / 2, y=-9.5, width=wide, height=19, rx=3, fill=style.palette.card, fill_opacity=0.82,
                stroke=red, stroke_width=2),
        label(word, 0, 4.4, 12, text_anchor="middle", font_weight="700", letter_spacing=2, fill=red),
        transform=at, opacity=0.9,
    )  # fmt: skip


def told(view: View, player: Player, name: str) -> str:
    """A player's main figures in a sentence."""
    goods = view.map.goods

    def items(found: Items) -> str:
        return tell("items", yellow_goods=GOODS[goods.yellow], grey_goods=GOODS[goods.grey],
                    **msgspec.structs.asdict(found))  # fmt: skip

    parts = [
        tell("player", name=name, score=player.score, profit=player.profit, held=player.held, bid=player.bid,
             stock=player.stock, track=player.track),
        tell("influence", **msgspec.structs.asdict(player.influence)),
        tell("shipped", shipped=items(player.shipped), kept=items(player.kept)),
    ]  # fmt: skip
    if player.earned:
        parts.append(tell("earned", points=player.earned))
    if view.to_move == player.seat:
        parts.append(TITLES["to_move"])
    if player.passed:
        parts.append(TITLES["passed"])
    return "; ".join(parts)


def _legend(view: View, style: Style, place: Place) -> str:
    """With two players there is room to say what the pieces are."""
    p = style.palette
    goods, companies = view.map.goods, view.map.companies
    rows = [
        ("cube-yellow", GOODS[goods.yellow]), ("cube-grey", GOODS[goods.grey]),
        ("pawn-red", say("passenger_of", company=companies.red)),
        ("pawn-green", say("passenger_of", company=companies.green)), ("pawn-white", WORDS["landlord"]),
        ("disc-white", WORDS["government"]), ("disc-brown", WORDS["dealer"]), ("mark-red", companies.red),
        ("mark-green", companies.green),
    ]  # fmt: skip
    high = (place.h - 34) / 5
    cells = [
        small(style.ref(ref), place.x + 26 + (i // 5) * 214, place.y + 42 + (i % 5) * high, 0.95)
        + label(word, place.x + 44 + (i // 5) * 214, place.y + 46 + (i % 5) * high, 13, fill=p.ink)
        for i, (ref, word) in enumerate(rows)
    ]
    return group(card(style, place), heading(style, WORDS["legend"], place.x + 14, place.y + 20), *cells)
