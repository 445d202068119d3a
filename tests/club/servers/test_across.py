"""Two servers on one database: players of both sit at the same table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from branchline.store import StoreUnavailable

from ...postgres import Postgres
from ...server.arrange import Browser, Page, Server, wait_for


@pytest.fixture(scope="module")
def url(postgres: Postgres) -> str:
    return postgres.database()


@pytest.fixture(scope="module")
def servers(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    data = tmp_path_factory.mktemp("data")
    both = Server(data, store=url), Server(data, store=url)
    yield both
    for server in both:
        server.stop()


@pytest.fixture
def ann(servers: tuple[Server, Server]) -> Iterator[Browser]:
    with Browser(servers[0].host) as browser:
        yield browser


@pytest.fixture
def bob(servers: tuple[Server, Server]) -> Iterator[Browser]:
    with Browser(servers[1].host) as browser:
        yield browser


@pytest.fixture
def ann_there(servers: tuple[Server, Server], ann: Browser) -> Iterator[Browser]:
    """Ann at the other server."""
    with Browser(servers[1].host) as browser:
        ann.get("/")
        browser.http.cookies.set("visitor", ann.http.cookies["visitor"])
        yield browser


def friends_table(ann: Browser, bob: Browser, game: str = "nuremberg") -> str:
    table = ann.new_table(game, "me", "friend", name0="Ann", name1="Bob")
    assert bob.go(ann.links(table)[1], name="Bob") == table
    return table


def here(page: Page) -> list[bool]:
    return [seat.get("here", False) for seat in page.told["seats"]]


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_two_play_across_servers_and_see_the_same(ann: Browser, bob: Browser, game: str) -> None:
    table = friends_table(ann, bob, game)
    pages = [ann.sit(table), bob.sit(table)]
    for page in pages:
        page.hear()
    for _ in range(15):
        at = max(page.at for page in pages)
        mover = pages[pages[0].at_point(at).told["to_move"]].at_point(at)
        at = mover.play(mover.choices[len(mover.choices) // 2])
        for page in pages:
            page.at_point(at)
    assert pages[0].log
    assert [entry["step"] for entry in pages[0].log] == [entry["step"] for entry in pages[1].log]
    fresh = bob.sit(table).at_point(pages[1].at)
    assert fresh.pictures == pages[1].pictures
    assert fresh.log == pages[1].log


def test_automatic_moves_that_cannot_be_stored_are_undone(
    ann: Browser, bob: Browser, servers: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store becomes unavailable while the other server takes in Ann's move; later moves are still taken in
    correctly."""
    table = friends_table(ann, bob)
    pages = [ann.sit(table), bob.sit(table)]
    first = pages[pages[0].at_point(0).told["to_move"]].at_point(0)
    there = servers[1 - pages.index(first)].live(table)

    tried: list[object] = []

    async def play_by_itself() -> None:
        if not tried:
            there.table.push(there.table.game.legal(there.table.state)[0])

    async def away(*_: object) -> None:
        tried.append(there.table.log[-1])
        raise StoreUnavailable("The database is not answering.")

    with monkeypatch.context() as patch:
        patch.setattr(there.table_clock, "follow", play_by_itself)
        patch.setattr(there.context.store, "append", away)
        at = first.play()
        wait_for(lambda: tried)
    for _ in range(4):
        mover = pages[pages[0].at_point(at).told["to_move"]].at_point(at)
        at = mover.play()
        for page in pages:
            page.at_point(at)
    assert [entry["step"] for entry in pages[0].log] == [entry["step"] for entry in pages[1].log]


