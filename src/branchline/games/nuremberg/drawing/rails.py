"""Ways over borders, and the links laid on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from branchline.drawing.markup import Point, element, group, num, title, use
from branchline.drawing.palette import shade
from branchline.games.nuremberg.data.map_file import Border, MapFile
from branchline.games.nuremberg.drawing.palette import Style
from branchline.games.nuremberg.drawing.placement import Layout
from branchline.games.nuremberg.drawing.words import tell
from branchline.games.nuremberg.views.view import Link, View

SLEEPERS = ((5.2, "butt"), (2.6, "butt"), (3.2, "round"), (5.2, "butt"))  # width and cap, a seat


def ways(style: Style, made: Layout) -> str:
    """Every border that takes track, as the way a link takes across it: there to be clicked, not to be seen."""
    names = {plot.id: plot.name for plot in made.ground.source.plots}
    found = [
        element(
            "path",
            title(tell(f"border_{border.why}", a=names[border.a], b=names[border.b], cost=border.cost)),
            id=style.id(f"way-{border.a}-{border.b}"),
            data_border=f"{border.a}-{border.b}",
            d=way_path(made, border),
        )
        for border in made.ground.source.borders
        if border.cost is not None
    ]
    return group(
        *found,
        fill="none",
        stroke="transparent",
        stroke_width=16,
        stroke_linecap="round",
        pointer_events="stroke",
    )


def way_path(made: Layout, border: Border) -> str:
    """From station to station, square enough over the middle of the border."""
    a, b = made.spots[border.a].anchor, made.spots[border.b].anchor
    m = made.ground.middle(border)
    dx, dy = (b[0] - a[0]) * 0.16, (b[1] - a[1]) * 0.16
    first = a[0] + (m[0] - a[0]) * 0.4, a[1] + (m[1] - a[1]) * 0.4
    last = b[0] + (m[0] - b[0]) * 0.4, b[1] + (m[1] - b[1]) * 0.4
    return f"M{_at(a)}C{_at(first)} {_at((m[0] - dx, m[1] - dy))} {_at(m)}S{_at(last)} {_at(b)}"


def _at(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def links(view: View, names: Sequence[str], style: Style, made: Layout) -> str:
    """All laid track: first every bed, then every owner's rails, so that nobody's track hides another's."""
    by_owner: dict[int | str, list[Link]] = defaultdict(list)
    for link in view.links:
        by_owner[link.owner].append(link)
    owners = sorted(by_owner, key=str)
    shown = {owner: f"links-{owner}" for owner in owners}
    p = style.palette
    beds = [laid(style, shown[owner], p.ink if not style.dark else "#0b0d0f", 9.4, 0.9) for owner in owners]
    rails = [rails_of(style, shown[owner], owner) for owner in owners]
    real = [_real(view, names, style, owner, by_owner[owner]) for owner in owners]
    badges = [_badges(style, made, owner, by_owner[owner]) for owner in owners if style.marks]
    return group(
        group(*beds, *rails, fill="none", stroke_linecap="round", pointer_events="none"),
        group(*real, fill="none", stroke="transparent", stroke_width=14, pointer_events="stroke"),
        *badges,
    )


def laid(style: Style, name: str, colour: str, wide: float, opacity: float | None = None) -> str:
    return element("use", href=style.ref(name), stroke=colour, stroke_width=wide, stroke_opacity=opacity)


def rails_of(style: Style, name: str, owner: int | str) -> str:
    if isinstance(owner, str):
        colour = style.palette.enamel[owner]
        return (
            laid(style, name, colour, 7.4) + laid(style, name, "#fff6e4", 4) + laid(style, name, colour, 1.8)
        )
    wide, cap = SLEEPERS[owner] if style.marks else SLEEPERS[0]
    sleepers = element(
        "use", href=style.ref(name), stroke="#fffaf0", stroke_width=wide, stroke_linecap=cap,
        stroke_dasharray=style.pattern(owner),
    )  # fmt: skip
    return laid(style, name, style.palette.players[owner], 7.2) + sleepers


def _real(view: View, names: Sequence[str], style: Style, owner: int | str, found: Sequence[Link]) -> str:
    """The links themselves: the passes above are copies of these."""
    source = view.map
    called = {plot.id: plot.name for plot in source.plots}
    who = getattr(source.companies, owner) if isinstance(owner, str) else names[owner]
    order = _file_order(source)
    parts = []
    for link in found:
        border = order[frozenset((link.a, link.b))]
        words = title(tell("link", a=called[link.a], b=called[link.b], owner=who))
        parts.append(element("use", words, href=style.ref(f"way-{border}"), data_border=border))
    attribute = {"data_company": owner} if isinstance(owner, str) else {"data_seat": str(owner)}
    return group(*parts, id=style.id(f"links-{owner}"), data_links=len(found), **attribute)


def _file_order(source: MapFile) -> dict[frozenset[str], str]:
    """The name of each border, its plots in the order of the map file."""
    return {frozenset((border.a, border.b)): f"{border.a}-{border.b}" for border in source.borders}


def _badges(style: Style, made: Layout, owner: int | str, found: Sequence[Link]) -> str:
    """A company's mark on each of its links."""
    if not isinstance(owner, str):
        return ""
    middles = {frozenset((b.a, b.b)): made.ground.middle(b) for b in made.ground.source.borders}
    return group(
        *(use(style.ref(f"mark-{owner}"), *middles[frozenset((link.a, link.b))]) for link in found),
        pointer_events="none",
    )


def nodes(view: View, style: Style, made: Layout) -> str:
    """Where track meets outside stations: a plate, and the plot's name again, over the rails."""
    stations = {plot.id for plot in made.ground.source.plots if plot.is_station}
    touched = sorted({plot for link in view.links for plot in (link.a, link.b)} - stations)
    plates = "".join(
        element("circle", cx=x, cy=y, r=5.4) for x, y in (made.spots[name].anchor for name in touched)
    )
    p = style.palette
    return group(
        group(plates, fill=p.card, stroke=shade(p.ink, 0.9), stroke_width=1.6) if plates else "",
        group(
            *(element("use", href=style.ref(f"label-{name}")) for name in touched),
            stroke_width=4.4,
            stroke_opacity=0.9,
        ),
        pointer_events="none",
    )


def under_way(view: View, style: Style, made: Layout) -> str:
    """The line being built or the stretch being ceded: a glow along it and a ring around its head."""
    if not view.line or view.phase not in ("building", "takeover"):
        return ""
    order = _file_order(view.map)
    called = {plot.id: plot.name for plot in view.map.plots}
    glow = [
        element("use", href=style.ref(f"way-{order[frozenset(pair)]}"))
        for pair in zip(view.line, view.line[1:], strict=False)
    ]
    x, y = made.spots[view.line[-1]].anchor
    spot = made.spots[view.line[-1]].name
    p = style.palette
    return group(
        title(tell("line", plots=" – ".join(called[plot] for plot in view.line))),
        group(*glow, fill="none", stroke=p.lit, stroke_width=19, stroke_linecap="round", opacity=0.75),
        element("ellipse", cx=x, cy=y, rx=max(20.0, spot.w / 2 + 10), ry=22, fill=p.lit, fill_opacity=0.35,
                stroke=p.lamp, stroke_width=2.2, stroke_dasharray="5 3"),
        data_line=" ".join(view.line),
        pointer_events="none",
    )  # fmt: skip
