"""What lies on the land: station signs in their colours, passengers, landlords, goods."""

from __future__ import annotations

from branchline.drawing.markup import element, group, title, use
from branchline.drawing.words import counted
from branchline.games.nuremberg.data.map_file import MapFile
from branchline.games.nuremberg.data.map_file import Plot as PrintedPlot
from branchline.games.nuremberg.drawing.palette import Style
from branchline.games.nuremberg.drawing.placement import CUBE, PAWN, Layout, Spot
from branchline.games.nuremberg.drawing.signs import sign
from branchline.games.nuremberg.drawing.words import GOODS, TITLES, tell
from branchline.games.nuremberg.views.view import Plot, View

PAWNS = (("red", "red"), ("green", "green"), ("landlords", "white"))


def wide_south(view: View, style: Style, made: Layout) -> str:
    """N2.4: with the option, dark red plots are as red as The South."""
    if not view.options.wide_south:
        return ""
    red = (plot.id for plot in made.ground.source.plots if plot.dark_red)
    return group(*(element("use", href=style.ref(f"tint-{name}")) for name in red), pointer_events="none")


def on_the_land(view: View, style: Style, made: Layout) -> str:
    held = {plot.id: plot for plot in view.plots}
    return group(
        *(
            _on_plot(style, view.map, printed, held.get(printed.id, Plot(printed.id)), made.spots[printed.id])
            for printed in made.ground.source.plots
            if printed.is_station or printed.id in held
        )
    )


def _on_plot(style: Style, source: MapFile, printed: PrintedPlot, plot: Plot, spot: Spot) -> str:
    shows_sign = printed.is_station or bool(plot.companies)
    return group(
        title(told(source, printed, plot)),
        sign(style, printed, spot, plot.companies) if shows_sign else "",
        _pawns(style, printed, plot, spot),
        _cubes(style, source, printed, plot, spot),
        data_plot=plot.id,
    )


def told(source: MapFile, printed: PrintedPlot, plot: Plot) -> str:
    """A plot in words: Fürth, neutral station, 2 red passengers, 1 landlord."""
    parts = [printed.name]
    if printed.is_station or plot.companies:
        company = TITLES["neutral"]
        if len(plot.companies) == 2:
            company = tell("two_companies", red=source.companies.red, green=source.companies.green)
        elif plot.companies:
            company = getattr(source.companies, plot.companies[0])
        parts = [tell("station", name=printed.name, company=company)]
    if plot.red:
        parts.append(counted(TITLES["red_passengers"], plot.red))
    if plot.green:
        parts.append(counted(TITLES["green_passengers"], plot.green))
    if plot.landlords:
        parts.append(counted(TITLES["landlords"], plot.landlords))
    if plot.goods and printed.goods:
        parts.append(tell("goods", count=plot.goods, goods=GOODS[getattr(source.goods, printed.goods)]))
    return ", ".join(parts)


def _pawns(style: Style, printed: PrintedPlot, plot: Plot, spot: Spot) -> str:
    standing = [(field, colour) for field, colour in PAWNS for _ in range(getattr(plot, field))]
    parts = []
    for number, (field, colour) in enumerate(standing):
        x, y = spot.piece(number, len(standing), PAWN)
        word = "landlord" if field == "landlords" else field
        words = title(tell(word, plot=printed.name))
        parts.append(use(style.ref(f"pawn-{colour}"), x, y, words, data_item=f"{word} {plot.id}"))
    return "".join(parts)


def _cubes(style: Style, source: MapFile, printed: PrintedPlot, plot: Plot, spot: Spot) -> str:
    if not printed.goods:
        return ""
    words = title(tell("cube", goods=GOODS[getattr(source.goods, printed.goods)], plot=printed.name))
    places = (spot.piece(number, plot.goods, CUBE) for number in range(plot.goods))
    return "".join(
        use(style.ref(f"cube-{printed.goods}"), x, y, words, data_item=f"{printed.goods} {plot.id}")
        for x, y in places
    )
