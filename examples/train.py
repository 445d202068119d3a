"""Train a network: it imitates a teacher's games if you like, then improves by playing itself (PPO).

    python examples/train.py --out model.npz            # the mini board, some minutes on two cores
    branchline sim nuremberg --players 2 --board mini --rounds 2 --bots model:model.npz,planner

    # a full board, on a machine with a GPU and 16 cores
    python examples/train.py --option board=nuremberg --lessons 10000 --processes 14 --matches 512 \\
        --width 512 --size 16384 --minutes 4 --out model.npz

The weights are saved for NumPy, so whoever plays against the network needs no PyTorch. docs/train.md says more.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import msgspec

from branchline.envs import MINI
from branchline.learn.curve import draw
from branchline.learn.training import Plan, Trainer


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for field in msgspec.structs.fields(Plan):
        name = "--" + field.name.replace("_", "-")
        if field.name == "options":
            parser.add_argument(
                "--option", action="append", default=[], metavar="NAME=VALUE", help="of the game; none: mini"
            )
        elif isinstance(field.default, tuple):
            parser.add_argument(name, type=_words, default=field.default, metavar="A,B")
        else:
            parser.add_argument(name, type=type(field.default), default=field.default, metavar="X")
    parser.add_argument("--out", type=Path, default=Path("model.npz"))
    parser.add_argument("--curve", type=Path, help="where to draw the learning curve (PNG or SVG)")
    return parser


def _words(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(",")))


def tell(row: dict[str, Any]) -> None:
    print(json.dumps(row), flush=True)


def main() -> None:
    given = vars(arguments().parse_args())
    out, curve = given.pop("out"), given.pop("curve")
    options = dict(text.split("=", 1) for text in given.pop("option"))
    trainer = Trainer(Plan(**given, options=options or MINI[given["game"]]), tell)
    trainer.run()
    trainer.save(out)
    if curve:
        draw([out.with_suffix(".json")], curve)


if __name__ == "__main__":
    main()
