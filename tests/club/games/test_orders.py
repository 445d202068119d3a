"""Standing orders and conditional moves: given, stored, carried out once, dropped if their condition does not come
true."""

from __future__ import annotations

import asyncio
import shutil
from typing import Any

import pytest

import branchline as bl
from branchline.core.orders import Standing
from branchline.core.play.table import Table
from branchline.games.nuremberg.screen import standing_orders as nuremberg
from branchline.server.table.play.conditional_moves import progress, undone_since
from branchline.server.table.protocol.requests import If, Line
from branchline.store import Conflict, Store
from branchline.store.backup import copy
from branchline.store.open_store import open_store, sqlite_url
from branchline.store.table import orders as kept
from branchline.store.table.orders import OrderRow

from ...postgres import Postgres
from ...server.arrange import Browser, Page, Server, wait_for
from ...stores import Use
from ..waiting import friends


def test_orders_are_stored_by_seat(use: Use) -> None:
    async def work(store: Store) -> None:
        orders = kept.Orders(store, "abc")
        first = OrderRow(seat=1, number=1, at=5, steps=4, body="{}")
        await orders.add(first)
        with pytest.raises(Conflict):
            await orders.add(first)
        await orders.change(OrderRow(seat=1, number=1, at=9, steps=8, body="[]"))
        assert await orders.all() == [OrderRow(seat=1, number=1, at=9, steps=8, body="[]")]
        assert await kept.Orders(store, "other").all() == []
        assert await orders.drop(first)
        assert not await orders.drop(first), "another process was quicker"

    use(work)


# What the record says


def auction() -> Table:
    """Two players; the first to bid is to move."""
    return bl.Table("nuremberg", players=2, seed=3)


def line(table: Table, *ifs: tuple[int, str, str]) -> Line:
    return Line(tuple(If(*one) for one in ifs), base=len(table.steps))


def test_a_line_of_conditional_moves_waits_plays_is_done_or_fails() -> None:
    table = auction()
    them = table.to_move
    assert them is not None
    me = 1 - them
    wanted = line(table, (them, "bid A1 3", "bid A1 4"))
    other = line(table, (them, "bid A2 3", "bid A1 4"))
    assert progress(table, me, wanted).state == "wait"
    table.push("bid A1 3")
    assert progress(table, me, wanted).state == "play"
    assert progress(table, me, other).state == "failed"
    table.push("bid A1 4")
    done = progress(table, me, wanted)
    assert (done.state, done.after) == ("done", len(table.steps))
    table.pop()
    table.push("bid A1 5")
    assert progress(table, me, wanted).state == "failed", "the answer was another"


def _can_stop_after(table: Table, text: str) -> bool:
    if not text.startswith("build"):
        return False
    table.push(text)
    can = "stop" in table.legal_moves and table.view().owed == 0
    table.pop()
    return can


def test_a_turn_of_several_steps_has_to_be_that_turn_and_no_more() -> None:
    table = auction()
    while table.view().phase != "building":  # the cheapest bids, so that cubes are left for building
        table.push(min(map(str, table.legal_moves), key=lambda text: int(text.split()[-1])))
    them = table.to_move
    assert them is not None
    first = next(text for text in map(str, table.legal_moves) if _can_stop_after(table, text))
    one, two = line(table, (them, f"{first} stop", "stop")), line(table, (them, first, "stop"))
    table.push(first)
    assert progress(table, 1 - them, one).state == "wait", "the turn goes on"
    table.push("stop")
    assert progress(table, 1 - them, one).state == "play"
    assert progress(table, 1 - them, two).state == "failed"


def test_steps_of_a_turn_are_written_with_semicolons() -> None:
    table = auction()
    while table.view().phase != "building":
        table.push(min(map(str, table.legal_moves), key=lambda text: int(text.split()[-1])))
    them = table.to_move
    assert them is not None
    first = next(text for text in map(str, table.legal_moves) if _can_stop_after(table, text))
    whole = line(table, (them, f"{first}; stop", "stop"))
    assert f"{first}; stop" in table.legal_moves
    table.push(first)
    assert progress(table, 1 - them, whole).state == "wait"
    table.push("stop")
    assert progress(table, 1 - them, whole).state == "play"


def test_undoing_past_an_order_shows_in_the_record() -> None:
    table = auction()
    table.push("bid A1 3")
    at, steps = len(table.log), len(table.steps)
    table.push("bid A1 4")
    table.pop()
    assert not undone_since(table, at, steps)
    table.pop()
    table.push("bid A1 3")
    assert undone_since(table, at, steps)


