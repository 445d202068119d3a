"""The tutorials: every move written in them is legal, every step says something, and a wrong move costs nothing."""

from __future__ import annotations

from html import unescape

import pytest

from branchline.core import rulebook
from branchline.core.play.table import Table
from branchline.languages import LANGUAGES, speaking
from branchline.server.lobby import lessons
from branchline.server.lobby.lessons import Guide, tutorial
from branchline.server.table.state.context import LEARNER

from .arrange import Browser

GAMES = lessons.names()


def start(name: str) -> tuple[Table, Guide]:
    return lessons.new_table(tutorial(name)), lessons.guide(name)


def follow(table: Table, guide: Guide) -> str:
    """One step of a learner who does as told: play what is waited for, or read on."""
    move = guide.scripted(table)
    if move is None:
        lesson = guide.lesson(table)
        assert lesson is not None
        assert lesson.moves, lesson.words
        move = lesson.moves[0]
        assert guide.wrong(table, move) is None
    table.push(move)
    return move


def test_both_games_can_be_learnt() -> None:
    assert lessons.names() == ["firstclass", "nuremberg"]


@pytest.mark.parametrize("name", GAMES)
def test_a_tutorial_can_be_played_to_its_end(name: str) -> None:
    table, guide = start(name)
    numbers = []
    while (lesson := guide.lesson(table)) is not None and lesson.number < lesson.of:
        numbers.append(lesson.number)
        follow(table, guide)
    learners = [step for step in tutorial(name).steps if step.why]
    assert sorted(set(numbers)) == list(range(1, len(learners) + 1)), (
        "the learner's steps are counted, from 1"
    )
    assert lesson is not None
    assert lesson.words.endswith(tutorial(name).end.say)
    assert guide.scripted(table) is None
    assert table.game.screen().round(table.state) == 2


def test_others_moves_are_explained_when_it_is_the_learners_turn_again() -> None:
    table, guide = start("nuremberg")
    follow(table, guide)
    bids_higher, come_back = tutorial("nuremberg").steps[1:3]
    lesson = guide.lesson(table)
    assert lesson is not None
    assert lesson.words == bids_higher.say
    assert guide.scripted(table) == "bid A1 4"
    table.push("bid A1 4")
    lesson = guide.lesson(table)
    assert lesson is not None
    assert lesson.words.split("\n") == [bids_higher.say, come_back.say]
    assert lesson.moves == ("bid A2 3",)


@pytest.mark.parametrize("name", GAMES)
def test_after_its_end_the_table_is_like_any_other(name: str) -> None:
    table, guide = start(name)
    while (lesson := guide.lesson(table)) is not None and lesson.number < lesson.of:
        follow(table, guide)
    while table.to_move != LEARNER:
        assert guide.scripted(table) is None, "they think for themselves now"
        table.push(next(iter(table.legal_moves)))
        assert guide.lesson(table) == lesson, "until the learner has read it"
    assert guide.wrong(table, str(next(iter(table.legal_moves)))) is None
    table.push(next(iter(table.legal_moves)))
    assert guide.lesson(table) is None
    assert guide.scripted(table) is None
    assert guide.wrong(table, str(next(iter(table.legal_moves)))) is None


@pytest.mark.parametrize("name", GAMES)
def test_another_move_is_answered_kindly_and_changes_nothing(name: str) -> None:
    table, guide = start(name)
    answered = 0
    while (lesson := guide.lesson(table)) is not None and lesson.number < lesson.of:
        if table.to_move == LEARNER:
            before = table.dumps()
            others = [str(move) for move in table.legal_moves if str(move) not in lesson.moves]
            awaited = {ids for move in lesson.moves for ids in table.game.expand(table.state, move)[:1]}
            for move in others:
                refused = guide.wrong(table, move)
                if table.game.expand(table.state, move)[0] in awaited:
                    continue
                assert refused is not None, move
                assert refused.words.endswith((".", "!"))
                answered += 1
            assert table.dumps() == before
        follow(table, guide)
    assert answered > 50


def test_illegal_moves_are_left_to_the_table_to_refuse() -> None:
    table, guide = start("nuremberg")
    assert guide.wrong(table, "bid A1 1") is None
    assert guide.wrong(table, "dance") is None
    assert table.why_not("bid A1 1") is not None


@pytest.mark.parametrize("name", GAMES)
def test_undoing_a_move_takes_the_lesson_back_too(name: str) -> None:
    table, guide = start(name)
    while table.to_move != LEARNER:
        follow(table, guide)
    before = guide.lesson(table)
    follow(table, guide)
    assert guide.lesson(table) != before
    table.pop()
    assert guide.lesson(table) == before


