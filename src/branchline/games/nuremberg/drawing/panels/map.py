"""The map as a panel: the printed land with clickable borders, and one part for each owner's track and each plot's
signs and pieces."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import Final

from branchline.drawing.markup import element, group, title, use
from branchline.drawing.palette import shade
from branchline.drawing.place import Place
from branchline.games.nuremberg.data.map_file import Plot as PrintedPlot
from branchline.games.nuremberg.drawing import targets
from branchline.games.nuremberg.drawing.map import printed as land
from branchline.games.nuremberg.drawing.map import rails, signs
from branchline.games.nuremberg.drawing.map.geometry import MAP
from branchline.games.nuremberg.drawing.map.placement import CUBE, PAWN
from branchline.games.nuremberg.drawing.scene import Scene, area, remembered, target
from branchline.games.nuremberg.text.description import of_plot
from branchline.games.nuremberg.text.naming import bonus_ends
from branchline.games.nuremberg.text.picture_words import tell
from branchline.games.nuremberg.text.screen_words import PICTURES, fill
from branchline.games.nuremberg.text.sentences import GOODS
from branchline.games.nuremberg.views.view import COMPANIES, Company, Plot, View

BOX: Final = Place(MAP.x - 14, MAP.y - 14, MAP.w + 28, MAP.h + 28)
HIT: Final = 34.0  # the width of a border as a touch target
LIT: Final = 12.0  # its width when highlighted
BETWEEN: Final = 4.0  # the same between rails
Owner = int | Company


def definitions(scene: Scene) -> str:
    """The shapes that are used more than once: plots, and ways over borders."""
    identify = scene.style.id
    plots = (
        element("path", id=identify(f"plot-{plot.id}"), d=land.plot_path(scene.made, plot))
        for plot in scene.source.plots
    )
    ways = (
        element("path", id=identify(f"way-{border.a}-{border.b}"), d=rails.way_path(scene.made, border))
        for border in scene.source.borders
        if border.cost is not None
    )
    return land.definitions(scene.style, scene.made) + "".join([*plots, *ways])


@remembered
def printed(scene: Scene, wide_south: bool) -> str:
    """What moves never change; with the option, dark red plots are as red as The South (N2.4)."""
    p = scene.palette
    red = [plot.id for plot in scene.source.plots if plot.dark_red] if wide_south else []
    paper = {"x": BOX.x, "y": BOX.y, "width": BOX.w, "height": BOX.h}
    return group(
        element("rect", **paper, rx=6, fill=p.sheet),
        element("rect", **paper, rx=6, fill=scene.style.url("grain")),
        group(*(_land(scene, plot) for plot in scene.source.plots), stroke_width=0.8),
        land.over_the_land(scene.style, scene.made),
        group(*(element("use", href=scene.style.ref(f"tint-{name}")) for name in red), pointer_events="none"),
        group(*(_plot(scene, plot) for plot in scene.source.plots), fill="transparent"),
        _borders(scene),
    )


def _land(scene: Scene, plot: PrintedPlot) -> str:
    ref, fill_ = scene.style.ref(f"plot-{plot.id}"), land.plot_fill(scene.style, plot)
    texture = land.plot_texture(plot)
    over = element("use", href=ref, fill=scene.style.url(texture), pointer_events="none") if texture else ""
    return element("use", href=ref, fill=fill_, stroke=fill_) + over


def _plot(scene: Scene, plot: PrintedPlot) -> str:
    """The land of a plot as a target; that of a station means the station."""
    words = title(land.plot_title(scene.made, plot))
    return element(
        "use", words, href=scene.style.ref(f"plot-{plot.id}"), data_target=_target(plot), class_="area"
    )


def _target(plot: PrintedPlot) -> str:
    return f"station:{plot.id}" if plot.is_station else f"plot:{plot.id}"


def _borders(scene: Scene) -> str:
    """Every border, as the path of a link across it: a wide touch target, with a line inside that pages highlight."""
    found = []
    for border in scene.source.borders:
        if border.cost is None:
            continue
        a, b = scene.plot_name(border.a), scene.plot_name(border.b)
        ref = scene.style.ref(f"way-{border.a}-{border.b}")
        found.append(
            target(
                targets.border(border), tell(f"border_{border.why}", a=a, b=b, cost=border.cost),
                element("use", href=ref, stroke_width=HIT),
                element("use", href=ref, class_="line", stroke_dasharray="9 4"),
            )
        )  # fmt: skip
    return group(*found, fill="none", stroke="transparent", stroke_width=LIT, pointer_events="stroke")


# Parts


def parts(scene: Scene, view: View, names: tuple[str, ...]) -> dict[str, str]:
    by_owner: dict[Owner, list[str]] = defaultdict(list)
    for link in view.links:
        by_owner[link.owner].append(f"{link.a}-{link.b}")
    owners: list[Owner] = [*range(len(names)), *COMPANIES]
    found = {"line": _under_way(scene, view.line if view.phase in ("building", "takeover") else ())}
    for owner in owners:
        found[f"track-{owner}"] = _track(scene, owner, tuple(by_owner[owner]))
    found["rails"] = _rails(scene, len(names))
    for owner in COMPANIES:
        found[f"marks-{owner}"] = _marks(scene, owner, tuple(by_owner[owner]))
    for owner in owners:
        who = scene.company_name(owner) if isinstance(owner, str) else names[owner]
        found[f"links-{owner}"] = _links(scene, who, tuple(by_owner[owner]))
    touched = frozenset(plot for link in view.links for plot in (link.a, link.b))
    return found | _plots(scene, view.plots, touched) | {"joined": _joined(scene, view.joined)}


@remembered
def _plots(scene: Scene, plots: tuple[Plot, ...], touched: frozenset[str]) -> dict[str, str]:
    """`touched` are the plots that track leads to."""
    held = {plot.id: plot for plot in plots}
    return {
        f"plot-{plot.id}": _on_plot(scene, held.get(plot.id) or Plot(plot.id), plot.id in touched)
        for plot in scene.source.plots
    }


@remembered
def _track(scene: Scene, owner: Owner, links: tuple[str, ...]) -> str:
    """An owner's links, as invisible shapes: `_rails` draws copies of them."""
    ways = (element("use", href=scene.style.ref(f"way-{link}")) for link in links)
    return group(*ways, id=scene.style.id(f"links-{owner}"), fill="none")


