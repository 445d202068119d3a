"""Bots at the table: they think in other processes, within a limit, and one that fails holds nobody up."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from branchline.core import registry
from branchline.core.play.table import Table
from branchline.core.setup import Setup
from branchline.server.table.play.bot_turns import WITHIN_A_TURN, BotTurns
from branchline.server.workers import bot_thinking
from branchline.server.workers import thinkers as thinking
from branchline.server.workers.process_pool import Owner, ProcessPool, WorkerFailed
from branchline.server.workers.thinkers import Thinkers

from .arrange import Browser, Server, wait_for
from .bad_bots import dies, first, foul, raises, slow

SETUP = Setup.make("nuremberg", 2, {})


@pytest.mark.parametrize("bad", [slow, foul, dies, raises])
def test_a_bot_that_fails_has_no_move_and_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, bad: Any
) -> None:
    monkeypatch.setattr(thinking, "choose", bad)
    monkeypatch.setattr(thinking, "GRACE", 0.9)
    table = Table("nuremberg", 2, seed=1)
    asked = SETUP, table.game.numbers(table.state), table.to_move or 0

    async def work() -> tuple[set[int], int]:
        thinkers = Thinkers(1, 0.1)
        try:
            moves = {await thinkers.move(Owner("ann"), "x", "", *asked) for _ in range(2)}
            monkeypatch.setattr(thinking, "choose", first)
            return moves, await thinkers.move(Owner("bob"), "x", "", *asked)
        finally:
            thinkers.pool.close()

    moves, after = asyncio.run(work())
    assert moves == {thinking.NO_MOVE}
    assert after == table.legal_moves.ids[0], "the bots of others go on thinking"


def test_a_failed_hint_gives_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "advise", dies)

    async def work() -> object:
        thinkers = Thinkers(1, 0.1)
        try:
            return await thinkers.advice(Owner("ann"), SETUP, [], 0, ["Ann"], "en")
        finally:
            thinkers.pool.close()

    assert asyncio.run(work()) is None


def test_a_caller_of_a_dead_worker_is_told_and_the_others_get_their_answers() -> None:
    async def work() -> list[Any]:
        pool = ProcessPool(2)
        try:
            jobs = [
                pool.do(dies if n == 3 else first, "", "", SETUP, None, [n], 0.0, limit=10.0)
                for n in range(8)
            ]
            return await asyncio.gather(*jobs, return_exceptions=True)
        finally:
            pool.close()

    results = asyncio.run(work())
    assert isinstance(results[3], WorkerFailed)
    assert [result for n, result in enumerate(results) if n != 3] == [0, 1, 2, 4, 5, 6, 7]


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    server.stop()


@pytest.mark.parametrize("bad", [slow, raises])
def test_a_bot_that_fails_makes_a_random_move_and_everybody_is_told(
    own_server: Server, monkeypatch: pytest.MonkeyPatch, bad: Any
) -> None:
    monkeypatch.setattr(thinking, "GRACE", 0.5)
    monkeypatch.setattr(thinking, "choose", bad)
    with Browser(own_server.host) as ann:
        table = ann.new_table("nuremberg", "me", "bot:random")
        page = ann.sit(table).my_turn()
        page.play()
        page.my_turn()
        live = own_server.live(table)
        told = {line["words"] for line in page.log if line.get("seated")}
        assert told == {f"{live.seating.names[1]}: the bot found no move in time and plays a random one."}
        assert 1 in {step.seat for step in live.table.steps if step.decided}, "the game goes on"


def test_killing_the_workers_stops_no_table(own_server: Server) -> None:
    context = own_server.app.state.lobby.context
    with Browser(own_server.host) as ann:
        page = ann.sit(ann.new_table("nuremberg", "me", "bot:random", "bot:greedy", rounds="1")).my_turn()
        for turn in range(9):
            for pool in (context.thinkers.pool, context.painters.pool):
                process = pool.workers[0].process
                if process is not None and process.pid is not None and turn in (2, 6):
                    with suppress(ProcessLookupError):  # already dead, but not noticed yet
                        os.kill(process.pid, signal.SIGKILL)
            page.play()
            page.my_turn()


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_two_bots_play_while_somebody_watches(server: Server, ann: Browser, bob: Browser, game: str) -> None:
    table = ann.go("/play-now", game=game, watch="1")
    token = re.findall(r"/watch/([\w-]+)", ann.get(table).text)[0]
    page = bob.sit(table, watch=token)
    page.until(lambda message: "told" in message and message["told"].get("over", False))
    assert page.log[-1]["step"] == len(server.live(table).table.steps)


def test_bots_alone_pause_while_nobody_watches(server: Server, ann: Browser) -> None:
    table = ann.go("/play-now", game="nuremberg", watch="1")
    live = server.live(table)
    time.sleep(0.3)
    assert not live.table.moves
    page = ann.sit(table)
    wait_for(lambda: len(live.table.moves) > 3)
    page.close()
    wait_for(lambda: not live.bots.busy)
    reached = live.point.at
    time.sleep(0.3)
    assert live.point.at == reached
    assert not live.point.over


def test_bots_wait_a_little_so_that_people_can_follow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def pause(_self: BotTurns, seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(BotTurns, "_pause", pause)
    server = Server(tmp_path, pace=0.5)
    with Browser(server.host) as ann:
        ann.sit(ann.go("/play-now", game="nuremberg", watch="1")).at_point(30)
    server.stop()
    assert pauses[0] == 0.5
    assert set(pauses) == {0.5, 0.5 * WITHIN_A_TURN}, "shorter between the steps of one turn"


def test_players_who_chose_instant_get_no_pauses(tmp_path: Path) -> None:
    server = Server(tmp_path, pace=30.0)
    with Browser(server.host) as ann:
        ann.go("/settings", speed="instant")
        ann.sit(ann.go("/play-now", game="nuremberg", watch="1")).at_point(20)
    server.stop()


def test_bots_wait_so_that_people_can_follow_until_somebody_is_in_a_hurry(tmp_path: Path) -> None:
    server = Server(tmp_path, pace=30.0)
    with Browser(server.host) as ann, Browser(server.host) as bob:
        table = ann.go("/play-now", game="nuremberg", watch="1")
        page = ann.sit(table)
        page.hear()
        token = re.findall(r"/watch/([\w-]+)", ann.get(table).text)[0]
        guest = bob.sit(table, watch=token)
        guest.ask("hurry")
        assert not server.live(table).table.moves, "who only watches by a link does not drive"
        assert page.ask("hurry")["type"] == "accepted"
        page.until(lambda message: "told" in message and message["told"]["at"] > 20)
    server.stop()


@pytest.mark.parametrize("spec", ["random", "greedy:seed=4", "level:5", "search:ms=50"])
def test_any_spec_takes_a_seat(server: Server, ann: Browser, spec: str) -> None:
    table = ann.new_table("firstclass", "me", f"bot:{spec}")
    assert server.live(table).seating.rows[1].bot == spec


@pytest.mark.parametrize("spec", ["stdio:cat", "stdio:rm -rf games", "model:/etc/passwd"])
def test_no_guest_starts_a_program_or_reads_a_file_by_a_spec(ann: Browser, spec: str) -> None:
    answer = ann.post("/new", game="nuremberg", seat0="me", seat1=f"bot:{spec}")
    assert answer.status_code == 422
    table = ann.new_table("nuremberg", "me", "friend")
    assert ann.post(f"{table}/seat", seat=1, bot=spec).status_code == 422


def test_an_unknown_bot_is_reported_on_the_form(ann: Browser) -> None:
    answer = ann.post("/new", game="nuremberg", seat0="me", seat1="bot:terminator", name0="Ann <3")
    assert answer.status_code == 422
    assert "There is no bot &#39;terminator&#39;" in answer.text
    assert 'value="Ann &lt;3"' in answer.text, "what was typed is still there"


def test_an_analysis_follows_the_rules_under_which_the_game_began(monkeypatch: pytest.MonkeyPatch) -> None:
    known, asked = registry.game, []

    def game(name: str, rules: str | None = None) -> Any:
        asked.append((name, rules))
        return known(name, rules)

    setup = Setup.make("nuremberg", 2, {}, rules="1")
    monkeypatch.setattr(registry, "game", game)
    bot_thinking.part_of_course(setup, [], 0, 1)
    assert set(asked) == {("nuremberg", "1")}
