"""From a state to its view: numbers become names, and what the seat may not know is left out."""

from __future__ import annotations

from branchline.core.compiled.bits import bit, count, lowest
from branchline.core.compiled.engine import CHANCE, OVER
from branchline.games.firstclass.data import deck_file
from branchline.games.firstclass.data.codes import PARTS, PLACED
from branchline.games.firstclass.data.deck_file import DeckFile
from branchline.games.firstclass.options import Options
from branchline.games.firstclass.rules import market, setup
from branchline.games.firstclass.rules.cards import (
    FROM_GAME_END,
    MAX_TOKENS,
    RAILS,
    STAGE_CARDS,
    STAGES,
    Setting,
)
from branchline.games.firstclass.rules.modules import e
from branchline.games.firstclass.rules.state import (
    BOARDED,
    COMPLETED,
    CONDUCTORS,
    DEAL_DRAFT,
    DESTROY,
    DISCARD_EVIDENCE,
    DRAFT,
    DRAFTED,
    DRAW_EVIDENCE,
    END_CARDS,
    GONE,
    LAID,
    MAIL_SLOT,
    NO_DRAW,
    NOBODY,
    NOTHING,
    OTHERS,
    PASSED_ON,
    ROLE_OF,
    ROW_TAKEN,
    SCORING,
    SELF,
    SLOTS,
    TILE_SLOT,
    TOKENS,
    State,
    card_under,
    is_car,
    is_mail,
    postcard,
    rail_card,
    slot,
)
from branchline.games.firstclass.views.view import (
    DRAWING,
    HIDDEN,
    PHASES,
    ROLES,
    TRAINS,
    Decision,
    Gap,
    Player,
    Rail,
    Running,
    Slot,
    View,
    Waiting,
)


def view(s: State, seat: int | None) -> View:
    setting = s.setting
    names, source = setting.names, setting.names.source
    options = names.options
    assert isinstance(options, Options)
    assert isinstance(source, DeckFile)
    return View(
        options=options,
        seat=seat,
        round=s.round,
        phase=PHASES[s.phase],
        decision=_decision(s),
        to_move=None if s.active == OVER else s.active,
        players=tuple(_player(s, player, seat) for player in range(setting.players)),
        market=tuple(
            tuple(_card(setting, card) for card in s.market[row * 6 : row * 6 + 6]) for row in range(3)
        ),
        row_taken=(s.unseen[ROW_TAKEN], s.unseen[ROW_TAKEN + 1], s.unseen[ROW_TAKEN + 2]),
        gone=_cards(setting, s.unseen[GONE:]),
        unseen=(count(s.unseen[0]), count(s.unseen[1]), count(s.unseen[2])),
        open_game_ends=_game_ends(setting, s.open_cards),
        pile=count(s.pile),
        turn=s.turn,
        place=s.cursor,
        first=_seat(s.first),
        start=_seat(s.start),
        successor=_seat(s.successor),
        tile_row=market.tile_row(s) + 1 if s.tile == 1 else None,
        turn_of=_seat(s.seat),
        main_done=s.done,
        columns_used=tuple(column + 1 for column in range(3) if s.columns & bit(column)),
        clock=s.clock,
        clock_again=s.again == 1,
        queue=s.queue,
        out=s.out,
        running=_running(s),
        hand=_game_ends(setting, s.hand) if _sees_hand(s, seat) else None,
        hand_size=count(s.hand),
        tiles=s.tiles,
        arrivals=s.arrivals,
        own_deck=None if source is deck_file.built_in() else source,
    )


# What may be known


def is_open(s: State) -> bool:
    """F10.3: game-end cards are shown when they score."""
    return s.phase > END_CARDS


def _sees_hand(s: State, seat: int | None) -> bool:
    """F2.2: in the draft, the player who holds the cards."""
    holder = setup.drafter(s) if s.phase in (DEAL_DRAFT, DRAFT) else NOBODY
    return seat is not None and seat == holder


def _sees_role(s: State, player: int, seat: int | None) -> bool:
    """F13.5: the murderer is revealed at the end."""
    return player == seat or s.phase >= DRAW_EVIDENCE


# Parts


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _card(setting: Setting, card: int) -> str | None:
    return None if card == NOTHING else setting.names.cards[card]


def _cards(setting: Setting, stages: object) -> tuple[str, ...]:
    """The cards in three bit sets."""
    sets: list[int] = list(stages)  # type: ignore[call-overload]
    names = setting.names.cards
    found = []
    for stage, cards in enumerate(sets[:STAGES]):
        while cards:
            found.append(names[stage * STAGE_CARDS + lowest(cards)])
            cards &= cards - 1
    return tuple(found)


def _game_ends(setting: Setting, cards: int) -> tuple[str, ...]:
    return tuple(name for n, name in enumerate(setting.names.game_ends) if cards & bit(n))


