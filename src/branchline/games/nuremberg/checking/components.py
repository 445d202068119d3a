"""Checking a components file: boxes, trains and pieces that a match can be set up with (N15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from branchline.core.protocols import Finding
from branchline.games.nuremberg.data.components import (
    ROWS,
    AuctionRow,
    Components,
    InfluenceBag,
    Provenance,
    TrainRow,
)

PLAYERS: Final = (2, 3, 4)  # N1.1
COLOURS: Final = ("white", "brown", "red", "green")
MAX_BOXES: Final = 8  # N4.1
MAX_TRAINS: Final = 12
MAX_TRAINS_A_ROW: Final = 4  # they are lettered a to d
PIECES: Final = {
    "investment_cubes": 15, "track": 15, "train_markers": 3,  # N1.2
    "goods": 60, "passengers": 25, "landlords": 25, "discs": 5,  # N1.3
    "company_track": 35,  # N1.5
}  # fmt: skip

RowT = TypeVar("RowT", InfluenceBag, AuctionRow, TrainRow)


def check_components(parts: Components) -> Iterator[Finding]:
    for piece, count in PIECES.items():
        if getattr(parts.pieces, piece) != count:
            problem = f"It is {getattr(parts.pieces, piece)}; the rules count on {count} (N1.2, N1.3, N1.5)."
            yield Finding(f"pieces, {piece}", problem, f"Write {count}.")
    yield from _check_provenance("pieces", parts.pieces.provenance)
    for bag in parts.influence_bag:
        yield from _check_bag(bag, parts.pieces.discs)
    for row in parts.auction:
        yield from _check_auction_row(row)
    for train_row in parts.trains:
        yield from _check_train_row(train_row)
    for players in PLAYERS:
        yield from _check_set(parts, players)


def _check_provenance(where: str, provenance: Provenance) -> Iterator[Finding]:
    marks = [provenance] if isinstance(provenance, str) else list(provenance.values())
    if not marks or not all(mark.strip() for mark in marks):
        yield Finding(where, "Its provenance is empty.", "Write 'documented', 'reconstructed' or the like.")


def _check_players(where: str, players: Sequence[int]) -> Iterator[Finding]:
    if not players or any(number not in PLAYERS for number in players):
        problem = f"It is for {', '.join(map(str, players)) or 'no number of'} players."
        yield Finding(where, problem, "The game is for 2, 3 or 4 (N1.1).")


def _check_bag(bag: InfluenceBag, discs: int) -> Iterator[Finding]:
    where = _name("influence_bag", bag)
    yield from _check_players(where, bag.players)
    yield from _check_provenance(where, bag.provenance)
    counts: dict[str, int] = {str(colour): count for colour, count in bag.discs.items()}
    for colour in COLOURS:
        if not 0 <= counts.get(colour, -1) <= discs:
            problem = f"It has {counts.get(colour, 'no number of')} {colour} discs."
            yield Finding(where, problem, f"Write 0 to {discs} (N1.3, N2.5).")


def _check_auction_row(row: AuctionRow) -> Iterator[Finding]:
    where = f"{_name('auction', row)}, {row.row}"
    yield from _check_players(where, row.players)
    yield from _check_provenance(where, row.provenance)
    if not 1 <= row.minimum <= PIECES["investment_cubes"]:
        problem = f"The minimum bid is {row.minimum}."
        yield Finding(where, problem, "Write 1 to 15: a player has 15 cubes (N5.2, N1.2).")
    if not row.boxes:
        yield Finding(where, "It has no boxes.", "List what each gives, such as 'wwb' (N15).")


def _check_train_row(row: TrainRow) -> Iterator[Finding]:
    where = f"{_name('trains', row)}, {row.row}"
    yield from _check_players(where, row.players)
    yield from _check_provenance(where, row.provenance)
    if not 1 <= len(row.trains) <= MAX_TRAINS_A_ROW:
        problem = f"It has {len(row.trains)} trains."
        yield Finding(where, problem, f"Write 1 to {MAX_TRAINS_A_ROW}: they are lettered a to d (N15).")
    if row.cost < 1 or row.passenger_points < 0 or row.goods_points < 0:
        problem = "The cost is below 1, or points are below 0."
        yield Finding(where, problem, "Write a cost of 1 or more and points of 0 or more (N9.2, N10.1).")


def _check_set(parts: Components, players: int) -> Iterator[Finding]:
    """The components for one number of players."""
    where = f"{players} players"
    bags = _for(parts.influence_bag, players)
    auction = _for(parts.auction, players)
    trains = _for(parts.trains, players)
    if len(bags) != 1:
        yield Finding(where, f"There are {len(bags)} influence bags.", "Write one row for them (N2.5).")
    if sorted(row.row for row in auction) != ["bottom", "top"]:
        problem = f"The rows of boxes are {', '.join(row.row for row in auction) or 'none'}."
        yield Finding(where, problem, "Write one 'top' and one 'bottom' row (N15).")
    if sorted(row.row for row in trains) != sorted(ROWS):
        problem = f"The rows of trains are {', '.join(row.row for row in trains) or 'none'}."
        yield Finding(where, problem, "Write one 'first', one 'second' and one 'third' row (N9.2).")
    boxes = sum(len(row.boxes) for row in auction)
    if boxes > MAX_BOXES:
        yield Finding(where, f"There are {boxes} boxes.", f"Write at most {MAX_BOXES} (N4.1).")
    if sum(len(row.trains) for row in trains) > MAX_TRAINS:
        yield Finding(where, "There are too many trains.", f"Write at most {MAX_TRAINS} (N15).")
    if bags and sum(bags[0].discs.values()) < boxes:
        problem = f"The bag has {sum(bags[0].discs.values())} discs for {boxes} boxes."
        yield Finding(where, problem, "Each box gets a disc: add discs (N4.1).")


def _for(rows: Sequence[RowT], players: int) -> list[RowT]:
    return [row for row in rows if players in row.players]


def _name(what: str, row: InfluenceBag | AuctionRow | TrainRow) -> str:
    return f"{what}, row for {' and '.join(map(str, row.players)) or 'nobody'}"
