"""JSON Schemas of the data files, for editors. `python -m branchline.games.nuremberg.data.schemas` writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from branchline.games.nuremberg.data.components import Components
from branchline.games.nuremberg.data.map_file import DATA, MapFile

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
SCHEMAS: Final[dict[str, type[msgspec.Struct]]] = {
    "map.schema.json": MapFile,
    "components.schema.json": Components,
}


def schema(kind: type[msgspec.Struct]) -> str:
    """The schema of a file as text: fields and types. `checking` decides what makes sense together."""
    content = {"$schema": DIALECT, **msgspec.json.schema(kind)}
    return msgspec.json.format(msgspec.json.encode(content), indent=1).decode() + "\n"


def write(folder: Path = DATA) -> None:
    for name, kind in SCHEMAS.items():
        (folder / name).write_text(schema(kind), encoding="utf-8")


if __name__ == "__main__":
    write()
