"""Map files: what a board's JSON file holds, and how it is read. `checking` decides whether it makes sense."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from branchline.core.data_file import FormatName, read_data_file
from branchline.core.text import PLACE_NAME, Note, PlaceName, Title
from branchline.games.nuremberg.data import components as box
from branchline.games.nuremberg.data.components import DATA as DATA
from branchline.games.nuremberg.data.components import Components

FORMAT: Final = "branchline.nuremberg.map/1"
BOARDS: Final = ("nuremberg", "wensleydale")
SMALL: Final = ("mini", "tiny")  # for research: learned in seconds, or searched completely

# `$` alone would let a line break pass.
Id = Annotated[str, Meta(pattern=r"^[A-Z][A-Z0-9_]*$(?!\n)", max_length=40)]
Name = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_-]*$(?!\n)"), PLACE_NAME, PLACE_NAME.schema]
Company = Literal["red", "green"]
Ids = Annotated[list[Id], Meta(max_length=64)]
Ring = Annotated[list[int], Meta(max_length=32)]  # vertex numbers


class Plot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One plot of land. Its polygons are rings of vertex numbers."""

    id: Id
    name: PlaceName
    kind: Literal["station", "start_area", "post", "cheese", "hops", "hill", "empty"]
    terrain: Literal["lowland", "upland", "field", "hill"]
    x: float
    y: float
    cells: Annotated[list[Ring], Meta(max_length=16)]
    provenance: Note
    goods: Literal["yellow", "grey"] | None = None
    colour: Literal["red", "green", "neutral"] | None = None
    symbol: Literal["city", "town", "village"] | None = None
    slots: Annotated[int, Meta(ge=0, le=9)] = 0
    fixed: Company | None = None
    south: bool = False
    dark_red: bool = False
    bank: PlaceName | None = None

    @property
    def is_station(self) -> bool:
        return self.kind in ("station", "start_area")

    @property
    def takes_track(self) -> bool:
        return self.terrain not in ("field", "hill")  # N7.6


class Border(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where two plots meet: what a link across costs (null: no track), why, and the sides it runs along."""

    a: Id
    b: Id
    cost: Annotated[int, Meta(ge=1, le=9)] | None
    why: Literal["plain", "river", "upland", "no_track", "forbidden"]
    edge: Annotated[list[tuple[int, int]], Meta(max_length=16)]
    river: PlaceName | None = None


class Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """The two ends of N8.1."""

    start: Id
    to: Ids


class River(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A river that is drawn through plots and costs nothing."""

    name: PlaceName
    through: Ids


class GoodsNames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    yellow: Literal["post", "cheese"]
    grey: Literal["beer", "stone"]


class CompanyNames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    red: PlaceName
    green: PlaceName


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole map file, in the order of the file: draws and tie breaks go by it (N2.1, N8.1).

    Maps come from anybody, so every list has a bound, at least four times what the built-in maps need: no work on a map
    takes long. `checking` decides what makes sense."""

    format: FormatName
    name: Name
    title: Title
    goods: GoodsNames
    companies: CompanyNames
    variants: Annotated[list[Literal["furth", "swap_passengers", "south", "wide_south"]], Meta(max_length=16)]
    provenance: Note
    canvas: tuple[float, float]
    vertices: Annotated[list[tuple[float, float]], Meta(max_length=1000)]
    plots: Annotated[list[Plot], Meta(max_length=250)]
    borders: Annotated[list[Border], Meta(max_length=750)]
    fields: Annotated[dict[Id, Ids], Meta(max_length=64)]
    bonus: Bonus | None = None
    rivers: Annotated[list[River], Meta(max_length=32)] = []
    components: Components | None = None  # its own boxes and trains; null: the printed ones (N15)

    @property
    def pieces(self) -> Components:
        """Auction boxes, trains and pieces of a match on this map."""
        return self.components or box.components()


_DECODER: Final = msgspec.json.Decoder(MapFile)


@cache
def built_in(name: str) -> MapFile:
    return read(DATA / f"{name}.json")


def read(path: Path) -> MapFile:
    """The map in a file; raises `DataError`. Its format is valid, but its content may still make no sense."""
    example = "docs/maps.md describes the fields; the built-in maps are examples."
    return read_data_file(path, _DECODER, FORMAT, example)
