"""Somebody wants a seat that is not theirs: the host of a friendly table, the host of a league, a stranger with an old
link."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from branchline.server.http.errors import Refused
from branchline.server.lobby.seat_changes import sit_down
from branchline.server.table.play.clock_rules import DAY
from branchline.store import Store

from ..club.games.test_leagues import found_league, tables_of
from ..club.people import PASSWORD, Guests, Members
from ..club.waiting import Watch
from ..postgres import Postgres
from ..server.arrange import Browser, Page, Server
from .brought import bring, record_with


def friends_at(ann: Browser, *friends: tuple[Browser, str]) -> str:
    """Ann's table; each friend has taken the seat they were invited to."""
    table = ann.new_table("nuremberg", "me", *("friend" for _one in friends), name0="Ann")
    for seat, (friend, name) in enumerate(friends, start=1):
        assert friend.go(ann.links(table)[seat], name=name) == table
    return table


def seen(page: Page) -> Page:
    page.until("position")
    return page


def told(page: Page) -> list[str]:
    """What the log says about seats."""
    return [line["words"] for line in page.log if line.get("seated")]


def until_told(page: Page, words: str) -> None:
    """The last line about seats."""
    while not page.position or told(page)[-1:] != [words]:
        page.hear()


def until_alone(page: Page) -> None:
    """Nobody else is looking at the table."""
    while sum(seat.get("here", False) for seat in page.told["seats"]) > 1:
        page.hear()


# The host of a friendly game


def test_a_host_cannot_take_the_seat_of_a_friend(guest: Guests) -> None:
    ann, bob, eve = guest(), guest(), guest()
    table = ann.new_table("nuremberg", "me", "friend", name0="Ann")
    invitation = ann.links(table)[1]
    bob.go(invitation, name="Bob")
    assert ann.links(table) == {}, "it is hidden from the host"
    for thief in (ann, eve):
        assert thief.get(invitation).status_code == thief.post(invitation, name="Bob").status_code == 410
        assert "the seat is taken" in thief.get(invitation).text
    for form in ("link", "seat"):
        assert ann.post(f"{table}/{form}", seat="1", bot="random").status_code == 422
    page = seen(ann.sit(table))
    assert page.position["mine"] == [0]
    assert page.ask("look", seat=1)["type"] == "refused"
    assert seen(bob.sit(table)).position["mine"] == [1]
    assert bob.get(invitation).headers["location"] == table, "who sits there is led to the table"


def test_two_people_who_use_one_invitation_at_the_same_time_get_one_seat(club: Server, guest: Guests) -> None:
    ann = guest()
    table = ann.new_table("nuremberg", "me", "friend")
    token, live = ann.links(table)[1].rpartition("/")[2], club.live(table)

    async def both() -> list[object]:
        found = [sit_down(live, 1, token, visitor, visitor) for visitor in ("bob", "eve")]
        return await asyncio.gather(*found, return_exceptions=True)

    answers = dict(zip(("bob", "eve"), club.do(both()), strict=True))
    (seated,) = live.seating.holders[1]
    assert answers.pop(seated) is None
    (refused,) = answers.values()
    assert isinstance(refused, Refused)
    assert "the seat is taken" in str(refused)


def test_a_used_link_stays_dead_when_the_seat_is_free_again(guest: Guests) -> None:
    ann, bob, eve = guest(), guest(), guest()
    table = ann.new_table("nuremberg", "me", "friend")
    invitation = ann.links(table)[1]
    bob.go(invitation, name="Bob")
    own = bob.own_link(table)
    bob.go(f"{table}/leave")
    for dead in (invitation, own):
        assert eve.get(dead).status_code == eve.post(dead).status_code == 404
    eve.go(ann.links(table)[1], name="Eve")
    assert eve.own_link(table) != own
    assert bob.post(own).status_code == 404, "nor does who sat there before come back"


