"""Compiles catalogues: each .po becomes a .mo. The build runs this file by itself, without the package."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

SOME_DAY: Final = datetime(2000, 1, 1, tzinfo=UTC)  # equal texts give equal files


def compile_catalogues(catalogues: Path, into: Path) -> list[Path]:
    """Compile a folder of catalogues into a folder with the same structure (it may be the same folder)."""
    made = []
    for source in sorted(catalogues.glob("*/LC_MESSAGES/branchline.po")):
        path = (into / source.relative_to(catalogues)).with_suffix(".mo")
        path.parent.mkdir(parents=True, exist_ok=True)
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parts[-3])
        catalogue.creation_date = catalogue.revision_date = SOME_DAY
        fresh = path.with_suffix(".new")  # so that a running server never reads half a file
        with fresh.open("wb") as file:
            write_mo(file, catalogue)
        fresh.replace(path)
        made.append(path)
    return made
