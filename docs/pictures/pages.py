"""Screenshots of pages and positions, and two posters: python docs/pictures/pages.py FOLDER"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from tests.browser.arrange import CHROMIUM, FLAGS, Person, Server
from tests.browser.positions import position, sit_at

import branchline as bl
from branchline.server.workers.souvenirs import Finished, poster_png

SIZE = (1280, 800)
NAMES = ("Ada", "Bruno", "Chiara")
A_DAY = 1_796_000_000  # seconds since 1970


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    server = Server(Path(tempfile.mkdtemp()))
    try:
        _save_all(server, folder)
    finally:
        server.stop()
    _save_posters(folder)


def _save_all(server: Server, folder: Path) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=[*FLAGS])
        ann = Person(browser, server.address, SIZE, newcomer=True)

        def save(name: str, page: Page = ann.page) -> None:
            page.wait_for_timeout(1500)
            picture = Image.open(io.BytesIO(page.screenshot()))
            picture.save(folder / f"{name}.webp", quality=40, method=6)
            print(name, flush=True)

        ann.page.goto("/")
        save("home")
        ann.page.goto("/problem/firstclass")
        save("problem")
        ann.page.goto("/first-game/nuremberg")
        ann.page.get_by_role("button", name="Teach me while I play").click()
        ann.page.wait_for_url("**/table/*")
        save("coach")
        sit_at(ann, position("nuremberg", "building", 3))
        ann.page.click("#hint-button")
        ann.page.locator("#ideas button.choice").first.wait_for()
        save("hint")
        sit_at(ann, _late_market())
        save("market")
        ann.new_game("firstclass", ["me", "friend", "friend"])
        invitation = ann.page.get_by_label("The link for all free seats").input_value()
        bob = Person(browser, server.address, SIZE)
        bob.page.goto(invitation)
        save("invitation", bob.page)
        browser.close()


def _late_market() -> bl.Table:
    """The first choice of cards in round 5 of a game between bots, when the trains have grown."""
    table, bot = bl.Table("firstclass", len(NAMES), seed=6, seats=NAMES), bl.bot("greedy")
    while table.view(None).round < 5 or table.view(table.to_move).decision != "main":
        bot.play(table)
    return table


def _save_posters(folder: Path) -> None:
    """Of a game of each kind between bots, side by side."""
    sheet = Image.new("RGB", (1240, 960), "white")
    for place, (game, seed) in enumerate({"nuremberg": 4, "firstclass": 6}.items()):
        table = bl.Table(game, len(NAMES), seed=seed, seats=NAMES)
        bot = bl.bot("greedy")
        while not table.over:
            bot.play(table)
        finished = Finished(table.setup, table.game.numbers(table.state), NAMES, A_DAY, "en")
        drawn = poster_png(finished)
        sheet.paste(Image.open(io.BytesIO(drawn)).resize((600, 960)), (place * 640, 0))
    sheet.save(folder / "posters.webp", quality=60, method=6)
    print("posters", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