# The orders of Nuremberg


def test_a_standing_bid_is_the_lowest_one_possible_up_to_the_limit() -> None:
    table = auction()
    order = Standing("bid", "top1", 5, round=1)
    assert nuremberg.move(table.state, order) == "bid A1 3", "N5.2: the row's minimum"
    table.push("bid A1 4")
    assert nuremberg.move(table.state, order) == "bid A1 5"
    table.push("bid A1 5")
    assert table.to_move is not None
    assert nuremberg.move(table.state, order) is None
    assert nuremberg.lapsed(table.state, table.to_move, order)
    assert not nuremberg.lapsed(table.state, 1 - table.to_move, order), (
        "who holds the box has nothing to decide"
    )
    assert nuremberg.over(table.state, Standing("bid", "top1", 5, round=2))


def test_pass_is_for_shipping_and_idle_waits_as_long_as_something_can_be_shipped() -> None:
    table = auction()
    assert {order.kind for order in nuremberg.offered(table.state, 0)} == {"bid"}
    while table.view().phase != "shipping":
        table.push(table.legal_moves.ids[-1])
    seat = table.to_move
    assert seat is not None
    assert [order.kind for order in nuremberg.offered(table.state, seat)] == ["pass", "idle"]
    can_ship = any(str(move).startswith("ship") for move in table.legal_moves)
    assert nuremberg.move(table.state, Standing("pass", round=1)) == "pass"
    assert nuremberg.move(table.state, Standing("idle", round=1)) == (None if can_ship else "pass")
    table.push("pass")
    assert nuremberg.offered(table.state, seat) == []


# At the table


def seated(server: Server, browsers: list[Browser]) -> tuple[Any, Page, Page]:
    """The live table, the page of the player to bid, and the other player's."""
    address, pages = friends(server.host, browsers)
    live = server.live(address)
    mover = live.point.to_move
    assert mover is not None
    return live, pages[mover], pages[1 - mover]


def bid(page: Page, box: str, most: int) -> dict[str, Any]:
    order = {"type": "standing", "kind": "bid", "what": box, "most": most}
    return page.ask("order", at=page.at, order=order)


def test_a_standing_bid_answers_until_its_limit_and_only_its_owner_knows(
    slow: Server, browsers: list[Browser]
) -> None:
    live, them, me = seated(slow, browsers)
    assert bid(me, "top1", 5)["type"] == "accepted"
    me.until(lambda message: bool(message.get("told", {}).get("orders")))
    them.play("bid A1 3")
    wait_for(lambda: live.point.to_move == them.position["seat"])
    assert [str(move) for move in live.table.moves[-2:]] == ["bid A1 3", "bid A1 4"]
    them.my_turn()
    them.play("bid A1 5")
    assert me.until("lapsed")["words"].startswith("The condition did not come true")
    assert live.orders.rows == []
    assert live.point.to_move == me.position["seat"], "above the limit the player decides"
    assert not any("orders" in message.get("told", {}) for message in them.heard)


def test_an_order_can_be_withdrawn_and_a_wrong_one_is_refused(slow: Server, browsers: list[Browser]) -> None:
    live, _them, me = seated(slow, browsers)
    assert bid(me, "top9", 5)["words"] == "You can't give that order now."
    assert bid(me, "top1", 99)["words"].startswith("The limit must be")
    order = {"type": "standing", "kind": "pass"}
    assert me.ask("order", at=me.at, order=order)["type"] == "refused", "this is the auction"
    assert bid(me, "top1", 5)["type"] == "accepted"
    assert me.ask("withdraw", number=live.orders.rows[0].number)["type"] == "accepted"
    assert live.orders.rows == []


def conditional(page: Page, *ifs: tuple[int, str, str]) -> dict[str, Any]:
    body = [{"seat": seat, "move": move, "then": then} for seat, move, then in ifs]
    return page.ask("order", at=page.at, order={"type": "line", "ifs": body})


def test_conditional_moves_answer_what_was_expected_one_after_the_other(
    slow: Server, browsers: list[Browser]
) -> None:
    live, them, me = seated(slow, browsers)
    seat = them.position["seat"]
    answer = conditional(me, (seat, "bid A1 3", "bid A1 4"), (seat, "bid B1 2", "bid B1 3"))
    assert answer["type"] == "accepted"
    them.play("bid A1 3")
    wait_for(lambda: live.point.to_move == seat)
    wait_for(lambda: len(live.orders.rows) == 1 and "top1" not in live.orders.rows[0].body)
    them.my_turn()
    them.play("bid B1 2")
    wait_for(lambda: str(live.table.moves[-1]) == "bid B1 3")
    wait_for(lambda: live.orders.rows == [])


