"""A table ended by an admin: over for everybody at once, and unrated."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from branchline.cli import main
from branchline.core.play.loading import loads
from branchline.server.table.peer_sync import PeerSync
from branchline.store import Conflict, Store
from branchline.store.club.admin import Administration
from branchline.store.club.notices import Notices, NoticeWay, adding_notice
from branchline.store.table.clocks import Clocks

from ...postgres import Postgres
from ...server.arrange import Browser, Page, Server, wait_for
from ...stores import Use, table
from ..people import Members
from ..waiting import Watch, friends
from .test_leagues import begun_league, tables_of
from .test_open_tables import name_of, open_table, play_out, result


def end_table(server: Server, address: str) -> int:
    return main(["admin", "end-table", name_of(address), "--store", server.settings.address])


def until_ended(page: Page) -> dict[str, Any]:
    page.until(lambda message: message.get("told", {}).get("ended", False))
    return page.told


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    store = ""
    if request.param == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        store = postgres.database()
    running = Server(tmp_path, store=store, sweep=3600.0)
    yield running
    running.stop()


# On open pages


def test_open_pages_are_told_and_play_stops(server: Server, browsers: list[Browser]) -> None:
    address, pages = friends(server.host, browsers)
    at = pages[0].at
    assert end_table(server, address) == 0
    for page in pages:
        told = until_ended(page)
        assert told["over"]
        assert told["now"] == "A server admin has ended this table."
        assert told["to_move"] is None
        assert not {"winners", "choices", "offers", "absence"} & set(told)
        wishes: list[tuple[str, dict[str, Any]]] = [
            ("play", {"at": at, "move": "bid A1 3"}),
            ("take_back", {"at": at, "what": "step"}),
            ("say", {"words": "but why"}),
            ("rename", {"name": "Nobody"}),
        ]
        for wish, more in wishes:
            assert page.ask(wish, **more)["words"] == "A server admin has ended this table."
    assert browsers[0].post(f"{address}/rematch").status_code == 422


def test_latecomers_find_it_ended_and_can_download_its_record(
    server: Server, browsers: list[Browser]
) -> None:
    address, pages = friends(server.host, browsers)
    ann = browsers[0]
    page = next(page for page in pages if page.told["to_move"] == page.position["seat"])
    page.play("bid A1 3")
    assert ann.get(f"{address}/record").status_code == 422, "while the game runs it is nobody's to read"
    end_table(server, address)
    until_ended(page)
    assert "ended by an admin" in ann.get("/").text
    assert until_ended(ann.sit(address))["over"]
    replay = ann.get(f"/replay/{name_of(address)}")
    assert replay.status_code == 200
    assert "ended by a server admin" in replay.text
    record = ann.get(f"{address}/record")
    assert [str(move) for move in loads(record.content).moves] == ["bid A1 3"]


def test_a_move_in_a_process_that_has_not_heard_of_it_is_refused(
    server: Server, browsers: list[Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, pages = friends(server.host, browsers)
    page = next(page for page in pages if page.told["to_move"] == page.position["seat"])
    monkeypatch.setattr(Administration, "ended_since", _nothing)
    monkeypatch.setattr(PeerSync, "receive", lambda _peers, _news: None)
    end_table(server, address)
    assert page.ask("play", at=page.at, move="bid A1 3")["type"] == "refused"
    assert until_ended(page)["over"]


async def _nothing(*_values: object) -> list[str]:
    return []


def test_bots_stop_in_the_middle_of_a_game(tmp_path: Path, browsers: list[Browser]) -> None:
    server = Server(tmp_path, pace=0.2)
    try:
        browsers.append(Browser(server.host))
        address = browsers[0].new_table("nuremberg", "bot:random", "bot:random")
        page = browsers[0].sit(address)
        page.until(lambda _message: page.at > 3)
        end_table(server, address)
        until_ended(page)
        live = server.live(address)
        wait_for(lambda: not live.bots.busy)
        assert server.do(live.context.store.version(live.row.id)).lines == live.point.at == page.at
    finally:
        server.stop()


def test_pages_in_every_process_hear_of_it(
    postgres: Postgres, tmp_path: Path, browsers: list[Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "branchline.server.club.announcements_job.EVERY", 3600.0
    )  # no regular checks: only the message tells
    store = postgres.database()
    servers = [Server(tmp_path, store=store) for _number in range(2)]
    try:
        address, pages = friends(servers[0].host, browsers)
        there = Browser(servers[1].host)
        browsers.append(there)
        there.http.cookies.set("visitor", browsers[0].http.cookies["visitor"])
        pages.append(there.sit(address))
        pages[-1].until("position")
        end_table(servers[0], address)
        for page in pages:
            until_ended(page)
    finally:
        for server in servers:
            server.stop()


# Bots, clocks and orders stop


def test_no_clock_runs_and_nobody_gets_a_notification(
    server: Server, browsers: list[Browser], watch: Watch
) -> None:
    address, pages = friends(server.host, browsers, clock="move", clock_time="1", clock_time_unit="days")
    live, store = server.live(address), server.app.state.lobby.context.store
    for person in live.state.people:
        server.do(Notices(store).keep(NoticeWay(person=person, way="webhook", address="http://127.0.0.1:9/")))
        server.do(store.write(adding_notice("turn", "turn", person, live.row.id, 0, 5)))
    assert server.do(Clocks(store).some_run())
    at = live.point.at
    end_table(server, address)
    until_ended(pages[0])
    assert not server.do(Clocks(store).some_run())
    watch.ahead = 2 * 24 * 3600
    server.do(server.app.state.clock_job.look())
    assert live.point.at == at, "and no bot has moved for anybody"
    assert server.do(store.ask("SELECT id FROM outbox")) == []


def test_orders_are_not_carried_out(server: Server, browsers: list[Browser]) -> None:
    address, pages = friends(server.host, browsers)
    mover = pages[0].told["to_move"]
    order = {"type": "standing", "kind": "bid", "what": "top1", "most": 5}
    assert pages[1 - mover].ask("order", at=pages[1 - mover].at, order=order)["type"] == "accepted"
    end_table(server, address)
    until_ended(pages[0])
    live = server.live(address)
    wait_for(lambda: live.orders.rows == [])
    assert server.do(live.context.store.ask("SELECT 1 FROM orders")) == []


def test_nothing_is_appended_past_the_end(use: Use) -> None:
    async def work(store: Store) -> None:
        await store.add(table("abc"))
        before = await store.version("abc")
        assert before is not None
        await Administration(store).end("abc", 5)
        with pytest.raises(Conflict):
            await store.append("abc", before.lines, [b"{}"], 0, 6)
        kept = await store.find("abc")
        assert kept is not None
        assert (kept.row.ended, kept.row.to_move, len(kept.lines)) == (5, -2, before.lines)

    use(work)


# In a club


def test_there_is_no_result_and_no_rating(club: Server, member: Members) -> None:
    ann, bob = member(), member()
    address = open_table(ann, rated="1")
    bob.go(f"/tables/{name_of(address)}/sit")
    page = ann.sit(address)
    end_table(club, address)
    until_ended(page)
    club.do(club.app.state.results_job.look())
    assert result(club, address) is None
    store = club.app.state.lobby.context.store
    assert club.do(store.ask("SELECT closed FROM club_tables WHERE table_id = ?", name_of(address))) == [(1,)]


def test_an_open_table_that_was_ended_is_no_longer_offered(member: Members, club: Server) -> None:
    ann, bob = member(), member()
    address = open_table(ann)
    end_table(club, address)
    assert name_of(address) not in bob.get("/tables").text


def test_its_league_continues_without_it(club: Server, member: Members) -> None:
    ann, bob = member(), member()
    address = begun_league(ann, bob, league_rounds="2")
    (first,) = tables_of(club, address)
    end_table(club, first.table)
    club.do(club.app.state.results_job.look())
    assert [(one.round, one.annulled) for one in tables_of(club, address)] == [(1, True), (2, False)]


# The command


def test_the_list_says_which_were_ended(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    with Browser(server.host) as ann:
        ended, running = (ann.new_table("nuremberg", "me", "bot:random") for _number in range(2))
        end_table(server, ended)
        capsys.readouterr()
        assert main(["admin", "tables", "--store", server.settings.address]) == 0
        lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
        assert "  over  ended  " in lines[name_of(ended)]
        assert "  running  " in lines[name_of(running)]
        assert main(["admin", "table", name_of(ended), "--store", server.settings.address]) == 0
        assert "ended: 20" in capsys.readouterr().out


def test_only_a_running_game_can_be_ended(
    club: Server, member: Members, capsys: pytest.CaptureFixture[str]
) -> None:
    ann = member()
    over = ann.new_table("nuremberg", "me", "bot:random", rounds="1")
    play_out(club, over)
    twice = ann.new_table("nuremberg", "me", "bot:random")
    assert end_table(club, twice) == 0
    for address in (over, twice, "/table/nowhere"):
        assert end_table(club, address) == 2
        words = f"No game is running at table '{name_of(address)}'; 'branchline admin tables' lists them."
        assert words in capsys.readouterr().err
    assert result(club, over) is not None
