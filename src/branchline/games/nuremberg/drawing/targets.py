"""The names of clickable shapes, such as `border:FUE-GOS`, `item:STE:yellow` or `train:2b`."""

from __future__ import annotations

from collections.abc import Iterable

from branchline.games.nuremberg.data.map_file import Border
from branchline.games.nuremberg.rules.board import Setting


def border(found: Border) -> str:
    return f"border:{found.a}-{found.b}"


def border_of(setting: Setting, number: int) -> str:
    return border(setting.names.source.borders[number])


def borders_of(setting: Setting, numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(border_of(setting, number) for number in numbers)


def plot_of(setting: Setting, number: int) -> str:
    """A station's sign, or the land of another plot."""
    plot = setting.names.source.plots[number]
    return f"station:{plot.id}" if plot.is_station else f"plot:{plot.id}"


def item(plot: str, kind: str) -> str:
    return f"item:{plot}:{kind}"


def box(name: str) -> str:
    return f"box:{name}"


def train(name: str) -> str:
    return f"train:{name}"


def track(colour: str) -> str:
    return f"track:{colour}"


def player(seat: int) -> str:
    return f"player:{seat}"
