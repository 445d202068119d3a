"""A network's weights as a bot."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline import bots


def weights(path: Path, game: str = "nuremberg", width: int = 4) -> Path:
    """A network that prefers moves with high ids."""
    table = bl.Table(game, players=2, seed=1)
    features, moves = int(table.game.engine(table.setting).features), table.game.move_count
    arrays: dict[str, Any] = dict(
        game=np.array(game),
        columns=np.arange(features),
        scale=np.ones(features, np.float32),
        **{name: np.zeros(0, np.int64) for name in ("flags", "pairs", "values", "pointers", "pointed")},
        inner_0_weight=np.zeros((width, features), np.float32),
        inner_0_bias=np.zeros(width, np.float32),
        inner_2_weight=np.zeros((width, width), np.float32),
        inner_2_bias=np.zeros(width, np.float32),
        policy_weight=np.zeros((moves, width), np.float32),
        policy_bias=np.arange(moves, dtype=np.float32),
    )
    np.savez(path, **arrays)
    return path


def test_it_plays_the_move_that_the_network_likes_best(tmp_path: Path) -> None:
    player = bots.bot(f"model:{weights(tmp_path / 'model.npz')}", programs=True)
    table = bl.Table("nuremberg", players=2, seed=3)
    assert table.to_move is not None
    legal = table.legal_moves.ids
    assert player.choose(table.setup, table.view(table.to_move), legal, 1.0) == max(legal)


def test_a_model_of_another_game_says_so(tmp_path: Path) -> None:
    player = bots.bot(f"model:{weights(tmp_path / 'model.npz')}", programs=True)
    table = bl.Table("firstclass", players=2, seed=3)
    assert table.to_move is not None
    with pytest.raises(bots.UnknownBot, match="plays nuremberg, not firstclass"):
        player.choose(table.setup, table.view(table.to_move), table.legal_moves.ids, 1.0)


def test_a_file_that_holds_no_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.npz").write_text("not a model")
    for name in ("notes.npz", "missing.npz"):
        with pytest.raises(bots.UnknownBot, match="holds no model"):
            bots.bot(f"model:{tmp_path / name}", programs=True)
