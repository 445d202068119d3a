"""A table in the browser: moves are stored before they are shown, and everybody sees the same table."""

from __future__ import annotations

from pathlib import Path

import pytest

from branchline.languages import speaking

from .arrange import Browser, Server, wait_for

GAMES = ["nuremberg", "firstclass"]


def friends_table(ann: Browser, bob: Browser, game: str = "nuremberg", **options: str) -> str:
    """A table where Ann has the first seat and Bob, by his link, the second."""
    table = ann.new_table(game, "me", "friend", name0="Ann", name1="Bob", **options)
    assert bob.go(ann.links(table)[1], name="Bob") == table
    return table


@pytest.mark.parametrize("game", GAMES)
def test_play_now_leads_into_a_game_in_one_click(ann: Browser, game: str) -> None:
    page = ann.sit(ann.go("/play-now", game=game)).my_turn()
    assert page.position["mine"] == [0]
    assert page.position["host"]
    assert [seat["kind"] for seat in page.told["seats"]] == ["person", "bot", "bot"]
    assert page.choices
    assert page.told["now"]


def test_a_move_is_in_the_store_when_it_is_acknowledged(server: Server, ann: Browser) -> None:
    page = ann.sit(table := ann.go("/play-now", game="nuremberg")).my_turn()
    at = page.ask("play", at=page.at, move=page.choices[0])["at"]
    kept = server.do(server.app.state.lobby.context.store.find(table.rpartition("/")[2]))
    assert len(kept.lines) >= at


