"""`branchline replay`: a record turn by turn."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import msgspec

from branchline.cli.arguments import match
from branchline.cli.json_output import print_json
from branchline.core.errors import OptionError
from branchline.core.play.loading import load
from branchline.core.play.story import Entry, Story
from branchline.core.play.table import Table
from branchline.core.presentation import Ending
from branchline.core.protocols import ALL, CHANCE, Theme

POSTER: Final = 1200  # pixels wide, as a PNG


class Line(msgspec.Struct, frozen=True):
    event: int
    seat: int | None  # None: the dealer
    move: str
    sentence: str
    forced: bool


class Report(msgspec.Struct, frozen=True):
    game: str
    players: int
    seats: list[str]
    options: dict[str, object]
    over: bool
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...] | None
    moves: list[Line]
    story: list[Entry]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, as 'save' writes it")
    parser.add_argument("--at", type=int, metavar="N", help="stop after event N and show the table")
    parser.add_argument("--svg", metavar="OUT", help="write a picture of the table instead of text")
    parser.add_argument(
        "--poster", metavar="OUT", help="draw a finished game as a poster: out.svg, or out.png"
    )
    parser.add_argument("--animation", metavar="OUT", help="write the game as an animated GIF")
    parser.add_argument(
        "--verify", action="store_true", help="replay every event by the rules; trust no snapshot"
    )
    parser.add_argument(
        "--edited", action="store_true", help="accept a record edited by hand if the rules allow it"
    )
    parser.add_argument("--save", metavar="NEW", help="write the record again, with new checksums")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(args: argparse.Namespace) -> int:
    table = load(args.file, verify=args.verify, edited=args.edited)
    depth = len(table.steps) if args.at is None else args.at
    if not 0 <= depth <= len(table.steps):
        raise OptionError(f"--at takes 0 to {len(table.steps)}, the number of events in this record.")
    if args.save:
        table.save(match.new_file(args.save))
        print(f"Saved as {args.save}.")
    for path, draw in ((args.svg, _svg), (args.poster, _poster), (args.animation, _animation)):
        if path:
            target = match.new_file(path)
            target.write_bytes(draw(table, depth, target))
            print(f"Drawn as {path}.")
    if args.json:
        print_json(_report(table, depth))
    elif not (args.save or args.svg or args.poster or args.animation):
        _print(table, depth, show_table=args.at is not None)
    return 0


def _svg(table: Table, depth: int, target: Path) -> bytes:
    return table.game.svg(table.game.view(table.at(depth), None), table.seats, Theme()).encode()


def _poster(table: Table, depth: int, target: Path) -> bytes:
    from branchline.drawing.raster import png

    places = table.outcome()
    if places is None or depth < len(table.steps):
        raise OptionError("A poster needs a game that was played to its end.")
    ending = Ending(tuple(table.seats), table.scores(), places)
    drawn = table.game.presentation().poster(table.game.view(table.state, None), ending)
    if not drawn:
        raise OptionError(f"{table.game.title} has no poster.")
    if target.suffix not in (".png", ".svg"):
        raise OptionError(f"--poster takes a name that ends in .png or .svg, not {target.name!r}.")
    return png(drawn, POSTER) if target.suffix == ".png" else drawn.encode()


def _animation(table: Table, depth: int, target: Path) -> bytes:
    from branchline.drawing.animated_replay import gif

    try:
        return gif(table.setup, table.steps[:depth], table.seats)
    except LookupError:
        raise OptionError(f"{table.game.title} has no animated replay.") from None


def _lines(table: Table, depth: int) -> list[Line]:
    state = table.at(0)
    found = []
    for event, step in enumerate(table.steps[:depth], start=1):
        for move in step.moves:
            text = str(table.game.move(table.setting, move))
            sentence = table.game.sentence(state, move, table.seats)
            seat = None if step.seat == CHANCE else step.seat
            found.append(Line(event, seat, text, sentence, step.forced))
            table.game.apply(state, move)
    return found


def _story(table: Table, depth: int) -> list[Entry]:
    """What happened up to an event, including hidden things: a record holds them too."""
    told = Story(table.setup, table.seats, ALL, start=table.at(0))
    for step in table.steps[:depth]:
        told.add(step)
    return told.entries


def _report(table: Table, depth: int) -> Report:
    state = table.at(depth)
    over = depth == len(table.steps) and table.over
    return Report(
        game=table.game.name,
        players=table.players,
        seats=table.seats,
        options=table.game.stored_options(table.setting),
        over=over,
        scores=table.game.scores(state),
        ranking=table.outcome() if over else None,
        moves=_lines(table, depth),
        story=_story(table, depth),
    )


def _print(table: Table, depth: int, show_table: bool) -> None:
    for entry in _story(table, depth):
        if entry.kind == "heading":
            print(f"\n      {entry.words}")
        else:
            print(f"{entry.step:>4}  {'  ' * (entry.kind == 'outcome')}{entry.words}")
    print()
    if show_table:
        print(table.game.text(table.game.view(table.at(depth), None), table.seats))
    elif table.over:
        print("Final scores: " + ", ".join(f"{table.seats[s]} {table.scores()[s]}" for s in _by_place(table)))
    else:
        assert table.to_move is not None
        print(f"The game goes on: {table.seats[table.to_move]} to move.")


def _by_place(table: Table) -> list[int]:
    return [seat for place in table.outcome() or () for seat in place]
