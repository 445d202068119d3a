"""A setup: game, rules version, players and options, as one small value."""

import pickle
from pathlib import Path
from random import Random

import pytest

from branchline.core.errors import OptionError, UnknownGame
from branchline.core.play.table import Table
from branchline.core.setup import Setup
from branchline.games.nuremberg.data import map_file


def test_equal_options_make_equal_setups_that_share_setting_and_engine() -> None:
    one = Setup.make("nuremberg", 3, {"board": "wensleydale"})
    two = Setup.make("nuremberg", 3, {"rounds": "4", "board": "wensleydale"})
    assert one == two
    assert hash(one) == hash(two)
    assert one.setting is two.setting
    assert one.engine is two.engine
    assert one != Setup.make("nuremberg", 3, {})


def test_a_setup_can_be_pickled() -> None:
    setup = Table("firstclass", 2, seed=1, modules="CD").setup
    back = pickle.loads(pickle.dumps(setup))
    assert back == setup
    assert (back.game.name, back.players, back.options["modules"]) == ("firstclass", 2, "CD")
    assert len(pickle.dumps(setup)) < 1000


def test_a_file_that_an_option_names_is_part_of_the_setup(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes((map_file.DATA / "mini.json").read_bytes())
    setup = Setup.local("nuremberg", 2, {"board": str(path), "rounds": 1})
    path.unlink()
    assert pickle.loads(pickle.dumps(setup)).setting.names.source.name == "mini"


def test_a_sample_is_consistent_with_the_view() -> None:
    table = Table("firstclass", 3, seed=4, modules="CD")
    seat = table.to_move
    sampled = table.setup.sample(table.view(seat), Random(1))
    assert table.game.view(sampled, seat) == table.view(seat)


def test_one_sample_is_enough_if_nothing_is_hidden() -> None:
    table = Table("nuremberg", 2, seed=4)
    assert len(table.setup.samples(table.view(table.to_move), Random(1), 5)) == 1


def test_an_impossible_setup_is_refused_with_a_reason() -> None:
    with pytest.raises(OptionError, match="2 to 4 players, not 7"):
        Setup.make("nuremberg", 7, {})
    with pytest.raises(UnknownGame, match="There are: nuremberg"):
        Setup.make("chess", 2, {})
