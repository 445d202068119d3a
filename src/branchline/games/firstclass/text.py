"""The table as plain text: for terminals, and for everybody who listens to a screen instead of looking at it.
One fact a line, names before figures, no drawing with characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from branchline.games.firstclass.sentences import DECISION_NOW
from branchline.games.firstclass.view import Player, Slot, View

_PHASES = {
    "draw_start": "set-up",
    "draw_roles": "set-up",
    "deal_draft": "set-up",
    "draft": "draft of game-end cards",
    "open_cards": "set-up",
    "show_cards": "cards are shown",
    "turns": "turns",
    "scoring": "scoring phase",
    "end_cards": "end of the game",
    "draw_evidence": "evidence",
    "discard_evidence": "evidence",
    "game_over": "end of the game",
}


def text(view: View, names: Sequence[str]) -> str:
    return "\n".join(_lines(view, names))


def _lines(view: View, names: Sequence[str]) -> Iterator[str]:
    modules = " and ".join(view.options.modules)
    yield f"First Class with modules {modules}, round {view.round} of 6, {_PHASES[view.phase]}."
    yield turn(view, names)
    if view.hand is not None and view.hand:
        yield ""
        yield from (f"To keep or pass on: {_game_end(view, card)}" for card in view.hand)
    if view.phase == "turns":
        yield ""
        yield from _market(view, names)
    for player in view.players:
        yield ""
        yield from _player(view, player, names)
    yield ""
    yield from (f"Open game-end card: {_game_end(view, card)}" for card in view.open_game_ends)
    yield f"Game-end cards in the pile: {view.pile}."


def turn(view: View, names: Sequence[str]) -> str:
    """Whose turn it is and what they may do, in one sentence."""
    if view.to_move is None:
        return "The game is over."
    if view.to_move < 0:
        return "The dealer draws."
    running = view.running
    action = ""
    if running is not None:
        parts = [*running.parts, *([f"{running.part} {running.left}"] if running.part else [])]
        parts += [f"place the {running.placing}"] if running.placing else []
        parts += [f"a mail car for the {running.mail_train} train"] if running.mail_train else []
        action = f" Left of it: {', '.join(parts)}."
    return f"{names[view.to_move]} to move: {DECISION_NOW[view.decision]}.{action}"


def _effects(view: View) -> dict[str, str]:
    deck = view.deck
    rows = (*deck.base, *(row for rows in deck.modules.values() for row in rows))
    return {row.id: row.effect for row in rows}


def _market(view: View, names: Sequence[str]) -> Iterator[str]:
    effects = _effects(view)
    for row, cards in enumerate(view.market, start=1):
        tile = ", the start player tile before it" if view.tile_row == row else ""
        if any(cards):
            yield f"Row {row}, {view.row_taken[row - 1]} of {len(names)} taken{tile}:"
            for column, card in enumerate(cards, start=1):
                if card is not None:
                    yield f"  {row}.{column} {card} {effects[card]}"
    if view.successor is not None:
        yield f"{names[view.successor]} starts the next round."


def _player(view: View, player: Player, names: Sequence[str]) -> Iterator[str]:
    effects = _effects(view)
    start = ", start player" if view.start == player.seat else ""
    coins = " + ".join(map(str, player.coins))
    yield (
        f"{names[player.seat]}: score {player.score}{start}, coins {coins}, contracts completed {player.completed}, "
        f"game-end cards {player.game_ends}, locomotive on space {player.loco}"
    )
    for train, slots, conductor in zip(
        ("upper", "lower"), (player.upper, player.lower), player.conductors, strict=True
    ):
        yield f"  {train} train: {' '.join(map(_slot, slots))}; conductor on {conductor}"
    for rail in player.rails:
        yield f"  rail card {rail.card} {effects[rail.card]}{' with postcard' if rail.postcard else ''}"
    for number, gap in enumerate(player.gaps, start=1):
        done = [name for name, fine in zip(("upper", "lower"), gap.done, strict=True) if fine]
        yield f"  gap {number}: {gap.card} {effects[gap.card]}{' done in ' + ' and '.join(done) if done else ''}"
    yield from (f"  open: {card} {effects[card]}" for card in player.open)
    yield from (f"  waiting: {action.source} x {action.times}" for action in player.waiting)
    if player.tokens:
        shown = ", ".join(f"{number} {token}" for token, number in player.evidence)
        yield f"  evidence: {player.tokens} tokens{': ' + shown if shown else ''}"
    if player.role:
        yield f"  role: {player.role}"
    yield from (f"  game-end card {_game_end(view, card)}" for card in player.known_game_ends or ())


def _slot(slot: Slot) -> str:
    if slot.mail_car is not None:
        return f"[{slot.mail_car}]"
    if slot.tile is not None:
        return f"[locomotive {slot.tile}]"
    return f"{slot.value}{f' ({slot.card})' if slot.card else ''}"


def _game_end(view: View, card: str) -> str:
    row = next(row for row in view.deck.game_end if row.id == card)
    return f"{card} now {row.now}, at the end {row.words or row.end}"