@pytest.mark.parametrize("played", ["bid A2 3", "bid A1 4"])
def test_another_move_drops_the_conditional_moves_with_a_message(
    slow: Server, browsers: list[Browser], played: str
) -> None:
    live, them, me = seated(slow, browsers)
    assert conditional(me, (them.position["seat"], "bid A1 3", "bid A1 4"))["type"] == "accepted"
    them.play(played)
    assert me.until("lapsed")["words"]
    assert live.orders.rows == []
    assert live.point.to_move == me.position["seat"]


def test_an_answer_that_is_not_legal_then_is_dropped(slow: Server, browsers: list[Browser]) -> None:
    live, them, me = seated(slow, browsers)
    assert conditional(me, (them.position["seat"], "bid A1 5", "bid A1 4"))["type"] == "accepted"
    them.play("bid A1 5")
    me.until("lapsed")
    assert live.point.to_move == me.position["seat"]


def away_with_an_order(server: Server, browsers: list[Browser]) -> tuple[str, Browser, Page]:
    """The table, the browser of the player who has given a conditional move and left, and the other player's page."""
    live, them, me = seated(server, browsers)
    theirs = them.position["seat"]
    assert conditional(me, (theirs, "bid A1 3", "bid A1 4"))["type"] == "accepted"
    me.close()
    return f"/table/{live.row.id}", browsers[1 - theirs], them


def words_of_lapsed(page: Page) -> list[str]:
    """The messages that a page gets before the answer to its first request."""
    page.my_turn().ask("prefer", forced=True)
    return [message["words"] for message in page.heard if message["type"] == "lapsed"]


def test_a_player_who_was_away_is_told_once_when_they_return(slow: Server, browsers: list[Browser]) -> None:
    table, mine, them = away_with_an_order(slow, browsers)
    them.play("bid A2 3")
    wait_for(lambda: [row.lapsed for row in slow.live(table).orders.rows] == [True])
    assert not any("lapsed" in message["type"] for message in them.heard), "it is nobody else's business"
    (words,) = words_of_lapsed(mine.sit(table))
    assert words.startswith("The condition did not come true, so “If: ")
    assert "bids 3 cubes on A1. Then: " in words
    assert slow.live(table).orders.rows == []
    assert words_of_lapsed(mine.sit(table)) == [], "once"


def test_all_open_pages_of_the_seat_are_told(slow: Server, browsers: list[Browser]) -> None:
    table, mine, them = away_with_an_order(slow, browsers)
    pages = [mine.sit(table), mine.sit(table)]
    for page in pages:
        page.until("position")
    them.play("bid A2 3")
    for page in pages:
        page.until("lapsed")


def test_a_lapsed_order_is_no_longer_an_order(slow: Server, browsers: list[Browser]) -> None:
    table, mine, them = away_with_an_order(slow, browsers)
    them.play("bid A2 3")
    live = slow.live(table)
    wait_for(lambda: [row.lapsed for row in live.orders.rows] == [True])
    seat = live.orders.rows[0].seat
    assert live.orders.shown(seat) == ()
    assert live.point.to_move == seat, "and is not carried out"
    page = mine.sit(table).my_turn()
    assert bid(page, "top1", 5)["type"] == "accepted"


def test_notifications_still_to_be_sent_survive_a_restart_and_a_backup(
    tmp_path: Any, browsers: list[Browser]
) -> None:
    first = Server(tmp_path / "first")
    table, mine, them = away_with_an_order(first, browsers)
    them.play("bid A2 3")
    wait_for(lambda: [row.lapsed for row in first.live(table).orders.rows] == [True])
    first.stop()

    async def copied() -> None:
        source, target = [
            await open_store(sqlite_url(tmp_path / name / "branchline.db")) for name in ("first", "second")
        ]
        await copy(source, target)
        for store in (source, target):
            await store.close()

    asyncio.run(copied())
    shutil.copy(tmp_path / "first" / "links.key", tmp_path / "second" / "links.key")
    second = Server(tmp_path / "second")
    try:
        with Browser(second.host) as again:
            again.http.cookies.set("visitor", mine.http.cookies["visitor"])
            assert len(words_of_lapsed(again.sit(table))) == 1
    finally:
        second.stop()


