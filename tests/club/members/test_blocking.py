"""Blocked members are not seated with the member who blocked them, and open pages don't show what they say, in any
process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from branchline.store.club.members import Members as StoredMembers

from ...postgres import Postgres
from ...server.arrange import Browser, Page, Server
from ..games.test_open_tables import play_out
from ..people import Member, Members, give_cookie, say


def finished_game(club: Server, host: Member, *others: Member) -> str:
    table = host.new_table("nuremberg", "me", *("friend" for _one in others), rounds="1")
    for seat, other in enumerate(others, start=1):
        other.go(host.links(table)[seat])
    play_out(club, table)
    return table


@pytest.mark.parametrize("blocking", ["winner", "loser"])
def test_there_is_no_rematch_with_somebody_who_is_blocked(
    club: Server, member: Members, blocking: str
) -> None:
    ann, bob = member(), member()
    table = finished_game(club, ann, bob)
    who, whom = (ann, bob) if blocking == "winner" else (bob, ann)
    who.go("/account/block", name=whom.name)
    for asking in (ann, bob):
        answer = asking.post(f"{table}/rematch")
        assert answer.status_code == 422
        assert "has blocked another player" in answer.text
    who.go("/account/unblock", name=whom.name)
    again = ann.go(f"{table}/rematch")
    assert bob.get(again).status_code == 200


def test_a_third_player_cannot_bring_them_together_either(club: Server, member: Members) -> None:
    ann, bob, cem = member(), member(), member()
    table = finished_game(club, ann, bob, cem)
    bob.go("/account/block", name=cem.name)
    assert "has blocked another player" in ann.post(f"{table}/rematch").text


@pytest.mark.parametrize("way", ["link", "invitation"])
@pytest.mark.parametrize("blocking", ["who sits", "who comes"])
def test_nobody_sits_down_with_another_player_who_is_blocked(
    member: Members, way: str, blocking: str
) -> None:
    ann, bob, cem = member(), member(), member()
    table = ann.new_table("nuremberg", "me", "friend", "friend")
    bobs_link = ann.links(table)[1]
    bob.go(bobs_link)
    ann.go(f"{table}/invite", name=cem.name)
    who, whom = (bob, cem) if blocking == "who sits" else (cem, bob)
    who.go("/account/block", name=whom.name)
    address = ann.links(table)[2] if way == "link" else f"/invitations/{table.rpartition('/')[2]}/accept"
    assert "somebody you have blocked or who has blocked you" in cem.post(address).text
    assert bob.go(bobs_link) == table, "who sits there stays, and may come again by the link"
    who.go("/account/unblock", name=whom.name)
    assert cem.go(address) == table


# Open pages


@pytest.fixture
def servers(postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Server]]:
    monkeypatch.setattr(
        "branchline.server.club.accounts.CHECK_EVERY", 3600.0
    )  # no regular checks: only the message tells
    store = postgres.database()
    both = [Server(tmp_path, store=store, accounts=True) for _number in range(2)]
    yield both
    for server in both:
        server.stop()


def chat_of(page: Page) -> list[str]:
    return [line["words"] for line in page.position["chat"]]


def table_of(ann: Member, bob: Member) -> str:
    table = ann.new_table("nuremberg", "me", "friend")
    bob.go(ann.links(table)[1])
    return table


def test_a_block_and_its_end_reach_a_page_of_another_process(servers: list[Server]) -> None:
    here, there = servers
    with Member(here.host) as ann, Member(here.host) as bob, Browser(there.host) as phone:
        table = table_of(ann, bob)
        give_cookie(phone, "session", ann.http.cookies["session"])
        page, bobs = phone.sit(table), bob.sit(table)
        page.until("position")
        say(bobs, "choo")
        page.until("chat")
        ann.go("/account/block", name=bob.name)
        page.until("position")
        assert chat_of(page) == []
        say(bobs, "unheard")
        page.send("say", words="mine")
        assert page.until("chat")["words"] == "mine", "and nothing between"
        ann.go("/account/unblock", name=bob.name)
        page.until("position")
        assert chat_of(page) == ["choo", "unheard", "mine"]


def test_a_block_is_noticed_even_if_its_message_is_lost(club: Server, member: Members) -> None:
    ann, bob = member(), member()
    table = table_of(ann, bob)
    page, bobs = ann.sit(table), bob.sit(table)
    page.until("position")
    say(bobs, "choo")
    page.until("chat")
    kept = StoredMembers(club.app.state.lobby.context.store)
    anns, bobs_id = (club.do(kept.by_name(who.name)).id for who in (ann, bob))
    club.do(kept.block(anns, bobs_id, 5))  # as if a process had done so and died
    club.do(club.app.state.accounts.check_all())
    page.until("position")
    assert chat_of(page) == []
