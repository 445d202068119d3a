"""The table in panels, each a picture of its own, for a page that arranges them."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.protocols import Theme
from branchline.core.screen import Panel
from branchline.drawing.cards import card
from branchline.drawing.markup import group
from branchline.games.nuremberg.drawing import (
    auction_boxes,
    land,
    map_layer,
    pieces,
    players,
    rails,
    table_layer,
    tracks,
    trains,
)
from branchline.games.nuremberg.drawing.palette import style
from branchline.games.nuremberg.drawing.placement import layout
from branchline.games.nuremberg.drawing.sheet import AUCTION, PLACES, TRACKS, TRAINS
from branchline.games.nuremberg.view import View
from branchline.games.nuremberg.words import PANELS

TARGETS = (
    ("data-box", "box:"), ("data-train", "train:"), ("data-seat", "player:"), ("data-track", "track:"),
    ("data-border", "border:"), ("data-plot", "plot:"),
)  # fmt: skip


def definitions(view: View, theme: Theme) -> str:
    look, made = style(view.map, theme), layout(view.map)
    return pieces.definitions(look, view.map) + trains.definitions(look) + map_layer.definitions(look, made)


def panels(view: View, names: Sequence[str], theme: Theme) -> list[Panel]:
    look, made = style(view.map, theme), layout(view.map)
    found = [
        ("map", "map", map_layer.printed_map(look, made), {
            "south": land.wide_south(view, look, made),
            "line": rails.under_way(view, look, made),
            "links": rails.links(view, names, look, made),
            "nodes": rails.nodes(view, look, made),
            "land": land.on_the_land(view, look, made),
        }),
        ("round", "orders", "", {"orders": table_layer.orders(view, names, look)}),
        ("auction", "auction", card(look, AUCTION), {"boxes": auction_boxes.boxes(view, names, look)}),
        ("trains", "trains", card(look, TRAINS), {"trains": trains.trains(view, names, look)}),
        ("players", "players", "", {"players": players.panels(view, names, look)}),
        ("tracks", "tracks", card(look, TRACKS) + tracks.printed(look, view.map),
         {"markers": tracks.markers(view, names, look)}),
        ("pieces", "footer", "", {"bags": table_layer.bags(view, look)}),
    ]  # fmt: skip
    return [
        Panel(
            name,
            PANELS[name],
            PLACES[place].view_box,
            group(_targets(printed)) if printed else "",
            {part: group(_targets(markup)) for part, markup in parts.items()},
        )
        for name, place, printed, parts in found
    ]


def _targets(markup: str) -> str:
    for attribute, target in TARGETS:
        markup = markup.replace(f' {attribute}="', f' data-target="{target}')
    return markup
