"""Open tables: offered to everybody, joined by a click, started when all seats are taken; and what rated games
require."""

from __future__ import annotations

import random
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from branchline.store.club.results import Result, one

from ...server.arrange import Browser, Server
from ..people import Guests, Members


def open_table(host: Browser, *seats: str, **more: str) -> str:
    return host.new_table("nuremberg", *(seats or ("me", "friend")), open="1", rounds="1", **more)


def offered(browser: Browser, query: str = "") -> set[str]:
    """The tables that the list offers a seat at."""
    return set(re.findall(r"/tables/(\w+)/sit", browser.get(f"/tables{query}").text))


def name_of(table: str) -> str:
    return table.rpartition("/")[2]


def play_out(club: Server, table: str, seed: int = 1) -> None:
    """Everybody plays at random until the game is over and its result is stored."""
    live, rng = club.live(table), random.Random(seed)

    async def play() -> None:
        while not live.point.over:
            async with live.writer.writing():
                if live.point.to_move is not None:
                    live.table.push(rng.choice(list(live.table.legal_moves)))
        await club.app.state.results_job.look()

    club.do(play())


def result(club: Server, table: str) -> Result | None:
    found: Result | None = club.do(one(club.app.state.lobby.context.store, name_of(table)))
    return found


def test_an_open_table_is_offered_until_its_seats_are_taken(
    club: Server, member: Members, guest: Guests
) -> None:
    ann, bob, guest_bob = member(), member(), guest()
    table = open_table(ann)
    assert name_of(table) in offered(bob)
    assert name_of(table) in offered(guest_bob)
    assert name_of(table) not in offered(ann), "who sits there goes to the table"
    assert bob.go(f"/tables/{name_of(table)}/sit") == table
    assert name_of(table) not in offered(guest_bob)
    assert bob.name in club.live(table).seating.names
    late = guest_bob.post(f"/tables/{name_of(table)}/sit", name="Late")
    assert late.status_code == 422
    assert "no open seat" in late.text


def test_two_people_who_click_at_once_do_not_share_a_seat(club: Server, member: Members) -> None:
    ann = member()
    table = open_table(ann)
    others = [member() for _number in range(3)]
    with ThreadPoolExecutor(3) as pool:
        answers = pool.map(lambda other: other.post(f"/tables/{name_of(table)}/sit").status_code, others)
    assert sorted(answers) == [303, 422, 422]
    assert len(club.live(table).seating.holders[1]) == 1


def test_a_guest_cannot_use_a_members_name(member: Members, guest: Guests) -> None:
    ann, bob = member(), member()
    table = open_table(ann)
    assert guest().post(f"/tables/{name_of(table)}/sit", name=bob.name).status_code == 422


def test_the_list_is_filtered_by_game_and_players(member: Members) -> None:
    ann, bob = member(), member()
    two, three = name_of(open_table(ann)), name_of(open_table(ann, "me", "friend", "bot:random"))
    assert {two, three} <= offered(bob, "?game=nuremberg")
    assert not {two, three} & offered(bob, "?game=firstclass")
    assert two in offered(bob, "?players=2&part=1")
    assert three not in offered(bob, "?players=2&part=1")


def test_other_tables_are_not_offered(member: Members) -> None:
    ann, bob = member(), member()
    table = ann.new_table("nuremberg", "me", "friend")
    assert name_of(table) not in offered(bob)
    assert bob.post(f"/tables/{name_of(table)}/sit").status_code == 404


def test_the_game_starts_when_all_seats_are_taken(member: Members) -> None:
    ann, bob = member(), member()
    table = open_table(ann)
    page = ann.sit(table)
    page.hear()
    assert "all seats are taken" in page.told["now"]
    assert page.choices == []
    assert page.ask("play", at=page.at, move="pass")["type"] == "refused"
    bob.go(f"/tables/{name_of(table)}/sit")
    their = bob.sit(table)
    their.hear()
    page.until(lambda _message: page.told["to_move"] != 0 or bool(page.choices))
    assert page.choices or their.choices


def test_a_table_for_members_takes_no_guests(member: Members, guest: Guests) -> None:
    ann, visitor = member(), guest()
    table = open_table(ann, members_only="1")
    answer = visitor.post(f"/tables/{name_of(table)}/sit", name="Zoe")
    assert answer.status_code == 422
    assert "Sign in" in answer.text
    link = ann.links(table)[1]
    assert visitor.post(link, name="Zoe").status_code == 422, "nor by the link"


def test_a_blocked_member_is_neither_offered_the_table_nor_let_in(member: Members) -> None:
    ann, bob, cem = member(), member(), member()
    table = name_of(open_table(ann, "me", "friend", "friend"))
    cem.go(f"/tables/{table}/sit")
    cem.post("/account/block", name=bob.name)
    assert table not in offered(bob), "somebody sits there who blocks bob"
    assert bob.post(f"/tables/{table}/sit").status_code == 422


