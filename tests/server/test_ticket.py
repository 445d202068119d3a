"""The invitation to all free seats of a table: who gets which seat, when it ends, and what its ticket shows."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from .arrange import Browser, Server


def meta(text: str, name: str) -> str:
    (content,) = re.findall(rf'<meta (?:property|name)="{name}" content="([^"]*)">', text)
    return unescape(content)


@pytest.fixture
def cem(server: Server) -> Iterator[Browser]:
    with Browser(server.host) as browser:
        yield browser


@pytest.fixture
def eve(server: Server) -> Iterator[Browser]:
    with Browser(server.host) as browser:
        yield browser


def test_each_visitor_gets_the_next_free_seat_until_none_is_left(
    ann: Browser, bob: Browser, cem: Browser, eve: Browser
) -> None:
    table = ann.new_table("nuremberg", "me", "friend", "bot:random", "friend", name0="Ann")
    link = ann.common_link(table)
    for friend, name in ((bob, "Bob"), (cem, "Cem")):
        assert friend.get(link).status_code == 200
        assert friend.go(link, name=name) == table
        assert friend.get(link).headers["location"] == table, "who sits there is led to the table"
    assert bob.sit(table).until("position")["mine"] == [1]
    assert cem.sit(table).until("position")["mine"] == [3]
    for answer in (eve.get(link), eve.post(link, name="Eve")):
        assert answer.status_code == 410
        assert "All seats at this table are taken." in answer.text
    (watch,) = re.findall(r'href="http://[^/]+(/watch/[\w-]+)"', eve.get(link).text)
    assert eve.get(watch).status_code == 200, "but may watch"
    assert eve.get(table).status_code == 404
    assert 'data-seat="any"' not in ann.get(table).text


def test_the_ticket_says_who_invites_to_which_game(ann: Browser, bob: Browser) -> None:
    table = ann.new_table("nuremberg", "me", "friend", name0="Ann", board="wensleydale", rounds="2")
    page = unescape(bob.get(ann.common_link(table)).text)
    for words in ("Ann invites you", "First Train to Nuremberg", "any free seat", "Wensleydale", "Rounds"):
        assert words in page
    assert "Influence at the start" not in page, "what is as usual is left out"
    assert "number 2" in bob.get(ann.links(table)[1]).text, "an invitation to one seat names it"
    first_class = ann.new_table("firstclass", "me", "friend", modules="CE")
    assert "C: Who is the murderer?, E: Switches" in unescape(bob.get(ann.common_link(first_class)).text)


@pytest.mark.parametrize("seat", ["any", "1"])
def test_a_new_link_ends_the_common_one(ann: Browser, bob: Browser, seat: str) -> None:
    table = ann.new_table("nuremberg", "me", "friend", "friend")
    old = ann.common_link(table)
    answer = ann.http.post(f"{table}/link", data={"seat": seat}, headers={"accept": "application/json"})
    assert answer.json()["seat"] == seat
    assert bob.get(old).status_code == bob.post(old).status_code == 404
    assert bob.go(ann.common_link(table), name="Bob") == table
    assert bob.post(f"{table}/link", seat="any").status_code == 403, "only the host renews it"


def test_a_used_link_stays_dead_when_a_player_has_left(ann: Browser, bob: Browser, eve: Browser) -> None:
    table = ann.new_table("nuremberg", "me", "friend", "bot:random")
    link = ann.common_link(table)
    bob.go(link, name="Bob")
    bob.go(f"{table}/leave")
    assert eve.get(link).status_code == eve.post(link).status_code == 404
    assert eve.go(ann.common_link(table), name="Eve") == table


def test_a_link_already_sent_survives_one_more_free_seat(ann: Browser, bob: Browser, cem: Browser) -> None:
    table = ann.new_table("nuremberg", "me", "friend", "bot:random")
    link = ann.common_link(table)
    ann.go(f"{table}/seat", seat=2, bot="")
    assert bob.go(link, name="Bob") == cem.go(link, name="Cem") == table


def test_the_link_of_one_table_opens_no_other(ann: Browser, bob: Browser) -> None:
    one, other = (ann.new_table("nuremberg", "me", "friend") for _ in range(2))
    first, second = ann.common_link(one), ann.common_link(other)
    mixed = f"/join/{second.removeprefix('/join/')[:-27]}{first[-27:]}"
    assert second == f"/join/{other.removeprefix('/table/')}{second[-27:]}"
    for forged in (mixed, second[:-1], f"{second}x", f"/join/{other.removeprefix('/table/')}"):
        assert bob.get(forged).status_code == bob.post(forged).status_code == 404


# The picture for messengers


def test_messengers_get_a_picture_without_a_session(server: Server, ann: Browser, bob: Browser) -> None:
    table = ann.new_table("firstclass", "me", "friend", name0="Ann")
    link = ann.common_link(table)
    page = bob.get(link).text
    assert meta(page, "og:title") == "Ann invites you · First Class"
    assert "A seat is waiting for you." in meta(page, "og:description")
    assert meta(page, "og:url") == f"http://{server.host}{link}"
    assert meta(page, "twitter:card") == "summary_large_image"
    address = meta(page, "og:image")
    assert address == meta(page, "twitter:image")
    assert link.rpartition("/")[2] not in address, "the picture opens no seat"
    picture = httpx.get(address, timeout=60)
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")
    size = struct.unpack(">II", picture.content[16:24])
    assert size == (int(meta(page, "og:image:width")), int(meta(page, "og:image:height"))) == (1200, 630)
    assert picture.headers["cache-control"].startswith("public")
    assert "set-cookie" not in picture.headers
    german = httpx.get(address.replace("/en.png", "/de.png"), timeout=60)
    assert german.content != picture.content
    for missing in (address.replace("/en.png", "/xx.png"), f"http://{server.host}/ticket/nowhere/en.png"):
        assert httpx.get(missing, timeout=60).status_code == 404


def test_the_picture_does_not_follow_the_game(ann: Browser, bob: Browser) -> None:
    """It shows nothing of what happens at the table: neither who came, nor their hands, nor their moves."""
    table = ann.new_table("firstclass", "me", "friend", name0="Ann", modules="CD")
    address = meta(bob.get(ann.common_link(table)).text, "og:image")
    before = httpx.get(address, timeout=60)
    bob.go(ann.common_link(table), name="Bob")
    page = ann.sit(table)
    page.hear()
    players = {0: page, 1: bob.sit(table)}
    players[1].hear()
    for _move in range(4):
        mover = players[page.told["to_move"]].my_turn()
        at = mover.play()
        page.at_point(at)
    assert httpx.get(address, timeout=60).content == before.content
