"""What each player has, at a glance: cars, conductors, what the trains would score, locomotive, coins, contracts."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from branchline.core.screen import PlayerRow, Token
from branchline.games.firstclass.rules import trains
from branchline.games.firstclass.rules.state import State
from branchline.games.firstclass.text.captions import ROWS
from branchline.games.firstclass.text.captions import TITLES as PANELS
from branchline.games.firstclass.text.picture_words import TITLES, WORDS, tell
from branchline.games.firstclass.text.sentences import EFFECTS, THINGS
from branchline.games.firstclass.views.view import Player, View
from branchline.languages import counted, language


def rows(s: State, view: View) -> tuple[PlayerRow, ...]:
    own = 0 if view.seat is None else view.seat  # whose board the large panels show
    return tuple(
        PlayerRow(
            _tokens(language(), *_figures(s, player)),
            "trains" if player.seat == own else f"board:{player.seat}",
        )
        for player in view.players
    )


def _figures(s: State, player: Player) -> tuple[Any, ...]:
    """The figures of a row."""
    return (
        tuple(sum(slot.value is not None for slot in train) for train in (player.upper, player.lower)),
        player.conductors,
        sum(int(trains.points(s, player.seat, train)) for train in range(2)),
        player.loco,
        player.coins,
        len(player.open),
        player.completed,
        player.game_ends,
        len(player.mail_cars),
    )


@lru_cache(maxsize=1024)  # a move changes few of them, and all seats see the same
def _tokens(
    _language: str,
    cars: tuple[int, int],
    conductors: tuple[int, int],
    points: int,
    loco: int,
    columns: tuple[int, ...],
    contracts: int,
    completed: int,
    game_ends: int,
    mail_cars: int,
) -> tuple[Token, ...]:
    in_trains = [
        THINGS[f"in_{name}"].format(cars=counted(THINGS["any_car"], count))
        for name, count in zip(("upper", "lower"), cars, strict=True)
    ]
    at = [
        tell(f"conductor_{name}", slot=slot)
        for name, slot in zip(("upper", "lower"), conductors, strict=True)
    ]
    coins = [
        tell("column_coins", column=column, coins=counted(EFFECTS["coin"], count))
        for column, count in enumerate(columns, start=1)
    ]
    return (
        ("car", f"{cars[0]}/{cars[1]}", ", ".join(in_trains)),
        ("conductor", f"{conductors[0]}/{conductors[1]}", ", ".join(at)),
        ("worth", str(points), counted(ROWS["worth"], points)),
        ("loco", str(loco), tell("loco", space=loco) if loco else TITLES["loco_before"]),
        ("coin", "·".join(map(str, columns)), "; ".join(coins)),
        ("contract", str(contracts), f"{PANELS['contracts']}: {contracts}"),
        ("completed", str(completed), counted(TITLES["completed"], completed)),
        ("game_end", str(game_ends), counted(TITLES["held"], game_ends)),
        ("mail", str(mail_cars), f"{WORDS['mail_cars']}: {mail_cars}"),
    )
