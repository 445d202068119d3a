"""A club upgrades from 0.1: its unfinished games, members and league continue, on SQLite and PostgreSQL."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from shutil import copy

import psycopg
import pytest

from ..club.people import PASSWORD
from ..postgres import Postgres
from ..server.arrange import Browser, Page, Server, wait_for

STORES = Path(__file__).with_name("0.1")


def dump(name: str) -> str:
    return gzip.decompress((STORES / f"{name}.sql.gz").read_bytes()).decode()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The new server on the old store."""
    folder, store = tmp_path_factory.mktemp("upgraded"), ""
    copy(STORES / f"{request.param}.key", folder / "links.key")
    if request.param == "sqlite":
        database = sqlite3.connect(folder / "branchline.db")
        database.executescript(dump("sqlite"))
        database.close()
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        store = postgres.database()
        lines = [line for line in dump("postgresql").splitlines() if not line.startswith("\\")]  # psql's own
        with psycopg.connect(store) as connection:
            connection.execute("\n".join(lines).encode())
    server = Server(folder, store=store, accounts=True)
    yield server
    server.stop()


def signed_in(club: Server, name: str) -> Browser:
    browser = Browser(club.host)
    assert browser.go("/sign-in", name=name, password=PASSWORD) == "/"
    return browser


def ask(club: Server, question: str, *values: str) -> str:
    ((found,),) = club.do(club.app.state.lobby.context.store.ask(question, *values))
    return str(found)


def play_to_the_end(pages: list[Page]) -> None:
    rng = Random(1)
    while not pages[0].told.get("over"):
        mover = next(page for page in pages if page.position["seat"] == pages[0].told["to_move"])
        at = mover.play(rng.choice(mover.choices))
        for page in pages:
            page.at_point(at)


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_an_unfinished_game_is_finished_under_the_rules_it_began_with(club: Server, game: str) -> None:
    greeting = f"Good luck with {game}!"
    table = "/table/" + ask(club, "SELECT table_id FROM chat WHERE words = ?", greeting)
    with signed_in(club, "Ann") as ann, signed_in(club, "Bob") as bob:
        assert table in ann.get("/").text, "among their games"
        pages = [ann.sit(table), bob.sit(table)]
        for page in pages:
            page.hear()
            assert [said["words"] for said in page.position["chat"]] == [greeting]
        kept = club.live(table).table
        assert kept.setup.rules == "1"
        assert len(kept.moves) >= 40, "in mid-play"
        play_to_the_end(pages)
        assert ann.get(table.replace("table", "replay")).status_code == 200


def test_a_league_in_its_first_round_comes_to_its_end(club: Server) -> None:
    league = "/league/" + ask(club, "SELECT id FROM leagues")
    table = "/table/" + ask(club, "SELECT table_id FROM league_tables")
    with signed_in(club, "Ann") as ann, signed_in(club, "Bob") as bob:
        assert "It is over." not in ann.get(league).text
        pages = [ann.sit(table), bob.sit(table)]
        for page in pages:
            page.hear()
        play_to_the_end(pages)
        wait_for(lambda: ask(club, "SELECT over FROM leagues") == "1")
        assert "It is over." in ann.get(league).text


def test_a_finished_game_can_be_replayed(club: Server) -> None:
    finished = ask(
        club,
        "SELECT id FROM tables WHERE id NOT IN (SELECT table_id FROM chat)"
        " AND id NOT IN (SELECT table_id FROM league_tables)",
    )
    with signed_in(club, "Ann") as ann:
        assert "First Train to Nuremberg" in ann.get(f"/replay/{finished}").text


def test_an_old_link_still_leads_to_its_seat(club: Server) -> None:
    link = ask(club, "SELECT words FROM chat WHERE words LIKE ?", "/join/%")
    with Browser(club.host) as friend:
        table = friend.go(link, name="Cem")
        assert friend.sit(table).hear()["seat"] == 1
