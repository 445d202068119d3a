"""The report of an event as a standalone page: tables, plots, and everything needed to reproduce it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from string import Template
from typing import Final

import msgspec

from branchline.arena.matches import Event, Result
from branchline.arena.plots import intervals
from branchline.arena.ratings import Pairing, Share, Standing, pairings, standings


class Report(msgspec.Struct, frozen=True):
    """What an event showed."""

    event: Event
    games: int
    seeds: tuple[int, int]  #: the first and the last
    standings: list[Standing]
    pairings: list[Pairing]


def report(event: Event, results: Sequence[Result]) -> Report:
    """Standings and pairings of an event."""
    seeds = [result.seed for result in results]
    return Report(event, len(results), (min(seeds), max(seeds)), standings(results), pairings(results))


def percent(share: Share) -> str:
    """`81 % (73 to 87)`"""
    return f"{share.share:.0%} ({share.low:.0%} to {share.high:.0%})".replace("%)", ")").replace(
        "% to", " to"
    )


PAGE: Final = Template("""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>$title</title>
<style>
body { font: 16px/1.5 Georgia, serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222;
  background: #fbf8f1 }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { padding: .3rem .8rem; text-align: left; border-bottom: 1px solid #ccc }
td.number { text-align: right; font-variant-numeric: tabular-nums } svg { max-width: 100%; height: auto }
</style>
<h1>$title</h1>
<p>$about</p>
<h2>Standings</h2>
$standings
<h2>Wins</h2>
<p>Share of the games a bot sat in, with its 95 % interval; $par is par.</p>
$wins
<h2>Ratings</h2>
<p>By openskill (Plackett and Luce), with 95 % intervals. Everybody starts at 25.</p>
$ratings
<h2>Who came before whom</h2>
$pairings
</html>
""")


def html(found: Report, title: str) -> str:
    event = found.event
    options = ", ".join(
        f"{name} {value}" for name, value in event.options.items() if isinstance(value, str | int)
    )
    about = (
        f"{found.games} games of {event.game} (rules {event.rules}) with {event.players} players, seeds "
        f"{found.seeds[0]} to {found.seeds[1]}, each deal from every seat. Options: {options}."
    )
    rows = found.standings
    low = min(0.0, *(row.rating_low for row in rows))
    high = max(50.0, *(row.rating_high for row in rows))
    return PAGE.substitute(
        title=escape(title),
        about=escape(about),
        standings=_table(
            ("bot", "games", "wins", "mean score", "rating", "ms a choice", "slowest"),
            [
                (
                    row.bot,
                    row.share.games,
                    percent(row.share),
                    row.mean_score,
                    row.rating,
                    row.mean_ms,
                    row.slowest_ms,
                )
                for row in rows
            ],
        ),
        par=f"{1 / event.players:.0%}",
        wins=intervals(
            [(row.bot, row.share.share, row.share.low, row.share.high) for row in rows], 0, 1, "%"
        ),
        ratings=intervals(
            [(row.bot, row.rating, row.rating_low, row.rating_high) for row in rows], low, high
        ),
        pairings=_table(
            ("bot", "before", "share", "pairs"),
            [(one.bot, one.other, percent(one.share), one.share.games) for one in found.pairings],
        ),
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join("<tr>" + "".join(_cell(value) for value in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _cell(value: object) -> str:
    number = ' class="number"' if isinstance(value, int | float) else ""
    return f"<td{number}>{escape(str(value))}</td>"
