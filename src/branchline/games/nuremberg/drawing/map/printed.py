"""The printed map: everything that moves never change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.drawing.lettering import fixed
from branchline.drawing.markup import element, group, line_path, title
from branchline.drawing.place import Place
from branchline.games.nuremberg.data.map_file import Border, Plot
from branchline.games.nuremberg.drawing.map import rivers, signs, terrain
from branchline.games.nuremberg.drawing.map.arrows import arrows
from branchline.games.nuremberg.drawing.map.compass import compass
from branchline.games.nuremberg.drawing.map.placement import Layout, Spot, clearest
from branchline.games.nuremberg.drawing.palette import Style
from branchline.games.nuremberg.drawing.pieces import goods_symbol
from branchline.games.nuremberg.text.picture_words import KINDS, SYMBOLS, say, tell

BORDERS: Final = ("open", "closed", "river")


def definitions(style: Style, made: Layout) -> str:
    """The plots' names are defined here because they are used twice: on the land, and again over rails."""
    names = (
        _name(style, plot, made.spots[plot.id]) for plot in made.ground.source.plots if not plot.is_station
    )
    borders = (_border_lines(style, made, name) for name in BORDERS)
    tints = (_tint(style, made, plot) for plot in made.ground.source.plots if plot.dark_red)
    return terrain.definitions(style) + signs.definitions(style, made) + "".join([*names, *borders, *tints])


def over_the_land(style: Style, made: Layout) -> str:
    """Everything printed except the plots themselves."""
    source = made.ground.source
    spots = made.spots
    return "".join(
        [
            _washes(style, made),
            group(*(terrain.scattered(style, made, plot) for plot in source.plots), pointer_events="none"),
            _grain(style, made),
            _borders(style),
            rivers.rivers(style, made),
            _forbidden(style, made),
            arrows(style, made),
            compass(style, made),
            group(
                *(_goods(style, made, plot) for plot in source.plots),
                *(signs.posts(style, plot, spots[plot.id]) for plot in source.plots),
                _labels(style, source.plots),
                pointer_events="none",
            ),
            frame(style, made),
        ]
    )


def plot_fill(style: Style, plot: Plot) -> str:
    p = style.palette
    if plot.south:
        return p.south
    if plot.kind == "empty":
        return p.forest
    plain = p.lowland[sum(plot.id.encode()) % 3]
    return {"field": p.field, "hill": p.hill, "upland": p.upland}.get(plot.terrain, plain)


def plot_texture(plot: Plot) -> str | None:
    return "south" if plot.south else {"field": "hops", "upland": "upland"}.get(plot.terrain)


def plot_path(made: Layout, plot: Plot) -> str:
    return "".join(line_path(made.ground.ring(cell), closed=True) for cell in plot.cells)


def _tint(style: Style, made: Layout, plot: Plot) -> str:
    """The red that the option wide_south lays over a plot."""
    return group(
        element("use", href=style.ref(f"plot-{plot.id}"), fill=style.palette.south),
        element("use", href=style.ref(f"plot-{plot.id}"), fill=style.url("south")),
        id=style.id(f"tint-{plot.id}"),
    )


def plot_title(made: Layout, plot: Plot) -> str:
    kind = SYMBOLS[plot.symbol] if plot.symbol else KINDS[plot.kind]
    served = made.ground.source.fields.get(plot.id)
    if not served:
        return tell("plot", name=plot.name, kind=kind)
    called = {other.id: other.name for other in made.ground.source.plots}
    return tell("serves", name=plot.name, kind=kind, stations=", ".join(called[name] for name in served))


def _washes(style: Style, made: Layout) -> str:
    """Darker colour along the borders, like dried ink, and a hint of red on the dark red plots."""
    p = style.palette
    marked = "".join(plot_path(made, plot) for plot in made.ground.source.plots if plot.dark_red)
    hint = (
        element("path", d=marked, fill="none", stroke=p.enamel["red"], stroke_width=9, opacity=0.22)
        if marked
        else ""
    )
    return group(
        *(
            element("use", href=style.ref(f"borders-{name}"), stroke_width=wide, opacity=opacity)
            for wide, opacity in ((11, 0.07), (5, 0.09)) for name in BORDERS
        ),
        hint, fill="none", stroke=p.texture, stroke_linejoin="round", pointer_events="none",
    )  # fmt: skip


