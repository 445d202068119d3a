"""What can be chosen for a new table; a module of its own, because mypyc can't compile structs."""

from typing import Annotated

import msgspec


class Options(msgspec.Struct, frozen=True):
    wagons: Annotated[
        tuple[int, int, int], msgspec.Meta(description="three numbers with commas, such as 3,4,5")
    ] = (3, 4, 5)
