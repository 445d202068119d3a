"""Matches as text: kept beside the tests, they show the effect of a change to the rules or to the words."""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import Any, Final

import msgspec

from branchline.core.play.table import Table
from branchline.core.protocols import CHANCE
from branchline.languages import speaking


def playthrough(game: str, players: int, seed: int, **options: Any) -> str:
    """Every event with the number of choices and a fingerprint of the state after it; above, the options that are not
    the usual ones."""
    table = Table(game, players=players, seed=seed, play_forced=False, **options)
    rng = Random(seed)
    while not table.over:
        ids = table.legal_moves.ids
        table.push(ids[rng.randrange(len(ids))])
    lines = [f"{table.game.title}, rules version {table.game.rules_version}, {players} players, seed {seed}"]
    usual = msgspec.to_builtins(table.game.options())
    stored = table.game.stored_options(table.setting)
    lines += [f"{name}: {value}" for name, value in stored.items() if value != usual.get(name)]
    state = table.at(0)
    for event, step in enumerate(table.steps, start=1):
        choices = len(table.game.legal(state))
        who = "dealer" if step.seat == CHANCE else f"seat {step.seat}"
        words = []
        for move in step.moves:
            words.append(str(table.game.move(table.setting, move)))
            table.game.apply(state, move)
        fingerprint = blake2b(repr(table.game.numbers(state)).encode(), digest_size=4).hexdigest()
        lines.append(f"{event:>4} {who:<7} of {choices:<3} {fingerprint}  {', '.join(words)}")
    lines += ["", table.game.text(table.view(), table.seats), "", f"scores {table.scores()}"]
    lines.append(f"places {table.outcome()}")
    return "\n".join(lines) + "\n"


def told(table: Table, language: str) -> str:
    """The story of a match, as spectators read it."""
    with speaking(language):
        entries = table.story()
    return "".join(f"{_MARGINS[entry.kind]}{entry.words}\n" for entry in entries).lstrip()


_MARGINS: Final = {"heading": "\n", "turn": "  ", "outcome": "    "}
