from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from branchline.core.protocols import Finding
from branchline.games.firstclass.deck_file import DeckFile


def check_deck(source: DeckFile) -> Iterable[Finding]:
    return []


def check(path: Path) -> Iterable[Finding]:
    return []
