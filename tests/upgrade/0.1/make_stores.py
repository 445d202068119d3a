"""Makes the stores in this folder. Run with the sources of 0.1 (commit 369875b), in its folder:

PYTHONPATH=src:. python .../tests/upgrade/0.1/make_stores.py FOLDER
"""

from __future__ import annotations

import gzip
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

from tests.club.people import PASSWORD, play_to_the_end, say
from tests.postgres import Postgres, programs
from tests.web.arrange import Browser, Page, Server

TURNS = {"nuremberg": 60, "firstclass": 40}  # into building and shipping; into the second round


def play(pages: list[Page], turns: int, rng: Random) -> None:
    for _ in range(turns):
        mover = next(page for page in pages if page.position["seat"] == pages[0].told["to_move"])
        mover.at_point(pages[0].at)
        at = mover.play(rng.choice(mover.choices))
        for page in pages:
            page.at_point(at)


def fill(server: Server) -> None:
    """Two members with a game of each title under way, one finished, a free seat, and a league in its first round."""
    ann, bob = Browser(server.host), Browser(server.host)
    ann.go("/sign-up", name="Ann", password=PASSWORD)
    bob.go("/sign-up", name="Bob", password=PASSWORD)
    for game, turns in TURNS.items():
        table = ann.new_table(game, "me", "friend")
        link = ann.links(table)[-1]
        bob.go(link, name="Bob")
        pages = [ann.sit(table), bob.sit(table)]
        for page in pages:
            page.hear()
        play(pages, turns, Random(1))
        say(pages[1], f"Good luck with {game}!")
    table = ann.new_table("firstclass", "me", "friend")
    page = ann.sit(table)
    page.hear()
    say(page, ann.links(table)[-1])  # where the test finds it
    play_to_the_end(server, ann)
    league = ann.go(
        "/leagues/new",
        game="nuremberg",
        board="nuremberg",
        name="Spring",
        kind="league",
        size="2",
        rounds="1",
    )
    for one in (ann, bob):
        one.go(f"{league}/join")
    ann.go(f"{league}/begin")
    for one in (ann, bob):
        one.__exit__()


def keep(folder: Path, engine: str, dump: bytes) -> None:
    (folder / f"{engine}.sql.gz").write_bytes(gzip.compress(dump, mtime=0))
    (folder / engine / "links.key").rename(folder / f"{engine}.key")


def make(folder: Path) -> None:
    server = Server(folder / "sqlite", accounts=True)
    fill(server)
    server.stop()
    with sqlite3.connect(folder / "sqlite" / "branchline.db") as database:
        keep(folder, "sqlite", "\n".join(database.iterdump()).encode())

    postgres, found = Postgres(), programs()
    assert found is not None
    url = postgres.database()
    server = Server(folder / "postgresql", accounts=True, store=url)
    fill(server)
    server.stop()
    command = [str(found / "pg_dump"), "--inserts", "--no-owner", "--no-privileges", url]
    keep(folder, "postgresql", subprocess.run(command, capture_output=True, check=True).stdout)
    postgres.stop()


if __name__ == "__main__":
    make(Path(sys.argv[1]))
