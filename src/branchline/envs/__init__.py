"""The games behind the interfaces that researchers know: PettingZoo, Gymnasium, OpenSpiel, and batches in NumPy arrays.

Each interface is a module of its own, imported only when needed: playing requires none of them. For PettingZoo every
game has the module that its users expect, `branchline.envs.GAME_v0` with `env` and `raw_env`; it is created on
import.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from branchline.core import registry

_VERSION: Final = "_v0"
#: Options of a small match, for quick research, by game
MINI: Final[dict[str, dict[str, Any]]] = {
    name: dict(registry.game(name).presets["mini"])
    for name in registry.OURS
    if "mini" in registry.game(name).presets
}
#: Options of a match whose whole tree can be searched, for the first game that has one
TINY: Final[dict[str, Any]] = next(
    dict(registry.game(name).presets["tiny"])
    for name in registry.OURS
    if "tiny" in registry.game(name).presets
)


class _Environments(MetaPathFinder, Loader):
    """Creates the modules `GAME_v0`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, name = fullname.rpartition(".")
        if package != __name__ or not name.endswith(_VERSION):
            return None
        return ModuleSpec(fullname, self) if name.removesuffix(_VERSION) in registry.games() else None

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        from branchline.envs.pettingzoo import SeatsEnv

        game = module.__name__.rpartition(".")[2].removesuffix(_VERSION)
        title = registry.game(game).title
        module.__doc__ = f"{title} as a PettingZoo environment: `env(players=2, ...)`; options by keyword."
        vars(module).update(env=partial(SeatsEnv, game), raw_env=partial(SeatsEnv, game))


sys.meta_path.append(_Environments())

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