def test_a_member_who_leaves_the_club_leaves_no_link_behind(member: Members, guest: Guests) -> None:
    ann, bob, eve = member(), member(), guest()
    table = ann.new_table("nuremberg", "me", "friend")
    invitation = ann.links(table)[1]
    bob.go(invitation)
    own = bob.own_link(table)
    bob.go("/account/delete", password=PASSWORD)
    assert eve.post(invitation, name="Eve").status_code == eve.post(own).status_code == 404
    until_told(ann.sit(table), "Former member leaves the table.")
    assert eve.go(ann.links(table)[1], name="Eve") == table, "the host has a new invitation"


# Leagues


@pytest.mark.parametrize("rated", ["", "1"], ids=["friendly", "rated"])
def test_a_host_cannot_take_a_seat_in_their_league(club: Server, member: Members, rated: str) -> None:
    founder, bob, cem = member(), member(), member()
    address = found_league(founder, bob, cem, rated=rated)
    founder.go(f"{address}/begin")
    (planned,) = tables_of(club, address)
    table, live = f"/table/{planned.table}", club.live(f"/table/{planned.table}")
    assert live.state.rated == bool(rated)
    assert "/join/" not in founder.get(table).text
    assert "/back/" not in founder.get(table).text
    common = live.context.links.table_token(planned.table, live.seating.rows)
    assert founder.post(f"/join/{common}").status_code == 404
    for seat in (0, 1):
        token = live.context.links.seat_token(planned.table, live.seating.rows[seat])
        assert founder.post(f"/join/{token}").status_code == 410, "even by a link that nobody was shown"
        own = live.context.links.own_token(planned.table, live.seating.rows[seat])
        assert founder.post(f"{table}/back/{own}").status_code == 404
        for form in ("link", "seat", "invite-again"):
            assert founder.post(f"{table}/{form}", seat=seat, bot="random").status_code == 422
    assert bob.post(f"{table}/leave").status_code == 422, "so nobody else is seated, rated or not"
    assert sorted(live.seating.holders, key=list) == [{player} for player in sorted(planned.players)]
    assert founder.sit(table).hear()["mine"] == []


def test_only_a_bot_can_take_the_seat_of_a_member_who_left_the_club(club: Server, member: Members) -> None:
    founder, bob, cem = member(), member(), member()
    address = found_league(founder, bob, cem, rated="")
    founder.go(f"{address}/begin")
    (planned,) = tables_of(club, address)
    table, live = f"/table/{planned.table}", club.live(f"/table/{planned.table}")
    seat = next(seat for seat in (0, 1) if live.seating.names[seat] == bob.name)
    bob.go("/account/delete", password=PASSWORD)
    founder.get(table)
    assert live.seating.rows[seat].kind == "open"
    for thief in (founder, cem):
        token = live.context.links.seat_token(planned.table, live.seating.rows[seat])
        answer = thief.post(f"/join/{token}")
        assert answer.status_code == 422
        assert "only the paired player sits here" in answer.text
    assert not live.seating.holders[seat]


def test_a_bot_in_a_league_makes_room_for_nobody(club: Server, member: Members) -> None:
    founder, people = member(), [member() for _number in range(3)]
    address = found_league(founder, *people, rated="")
    founder.go(f"{address}/begin")
    planned = next(one for one in tables_of(club, address) if "" in one.players)
    answer = founder.post(f"/table/{planned.table}/seat", seat=planned.players.index(""), bot="")
    assert answer.status_code == 422
    assert "In a league nobody changes seats" in answer.text


# Names


def test_nobody_plays_under_a_members_name_from_a_record(
    club: Server, member: Members, guest: Guests
) -> None:
    bob, cem, eve = member(), member(), guest()
    for visitor, called in ((eve, ""), (cem, cem.name), (bob, bob.name)):
        replay = bring(visitor, record_with(seats=[bob.name] * 2)).headers["location"]
        live = club.live(visitor.go(f"{replay}/branch", at=0))
        (mine,) = (row for row in live.seating.rows if row.kind == "person")
        assert mine.name == (called or f"Player {mine.seat + 1}")


# A player's own link


