"""Names that people use: no text for the screen has the id of a box, a plot, a card or a token, or a move as it is
typed. Seeded games with every pair of modules and every board, in all languages in turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

import branchline as bl
from branchline.core.protocols import Theme
from branchline.core.screen import plain
from branchline.languages import LANGUAGES, speaking
from tests.languages.test_games import NAMES, told, words_of

MATCHES = [
    *(pytest.param("nuremberg", {"board": board}, id=board) for board in ("nuremberg", "wensleydale")),
    *(
        pytest.param("firstclass", {"modules": "".join(pair)}, id="".join(pair))
        for pair in combinations("ABCDE", 2)
    ),
]
TOLD_EVERY = 5  # moves
DRAWN_EVERY = 45
SHAPE = re.compile(r'data-target="([^"]+)"')
# A place of the market, a slot of a train, a gap; a quoted word of the notation; a token that was not drawn
TYPED = r"\d\.\d|(?:upper|lower)-\d+|'[a-z]+'|:\w+:"


def ids(table: bl.Table) -> re.Pattern[str]:
    """Finds what only the notation and the files know."""
    names = table.setting.names
    source = names.source
    if table.game.name == "nuremberg":
        known = [*names.boxes, *(plot.id for plot in source.plots)]
    else:
        rows = (*source.base, *(row for rows in source.modules.values() for row in rows))
        known = [row.id for row in (*rows, *source.game_end, *source.mail_cars, *source.evidence)]
    known.sort(key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, known))}|{TYPED})(?![\w-])")


def choices(table: bl.Table) -> Iterator[str]:
    """Everything a choice says, with its tokens in words, and what can be left to the table."""
    screen = table.game.screen()
    signs = screen.signs(table.view(table.to_move), Theme())
    for choice in screen.choices(table.state, NAMES):
        said = (choice.words, choice.group, choice.note, choice.warning, *choice.price)
        yield from (plain(text, signs) for text in said)
    yield from (sign.label for sign in signs)
    yield screen.overview(table.state, table.view(table.to_move)).todo
    if screen.standing_orders and table.to_move is not None:
        for order in screen.standing_orders.offered(table.state, table.to_move):
            yield screen.standing_orders.words(table.state, order)


def pictures(table: bl.Table) -> Iterator[str]:
    """The words of the pictures, and why what they show can't be chosen."""
    game, screen = table.game, table.game.screen()
    targets: set[str] = set()
    for panel in screen.panels(table.view(0), NAMES, Theme()):
        yield panel.title
        drawn = f"{panel.printed}{''.join(panel.parts.values())}"
        yield from words_of(f"<svg>{drawn}</svg>")
        targets.update(SHAPE.findall(drawn))
    for target in sorted(targets):
        for move in screen.meant(table.state, target):
            refusal = game.refusal(table.state, move)
            if refusal is not None:
                yield refusal.text


def story(table: bl.Table) -> Iterator[str]:
    for entry in table.story(0):
        yield from (entry.words, *entry.details)
        for account in entry.accounts:
            yield from (account.title, account.result, *(row.words for row in account.rows))


@pytest.mark.parametrize(("game", "options"), MATCHES)
def test_nothing_is_called_by_its_id(game: str, options: dict[str, str]) -> None:
    table = bl.Table(game, players=3, seed=7, seats=NAMES, **options)  # type: ignore[arg-type]
    bad, rng, moves = ids(table), Random(2), 0

    def check(texts: Iterator[str]) -> None:
        for text in texts:
            found = None if text.isupper() else bad.search(text)  # German DEN is a word, as a plot Denton
            assert not found, f"{found[0]!r} in {text!r}"

    while table.outcome() is None:
        move = rng.choice(list(table.legal_moves.ids))
        with speaking(list(LANGUAGES)[moves % len(LANGUAGES)]):
            if moves % TOLD_EVERY == 0:
                signs = table.game.screen().signs(table.view(0), Theme())
                check(plain(text, signs) for text in told(table, move))
                check(choices(table))
            if moves % DRAWN_EVERY == 0:
                check(pictures(table))
        table.push(move)
        moves += 1
    for language in LANGUAGES:
        with speaking(language):
            check(story(table))
            check(pictures(table))
