"""The weights of the heuristics, in points: our guesses, improved by self-play. In the order of `weight_index`."""

from __future__ import annotations

from typing import Final

TUNED: Final[dict[str, float]] = {
    "pace_conductor": 0.45,
    "pace_loco": 0.5,
    "level_0": 0.3,
    "level_1": 0.8,
    "level_2": 1.2,
    "level_4": 1.73,
    "level_7": 1.2,
    "level_12": 0.0,
    "car": 0.8,
    "car_late": 0.4,
    "mail_car": 1.0,
    "step": 0.5,
    "loco": 0.4,
    "rail": 0.6,
    "reach": 0.47,
    "coin": 1.3,
    "coin_early": 0.9,
    "game_end": 4.0,
    "contract": 0.75,
    "contract_late": 0.2,
    "guest": 0.9,
    "mechanic": 0.6,
    "switch": 0.37,
    "do_car": 1.55,
    "do_upgrade": 0.56,
    "do_conductor": 0.9,
    "do_loco": 1.2,
    "do_game_end": 8.5,
    "arrest": 50.0,
    "fingerprint": 1.5,
    "next_start": 1.0,
    "like_route": 0.0,
    "like_cars": 0.0,
    "contract_near": 0.45,
    "mechanic_now": 1.3,
    "contract_time": 0.3,
}
