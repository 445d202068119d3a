"""Leagues: joining, rounds that follow automatically, withdrawing, and two processes at once."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from branchline.leagues.pairing import Kind
from branchline.leagues.standings import Played
from branchline.server.club.leagues import table_of
from branchline.store import Conflict, Store
from branchline.store.club.leagues import Entrant, League, Leagues, Planned
from branchline.store.club.notices import Notices, NoticeWay
from branchline.store.club.results import keep
from branchline.store.open_store import open_store

from ...postgres import Postgres
from ...server.arrange import Server
from ...stores import Use
from ..members.test_notices import Receiver
from ..people import Guests, Member, Members
from ..waiting import Watch
from .test_open_tables import play_out, result
from .test_results import result as some_result


def league(kind: Kind = "league", **more: Any) -> League:
    usual: dict[str, Any] = {"game": "nuremberg", "options": "{}", "size": 2, "bot": "random", "made": 1}
    return League(id="spring", name="Spring", kind=kind, host="m-ann", **{**usual, **more})


def test_a_league_is_read_as_it_was_stored(use: Use) -> None:
    async def work(store: Store) -> None:
        leagues = Leagues(store)
        await leagues.add(league(rounds=3, begins=99, open=False, rated=False))
        assert await leagues.find("spring") == league(rounds=3, begins=99, open=False, rated=False)
        await leagues.join("spring", "m-ann")
        await leagues.join("spring", "m-bob")
        await leagues.leave("spring", "m-ann")
        await leagues.join("spring", "m-cem")
        assert await leagues.entrants("spring") == [Entrant("m-bob", 2), Entrant("m-cem", 3)]
        assert await leagues.listed(9) == [(await leagues.find("spring"), 2)]
        with pytest.raises(Conflict):
            await leagues.join("spring", "m-cem")

    use(work)


def test_a_round_is_paired_only_once_however_many_try(use: Use, url: str) -> None:
    async def work(store: Store) -> None:
        await Leagues(store).add(league())
        for player in ("m-ann", "m-bob"):
            await Leagues(store).join("spring", player)
        other = await open_store(url)  # another process
        try:
            before = await Leagues(store).find("spring")
            assert before is not None

            async def pair(number: int, each: Store) -> bool:
                table = Planned(table=f"t{number}", round=1, number=1, players=("m-ann", "m-bob"))
                try:
                    await Leagues(each).next_round(before, 1, [table], 5, ["m-bob", "m-ann"])
                except Conflict:
                    return False
                return True

            done = await asyncio.gather(*(pair(n, (store, other)[n % 2]) for n in range(6)))
        finally:
            await other.close()
        assert sum(done) == 1
        assert len(await Leagues(store).tables("spring")) == 1
        assert [one.player for one in await Leagues(store).entrants("spring")] == ["m-bob", "m-ann"]
        with pytest.raises(Conflict):
            await Leagues(store).join("spring", "m-cem")  # it has started

    use(work)


def test_a_league_is_due_when_its_time_has_come_or_its_round_is_over(use: Use) -> None:
    async def work(store: Store) -> None:
        leagues = Leagues(store)
        await leagues.add(league(begins=50))
        assert await leagues.due(49) == []
        assert await leagues.due(50) == ["spring"]
        found = await leagues.find("spring")
        assert found is not None
        tables = [Planned(table=f"t{n}", round=1, number=n, players=("m-ann", "m-bob")) for n in (1, 2)]
        await leagues.next_round(found, 1, tables, 5)
        assert await leagues.due(50) == []
        assert await leagues.unmade() == [("spring", "t1"), ("spring", "t2")]
        await keep(store, some_result("t1"))
        assert await leagues.due(50) == []
        await leagues.annul("t2")
        assert await leagues.due(50) == ["spring"]
        first, second = await leagues.tables("spring")
        assert first.played is not None
        assert (first.played.places, first.played.stayed) == ((1, 2), (True, True))
        assert (second.played, second.annulled) == (None, True)
        now = await leagues.find("spring")
        assert now is not None
        await leagues.end(now)
        assert await leagues.due(99) == []

    use(work)


def test_in_a_knockout_players_who_got_further_rank_before_those_with_more_points() -> None:
    def played(table: str, number: int, players: tuple[str, ...], places: tuple[int, ...]) -> Planned:
        return Planned(
            table=table, round=number, number=1, players=players, played=Played(players, places, (True,) * len(players))
        )  # fmt: skip

    tables = [played("1", 1, ("a", "b", "c"), (1, 2, 3)), played("2", 2, ("b", "a", "d"), (1, 3, 2))]
    entrants = [Entrant(player, seed) for seed, player in enumerate("abcd")]
    assert [one.player for one in table_of(league("knockout", size=3), entrants, tables)][-1] == "c"


# On a server


def found_league(host: Member, *entrants: Member, kind: str = "league", **more: str) -> str:
    form = {"name": "Spring", "kind": kind, "size": "2", "bot": "random", "rated": "1", "rounds": "1", **more}
    address = host.go("/leagues/new", game="nuremberg", board="nuremberg", **form)
    for one in entrants:
        one.go(f"{address}/join")
    return address


def begun_league(*entrants: Member, kind: str = "league", **more: str) -> str:
    """A league; the first member is its host."""
    address = found_league(entrants[0], *entrants, kind=kind, **more)
    entrants[0].go(f"{address}/begin")
    return address


def tables_of(club: Server, address: str) -> list[Planned]:
    leagues: Leagues = club.app.state.league_service.leagues
    found: list[Planned] = club.do(leagues.tables(address.rpartition("/")[2]))
    return found


def play_round(club: Server, address: str) -> int:
    """Play all tables of the current round at random; returns the round."""
    number = max(one.round for one in tables_of(club, address))
    for one in tables_of(club, address):
        if one.round == number and not one.played and not one.annulled:
            play_out(club, f"/table/{one.table}", seed=number)
    return number


def test_a_league_from_its_creation_to_the_last_game(club: Server, member: Members) -> None:
    people = [member() for _number in range(3)]
    address = found_league(people[0], *people, clock="move", clock_time="2", clock_time_unit="days")
    assert people[1].post(f"{address}/begin").status_code == 403, "that is the host's"
    people[0].go(f"{address}/begin")
    first = tables_of(club, address)
    assert len(first) == 2, "the odd one plays a bot"
    live = club.live(f"/table/{first[0].table}")
    assert live.table_clock.clock is not None
    assert live.table_clock.clock.terms.period == 2 * 24 * 3600
    assert {row.kind for row in live.seating.rows} <= {"person", "bot"}
    assert live.state.rated
    mine = [one for person in people for one in first if one.table in person.get(address).text]
    assert mine
    for number in (1, 2, 3):
        assert play_round(club, address) == number
    page = people[1].get(address).text
    assert "It is over." in page
    met = {frozenset(one.players) for one in tables_of(club, address)}
    assert len(met) == 6, "everybody met everybody, and the bot"
    for one in tables_of(club, address):
        kept = result(club, one.table)
        assert kept is not None
        assert kept.rated


def test_members_find_their_tables_without_a_link(club: Server, member: Members) -> None:
    ann, bob = member(), member()
    address = begun_league(ann, bob)
    (only,) = tables_of(club, address)
    assert bob.get(f"/table/{only.table}").status_code == 200
    assert only.table in bob.get("/").text
    assert member().get(f"/table/{only.table}").status_code == 404


def test_a_player_who_gives_up_is_replaced_by_a_bot_and_no_longer_paired(
    club: Server, member: Members
) -> None:
    people = [member() for _number in range(4)]
    address = begun_league(*people, kind="swiss", league_rounds="2")
    people[3].go(f"{address}/give-up")
    assert people[3].post(f"{address}/give-up").status_code == 422
    play_round(club, address)
    play_round(club, address)
    second = [one for one in tables_of(club, address) if one.round == 2]
    assert sorted(player == "" for one in second for player in one.players) == [False, False, False, True]
    given_up = [one for one in tables_of(club, address) if one.played and not all(one.played.stayed)]
    assert len(given_up) == 1
    kept = result(club, given_up[0].table)
    assert kept is not None
    assert not kept.rated


def test_a_knockout_ends_with_a_winner(club: Server, member: Members) -> None:
    people = [member() for _number in range(4)]
    address = begun_league(*people, kind="knockout")
    assert play_round(club, address) == 1
    assert play_round(club, address) == 2
    assert [one.round for one in tables_of(club, address)] == [1, 1, 2]
    assert "It is over." in people[2].get(address).text


def test_the_host_annuls_a_table_that_will_not_be_finished(club: Server, member: Members) -> None:
    ann, bob = member(), member()
    address = begun_league(ann, bob, league_rounds="2")
    (first,) = tables_of(club, address)
    assert bob.post(f"{address}/annul", table=first.table).status_code == 403
    ann.go(f"{address}/annul", table=first.table)
    club.do(club.app.state.results_job.look())
    assert [one.round for one in tables_of(club, address)] == [1, 2]


def test_in_a_league_by_invitation_only_the_host_enrols(member: Members, guest: Guests) -> None:
    ann, bob, cem = member(), member(), member()
    address = found_league(ann, entry="invite")
    assert bob.post(f"{address}/join").status_code == 422
    assert bob.post(f"{address}/enrol", name=bob.name).status_code == 403
    ann.go(f"{address}/enrol", name=bob.name)
    assert bob.name in cem.get(address).text
    assert ann.post(f"{address}/enrol", name="Nobody at all").status_code == 422
    assert guest().post(f"{address}/join").status_code == 401
    assert guest().get("/leagues/new").status_code == 401


@pytest.mark.parametrize(
    "fault",
    [
        {"name": " "},
        {"kind": "war"},
        {"size": "9"},
        {"league_rounds": "-1"},
        {"begins": "soon"},
        {"begins": "0001-01-01T00:00"},
        {"begins": "9999-12-31T23:59+14:00"},
        {"bot": "x"},
    ],
)
def test_a_league_that_makes_no_sense_is_refused(member: Members, fault: dict[str, str]) -> None:
    form = {"name": "Spring", "kind": "league", "size": "2", "game": "nuremberg", **fault}
    answer = member().post("/leagues/new", **form)
    assert answer.status_code == 422
    assert re.search(r'role="alert"', answer.text)


@pytest.mark.parametrize(("zone", "hours"), [("", 0), ("+02:00", -2), ("Z", 0)])
def test_a_league_starts_when_its_host_says(club: Server, member: Members, zone: str, hours: int) -> None:
    day = datetime.now(UTC).replace(microsecond=0, second=0, tzinfo=None) + timedelta(days=3)
    address = found_league(member(), begins=f"{day.isoformat()}{zone}")
    found = club.do(club.app.state.league_service.leagues.find(address.rpartition("/")[2]))
    assert datetime.fromtimestamp(found.begins, UTC).replace(tzinfo=None) == day + timedelta(hours=hours)


def test_tables_are_made_that_a_process_died_before_making(club: Server, member: Members) -> None:
    ann, bob = member(), member()
    address = found_league(ann, ann, bob)
    leagues: Leagues = club.app.state.league_service.leagues
    found = club.do(leagues.find(address.rpartition("/")[2]))
    players = tuple(one.player for one in club.do(leagues.entrants(found.id)))
    lost = Planned(table=f"lost{found.id[:8]}", round=1, number=1, players=players)
    club.do(leagues.next_round(found, 1, [lost], 5))  # and nothing more
    assert bob.get(f"/table/{lost.table}").status_code == 404
    club.do(club.app.state.results_job.look())
    assert bob.get(f"/table/{lost.table}").status_code == 200


def test_two_servers_store_a_result_and_pair_a_round_once(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    one, other = (Server(tmp_path, store=url, accounts=True) for _number in range(2))
    try:
        with Member(one.host) as ann, Member(other.host) as bob:
            address = begun_league(ann, bob, league_rounds="3")
            for number in (1, 2, 3):
                (now,) = [planned for planned in tables_of(other, address) if planned.round == number]
                play_out(other, f"/table/{now.table}", seed=number)  # its results job runs at once
                one.do(one.app.state.results_job.look())
            assert [planned.round for planned in tables_of(one, address)] == [1, 2, 3]
            store = one.app.state.lobby.context.store
            assert one.do(store.ask("SELECT number FROM results ORDER BY number")) == [(1,), (2,), (3,)]
            assert one.do(store.ask("SELECT games FROM ratings")) == [(3,), (3,)]
    finally:
        one.stop()
        other.stop()


# Notices


async def wants_notices(store: Store, *members: str) -> None:
    for member in members:
        await Notices(store).keep(NoticeWay(person=member, way="webhook", address="http://127.0.0.1:9/"))


async def sent(store: Store) -> list[tuple[str, str, str]]:
    return await store.ask("SELECT id, person, table_id FROM outbox ORDER BY id, person")


def test_players_of_a_round_get_one_notification_whichever_process_pairs_it(use: Use, url: str) -> None:
    async def work(store: Store) -> None:
        await Leagues(store).add(league())
        await wants_notices(store, "m-ann", "m-bob", "m-cem")
        other = await open_store(url)  # another process
        try:
            before = await Leagues(store).find("spring")
            assert before is not None
            tables = [Planned(table=name, round=1, number=n, players=players) for n, (name, players) in
                      enumerate([("t1", ("m-ann", "m-bob")), ("t2", ("m-dan", ""))])]  # fmt: skip
            rounds = (Leagues(each).next_round(before, 2, tables, 5) for each in (store, other))
            await asyncio.gather(*rounds, return_exceptions=True)
        finally:
            await other.close()
        assert await sent(store) == [("round spring 1", "m-ann", "t1"), ("round spring 1", "m-bob", "t1")], (
            "neither who is not paired, nor who wants no notices"
        )
        after = await Leagues(store).find("spring")
        assert after is not None
        await Leagues(store).next_round(
            after, 2, [Planned(table="t3", round=2, number=1, players=("m-bob", "m-cem"))], 6
        )
        assert (await sent(store))[2:] == [
            ("round spring 2", "m-bob", "t3"),
            ("round spring 2", "m-cem", "t3"),
        ]

    use(work)


def test_two_servers_send_one_notification_of_a_round(postgres: Postgres, tmp_path: Path) -> None:
    url, box = postgres.database(), Receiver()
    both = [Server(tmp_path, store=url, accounts=True, inside=True, sweep=3600.0) for _number in range(2)]
    try:
        with Member(both[0].host) as ann, Member(both[1].host) as bob:
            address = found_league(ann, ann, bob, rounds="1")
            bob.go("/away/ways", way="webhook", address=box.url, digest="now")
            ann.go(f"{address}/begin")
            for server in both * 2:
                server.do(server.app.state.delivery.look())
            ((_headers, body),) = box.taken
            (notice,) = msgspec.json.decode(body)["notices"]
            (planned,) = tables_of(both[0], address)
            assert notice["kind"] == "round"
            assert notice["words"] == "Spring: round 1 has started."
            assert notice["address"].endswith(f"/table/{planned.table}")
    finally:
        box.close()
        for server in both:
            server.stop()


def test_nobody_is_notified_of_a_round_whose_game_is_over(tmp_path: Path, watch: Watch) -> None:
    box = Receiver()
    server = Server(tmp_path, accounts=True, inside=True, sweep=3600.0)
    try:
        with Member(server.host) as ann, Member(server.host) as bob:
            address = found_league(ann, ann, bob, rounds="1")
            bob.go("/away/ways", way="webhook", address=box.url, digest="daily")
            ann.go(f"{address}/begin")
            play_round(server, address)
            watch.ahead = 2 * 24 * 3600
            server.do(server.app.state.delivery.look())
            ((_headers, body),) = box.taken
            assert {notice["kind"] for notice in msgspec.json.decode(body)["notices"]} == {"over"}
    finally:
        box.close()
        server.stop()


def test_a_member_who_takes_a_new_name_has_it_everywhere(club: Server, member: Members) -> None:
    ann, bob = member(), member()
    address = begun_league(ann, bob)
    table = tables_of(club, address)[0].table
    play_out(club, f"/table/{table}")
    old, new = ann.name, ann.name.replace("Member", "Countess")
    ann.go("/account/name", name=new)
    for page in (
        address,
        f"/replay/{table}",
        "/records/nuremberg",
        "/ratings/nuremberg",
        f"/player/{bob.name}",
    ):
        text = bob.get(page).text
        assert new in text, page
        assert not re.search(rf"{old}\b", text), page
