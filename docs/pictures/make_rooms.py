"""Draws the rooms of the code and their imports: python docs/pictures/make_rooms.py

A room is a package. An arrow is an import; one that others imply is left out, so the picture shows what each room rests
on. `ROOMS` is the order in which imports point, from top to bottom.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from statistics import fmean

import grimp

FILE = Path(__file__).with_name("rooms.svg")
GAME = "games/<game>"
# From top to bottom, each with the modules beside packages that belong to it.
ROOMS: dict[str, tuple[str, ...]] = {
    "cli": (),
    "balance": (),
    "bench": (),
    "benchmark": (),
    "learn": (),
    "testing": (),
    "server": ("server/app", "server/lifespan", "server/openapi"),
    "server/pages": (),
    "server/club": (),
    "server/lobby": (),
    "server/table": (),
    "server/workers": (),
    "server/http": (),
    "server/settings": ("server/settings_file", "server/metrics", "server/wall_clock"),
    "store": (),
    "envs": (),
    "arena": (),
    "problems": (),
    "sim": (),
    "leagues": (),
    "bots": (),
    GAME: (),
    f"{GAME}/screen": (),
    f"{GAME}/bots": (),
    f"{GAME}/drawing": (),
    f"{GAME}/text": (),
    f"{GAME}/views": (),
    f"{GAME}/options": (),
    f"{GAME}/checking": (),
    f"{GAME}/rules": (),
    f"{GAME}/data": (),
    "games": ("games/small_game", "games/text_screen"),
    "drawing": (),
    "core": (),
    "languages": (),
}
ROOM_OF = {part: room for room, parts in ROOMS.items() for part in (room, *parts)}
ORDER = {room: place for place, room in enumerate(ROOMS)}
OUTSIDE = {"__main__", "_version"}  # modules beside the rooms

Edge = tuple[str, str]

BOX, HIGH, ROW, GAP, BEND = 156, 30, 60, 18, 12  # pixels; BEND: what an arrow takes where it passes a row
COLOURS = {"server": "#dbe8f6", "games": "#e0f0dd"}


def room_of(module: str) -> str | None:
    parts = module.split(".")[1:]
    if not parts or parts[0] in OUTSIDE:
        return None
    if parts[0] == "games" and parts[1:] and f"games/{parts[1]}" not in ROOM_OF:
        parts[1] = "<game>"
    depth = 3 if parts[1:2] == ["<game>"] else 2 if parts[0] in ("server", "games") else 1
    if room := ROOM_OF.get("/".join(parts[:depth])):
        return room
    if depth == 3:
        return GAME  # what lies beside the packages of a game belongs to its `Game` object
    raise LookupError(f"{module} is in none of the rooms: add it to ROOMS in {__file__}.")


def imports() -> set[Edge]:
    """Which room imports from which, when the program runs."""
    graph = grimp.build_graph("branchline", exclude_type_checking_imports=True, cache_dir=None)
    found = set()
    for importer in graph.modules:
        for imported in graph.find_modules_directly_imported_by(importer):
            edge = room_of(importer), room_of(imported)
            if edge[0] and edge[1] and edge[0] != edge[1]:
                found.add((edge[0], edge[1]))
    return found


def reduced(edges: set[Edge]) -> set[Edge]:
    """The imports that no chain of others implies. All of them point down, so there is no cycle."""
    below: dict[str, set[str]] = defaultdict(set)
    for room in reversed(ROOMS):
        for upper, lower in edges:
            if upper == room:
                below[room] |= {lower} | below[lower]
    return {
        (upper, lower)
        for upper, lower in edges
        if not any(lower in below[other] for top, other in edges if top == upper)
    }


class Layout:
    """Rows of boxes; an arrow that passes a row has a place in it as well, so it crosses no box."""

    def __init__(self, edges: set[Edge]) -> None:
        self.level: dict[str, int] = {}
        for room in reversed(ROOMS):
            self.level[room] = max((self.level[low] + 1 for top, low in edges if top == room), default=0)
        height = max(self.level.values())
        self.rows: list[list[str]] = [[] for _ in range(height + 1)]
        for room in ROOMS:
            self.rows[self.level[room]].append(room)
        self.ways: dict[Edge, list[str]] = {}
        self.near: dict[str, list[str]] = defaultdict(list)
        for upper, lower in sorted(edges, key=lambda edge: (ORDER[edge[0]], ORDER[edge[1]])):
            bends = [
                f"{upper}>{lower}@{level}" for level in range(self.level[upper] - 1, self.level[lower], -1)
            ]
            for bend in bends:
                self.rows[int(bend.rpartition("@")[2])].append(bend)
            self.ways[upper, lower] = way = [upper, *bends, lower]
            for one, other in pairwise(way):
                self.near[one].append(other)
                self.near[other].append(one)
        self.x = {name: 100.0 * place for row in self.rows for place, name in enumerate(row)}
        for sweep in range(60):
            for row in self.rows if sweep % 2 else reversed(self.rows):
                self._settle(row)
        least = min(self.x[name] - width(name) / 2 for row in self.rows for name in row)
        self.x = {name: x - least + GAP for name, x in self.x.items()}

    def _settle(self, row: list[str]) -> None:
        """Each where its neighbours are, in that order, without overlap, and as a whole in the middle of them."""
        wish = {name: fmean(self.x[near] for near in self.near[name] or [name]) for name in row}
        row.sort(key=lambda name: wish[name])
        edge = float("-inf")
        for name in row:
            self.x[name] = max(wish[name], edge + width(name) / 2)
            edge = self.x[name] + width(name) / 2 + GAP
        shift = fmean(wish[name] - self.x[name] for name in row)
        for name in row:
            self.x[name] += shift

    def y(self, level: int) -> int:
        return GAP + (len(self.rows) - 1 - level) * ROW


def width(name: str) -> int:
    return BEND if "@" in name else BOX


def arrow(layout: Layout, way: list[str]) -> str:
    """From the bottom of a box to the top of another, through the rows between."""
    x, level = layout.x, layout.level[way[0]]
    path = f"M{x[way[0]]:.0f} {layout.y(level) + HIGH}"
    for one, other in pairwise(way):
        level -= 1
        top, bottom = layout.y(level + 1) + HIGH, layout.y(level)
        end = bottom - 5 if other == way[-1] else bottom
        middle = (top + bottom) // 2
        path += f"C{x[one]:.0f} {middle} {x[other]:.0f} {middle} {x[other]:.0f} {end}"
        if other != way[-1]:
            path += f"V{bottom + HIGH}"
    return f'<path d="{path}" marker-end="url(#tip)"/>'


def box(layout: Layout, room: str) -> str:
    x, y = layout.x[room], layout.y(layout.level[room])
    colour = COLOURS.get(room.partition("/")[0], "#f1eee6")
    words = room.replace("<", "&lt;").replace(">", "&gt;")
    return (
        f'<rect x="{x - BOX / 2:.0f}" y="{y}" width="{BOX}" height="{HIGH}" rx="5" fill="{colour}"/>'
        f'<text x="{x:.0f}" y="{y + 19}">{words}</text>'
    )


def picture() -> str:
    layout = Layout(reduced(imports()))
    wide = round(max(layout.x.values()) + BOX / 2 + 3 * GAP)
    high = layout.y(0) + HIGH + GAP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">',
        "<title>The rooms of Branchline, and which imports from which</title>",
        "<style>path{fill:none;stroke:#7d8794;stroke-width:1.2}marker path{fill:#7d8794;stroke:none}"
        "rect{stroke:#9aa3ad}text{font:12px sans-serif;text-anchor:middle;fill:#1d2630}</style>",
        f'<rect width="{wide}" height="{high}" fill="#fff" style="stroke:none"/>',
        '<marker id="tip" viewBox="0 0 8 8" refX="3" refY="4" markerWidth="6" markerHeight="6" orient="auto">'
        '<path d="M0 0 8 4 0 8z"/></marker>',
        *(arrow(layout, way) for way in layout.ways.values()),
        *(box(layout, room) for room in ROOMS),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(picture(), encoding="utf-8")
