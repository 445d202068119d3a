"""The pages of a club: what ratings, records and players' pages show, and what they don't."""

from __future__ import annotations

import re
from typing import Any

import pytest

from branchline.server.pages.club.rating_chart import rating_chart
from branchline.store.club.results import Result, SeatResult, keep

from ...server.arrange import Browser, Server
from ..people import Guests, Member, Members
from .test_open_tables import name_of, open_table

PAGES = (
    "/tables",
    "/leagues",
    "/ratings/nuremberg",
    "/records/nuremberg",
    "/ratings/firstclass",
    "/records/firstclass",
)


def key_of(club: Server, member: Member) -> str:
    store = club.app.state.lobby.context.store
    key: str = club.do(store.ask("SELECT id FROM members WHERE name = ?", member.name))[0][0]
    return key


def played(
    club: Server, table: str, *players: str, scores: tuple[int, ...] = (90, 80, 70), **more: Any
) -> None:
    """Store a result; players are given in the order of their scores."""
    seats = tuple(
        SeatResult(player=player, name="Zoe" if not player else "", score=score, place=place)
        for place, (player, score) in enumerate(zip(players, scores, strict=False), start=1)
    )
    usual: dict[str, Any] = {
        "rated": all(players),
        "public": True,
        "variant": "AB",
        "steps": 100,
        "finished": 1,
    }
    result = Result(table=table, game="firstclass", options="{}", seats=seats, **{**usual, **more})
    club.do(keep(club.app.state.lobby.context.store, result))


@pytest.mark.parametrize("address", PAGES)
def test_the_pages_are_open_to_everybody(guest: Guests, member: Members, address: str) -> None:
    for browser in (guest(), member()):
        answer = browser.get(address)
        assert answer.status_code == 200
        assert 'href="/tables"' in answer.text
    assert guest().get(address.replace("nuremberg", "chess")).status_code == (
        404 if "nuremberg" in address else 200
    )


def test_ratings_have_bots_among_people_and_say_who_is_new(club: Server, member: Members) -> None:
    ann = member()
    key = key_of(club, ann)
    for n in range(24):
        players = (key, "bot:level:3") if n % 4 else ("bot:level:3", key)
        played(club, f"ladder-{key}-{n}", *players)
    page = ann.get("/ratings/firstclass").text
    assert page.index(ann.name) < page.index("/player/bot%3Alevel%3A3"), "she won most games"
    row = re.search(rf"{ann.name}</a></th>\s*<td[^>]*>(.*?)</td>", page, re.DOTALL)
    assert row
    assert "±" in row[1]
    assert "new" not in row[1]
    played(club, f"once-{key}", key, key_of(club, bob := member()))
    shown = re.search(
        rf"{bob.name}</a></th>\s*<td[^>]*>(.*?)</td>", ann.get("/ratings/firstclass").text, re.DOTALL
    )
    assert shown
    assert "new" in shown[1]


def test_records_have_the_best_of_each_kind_without_private_games(club: Server, member: Members) -> None:
    ann, bob = member(), member()
    a, b = key_of(club, ann), key_of(club, bob)
    played(club, f"high{a}", a, b, scores=(777, 111), variant="DE")
    played(club, f"low{a}", b, a, scores=(222, 200), variant="DE")
    played(club, f"long{a}", a, b, "", scores=(300, 290, 10), variant="DE", steps=9999)
    played(club, f"secret{a}", a, b, scores=(888, 1), variant="DE", public=False, rated=False)
    page = ann.get("/records/firstclass?variant=DE").text
    bests, _bar, rest = page.partition('id="margins"')
    assert f"high{a}" in bests
    assert f"low{a}" not in bests
    margins, _bar, rest = rest.partition('id="longest"')
    assert "+666" in margins
    longest, _bar, latest = rest.partition('id="latest"')
    assert f"long{a}" in longest
    assert "9999" in longest
    assert f"/replay/low{a}" in latest
    assert "Zoe" in latest, "a guest by the name at the table"
    assert f"secret{a}" not in page
    three = ann.get("/records/firstclass?variant=DE&players=3").text
    assert f"long{a}" in three
    assert f"high{a}" not in three
    assert f"long{a}" not in ann.get("/records/firstclass?variant=DE&rated=1").text


