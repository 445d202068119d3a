"""Members: signing up, their data, inviting, blocking, leaving."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from branchline.core.play.loading import loads

from ...server.arrange import Browser, Server
from ..mailbox import MailBox
from ..people import PASSWORD, Guests, Members, invitation, play_to_the_end, say


def test_a_guest_becomes_a_member_and_keeps_the_games(guest: Guests) -> None:
    ann = guest()
    table = ann.go("/play-now", game="nuremberg")
    assert "come with you" in ann.get("/sign-up").text
    assert ann.go("/sign-up", name="Annabel", password=PASSWORD) == "/"
    home = ann.get("/").text
    assert "Annabel" in home, "the head says who is signed in"
    assert table in home
    page = ann.sit(table)
    page.my_turn().play()

    peers = guest()
    assert peers.get(table).status_code == 404
    peers.go("/sign-in", name="ANNABEL", password=PASSWORD)
    assert peers.get(table).status_code == 200


def test_a_page_that_was_already_open_becomes_the_members(guest: Guests) -> None:
    ann = guest()
    table = ann.go("/play-now", game="nuremberg")
    page = ann.sit(table)
    page.my_turn()
    ann.go("/sign-up", name="Ottilie", password=PASSWORD)
    assert page.closed() == 4403, "by which a page connects again"
    again = ann.sit(table)
    again.my_turn().play()


def test_a_member_who_signs_in_brings_their_games_as_a_guest(guest: Guests, member: Members) -> None:
    ann = member()
    first = ann.new_table("nuremberg", "me", "friend")
    other = guest()
    second = other.new_table("nuremberg", "me", "friend")
    host_link = other.links(second)[1]
    other.go("/sign-in", name=ann.name, password=PASSWORD)
    for browser in (ann, other):
        assert browser.get(first).status_code == browser.get(second).status_code == 200
    assert ann.links(second)[1] == host_link, "the host of the table too is the member"


@pytest.mark.parametrize(
    ("name", "password", "words"),
    [
        ("A", PASSWORD, "A name must have 2 to 24 characters"),
        ("x" * 25, PASSWORD, "A name must have 2 to 24 characters"),
        ("An\u202en", PASSWORD, "no invisible characters"),
        ("An\u200bn", PASSWORD, "no invisible characters"),
        ("...", PASSWORD, "A name must contain letters"),
        ("Former member", PASSWORD, "A member already has that name"),
        ("Zacharias", "short", "A password must have 8 to 200 characters"),
        ("Zacharias", "x" * 201, "A password must have 8 to 200 characters"),
    ],
)
def test_a_name_that_a_member_cannot_have_is_refused_with_a_reason(
    guest: Guests, name: str, password: str, words: str
) -> None:
    zack = guest()
    answer = zack.post("/sign-up", name=name, password=password)
    assert answer.status_code == 422
    assert words in answer.text
    assert "session" not in zack.http.cookies


def test_a_name_belongs_to_one_member(guest: Guests, member: Members) -> None:
    ann, bob = member(), guest()
    answer = bob.post("/sign-up", name=ann.name.upper(), password=PASSWORD)
    assert "A member already has that name" in answer.text
    assert bob.post("/play-now", game="nuremberg", name=ann.name).status_code == 422, (
        "nor can a guest sit as one"
    )
    table = ann.new_table("nuremberg", "me", "friend")
    assert bob.post(ann.links(table)[1], name=ann.name.lower()).status_code == 422
    bob.go(ann.links(table)[1], name="Bob")
    refused = bob.sit(table).ask("rename", name=ann.name)
    assert "A member already has the name" in refused["words"]


def test_a_members_name_at_a_friends_seat_leads_to_an_invitation(member: Members) -> None:
    ann, bob = member(), member()
    form = ann.post("/new", game="nuremberg", seat0="me", seat1="friend", name1=bob.name)
    assert f"{bob.name} is a member: leave the name empty, and invite" in form.text


def test_a_seat_bears_the_members_name(member: Members) -> None:
    ann, bob = member(), member()
    table = ann.new_table("nuremberg", "me", "friend")
    link = ann.links(table)[1]
    assert bob.name in bob.get(link).text
    bob.go(link)
    page = bob.sit(table)
    page.hear()
    assert [seat["name"] for seat in page.told["seats"]] == [ann.name, bob.name]


def test_a_learner_has_their_own_name(club: Server, guest: Guests, member: Members) -> None:
    ann = member()
    for learner, name in ((ann, ann.name), (guest(), "Guest")):
        table = learner.go("/learn/nuremberg", chapter="auction")
        assert club.live(table).seating.names[0] == name


def test_name_and_password_can_be_changed(guest: Guests, member: Members) -> None:
    ann = member()
    new = ann.name.replace("Member", "Renamed")
    assert ann.go("/account/name", name=new) == "/account?done=name"
    assert (
        "That is not your current password"
        in ann.post("/account/password", old="wrong one", password="x" * 8).text
    )
    ann.go("/account/password", old=PASSWORD, password="another password")
    again = guest()
    assert again.post("/sign-in", name=new, password=PASSWORD).status_code == 422
    again.go("/sign-in", name=new, password="another password")


# Emails


def test_an_email_signs_in_a_member_who_has_forgotten_the_password(
    guest: Guests, member: Members, mailbox: MailBox
) -> None:
    ann = member()
    email = f"{ann.name.replace(' ', '.')}@Example.org"
    ann.go("/account/email", email=email, password=PASSWORD)
    assert email not in ann.get("/account").text, "it has yet to be confirmed"
    ann.go(mailbox.next_link())
    assert email.lower() in ann.get("/account").text

    phone = guest()
    assert phone.go("/sign-in/link", email=email) == "/sign-in?sent"
    link = mailbox.next_link()
    assert ann.name in phone.get(link).text
    assert phone.get("/account").headers["location"] == "/sign-in", "looking at a link does not use it up"
    assert phone.go(link) == "/account?done=link"
    phone.go("/account/password", password="a new password")  # without the old one
    assert ann.get("/account").status_code == 303, "and all others are signed out"


def test_nobody_is_told_whether_an_address_is_a_members(guest: Guests, mailbox: MailBox) -> None:
    eve = guest()
    assert eve.go("/sign-in/link", email="nobody@example.org") == "/sign-in?sent"
    assert mailbox.emails == []


def test_an_address_belongs_to_one_member(member: Members, mailbox: MailBox) -> None:
    ann, bob = member(), member()
    links = []
    for browser in (ann, bob):  # one after the other: emails may overtake each other
        browser.go("/account/email", email=f"shared{ann.name[7:]}@example.org", password=PASSWORD)
        links.append(mailbox.next_link())
    anns, bobs = links
    ann.go(anns)
    answer = bob.post(bobs)
    assert answer.status_code == 422
    assert "Another member already uses that email address" in answer.text
    assert "@example.org" not in bob.get("/account").text


def test_without_a_mail_server_there_is_no_email(tmp_path: Path) -> None:
    server = Server(tmp_path, accounts=True)
    with Browser(server.host) as ann:
        assert "e-mail" not in ann.get("/sign-in").text
        assert "t send email" in ann.post("/sign-in/link", email="a@example.org").text
    server.stop()


def test_without_accounts_nothing_mentions_them(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with Browser(server.host) as ann:
        assert "sign-in" not in ann.get("/").text
        for path in ("/sign-in", "/sign-up", "/account", "/link/abc"):
            assert ann.get(path).status_code == 404
    server.stop()


# Invitations and blocking


def test_a_member_is_invited_and_takes_the_seat(member: Members) -> None:
    ann, bob = member(), member()
    table = ann.new_table("nuremberg", "me", "friend")
    ann.go(f"{table}/invite", name=bob.name.upper())
    assert bob.name in ann.get(table).text, "who has not answered yet"
    assert f"{ann.name} invites you" in bob.get("/").text
    assert bob.get(table).status_code == 404, "not before they accept"
    assert bob.go(invitation(table, "accept")) == table
    page = bob.sit(table)
    page.hear()
    assert page.position["mine"] == [1]
    assert page.told["seats"][1]["name"] == bob.name
    assert "invites you" not in bob.get("/").text


def test_an_invitation_is_declined(member: Members) -> None:
    ann, bob = member(), member()
    table = ann.new_table("nuremberg", "me", "friend")
    ann.go(f"{table}/invite", name=bob.name)
    bob.go(invitation(table, "decline"))
    assert "invites you" not in bob.get("/").text
    assert bob.post(invitation(table, "accept")).status_code == 404


@pytest.mark.parametrize("whom", ["nobody", "myself", "seated"])
def test_an_impossible_invitation_is_refused_with_a_reason(whom: str, member: Members) -> None:
    ann, bob = member(), member()
    table = ann.new_table("nuremberg", "me", "friend", "friend")
    bob.go(ann.links(table)[1])
    name = {"nobody": "Nobody at all", "myself": ann.name, "seated": bob.name}[whom]
    answer = ann.post(f"{table}/invite", name=name)
    assert answer.status_code == 422
    assert "no other member" in answer.text or "is already at this table" in answer.text


def test_a_full_table_has_no_seat_for_an_invited_player(member: Members) -> None:
    ann, bob, cem = member(), member(), member()
    table = ann.new_table("nuremberg", "me", "friend")
    for invited in (bob, cem):
        ann.go(f"{table}/invite", name=invited.name)
    bob.go(invitation(table, "accept"))
    assert "no open seat" in cem.post(invitation(table, "accept")).text
    assert "no open seat" in ann.post(f"{table}/invite", name="Anybody").text


def test_a_blocked_member_cannot_invite_sit_down_or_be_heard(member: Members) -> None:
    ann, bob = member(), member()
    theirs = bob.new_table("nuremberg", "me", "friend", "friend")
    ann.go(bob.links(theirs)[1])
    bob.go(f"{bob.new_table('nuremberg', 'me', 'friend')}/invite", name=ann.name)
    ann_page, bob_page = ann.sit(theirs), bob.sit(theirs)
    ann_page.hear()
    say(bob_page, "before")
    ann_page.until("chat")

    ann.go("/account/block", name=bob.name)
    assert bob.name in ann.get("/account").text
    ann_page.until("position")
    assert ann_page.position["chat"] == [], "what was said before is not shown either"
    say(bob_page, "after")
    ann_page.send("say", words="mine")
    assert ann_page.until("chat")["words"] == "mine", "and nothing between"

    assert "invites you" not in ann.get("/").text
    assert bob.post(f"{theirs}/invite", name=ann.name).status_code == 422
    table = ann.new_table("nuremberg", "me", "friend")
    assert ann.post(f"{table}/invite", name=bob.name).status_code == 422
    assert "somebody you have blocked or who has blocked you" in bob.post(ann.links(table)[1]).text
    ann.go("/account/unblock", name=bob.name)
    bob.go(ann.links(table)[1])


# Personal data


def test_a_member_can_export_their_data(club: Server, member: Members) -> None:
    ann, bob = member(), member()
    finished = play_to_the_end(club, ann)
    running = ann.new_table("nuremberg", "me", "bot:random")
    others = bob.new_table("nuremberg", "me", "bot:random")
    say(ann.sit(running), "choo")
    ann.go("/account/block", name=bob.name)
    answer = ann.get("/account/data")
    assert "attachment" in answer.headers["content-disposition"]
    data = msgspec.json.decode(answer.content)
    assert [row["name"] for row in data["members"]] == [ann.name]
    assert [said["words"] for said in data["chat"]] == ["choo"]
    assert len(data["blocks"]) == len(data["sessions"]) == 1
    games = {f"/table/{game['table']}": game for game in data["games"]}
    assert others not in games
    assert loads(games[finished]["record"].encode()).to_move is None
    assert games[running]["record"] is None, "it holds what nobody may know yet"
    assert "argon2" not in answer.text


def test_a_member_who_leaves_the_club_leaves_the_games(club: Server, guest: Guests, member: Members) -> None:
    ann, bob = member(), member()
    finished = play_to_the_end(club, ann)
    table = ann.new_table("nuremberg", "me", "friend", "here")
    bob.go(ann.links(table)[1])
    page = bob.sit(table)
    page.hear()
    anns = ann.sit(table)
    say(anns, "goodbye")

    assert "not your current password" in ann.post("/account/delete", password="wrong one").text
    assert ann.go("/account/delete", password=PASSWORD) == "/"
    assert anns.closed() == 4403
    assert ann.get(table).status_code == 404
    assert guest().post("/sign-in", name=ann.name, password=PASSWORD).status_code == 422
    page.until(lambda _message: page.told["seats"][0]["name"] == "Former member")
    assert [seat["kind"] for seat in page.told["seats"]] == ["open", "person", "open"]
    bob.go(f"{table}/seat", seat="0", bot="random")  # Bob is the host now

    record = bob.get(f"{finished}/record")
    assert record.status_code == 200
    assert ann.name not in record.text
    kept = club.do(club.app.state.lobby.context.store.find(finished.rpartition("/")[2]))
    assert ann.name.encode() not in kept.row.header
    assert ann.name not in bob.get(table).text
    again = bob.sit(table)
    again.hear()
    assert [said["name"] for said in again.position["chat"]] == ["Former member"]
    guest().go("/sign-up", name=ann.name, password=PASSWORD)  # the name is free