@pytest.mark.parametrize("name", GAMES)
def test_a_table_that_went_another_way_has_no_lesson(name: str) -> None:
    told = tutorial(name)
    table = Table(told.game, told.players, seed=told.seed + 1, **told.options)
    assert lessons.guide(name).lesson(table) is None
    assert lessons.guide(name).wrong(table, str(next(iter(table.legal_moves)))) is None


@pytest.mark.parametrize("name", GAMES)
def test_every_step_names_a_clause_of_the_rulebook_and_answers_wrong_moves(name: str) -> None:
    table, guide = start(name)
    clauses = rulebook.rulebook(name).clauses
    assert tutorial(name).end.clause in clauses
    for step in tutorial(name).steps:
        assert step.clause in clauses
        if guide.scripted(table) is None:
            assert step.why, step.say
        else:
            assert not step.why, "only the learner can be wrong"
        number = guide.lesson(table)
        while guide.lesson(table) == number:
            follow(table, guide)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_speaks_the_language_of_the_context(language: str) -> None:
    table, guide = start("nuremberg")
    with speaking(language):
        lesson = guide.lesson(table)
    assert lesson is not None
    assert lesson.words


CHAPTERS = [(name, chapter.name) for name in GAMES for chapter in tutorial(name).chapters]


@pytest.mark.parametrize(("name", "chapter"), CHAPTERS)
def test_a_chapter_starts_at_step_1_and_ends_where_the_next_begins(name: str, chapter: str) -> None:
    told, guide = tutorial(name), lessons.guide(f"{name}/{chapter}")
    table = lessons.new_table(told)
    for step in told.steps[: guide.part.first]:
        table.push(step.move)
    lesson = guide.lesson(table)
    assert lesson is not None
    assert lesson.number == 1
    assert lesson.words.split("\n")[0] == told.steps[guide.part.first].say, "not what came before it"
    while (lesson := guide.lesson(table)) is not None and lesson.number < lesson.of:
        follow(table, guide)
    assert lesson is not None
    assert lesson.words.endswith(guide.part.end.say)
    assert lesson.chapter == (guide.part.next and (guide.part.next.name, guide.part.next.title))
    assert guide.part.last == (guide.part.next.first if guide.part.next else len(told.steps))


# At a table in the browser


@pytest.mark.parametrize("name", GAMES)
def test_a_learner_is_led_through_the_round_and_plays_on_against_bots(ann: Browser, name: str) -> None:
    page = ann.sit(ann.go(f"/learn/{name}")).my_turn()
    seen = set()
    while (lesson := page.told["lesson"])["number"] < lesson["of"]:
        seen.add(lesson["words"])
        assert len(lesson["moves"]) == 1
        page.play(lesson["moves"][0])
        page.my_turn()
    learners = [step for step in tutorial(name).steps if step.why]
    assert len(seen) == len(learners)
    assert page.told["lesson"]["words"].endswith(tutorial(name).end.say)
    page.play()
    page.my_turn()
    assert page.told.get("lesson") is None


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_move_at_the_table_is_refused_with_a_sentence_and_nothing_is_lost(
    ann: Browser, name: str
) -> None:
    page = ann.sit(ann.go(f"/learn/{name}")).my_turn()
    lesson, before = page.told["lesson"], page.at
    other = next(move for move in page.choices if move not in lesson["moves"])
    refused = page.ask("play", at=page.at, move=other)
    assert refused["type"] == "refused"
    learners = [step for step in tutorial(name).steps if step.why]
    assert refused["words"] == learners[lesson["number"] - 1].why
    assert page.at == before
    page.play(lesson["moves"][0])


@pytest.mark.parametrize(("name", "chapter"), CHAPTERS)
def test_a_chapter_has_a_table_of_its_own(ann: Browser, name: str, chapter: str) -> None:
    page = ann.sit(ann.go(f"/learn/{name}", chapter=chapter)).my_turn()
    assert page.told["lesson"]["number"] == 1
    page.play(page.told["lesson"]["moves"][0])
    assert ann.post(f"/learn/{name}", chapter="no such chapter").status_code == 404


def test_a_lesson_can_be_left_and_the_game_goes_on(ann: Browser) -> None:
    page = ann.sit(ann.go("/learn/nuremberg")).my_turn()
    assert page.ask("leave_lesson")["type"] == "accepted"
    page.until("position")
    assert page.told.get("lesson") is None
    page.play("bid A1 4")


def test_learning_starts_with_a_page(ann: Browser) -> None:
    html = unescape(ann.get("/learn/nuremberg").text)
    assert tutorial("nuremberg").title in html
    assert tutorial("nuremberg").what in html
    assert ann.get("/learn/chess").status_code == 404
    assert ann.post("/learn/chess").status_code == 404
