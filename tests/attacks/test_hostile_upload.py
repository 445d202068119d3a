"""Somebody uploads a record that takes for ever to draw. They are told so, and nobody else notices."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from threading import Event, Thread

import pytest

from branchline.core.play.table import Table
from branchline.server.workers import painters

from ..server.arrange import Browser, Page, Server, wait_for
from . import slow_work
from .slow_work import TRAP

TURNS = 3  # turns of quiet and of hostile samples
SAMPLES = 12
LULL = 1.5  # seconds until the attack hurts, or is over
TOO_LONG = 8.0  # seconds after which no more samples are taken
NOISE = 0.05  # seconds of timer and scheduler inaccuracy
CUT_OFF = "This takes the server too long, so it was stopped. Try again in a minute."


def trap() -> bytes:
    """The record of a game whose drawing never ends."""
    table, rng = Table("nuremberg", 2, seed=4, seats=[TRAP, "Bob"]), Random(4)
    for _ in range(30):
        table.push(rng.choice(list(table.legal_moves.ids)))
    return table.dumps()


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server with one painter."""
    monkeypatch.setattr(painters, "sketch", slow_work.sketch)
    monkeypatch.setattr(painters, "LONGEST", 3.0)
    running = Server(tmp_path)
    pool = running.app.state.lobby.context.painters.pool
    wait_for(lambda: all(worker.alive for worker in pool.workers))
    running.do(pool.warm())
    yield running
    running.stop()


def bring(eve: Browser) -> str:
    return eve.http.post("/records", files={"record": ("game.jsonl", trap())}).headers["location"]


class Attack:
    """Several visitors have uploaded such a record, and request it over and over during the attack."""

    def __init__(self, host: str) -> None:
        self.on, self.over = Event(), Event()
        self._threads = [Thread(target=self._attack, args=(host, number)) for number in range(3)]

    def _attack(self, host: str, number: int) -> None:
        with Browser(host) as eve:
            address = bring(eve)
            while not self.over.wait(0.2):
                if self.on.is_set():
                    eve.get(f"{address}/at/{number}")
                    eve.get(address)

    def __enter__(self) -> Attack:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        for thread in self._threads:
            thread.join()


def seconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


class Times:
    """The time until the picture of a move arrives, and the time /health takes."""

    def __init__(self) -> None:
        self.moves: list[float] = []
        self.health: list[float] = []

    def sample(self, page: Page, browser: Browser) -> None:
        end = time.monotonic() + TOO_LONG
        for _ in range(SAMPLES):
            page.whose_turn()
            self.moves.append(seconds(page.play))
            self.health.append(seconds(lambda: browser.get("/health")))
            if time.monotonic() > end:
                return

    @property
    def usual(self) -> tuple[float, float]:
        return median(self.moves), median(self.health)


def test_others_play_as_fast_while_a_hostile_record_is_drawn(server: Server) -> None:
    """Quiet and hostile samples alternate, so that other load on the machine slows both."""
    quiet, hostile = Times(), Times()
    with Browser(server.host) as ann, Attack(server.host) as attack:
        for _ in range(TURNS):
            page = ann.sit(ann.new_table("nuremberg", "me", "here"))
            attack.on.clear()
            time.sleep(LULL)
            quiet.sample(page, ann)
            attack.on.set()
            time.sleep(LULL)
            hostile.sample(page, ann)
    for before, now in zip(quiet.usual, hostile.usual, strict=True):
        assert now < 2 * before + NOISE, f"a move and /health took {quiet.usual}, then {hostile.usual}"


def test_somebody_who_looks_at_it_is_told_that_it_was_cut_off(server: Server) -> None:
    with Browser(server.host) as eve:
        answer = eve.get(f"{bring(eve)}/at/3")
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    assert CUT_OFF in answer.text


def test_a_live_table_that_cannot_be_drawn_says_so_and_tries_again(server: Server) -> None:
    with Browser(server.host) as eve:
        table = eve.new_table("nuremberg", "me", "friend", name0=TRAP)
        page = eve.sit(table)
        assert page.until("undrawn")["words"] == CUT_OFF
        wait_for(lambda: page.ask("rename", name="Eve")["type"] == "accepted")
        end = time.monotonic() + 30
        while not page.position and time.monotonic() < end:
            page.send("look", seat=0)
            page.until(lambda message: message["type"] in ("undrawn", "position"))
            time.sleep(0.3)
        assert page.position, "the table is drawn as soon as it can be"
