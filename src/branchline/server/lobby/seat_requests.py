"""Seats as requested by the person who creates a table."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from branchline import bots
from branchline.core import registry
from branchline.languages import _
from branchline.store import Kind, SeatRow

# Early locomotives, after which bots are named.
ENGINES: Final = (
    "Adler",
    "Rocket",
    "Saxonia",
    "Planet",
    "Comet",
    "Beuth",
    "Pegasus",
    "Ajax",
    "Lion",
    "Borsig",
)
PEOPLE: Final = ("me", "here", "friend")


class SeatRequest(msgspec.Struct, frozen=True):
    who: str  # "me", "here" (another person at this screen), "friend" (by link), or the spec of a bot
    name: str = ""


def seat_rows(seats: Sequence[SeatRequest]) -> list[SeatRow]:
    """The seats of a new table; raises `UnknownBot`."""
    rows: list[SeatRow] = []
    engines = free_engines(wanted.name for wanted in seats)
    for seat, wanted in enumerate(seats):
        if wanted.who in PEOPLE:
            kind: Kind = "open" if wanted.who == "friend" else "person"
            rows.append(SeatRow(seat=seat, name=wanted.name or player_name(seat), kind=kind))
        else:
            bots.bot(wanted.who)  # raises `UnknownBot`
            rows.append(SeatRow(seat=seat, name=wanted.name or engines.pop(), kind="bot", bot=wanted.who))
    return rows


def free_engines(taken: Iterable[str]) -> list[str]:
    free = sorted(set(ENGINES) - set(taken))
    secrets.SystemRandom().shuffle(free)
    return free


def player_name(seat: int) -> str:
    return _("Player {number}", number=seat + 1)


class OfferedBot(msgspec.Struct, frozen=True):
    """A bot that can take a seat, with a sentence about it."""

    spec: str
    label: str
    sentence: str
    usual: bool = False


def offered_bots() -> list[OfferedBot]:
    """The levels, weakest first, then the two that only know the rules."""
    return [
        *(
            OfferedBot(level.spec, level.name, level.sentence, level.spec == bots.DEFAULT_BOT)
            for level in bots.LEVELS
        ),
        OfferedBot("greedy", _("Greedy"), _("Takes whatever scores most this round.")),
        OfferedBot("random", _("Random"), _("Makes any move that is allowed.")),
    ]


def offered_styles(game: str) -> dict[str, str]:
    """The styles in which a level can play a game: texts by name."""
    return dict(registry.game(game).bots().styles)


def styled(who: str, style: str) -> str:
    """The spec of a level that plays in a style; other bots have no styles."""
    return f"{who},style={style}" if style and who.startswith("level:") else who
