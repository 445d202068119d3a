"""Train a network: it imitates a teacher's games if you like, then learns by playing (PPO).

    python examples/train.py --out model.npz            # the mini board, some minutes on two cores
    branchline sim nuremberg --players 2 --board mini --rounds 2 --bots model:model.npz,planner

The weights are saved for NumPy, so whoever plays against the network needs no PyTorch. docs/train.md says more, and how
to train for a full board on a machine with a GPU.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, get_args

import msgspec

from branchline.core.errors import BranchlineError
from branchline.envs import MINI
from branchline.learn.curve import draw
from branchline.learn.training import Plan, Trainer


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for field in msgspec.structs.fields(Plan):
        if field.name != "options":
            kind, meta = get_args(field.type)
            shown = ",".join(field.default) if isinstance(field.default, tuple) else field.default
            parser.add_argument(
                "--" + field.name.replace("_", "-"), default=field.default,
                type=kind if isinstance(kind, type) else _words, metavar="X",
                help=meta.description + (f" ({shown})" if shown != "" else ""),
            )  # fmt: skip
    parser.add_argument(
        "--option", action="append", default=[], type=_option, metavar="NAME=VALUE",
        help="an option of the game, as often as you like; without any, a mini game is played",
    )  # fmt: skip
    parser.add_argument(
        "--out", type=Path, default=Path("model.npz"), help="where the weights go (model.npz)"
    )
    parser.add_argument("--curve", type=Path, help="where to draw the learning curve (PNG or SVG)")
    return parser


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"it takes NAME=VALUE, such as board=nuremberg, not {text!r}")
    return name, value


def _words(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(",")))


def tell(row: dict[str, Any]) -> None:
    print(json.dumps(row), flush=True)


def main() -> None:
    given = vars(arguments().parse_args())
    out, curve = given.pop("out"), given.pop("curve")
    options = dict(given.pop("option")) or MINI.get(given["game"], {})
    try:
        trainer = Trainer(Plan(**given, options=options), tell)
        trainer.run()
    except BranchlineError as problem:
        raise SystemExit(str(problem)) from None
    trainer.save(out)
    if curve:
        draw([out.with_suffix(".json")], curve)


if __name__ == "__main__":
    main()
