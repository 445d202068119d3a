"""The messages of a table as TypeScript, so that the browser's scripts are checked against what the server sends.

`make scripts` writes them to build/messages.d.ts."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from branchline.server.table.protocol.messages import Reply


def declarations() -> str:
    _, structs = msgspec.json.schema_components(get_args(Reply), ref_template="{name}")
    replies = " | ".join(kind.__name__ for kind in get_args(Reply))
    interfaces = "".join(interface(name, schema) for name, schema in structs.items())
    return f"declare namespace Server {{\ntype Reply = {replies};\n{interfaces}}}\n"


def interface(name: str, schema: dict[str, Any]) -> str:
    fields = (
        f"  {field}{'' if field in schema['required'] else '?'}: {typed(kind)};\n"
        for field, kind in schema["properties"].items()
    )
    return f"interface {name} {{\n{''.join(fields)}}}\n"


def typed(schema: dict[str, Any]) -> str:
    """One JSON schema as a type."""
    match schema:
        case {"$ref": name}:
            return str(name)
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"anyOf": kinds}:
            return " | ".join(map(typed, kinds))
        case {"prefixItems": kinds}:
            return f"[{', '.join(map(typed, kinds))}]"
        case {"type": "array", "items": kind}:
            return f"({typed(kind)})[]"
        case {"type": "object", "additionalProperties": kind}:
            return f"Record<string, {typed(kind)}>"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" | "null" as plain}:
            return plain
    raise ValueError(f"The types know no word for {schema}.")


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(declarations(), encoding="utf-8")
