"""Options from a form or a record never make the server open a file. On your own machine you may name one."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline import server
from branchline.arena.matches import event
from branchline.core import registry
from branchline.core.errors import OptionError, RecordError
from branchline.core.play.table import Table
from branchline.envs.match import Match
from branchline.games.firstclass.data import deck_file

from ..nuremberg.broken_maps import own_map
from ..server.arrange import Browser
from .brought import bring, record_with

READERS = ("with_files", "Setup.local", "read_map", "read_deck")  # for files that options name
NO_OPTIONS = ("seed", "seats", "play_forced", "rules")  # arguments of a table


@pytest.fixture
def secret_map(tmp_path: Path) -> Path:
    """A private map."""
    path = tmp_path / "secret"
    path.write_text(json.dumps(own_map() | {"name": "secret", "title": "Secret map"}), encoding="utf-8")
    return path


@pytest.fixture
def secret_deck(tmp_path: Path) -> Path:
    path = tmp_path / "deck.json"
    path.write_text((deck_file.DATA / "cards.json").read_text(encoding="utf-8"), encoding="utf-8")
    return path


@pytest.mark.parametrize("embedded", [{}, {"map": None}])
def test_a_record_cannot_ask_for_a_map_on_the_server(
    eve: Browser, secret_map: Path, embedded: dict[str, None]
) -> None:
    answer = bring(eve, record_with(options={"board": str(secret_map), **embedded}))
    assert answer.status_code == 422
    assert "Secret map" not in answer.text
    assert "Allowed values: nuremberg, wensleydale, mini, tiny." in answer.text


@pytest.mark.parametrize("embedded", [{}, {"cards": None}])
def test_a_record_cannot_ask_for_a_deck_on_the_server(
    eve: Browser, secret_deck: Path, embedded: dict[str, None]
) -> None:
    table = Table("firstclass", players=2, seed=1)
    answer = bring(eve, record_with(table, options={"deck": str(secret_deck), **embedded}))
    assert answer.status_code == 422
    assert "Allowed values: built-in, mini." in answer.text


def test_a_file_beside_the_server_is_not_a_board_either(
    secret_map: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(secret_map.parent)
    with pytest.raises(RecordError, match="can't be 'secret'"):
        bl.loads(record_with(options={"board": "secret", "map": None}))


@pytest.mark.parametrize(("game", "option"), [("nuremberg", "board"), ("firstclass", "deck")])
def test_options_from_elsewhere_never_open_a_file(
    game: str, option: str, secret_map: Path, secret_deck: Path
) -> None:
    path = {"board": secret_map, "deck": secret_deck}[option]
    for options in ({option: str(path)}, {option: path}):
        with pytest.raises(OptionError, match=f"'{option}' can't be"):
            registry.game(game).setting(2, options)
        with pytest.raises(OptionError, match=f"'{option}' can't be"):
            Table.from_options(game, 2, options)


def test_the_server_makes_tables_by_the_call_that_opens_no_file() -> None:
    """`Table(...)` takes paths, for callers on their own machine."""
    local = {name for call, name in calls(Path(server.__file__).parent) if takes_options(call)}
    assert not local, f"use Table.from_options in {', '.join(sorted(local))}"


def calls(folder: Path) -> Iterator[tuple[ast.Call, str]]:
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield node, f"{path.name}:{node.lineno}"


def takes_options(call: ast.Call) -> bool:
    """Whether a call reads files, or makes a table with options or with keywords that may be options."""
    name = ast.unparse(call.func)
    makes_table = name.rpartition(".")[2] == "Table"
    return name.endswith(READERS) or (makes_table and any(w.arg not in NO_OPTIONS for w in call.keywords))


@pytest.mark.parametrize(
    "code", ["Table(game, **options)", "bl.Table('x', board=b)", "options.with_files(k, g)"]
)
def test_a_call_that_may_open_a_file_is_found(code: str) -> None:
    (call,) = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call))
    assert takes_options(call)


def test_a_form_offers_the_built_in_boards_only(eve: Browser, secret_map: Path) -> None:
    for board in (str(secret_map), "mini"):
        answer = eve.post("/new", game="nuremberg", seat0="me", seat1="bot:random", board=board)
        assert answer.status_code == 422
        assert "Allowed values for the option &#39;board&#39;: nuremberg, wensleydale." in answer.text


# On your own machine


def test_a_path_is_accepted_on_your_own_machine(secret_map: Path, secret_deck: Path) -> None:
    for path in (secret_map, str(secret_map)):
        table = bl.Table("nuremberg", players=2, seed=1, board=path)
        assert table.view().map.title == "Secret map"
    assert bl.Table("firstclass", players=2, deck=str(secret_deck)).header().options["cards"]
    assert Match("nuremberg", 2, board=str(secret_map)).setup.setting.names.source.title == "Secret map"
    assert event("nuremberg", 2, {"board": str(secret_map)}).options["board"] == "secret"


def test_a_match_on_a_custom_map_works_without_its_file(eve: Browser, secret_map: Path) -> None:
    table = bl.Table("nuremberg", players=2, seed=1, board=str(secret_map))
    secret_map.unlink()
    again = bl.loads(table.dumps())
    assert again.header() == table.header()
    assert str(secret_map.parent) not in table.dumps().decode()
    assert bring(eve, table.dumps()).status_code == 303


@pytest.mark.parametrize("board", ["mars", "x" * 5000, "a\0b"])
def test_a_path_to_nothing_is_refused_with_a_sentence(board: str) -> None:
    with pytest.raises(OptionError, match=r"There is no board .* no file of that name"):
        bl.Table("nuremberg", players=2, board=board)


@pytest.mark.parametrize("embedded", [{"plots": []}, "nuremberg.json", 7, [], {"a": {"b": {}}}])
def test_an_embedded_map_that_is_not_a_map_is_refused_with_a_sentence(embedded: Any) -> None:
    with pytest.raises(RecordError, match="The record's own map can't be read"):
        bl.loads(record_with(options={"board": "own", "map": embedded}))
