"""Seats and links: an invitation seats one player, who keeps the seat until they leave."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlsplit

import pytest

from branchline.server.http.visitors import fingerprint
from branchline.server.table.state.seat_links import Links, new_id
from branchline.store import SeatRow

from .arrange import Browser, Server
from .test_live import friends_table


def test_links_can_be_recomputed_but_not_guessed() -> None:
    row = SeatRow(seat=1, name="Bob", kind="open")
    links, others = Links(b"k" * 32), Links(b"l" * 32)
    assert links.seat_token("t", row) == links.seat_token("t", row)
    assert len({links.token("t", seat, number) for seat in range(4) for number in range(4)}) == 16
    assert links.seat_token("t", row) != others.seat_token("t", row)
    assert len(links.seat_token("t", row)) >= 27, "160 bits"
    assert links.linked_seat("t", row).link == fingerprint(links.seat_token("t", row))
    assert links.renewed_seat("t", row).link != links.linked_seat("t", row).link
    assert len({new_id() for _ in range(100)}) == 100


def test_the_store_holds_neither_links_nor_cookies(server: Server, ann: Browser, bob: Browser) -> None:
    table = friends_table(ann, bob)
    secrets = [browser.own_link(table).rpartition("/")[2] for browser in (ann, bob)]
    secrets += [ann.http.cookies["visitor"], bob.http.cookies["visitor"]]
    kept = server.do(server.app.state.lobby.context.store.find(table.rpartition("/")[2]))
    assert len(secrets) == 4
    assert not any(secret in str(kept) for secret in secrets)


def test_a_link_shows_a_page_first_and_only_its_button_takes_the_seat(ann: Browser, bob: Browser) -> None:
    table = ann.new_table("nuremberg", "me", "friend")
    link = ann.links(table)[1]
    assert "Take a seat" in bob.get(link).text
    assert bob.get(link).status_code == 200
    assert bob.get(table).status_code == 404, "looking at the link gives no seat"
    assert bob.go(link, name="Bob") == table
    page = bob.sit(table)
    assert page.hear()["mine"] == [1]
    assert page.told["seats"][1] == {"name": "Bob", "kind": "person", "here": True}
    assert bob.get(link).headers["location"] == table, "who sits there already is led to the table"


def test_without_a_seat_the_table_is_not_shown(ann: Browser, bob: Browser) -> None:
    table = ann.go("/play-now", game="nuremberg")
    assert bob.get(table).status_code == 404
    assert "Ask its host for a link" in bob.get(table).text
    assert bob.sit(table).closed() == 4404
    assert bob.sit("/table/nowhere").closed() == 4404
    assert bob.get("/join/" + "x" * 27).status_code == 404


def test_scripts_get_the_new_link(ann: Browser) -> None:
    table = ann.new_table("nuremberg", "me", "friend")
    for seat, kind in (("1", "join"), ("watch", "watch")):
        answer = ann.http.post(f"{table}/link", data={"seat": seat}, headers={"accept": "application/json"})
        assert answer.json()["seat"] == seat
        path = urlsplit(answer.json()["link"]).path
        assert path.startswith(f"/{kind}/")
        assert path in ann.get(table).text, "the page shows the same one"


def test_a_new_invitation_ends_the_old_one(ann: Browser, bob: Browser) -> None:
    table = ann.new_table("nuremberg", "me", "friend")
    old = ann.links(table)[1]
    ann.go(f"{table}/link", seat=1)
    assert bob.get(old).status_code == 404
    assert bob.post(old).status_code == 404
    new = ann.links(table)[1]
    assert new != old
    assert bob.go(new, name="Bob") == table


@pytest.mark.parametrize("path", ["link", "seat"])
def test_only_the_host_manages_links_and_seats(ann: Browser, bob: Browser, path: str) -> None:
    table = friends_table(ann, bob)
    answer = bob.post(f"{table}/{path}", seat=0, bot="random")
    assert answer.status_code == 403
    assert "Only the host" in answer.text
    assert not bob.links(table)


def test_an_abandoned_seat_is_open_and_the_host_may_give_it_to_a_bot(ann: Browser, bob: Browser) -> None:
    table = friends_table(ann, bob)
    page = ann.sit(table)
    page.hear()
    assert bob.go(f"{table}/leave") == "/"
    page.until(lambda message: "told" in message and message["told"]["seats"][1]["kind"] == "open")
    assert bob.get(table).status_code == 404
    ann.go(f"{table}/seat", seat=1, bot="random")
    page.until(lambda message: "told" in message and message["told"]["seats"][1]["kind"] == "bot")
    page.my_turn()
    ann.go(f"{table}/seat", seat=1, bot="")
    page.until(lambda message: "told" in message and message["told"]["seats"][1]["kind"] == "open")
    assert bob.go(ann.links(table)[1], name="Bob") == table, "by a new invitation"


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_an_open_seat_is_offered_the_same_bots_and_styles_as_a_new_game(ann: Browser, game: str) -> None:
    def offered(page: str, names: str) -> list[list[str]]:
        html = unescape(ann.get(page).text)
        return [re.findall(r'<option value="(?:bot:)?([^"]*)', found)
                for found in re.findall(rf'<select name="(?:{names})".*?</select>', html, re.DOTALL)]  # fmt: skip

    people = ["me", "friend", "here"]
    levels, styles = offered(f"/new?game={game}", "seat1|style1")
    assert offered(ann.new_table(game, "me", "friend"), "bot|style") == [levels[len(people) :], styles]
    assert len(styles) > 2


def test_a_bot_takes_an_open_seat_in_the_style_that_was_chosen(server: Server, ann: Browser) -> None:
    table = ann.new_table("nuremberg", "me", "friend")
    ann.go(f"{table}/seat", seat=1, bot="level:3", style="builder")
    assert server.live(table).seating.rows[1].bot == "level:3,style=builder"
    ann.go(f"{table}/seat", seat=1, bot="greedy", style="builder")
    assert server.live(table).seating.rows[1].bot == "greedy", "only levels have styles"
    assert ann.post(f"{table}/seat", seat=1, bot="level:3", style="dreamer").status_code == 422


def test_nobody_is_replaced_by_a_bot_while_they_sit(ann: Browser, bob: Browser) -> None:
    table = friends_table(ann, bob)
    assert "That seat is already taken" in ann.post(f"{table}/seat", seat=1, bot="random").text
    assert ann.post(f"{table}/seat", seat=7, bot="random").status_code == 422
    bob.go(f"{table}/leave")
    assert "no bot" in ann.post(f"{table}/seat", seat=1, bot="terminator").text


def test_nobody_can_leave_for_somebody_else(ann: Browser, bob: Browser) -> None:
    table = friends_table(ann, bob)
    assert "not yours" in bob.post(f"{table}/leave", seat=0).text
    assert ann.sit(table).hear()["mine"] == [0]


def test_spectators_watch_by_their_link_and_do_nothing_else(ann: Browser, bob: Browser) -> None:
    table = ann.go("/play-now", game="firstclass")
    token = re.findall(r"/watch/([\w-]+)", ann.get(table).text)[0]
    text = bob.get(f"/watch/{token}").text
    assert f"{table}/live?watch={token}" in text
    assert "/join/" not in text
    page = bob.sit(table, watch=token)
    position = page.hear()
    assert (position["seat"], position["mine"], position["host"]) == (None, [], False)
    for request in ({"kind": "play", "at": page.at, "move": "x"}, {"kind": "rename", "name": "Eve"}, {"kind": "allow",
                    "hints": True}, {"kind": "look", "seat": 0}, {"kind": "hint", "at": page.at}):  # fmt: skip
        assert page.ask(**request)["type"] == "refused"
    page.send("say", words="hello")
    assert page.until("chat")["seat"] is None
    ann.go(f"{table}/link", seat="watch")
    assert page.closed() == 4403
    assert bob.get(f"/watch/{token}").status_code == 404
    assert bob.sit(table, watch=token).closed() == 4404


def test_a_link_of_one_table_opens_no_other(ann: Browser, bob: Browser) -> None:
    one, other = ann.go("/play-now", game="firstclass"), ann.go("/play-now", game="firstclass")
    token = re.findall(r"/watch/([\w-]+)", ann.get(one).text)[0]
    assert bob.sit(other, watch=token).closed() == 4404
    assert bob.get(f"/join/{token}").status_code == 404


def test_a_player_who_watches_is_told_what_spectators_are(ann: Browser) -> None:
    table = ann.go("/play-now", game="firstclass")
    token = re.findall(r"/watch/([\w-]+)", ann.get(table).text)[0]
    page = ann.sit(table, watch=token)
    assert page.hear()["mine"] == []
    assert page.ask("look", seat=0)["type"] == "refused"


def test_the_home_page_lists_the_visitors_tables_with_their_turn_first(ann: Browser) -> None:
    assert "None yet" in ann.get("/").text
    waiting = ann.new_table("nuremberg", "friend", "friend")
    playing = ann.go("/play-now", game="nuremberg")
    ann.sit(playing).my_turn()
    text = ann.get("/").text
    assert 0 < text.index(playing) < text.index(waiting)


def test_a_rematch_includes_everybody(ann: Browser, bob: Browser, server: Server) -> None:
    table = friends_table(ann, bob)
    assert "finished game" in ann.post(f"{table}/rematch").text
    live = server.live(table)
    page = bob.sit(table)
    page.hear()

    async def play_out() -> None:
        async with live.writer.writing():
            while not live.table.over:
                live.table.push(live.table.legal_moves.ids[0])

    server.do(play_out())
    following = ann.go(f"{table}/rematch")
    assert page.until("rematch")["address"] == following
    assert bob.go(f"{table}/rematch") == following, "asked twice it is the same table"
    assert bob.sit(following).hear()["mine"] == [1]
    assert [seat["name"] for seat in ann.sit(following).hear()["told"]["seats"]] == ["Ann", "Bob"]
    assert bob.get(f"{following}/record").status_code == 422, "a running game keeps its record to itself"
    assert ann.get(f"{table}/record").status_code == 200
