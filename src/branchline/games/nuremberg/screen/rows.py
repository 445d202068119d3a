"""What each player has, at a glance: influence, cubes, track, shipped items, and the account as it would be now."""

from __future__ import annotations

from functools import lru_cache

from branchline.core.screen import PlayerRow, Token
from branchline.games.nuremberg.rules import profit
from branchline.games.nuremberg.rules.state import PROFIT, State
from branchline.games.nuremberg.text.picture_words import TITLES, say, tell
from branchline.games.nuremberg.text.screen_words import ROWS, fill
from branchline.games.nuremberg.text.sentences import COUNTS, GOODS
from branchline.games.nuremberg.views.view import COLOURS, KINDS, Player, View
from branchline.languages import counted, language, signed


def rows(s: State, view: View) -> tuple[PlayerRow, ...]:
    booked = any(player.earned for player in view.players)
    goods = (view.map.goods.yellow, view.map.goods.grey)
    return tuple(
        PlayerRow(_tokens(language(), player, _result(s, player.seat), booked, goods), "players")
        for player in view.players
    )


def _result(s: State, seat: int) -> int | None:
    """N10.2: what the round so far would bring; None once it is booked."""
    return None if s.phase > PROFIT else int(profit.result(s, seat))


@lru_cache(maxsize=1024)  # a move changes few of them, and all seats see the same
def _tokens(
    _language: str, player: Player, result: int | None, booked: bool, goods: tuple[str, str]
) -> tuple[Token, ...]:
    influence = [(colour, int(getattr(player.influence, colour))) for colour in COLOURS]
    said = [say("held", count=player.held), say("stock", count=player.stock)]
    if player.bid:
        said.insert(1, say("bid", count=player.bid))
    return (
        *((colour, str(count), counted(COUNTS[colour], count)) for colour, count in influence),
        (
            f"cube{player.seat}",
            f"{player.held}+{player.bid}" if player.bid else str(player.held),
            ", ".join(said),
        ),
        (f"track{player.seat}", str(player.track), say("track", count=player.track)),
        *(_shipped(player, kind, goods) for kind in KINDS),
        _account(player, result),
        *([("", f"+{player.earned}", tell("earned", points=player.earned))] if booked else []),
    )


def _shipped(player: Player, kind: str, goods: tuple[str, str]) -> Token:
    now, earlier = int(getattr(player.shipped, kind)), int(getattr(player.kept, kind))
    named = dict(zip(("yellow", "grey"), goods, strict=True))
    if kind in named:
        words = tell("goods", count=now + earlier, goods=GOODS[named[kind]])
    else:
        words = counted(TITLES[f"{kind}_passengers"], now + earlier)
    return f"item_{kind}", f"{earlier}+{now}" if now else str(earlier), fill(ROWS, "shipped", items=words)


def _account(player: Player, result: int | None) -> Token:
    """N10.2, N10.3: where the marker is, and where the round so far would take it."""
    if result is None:
        return "account", signed(player.profit), fill(ROWS, "booked", profit=signed(player.profit))
    after = min(max(player.profit + result, int(profit.LOWEST)), int(profit.HIGHEST))
    values = {"profit": signed(player.profit), "result": signed(result), "after": signed(after)}
    way = [values["profit"]] if after == player.profit else [values["profit"], values["after"]]
    return "account", " → ".join(way), fill(ROWS, "account", **values)
