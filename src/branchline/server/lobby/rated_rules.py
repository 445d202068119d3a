"""Rated games are fair to the end: members only, one seat each, and nobody leaves midway. In a league a seat belongs
to its paired player from the start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from branchline.languages import _
from branchline.server.http.errors import Refused
from branchline.store.club.members import is_member

if TYPE_CHECKING:
    from branchline.server.table.live_table import LiveTable


def check_rated(host: str, seats: Sequence[str]) -> None:
    """Whether a game with such seats (see `seat_requests`) can be rated; raises `Refused`."""
    if not is_member(host):
        raise Refused(_("Only members can play rated games. Sign in first, or play an unrated game."))
    if "here" in seats or seats.count("me") > 1:
        raise Refused(_("In a rated game everybody plays on their own screen: take only one seat."))
    if not {"me", "friend"} & set(seats):
        raise Refused(_("A rated game needs at least one human player."))


def check_seat(live: LiveTable, seat: int, visitor: str) -> None:
    """Whether somebody may take an open seat; raises `Refused`."""
    club = live.state.club
    if club is None:
        return
    if live.state.paired and live.state.paired[seat] != visitor:
        raise Refused(_("In a league only the paired player sits here."))
    if (club.rated or club.members_only) and not is_member(visitor):
        raise Refused(_("This table is for members only. Sign in first."))
    if club.rated and live.seating.of(visitor):
        raise Refused(_("In a rated game each player has only one seat."))
    if club.rated and live.state.begun:
        raise Refused(_("Seats can't change once a rated game has started."))


def check_stay(live: LiveTable) -> None:
    """Whether a seat may change hands; raises `Refused`."""
    if live.state.paired:
        raise Refused(_("In a league nobody changes seats. To stop playing, give up in the league."))
    if live.state.rated and live.state.begun and not live.point.over:
        raise Refused(_("A rated game must be played to the end."))
