"""The coach of a newcomer: each thing is explained once, when it comes up, and from what the newcomer may know."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from itertools import chain, groupby
from random import Random
from typing import Any

import pytest

from branchline.bots import bot
from branchline.core import registry, rulebook
from branchline.core.play.table import Table
from branchline.core.protocols import Theme
from branchline.core.screen import Screen
from branchline.languages import LANGUAGES, speaking
from branchline.server.lobby import coach, lessons
from branchline.server.lobby.coach import Coach
from branchline.server.table.protocol.messages import Lesson
from branchline.server.table.state.context import LEARNER

from .arrange import Browser

GAMES = coach.names()
SEEDS = range(4)


def start(name: str, seed: int = 1) -> tuple[Table, Coach]:
    script = coach.script(name)
    return Table(name, script.players, seed=seed, **script.options), Coach(name)


def coached(table: Table, guide: Coach, spec: str = "planner:seed=1") -> Iterator[Lesson]:
    """What the coach says at each decision of a newcomer who plays like a bot."""
    player = bot(spec)
    while not table.over and (lesson := guide.lesson(table) or table.to_move != LEARNER):
        if table.to_move == LEARNER and isinstance(lesson, Lesson):
            yield lesson
        assert table.to_move is not None
        view = table.view(table.to_move)
        table.push(player.choose(table.setup, view, list(table.game.legal(table.state)), 1.0))


def test_both_games_have_a_coach() -> None:
    assert coach.names() == ["firstclass", "nuremberg"]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", GAMES)
def test_each_thing_is_explained_once_and_one_at_a_time(name: str, seed: int) -> None:
    table, guide = start(name, seed)
    script = coach.script(name)
    # What was said stays while a choice, such as a payment, is not complete.
    said = [words for words, _same in groupby(lesson.words for lesson in coached(table, guide)) if words]
    texts = {topic.say for topic in script.topics}
    first, *others = said
    assert first.split("\n")[0] == script.goal.say, "the goal comes first"
    assert first.split("\n")[1] in texts
    assert set(others) <= {*texts, script.end.say}
    assert len(set(said)) == len(said)
    assert len(said) >= 10
    assert said[-1] == script.end.say


@pytest.mark.parametrize("name", GAMES)
def test_everything_can_come_up_within_two_rounds(name: str) -> None:
    script = coach.script(name)
    bots = [f"{kind}:seed={seed}" for kind in ("planner", "random") for seed in range(12)]
    games = (coached(*start(name, seed), spec) for seed, spec in enumerate(bots))
    said = {lesson.words.split("\n")[-1] for lesson in chain.from_iterable(games)}
    assert [topic.when for topic in script.topics if topic.say not in said] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_coach_leaves_after_two_rounds_with_what_the_newcomer_knows(name: str) -> None:
    table, guide = start(name)
    lessons_ = list(coached(table, guide))
    assert [lesson.number for lesson in lessons_] == sorted(lesson.number for lesson in lessons_)
    assert not any(lesson.known for lesson in lessons_[:-1])
    assert len(lessons_[-1].known) >= 4
    assert table.game.screen().round(table.state) == 3
    assert guide.lesson(table) is None
    assert guide.scripted(table) is None


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_follows_from_the_moves(name: str) -> None:
    """A reload, another process or an undone move needs no special care."""
    table, guide = start(name)
    for number, lesson in enumerate(coached(table, guide)):
        if number % 5 == 4:
            assert Coach(name).lesson(table) == lesson
        if number == 12:
            depth = len(table.steps)
            table.push(next(iter(table.legal_moves)))
            guide.lesson(table)
            table.pop_to(depth)
            assert guide.lesson(table) == lesson


@pytest.mark.parametrize("name", GAMES)
def test_the_coach_knows_only_what_the_newcomer_knows(name: str) -> None:
    """Everything hidden from the seat is dealt again: neither words nor places change."""
    table, guide = start(name)
    coaching = registry.game(name).presentation().coaching()
    assert coaching is not None
    for lesson in coached(table, guide):
        view = table.view(LEARNER)
        other = table.game.determinize(table.setting, view, Random(7))
        again = table.game.view(other, LEARNER)
        assert coaching.situations(again, None) == coaching.situations(view, None)
        assert lesson.known or coaching.cautions(other) == lesson.cautions


@pytest.mark.parametrize("name", GAMES)
def test_topics_name_clauses_pictures_and_chapters_that_exist(name: str) -> None:
    script, game = coach.script(name), registry.game(name)
    table, _guide = start(name)
    screen: Screen[Any] = game.screen()
    panels = {panel.name for panel in screen.panels(table.view(0), table.seats, Theme())}
    for topic in script.topics:
        assert topic.clause in rulebook.rulebook(name).clauses, topic.title
        assert topic.panel in panels, topic.title
        assert not topic.chapter or lessons.chapter(name, topic.chapter), topic.title
        assert len(topic.say) <= 200, f"too long for a phone: {topic.title}"


def test_a_newcomer_who_is_outbid_is_told_so_at_the_box() -> None:
    table, guide = start("nuremberg")
    while table.to_move != LEARNER:
        table.push("bid B1 2")
    table.push("bid A1 3")
    table.push("bid A1 4")
    lesson = guide.lesson(table)
    assert lesson is not None
    assert lesson.title == "Outbid"
    assert lesson.targets == ("box:top1",)


def test_an_overbid_needs_confirmation_and_a_fair_bid_does_not() -> None:
    table, guide = start("nuremberg")
    while table.to_move != LEARNER:
        table.push("bid B1 2")
    lesson = guide.lesson(table)
    assert lesson is not None
    assert lesson.cautions["bid A1 9"].startswith("3 cubes are enough here")
    assert "bid A1 4" not in lesson.cautions
    table.push("bid A1 9")  # the rules are unchanged


def cautions_met(name: str) -> dict[str, str]:
    """By the first word of the move."""
    return {
        move.split()[0]: words
        for seed in SEEDS
        for lesson in coached(*start(name, seed))
        for move, words in lesson.cautions.items()
    }


def test_passing_up_something_useful_needs_confirmation() -> None:
    found = cautions_met("nuremberg")
    assert set(found) == {"bid", "stop", "pass"}
    assert "rent a train" in found["pass"]
    assert set(cautions_met("firstclass")) >= {"trade", "point", "end"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_coach_speaks_the_language_of_the_context(language: str) -> None:
    table, guide = start("nuremberg")
    while table.to_move != LEARNER:
        table.push("bid B1 2")
    with speaking(language):
        lesson = guide.lesson(table)
    assert lesson is not None
    goal = coach.script("nuremberg").goal.say
    assert (lesson.words.split("\n")[0] == goal) == (language == "en")


# In the browser


def test_a_newcomer_is_asked_once_per_game_and_never_again(ann: Browser) -> None:
    assert 'action="/first-game/nuremberg"' in ann.get("/").text
    assert "Teach me while I play" in unescape(ann.get("/first-game/nuremberg").text)
    ann.go("/play-now", game="nuremberg", coach="0")
    assert 'action="/first-game/nuremberg"' not in ann.get("/").text
    assert 'action="/first-game/firstclass"' in ann.get("/").text
    ann.go("/play-now", game="firstclass", coach="1")
    assert "/first-game/" not in ann.get("/").text
    assert ann.get("/first-game/chess").status_code == 404


@pytest.mark.parametrize("name", GAMES)
def test_only_a_newcomer_who_wants_a_coach_gets_one(ann: Browser, name: str) -> None:
    with_coach = ann.sit(ann.go("/play-now", game=name, coach="1")).my_turn()
    assert with_coach.told["lesson"]["coach"] is True
    assert with_coach.told["lesson"]["words"].startswith(coach.script(name).goal.say)
    without = ann.sit(ann.go("/play-now", game=name, coach="0")).my_turn()
    assert without.told.get("lesson") is None


def test_any_legal_move_can_be_made_and_a_hint_gives_reasons(ann: Browser) -> None:
    page = ann.sit(ann.go("/play-now", game="nuremberg", coach="1")).my_turn()
    advice = page.ask("hint", at=page.at)
    assert advice["type"] == "advice"
    assert all(idea["reasons"] for idea in advice["ideas"])
    suggested = {idea["choice"]["move"] for idea in advice["ideas"]}
    page.play(next(move for move in page.choices if move not in suggested))


def test_the_coach_can_be_left_and_the_game_goes_on(ann: Browser) -> None:
    page = ann.sit(table := ann.go("/play-now", game="firstclass", coach="1")).my_turn()
    page.ask("leave_lesson")
    again = ann.sit(table).my_turn()
    assert again.told.get("lesson") is None
    again.play()


def test_spectators_are_sent_nothing_that_the_coach_says(ann: Browser) -> None:
    table = ann.go("/play-now", game="firstclass", coach="1")
    ann.sit(table).my_turn()
    page = ann.sit(table)
    page.send("look", seat=None)
    page.until(lambda message: message["type"] == "position" and message["seat"] is None)
    assert page.told.get("lesson") is None
