"""The tasks: what is played. They are kept in `tasks.json`; a task that has been published never changes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from branchline.arena.matches import Event, event
from branchline.core.errors import OptionError


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    game: str
    players: int
    options: dict[str, str | int]
    about: str

    @property
    def event(self) -> Event:
        return event(self.game, self.players, self.options)


@cache
def tasks() -> dict[str, Task]:
    """All tasks by name, in the order of the file."""
    rows = msgspec.json.decode((Path(__file__).parent / "tasks.json").read_bytes(), type=list[Task])
    return {task.name: task for task in rows}


def chosen(names: str | None) -> list[Task]:
    """The tasks of a list such as `nuremberg-2,firstclass-2`; all of them if there is no list."""
    if names is None:
        return list(tasks().values())
    unknown = [name for name in names.split(",") if name not in tasks()]
    if unknown:
        raise OptionError(f"There is no task {unknown[0]!r}. There are: {', '.join(tasks())}.")
    return [tasks()[name] for name in names.split(",")]
