"""Challenges: "I stood at 64%. Can you win it?" A moment of a finished game, played on from there by anybody, each at a
table of their own, against bots."""

from __future__ import annotations

from typing import Final

from branchline.bots import DEFAULT_BOT
from branchline.languages import _
from branchline.server import wall_clock
from branchline.server.http.errors import Refused
from branchline.server.http.throttle import Throttle
from branchline.server.lobby.follow_up_games import play_on, table_at
from branchline.server.lobby.lobby import Lobby
from branchline.server.lobby.seat_requests import SeatRequest
from branchline.server.table.live_table import LiveTable
from branchline.server.table.state.seat_links import new_id
from branchline.store.table import challenges
from branchline.store.table.challenges import Challenge, Try

DAY: Final = 24 * 60 * 60
TRIES: Final = 5  # per visitor, challenge and day
MOST: Final = 1000  # per challenge, by everybody
AT_ONCE: Final = 20  # results stored in one go


async def set_challenge(live: LiveTable, step: int, seat: int, chance: int) -> Challenge:
    """Create a challenge: a moment of a finished game at which this seat has to move, with its chance of winning."""
    table, _seed = await table_at(live, step)
    if table.to_move != seat:
        raise Refused(_("Somebody else has to move at that point. Choose another moment."))
    return await challenges.keep(
        live.context.store,
        Challenge(
            id=new_id(),
            table=live.row.id,
            step=step,
            seat=seat,
            chance=chance,
            made=wall_clock.now(),
        ),
    )


def opponents(live: LiveTable, seat: int) -> dict[int, str]:
    """The bots that play against a challenger, by seat: those of the game, and equally strong ones for its people."""
    bots = {row.seat: row.bot for row in live.seating.rows if row.kind == "bot" and row.seat != seat}
    usual = next(iter(bots.values()), DEFAULT_BOT)
    return {row.seat: bots.get(row.seat, usual) for row in live.seating.rows if row.seat != seat}


async def take_up(live: LiveTable, challenge: Challenge, visitor: str, name: str) -> str:
    """Make the table for a try; returns its id."""
    store = live.context.store
    if (await challenges.counts(store, challenge.id)).begun >= MOST:
        raise Refused(_("This challenge has been tried so often that it is closed."))
    await Throttle(store, "challenge", TRIES, DAY).count(f"{challenge.id} {visitor}")
    bots = opponents(live, challenge.seat)
    seats = [
        SeatRequest(bots.get(seat, "me"), name if seat == challenge.seat else known)
        for seat, known in enumerate(live.seating.names)
    ]
    table, seed = await table_at(live, challenge.step, [request.name for request in seats])
    attempt = Try(table=new_id(), challenge=challenge.id, seat=challenge.seat, made=wall_clock.now())
    await store.write(challenges.beginning(attempt))  # before the table, so that no such table lacks it
    return await play_on(live, table, seed, seats, visitor, name=attempt.table)


async def settle(lobby: Lobby, challenge: str) -> None:
    """Store the results of finished tries."""
    for table in await challenges.due(lobby.context.store, challenge, AT_ONCE):
        live = await lobby.find(table)
        if live is not None:
            await settle_at(live)


async def settle_at(live: LiveTable) -> Try | None:
    """The try that is played at a table, with its result once it has one; None: it isn't a try."""
    store = live.context.store
    attempt = await challenges.try_at(store, live.row.id)
    if attempt is None or attempt.finished or not live.point.over or live.ended:
        return attempt
    point = live.point
    ranking = point.game.ranking(point.state)
    place = 1 + next(sum(map(len, ranking[:at])) for at, seats in enumerate(ranking) if attempt.seat in seats)
    lost_by_all = not ranking[0] and place == 1  # nobody wins
    done = Try(
        table=attempt.table,
        challenge=attempt.challenge,
        seat=attempt.seat,
        made=attempt.made,
        finished=live.row.changed or wall_clock.now(),
        score=point.scores[attempt.seat],
        place=place + lost_by_all,
    )
    await store.write(challenges.finishing(done))
    return done
