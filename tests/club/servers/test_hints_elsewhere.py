"""Hints and analyses of a server that leaves all thinking to `branchline bots`."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

import psycopg
import pytest

from branchline.core.play.table import Table
from branchline.server.workers import bot_jobs
from branchline.server.workers.bot_jobs import HintJob, MoveJob
from branchline.server.workers.bot_thinking import seen

from ...postgres import Postgres
from ...server.arrange import Browser, Page, Server, wait_for
from ..processes import Process, ServerProcess

LEASE = 2.0  # seconds, so that another worker soon gets a lost worker's hint


@pytest.fixture(scope="module")
def url(postgres: Postgres) -> str:
    return postgres.database()


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("settings") / "club.toml"
    file.write_text(f"lease = {LEASE}\n")
    return str(file)


@pytest.fixture(scope="module")
def server(url: str, settings: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path_factory.mktemp("data"), url, "--bots", "0", "--settings", settings)
    yield running
    running.stop()


@pytest.fixture
def ann(server: ServerProcess) -> Iterator[Browser]:
    with Browser(server.host) as browser:
        yield browser


def bots(url: str, settings: str) -> Process:
    return Process("bots", "--store", url, "--processes", "1", "--settings", settings)


@pytest.fixture
def worker(url: str, settings: str) -> Iterator[Process]:
    running = bots(url, settings)
    yield running
    running.stop()


def my_table(ann: Browser, game: str = "nuremberg", **options: str) -> Page:
    return ann.sit(ann.new_table(game, "me", "bot:random", **options)).my_turn()


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_a_hint_comes_from_a_worker_and_the_server_has_none_of_its_own(
    worker: Process, ann: Browser, game: str
) -> None:
    page = my_table(ann, game)
    advice = page.ask("hint", at=page.at)
    assert advice["type"] == "advice", advice
    assert advice["ideas"][0]["choice"]["move"] in page.choices
    assert ann.get("/health/ready").json()["thinkers"] == 0
    assert page.ask("hint", at=page.at) == advice, "it is not thought of again"


def test_turning_points_come_from_a_worker(worker: Process, ann: Browser) -> None:
    page = my_table(ann, rounds="1")
    while not page.my_turn().told.get("over"):
        page.play()
    answer = ann.get(f"{page.table.replace('/table/', '/replay/')}/course")
    assert answer.status_code == 200, answer.text
    assert "<svg" in answer.json()["chart"]


def test_a_worker_dies_over_a_hint_and_another_takes_over(
    worker: Process, ann: Browser, url: str, settings: str
) -> None:
    page = my_table(ann)
    other, thinking = bots(url, settings), worker.children
    try:
        send(signal.SIGSTOP, other.pid)  # the first takes the job ...
        send(signal.SIGSTOP, *thinking)  # ... and never finishes it
        page.send("hint", at=page.at)
        wait_for(lambda: hints(url, "answer IS NULL AND taken_until > now()"))
        worker.kill()
        assert hints(url, "answer IS NULL")
        send(signal.SIGCONT, other.pid, *thinking)
        assert page.until(lambda message: message["type"] in ("advice", "refused"))["type"] == "advice"
    finally:
        other.stop()


def send(sign: signal.Signals, *processes: int) -> None:
    for process in processes:
        os.kill(process, sign)


def hints(url: str, so: str) -> int:
    with psycopg.connect(url) as database:
        found = database.execute(f"SELECT count(*) FROM jobs WHERE kind = 1 AND {so}".encode()).fetchone()
    assert found is not None
    return int(found[0])


def test_without_workers_players_are_told_so_and_can_ask_again(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.database()
    monkeypatch.setattr(bot_jobs, "GRACE", 0.1)
    server = Server(tmp_path, store=url, thinkers=0, think=0.1, lease=0.1)
    with Browser(server.host) as ann:
        page = ann.sit(ann.new_table("nuremberg", "me", "here", hints="on"))
        page.hear()
        for _ in range(2):
            page.whose_turn()
            refused = page.ask("hint", at=page.at)
            assert refused["words"] == "The server is too busy for hints just now. Try again in a moment."
            assert not hints(url, "true"), "nobody thinks of what nobody waits for"
        page.play()
    server.stop()


def test_a_job_shows_a_bot_no_more_for_a_hint_than_for_a_move() -> None:
    """A position that differs only in what is hidden from the seat gives the same hint job."""
    table = Table("firstclass", 3, seed=5, modules="CD")
    for _ in range(12):
        table.push(table.legal_moves.ids[-1])
    seat, setup = table.to_move, table.setup
    assert seat is not None
    state = table.game.numbers(table.state)
    twin = table.game.numbers(table.game.determinize(table.setting, table.view(seat), Random(1)))
    assert twin != state, "there is something to hide"
    assert seen(setup, state, seat) == seen(setup, twin, seat)
    public = {"names", "language", "most"}
    assert set(HintJob.__struct_fields__) - public == set(MoveJob.__struct_fields__) - {"bot"}
