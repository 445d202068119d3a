"""Somebody does not move: the others vote, and a bot plays until they are back, even at tables without clocks."""

from __future__ import annotations

from branchline.server.table.play.clock_rules import DAY
from branchline.store import Store
from branchline.store.table.absent import Absent

from ...server.arrange import Browser, Server, wait_for
from ...stores import Use, table
from ..waiting import Watch, friends


def test_stand_ins_and_votes_are_stored(use: Use) -> None:
    async def work(store: Store) -> None:
        await store.add(table())
        absent = Absent(store, "abc")
        await absent.stand_in(1, "greedy", now=5)
        await absent.stand_in(1, "random", now=6)
        assert await absent.stand_ins() == {1: "greedy"}, "one is enough"
        await absent.back(1)
        assert await absent.stand_ins() == {}
        await absent.vote(1, 0, "wait", at=7)
        await absent.vote(1, 2, "bot", at=7)
        await absent.vote(1, 0, "bot", at=7)
        assert await absent.votes(7) == {0: "bot", 2: "bot"}, "the last word of each"
        assert await absent.votes(8) == {}, "a move makes votes void"
        await absent.forget_votes()
        assert await absent.votes(7) == {}

    use(work)


def test_after_a_day_the_other_player_lets_a_bot_play_until_the_owner_is_back(
    slow: Server, browsers: list[Browser], watch: Watch
) -> None:
    address, pages = friends(slow.host, browsers)
    live = slow.live(address)
    mover = live.point.to_move
    assert mover is not None
    absent, other = pages[mover], pages[1 - mover]
    assert other.told["absence"]["voters"] == [1 - mover]
    assert other.ask("vote", at=other.at, choice="bot")["type"] == "refused", "a day is not over"
    watch.ahead += DAY + 1
    assert other.ask("vote", at=other.at, choice="wait")["type"] == "refused", (
        "without a clock one just waits"
    )
    assert other.ask("vote", at=other.at, choice="bot")["type"] == "accepted"
    wait_for(lambda: live.point.to_move != mover)
    other.my_turn()
    assert other.told["seats"][mover]["stand_in"]
    assert other.told["seats"][mover]["kind"] == "person", "the seat stays theirs"
    at = other.at
    while other.told["to_move"] != mover:
        at = other.play()
    wait_for(lambda: live.point.at > at)
    assert absent.ask("back")["type"] == "accepted"
    assert live.state.stand_ins == {}
    other.my_turn()
    while other.told["to_move"] != mover:
        at = other.play()
    absent.at_point(at).my_turn()
    assert absent.play() > at
    name = other.told["seats"][mover]["name"]
    for page in (absent, other):
        told = [line["words"] for line in page.log if line.get("seated")]
        assert told[-2:] == [f"The others let a bot play for {name}.", f"{name} is back."]


def test_more_than_half_of_the_other_people_decide(
    slow: Server, browsers: list[Browser], watch: Watch
) -> None:
    people = [Browser(slow.host) for _ in range(4)]
    browsers += people
    address = people[0].new_table("nuremberg", "me", "friend", "friend", "friend")
    for seat, person in enumerate(people[1:], start=1):
        person.go(people[0].links(address)[seat], name=f"Player {seat}")
    live = slow.live(address)
    mover, at = live.point.to_move, live.point.at
    others = [person.sit(address) for seat, person in enumerate(people) if seat != mover]
    watch.ahead += DAY + 1
    assert others[0].ask("vote", at=at, choice="bot")["type"] == "accepted"
    assert live.state.stand_ins == {}, "one of three"
    others[1].until(lambda message: bool(message["told"].get("absence", {}).get("bot")))
    assert others[1].ask("vote", at=at, choice="bot")["type"] == "accepted"
    assert list(live.state.stand_ins) == [mover]


def test_spectators_have_no_vote(slow: Server, browsers: list[Browser], watch: Watch) -> None:
    address, _pages = friends(slow.host, browsers)
    live = slow.live(address)
    guest = Browser(slow.host)
    browsers.append(guest)
    page = guest.sit(address, watch=live.context.links.watch_token(live.row))
    page.hear()
    watch.ahead += DAY + 1
    assert page.ask("vote", at=live.point.at, choice="bot")["type"] == "refused"
    assert page.ask("back")["type"] == "refused"


def test_a_stand_in_agrees_to_undo(slow: Server, browsers: list[Browser], watch: Watch) -> None:
    address, pages = friends(slow.host, browsers)
    live = slow.live(address)
    mover = live.point.to_move
    assert mover is not None
    other = pages[1 - mover]
    watch.ahead += DAY + 1
    assert other.ask("vote", at=other.at, choice="bot")["type"] == "accepted"
    other.my_turn()
    other.play()
    wait_for(lambda: live.point.to_move == 1 - mover)
    assert other.ask("take_back", at=other.at_point(live.point.at).at, what="step")["type"] == "accepted"
    assert live.state.undo_request is None
