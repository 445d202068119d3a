"""Uploaded records are treated as hostile: checked in another process, by the rules, within limits."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import httpx
import pytest

from branchline.core.play import record
from branchline.core.play.table import Table

from .arrange import Browser, Server


def played(game: str = "nuremberg", moves: int = 10_000, **options: object) -> Table:
    rng = Random(4)
    table = Table(game, players=2, seed=4, seats=["Ann", "<b>Bob</b>"], **options)  # type: ignore[arg-type]
    while not table.over and len(table.moves) < moves:
        table.push(rng.choice(list(table.legal_moves.ids)))
        if rng.random() < 0.1 and table.moves:
            table.pop()
    return table


def bring(browser: Browser, content: bytes) -> httpx.Response:
    return browser.http.post("/records", files={"record": ("game.jsonl", content)})


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("strict"), check=6.0, largest_record=400_000)
    yield server
    server.stop()


@pytest.fixture
def eve(strict: Server) -> Iterator[Browser]:
    with Browser(strict.host) as browser:
        yield browser


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
@pytest.mark.parametrize("moves", [10, 10_000])
def test_a_record_can_be_uploaded_and_replayed(strict: Server, eve: Browser, game: str, moves: int) -> None:
    table = played(game, moves)
    address = bring(eve, table.dumps()).headers["location"]
    assert address.startswith("/replay/")
    kept = strict.live(address)
    assert [str(move) for move in kept.table.moves] == [str(move) for move in table.moves]
    assert kept.row.uploaded
    assert eve.get(address.replace("/replay/", "/table/")).status_code == 404, "nobody plays there"
    assert eve.get(address).status_code == 200


def test_a_downloaded_record_can_be_uploaded_again(strict: Server, eve: Browser) -> None:
    address = bring(eve, played().dumps()).headers["location"]
    content = eve.get(address.replace("/replay/", "/table/") + "/record").content
    assert bring(eve, content).status_code == 303


def line(table: Table, number: int, **changes: object) -> bytes:
    """The record with one line changed, so that its checksum is wrong."""
    lines = [json.loads(text) for text in table.dumps().splitlines()]
    lines[number].update(changes)
    return b"\n".join(json.dumps(text).encode() for text in lines)


def resealed(table: Table, **header: object) -> bytes:
    """The record with another header and new checksums, as somebody who knows the format can make it."""
    events = list(table.log)
    return record.encode(record.Header(**{**json.loads(json.dumps(_header(table))), **header}), events)


def _header(table: Table) -> dict[str, object]:
    found = table.header()
    return {name: getattr(found, name) for name in ("format", "game", "rules", "players", "options", "seats")}


HOSTILE: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "not JSON": lambda: b"\x00\xff" * 500,
    "deep JSON": lambda: b'{"type":"header","options":' + b'{"a":' * 50_000 + b"}" * 50_000 + b"}",
    "another format": lambda: b'{"format": "png"}',
    "cut off": lambda: played(moves=20).dumps()[:-40],
    "a changed line": lambda: line(played(moves=20), 3, move="pass"),
    "another game": lambda: resealed(played(moves=20), game="chess"),
    "other rules": lambda: resealed(played(moves=20), rules="99"),
    "too many players": lambda: resealed(played(moves=20), players=5000),
    "names for others": lambda: resealed(played(moves=20), seats=["A"] * 3),
    "an unknown option": lambda: resealed(played(moves=20), options={"fly": True}),
    "a file of the server": lambda: resealed(played(moves=20), options={"board": "/etc/passwd"}),
    "a file nearby": lambda: resealed(played(moves=20), options={"board": "pyproject.toml"}),
    "a deck of the server": lambda: resealed(played("firstclass", 20), options={"deck": "/dev/zero"}),
    "an own map that is none": lambda: resealed(played(moves=20), options={"board": "own", "map": {"plots": []}}),
    "a move that is not legal": lambda: record.encode(played(moves=5).header(), [record.Played(0, "stop")]),
    "undone before the start": lambda: record.encode(played(moves=5).header(), [record.Undo(7)]),
    "a forged position": lambda: record.encode(played(moves=5).header(), [record.Snapshot([1] * 600)]),
    "too large": lambda: played().dumps() + b" " * 500_000,
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_record_is_refused_with_a_sentence(strict: Server, eve: Browser, what: str) -> None:
    before = strict.do(strict.app.state.lobby.context.store.listed("", 99))
    answer = bring(eve, HOSTILE[what]())
    assert answer.status_code in (413, 422)
    assert "Traceback" not in answer.text
    assert "root:" not in answer.text
    assert strict.do(strict.app.state.lobby.context.store.listed("", 99)) == before
    assert eve.get("/health").status_code == 200


def back_and_forth(lines: int) -> bytes:
    """A move made and undone over and over: each line is legal, and each undo replays everything."""
    table = played(moves=60)
    table._log = [event for event in table._log if not isinstance(event, record.Snapshot)]
    again: list[record.Event] = [
        record.Played(table.to_move or 0, str(next(iter(table.legal_moves)))),
        record.Undo(1),
    ]
    table._log += again * ((lines - len(table._log)) // 2)
    return table.dumps()


def test_undone_moves_are_not_stored(strict: Server, eve: Browser) -> None:
    answer = bring(eve, back_and_forth(1000))
    assert len(strict.live(answer.headers["location"]).table.log) < 400


def test_an_endless_check_is_abandoned_and_the_next_one_is_done(tmp_path: Path) -> None:
    server = Server(tmp_path, check=1.0, largest_record=20_000_000)
    server.app.state.record_uploads._checkers._queue._clock = lambda: (
        0.0
    )  # it stands still: the wait never ends
    with Browser(server.host) as eve, Browser(server.host) as ann:
        assert "takes too long" in bring(eve, back_and_forth(200_000)).text
        assert "Try again in a minute" in bring(eve, played(moves=5).dumps()).text, (
            "who brought it has to wait"
        )
        assert bring(ann, played(moves=5).dumps()).status_code == 303
    server.stop()


def test_a_checker_that_dies_is_replaced(strict: Server, eve: Browser) -> None:
    pool = strict.app.state.record_uploads._checkers
    assert bring(eve, played(moves=5).dumps()).status_code == 303
    for worker in pool.workers:
        worker.process and worker.process.kill()
    assert bring(eve, played(moves=5).dumps()).status_code in (303, 422)
    assert bring(eve, played(moves=5).dumps()).status_code == 303


def test_play_on_from_a_moment(strict: Server, eve: Browser) -> None:
    table = played()
    address = bring(eve, table.dumps()).headers["location"]
    there = eve.go(f"{address}/branch", at=30)
    live = strict.live(there)
    page = eve.sit(there).my_turn()
    old = [str(move) for move in strict.live(address).table.moves]
    assert [str(move) for move in live.table.moves][:20] == old[:20]
    assert page.position["mine"] == [page.told["to_move"]]
    page.play()
    assert eve.post(f"{address}/branch", at=10_000_000).status_code in (404, 422)
    assert eve.post(f"{address}/branch", at="x").status_code in (404, 422)


def test_a_running_game_cannot_be_branched(eve: Browser) -> None:
    table = eve.go("/play-now", game="firstclass")
    assert eve.post(table.replace("/table/", "/replay/") + "/branch", at=1).status_code == 422


def test_names_in_records_stay_text(tmp_path: Path, eve: Browser) -> None:
    address = bring(eve, played().dumps()).headers["location"]
    assert "<b>Bob</b>" not in eve.get(address).text
    assert "<b>Bob</b>" not in eve.get("/").text
