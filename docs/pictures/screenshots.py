"""Screenshots of every phase of both games: python docs/pictures/screenshots.py FOLDER [GAME-PHASE ...]

The positions come from matches with fixed seeds. Three people sit at the table, and Chromium shows what the one to move
sees, on three desktops and a phone. A page shows them all, as in docs/pictures/phases.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from PIL import Image
from playwright.sync_api import sync_playwright
from tests.browser.arrange import CHROMIUM, FLAGS, Person, Server
from tests.browser.positions import PHASES, position, sit_at

from branchline.core import registry

SIZES = ((1280, 800), (1440, 900), (1920, 1080), (360, 740))
# What is going on in a phase whose name does not say it
GOING_ON = {
    "line": "a line in progress", "loading": "choosing a train", "market": "choosing a card",
    "action": "an action in progress", "waiting": "waiting actions", "between": "between actions",
    "scoring": "scoring phase", "evidence": "destroying evidence",
}  # fmt: skip


def main(folder: Path, *wanted: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    server = Server(Path(tempfile.mkdtemp()))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=[*FLAGS])
        for game, phases in PHASES.items():
            for phase in phases:
                name = f"{game}-{phase}"
                if wanted and name not in wanted:
                    continue
                table = position(game, phase, 3)
                person = Person(browser, server.address, SIZES[0])
                sit_at(person, table)
                state = person.context.storage_state()
                for width, height in SIZES:
                    looks = Person(browser, server.address, (width, height), storage_state=state)
                    looks.page.goto(person.page.url)
                    looks.wait()
                    looks.page.wait_for_timeout(500)
                    picture = Image.open(io.BytesIO(looks.page.screenshot()))
                    picture.save(
                        folder / f"{name}-{width}x{height}.webp",
                        quality=12 if width > SIZES[0][0] else 35,
                        method=6,
                    )
                    looks.context.close()
                print(name, flush=True)
                person.context.close()
        browser.close()
    server.stop()
    (folder / "README.md").write_text(gallery(), encoding="utf-8")


def gallery() -> str:
    """A page that shows every phase on a laptop and a phone, with links to the larger desktops."""
    lines = [
        "# Screenshots",
        "",
        "What both games look like: the page of the player to move in every phase, on a laptop and on a phone.",
        "",
    ]
    for game, phases in PHASES.items():
        for phase in phases:
            laptop, *desktops, phone = [(f"{w}x{h}", f"{game}-{phase}-{w}x{h}.webp") for w, h in SIZES]
            title = f"{registry.game(game).title}: {GOING_ON.get(phase, phase)}"
            lines += [
                f"## {title}",
                "",
                f"![{title}, {laptop[0]}]({laptop[1]}) ![{title}, {phone[0]}]({phone[1]})",
                "",
                "Larger: " + ", ".join(f"[{size}]({file})" for size, file in desktops),
                "",
            ]
    return "\n".join(lines)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
