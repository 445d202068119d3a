"""Friends at one table: links, a reload, a lost connection, undo; and secrets never travel."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Response, WebSocket, expect

from .arrange import DESKTOP, PHONE, Line, Person, Server, wait_for
from .conftest import Meet


def sit_at_one_table(host: Person, guest: Person, game: str, **options: str) -> None:
    host.new_game(game, ["me", "friend"], **options)
    host.page.wait_for_selector("#links[open]")
    link = host.link_of(1)
    guest.sit_down(link, "Bob")
    for person in (host, guest):
        person.page.wait_for_selector("body[data-at]")


def next_to_move(*people: Person) -> Person:
    """The player to move, once the page knows."""
    wait_for(lambda: any(person.turn == "mine" for person in people), "Nobody is to move")
    person = next(person for person in people if person.turn == "mine")
    person.wait()
    return person


def play_by_turns(people: list[Person], most: int = 3000) -> None:
    """Random clicks by the player to move, to the end."""
    for _count in range(most):
        for person in people:
            if person.turn == "mine":
                person.wait()
                person.click_choice()
        if all(person.turn == "over" for person in people):
            return
    raise AssertionError("The game did not end")


def test_a_reload_and_a_lost_connection_in_the_middle_of_a_turn(meet: Meet, line: Line) -> None:
    ann, bob = meet(), meet(PHONE, line=line)
    sit_at_one_table(ann, bob, "nuremberg", rounds="1")
    for _turn in range(4):
        next_to_move(ann, bob).click_choice()

    ann.page.reload()
    ann.page.wait_for_selector("body[data-at]")
    wait_for(lambda: ann.at == bob.at, "The two see different positions")

    while next_to_move(ann, bob) is ann:
        ann.click_choice()
    at = bob.at
    wait_for(lambda: ann.at == at, "The two see different positions")
    bob.offline = True
    line.cut()
    bob.context.set_offline(True)
    expect(bob.page.locator("#banner")).to_be_visible()
    bob.choices().first.click()  # into the void
    assert bob.at == at
    assert ann.at == at, "A move was made without a line"

    line.restore()
    bob.context.set_offline(False)
    bob.moved(at)
    expect(bob.page.locator("#banner")).to_be_hidden()
    expect(bob.page.locator("#log li")).to_have_count(ann.page.locator("#log li").count())

    play_by_turns([ann, bob])
    scores = [person.page.locator("#ending .score").all_inner_texts() for person in (ann, bob)]
    assert scores[0] == scores[1]


def test_two_tabs_of_one_player_agree(meet: Meet) -> None:
    ann = meet()
    ann.new_game("nuremberg", ["me", "bot:random"], rounds="1")
    ann.wait()
    other = ann.context.new_page()
    other.goto(ann.page.url)
    other.wait_for_selector("body[data-turn=mine]")
    before = ann.at

    ann.click_choice()
    other.wait_for_function("at => document.body.dataset.at !== at", arg=before)
    ann.wait()
    other.wait_for_function("at => document.body.dataset.at === at", arg=ann.at)

    assert other.inner_text("#log") == ann.page.inner_text("#log")
    assert other.inner_text("#now") == ann.page.inner_text("#now")


class Wire:
    """Everything that a browser was sent (answers and frames), until cards are revealed for the last scoring."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.sent: list[str] = []
        self.ended = False
        person.page.on("response", self._response)
        person.page.on("websocket", self._socket)

    def _response(self, response: Response) -> None:
        if response.status == 200 and "/static/" not in response.url:
            self.sent.append(response.text())

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._frame)

    def _frame(self, content: Any) -> None:
        text = content if isinstance(content, str) else content.decode()
        self.ended = self.ended or '"over":true' in text or "End of the game" in text
        if not self.ended:
            self.sent.append(text)

    def roles(self) -> set[str]:
        """The drawing of a player's own role, as it is sent."""
        found: set[str] = set()
        for text in self.sent:
            if text.startswith('{"type":"position"'):
                hands = (panel for panel in json.loads(text)["panels"] if panel["name"] == "hand")
                found |= {json.dumps(hand["parts"]["role"])[1:-1] for hand in hands}
        return found


def test_nobody_is_sent_other_players_secrets(meet: Meet) -> None:
    """With module C there are secret roles too. The first drafter's card was never seen by the other (F2.2)."""
    ann, bob, eve = meet(), meet(DESKTOP), meet()
    wires = {person: Wire(person) for person in (ann, bob, eve)}
    sit_at_one_table(ann, bob, "firstclass", modules="CD")
    eve.page.goto(ann.link_of("watch"))
    eve.page.wait_for_selector("body[data-at]")
    wait_for(lambda: "mine" in (ann.turn, bob.turn), "Nobody is to move")
    first, second = (ann, bob) if ann.turn == "mine" else (bob, ann)

    choice = first.choices().first
    move = choice.get_attribute("data-move") or ""
    kept = re.search(r"G\d\d", move)
    assert kept, move
    first.do(choice.click)
    second.wait()
    own_hand = first.page.locator("[data-panel=hand] [data-part]").evaluate_all(
        "all => all.map(one => one.innerHTML)"
    )
    assert any(own_hand), "The holder sees the card"
    play_by_turns([first, second])

    for person in (second, eve):
        assert len(wires[person].sent) > 20
        for sent in wires[person].sent:
            assert kept[0] not in sent, f"The secret card {kept[0]} was named"
    roles = {person: wires[person].roles() for person in wires}
    assert len(roles[first]) == len(roles[second]) == 1
    assert not roles[eve], "Who watches has no hand"
    for role in roles[first] - roles[second]:
        assert not any(role in sent for sent in wires[second].sent), "A secret role was shown"
    assert any(kept[0] in sent for sent in wires[first].sent)
    assert not eve.page.locator("#choices button.choice").count()


