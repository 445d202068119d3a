"""Observations as environments give them: `full`, the engine's own row of whole numbers, or `compact`: only the numbers
that say anything in this setting, as float32, divided by their largest usual value."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import Any, Final, Literal, TypeAlias

from branchline.core.errors import OptionError
from branchline.core.extras import extra
from branchline.core.observation import numbers
from branchline.core.setup import Setup

with extra("rl"):
    import numpy as np
    from numpy.typing import NDArray

Kind: TypeAlias = Literal["full", "compact"]
KINDS: Final = ("full", "compact")


@lru_cache(64)
def features_of(setup: Setup, kind: str) -> Features:
    """How a setup is shown; raises `OptionError` for an unknown kind. Instances never change, so equal ones are
    shared."""
    return Features(setup, kind)


class Features:
    """How a setup is shown. Called with one full observation or a batch of them, it returns them in its own format."""

    def __init__(self, setup: Setup, kind: str) -> None:
        if kind not in KINDS:
            raise OptionError(f"Features are {' or '.join(map(repr, KINDS))}, not {kind!r}.")
        self.kind = kind
        self.pieces = setup.game.feature_pieces(setup.setting)  # names and sizes
        self.dtype: type[np.generic] = np.int16
        self.scale: NDArray[np.float32] = np.ones(int(setup.engine.features), np.float32)
        if kind == "compact":
            used = [number for number in numbers(setup.game.observation(setup.setting)) if number.used]
            names = groupby(number.name.partition("[")[0].partition(".")[0] for number in used)
            self.pieces = tuple((name, len(list(group))) for name, group in names)
            self.dtype = np.float32
            self.scale = (1 / np.array([number.field.most for number in used])).astype(np.float32)
            self._used = np.array([number.at for number in used])

    @property
    def size(self) -> int:
        return len(self.scale)

    def __call__(self, full: NDArray[np.int16]) -> NDArray[Any]:
        return full if self.kind == "full" else full.take(self._used, axis=-1) * self.scale
