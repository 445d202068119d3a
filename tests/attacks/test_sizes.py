"""Maps and decks that people upload are no larger than their types allow, so nothing that works on one takes long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any

import httpx
import msgspec
import pytest
from msgspec import inspect

import branchline as bl
from branchline.core.errors import RecordError
from branchline.core.play.table import Table
from branchline.games.firstclass.data import deck_file
from branchline.games.nuremberg.data import components, map_file
from branchline.games.nuremberg.data.map_file import BOARDS

from ..nuremberg.broken_maps import Data, own_map
from ..server.arrange import Browser
from .brought import bring, record_with

MANY = 100_000
VERTEX = [1.5, 2.5]


def hostile_map(change: Callable[[Data], object]) -> bytes:
    brought = own_map()
    change(brought)
    return record_with(options={"board": "squares", "map": brought})


def hostile_deck(change: Callable[[Data], object]) -> bytes:
    brought = msgspec.to_builtins(deck_file.built_in())
    change(brought)
    table = Table("firstclass", players=2, seed=1)
    return record_with(table, options={"deck": "own", "cards": brought})


def repeated(rows: list[Any]) -> list[Any]:
    return rows[:1] * 2000


MAPS: dict[str, Callable[[Data], object]] = {
    "more than 1000 entries in `$.vertices`": lambda m: m.update(vertices=[VERTEX] * MANY),
    "more than 250 entries in `$.plots`": lambda m: m.update(plots=repeated(m["plots"])),
    "more than 750 entries in `$.borders`": lambda m: m.update(borders=repeated(m["borders"])),
    "more than 16 entries in `$.plots[0].cells`": lambda m: m["plots"][0].update(cells=[[0, 1, 2]] * MANY),
    "more than 32 entries in `$.plots[0].cells[0]`": lambda m: m["plots"][0].update(cells=[[0] * MANY]),
    "more than 16 entries in `$.borders[0].edge`": lambda m: m["borders"][0].update(edge=[[0, 1]] * MANY),
    "more than 64 entries in `$.fields": lambda m: m["fields"].update(P6=["P2"] * MANY),
    "There are 2016; a map has at most 1500": lambda m: [
        p.update(cells=[[0] * 31] * 16) for p in m["plots"][:4]
    ],
    "Expected `int`, got `array`": lambda m: m["plots"][0].update(cells=nested(200)),
}
DECKS: dict[str, Callable[[Data], object]] = {
    "more than 300 entries in `$.base`": lambda d: d.update(base=repeated(d["base"])),
    "more than 100 entries in `$.modules[...]`": lambda d: d["modules"].update(A=repeated(d["base"])),
    "more than 120 entries in `$.game_end`": lambda d: d.update(game_end=repeated(d["game_end"])),
    "more than 32 entries in `$.evidence`": lambda d: d.update(evidence=repeated(d["evidence"])),
    "more than 32 entries in `$.locomotive_tiles.numbers`": lambda d: d["locomotive_tiles"].update(
        numbers=[1] * MANY
    ),
    "more than 16 ways to fulfil it": lambda d: d["base"][0].update(
        effect="contract(" + "&".join(["conductor(upper>=1|lower>=1)"] * 16) + " => coin(1))"
    ),
}


def nested(deep: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(deep):
        inner = [inner]
    return inner


RECORDS = [(words, hostile_map, change) for words, change in MAPS.items()]
RECORDS += [(words, hostile_deck, change) for words, change in DECKS.items()]


@pytest.mark.parametrize(("words", "written", "change"), RECORDS, ids=[words for words, *_ in RECORDS])
def test_files_larger_than_any_map_or_deck_are_refused_with_a_sentence(
    words: str, written: Callable[[Any], bytes], change: Callable[[Data], object]
) -> None:
    with pytest.raises(RecordError) as refused:
        bl.loads(written(change))
    assert words in str(refused.value)


@pytest.mark.parametrize("words", ["more than 1000 entries in", "more than 32 entries in `$.plots"])
def test_the_server_answers_others_while_it_refuses_one(eve: Browser, words: str) -> None:
    hostile = hostile_map(next(change for said, change in MAPS.items() if said.startswith(words)))
    answers: list[httpx.Response] = []
    upload = Thread(target=lambda: answers.append(bring(eve, hostile)))
    upload.start()
    with Browser(eve.host) as ann:
        while upload.is_alive():
            assert ann.get("/health").status_code == 200
    assert answers[0].status_code == 422
    assert words.split(" in")[0] in answers[0].text, "refused for what it is, not for the time it took"


def test_a_record_of_nested_lists_is_refused(eve: Browser) -> None:
    deep = b"[" * MANY + b"]" * MANY
    for content in (deep, record_with().replace(b'"options":{', b'"options":{"map":' + deep + b",", 1)):
        assert bring(eve, content).status_code == 422


# Bounds


@pytest.mark.parametrize(
    "source",
    [*map(map_file.built_in, BOARDS), components.components(), deck_file.built_in()],
    ids=[*BOARDS, "components", "deck"],
)
def test_every_list_has_a_bound_and_the_built_in_files_fit_four_times(source: msgspec.Struct) -> None:
    for where, bound, longest in bounds(inspect.type_info(type(source)), [source], "$"):
        assert bound is not None, f"{where} may have any length"
        assert 4 * longest <= bound, where


def bounds(of: inspect.Type, values: list[Any], where: str) -> Iterator[tuple[str, int | None, int]]:
    """Each list in a type, its bound, and the length of the longest among the values."""
    match of:
        case inspect.Metadata():
            yield from bounds(of.type, values, where)
        case inspect.StructType():
            there = [value for value in values if isinstance(value, of.cls)]
            for field in of.fields:
                inside = [getattr(value, field.name) for value in there]
                yield from bounds(field.type, inside, f"{where}.{field.name}")
        case inspect.UnionType():
            for one in of.types:
                yield from bounds(one, values, where)
        case inspect.ListType():
            lists = [value for value in values if isinstance(value, list)]
            yield where, of.max_length, max(map(len, lists), default=0)
            yield from bounds(of.item_type, [one for value in lists for one in value], f"{where}[]")
        case inspect.DictType():
            dicts = [value for value in values if isinstance(value, dict)]
            if not isinstance(of.key_type, inspect.LiteralType):
                yield where, of.max_length, max(map(len, dicts), default=0)
            yield from bounds(of.value_type, [one for value in dicts for one in value.values()], f"{where}[]")
