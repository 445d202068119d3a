"""Words with a number."""

from __future__ import annotations


def counted(template: str, count: int, /, **values: object) -> str:
    """Singular and plural stand in one template, `{count} car|{count} cars`: `1 car`, `2 cars`."""
    one, _, many = template.partition("|")
    return (one if count == 1 or not many else many).format_map({"count": count, **values})