def _border_lines(style: Style, made: Layout, name: str) -> str:
    """All borders of one kind as one path: it is drawn several times, thick and thin."""
    path = "".join(
        _border_path(made, border) for border in made.ground.source.borders if _sort(border) == name
    )
    return element("path", id=style.id(f"borders-{name}"), d=path or "M0 0")


def _sort(border: Border) -> str:
    if border.river:
        return "river"
    return "closed" if border.cost is None else "open"


def _border_path(made: Layout, border: Border) -> str:
    return "".join(line_path(made.ground.side(a, b)) for a, b in border.edge)


def _borders(style: Style) -> str:
    p = style.palette
    return group(
        element("use", href=style.ref("borders-open"), stroke_width=1.2),
        element("use", href=style.ref("borders-closed"), stroke_width=1.7, stroke_dasharray="1.4 3.4",
                stroke_linecap="round"),
        fill="none", stroke=p.texture, stroke_linejoin="round", opacity=0.72, pointer_events="none",
    )  # fmt: skip


def _grain(style: Style, made: Layout) -> str:
    ground = made.ground
    return element(
        "rect", x=ground.left, y=ground.top, width=ground.size[0], height=ground.size[1],
        fill=style.url("grain"), pointer_events="none",
    )  # fmt: skip


def _forbidden(style: Style, made: Layout) -> str:
    """A barrier along borders that can't be crossed although both sides allow track."""
    called = {plot.id: plot.name for plot in made.ground.source.plots}
    p = style.palette
    found = []
    for border in made.ground.source.borders:
        if border.why != "forbidden":
            continue
        x, y = clearest(made, border)
        path = _border_path(made, border)
        found.append(
            group(
                title(say("forbidden", a=called[border.a], b=called[border.b])),
                element("path", d=path, stroke="#fff8e8", stroke_width=4.6),
                element("path", d=path, stroke=p.enamel["red"], stroke_width=4.6, stroke_dasharray="6 5"),
                element("circle", cx=x, cy=y, r=7, fill=p.enamel["red"], stroke="#fff8e8", stroke_width=1.4),
                element("path", d=f"M{x - 4:.1f} {y:.1f}h8", stroke="#fff8e8", stroke_width=2.6),
                fill="none",
            )
        )
    return "".join(found)


def _goods(style: Style, made: Layout, plot: Plot) -> str:
    if not plot.goods:
        return ""
    place = made.spots[plot.id].pieces
    goods = getattr(made.ground.source.goods, plot.goods)
    return goods_symbol(goods, place.x + place.w / 2, place.y + place.h / 2, 1.7, style.palette.ink, 0.42)


def _name(style: Style, plot: Plot, spot: Spot) -> str:
    high = spot.size * 1.05
    x, y = spot.name.x + spot.name.w / 2, spot.name.y + spot.size * 0.82
    p = style.palette
    lines = [
        fixed(line, x, y + i * high, spot.size, font_style="italic") for i, line in enumerate(spot.lines)
    ]
    # Drawn twice: the halo of one letter must not cover the letter before it.
    return group(
        group(*lines, id=style.id(f"name-{plot.id}")),
        element("use", href=style.ref(f"name-{plot.id}"), stroke="none"),
        id=style.id(f"label-{plot.id}"), text_anchor="middle", fill=p.ink, stroke=p.halo, stroke_linejoin="round",
    )  # fmt: skip


def _labels(style: Style, plots: Sequence[Plot]) -> str:
    names = (plot.id for plot in plots if not plot.is_station)
    return group(
        *(element("use", href=style.ref(f"label-{name}")) for name in names),
        stroke_width=2.6,
        stroke_opacity=0.8,
    )


def frame(style: Style, made: Layout) -> str:
    """The neatline, striped as on an old map."""
    g = made.ground
    p = style.palette
    inner = Place(g.left, g.top, g.size[0], g.size[1])
    return group(
        _rect(inner, 5, p.card, 10), _rect(inner, 5.2, p.ink, 5.2, "26 26"), _rect(inner, 0, p.ink, 1.2),
        _rect(inner, 10.4, p.ink, 1), _rect(inner, 13, p.ink, 2.2), fill="none", pointer_events="none",
    )  # fmt: skip


def _rect(place: Place, out: float, stroke: str, wide: float, dashes: str | None = None) -> str:
    return element(
        "rect", x=place.x - out, y=place.y - out, width=place.w + 2 * out, height=place.h + 2 * out,
        stroke=stroke, stroke_width=wide, stroke_dasharray=dashes,
    )  # fmt: skip
