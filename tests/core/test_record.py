"""The record: what is saved is what was played, and a damaged file says where and what to do."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import branchline as bl
from branchline.core.errors import RecordError


def played(moves: int, undos: bool = False) -> bl.Table:
    table = bl.Table("nuremberg", players=4, seed=11, seats=["Ann", "Bob", "Cem", "Dan"])
    rng = random.Random(11)
    for n in range(moves):
        if table.over:
            break
        table.push(rng.choice(list(table.legal_moves)))
        if undos and n % 5 == 4:
            for _ in range(rng.randrange(1, 4)):
                table.pop()
    return table


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    played(120).save(path)
    return path


def same(one: bl.Table, other: bl.Table) -> bool:
    return one.game.numbers(one.state) == other.game.numbers(other.state) and one.moves == other.moves


@pytest.mark.parametrize("verify", [True, False])
@pytest.mark.parametrize("undos", [True, False])
@pytest.mark.parametrize("moves", [0, 1, 63, 64, 200, 1000])
def test_a_saved_game_continues_where_it_was(tmp_path: Path, moves: int, undos: bool, verify: bool) -> None:
    table = played(moves, undos)
    table.save(tmp_path / "game.jsonl")
    again = bl.load(tmp_path / "game.jsonl", verify=verify)
    assert same(table, again)
    assert again.dumps() == table.dumps()
    if again.moves:
        table.pop()
        again.pop()
        assert same(table, again)


def test_loading_needs_no_seed_and_the_record_holds_none(saved: Path) -> None:
    assert "seed" not in saved.read_text()
    assert same(bl.load(saved), bl.load(saved))


def test_undo_is_an_event_and_history_stays() -> None:
    table = played(10)
    table.pop()
    kinds = [json.loads(line)["type"] for line in table.dumps().splitlines()]
    assert kinds[-1] == "undo"
    assert kinds.count("move") >= 10


def test_the_header_names_game_rules_options_and_seats(saved: Path) -> None:
    header = json.loads(saved.read_text().splitlines()[0])
    assert header["game"] == "nuremberg"
    assert header["rules"] == "2"
    assert header["seats"] == ["Ann", "Bob", "Cem", "Dan"]
    assert header["options"]["rounds"] == 5


def test_snapshots_make_replaying_unnecessary(saved: Path) -> None:
    kinds = [json.loads(line)["type"] for line in saved.read_text().splitlines()]
    assert kinds.count("snapshot") >= 1


def edit(path: Path, line: int, old: str, new: str) -> None:
    lines = path.read_text().splitlines()
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    path.write_text("\n".join(lines) + "\n")


def first_bid(path: Path) -> tuple[int, str]:
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        if '"bid ' in line:
            return number, json.loads(line)["move"]
    raise AssertionError("no bid")


def fault(path: Path, **arguments: bool) -> RecordError:
    content = path.read_bytes()
    with pytest.raises(RecordError) as caught:
        bl.load(path, **arguments)
    assert path.read_bytes() == content  # nothing overwritten
    return caught.value


def test_an_edited_line_is_named(saved: Path) -> None:
    line, bid = first_bid(saved)
    edit(saved, line, bid, bid[:-1] + str(int(bid[-1]) - 1))
    error = fault(saved)
    assert error.line == line
    assert "changed after the game was saved" in error.problem
    assert "--edited" in error.remedy


def test_a_lost_line_is_named(saved: Path) -> None:
    lines = saved.read_text().splitlines()
    del lines[4]
    saved.write_text("\n".join(lines) + "\n")
    assert fault(saved).line == 5


def test_a_truncated_line_is_named_with_what_to_do(saved: Path) -> None:
    text = saved.read_text()
    saved.write_text(text[:-25])
    error = fault(saved)
    assert error.line == len(text.splitlines())
    assert "cut off" in error.problem
    assert "Delete this line" in error.remedy


def test_without_its_last_lines_a_record_is_an_earlier_moment(saved: Path) -> None:
    whole = len(bl.load(saved).steps)
    saved.write_text("\n".join(saved.read_text().splitlines()[:-3]) + "\n")
    assert 0 < len(bl.load(saved).steps) < whole


def test_an_edited_record_can_be_accepted_if_the_rules_do(saved: Path) -> None:
    line, bid = first_bid(saved)
    edit(saved, line, bid, "bid A1 3")
    text = saved.read_text().splitlines()
    saved.write_text("\n".join(text[:line]) + "\n")
    table = bl.load(saved, edited=True)
    assert str(table.moves[0]) == "bid A1 3"


def test_an_edited_record_with_an_illegal_move_says_which_rule(saved: Path) -> None:
    line, bid = first_bid(saved)
    edit(saved, line, bid, "bid A1 2")
    error = fault(saved, edited=True)
    assert error.line == line
    assert "N5.2" in error.problem


def test_a_move_of_another_seat_is_found(saved: Path) -> None:
    line, _ = first_bid(saved)
    seat = json.loads(saved.read_text().splitlines()[line - 1])["seat"]
    edit(saved, line, f'"seat":{seat}', f'"seat":{(seat + 1) % 4}')
    assert "turn" in fault(saved, edited=True).problem


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"format":"branchline.record/1"', '"format":"branchline.record/9"', "branchline.record/9"),
        ('"rules":"2"', '"rules":"0"', "rules version 0"),
        ('"game":"nuremberg"', '"game":"chess"', "no game 'chess'"),
        ('"players":4', '"players":7', "2 to 4"),
        ('"sets":"four"', '"sets":"nine"', "can't be 'nine'"),
        ('"type":"header"', '"type":"move"', "missing required field"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(saved: Path, old: str, new: str, sentence: str) -> None:
    edit(saved, 1, old, new)
    error = fault(saved, edited=True)
    assert error.line == 1
    assert sentence in str(error)


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"hello\n", b"\xff\xfe\x00", b"[]\n", b'{"type":"undo","events":1}\n']
)
def test_something_that_is_not_a_record_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    assert fault(path).line == 1


def test_a_forged_snapshot_from_a_stranger_is_found(saved: Path) -> None:
    header, events = bl.core.play.record.read(saved)
    forged = [
        bl.core.play.record.Snapshot([event.state[0], 8, *event.state[2:]])
        if isinstance(event, bl.core.play.record.Snapshot)
        else event
        for event in events
    ]
    content = bl.core.play.record.encode(header, forged)
    with pytest.raises(RecordError, match="a different position"):
        bl.loads(content)


@pytest.mark.parametrize("number", [None, 10**6, 2**62, -(2**70), 2**70])
def test_a_snapshot_that_is_not_a_position_is_refused(saved: Path, number: int | None) -> None:
    """Too short, or numbers that fit in no array of the state."""
    header, events = bl.core.play.record.read(saved)
    real = next(event for event in events if isinstance(event, bl.core.play.record.Snapshot))
    forged = real.state[:3] if number is None else [number] * len(real.state)
    content = bl.core.play.record.encode(header, [events[0], bl.core.play.record.Snapshot(forged)])
    saved.write_bytes(content)
    assert "not a valid position" in fault(saved).problem


def test_undoing_more_than_there_is_is_refused(saved: Path) -> None:
    header, _ = bl.core.play.record.read(saved)
    content = bl.core.play.record.encode(header, [bl.core.play.record.Undo(3)])
    with pytest.raises(RecordError, match="undoes more moves than were made"):
        bl.loads(content)


def test_a_record_is_written_completely_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="can't be written"):
        played(3).save(tmp_path / "no such folder" / "game.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_file_is_not_a_crash(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="can't be read"):
        bl.load(tmp_path / "nothing.jsonl")
