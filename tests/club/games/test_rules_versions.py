"""A table started under earlier rules continues under them after an upgrade; a new table gets the new ones."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import branchline as bl
from branchline.core import registry
from branchline.core.errors import RecordError, UnknownRules
from branchline.store.open_store import open_store, sqlite_url

from ...server.arrange import Browser, Server
from ..processes import Process, ServerProcess

# Under version 2 a bid is at most 3; under version 1 it is limited by the cubes in hand.
FIRST = """
from branchline.games.nuremberg import Nuremberg
class First(Nuremberg):
    name, title, rules_version = 'club', 'The club game', '1'
GAME = First()
"""
SECOND = """
from branchline.core.errors import Refusal
from rules_1 import First
class Second(First):
    rules_version = '2'
    def _high(self, state, move):
        words = str(self.move(state.setting, move)).split()
        return words[0] == 'bid' and int(words[-1]) > 3
    def legal(self, state):
        return [move for move in super().legal(state) if not self._high(state, move)]
    def refusal(self, state, move):
        known = super().refusal(state, move)
        if known is None and self._high(state, move):
            return Refusal('C1', 'Three is enough.')
        return known
GAME = Second()
"""
HIGH = "bid A1 4"


def install(folder: Path, games: str, rules: str = "") -> None:
    """The club's package, as pip would install it."""
    (folder / "rules_1.py").write_text(FIRST)
    (folder / "rules_2.py").write_text(SECOND)
    registry._entry_points.cache_clear()
    info = folder / "club-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: club\nVersion: 1.0\n")
    entry = f"[branchline.games]\nclub = {games}:GAME\n"
    (info / "entry_points.txt").write_text(
        entry + (f"[branchline.rules]\nclub.1 = {rules}:GAME\n" if rules else "")
    )


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the club's package, on the path of this process and its children."""
    folder = tmp_path / "club"
    folder.mkdir()
    monkeypatch.setenv("PYTHONPATH", f"{folder}:{Path(bl.__file__).parents[1]}")
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    yield folder
    for name in ("rules_1", "rules_2"):
        sys.modules.pop(name, None)


def test_a_record_follows_the_rules_that_its_header_names(club: Path) -> None:
    install(club, "rules_1")
    old = bl.Table("club", players=2, seed=1)
    install(club, "rules_2", "rules_1")
    assert registry.rules_of("club") == ["2", "1"]
    assert bl.Table("club", players=2, seed=1).header().rules == "2"
    assert HIGH not in bl.Table("club", players=2, seed=1).legal_moves
    resumed = bl.loads(old.dumps())
    assert resumed.header().rules == "1"
    resumed.push(HIGH)
    assert bl.loads(resumed.dumps()).moves == resumed.moves


def test_missing_rules_are_named(club: Path) -> None:
    install(club, "rules_1")
    old = bl.Table("club", players=2, seed=1)
    install(club, "rules_2")
    with pytest.raises(
        RecordError,
        match=r"rules version 1\. This installation has: 2\. To continue the game, install a version of",
    ):
        bl.loads(old.dumps())
    with pytest.raises(UnknownRules):
        registry.game("club", "3")


async def header_of(data: Path, table: str) -> bytes:
    store = await open_store(sqlite_url(data / "branchline.db"))
    try:
        kept = await store.find(table.rpartition("/")[2])
    finally:
        await store.close()
    assert kept is not None
    return kept.row.header + b"".join(kept.lines)


def test_a_live_table_continues_under_its_rules_after_an_upgrade(club: Path, tmp_path: Path) -> None:
    """Bots, drawings and replays in other processes follow them, too."""
    data = tmp_path / "data"
    url = sqlite_url(data / "branchline.db")

    def served(cookie: str = "") -> tuple[Process, Browser]:
        server = ServerProcess(data, url)
        browser = Browser(server.host)
        if cookie:
            browser.http.cookies.set("visitor", cookie)
        return server, browser

    install(club, "rules_1")
    server, ann = served()
    with ann:
        tables = [ann.new_table("club", "here", "me") for _ in range(2)]
        cookie = ann.http.cookies["visitor"]
        page = ann.sit(tables[0]).whose_turn()
        page.play("bid A1 3")
    server.stop()

    install(club, "rules_2", "rules_1")
    server, ann = served(cookie)
    with ann:
        for table in tables:  # started, and not yet started
            page = ann.sit(table).whose_turn()
            page.play(HIGH)
            ann.sit(table).whose_turn()
        new = ann.sit(ann.new_table("club", "here", "me")).whose_turn()
        refused = new.ask("play", at=new.at, move=HIGH)
        assert (refused["type"], refused["words"]) == ("refused", "Three is enough.")
        new.play("bid A1 3")
    server.stop()
    assert [b'"rules":"1"' in asyncio.run(header_of(data, table)) for table in tables] == [True, True]

    install(club, "rules_2")
    before = asyncio.run(header_of(data, tables[0]))
    server, ann = served(cookie)
    with ann:
        answer = ann.get(tables[0])
        assert answer.status_code == 422
        assert "rules version 1" in answer.text
        assert ann.sit(tables[0]).closed() == 4404
        assert ann.get("/").status_code == 200
    server.stop()
    assert asyncio.run(header_of(data, tables[0])) == before


@pytest.mark.parametrize("game", ["firstclass", "nuremberg"])
def test_our_own_version_1_continues_after_an_upgrade(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Including bots and drawings, in processes for which a later version is current."""
    with monkeypatch.context() as before:
        before.setitem(registry.OURS, game, f"branchline.games.{game}.rules_1")
        server = Server(tmp_path)
        with Browser(server.host) as ann:
            old = ann.new_table(game, "me", "bot:planner")
            ann.sit(old).my_turn().play()
            cookie = ann.http.cookies["visitor"]
        server.stop()
    server = Server(tmp_path)
    with Browser(server.host) as ann:
        ann.http.cookies.set("visitor", cookie)
        page = ann.sit(old).my_turn()
        page.play()
        page.my_turn().play()
        new = ann.new_table(game, "me", "bot:planner")
        rules = [server.live(table).table.header().rules for table in (old, new)]
    server.stop()
    assert rules == ["1", registry.game(game).rules_version]
    assert rules[1] != "1"
