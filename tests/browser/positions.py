"""A position of every phase of both games, from matches with fixed seeds, and a way to sit down at it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from playwright.sync_api import FilePayload

from branchline.core.play.table import Table

from .arrange import Person

NAMES: Final = ("Ann", "Bob", "Cem", "Dora")
ROUND: Final = {"nuremberg": 3, "firstclass": 2}  # the round from which on there is something on the table
# How much a move is preferred, by its first word; others count 5
LIKED: Final = {
    "build": 40, "ship": 30, "rent": 20, "cede": 8, "stop": 2, "keep": 2, "pass": 1, "sign": 40,
    "take": 9, "tile": 1, "trade": 0.3, "point": 0.05, "buy": 1, "spend": 2, "complete": 50, "do": 20, "end": 6,
}  # fmt: skip


def _decision(name: str) -> Callable[[Any], bool]:
    return lambda view: bool(view.decision == name)


PHASES: Final[dict[str, dict[str, Callable[[Any], bool]]]] = {
    "nuremberg": {
        "auction": lambda view: view.decision == "bid" and any(box.seat is not None for box in view.boxes),
        "building": lambda view: view.decision == "build" and not view.line,
        "line": lambda view: view.decision == "build" and len(view.line) > 1,
        "paying": _decision("pay"),
        "shipping": lambda view: view.decision == "act" and any(train.seat is not None for train in view.trains),
        "loading": _decision("load"),
        "takeover": _decision("cede"),
    },
    "firstclass": {
        "draft": _decision("keep"),
        "market": lambda view: view.decision == "main" and view.market[0][0] is None,
        "action": _decision("step"),
        "waiting": lambda view: view.decision == "between" and bool(view.players[view.to_move].waiting),
        "between": _decision("between"),
        "scoring": _decision("score"),
        "evidence": _decision("discard"),
    },
}  # fmt: skip
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "evidence": {"modules": "CD"}, "loading": {"board": "wensleydale"},
}  # fmt: skip


def position(game: str, phase: str, players: int, seed: int = 7) -> Table:
    """A random match of people who like to do things, up to a decision in that phase."""
    wanted = PHASES[game][phase]
    for tried in range(seed, seed + 40):
        table = Table(game, players, seed=tried, seats=NAMES[:players], **OPTIONS.get(phase, {}))
        rng = Random(tried)
        while not table.over:
            view = table.view(table.to_move)
            if wanted(view) and (phase == "draft" or view.round >= ROUND[game]):
                return table
            moves = list(table.legal_moves)
            liking = [LIKED.get(str(move).split()[0], 5) ** 2 for move in moves]
            if view.decision == "bid":
                liking = [1 / int(str(move).split()[-1]) ** 2 for move in moves]
            table.push(rng.choices(moves, liking)[0])
    raise AssertionError(f"No match of {game} with {players} players comes to {phase}")


def near_the_end(game: str, players: int = 2, left: int = 8, seed: int = 7, **options: Any) -> Table:
    """A random match, that many decisions before its end."""
    table, rng = Table(game, players, seed=seed, seats=NAMES[:players], **options), Random(seed)
    while not table.over:
        table.push(rng.choice(list(table.legal_moves)))
    for _decision in range(left):
        table.pop()
    return table


def near_the_end_of_a_round(game: str, players: int = 2, seed: int = 7) -> Table:
    """A random match, some decisions before its second round."""
    table, rng = Table(game, players, seed=seed, seats=NAMES[:players]), Random(seed)
    while table.view(None).round == 1:
        table.push(rng.choice(list(table.legal_moves)))
    for _decision in range(3 * players):
        table.pop()
    return table


def sit_at(person: Person, table: Table) -> None:
    """Upload the record and play on from its last moment; the others are bots."""
    record: FilePayload = {"name": "match.jsonl", "mimeType": "application/x-ndjson", "buffer": table.dumps()}
    headers = {"origin": person.address}
    uploaded = person.page.request.post("/records", multipart={"record": record}, headers=headers)
    assert uploaded.ok, uploaded.text()
    branched = person.page.request.post(
        f"{uploaded.url}/branch", form={"at": str(len(table.steps))}, headers=headers
    )
    assert branched.ok, branched.text()
    person.page.goto(branched.url)
    person.wait()
