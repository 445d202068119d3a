"""A page about each board of First Train to Nuremberg, to be browsed by kind: its picture, what lies where, what a link
costs, its sources; and the auction boxes and trains, which all boards share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from branchline.core.presentation import Filter, ReferencePage, filter_links
from branchline.games.nuremberg.data import map_file
from branchline.games.nuremberg.data.components import Components, Provenance, components, spaces
from branchline.games.nuremberg.data.map_file import BOARDS, Border, MapFile, Plot
from branchline.games.nuremberg.text.naming import named
from branchline.games.nuremberg.text.picture_words import CLASSES, KINDS, SYMBOLS
from branchline.games.nuremberg.text.sentences import COLOURS, GOODS, box_name
from branchline.languages import Words, _, listed

COMPANIES: Final = Words({
    "red": "red", "green": "green", "neutral": "neutral",
})  # fmt: skip
TERRAINS: Final = Words({
    "lowland": "lowland", "upland": "upland", "field": "field", "hill": "hill",
})  # fmt: skip
WHY: Final = Words({
    "plain": "level ground", "river": "across the river {name}", "upland": "upland", "no_track": "no track",
    "forbidden": "never linked",
})  # fmt: skip
PROVENANCE: Final = Words({
    "documented": "documented", "reconstructed": "reconstructed", "name documented": "name documented",
})  # fmt: skip

# What a board's page can show, by a word for the URL
STATIONS, YELLOW, GREY, LINKS, AUCTION, TRAINS = "stations", "yellow", "grey", "links", "auction", "trains"
COSTS: Final = Words({"1": "costs 1", "2": "costs 2", "never": "never linked"})
PLAYERS: Final = Words({"2": "Two or three players", "4": "Four players"})

# Translators: parts of a row of auction boxes or trains; what follows says where each comes from
PARTS: Final = Words({"minimum": "minimum", "boxes": "boxes", "cost": "cost", "trains": "trains"})


class StationRow(msgspec.Struct, frozen=True):
    plot: Plot
    company: str
    size: str
    spaces: int
    fixed: str
    ways: tuple[str, ...]  # names of plots that a link can reach
    provenance: str


class LandRow(msgspec.Struct, frozen=True):
    plot: Plot
    kind: str
    terrain: str
    goods: str
    loads: str  # names of stations that an arrow joins to it
    provenance: str


class BorderRow(msgspec.Struct, frozen=True):
    a: str
    b: str
    cost: int | None
    why: str

    @property
    def price(self) -> str:
        return "never" if self.cost is None else str(self.cost)


class BoxRow(msgspec.Struct, frozen=True):
    name: str
    points: str
    minimum: int
    provenance: str


class TrainShown(msgspec.Struct, frozen=True):
    row: str
    cost: int
    passengers: int
    goods: int
    passenger_points: int
    goods_points: int
    provenance: str


def titles() -> dict[str, str]:
    """The boards, by their name in the URL."""
    return {name: map_file.built_in(name).title for name in BOARDS}


def board(name: str, query: Mapping[str, str]) -> ReferencePage:
    """board.html: `show` (the kind of thing to show; empty: all), `filters`, and the rows that pass them; raises
    `LookupError`."""
    if name not in BOARDS:
        raise LookupError(_("Board not found. The boards are Nuremberg and Wensleydale."))
    source = named(map_file.built_in(name))
    number = BOARDS.index(name)
    asked = {key: query.get(key, "") for key in ("show", "company", "cost", "players")}
    show = asked["show"]
    values = {
        "name": name,
        "source": source,
        "provenance": source.provenance,
        "goods": listed(GOODS[name] for name in (source.goods.yellow, source.goods.grey)),
        "show": show,
        "filters": _filters(name, source, asked),
        "stations": _company(_stations(source), asked["company"] if show == STATIONS else ""),
        "land": [row for row in _land(source) if show not in (YELLOW, GREY) or row.plot.goods == show],
        "borders": _cost(_borders(source), asked["cost"] if show == LINKS else ""),
        "components": {
            players: _components(components(), players)
            for players in (2, 4)
            if show not in (AUCTION, TRAINS) or asked["players"] in ("", str(players))
        },
        "before": BOARDS[number - 1] if number else None,
        "after": BOARDS[number + 1] if number + 1 < len(BOARDS) else None,
        "titles": titles(),
    }
    return ReferencePage("board.html", values)


def _filters(name: str, source: MapFile, asked: Mapping[str, str]) -> list[Filter]:
    """What to show, and for some kinds which of them."""
    address, show = f"/boards/{name}", asked["show"]
    kinds = {
        STATIONS: _("Stations"),
        YELLOW: GOODS[source.goods.yellow].capitalize(),
        GREY: GOODS[source.goods.grey].capitalize(),
        LINKS: _("What a link costs"),
        AUCTION: _("Auction boxes"),
        TRAINS: _("Trains"),
    }
    land, rows = _land(source), {players: _components(components(), players) for players in (2, 4)}
    counts = {
        STATIONS: len(_stations(source)),
        YELLOW: sum(row.plot.goods == YELLOW for row in land),
        GREY: sum(row.plot.goods == GREY for row in land),
        LINKS: len(_borders(source)),
        AUCTION: sum(len(parts["boxes"]) for parts in rows.values()),
        TRAINS: sum(len(parts["trains"]) for parts in rows.values()),
    }

    def found(query: Mapping[str, str]) -> int:
        return counts.get(query["show"], sum(counts.values()))

    further = {"show": show}
    filters = [filter_links(address, {"show": show}, "show", _("What it shows"), kinds, found)]
    if show == STATIONS:
        filters.append(filter_links(
            address, {**further, "company": asked["company"]}, "company", _("Company"), dict(COMPANIES),
            lambda query: len(_company(_stations(source), query["company"])),
        ))  # fmt: skip
    if show == LINKS:
        filters.append(filter_links(
            address, {**further, "cost": asked["cost"]}, "cost", _("Cost"), dict(COSTS),
            lambda query: len(_cost(_borders(source), query["cost"])),
        ))  # fmt: skip
    if show in (AUCTION, TRAINS):
        part = "boxes" if show == AUCTION else "trains"
        filters.append(filter_links(
            address, {**further, "players": asked["players"]}, "players", _("Players"), dict(PLAYERS),
            lambda query: sum(len(parts[part]) for players, parts in rows.items()
                              if query["players"] in ("", str(players))),
        ))  # fmt: skip
    return filters


def _company(rows: Sequence[StationRow], company: str) -> list[StationRow]:
    return [row for row in rows if company in ("", row.plot.colour or "neutral")]


def _cost(rows: Sequence[BorderRow], price: str) -> list[BorderRow]:
    return [row for row in rows if price in ("", row.price)]


def _stations(source: MapFile) -> list[StationRow]:
    return [
        StationRow(
            plot,
            COMPANIES[plot.colour or "neutral"],
            SYMBOLS[plot.symbol] if plot.symbol else KINDS[plot.kind],
            plot.slots,
            COMPANIES[plot.fixed] if plot.fixed else "",
            _neighbours(source, plot),
            _marked(plot.provenance),
        )
        for plot in source.plots
        if plot.is_station
    ]


def _neighbours(source: MapFile, plot: Plot) -> tuple[str, ...]:
    called = {other.id: other.name for other in source.plots}
    return tuple(
        called[border.b if border.a == plot.id else border.a]
        for border in source.borders
        if plot.id in (border.a, border.b) and border.cost is not None
    )


def _land(source: MapFile) -> list[LandRow]:
    called = {plot.id: plot.name for plot in source.plots}
    return [
        LandRow(
            plot,
            KINDS[plot.kind],
            TERRAINS[plot.terrain],
            GOODS[getattr(source.goods, plot.goods)] if plot.goods else "",
            listed((called[name] for name in source.fields.get(plot.id, [])), "or"),
            _marked(plot.provenance),
        )
        for plot in source.plots
        if not plot.is_station
    ]


def _borders(source: MapFile) -> list[BorderRow]:
    """Borders that a link may cross, and those that only look as if they could be crossed."""
    called = {plot.id: plot.name for plot in source.plots}
    return [
        BorderRow(called[border.a], called[border.b], border.cost, _reason(border))
        for border in source.borders
        if border.why != "no_track"
    ]


def _reason(border: Border) -> str:
    return WHY[border.why].format(name=border.river or "")


def _components(source: Components, players: int) -> dict[str, Sequence[msgspec.Struct]]:
    boxes = [
        BoxRow(box_name(f"{row.row}{number}"), _influence(points), row.minimum, _marked(row.provenance))
        for row in source.auction_rows(players)
        for number, points in enumerate(row.boxes, start=1)
    ]
    trains = [
        TrainShown(
            CLASSES[rank],
            row.cost,
            *spaces(train),
            row.passenger_points,
            row.goods_points,
            _marked(row.provenance),
        )
        for rank, row in enumerate(source.train_rows(players), start=1)
        for train in row.trains
    ]
    return {"boxes": boxes, "trains": trains}


def _influence(points: str) -> str:
    """`wwb` in words."""
    letters = {colour[0]: colour for colour in COLOURS}
    return listed(f"{points.count(letter)} {COLOURS[letters[letter]]}" for letter in dict.fromkeys(points))


def _marked(provenance: Provenance) -> str:
    """The source of a row, in a word or two; for a row of several parts, the source of each."""
    if isinstance(provenance, str):
        return PROVENANCE.get(provenance, provenance)
    return ", ".join(f"{PARTS[part]}: {PROVENANCE[mark]}" for part, mark in provenance.items())