def test_finished_games_come_page_by_page(club: Server, member: Members) -> None:
    ann = member()
    key = key_of(club, ann)
    for n in range(25):
        played(club, f"page-{key}-{n}", key, "bot:greedy", variant="BC", finished=n)
    first = ann.get("/records/firstclass?variant=BC").text.partition('id="latest"')[2]
    assert f"page-{key}-24" in first
    assert f"page-{key}-4'" not in first
    older = re.search(r'href="([^"]*after=20)"', first)
    assert older
    second = ann.get("/records/firstclass" + older[1].replace("&amp;", "&")).text.partition('id="latest"')[2]
    assert len(re.findall(r"/replay/page-", second)) == 5


def test_the_page_of_a_player(club: Server, member: Members, guest: Guests) -> None:
    ann, bob = member(), member()
    a, b = key_of(club, ann), key_of(club, bob)
    for n, players in enumerate(((a, b), (a, b), (b, a))):
        played(club, f"met-{a}-{n}", *players)
    played(club, f"hidden-{a}", a, b, public=False, rated=False)
    table = open_table(ann)
    page = guest().get(f"/player/{ann.name}").text
    assert "<svg viewBox" in page
    assert re.search(
        rf"{bob.name}</a></th><td[^>]*>3</td><td[^>]*>2</td><td[^>]*>0</td><td[^>]*>1</td>", page
    )
    assert f"/replay/met-{a}-0" in page
    assert f"hidden-{a}" not in page
    assert "Waiting for players" in page
    assert name_of(table) not in page, "the way in is the list, which knows who is blocked"
    assert "example" not in page, "no address of hers"
    assert "show my games by link" not in page
    assert "show my games by link" in ann.get(f"/player/{ann.name}").text
    assert guest().get("/player/Nobody at all").status_code == 404


def test_a_bot_has_a_page_too(club: Server, member: Members) -> None:
    ann = member()
    played(club, f"bots-{key_of(club, ann)}", key_of(club, ann), "bot:level:4")
    page = ann.get("/player/bot:level:4")
    assert page.status_code == 200
    assert ann.name in page.text
    assert ann.get("/player/bot:stdio:command=true").status_code == 404
    assert ann.get("/player/bot:nonsense").status_code == 404


def test_a_member_who_leaves_the_club_is_nameless_in_all_lists(club: Server, member: Members) -> None:
    ann, bob = member(), member()
    played(club, f"left-{key_of(club, ann)}", key_of(club, ann), key_of(club, bob))
    store = club.app.state.lobby.context.store
    gone = club.do(club.app.state.accounts.members.find(key_of(club, ann)))
    club.do(club.app.state.accounts.delete(gone))
    page = bob.get(f"/player/{bob.name}").text
    assert ann.name not in page
    assert "Former member" in page
    assert ann.name not in bob.get("/ratings/firstclass").text
    assert club.do(store.ask("SELECT 1 FROM ratings WHERE player = ?", gone.id)) == []


def test_names_are_escaped(club: Server, browsers: list[Browser]) -> None:
    eve = Browser(club.host)
    browsers.append(eve)
    played(club, "escaped", "", "bot:greedy", rated=False, variant="<b>")
    page = eve.get("/records/firstclass?variant=%3Cb%3E&after=zzz&players=99999999999").text
    assert "<b>" not in page
    assert "&lt;b&gt;" in page


@pytest.mark.parametrize(
    "nonsense", ["%00", "%F0%9F%9A%82", "..%2F..", "'; DROP TABLE results; --", "a" * 3000]
)
def test_nonsense_in_an_address_finds_nothing_and_breaks_nothing(guest: Guests, nonsense: str) -> None:
    visitor = guest()
    for path in (
        f"/player/{nonsense}",
        f"/league/{nonsense}",
        f"/ratings/{nonsense}",
        f"/records/{nonsense}",
    ):
        assert visitor.get(path).status_code == 404
    assert visitor.get(f"/records/firstclass?variant={nonsense}&after={nonsense}").status_code == 200
    assert visitor.get(f"/tables?game={nonsense}&players={nonsense}").status_code == 200
    assert visitor.post(f"/tables/{nonsense}/sit", name="Zoe").status_code == 404


def test_a_chart_of_nothing_is_nothing() -> None:
    assert rating_chart([]) == ""