def _decision(s: State) -> Decision:
    if s.active == OVER:
        return "none"
    if s.active == CHANCE:
        return "draw"
    if s.phase == DRAFT:
        return "keep"
    if s.phase == DISCARD_EVIDENCE:
        return "discard"
    if s.box != NOTHING:
        return "step"
    if s.out > 0:
        return "wait"
    if s.phase == SCORING:
        return "score"
    return "between" if s.done else "main"


def _player(s: State, player: int, seat: int | None) -> Player:
    names = s.setting.names
    known = player == seat or is_open(s)
    three = slice(player * 3, player * 3 + 3)
    return Player(
        seat=player,
        score=s.score[player],
        upper=tuple(_slot(s, player, 0, place) for place in range(s.length[player * 2])),
        lower=tuple(_slot(s, player, 1, place) for place in range(s.length[player * 2 + 1])),
        conductors=(s.length[CONDUCTORS + player * 2], s.length[CONDUCTORS + player * 2 + 1]),
        mail_cars=tuple(name for n, name in enumerate(names.mail_cars) if s.mail[player] & bit(n)),
        rails=_rails(s, player),
        loco=s.loco[player],
        coins=(s.coins[player * 3], s.coins[player * 3 + 1], s.coins[player * 3 + 2]),
        cards=_cards(s.setting, s.taken[three]),
        open=_cards(s.setting, s.taken[LAID:][three]),
        completed=s.taken[COMPLETED + player],
        game_ends=count(s.held[player]),
        passengers=s.guests[player],
        luggage=s.guests[4 + player],
        gaps=_gaps(s, player),
        suspect_self=s.evidence[SELF + player],
        suspect_others=s.evidence[OTHERS + player],
        destroy=s.evidence[DESTROY + player],
        tokens=s.evidence[TOKENS + player],
        waiting=_waiting(s, player, known),
        evidence=_evidence(s, player),
        known_game_ends=_game_ends(s.setting, s.held[player]) if known else None,
        drafted=names.game_ends[s.held[DRAFTED + player]]
        if known and s.held[DRAFTED + player] != NOTHING
        else None,
        passed=_game_ends(s.setting, s.held[PASSED_ON + player]) if known else (),
        role=ROLES[s.evidence[ROLE_OF + player]]
        if s.evidence[ROLE_OF + player] != NOTHING and _sees_role(s, player, seat)
        else None,
    )


def _slot(s: State, player: int, train: int, place: int) -> Slot:
    content = slot(s, player, train, place)
    if is_mail(content):
        return Slot(mail_car=s.setting.names.mail_cars[content - MAIL_SLOT])
    if not is_car(content):
        return Slot(tile=s.setting.tile_number[content - TILE_SLOT])
    return Slot(
        value=s.setting.car_value[content],
        card=_card(s.setting, card_under(s, player, train, place)),
        boarded=s.guests[BOARDED + player] & bit(train * SLOTS + place) != 0,
    )


def _rails(s: State, player: int) -> tuple[Rail, ...]:
    found = []
    for rail in range(RAILS):
        card = _card(s.setting, rail_card(s, player, rail))
        if card is not None:
            found.append(Rail(card, _card(s.setting, postcard(s, player, rail))))
    return tuple(found)


def _gaps(s: State, player: int) -> tuple[Gap, ...]:
    found = []
    for gap in range(5):
        card = _card(s.setting, s.gaps[player * 5 + gap])
        if card is not None:
            done = s.mechanics[player]
            found.append(
                Gap(
                    card,
                    done=(done & bit(gap * 2) != 0, done & bit(gap * 2 + 1) != 0),
                    owed=(e.waiting(s, player, gap, 0), e.waiting(s, player, gap, 1)),
                )
            )
    return tuple(found)


def _waiting(s: State, player: int, known: bool) -> tuple[Waiting, ...]:
    found = []
    for entry in map(int, s.waiting[: s.waits]):
        source = entry // 64 % 256
        if entry // 16384 == player:
            hidden = source >= FROM_GAME_END and not known
            found.append(Waiting(HIDDEN if hidden else s.setting.names.sources[source], entry % 64))
    return tuple(found)


def _evidence(s: State, player: int) -> tuple[tuple[str, int], ...]:
    shown = s.shown[player * MAX_TOKENS : player * MAX_TOKENS + MAX_TOKENS]
    return tuple(
        (name, number) for name, number in zip(s.setting.names.tokens, shown, strict=False) if number
    )


def _running(s: State) -> Running | None:
    if s.box == NOTHING:
        return None
    return Running(
        effect=s.setting.names.boxes[s.box],
        seat=(s.seat + s.out) % s.setting.players,
        times=s.times,
        card=_card(s.setting, s.card),
        placing=None if s.placing == NOTHING else PLACED[s.placing],
        parts=tuple(name for n, name in enumerate(PARTS) if s.parts & bit(n)),
        part=None if s.part == NOTHING else PARTS[s.part],
        left=s.left,
        mail_train=None if s.mail_train == NOTHING else TRAINS[s.mail_train],
        drawing=DRAWING[s.drawing] if s.drawing != NO_DRAW else "",
    )