@remembered
def _links(scene: Scene, who: str, links: tuple[str, ...]) -> str:
    """An owner's links over the rails, as targets; highlighted, they show between the rails."""
    found = []
    for link in links:
        a, _, b = link.partition("-")
        words = tell("link", a=scene.plot_name(a), b=scene.plot_name(b), owner=who)
        found.append(
            target(
                f"border:{link}", words, element("use", href=scene.style.ref(f"way-{link}"), class_="line")
            )
        )
    return (
        group(*found, fill="none", stroke="transparent", stroke_width=BETWEEN, pointer_events="stroke")
        if found
        else ""
    )


@remembered
def _rails(scene: Scene, players: int) -> str:
    """First every bed, then every owner's rails, so that no track hides another."""
    owners: list[Owner] = [*range(players), *COMPANIES]
    bed = "#0b0d0f" if scene.style.dark else scene.palette.ink
    return group(
        *(rails.laid(scene.style, f"links-{owner}", "#fff6e4", 13) for owner in COMPANIES),  # green on green land
        *(rails.laid(scene.style, f"links-{owner}", bed, 9.4, 0.9) for owner in owners),
        *(rails.rails_of(scene.style, f"links-{owner}", owner) for owner in owners),
        fill="none", stroke_linecap="round", pointer_events="none",
    )  # fmt: skip


@remembered
def _marks(scene: Scene, company: Company, links: tuple[str, ...]) -> str:
    """A company's mark on each of its links."""
    if not scene.style.marks:
        return ""
    middles = (scene.made.ground.middle(scene.borders[frozenset(link.split("-"))]) for link in links)
    ref = scene.style.ref(f"mark-{company}")
    return group(*(use(ref, x, y) for x, y in middles), pointer_events="none") if links else ""


@remembered
def _under_way(scene: Scene, line: tuple[str, ...]) -> str:
    """The line being built or the stretch being ceded: a glow along it and a ring around its end."""
    if not line:
        return ""
    ways = (scene.borders[frozenset(pair)] for pair in pairwise(line))
    glow = [element("use", href=scene.style.ref(f"way-{border.a}-{border.b}")) for border in ways]
    spot = scene.made.spots[line[-1]]
    p = scene.palette
    return group(
        title(tell("line", plots=" – ".join(scene.plot_name(plot) for plot in line))),
        group(*glow, fill="none", stroke=p.lit, stroke_width=19, stroke_linecap="round", opacity=0.75),
        element("ellipse", cx=spot.anchor[0], cy=spot.anchor[1], rx=max(20.0, spot.name.w / 2 + 10), ry=22,
                fill=p.lit, fill_opacity=0.35, stroke=p.lamp, stroke_width=2.2, stroke_dasharray="5 3"),
        pointer_events="none",
    )  # fmt: skip


