"""The JSON Schema of deck files, for editors. `python -m branchline.games.firstclass.data.schemas` writes it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from branchline.games.firstclass.data.deck_file import DATA, DeckFile

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
NAME: Final = "deck.schema.json"


def schema() -> str:
    """The schema as text: fields and types. `checking` decides what makes sense together."""
    content = {"$schema": DIALECT, **msgspec.json.schema(DeckFile)}
    return msgspec.json.format(msgspec.json.encode(content), indent=1).decode() + "\n"


def write(folder: Path = DATA) -> None:
    (folder / NAME).write_text(schema(), encoding="utf-8")


if __name__ == "__main__":
    write()
