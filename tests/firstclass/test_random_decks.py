"""Decks of random cards: the rules can play whatever F16 can express."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from branchline.core.compiled.engine import OVER
from branchline.games.firstclass import GAME, checking, options
from branchline.games.firstclass.data.codes import MOVERS, PARTS
from branchline.games.firstclass.data.deck_file import DATA, DeckFile
from branchline.games.firstclass.options import Options

from .arrange import PAIRS

REQUIREMENTS = (
    "cars(total>=5)", "cars(value>=1, total>=4 | upper>=1 & lower>=3)", "run(2,1)", "conductor(upper>=3)",
    "mailCars(placed=1)", "locoPos>=4", "railCards>=2", "constantinople", "locomotiveTiles>=1",
    "completedContracts>=1",
)  # fmt: skip
FACTORS = ("", " * completedContracts", " * locomotiveTiles", " * coins")


def a_box(rng: Random) -> str:
    parts = []
    for name in rng.sample(PARTS, rng.randint(1, 4)):
        mover = f"{rng.choice(list(MOVERS))}," if name == "conductor" else ""
        parts.append(f"{name}({mover}{rng.randint(1, 4)})")
    return "+".join(parts)


def a_requirement(rng: Random) -> str:
    groups = [" & ".join(rng.choices(REQUIREMENTS, k=rng.randint(1, 2))) for _ in range(rng.randint(1, 2))]
    return " | ".join(groups)


def a_card(rng: Random) -> str:
    more = f"+{a_box(rng)}" if rng.random() < 0.5 else ""
    need = rng.choice((0, 1, 2, 4))
    return rng.choice(
        [
            a_box(rng),
            a_box(rng),
            f"rail(pts={rng.randint(0, 9)}; clock={a_box(rng)}){more}",
            f"celebrity{more}",
            f"postcard{more}",
            f"guest(passenger: {a_box(rng)} | luggage: {a_box(rng)})",
            f"switch(need={need}; upper={rng.randint(0, 9)}; lower={rng.randint(0, 9)})",
            f"mechanic(now={a_box(rng)}; need={need})",
            f"contract({a_requirement(rng)} => {a_box(rng)}{rng.choice(FACTORS)})",
            f"evidenceSelf(1)+{a_box(rng)}",
            f"evidenceOthers(2)+{a_box(rng)}",
            "destroyEvidence",
        ]
    )


def a_deck(rng: Random) -> DeckFile:
    deck: dict[str, Any] = json.loads((DATA / "cards.json").read_text(encoding="utf-8"))
    for rows in (deck["base"], *deck["modules"].values()):
        for row in rows:
            row["effect"] = a_card(rng)
    for row in (*deck["mail_cars"], *deck["start_tile"], *deck["coin_columns"]):
        row["effect"] = a_box(rng)
    for row in deck["game_end"]:
        row["now"] = a_box(rng)
    return msgspec.convert(deck, DeckFile)


@pytest.mark.clause("F16", "F4.1", "F4.2")
@pytest.mark.parametrize("seed", range(6))
def test_a_deck_of_random_cards_can_be_played(seed: int) -> None:
    rng = Random(seed)
    source = a_deck(rng)
    assert [found for found in checking.check_deck(source) if "Nobody can fulfil" not in found.problem] == []
    players = 2 + seed % 3
    setting = options.build(players, Options(modules=rng.choice(PAIRS)), source)  # type: ignore[arg-type]
    state = GAME.start(setting)
    events = 0
    while state.active != OVER:
        move = rng.choice(GAME.legal(state))
        assert GAME.refusal(state, move) is None
        GAME.apply(state, move)
        events += 1
        assert GAME.miscount(state) is None
        assert events < 3000
        if events % 25 == 0:
            for seat in (*range(players), None):
                view = GAME.view(state, seat)
                assert GAME.view(GAME.determinize(setting, view, rng), seat) == view