def test_a_rated_game_is_stored_with_ratings(club: Server, member: Members) -> None:
    ann, bob = member(), member()
    table = open_table(ann, "me", "friend", "bot:random", rated="1")
    bob.go(f"/tables/{name_of(table)}/sit")
    play_out(club, table)
    kept = result(club, table)
    assert kept is not None
    assert (kept.rated, kept.public, kept.variant) == (True, True, "nuremberg")
    assert kept.seats[2].player == "bot:random"
    assert [sat.name for sat in kept.seats[:2]] == [ann.name, bob.name]
    assert all(sat.skill for sat in kept.seats)
    live = club.live(table)
    assert [sat.score for sat in kept.seats] == list(live.table.scores())
    assert sorted(sat.place for sat in kept.seats)[0] == 1


def test_a_game_with_a_guest_is_unrated_but_stored(club: Server, member: Members, guest: Guests) -> None:
    ann, zoe = member(), guest()
    table = open_table(ann)
    zoe.go(f"/tables/{name_of(table)}/sit", name="Zoe")
    play_out(club, table)
    kept = result(club, table)
    assert kept is not None
    assert (kept.rated, kept.public) == (False, True)
    assert (kept.seats[1].player, kept.seats[1].name) == ("", "Zoe")


def test_a_game_by_link_is_private_unless_all_members_agree(club: Server, member: Members) -> None:
    ann, bob = member(), member()
    for allowed in (False, True):
        table = ann.new_table("nuremberg", "me", "friend", rounds="1")
        bob.go(ann.links(table)[1], name=bob.name)
        play_out(club, table)
        kept = result(club, table)
        assert kept is not None
        assert kept.public == allowed
        for one_of_them in (ann, bob):
            one_of_them.go("/shown", shown="1")


def test_unfair_seats_are_refused_at_a_rated_table(club: Server, member: Members, guest: Guests) -> None:
    ann, bob, zoe = member(), member(), guest()
    for seats, host in ((("me", "here"), ann), (("me", "friend"), zoe), (("bot:random", "bot:random"), ann)):
        form = {f"seat{n}": seat for n, seat in enumerate(seats)}
        assert host.post("/new", game="nuremberg", rated="1", **form).status_code == 422
    table = open_table(ann, rated="1", hints="1")
    assert not club.live(table).row.hints
    assert zoe.post(ann.links(table)[1], name="Zoe").status_code == 422
    assert 'data-seat="any"' not in ann.get(table).text, "each seat has its own invitation"
    assert ann.post(f"{table}/link", seat="any").status_code == 422
    bob.go(f"/tables/{name_of(table)}/sit")
    pages = [browser.sit(table) for browser in (ann, bob)]
    for page in pages:
        page.hear()
    page = next(page for page in pages if page.choices)
    page.play()
    assert pages[0].ask("allow", hints=True)["type"] == "refused"
    assert bob.post(f"{table}/leave").status_code == 422, "must be played to the end"
    assert ann.post(f"{table}/link", seat="1").status_code == 422


def test_a_bot_stays_to_the_end_of_a_rated_game_too(member: Members) -> None:
    ann = member()
    table = ann.new_table("nuremberg", "me", "bot:random", rated="1")
    ann.sit(table).my_turn().play()
    assert ann.post(f"{table}/seat", seat="1", bot="").status_code == 422
    assert ann.post(f"{table}/seat", seat="1", bot="level:5").status_code == 422


def test_a_lesson_and_a_game_played_on_from_a_record_have_no_result(club: Server, member: Members) -> None:
    ann = member()
    table = ann.new_table("nuremberg", "me", "bot:random", rounds="1")
    play_out(club, table)
    again = ann.go(f"/replay/{name_of(table)}/branch", at="3")
    play_out(club, again)
    assert result(club, table) is not None
    assert result(club, again) is None


def test_without_accounts_there_is_no_club(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with Browser(server.host) as ann:
            assert ann.get("/tables").status_code == 404
            assert "/tables" not in ann.get("/").text
            table = ann.new_table("nuremberg", "me", "bot:random", rounds="1", open="1", rated="1")
            assert server.live(table).state.club is None
    finally:
        server.stop()


def test_a_rematch_of_a_rated_game_is_rated_too(club: Server, member: Members) -> None:
    ann, bob = member(), member()
    table = open_table(ann, rated="1")
    bob.go(f"/tables/{name_of(table)}/sit")
    play_out(club, table)
    again = ann.go(f"{table}/rematch")
    play_out(club, again, seed=2)
    kept = result(club, again)
    assert kept is not None
    assert kept.rated