def test_the_link_back_to_a_seat_is_known_to_its_owner_alone(club: Server, guest: Guests) -> None:
    ann, bob, eve, phone = guest(), guest(), guest(), guest()
    table = friends_at(ann, (bob, "Bob"))
    own = bob.own_link(table)
    watching = re.findall(r"/watch/([\w-]+)", ann.get(table).text)[0]
    pages = [seen(ann.sit(table)), seen(bob.sit(table)), seen(eve.sit(table, watch=watching))]

    page = phone.get(own)
    assert "Bob already sits here" in page.text, "first a page that warns who was sent somebody else's link"
    assert phone.get(table).status_code == 404
    assert phone.go(own) == table
    assert seen(phone.sit(table)).position["mine"] == [1]
    for one in pages:
        until_told(one, "Bob joins from another device.")

    secret = own.rpartition("/")[2]
    assert phone.own_link(table) == own
    places = [one.get(address).text for one in (ann, eve) for address in (table, f"/watch/{watching}", "/")]
    store: Store = club.app.state.lobby.context.store
    kept = club.do(store.find(table.rpartition("/")[2]))
    everything = [*places, str(kept), *(raw.decode() for one in pages for raw in one.raw)]
    assert not [where for where in everything if secret in where]
    assert eve.get(own[:-1] + ("A" if own[-1] != "A" else "B")).status_code == 404
    assert eve.get(f"{table}/back/ü").status_code == 404


def test_a_player_who_leaves_is_gone_on_all_devices(guest: Guests) -> None:
    ann, bob, phone = guest(), guest(), guest()
    table = friends_at(ann, (bob, "Bob"))
    phone.go(bob.own_link(table))
    page = seen(phone.sit(table))
    bob.go(f"{table}/leave")
    assert page.closed() == 4403
    assert phone.get(table).status_code == bob.get(table).status_code == 404


# The others agree


def test_a_seat_is_given_away_only_if_its_owner_stays_away(guest: Guests, watch: Watch) -> None:
    ann, bob = guest(), guest()
    table = friends_at(ann, (bob, "Bob"))
    bobs = seen(bob.sit(table))
    assert "at the table right now" in ann.post(f"{table}/invite-again", seat=1).text
    bobs.close()
    page = seen(ann.sit(table))
    until_alone(page)
    ann.go(f"{table}/invite-again", seat=1)
    until_told(page, "Ann wants to give out a new invitation to the seat of Bob.")
    watch.ahead += DAY - 60
    assert "already agreed" in ann.post(f"{table}/invite-again", seat=1).text
    bobs = bob.sit(table)
    for one in (page, bobs):
        until_told(one, "Bob is here and keeps the seat.")
    bobs.close()
    until_alone(page)
    watch.ahead += 120
    ann.go(f"{table}/invite-again", seat=1)
    assert ann.links(table) == {}, "it starts anew: only asked for"
    assert bob.get(table).status_code == 200


def test_a_friend_who_lost_everything_is_invited_again(guest: Guests, watch: Watch) -> None:
    ann, bob, cem, again = guest(), guest(), guest(), guest()
    table = friends_at(ann, (bob, "Bob"), (cem, "Cem"))
    own = bob.own_link(table)
    ann.go(f"{table}/invite-again", seat=1)
    page = seen(cem.sit(table))
    assert page.told["seats"][1]["new_invitation"]["waits"] == [2]
    watch.ahead += DAY + 1
    assert ann.post(f"{table}/invite-again", seat=1).status_code == 422, "Cem has not agreed"
    cem.go(f"{table}/invite-again", seat=1)
    watch.ahead += DAY + 1
    answer = cem.http.post(
        f"{table}/invite-again", data={"seat": "1"}, headers={"accept": "application/json"}
    )
    invitation = answer.json()["link"].removeprefix(f"http://{cem.host}")
    assert ann.links(table) == {1: invitation}
    assert bob.get(table).status_code == bob.get(own).status_code == 404
    again.go(invitation, name="Bob")
    until_told(page, "Bob takes a seat.")
    assert told(page)[-4:] == [
        "Ann wants to give out a new invitation to the seat of Bob.",
        "Cem wants to give out a new invitation to the seat of Bob.",
        "Bob did not come back: the seat is open for a new invitation.",
        "Bob takes a seat.",
    ]


