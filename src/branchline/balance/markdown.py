"""A report as Markdown tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from branchline.balance.report import Duel, Figure, Length, PartUse, Places, Report, Rounds, Scores
from branchline.balance.statistics import Estimate


def written(report: Report) -> str:
    plan = report.plan
    options = "".join(f", {name}={value}" for name, value in report.options.items())
    parts = [
        f"# {report.game}, rules {report.rules}{options}",
        f"Bots: `{plan.bot}` in every seat; {plan.games} matches for each number of players and variant, seeds from "
        f"{plan.seed} on. Intervals are 95%, matches are the unit.",
        *_places(report.places),
        *_scores(report.scores),
        *_lengths(report.lengths),
        *_figures(report.figures),
        *_rounds(report.rounds),
        *(
            block
            for kind, some in groupby(report.parts, key=lambda part: part.kind)
            for block in _parts(kind, list(some))
        ),
        *_duels(report.duels, plan.deals),
    ]
    return "\n\n".join(parts) + "\n"


def _places(rows: Sequence[Places]) -> Iterable[str]:
    yield "## Wins by seat and start order"
    yield _table(
        ["players", "matches", "par", "by seat", "by start order", "no winner"],
        [
            [
                str(row.players),
                str(row.matches),
                f"{1 / row.players:.1%}",
                " / ".join(_share(one) for one in row.by_seat),
                " / ".join(_share(one) for one in row.by_order),
                _share(row.nobody),
            ]
            for row in rows
        ],
    )


def _scores(rows: Sequence[Scores]) -> Iterable[str]:
    yield "## Scores and margins"
    yield _table(
        ["variant", "players", "score", "of the mean", "winner", "margin", "no winner"],
        [
            [
                row.variant or "(all)",
                str(row.players),
                _number(row.score),
                f"{row.of_mean:.1%}",
                _number(row.winner),
                _number(row.margin),
                _share(row.nobody),
            ]
            for row in rows
        ],
    )


def _lengths(rows: Sequence[Length]) -> Iterable[str]:
    yield "## Length and tension"
    yield _table(
        [
            "players", "turns", "choices", "choices per turn", "lead changes", "points by round",
            "leader after each round wins",
        ],
        [
            [
                str(row.players),
                _number(row.turns),
                _number(row.choices),
                f"{row.choices_per_turn.value:.1f}",
                _number(row.lead_changes),
                " / ".join(f"{points:.1f}" for points in row.points_by_round),
                " / ".join(f"{one.value:.0%}" for one in row.winner_leads),
            ]
            for row in rows
        ],
    )  # fmt: skip


def _figures(rows: Sequence[Figure]) -> Iterable[str]:
    if rows:
        yield "## At the end"
        yield _table(
            ["", "players", "mean", "winners", "more than opponents"],
            [
                [row.name, str(row.players), f"{row.all.value:.2f}", f"{row.winners:.2f}", _more(row.more)]
                for row in rows
            ],
        )


def _rounds(rows: Sequence[Rounds]) -> Iterable[str]:
    longest = max((len(row.after) for row in rows), default=0)
    if longest:
        yield "## Round by round"
        yield "Means over all seats; in brackets, how much more winners have, with * if the interval excludes 0."
        yield _table(
            ["", "players", *(f"after round {number}" for number in range(1, longest + 1))],
            [
                [
                    row.name,
                    str(row.players),
                    *(f"{mean:.1f} ({_sure(more)})" for mean, more in zip(row.after, row.more, strict=True)),
                    *("" for _ in range(longest - len(row.after))),
                ]
                for row in rows
            ],
        )


def _parts(kind: str, rows: Sequence[PartUse]) -> Iterable[str]:
    yield f"## Use: {kind}"
    yield _table(
        ["", "could be in", "used in", "times per player", "winners", "more than opponents"],
        [
            [
                row.name + (f" ({row.words})" if row.words else ""),
                str(row.used.matches),
                _share(row.used),
                f"{row.times:.2f}",
                f"{row.winners:.2f}",
                _more(row.more),
            ]
            for row in rows
        ],
    )


def _duels(rows: Sequence[Duel], deals: int) -> Iterable[str]:
    if rows:
        yield "## Strategies"
        yield f"Two players, {deals} deals each, played from both seats, the variants in turn."
        yield _table(
            ["", "against", "wins", "score", "opponent's score", "what differs most"],
            [
                [
                    f"`{row.one}`", f"`{row.other}`", _share(row.wins), f"{row.score:.1f}", f"{row.other_score:.1f}",
                    _differs(row),
                ]
                for row in rows
            ],
        )  # fmt: skip


def _differs(duel: Duel) -> str:
    """The figures in which the two differ most, in proportion."""
    apart = {
        name: abs(one - other) / (one + other)
        for name, (one, other) in duel.figures.items()
        if one + other > 0
    }
    names = sorted(apart, key=lambda name: -apart[name])[:2]
    return ", ".join(f"{name} {duel.figures[name][0]:.1f} : {duel.figures[name][1]:.1f}" for name in names)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _share(one: Estimate) -> str:
    if not one.matches:
        return "-"
    return f"{one.value:.1%} ({100 * one.low:.0f} to {100 * one.high:.0f})"


def _number(one: Estimate) -> str:
    return f"{one.value:.1f} ± {(one.high - one.low) / 2:.1f}"


def _more(one: Estimate) -> str:
    return f"{one.value:+.2f} ({one.low:+.2f} to {one.high:+.2f}){_star(one)}"


def _sure(one: Estimate) -> str:
    return f"{one.value:+.1f}{_star(one)}"


def _star(one: Estimate) -> str:
    return " *" if one.low > 0 or one.high < 0 else ""  # the interval excludes 0