@pytest.mark.parametrize("game", GAMES)
def test_changes_make_the_picture_that_a_new_page_gets(ann: Browser, game: str) -> None:
    table = ann.new_table(game, "me", "here", "here")
    page = ann.sit(table)
    for _ in range(25):
        page.whose_turn().play(page.choices[len(page.choices) // 2])
    fresh = ann.sit(table)
    fresh.send("look", seat=page.position["seat"])
    fresh.until(lambda message: message.get("seat") == page.position["seat"])
    assert fresh.pictures == page.pictures
    assert fresh.log == page.log
    assert fresh.told["choices"] == page.told["choices"] if page.choices else not fresh.choices


@pytest.mark.parametrize("game", GAMES)
def test_the_log_knows_no_more_than_the_picture(ann: Browser, game: str) -> None:
    page = ann.sit(ann.new_table(game, "me", "bot:random", "bot:random")).my_turn()
    for _ in range(12):
        page.play()
        page.my_turn()
    for heard in page.heard:
        for entry in heard.get("log", ()):
            assert entry["step"] <= heard["told"]["at"], entry["words"]


@pytest.mark.parametrize("game", GAMES)
def test_an_ordinary_update_is_small(ann: Browser, game: str) -> None:
    page = ann.sit(ann.go("/play-now", game=game)).my_turn()
    while len(page.heard) < 60:
        page.play()
        page.my_turn()
    sizes = sorted(
        len(raw) for raw, heard in zip(page.raw, page.heard, strict=True) if heard["type"] == "changes"
    )
    assert sizes[len(sizes) // 2] < 10_000


def test_two_tabs_agree(ann: Browser) -> None:
    table = ann.go("/play-now", game="firstclass")
    one, other = ann.sit(table).my_turn(), ann.sit(table).my_turn()
    at = one.play()
    assert other.at_point(at).pictures == one.at_point(other.at).pictures


def test_a_duplicate_request_is_done_once(server: Server, ann: Browser) -> None:
    table = ann.new_table("nuremberg", "me", "here")
    page = ann.sit(table).whose_turn()
    at, move = page.at, page.choices[0]
    page.send("play", at=at, move=move)
    page.send("play", at=at, move=move)
    assert page.until("accepted")
    assert page.until("refused")["words"] == "The game has moved on. Look at the table and try again."
    assert page.until("position")["told"]["at"] == server.live(table).point.at
    assert [str(made) for made in server.live(table).table.moves] == [move]


def test_a_stale_request_changes_nothing_and_gets_the_position(server: Server, ann: Browser) -> None:
    table = ann.go("/play-now", game="nuremberg")
    page = ann.sit(table).my_turn()
    before = page.at
    page.play()
    page.my_turn()
    answer = page.ask("play", at=before, move=page.choices[0])
    assert answer["type"] == "refused"
    assert page.until("position")["told"]["at"] == server.live(table).point.at


def test_an_illegal_move_is_refused_with_the_clause(ann: Browser) -> None:
    page = ann.sit(ann.go("/play-now", game="nuremberg")).my_turn()
    answer = page.ask("play", at=page.at, move="bid A1 99")
    assert answer["type"] == "refused"
    answer = page.ask("play", at=page.at, move="rent 1a")
    assert answer["clause"].startswith("N")
    assert answer["words"]


def test_nobody_moves_for_another(server: Server, ann: Browser, bob: Browser) -> None:
    table = friends_table(ann, bob)
    pages = [ann.sit(table), bob.sit(table)]
    for page in pages:
        page.hear()
    due = pages[0].told["to_move"]
    mover, other = pages[due], pages[1 - due]
    assert not other.choices
    answer = other.ask("play", at=other.at, move=mover.choices[0])
    assert answer["words"] == f"It is {['Ann', 'Bob'][due]}'s turn."
    assert not server.live(table).table.moves
    at = mover.play()
    assert other.at_point(at).log == mover.log


def test_players_can_look_only_from_their_own_seats(ann: Browser, bob: Browser) -> None:
    table = friends_table(ann, bob, "firstclass")
    page = bob.sit(table)
    page.hear()
    assert page.position["mine"] == [1]
    assert page.ask("look", seat=0) == {"type": "refused", "words": "That seat is not yours.", "clause": ""}
    page.send("look", seat=None)
    assert page.until("position")["seat"] is None
    assert page.ask("play", at=page.at, move="x")["words"].startswith("You are watching this table")


def test_one_screen_may_hold_several_seats(ann: Browser) -> None:
    table = ann.new_table("firstclass", "me", "here")
    page = ann.sit(table)
    page.hear()
    assert page.position["mine"] == [0, 1]
    for seat in (1, 0):
        page.send("look", seat=seat)
        assert page.until("position")["seat"] == seat


def test_why_not_is_a_sentence_with_its_clause_in_the_visitors_language(server: Server) -> None:
    answers = {}
    for language in ("en", "de"):
        with Browser(server.host, language) as browser:
            page = browser.sit(browser.go("/play-now", game="nuremberg")).my_turn()
            answers[language] = page.ask("why", target="train:1a")
    assert answers["en"]["words"]
    assert answers["en"]["target"] == "train:1a"
    assert answers["de"]["words"] != answers["en"]["words"]


def test_hints_come_from_a_bot_and_are_off_among_friends(ann: Browser, bob: Browser) -> None:
    page = ann.sit(ann.go("/play-now", game="nuremberg")).my_turn()
    assert page.ask("hint", at=page.at)["type"] == "advice"
    table = friends_table(ann, bob)
    pages = [ann.sit(table), bob.sit(table)]
    for page in pages:
        page.hear()
    mover = pages[pages[0].told["to_move"]]
    assert mover.ask("hint", at=mover.at)["words"].startswith("Hints are off at this table")
    assert pages[1].ask("allow", hints=True)["words"] == "Only the host of the table can decide that."
    assert pages[0].ask("allow", hints=True)["type"] == "accepted"
    mover.until(lambda message: message["type"] == "position" and message["hints"])
    assert mover.ask("hint", at=mover.at)["type"] == "advice"


@pytest.mark.parametrize("game", ["nuremberg", "firstclass"])
def test_a_hint_is_three_choices_with_chances_reasons_and_what_may_follow(ann: Browser, game: str) -> None:
    page = ann.sit(ann.new_table(game, "me", "bot:level:1", name0="Ann")).my_turn()
    ideas = page.ask("hint", at=page.at)["ideas"]
    moves = [idea["choice"]["move"] for idea in ideas]
    assert len(moves) == len(set(moves)) == min(3, len(page.choices))
    assert set(moves) <= set(page.choices)
    assert all(0 <= idea["chance"] <= 100 and idea["words"].startswith("Ann ") for idea in ideas)
    assert ideas[0]["reasons"]
    page.play(moves[0])
    told = next(entry["words"] for entry in page.log if entry.get("seat") == 0)
    assert told.startswith(ideas[0]["words"].removesuffix(".")), "as the log does, which adds who is outbid"


def test_a_hint_speaks_the_language_of_the_page(server: Server) -> None:
    with Browser(server.host, "de") as browser:
        page = browser.sit(
            table := browser.new_table("nuremberg", "me", "bot:level:1", name0="Ann")
        ).my_turn()
        idea = page.ask("hint", at=page.at)["ideas"][0]
        match = server.live(table).table
        (move,) = match.game.expand(match.state, idea["choice"]["move"])
        with speaking("de"):
            assert idea["words"] == match.game.sentence(match.state, move, match.seats, 0)
        assert idea["words"] != match.game.sentence(match.state, move, match.seats, 0)


def test_forced_steps_are_asked_for_if_a_seat_wants_to_make_them(server: Server, ann: Browser) -> None:
    table = ann.go("/play-now", game="firstclass")
    page = ann.sit(table).my_turn()
    assert page.position["forced"]
    assert page.ask("prefer", forced=False)["type"] == "accepted"
    page.until(lambda message: message["type"] == "position" and not message["forced"])
    while not page.my_turn().told.get("over"):
        page.play()
    mine = [step for step in server.live(table).table.steps if step.seat == 0]
    assert mine
    assert not any(step.forced for step in mine)


def test_chat_is_kept_and_names_can_change(ann: Browser, bob: Browser) -> None:
    table = friends_table(ann, bob)
    pages = [ann.sit(table), bob.sit(table)]
    pages[1].hear()
    pages[0].send("say", words="Good\u202e  luck <b>!</b>")
    said = pages[1].until("chat")
    assert (said["seat"], said["name"], said["words"]) == (0, "Ann", "Good luck <b>!</b>")
    pages[0].ask("rename", name="Anna")
    pages[1].until(
        lambda message: message["type"] == "position" and message["told"]["seats"][0]["name"] == "Anna"
    )
    assert bob.sit(table).hear()["chat"][0]["words"] == "Good luck <b>!</b>"


def test_somebody_who_chats_too_much_is_asked_to_slow_down(ann: Browser) -> None:
    page = ann.sit(ann.go("/play-now", game="nuremberg"))
    for _ in range(5):
        page.send("say", words="choo")
    assert page.ask("say", words="choo")["words"].startswith("Not so fast")


def test_everybody_sees_who_is_there(ann: Browser, bob: Browser) -> None:
    table = friends_table(ann, bob)
    page = ann.sit(table)
    page.hear()
    assert [seat.get("here", False) for seat in page.told["seats"]] == [True, False]
    other = bob.sit(table)
    page.until(lambda message: "told" in message and message["told"]["seats"][1].get("here", False))
    other.close()
    page.until(lambda message: "told" in message and not message["told"]["seats"][1].get("here", False))


@pytest.mark.parametrize(
    "nonsense",
    [b"", b"{", b"[]", b'{"type":"fly"}', b'{"type":"play","at":-1,"move":"x"}', b"\xff\xfe", b"x" * 5000],
)
def test_nonsense_is_answered_with_a_sentence(ann: Browser, nonsense: bytes) -> None:
    page = ann.sit(ann.go("/play-now", game="nuremberg"))
    page.socket.send(nonsense)
    assert page.until("refused")["words"]


def test_a_far_too_long_message_ends_the_connection(ann: Browser) -> None:
    page = ann.sit(ann.go("/play-now", game="nuremberg"))
    page.socket.send(b"x" * 9000)
    assert page.closed() == 1009


def test_a_page_that_asks_endlessly_is_disconnected(ann: Browser) -> None:
    page = ann.sit(ann.go("/play-now", game="nuremberg"))
    for _ in range(500):
        try:
            page.send("look")
        except Exception:
            break
    assert page.closed() == 4429


def test_a_table_continues_after_a_restart_and_deals_the_same(tmp_path: Path) -> None:
    moves: list[list[str]] = []
    for _ in range(2):
        server = Server(tmp_path)
        with Browser(server.host) as ann:
            if not moves:
                table = ann.new_table("nuremberg", "me", "here", rounds="1")
                cookies = dict(ann.http.cookies)
            else:
                ann.http.cookies.update(cookies)
            page = ann.sit(table)
            for _ in range(12):
                page.whose_turn().play()
            moves.append([str(move) for move in server.live(table).table.moves])
        server.stop()
    assert moves[1][: len(moves[0])] == moves[0]
    assert len(moves[1]) >= 24


def test_a_table_that_nobody_looks_at_is_dropped_from_memory_and_reloaded(tmp_path: Path) -> None:
    server = Server(tmp_path, rest=0.1)
    with Browser(server.host) as ann:
        page = ann.sit(table := ann.go("/play-now", game="nuremberg")).my_turn()
        at = page.play()
        page.close()
        wait_for(lambda: not server.app.state.lobby._tables)
        assert ann.sit(table).at_point(at).log[: len(page.log)] == page.log
    server.stop()
