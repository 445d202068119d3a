"""A match as a story: one entry per turn, headings, outcomes, and no trace of undone moves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import branchline as bl
from branchline.core.play.history import Step
from branchline.core.play.story import Entry, Story
from branchline.core.protocols import CHANCE
from branchline.languages import LANGUAGES, speaking

NAMES = ["Ann", "Ben", "Cem"]
GAMES = [("nuremberg", {}), ("firstclass", {"modules": "AC"}), ("firstclass", {"modules": "DE"})]


def played(game: str, seed: int, **options: Any) -> bl.Table:
    """A whole match of random moves."""
    table = bl.Table(game, 3, seed=seed, seats=NAMES, **options)
    rng = Random(seed)
    while not table.over:
        table.push(rng.choice(table.legal_moves.ids))
    return table


def told(table: bl.Table, steps: list[Step], seat: int | None = None) -> Story:
    story = Story(table.setup, NAMES, seat)
    for step in steps:
        story.add(step)
    return story


def words(entries: list[Entry]) -> list[str]:
    return [entry.words for entry in entries]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_every_event_is_in_one_entry_and_headings_do_not_repeat(game: str, options: dict[str, str]) -> None:
    table = played(game, 1, **options)
    entries = table.story()
    headings = [entry.words for entry in entries if entry.kind == "heading"]
    assert len(set(headings)) == len(headings)
    covered = {event for entry in entries for event in range(entry.first, entry.step)}
    assert covered == {*range(len(table.steps))}
    assert all(entry.words and "  " not in entry.words and "{" not in entry.words for entry in entries)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_several_seats_together_are_told_what_each_would_be_told_alone(
    game: str, options: dict[str, str]
) -> None:
    table, seats = played(game, 3, **options), (0, 1, 2, None)
    steps = list(table.steps)
    together = Story(table.setup, NAMES, *seats)
    for step in steps:
        together.add(step)
    together.cut(60)
    for step in steps[60:]:
        together.add(step)
    for seat in seats:
        assert together.entries_of(seat) == told(table, steps, seat).entries


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_undoing_leaves_no_trace_in_the_story(game: str, options: dict[str, str]) -> None:
    table = played(game, 2, **options)
    steps = list(table.steps)
    story, rng = told(table, steps[:90]), Random(2)
    for _ in range(12):
        depth = rng.randrange(20, len(story.history.steps))
        story.cut(depth)
        assert story.entries == told(table, steps[:depth]).entries
        for step in steps[depth : depth + 25]:
            story.add(step)
        assert story.entries == told(table, steps[: len(story.history.steps)]).entries


def drafted(players: int, **given: Any) -> bl.Table:
    """A match of First Class up to the first turn."""
    table = bl.Table("firstclass", players, seed=3, seats=NAMES[:players], **given)
    while str(next(iter(table.legal_moves))).startswith("keep"):
        table.push(table.legal_moves.ids[0])
    return table


def test_a_turn_is_one_entry_with_its_steps_beneath() -> None:
    table = drafted(2, play_forced=False)
    name = NAMES[table.to_move or 0]
    entries = len(table.story())
    for move in ("tile", "point 1", "point 1", "end"):
        table.push(move)
    found = table.story()[entries:]
    assert found[0].words == f"{name} takes the start player tile: 3 coins. 2 coins spent: 2 points."
    assert found[0].details[1] == f"{name} spends a coin from column 1: 1 point."
    assert len(found[0].details) == 4
    assert found[0].step - found[0].first == 4


def test_the_turn_in_progress_is_not_finished() -> None:
    table = drafted(2, play_forced=False)
    story = told(table, list(table.steps))
    before = len(story.finished)
    for move, finished in (("tile", before), ("point 1", before), ("end", before + 1)):
        table.push(move)
        story.add(table.steps[-1])
        assert len(story.finished) == finished
        assert len(story.entries) == before + 1


def test_actions_out_of_turn_belong_to_the_turn() -> None:
    """The start player tile gives the third player a car, and the first player's turn goes on."""
    table = drafted(3)
    taker = table.to_move or 0
    table.push("tile")
    third = table.to_move
    assert third not in (taker, None)
    table.push("car upper")
    entry = [entry for entry in table.story() if entry.kind == "turn"][-1]
    assert entry.seat == taker
    assert entry.words == (
        f"{NAMES[taker]} takes the start player tile: 3 coins. "
        f"{NAMES[third or 0]} gets from the tile: 1 car on the upper train."
    )


def test_a_draw_within_a_turn_belongs_to_it() -> None:
    """A game-end card taken blind is drawn by the dealer."""
    for seed in range(40):
        table = played("firstclass", seed, modules="AB")
        steps = list(table.steps)
        drawn = [
            number
            for number, step in enumerate(steps, 1)
            if step.seat == CHANCE and number - 1 > 0 and steps[number - 2].seat != CHANCE
            and table.game.told(table.at(number - 1), step.moves[0], None).startswith("draw")
        ]  # fmt: skip
        if drawn:
            entry = next(entry for entry in table.story() if entry.first < drawn[0] <= entry.step)
            assert entry.seat == steps[drawn[0] - 2].seat
            assert "a game-end card from the pile" in entry.words
            return
    pytest.fail("nobody took a card blind")


def test_a_game_without_a_storyteller_is_told_move_by_move() -> None:
    from branchline.core.story import Storyteller

    table = played("nuremberg", 4)
    default: Storyteller[Any] = Storyteller(table.game)
    step = next(step for step in table.steps if step.seat != CHANCE)
    start = table.at(table.steps.index(step))
    said = table.game.sentence(start, step.moves[0], NAMES, None)
    assert default.turn([start, start], step.moves, NAMES, None) == said
    assert default.heading(start) == ""
    assert default.outcomes(start, step.moves[0], start, NAMES) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_story_comes_in_the_language_of_the_context(language: str) -> None:
    table = played("nuremberg", 5)
    with speaking(language):
        found = words(table.story())
    assert (found == words(table.story())) == (language == "en")
