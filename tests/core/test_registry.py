"""External games register through an entry point."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import branchline as bl
from branchline.core import registry
from branchline.core.errors import UnknownGame


def test_our_games_come_first() -> None:
    assert registry.games()[0] == "nuremberg"


def test_an_unknown_game_is_refused_with_a_list() -> None:
    with pytest.raises(UnknownGame, match="nuremberg"):
        registry.game("chess")


def test_a_package_from_outside_adds_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "club.py").write_text(
        "from branchline.games.nuremberg import Nuremberg\n"
        "class Club(Nuremberg):\n    name = 'club'\n"
        "GAME = Club()\n"
    )
    info = tmp_path / "club-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: club\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[branchline.games]\nclub = club:GAME\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert "club" in registry.games()
    table = bl.Table("club", players=2, seed=1)
    table.push("bid A1 3")
    assert bl.loads(table.dumps()).game.name == "club"
