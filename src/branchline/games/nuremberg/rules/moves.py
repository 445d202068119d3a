"""Moves as dense ids, for search and learning. `notation` puts them into words.

A link is directed: `2 * border` leads from the border's first plot to its second, `2 * border + 1` back.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.nuremberg.rules.board import MAX_BORDERS, RED, Board

_LINKS: Final[i64] = 2 * MAX_BORDERS
_PLOTS: Final[i64] = 64
_BIDS: Final[i64] = 16  # ids a box has
_TRAINS: Final[i64] = 12

CUBE: Final[i64] = 4  # a unit to pay with besides the four colours
UNITS: Final[i64] = 5

STOP: Final[i64] = 0  # end the line (N7.1), even one without links
PASS: Final[i64] = 1  # N9.1
KEEP: Final[i64] = 2  # cede nothing (N12.1)
SIGN: Final[i64] = 3  # end the stretch here and cede it (N12.3)
BID: Final[i64] = 4  # + box and cubes
PAY: Final[i64] = BID + 8 * _BIDS  # + unit
BUILD: Final[i64] = PAY + UNITS  # + directed link
RENT: Final[i64] = BUILD + _LINKS  # + train
SHIP: Final[i64] = RENT + _TRAINS  # + kind and plot
LOAD: Final[i64] = SHIP + 4 * _PLOTS  # + train
CEDE: Final[i64] = LOAD + _TRAINS  # + company and directed link
GOODS: Final[i64] = CEDE + 2 * _LINKS  # chance: + yellow, grey
PAWN: Final[i64] = GOODS + 2  # chance: + red, green, landlord
SEAT: Final[i64] = PAWN + 3  # chance: + seat
DISC: Final[i64] = SEAT + 4  # chance: + colour
MOVE_COUNT: Final[i64] = DISC + 4


# Packing and unpacking: no other module calculates with ids.


def bid(box: i64, cubes: i64) -> i64:
    return BID + box * _BIDS + cubes


def is_bid(move: i64) -> bool:
    return BID <= move < PAY


def bid_box(move: i64) -> i64:
    return (move - BID) // _BIDS


def bid_cubes(move: i64) -> i64:
    return (move - BID) % _BIDS


def pay(unit: i64) -> i64:
    """With a colour or CUBE."""
    return PAY + unit


def pay_unit(move: i64) -> i64:
    return move - PAY


def build(link: i64) -> i64:
    return BUILD + link


def is_build(move: i64) -> bool:
    return BUILD <= move < RENT


def build_link(move: i64) -> i64:
    return move - BUILD


def rent(train: i64) -> i64:
    return RENT + train


def is_rent(move: i64) -> bool:
    return RENT <= move < SHIP


def rent_train(move: i64) -> i64:
    return move - RENT


def ship(kind: i64, plot: i64) -> i64:
    return SHIP + kind * _PLOTS + plot


def is_ship(move: i64) -> bool:
    return SHIP <= move < LOAD


def ship_kind(move: i64) -> i64:
    return (move - SHIP) // _PLOTS


def ship_plot(move: i64) -> i64:
    return (move - SHIP) % _PLOTS


def load(train: i64) -> i64:
    return LOAD + train


def load_train(move: i64) -> i64:
    return move - LOAD


def cede(company: i64, link: i64) -> i64:
    """A step of a stretch for RED or GREEN."""
    return CEDE + (company - RED) * _LINKS + link


def is_cede(move: i64) -> bool:
    return CEDE <= move < GOODS


def cede_company(move: i64) -> i64:
    return RED + (move - CEDE) // _LINKS


def cede_link(move: i64) -> i64:
    return (move - CEDE) % _LINKS


def goods(kind: i64) -> i64:
    return GOODS + kind


def goods_kind(move: i64) -> i64:
    return move - GOODS


def pawn(colour: i64) -> i64:
    return PAWN + colour


def pawn_colour(move: i64) -> i64:
    return move - PAWN


def seat(number: i64) -> i64:
    return SEAT + number


def seat_number(move: i64) -> i64:
    return move - SEAT


def disc(colour: i64) -> i64:
    return DISC + colour


def disc_colour(move: i64) -> i64:
    return move - DISC


# Directed links


def border_of(link: i64) -> i64:
    return link // 2


def link_from(board: Board, link: i64) -> i64:
    """The plot a directed link leaves."""
    return board.end_a[link // 2] if link % 2 == 0 else board.end_b[link // 2]


def link_to(board: Board, link: i64) -> i64:
    """The plot a directed link enters."""
    return board.end_b[link // 2] if link % 2 == 0 else board.end_a[link // 2]


def directed(board: Board, border: i64, start: i64) -> i64:
    """The directed link over a border that leaves a plot."""
    return 2 * border if board.end_a[border] == start else 2 * border + 1


def rising(ids: vec[i64]) -> vec[i64]:
    """Sort a short list of ids that is nearly sorted."""
    place: i64
    for place in range(1, len(ids)):
        move = ids[place]
        back = place
        while ids[back - 1] > move:
            ids[back] = ids[back - 1]
            back -= 1
        ids[back] = move
    return ids
