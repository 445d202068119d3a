"""The words in the pictures, measured in a real browser with whatever fonts it has: no two overlap, and none leaves its
picture."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

import branchline as bl
from branchline.core.protocols import Theme
from branchline.drawing.picture import panel_picture
from branchline.languages import LANGUAGES, speaking
from branchline.server import static

STYLE = (Path(static.__path__[0]) / "shared" / "base.css").read_text()
NAMES = ["Player 1", "Maximiliana", "Bo", "Wilhelmine von Bayreuth"]
GAMES = [
    pytest.param("nuremberg", {"players": 3, "board": "nuremberg"}, id="nuremberg"),
    pytest.param("nuremberg", {"players": 4, "board": "wensleydale"}, id="wensleydale"),
    *(
        pytest.param("firstclass", {"players": players, "modules": modules}, id=modules)
        for modules, players in (("AB", 3), ("CD", 4), ("BE", 2))
    ),
]
# Letters reach from the baseline up to about 0.7 of their size. Rotated text and the second drawing that makes a halo
# are left out.
MEASURED = r"""() => [...document.querySelectorAll("figure svg")].flatMap((svg) => {
  const frame = svg.getBoundingClientRect();
  const unit = frame.width / svg.viewBox.baseVal.width;
  const texts = [...svg.querySelectorAll("text")]
    .filter((text) => !text.closest("defs") && text.textContent.trim() && Math.abs(text.getCTM().b) < 1e-6)
    .map((text) => {
      const { left, right, top, height } = text.getBoundingClientRect();
      const box = text.getBBox();
      const size = Number.parseFloat(getComputedStyle(text).fontSize) * height / box.height;
      const base = top + (text.y.baseVal[0].value - box.y) * height / box.height;
      return { words: text.textContent, left, right, top: base - 0.7 * size, bottom: base };
    });
  const name = svg.parentNode.dataset.name;
  const out = texts.filter(({ left, right }) => left < frame.left - unit || right > frame.right + unit)
    .map(({ words }) => `${name}: "${words}" leaves the picture`);
  const over = texts.flatMap((one, place) => texts.slice(place + 1).filter((other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1.5 * unit
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1.5 * unit
    && (one.words !== other.words || Math.abs(one.left - other.left) > 1))
    .map((other) => `${name}: "${one.words}" and "${other.words}" overlap`));
  return [...out, ...over];
})"""


def moments(game: str, options: dict[str, Any], every: int) -> Iterator[bl.Table]:
    """A random match, stopped every few moves and at its end."""
    table = bl.Table(game, seed=5, seats=NAMES[: options["players"]], **options)
    rng = Random(3)
    while table.outcome() is None:
        yield from islice([table], int(len(table.steps) % every == 0))
        table.push(rng.choice(list(table.legal_moves.ids)))
    yield table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_no_words_collide(browser: Browser, game: str, options: dict[str, Any], language: str) -> None:
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    found: set[str] = set()
    with speaking(language):
        for table in moments(game, options, every=120):
            screen, view = table.game.screen(), table.view(0)
            shapes = screen.definitions(view, Theme())
            panels = screen.panels(view, table.seats, Theme())
            pictures = [
                f'<figure data-name="{panel.name}">{panel_picture(panel, shapes)}</figure>'
                for panel in panels
            ]
            page.set_content(f"<style>{STYLE} body {{ columns: 3 }}</style>{''.join(pictures)}")
            found.update(page.evaluate(MEASURED))
    page.close()
    assert not found, "\n".join(sorted(found))
