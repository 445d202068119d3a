"""`branchline features`: what the numbers of observations and actions mean, as tables."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from branchline.cli.arguments import match
from branchline.cli.json_output import print_json
from branchline.core.observation import Field, Piece, numbers
from branchline.core.setup import Setup


class Action(NamedTuple):
    id: int
    notation: str  # empty: this setting has no such move

    @property
    def verb(self) -> str:
        return self.notation.partition(" ")[0]


def arguments(parser: argparse.ArgumentParser) -> None:
    match.game_argument(parser)
    match.match_arguments(parser)
    parser.add_argument(
        "--list", choices=("observations", "actions"), help="print every single number, one per line"
    )
    parser.add_argument("--json", action="store_true", help="print every single number as JSON")


def run(args: argparse.Namespace) -> int:
    if args.list_options:
        return match.print_options(args.game)
    setup = Setup.make(args.game, match.players(args, wanted=2), match.options(args))
    if args.json:
        print_json(_everything(setup))
    elif args.list == "actions":
        print("\n".join(f"{action.id}\t{action.notation or '-'}" for action in actions(setup)))
    elif args.list == "observations":
        print("\n".join(_observation_lines(setup)))
    else:
        print(page(setup))
    return 0


def actions(setup: Setup) -> Iterator[Action]:
    """Every move id with its notation."""
    for move in range(setup.game.move_count):
        try:
            yield Action(move, str(setup.game.move(setup.setting, move)))
        except ValueError:
            yield Action(move, "")


def _observation_lines(setup: Setup) -> Iterator[str]:
    for number in numbers(setup.game.observation(setup.setting)):
        used = "" if number.used else "\tnot in compact observations"
        yield f"{number.at}\t{number.name}\t{number.field.meaning}\t{number.field.most}{used}"


def _everything(setup: Setup) -> dict[str, object]:
    return {
        "game": setup.name,
        "players": setup.players,
        "options": setup.options,
        "observations": [
            {
                "index": number.at, "name": number.name, "meaning": number.field.meaning,
                "most": number.field.most, "compact": number.used,
            }
            for number in numbers(setup.game.observation(setup.setting))
        ],
        "actions": [{"id": action.id, "notation": action.notation} for action in actions(setup)],
    }  # fmt: skip


def page(setup: Setup) -> str:
    """Both tables in Markdown."""
    pieces, found = setup.game.observation(setup.setting), list(actions(setup))
    total, compact = sum(piece.size for piece in pieces), sum(one.used for one in numbers(pieces))
    used = sum(bool(action.notation) for action in found)
    return "\n".join([
        f"# {setup.game.title}: observations and actions by number",
        "",
        f"Written by `branchline features {setup.name}`, which takes any options of the game; `--list observations`",
        "and `--list actions` print every single number. [Here](features.md) is how to use them.",
        "",
        "## Observations",
        "",
        f"{total} numbers; with the options here, {compact} of them in compact observations, where each is divided by",
        "the value in the last column (the largest usual one).",
        "",
        "| numbers | name | meaning | divided by |",
        "| --- | --- | --- | --- |",
        *_observation_rows(pieces),
        "",
        "## Actions",
        "",
        f"{len(found)} numbers, the same for every board and number of players; {used} of them are moves with the",
        "options here.",
        "",
        "| numbers | notation | meaning |",
        "| --- | --- | --- |",
        *_action_rows(setup, found),
    ])  # fmt: skip


def _observation_rows(pieces: Sequence[Piece]) -> Iterator[str]:
    at = 0
    for piece in pieces:
        start = at
        for field in piece.fields:
            item = f" + {piece.width} × {piece.of}" if piece.items > 1 else ""
            name = (
                f"{piece.name}[{piece.of}].{field.name}" if piece.items > 1 else f"{piece.name}.{field.name}"
            )
            yield f"| {_span(start, field)}{item} | `{name}` | {field.meaning} | {_divisor(field)} |"
            start += field.size
        at += piece.size


def _divisor(field: Field) -> str:
    return str(field.most) if field.places else f"{field.most} (not in compact ones)"


def _span(start: int, field: Field) -> str:
    return f"{start} to {start + field.size - 1}" if field.size > 1 else str(start)


def _action_rows(setup: Setup, found: Sequence[Action]) -> Iterator[str]:
    """One row for each run of moves with the same verb."""
    meanings = setup.game.verbs()
    moves = [action for action in found if action.notation]
    for verb, group in groupby(moves, key=lambda action: action.verb):
        run = list(group)
        first, last = run[0], run[-1]
        ids = f"{first.id} to {last.id}" if len(run) > 1 else str(first.id)
        shown = f"`{first.notation}` to `{last.notation}`" if len(run) > 1 else f"`{first.notation}`"
        yield f"| {ids} | {shown} | {meanings.get(verb, '')} |"
