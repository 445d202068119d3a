"""The names of clickable shapes, used by the pictures, the choices and the log."""

from __future__ import annotations

from typing import Final

from branchline.games.firstclass.rules.market import ROW_CARDS
from branchline.games.firstclass.views.view import TRAINS

TILE: Final = "tile"  # the start player tile
PILE: Final = "gameend:pile"
RUNNING: Final = "running"  # the action in progress


def card(place: int) -> str:
    """A place of the market, counted from 0."""
    return f"card:{place // ROW_CARDS + 1}.{place % ROW_CARDS + 1}"


def row(number: int) -> str:
    return f"row:{number}"


def slot(seat: int, train: int, number: int) -> str:
    """A slot of a train, counted from 1."""
    return f"slot:{seat}:{TRAINS[train]}:{number}"


def space(seat: int, number: int) -> str:
    """A space of a route, counted from 1."""
    return f"route:{seat}:{number}"


def gap(seat: int, number: int) -> str:
    return f"gap:{seat}:{number}"


def column(number: int) -> str:
    """A coin column of the large board."""
    return f"column:{number}"


def contract(name: str) -> str:
    return f"contract:{name}"


def game_end(name: str) -> str:
    return f"gameend:{name}"


def mail(name: str) -> str:
    """A mail car of the large board that is still to place."""
    return f"mail:{name}"


def ticket(source: str) -> str:
    """A waiting action, by its source."""
    return f"ticket:{source}"


def mechanic(train: int, gap_number: int) -> str:
    """A mechanic's waiting upgrade."""
    return f"ticket:{TRAINS[train]}-{gap_number}"


def token(name: str) -> str:
    return f"token:{name}"


def player(seat: int) -> str:
    return f"player:{seat}"