def test_the_others_are_asked_about_an_undo_that_is_not_free(meet: Meet) -> None:
    ann, bob = meet(), meet(PHONE)
    sit_at_one_table(ann, bob, "nuremberg", rounds="1")
    wait_for(lambda: "mine" in (ann.turn, bob.turn), "Nobody is to move")
    first, second = (ann, bob) if ann.turn == "mine" else (bob, ann)
    before = first.page.locator("#log li").count()
    first.click_choice()
    second.wait()

    expect(first.page.locator("#undo-step")).to_be_enabled()
    assert first.page.locator("#undo-step.asks").count() == 1
    first.page.click("#undo-step")
    expect(second.page.locator("#wish")).to_contain_text("would like to undo")
    second.do(second.page.get_by_role("button", name="Agree").click)

    assert first.wait() == "mine"
    assert first.page.locator("#log li").count() <= before + 1


def test_names_and_chat_are_only_text(meet: Meet) -> None:
    ann, bob = meet(), meet()
    said = ["<script>alert(1)</script>", '<img src=x onerror="alert(2)">', "&amp;</title></svg>"]
    name = "<img onerror=alert(3)>"
    ann.new_game("nuremberg", ["me", "friend"])
    bob.sit_down(ann.link_of(1), name)
    bob.page.wait_for_selector("body[data-at]")
    for words in said:
        bob.page.fill("#say input", words)
        bob.page.click("#say button")

    for person in (ann, bob):
        expect(person.page.locator("#chat .words")).to_have_text(said)
        expect(person.page.locator("#seats .name").nth(1)).to_have_text(name)
        assert not person.page.locator("main script, main img, svg script, svg image").count()


def test_a_new_link_replaces_the_old_one_at_once(meet: Meet) -> None:
    ann = meet()
    ann.new_game("nuremberg", ["me", "friend"])
    ann.page.wait_for_selector("#links[open]")
    ann.page.get_by_text("Seat by seat").click()
    field = ann.page.locator("#links li[data-seat='1'] input")
    old = field.input_value()
    ann.page.click("#links li[data-seat='1'] [data-renew]")
    expect(field).not_to_have_value(old)
    expect(ann.page.locator("#links")).to_be_visible()
    bob = meet()
    bob.sit_down(urlsplit(field.input_value()).path, "Bob")
    answer = bob.page.goto(urlsplit(old).path)
    assert answer is not None
    assert answer.status == 404
    bob.faults.clear()  # the browser notes the 404 itself


def test_a_taken_seat_has_no_invitation_but_a_link_back_for_its_owner(meet: Meet) -> None:
    ann, bob, phone = meet(), meet(), meet(PHONE)
    sit_at_one_table(ann, bob, "nuremberg")
    expect(ann.page.locator("#log")).to_contain_text("Bob takes a seat.")
    expect(ann.page.locator("#links li[data-seat='1']")).to_have_count(0)

    bob.page.click("#links-button")
    phone.page.goto(urlsplit(bob.page.input_value("#links li[data-own='1'] input")).path)
    phone.page.get_by_role("button", name="Back to my seat").click()
    phone.page.wait_for_selector("body[data-at]")
    for person in (ann, bob, phone):
        expect(person.page.locator("#log")).to_contain_text("Bob joins from another device.")


def test_a_player_asks_for_a_new_invitation_to_the_seat_of_a_friend_who_is_away(meet: Meet) -> None:
    ann, bob = meet(), meet()
    sit_at_one_table(ann, bob, "nuremberg")
    bob.page.goto("/")
    expect(ann.page.locator("#seats li").nth(1)).to_contain_text("away")
    ann.page.click("#links-button")
    ann.page.get_by_text("A player can't get back in?").click()
    ann.page.get_by_role("button", name="Give out a new invitation").click()
    expect(ann.page.locator("#taken-seats")).to_contain_text("unless Bob comes back")
    expect(ann.page.locator("#log")).to_contain_text("Ann wants to give out a new invitation")
    bob.page.go_back()
    for person in (ann, bob):
        expect(person.page.locator("#log")).to_contain_text("Bob is here and keeps the seat.")


def test_the_host_gives_an_open_seat_to_a_bot_with_a_style(meet: Meet) -> None:
    ann = meet()
    ann.new_game("nuremberg", ["me", "friend"])
    seat = ann.page.locator("#bot-seats li")
    level, style = seat.locator("[name=bot]"), seat.locator("[name=style]")
    level.select_option("random")
    expect(style).to_be_hidden()
    expect(seat.locator(".about")).to_have_text("Makes any move that is allowed.")
    level.select_option("level:1")
    style.select_option("builder")
    seat.get_by_role("button", name="Let a bot play").click()
    expect(ann.page.locator("#seats li").nth(1)).to_contain_text("bot")


def test_a_table_that_an_admin_ends_is_over_on_both_pages(meet: Meet, server: Server) -> None:
    ann, bob = meet(), meet(PHONE)
    sit_at_one_table(ann, bob, "nuremberg")
    next_to_move(ann, bob).click_choice()
    server.admin("end-table", ann.page.url.rpartition("/")[2])
    for person in (ann, bob):
        ending = person.page.locator("#ending")
        expect(ending.locator("h2")).to_have_text("Ended by a server admin")
        expect(person.page.locator("#now")).to_contain_text("A server admin has ended this table.")
        expect(ending.get_by_role("link", name="View replay")).to_be_visible()
        expect(ending.get_by_role("button", name="Play again")).to_have_count(0)
        assert person.page.locator("#choices button").count() == 0
    ann.page.goto("/")
    expect(ann.page.locator(".departures .over .state").first).to_have_text("ended by an admin")
