"""The table as a picture: `svg` for all of it, `static_layer` and `changing_layer` for its two halves.

A page draws the static layer once and replaces the changing layer after each move. The changing layer uses shapes
that the static one defines, so both belong to the same map and theme.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from branchline.core.protocols import Theme
from branchline.drawing.markup import element, group, plain, title
from branchline.drawing.picture import picture
from branchline.drawing.sheet import Place
from branchline.games.nuremberg.data.map_file import MapFile
from branchline.games.nuremberg.drawing import (
    auction_boxes,
    description,
    land,
    map_layer,
    pieces,
    players,
    rails,
    table_layer,
    tracks,
    trains,
)
from branchline.games.nuremberg.drawing.palette import SERIF, style
from branchline.games.nuremberg.drawing.placement import layout
from branchline.games.nuremberg.drawing.sheet import PLACES, WHOLE
from branchline.games.nuremberg.text.naming import named, named_view
from branchline.games.nuremberg.views.view import View
from branchline.languages import language

__all__ = ["PLACES", "WHOLE", "Place", "changing_layer", "static_layer", "svg"]


def svg(view: View, names: Sequence[str], theme: Theme) -> str:
    """The whole table as a picture that stands alone."""
    return picture(
        WHOLE,
        title(description.heading(view)),
        element("desc", plain(description.description(view, names))),
        static_layer(view.map, theme),
        changing_layer(view, names, theme),
        font_family=SERIF,
    )


def static_layer(source: MapFile, theme: Theme) -> str:
    """What no move changes: the sheet, the map, and the shapes that the changing layer uses."""
    return _static_layer(msgspec.json.encode(named(source)), theme, language())


@lru_cache(maxsize=16)
def _static_layer(encoded: bytes, theme: Theme, language: str) -> str:
    source = msgspec.json.decode(encoded, type=MapFile)
    look, made = style(source, theme), layout(source)
    return group(
        element(
            "defs",
            pieces.definitions(look, source),
            trains.definitions(look),
            map_layer.definitions(look, made),
        ),
        table_layer.sheet(look),
        table_layer.printed(look, source),
        tracks.printed(look, source),
        map_layer.printed_map(look, made),
        data_layer="static",
    )


def changing_layer(view: View, names: Sequence[str], theme: Theme) -> str:
    """What moves change: track, pieces, signs, markers, bids."""
    view = named_view(view)
    look, made = style(view.map, theme), layout(view.map)
    return group(
        land.wide_south(view, look, made),
        rails.under_way(view, look, made),
        rails.links(view, names, look, made),
        rails.nodes(view, look, made),
        land.on_the_land(view, look, made),
        table_layer.header(view, names, look),
        table_layer.orders(view, names, look),
        players.panels(view, names, look),
        tracks.markers(view, names, look),
        auction_boxes.boxes(view, names, look),
        trains.trains(view, names, look),
        table_layer.bags(view, look),
        data_layer="changing",
    )