def test_lines_that_make_no_sense_are_refused_with_a_sentence(slow: Server, browsers: list[Browser]) -> None:
    _live, them, me = seated(slow, browsers)
    mine, theirs = me.position["seat"], them.position["seat"]
    for one in (
        (mine, "bid A1 3", "bid A1 4"),
        (3, "bid A1 3", "bid A1 4"),
        (theirs, "dance", "bid A1 4"),
    ):
        assert conditional(me, one)["type"] == "refused"
    assert conditional(them, (mine, "bid A1 3", "bid A1 4"))["words"].startswith("It is your turn")


def test_undoing_past_an_order_drops_it(slow: Server, browsers: list[Browser]) -> None:
    live, them, me = seated(slow, browsers)
    at = them.play("bid B1 2")
    me.at_point(at).my_turn()
    at = me.play("bid B2 2")
    assert bid(me, "top1", 9)["type"] == "accepted"
    assert me.ask("take_back", at=at, what="step")["type"] == "accepted"
    them.at_point(at).until(lambda message: bool(message.get("told", {}).get("undo", {}).get("waits")))
    assert them.ask("agree", at=at, yes=True)["type"] == "accepted"
    wait_for(lambda: live.orders.rows == [])


def test_possible_moves_are_foreseen_only_in_the_game_without_secrets(
    slow: Server, browsers: list[Browser]
) -> None:
    _live, _them, me = seated(slow, browsers)
    me.send("foresee", at=me.at)
    moves = [choice["move"] for choice in me.until("foreseen")["choices"]]
    assert "bid A1 3" in moves
    me.send("foresee", at=me.at, move="bid A1 3")
    after = [choice["move"] for choice in me.until("foreseen")["choices"]]
    assert "bid A1 4" in after
    assert "bid A1 3" not in after
    secret = browsers[0].new_table("firstclass", "me", "here")
    page = browsers[0].sit(secret)
    page.hear()
    page.send("look", seat=1 - page.told["to_move"])
    page.until("position")
    page.send("foresee", at=page.at)
    assert page.until("foreseen")["choices"] == []


def test_orders_survive_a_restart(tmp_path: Any, browsers: list[Browser]) -> None:
    first = Server(tmp_path)
    live, them, me = seated(first, browsers)
    assert bid(me, "top1", 5)["type"] == "accepted"
    mover, name, cookie = (
        them.position["seat"],
        live.row.id,
        browsers[them.position["seat"]].http.cookies["visitor"],
    )
    first.stop()
    second = Server(tmp_path)
    try:
        with Browser(second.host) as again:
            again.http.cookies.set("visitor", cookie)
            again.sit(f"/table/{name}").my_turn().play("bid A1 3")
            live = second.live(name)
            wait_for(lambda: live.point.to_move == mover)
            assert str(live.table.moves[-1]) == "bid A1 4"
    finally:
        second.stop()


def test_an_order_given_at_one_server_is_carried_out_once_whichever_sees_it(
    postgres: Postgres, tmp_path: Any, browsers: list[Browser]
) -> None:
    url = postgres.database()
    servers = [Server(tmp_path, store=url), Server(tmp_path, store=url)]
    try:
        ann, bob = Browser(servers[0].host), Browser(servers[1].host)
        browsers += [ann, bob]
        table = ann.new_table("nuremberg", "me", "friend", name0="Ann", name1="Bob")
        bob.go(ann.links(table)[1], name="Bob")
        pages = [ann.sit(table), bob.sit(table)]
        for page in pages:
            page.hear()
        lives = [server.live(table) for server in servers]
        mover = lives[0].point.to_move
        assert mover is not None
        them, me = pages[mover], pages[1 - mover]
        assert bid(me, "top1", 9)["type"] == "accepted"
        wait_for(lambda: all(live.orders.rows for live in lives))
        them.play("bid A1 3")
        wait_for(lambda: all(len(live.table.moves) > 1 for live in lives))
        for live in lives:
            assert [str(move) for move in live.table.moves] == ["bid A1 3", "bid A1 4"]
    finally:
        for server in servers:
            server.stop()


def test_an_order_that_lapses_at_one_server_is_told_at_another(
    postgres: Postgres, tmp_path: Any, browsers: list[Browser]
) -> None:
    url = postgres.database()
    here, there = Server(tmp_path, store=url), Server(tmp_path, store=url)
    try:
        table, mine, them = away_with_an_order(here, browsers)
        phone = Browser(there.host)
        browsers.append(phone)
        phone.http.cookies.set("visitor", mine.http.cookies["visitor"])
        page = phone.sit(table)
        page.until("position")
        them.play("bid A2 3")
        page.until("lapsed")
        assert words_of_lapsed(mine.sit(table)) == [], "once"
    finally:
        here.stop()
        there.stop()
