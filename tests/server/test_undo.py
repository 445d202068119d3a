"""Undo: freely while it concerns only the player, otherwise with everybody's agreement."""

from __future__ import annotations

from random import Random

import pytest

from branchline.core.play.loading import follow
from branchline.core.play.table import SNAPSHOT_EVERY, Table
from branchline.core.protocols import CHANCE
from branchline.server.table.protocol.requests import UndoKind
from branchline.server.table.state.undo_rules import Turns

from .arrange import Browser, Page, Server
from .test_live import friends_table

WHATS: list[UndoKind] = ["step", "turn"]


def take_back(table: Table, turns: Turns, seat: int, what: UndoKind) -> None:
    depth = turns.start_of(seat, what)
    assert depth is not None
    table.pop_to(depth)


def dealt(table: Table) -> int:
    return sum(step.seat == CHANCE for step in table.steps)


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
@pytest.mark.parametrize("what", WHATS)
def test_free_undo_reveals_nothing_and_affects_nobody_else(game: str, what: UndoKind) -> None:
    rng = Random(5)
    table = Table(game, players=3, seed=5)
    table.trail = []
    turns = Turns(table)
    free = asked = 0
    while not table.over:
        table.push(rng.choice(list(table.legal_moves.ids)))
        turns.follow(table, table.trail)
        for seat in range(3):
            allowed = getattr(turns.undoable(table, seat), what)
            if allowed == "free" and rng.random() < 0.3:
                before, kept = list(table.steps), dealt(table)
                take_back(table, turns, seat, what)
                turns.follow(table, table.trail)
                gone = before[len(table.steps) :]
                assert dealt(table) == kept, "no draw is taken back freely"
                assert {step.seat for step in gone if step.decided} == {seat}
                assert table.to_move == seat
                free += 1
            asked += allowed == "ask"
    assert free > 5
    assert asked > 5
    assert turns.undoable(table, 0).step == "", "a finished game stands"


def test_another_process_knows_what_may_be_undone_after_many_lines_at_once() -> None:
    rng = Random(2)
    table = Table("firstclass", players=2, seed=2)
    elsewhere = table.copy()
    elsewhere.trail = []
    turns = Turns(elsewhere)
    known = len(table.log)
    while len(table.steps) < 2 * SNAPSHOT_EVERY:
        table.push(rng.choice(list(table.legal_moves.ids)))

    follow(elsewhere, list(table.log[known:]))
    turns.follow(elsewhere, elsewhere.trail)

    assert elsewhere.steps == table.steps
    assert [turns.undoable(elsewhere, seat) for seat in (0, 1)] == [
        Turns(table).undoable(table, seat) for seat in (0, 1)
    ]


@pytest.mark.parametrize("what", WHATS)
def test_with_agreement_everything_since_is_undone(what: UndoKind) -> None:
    rng = Random(8)
    table = Table("nuremberg", players=2, seed=8)
    while len(table.steps) < 60:
        table.push(rng.choice(list(table.legal_moves.ids)))
    turns = Turns(table)
    seat = 1 - next(step.seat for step in reversed(table.steps) if step.decided)
    last = turns.start_of(seat, "step")
    assert last is not None
    assert turns.undoable(table, seat).step == "ask"
    take_back(table, turns, seat, what)
    assert table.to_move == seat
    assert len(table.steps) <= last


def two_pages(ann: Browser, bob: Browser) -> tuple[str, Page, Page]:
    """A table of two, and the pages of the first player to move and of the other."""
    table = friends_table(ann, bob)
    pages = [ann.sit(table), bob.sit(table)]
    for page in pages:
        page.hear()
    due = pages[0].told["to_move"]
    return table, pages[due], pages[1 - due]


def test_against_bots_every_move_can_be_undone(server: Server, ann: Browser) -> None:
    table = ann.go("/play-now", game="nuremberg")
    page = ann.sit(table).my_turn()
    start, choices = page.at, page.choices
    page.play()
    page.my_turn()
    assert page.told["undo"]["step"] == "free", "bots agree at once"
    answer = page.ask("take_back", at=page.at, what="step")
    assert answer["type"] == "accepted"
    page.at_point(answer["at"])
    assert page.choices == choices
    assert page.at > start, "the record knows it"
    assert page.log[-1]["undone"]
    assert page.log[-1]["seat"] == 0


def test_a_finished_turn_is_undone_if_the_others_agree(server: Server, ann: Browser, bob: Browser) -> None:
    table, mover, other = two_pages(ann, bob)
    at = mover.play()
    assert mover.told["undo"]["step"] == "ask"
    assert mover.ask("take_back", at=at, what="step")["type"] == "accepted"
    other.until(lambda message: "told" in message and "wish" in message["told"]["undo"])
    seats = (mover.position["seat"], other.position["seat"])
    assert (other.told["undo"]["wish"], other.told["undo"]["waits"]) == (seats[0], [seats[1]])
    assert server.live(table).table.moves, "nothing has happened yet"
    assert mover.ask("agree", at=at, yes=True)["words"] == "Nobody is waiting for your answer."
    answer = other.ask("agree", at=at, yes=True)
    assert answer["type"] == "accepted"
    assert not server.live(table).table.moves
    assert mover.at_point(answer["at"]).choices


def test_others_may_refuse(server: Server, ann: Browser, bob: Browser) -> None:
    table, mover, other = two_pages(ann, bob)
    at = mover.play()
    mover.ask("take_back", at=at, what="turn")
    other.until(lambda message: "told" in message and "wish" in message["told"]["undo"])
    assert other.ask("agree", at=at, yes=False)["type"] == "accepted"
    assert mover.until("refused")["words"] == "The others did not agree to undo it."
    assert len(server.live(table).table.moves) == 1
    assert server.live(table).point.at == at


def test_a_move_made_meanwhile_answers_the_request_too(server: Server, ann: Browser, bob: Browser) -> None:
    table, mover, other = two_pages(ann, bob)
    at = mover.play()
    mover.ask("take_back", at=at, what="step")
    other.at_point(at)
    other.play()
    assert server.live(table).state.undo_request is None
    assert other.ask("agree", at=other.at, yes=True)["words"] == "Nobody is waiting for your answer."


def test_a_player_with_both_seats_need_not_ask(ann: Browser) -> None:
    page = ann.sit(ann.new_table("nuremberg", "me", "here")).whose_turn()
    seat = page.position["seat"]
    page.play()
    page.send("look", seat=seat)
    page.until(lambda message: message["type"] == "position" and message["seat"] == seat)
    assert page.told["undo"]["step"] == "free"
    answer = page.ask("take_back", at=page.at, what="step")
    assert page.at_point(answer["at"]).choices


def test_having_nothing_to_undo_is_said(ann: Browser, bob: Browser) -> None:
    _, mover, other = two_pages(ann, bob)
    assert mover.ask("take_back", at=mover.at, what="step")["words"] == "There is nothing you can undo."
    assert other.told["undo"].get("step", "") == ""
