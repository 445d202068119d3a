"""Clocks: arithmetic, storage on both engines, and tables where time runs out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from branchline.server import wall_clock
from branchline.server.http.errors import Refused
from branchline.server.table.play.clock_rules import (
    DAY,
    HOUR,
    MINUTE,
    elapsed,
    extended,
    moved_on,
    terms_of,
    up_at,
    with_deadline,
)
from branchline.store import Conflict, Store
from branchline.store.club.vacations import Vacation, Vacations
from branchline.store.table.clocks import NOBODY, Clock, Clocks, Terms

from ...server.arrange import Browser, Server, wait_for
from ...stores import Use, table
from ..waiting import Watch, friends

THREE_DAYS = Terms(kind="move", period=3 * DAY, bot="random")
FISCHER = Terms(kind="game", period=DAY, increment=HOUR, bot="random")


def clock(terms: Terms = THREE_DAYS, **more: Any) -> Clock:
    return Clock(table="abc", terms=terms, banks=(terms.period,) * 2, **more)


# Arithmetic


def test_time_does_not_pass_during_a_vacation() -> None:
    away = [Vacation(100, 200), Vacation(300, 400)]
    assert elapsed(50, 250, away) == 50 + 50
    assert elapsed(150, 350, away) == 100
    assert elapsed(0, 50, away) == 50
    assert elapsed(120, 130, away) == 0
    assert up_at(50, 100, away) == 250
    assert up_at(50, 50, away) == 100, "the vacation starts when the time is up"
    assert up_at(150, 150, away) == 450
    assert up_at(500, 10, away) == 510


def test_each_turn_has_its_time() -> None:
    first = moved_on(clock(), at=5, seat=0, turn=1, time=1000, away={})
    assert (first.seat, first.deadline) == (0, 1000 + 3 * DAY)
    step = moved_on(first, at=6, seat=0, turn=1, time=2000, away={})
    assert step.deadline == first.deadline, "a step of the same turn earns no time"
    second = moved_on(step, at=7, seat=1, turn=2, time=5000, away={})
    assert (second.seat, second.deadline) == (1, 5000 + 3 * DAY)


def test_the_time_for_a_game_is_spent_and_each_turn_adds_to_it() -> None:
    running = moved_on(clock(FISCHER), at=5, seat=0, turn=1, time=0, away={})
    assert running.deadline == DAY
    then = moved_on(running, at=6, seat=1, turn=2, time=10 * HOUR, away={})
    assert then.banks == (15 * HOUR, DAY), "a day, less ten hours, and one for the turn"
    late = moved_on(then, at=7, seat=0, turn=3, time=100 * HOUR, away={})
    assert late.banks == (15 * HOUR, HOUR)
    assert late.deadline == 115 * HOUR


def test_undoing_and_playing_again_earns_nothing_twice() -> None:
    running = moved_on(clock(FISCHER), at=5, seat=0, turn=1, time=0, away={})
    played = moved_on(running, at=6, seat=1, turn=2, time=0, away={})
    taken_back = moved_on(played, at=7, seat=0, turn=1, time=0, away={})
    again = moved_on(taken_back, at=8, seat=1, turn=2, time=0, away={})
    assert again.banks == played.banks


def test_a_vacation_moves_the_deadline_even_in_the_middle_of_a_turn() -> None:
    running = moved_on(clock(), at=5, seat=0, turn=1, time=0, away={})
    later = with_deadline(running, {0: [Vacation(DAY, 8 * DAY)]})
    assert later.deadline == 10 * DAY
    spent = moved_on(
        moved_on(clock(FISCHER), at=5, seat=0, turn=1, time=0, away={}),
        at=6, seat=1, turn=2, time=9 * DAY, away={0: [Vacation(HOUR, 9 * DAY)]},
    )  # fmt: skip
    assert spent.banks[0] == DAY - HOUR + HOUR


def test_waiting_on_gives_another_turn_or_a_tenth_of_the_game() -> None:
    running = moved_on(clock(), at=5, seat=0, turn=1, time=0, away={})
    assert extended(running, 4 * DAY).deadline == 7 * DAY
    bank = moved_on(clock(FISCHER), at=5, seat=0, turn=1, time=0, away={})
    again = extended(bank, 2 * DAY)
    assert again.deadline == 2 * DAY + DAY // 10
    assert with_deadline(again, {}) == again


def test_the_form_says_what_a_clock_may_be() -> None:
    assert terms_of({}) is None
    form = {"clock": "move", "clock_time": "90", "clock_time_unit": "minutes", "clock_bot": "greedy"}
    assert terms_of(form) == Terms(kind="move", period=90 * MINUTE, bot="greedy")
    form = {"clock": "game", "clock_time": "5", "clock_time_unit": "days", "clock_more": "12",
            "clock_more_unit": "hours", "clock_late": "vote"}  # fmt: skip
    assert terms_of(form) == Terms(
        kind="game", period=5 * DAY, increment=12 * HOUR, late="vote", bot="level:2"
    )
    for wrong in ("0", "-1", "61", "1.5", "x", ""):
        with pytest.raises(Refused, match="1 minute to 60 days"):
            terms_of({"clock": "move", "clock_time": wrong, "clock_time_unit": "days"})


# The store


def test_a_clock_is_changed_only_by_the_first_process(use: Use) -> None:
    async def work(store: Store) -> None:
        await store.add(table())
        clocks, old = Clocks(store), clock()
        await clocks.add(old)
        assert await clocks.find("abc") == old
        new = moved_on(old, at=5, seat=0, turn=1, time=1000, away={})
        assert await clocks.change(old, new)
        assert not await clocks.change(old, new), "another process was quicker"
        assert await clocks.find("abc") == new
        assert await clocks.find("nowhere") is None

    use(work)


def test_overdue_means_that_time_is_up_and_nobody_has_been_told(use: Use) -> None:
    async def work(store: Store) -> None:
        await store.add(table())
        clocks = Clocks(store)
        assert not await clocks.some_run()
        await clocks.add(clock(at=5, seat=0, since=0, deadline=100))
        assert await clocks.some_run()
        assert await clocks.overdue(99, 10) == []
        assert await clocks.overdue(100, 10) == ["abc"]

    use(work)


def test_one_process_checks_the_clocks_and_time_without_a_server_is_given_back(use: Use) -> None:
    async def work(store: Store) -> None:
        await store.add(table())
        clocks = Clocks(store)
        await clocks.add(clock(at=5, seat=0, since=0, deadline=1000))
        assert await clocks.watch(100, at_least=5, down=60)
        assert not await clocks.watch(103, at_least=5, down=60), "somebody has just looked"
        assert await clocks.watch(110, at_least=5, down=60)
        found = await clocks.find("abc")
        assert found is not None
        assert found.deadline == 1000, "nothing was missed"
        assert await clocks.watch(5110, at_least=5, down=60)
        found = await clocks.find("abc")
        assert found is not None
        assert (found.since, found.deadline) == (5000, 6000)

    use(work)


def test_a_clock_that_started_later_gets_back_only_what_it_missed(use: Use) -> None:
    async def work(store: Store) -> None:
        await store.add(table())
        clocks = Clocks(store)
        await clocks.add(clock(at=5, seat=0, since=0, deadline=1000))
        await clocks.watch(100, at_least=5, down=60)
        old = await clocks.find("abc")
        assert old is not None
        await clocks.change(old, moved_on(old, at=6, seat=1, turn=2, time=9950, away={}))
        await clocks.watch(10_000, at_least=5, down=60)
        found = await clocks.find("abc")
        assert found is not None
        assert found.since == 9950

    use(work)


def test_vacations_are_stored_by_person_and_can_be_ended_early(use: Use) -> None:
    async def work(store: Store) -> None:
        vacations = Vacations(store)
        await vacations.add("ann", Vacation(100, 200))
        await vacations.add("ann", Vacation(300, 400))
        await vacations.add("bob", Vacation(150, 160))
        with pytest.raises(Conflict):
            await vacations.add("ann", Vacation(100, 120))
        assert await vacations.of(["ann"]) == [Vacation(100, 200), Vacation(300, 400)]
        assert await vacations.of(["ann", "bob"]) == [
            Vacation(100, 200),
            Vacation(150, 160),
            Vacation(300, 400),
        ]
        assert await vacations.of([]) == []
        await vacations.end("ann", 100, now=150)
        await vacations.end("ann", 300, now=150)
        assert await vacations.of(["ann"]) == [Vacation(100, 150)]

    use(work)


# At the table


A_CLOCK = {"clock": "move", "clock_time": "3", "clock_time_unit": "days", "clock_bot": "random"}


def test_a_table_without_a_clock_has_none(slow: Server, browsers: list[Browser]) -> None:
    _, pages = friends(slow.host, browsers)
    assert "clock" not in pages[0].told


def test_the_clock_waits_for_friends_and_runs_for_the_player_to_move(
    slow: Server, browsers: list[Browser], watch: Watch
) -> None:
    ann = Browser(slow.host)
    browsers.append(ann)
    address = ann.new_table("nuremberg", "friend", "friend", **A_CLOCK)
    live = slow.live(address)
    assert live.table_clock.clock is not None
    assert live.table_clock.clock.seat == NOBODY, "nobody sits there yet"
    for seat in (0, 1):
        ann.go(ann.links(address)[seat], name=f"Player {seat}")
    assert live.table_clock.clock.seat == live.point.to_move
    page = ann.sit(address).whose_turn()
    told = page.told["clock"]
    assert told["until"] - told["now"] in range(3 * DAY - 5, 3 * DAY + 1)
    watch.ahead += DAY
    mover = page.told["to_move"]
    while page.told["to_move"] == mover:
        page.play()
    told = page.told["clock"]
    assert told["until"] - told["now"] in range(3 * DAY - 5, 3 * DAY + 1)


def test_when_the_time_is_up_a_bot_plays_that_turn_and_the_seat_stays(
    slow: Server, browsers: list[Browser], watch: Watch
) -> None:
    address, _pages = friends(slow.host, browsers, **A_CLOCK)
    live = slow.live(address)
    mover, at = live.point.to_move, live.point.at
    assert mover is not None
    slow.do(slow.app.state.clock_job.look())
    assert live.point.at == at, "there is time"
    watch.ahead += 3 * DAY + 1
    slow.do(slow.app.state.clock_job.look())
    wait_for(lambda: live.point.to_move != mover)
    assert live.seating.rows[mover].kind == "person"
    wait_for(lambda: live.table_clock.clock is not None and live.table_clock.clock.seat == live.point.to_move)
    slow.do(slow.app.state.clock_job.look())
    assert live.point.to_move != mover, "the other one has their own three days"


def test_if_the_table_votes_nothing_happens_before_the_vote(
    slow: Server, browsers: list[Browser], watch: Watch
) -> None:
    address, pages = friends(slow.host, browsers, **A_CLOCK, clock_late="vote")
    live = slow.live(address)
    mover, at = live.point.to_move, live.point.at
    assert mover is not None
    other = pages[1 - mover]
    assert other.ask("vote", at=at, choice="bot")["type"] == "refused", "there is time"
    watch.ahead += 3 * DAY + 1
    slow.do(slow.app.state.clock_job.look())
    assert live.point.at == at
    assert pages[mover].ask("vote", at=at, choice="wait")["type"] == "refused", "it is about them"
    assert other.ask("vote", at=at, choice="wait")["type"] == "accepted"
    assert live.table_clock.clock is not None
    assert live.table_clock.clock.deadline > wall_clock.now() + 2 * DAY
    watch.ahead += 3 * DAY + 1
    assert other.ask("vote", at=at, choice="bot")["type"] == "accepted"
    wait_for(lambda: live.point.to_move != mover)
    assert live.state.stand_ins == {mover: "random"}


def test_clocks_survive_a_restart_and_get_back_the_time_in_between(
    tmp_path: Path, browsers: list[Browser], watch: Watch
) -> None:
    first = Server(tmp_path, sweep=0.05)
    address, pages = friends(first.host, browsers, **A_CLOCK)
    mover = pages[0].told["to_move"]
    watch.ahead += 30
    live = first.live(address)
    assert live.table_clock.clock is not None
    deadline = live.table_clock.clock.deadline
    wait_for(lambda: first.do(first.app.state.lobby.context.store.ask("SELECT seen FROM watches")))
    wait_for(
        lambda: (
            first.do(first.app.state.lobby.context.store.ask("SELECT seen FROM watches"))[0][0]
            >= wall_clock.now() - 2
        )
    )
    first.stop()
    watch.ahead += 10 * DAY
    second = Server(tmp_path, sweep=3600.0)
    try:
        live = second.live(address)
        assert live.table_clock.clock is not None
        assert live.table_clock.clock.seat == mover
        assert abs(live.table_clock.clock.deadline - deadline - 10 * DAY) < 30
        second.do(second.app.state.clock_job.look())
        assert live.point.to_move == mover
    finally:
        second.stop()


def test_a_clock_that_is_behind_the_record_is_brought_up_to_date(
    slow: Server, browsers: list[Browser], watch: Watch
) -> None:
    """As happens after a crash between a move and its clock."""
    address, pages = friends(slow.host, browsers, **A_CLOCK)
    live = slow.live(address)
    store, name = live.context.store, live.row.id
    before = slow.do(Clocks(store).find(name))
    mover = pages[0].told["to_move"]
    page = pages[mover].at_point(live.point.at)
    while page.told["to_move"] == mover:
        page.play()
    now = slow.do(Clocks(store).find(name))
    assert slow.do(Clocks(store).change(now, before))
    slow.do(live.load_side_data())
    assert slow.do(Clocks(store).find(name)) == now


def test_a_vacation_keeps_the_bot_away(slow: Server, browsers: list[Browser], watch: Watch) -> None:
    address, _pages = friends(slow.host, browsers, **A_CLOCK)
    live = slow.live(address)
    mover, at = live.point.to_move, live.point.at
    assert mover is not None
    (person,) = live.seating.holders[mover]
    week = Vacation(wall_clock.now() + DAY, wall_clock.now() + 8 * DAY)
    slow.do(Vacations(live.context.store).add(person, week))
    watch.ahead += 3 * DAY + 1
    slow.do(slow.app.state.clock_job.look())
    assert live.point.at == at
    watch.ahead += 7 * DAY
    slow.do(slow.app.state.clock_job.look())
    wait_for(lambda: live.point.to_move != mover)