def test_the_next_request_to_the_other_server_finds_what_the_first_did(
    ann: Browser, ann_there: Browser, bob: Browser
) -> None:
    """Even if the table was already in the other server's memory."""
    table = ann.new_table("nuremberg", "me", "friend", name0="Ann")
    assert ann_there.get(table).status_code == 200
    links = ann.links(table)
    assert ann_there.links(table) == links
    assert ann.go(f"{table}/link", seat="1") == table
    renewed = ann_there.links(table)
    assert renewed != links
    assert bob.get(links[1]).status_code == 404
    assert bob.go(renewed[1], name="Bob") == table
    assert ann.sit(table).hear()["told"]["seats"][1]["name"] == "Bob"


def test_presence_chat_and_names_reach_the_other_server(ann: Browser, bob: Browser) -> None:
    table = friends_table(ann, bob)
    page = ann.sit(table)
    page.hear()
    assert here(page) == [True, False]
    other = bob.sit(table)
    page.until(lambda message: "told" in message and here(page) == [True, True])
    while here(other) != [True, True] if other.position else True:
        other.hear()
    for who, words in ((page, "Good luck"), (other, "to you"), (page, "too")):
        who.send("say", words=words)
        for hearer in (page, other):
            assert hearer.until("chat")["words"] == words
    other.ask("rename", name="Bobby")
    page.until(lambda message: "told" in message and message["told"]["seats"][1]["name"] == "Bobby")
    other.close()
    page.until(lambda message: "told" in message and here(page) == [True, False])


def test_the_others_are_asked_about_undo_at_their_servers(ann: Browser, bob: Browser) -> None:
    table = friends_table(ann, bob)
    pages = [ann.sit(table), bob.sit(table)]
    for page in pages:
        page.hear()
    mover, other = pages if pages[0].choices else pages[::-1]
    at = mover.play()
    other.at_point(at)
    for yes in (False, True):
        mover.my_turn() if mover.told["to_move"] == mover.position["seat"] else None
        assert mover.ask("take_back", at=mover.at, what="step")["type"] == "accepted"
        if mover.at != at:
            break  # the undo needed no agreement yet
        wished: Any = lambda message: "told" in message and message["told"]["undo"].get("waits")  # noqa: E731
        other.until(wished)
        assert other.ask("agree", at=other.at, yes=yes)["type"] == "accepted"
        if not yes:
            assert mover.until("refused")["words"].startswith("The others did not agree")
    assert mover.at_point(at + 1).log == other.at_point(at + 1).log


def test_bots_move_once_for_all_spectators(
    servers: tuple[Server, Server], ann: Browser, ann_there: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts: list[str] = []
    for server in servers:
        thinkers = server.app.state.lobby.context.thinkers
        move = thinkers.move

        async def counted(spec: str, *more: Any, move: Any = move) -> int:
            thoughts.append(spec)
            return int(await move(spec, *more))

        monkeypatch.setattr(thinkers, "move", counted)
    table = ann.new_table("nuremberg", "me", "bot:random", "bot:greedy", rounds="1")
    pages = [ann.sit(table).my_turn(), ann_there.sit(table).my_turn()]
    at = 0
    for turn in range(20):
        page = pages[turn % 2].at_point(at).my_turn()
        if page.told.get("over"):
            break
        at = page.play()
    tables = [server.live(table).table for server in servers]
    wait_for(lambda: tables[0].to_move in (0, None) and tables[0].log == tables[1].log)
    thought = [step for step in tables[0].steps if step.seat in (1, 2) and step.decided]
    assert len(thoughts) == len(thought)


def test_a_rematch_calls_everybody(ann: Browser, bob: Browser, servers: tuple[Server, Server]) -> None:
    table = friends_table(ann, bob)
    pages = [ann.sit(table), bob.sit(table)]
    for page in pages:
        page.hear()
    while not pages[0].told.get("over"):
        at = max(page.at for page in pages)
        mover = pages[pages[0].at_point(at).told["to_move"]].at_point(at)
        at = mover.play()
        for page in pages:
            page.at_point(at)
    following = bob.go(f"{table}/rematch")
    assert pages[0].until("rematch")["address"] == following
    assert ann.go(f"{table}/rematch") == following
