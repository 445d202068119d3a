"""Whole games told, offered and drawn in other languages: nothing is left in English, nothing is too long."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from xml.etree import ElementTree

import msgspec
import pytest

import branchline as bl
from branchline.core.protocols import Theme
from branchline.games.nuremberg.text.picture_words import PHASES
from branchline.games.nuremberg.text.sentences import NAMES as CALLED
from branchline.languages import speaking
from tests.languages.arrange import OTHERS, plain_words, speaking_wide
from tests.languages.room import outside

NAMES = ["Ann", "Bob", "Cid"]
MATCHES = [
    pytest.param("nuremberg", {"board": "nuremberg"}, id="nuremberg"),
    pytest.param("nuremberg", {"board": "wensleydale", "wide_south": True}, id="wensleydale"),
    *(pytest.param("firstclass", {"modules": pair}, id=pair) for pair in ("AB", "CD", "BE")),
]
TWO = [MATCHES[1], MATCHES[3]]  # one of each title
SEEN_EVERY = 40  # moves; drawing is slow


def play(game: str, options: dict[str, object], each: Callable[[bl.Table, int], None]) -> bl.Table:
    """A random match to its end; `each` sees the table before every move."""
    table = bl.Table(game, players=3, seed=5, seats=NAMES, **options)  # type: ignore[arg-type]
    rng = Random(2)
    while table.outcome() is None:
        move = rng.choice(list(table.legal_moves.ids))
        each(table, move)
        table.push(move)
    return table


def told(table: bl.Table, move: int) -> Iterator[str]:
    """What people read of a position and a move about to be played."""
    game, state, screen = table.game, table.state, table.game.screen()
    yield game.sentence(state, move, NAMES)
    yield game.sentence(state, move, NAMES, None)
    yield screen.now(table.view(0), NAMES)
    yield from (sign.label for sign in screen.signs(table.view(0), bl.Theme()))
    for choice in screen.choices(state, NAMES):
        yield from (choice.words, choice.group, *choice.price, choice.note, choice.warning)
    for other in Random(move).sample(range(game.move_count), 20):
        refusal = game.refusal(state, other)
        if refusal is not None:
            yield refusal.text
    after = game.clone(state)
    game.apply(after, move)
    why = import_module(f"branchline.games.{game.name}.bots.reasons")
    yield from why.reasons(state, move, after, game.to_move(state), NAMES)
    yield from screen.tally(state, move, after)
    for account in screen.accounts(state, [move], state, after):
        yield account.title
        yield from (account.result, *(row.words for row in account.rows))


def shown(table: bl.Table) -> Iterator[str]:
    """The words of the pictures, and the table as text."""
    view, screen = table.view(0), table.game.screen()
    yield table.game.text(view, NAMES)
    for panel in screen.panels(view, NAMES, Theme()):
        yield panel.title
        yield from words_of(f"<svg>{panel.printed}{''.join(panel.parts.values())}</svg>")
    yield from words_of(table.game.svg(view, NAMES, Theme(dark=True)))


def words_of(picture: str) -> Iterator[str]:
    for element in ElementTree.fromstring(picture.replace('xmlns="http://www.w3.org/2000/svg"', "")).iter():
        if element.tag in ("text", "title", "desc"):
            yield " ".join("".join(element.itertext()).split())
        if "aria-label" in element.attrib:
            yield element.attrib["aria-label"]


def proper(table: bl.Table) -> list[str]:
    """Names that stay: of people, tokens, plots, rivers, companies; where a sign breaks one, its parts."""
    source = table.setting.names.source
    if table.game.name == "firstclass":
        return [*NAMES, *map(str.upper, NAMES), "III", "II", *(token.id for token in source.evidence)]
    whole = [plot.name for plot in source.plots] + [river.name for river in source.rivers]
    whole += [border.river for border in source.borders if border.river]
    whole = [
        name
        for name in (*whole, source.title, *msgspec.structs.astuple(source.companies))
        if name not in CALLED
    ]
    parts = [part for name in whole for part in re.split(r"[ -]", name)]
    return [*NAMES, *(plot.id for plot in source.plots), *whole, *parts, *(name.upper() for name in whole)]


@pytest.mark.parametrize(("game", "options"), MATCHES)
def test_nothing_is_left_in_english(game: str, options: dict[str, object]) -> None:
    """In a made-up language of wide letters, plain letters give away what did not come from a catalogue."""
    moves = 0

    def look(table: bl.Table, move: int) -> None:
        nonlocal moves
        names = proper(table)
        words = [*told(table, move), *(shown(table) if moves % SEEN_EVERY == 0 else ())]
        for text in words:
            assert plain_words(text, *names) == [], text
        moves += 1

    with speaking_wide():
        table = play(game, options, look)
        for text in shown(table):
            assert plain_words(text, *proper(table)) == [], text


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("game", "options"), TWO)
def test_a_whole_game_is_told_in_a_language(game: str, options: dict[str, object], language: str) -> None:
    """No sentence is the English one, and none lacks a name that the English one has."""
    numbers = re.compile(r"\d+")

    def look(table: bl.Table, move: int) -> None:
        english = list(told(table, move))
        with speaking(language):
            translated = list(told(table, move))
        for here, there in zip(english, translated, strict=True):
            if plain_words(here, *proper(table)):
                assert here != there
            assert [name for name in NAMES if name in here] == [name for name in NAMES if name in there], (
                there
            )
            assert sorted(numbers.findall(here)) == sorted(numbers.findall(there)), (here, there)

    play(game, options, look)


@pytest.mark.parametrize("language", OTHERS)
def test_pictures_are_kept_by_language(language: str) -> None:
    """A picture drawn in one language does not come back in another."""
    table = bl.Table("nuremberg", players=3, seed=5, seats=NAMES, board="wensleydale")
    english = table.svg()
    with speaking(language):
        translated = table.svg()
        assert "The South" not in translated
    assert table.svg() == english != translated


# Room


@pytest.mark.parametrize("language", OTHERS)
def test_phases_fit_two_short_lines(language: str) -> None:
    with speaking(language):
        for phase in PHASES.values():
            first, _, second = phase.partition(" ") if len(phase) > 12 else (phase, "", "")
            assert max(len(first), len(second)) <= 12, phase


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("game", "options"), TWO)
def test_words_stay_on_their_pictures(game: str, options: dict[str, object], language: str) -> None:
    moves = 0

    def look(table: bl.Table, move: int) -> None:
        nonlocal moves
        moves += 1
        if moves % (2 * SEEN_EVERY) == 0:
            for panel in table.game.screen().panels(table.view(0), NAMES, Theme()):
                assert outside(panel.box, f"{panel.printed}{''.join(panel.parts.values())}") == [], panel.name

    with speaking(language):
        play(game, options, look)
