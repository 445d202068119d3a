"""Screenshots of the pages around a table, for docs/play.md: python docs/pictures/pages.py FOLDER"""

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

SIZE = (1280, 800)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    server = Server(Path(tempfile.mkdtemp()))
    try:
        _save_all(server, folder)
    finally:
        server.stop()


def _save_all(server: Server, folder: Path) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=[*FLAGS])
        ann = Person(browser, server.address, SIZE, newcomer=True)

        def save(name: str, page: Page = ann.page) -> None:
            page.wait_for_timeout(1500)
            picture = Image.open(io.BytesIO(page.screenshot()))
            picture.save(folder / f"{name}.webp", quality=40, method=6)
            print(name, flush=True)

        sit_at(ann, position("nuremberg", "shipping", 3))
        ann.page.goto("/")
        save("home")
        ann.page.goto("/problem/firstclass")
        save("problem")
        ann.page.goto("/first-game/nuremberg")
        ann.page.get_by_role("button", name="Teach me while I play").click()
        ann.page.wait_for_url("**/table/*")
        save("coach")
        ann.new_game("firstclass", ["me", "friend", "friend"])
        invitation = ann.page.get_by_label("The link for all free seats").input_value()
        bob = Person(browser, server.address, SIZE)
        bob.page.goto(invitation)
        save("invitation", bob.page)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