def test_strangers_and_owners_have_no_say(guest: Guests) -> None:
    ann, bob, eve = guest(), guest(), guest()
    table = friends_at(ann, (bob, "Bob"))
    assert eve.post(f"{table}/invite-again", seat=1).status_code == 404
    assert bob.post(f"{table}/invite-again", seat=1).status_code == 422


def test_a_seat_in_a_rated_game_is_not_given_away(member: Members) -> None:
    ann, bob = member(), member()
    table = ann.new_table("nuremberg", "me", "friend", rated="1")
    bob.go(ann.links(table)[1])
    answer = ann.post(f"{table}/invite-again", seat=1)
    assert answer.status_code == 422
    assert "a seat stays with its player" in answer.text
    assert "/back/" not in bob.get(table).text, "members sign in instead"


# Everybody sees it


def test_every_page_shows_how_seats_change_hands_even_after_a_restart(url: str, tmp_path: Path) -> None:
    first = Server(tmp_path, store=url)
    with Browser(first.host) as ann, Browser(first.host) as bob, Browser(first.host) as eve:
        table = friends_at(ann, (bob, "Bob"))
        watching = re.findall(r"/watch/([\w-]+)", ann.get(table).text)[0]
        pages = [seen(ann.sit(table)), seen(eve.sit(table, watch=watching))]
        bob.go(f"{table}/leave")
        ann.go(f"{table}/seat", seat="1", bot="random")
        ann.go(f"{table}/seat", seat="1", bot="")
        bob.go(ann.links(table)[1], name="Bob")
        for page in pages:
            while len(told(page)) < 5:
                page.hear()
        shown = told(pages[0])
        engine = shown[2].removeprefix("A bot, ").removesuffix(", takes the seat.")
        assert shown == [
            "Bob takes a seat.",
            "Bob leaves the table.",
            f"A bot, {engine}, takes the seat.",
            f"The bot {engine} makes room: the seat is open.",
            "Bob takes a seat.",
        ]
        assert told(pages[1]) == shown, "spectators too"
        cookies = dict(ann.http.cookies)
    first.stop()
    second = Server(tmp_path, store=url)
    try:
        with Browser(second.host) as ann, Browser(second.host) as eve:
            ann.http.cookies.update(cookies)
            assert told(seen(ann.sit(table))) == told(seen(eve.sit(table, watch=watching))) == shown
    finally:
        second.stop()


def test_undoing_a_move_removes_no_line_about_seats(guest: Guests) -> None:
    ann, phone = guest(), guest()
    table = ann.new_table("nuremberg", "me", "bot:random", name0="Ann")
    page = ann.sit(table).my_turn()
    page.play()
    phone.go(ann.own_link(table))
    until_told(page, "Ann joins from another device.")
    page.my_turn()
    assert page.ask("take_back", at=page.at, what="step")["type"] == "accepted"
    while not any(line.get("undone") for line in page.log):
        page.hear()
    assert told(page) == ["Ann joins from another device."]
    assert told(seen(phone.sit(table))) == told(page)


def test_two_processes_tell_each_other(postgres: Postgres, tmp_path: Path, watch: Watch) -> None:
    url = postgres.database()
    one, other = (Server(tmp_path, store=url) for _number in range(2))
    try:
        with Browser(one.host) as ann, Browser(one.host) as bob, Browser(other.host) as there:
            table = friends_at(ann, (bob, "Bob"))
            there.http.cookies.update(dict(bob.http.cookies))
            page = seen(ann.sit(table))
            ann.go(f"{table}/invite-again", seat=1)
            watch.ahead += DAY + 1
            bobs = there.sit(table)
            for at_table in (bobs, page):
                until_told(at_table, "Bob is here and keeps the seat.")
            assert told(page) == told(bobs)
            while not page.told["seats"][1].get("here"):
                page.hear()
            assert "at the table right now" in ann.post(f"{table}/invite-again", seat=1).text
            there.go(f"{table}/leave")
            until_told(page, "Bob leaves the table.")
    finally:
        one.stop()
        other.stop()
