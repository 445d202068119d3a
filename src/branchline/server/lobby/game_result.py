"""The result of a finished game: who played, whether it is rated, and whether it is public."""

from __future__ import annotations

from collections.abc import Mapping

from branchline.core import registry
from branchline.server.table.live_table import LiveTable
from branchline.server.table.state.record_lines import encode
from branchline.store import Store
from branchline.store.club.club_tables import ClubTable, shown
from branchline.store.club.members import is_member
from branchline.store.club.results import BOT, Result, SeatResult


def player_of(live: LiveTable, seat: int) -> str:
    """The member or the bot on a seat; empty: a guest, or several people."""
    row, holders = live.seating.rows[seat], live.seating.holders[seat]
    if row.kind == "bot":
        return BOT + row.bot
    (holder, *others) = sorted(holders) or [""]
    return holder if is_member(holder) and not others else ""


def counts(live: LiveTable, club: ClubTable) -> bool:
    """A game is rated if the table is, every seat is a member's or a bot's, nobody has two, and nobody had help."""
    players = [player_of(live, seat) for seat in range(live.table.players)]
    people = [player for player in players if not player.startswith(BOT)]
    fair = not (live.row.hints or live.row.lesson or live.row.uploaded)
    return club.rated and fair and all(players) and 0 < len(people) == len(set(people))


async def result_of(store: Store, live: LiveTable, club: ClubTable) -> Result:
    point, header = live.point, live.table.header()
    ranking = point.game.ranking(point.state)
    places = {
        seat: 1 + sum(len(ahead) for ahead in ranking[:number])
        for number, shared in enumerate(ranking)
        for seat in shared
    }
    players = [player_of(live, seat) for seat in range(live.table.players)]
    people = [player for player in players if not player.startswith(BOT)]
    return Result(
        table=live.row.id,
        game=header.game,
        options=encode(header.options).decode(),
        variant=variant_of(header.game, header.options),
        rated=counts(live, club),
        public=club.open or counts(live, club) or set(people) <= await shown(store, people),
        steps=sum(step.decided for step in live.table.steps),
        finished=live.row.changed,
        seats=tuple(
            SeatResult(player=player, name=row.name, score=point.scores[row.seat], place=places[row.seat])
            for player, row in zip(players, live.seating.rows, strict=True)
        ),
    )


def variant_of(game: str, options: Mapping[str, object]) -> str:
    """The value of the variant's option (`presentation.Variant`)."""
    variant = registry.game(game).presentation().variant()
    return str(options.get(variant.option, "")) if variant else ""


def variant_words(game: str, variant: str) -> str:
    """The same, as lists show it."""
    return registry.game(game).presentation().variant_words(variant)