@remembered
def _on_plot(scene: Scene, plot: Plot, touched: bool) -> str:
    """What is on a plot: its sign, passengers, landlords, goods; where track meets, a plate and the name again."""
    printed = scene.plots[plot.id]
    spot = scene.made.spots[plot.id]
    shown = []
    if printed.is_station or plot.companies:
        shown.append(area(signs.board_of(printed, spot), 4))
        shown.append(signs.sign(scene.style, printed, spot, plot.companies))
    elif touched:
        shown.append(_plate(scene, plot.id))
    shown += [_pieces(scene, plot), _cubes(scene, plot)]
    if not any(shown):
        return ""
    return target(_target(printed), of_plot(scene.source, printed, plot), *shown)


def _plate(scene: Scene, plot: str) -> str:
    p = scene.palette
    x, y = scene.made.spots[plot].anchor
    plate = element("circle", cx=x, cy=y, r=5.4, fill=p.card, stroke=shade(p.ink, 0.9), stroke_width=1.6)
    name = element("use", href=scene.style.ref(f"label-{plot}"), stroke_width=4.4, stroke_opacity=0.9)
    return group(plate, name, pointer_events="none")


def _pieces(scene: Scene, plot: Plot) -> str:
    """Passengers by colour, each colour a target, and landlords."""
    spot = scene.made.spots[plot.id]
    count = plot.red + plot.green + plot.landlords
    places = [spot.piece(number, count, PAWN) for number in range(count)]
    ref, found = scene.style.ref, []
    for colour, here in (("red", plot.red), ("green", plot.green), ("white", plot.landlords)):
        standing, places = places[:here], places[here:]
        if not standing:
            continue
        shown = [use(ref(f"pawn-{colour}"), x, y) for x, y in standing]
        if colour == "white":
            found.append(group(title(tell("landlord", plot=scene.plot_name(plot.id))), *shown))
        else:
            words = tell(colour, plot=scene.plot_name(plot.id))
            found.append(_item(plot.id, colour, words, standing, PAWN, shown))
    return "".join(found)


def _cubes(scene: Scene, plot: Plot) -> str:
    kind = scene.plots[plot.id].goods
    if not kind or not plot.goods:
        return ""
    places = [scene.made.spots[plot.id].piece(number, plot.goods, CUBE) for number in range(plot.goods)]
    words = tell("cube", goods=GOODS[getattr(scene.source.goods, kind)], plot=scene.plot_name(plot.id))
    shown = [use(scene.style.ref(f"cube-{kind}"), x, y) for x, y in places]
    return _item(plot.id, kind, words, places, CUBE, shown)


def _item(
    plot: str, kind: str, words: str, places: list[tuple[float, float]], size: tuple[float, float],
    shown: list[str],
) -> str:  # fmt: skip
    """Pieces of a kind on a plot, with a touch area around them."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    wide, high = size
    around = Place(min(xs) - wide / 2, min(ys) - high / 2, max(xs) - min(xs) + wide, max(ys) - min(ys) + high)
    return target(targets.item(plot, kind), words, area(around, 4), *shown)


@remembered
def _joined(scene: Scene, joined: bool) -> str:
    """N8.1: two rings beside the station once it is connected."""
    bonus = scene.source.bonus
    if bonus is None or not joined:
        return ""
    start, end = bonus_ends(scene.source)
    spot = scene.made.spots[bonus.start]
    x, y = spot.name.right + 4, spot.name.y - 3
    p = scene.palette
    rings = "".join(element("circle", cx=at, cy=0, r=5) for at in (-3.6, 3.6))
    return group(
        title(fill(PICTURES, "joined", start=start, end=end)),
        element("rect", x=-12, y=-8, width=24, height=16, rx=8, fill=p.lit, stroke=p.ink, stroke_width=1.2),
        group(rings, fill="none", stroke="#3a2c00", stroke_width=2),
        transform=f"translate({x:.1f} {y:.1f})",
        data_target=f"station:{bonus.start}",
    )  # fmt: skip
