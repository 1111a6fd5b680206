"""The golden logs: a hand for every table size and every option, as it has always been played.

`python -m tests.games.zop_zoo.golden_logs` writes those that are missing. A log that is there is
only replaced after the rules have changed, together with `rules_version`: delete it first.
"""

import json
import random
from itertools import product
from pathlib import Path

from games.base import Json
from games.bots.chance import choose_at_random
from games.log import HandLog
from games.match_log import play_hand
from games.zop_zoo import ZOP_ZOO

FOLDER = Path(__file__).parents[1] / "golden" / "zop_zoo"
OPTIONS: dict[str, dict[str, Json]] = {
    "default": {},
    "five_beasts": {"beasts": 5},
    "may_use": {"specialty_on_discard": "may"},
}
NAMES = [f"{seats}_{option}" for seats, option in product(ZOP_ZOO.seats, OPTIONS)]


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.jsonl"


def play(name: str) -> list[dict[str, Json]]:
    """Play the hand of a golden log at random."""
    rng = random.Random(name)
    seats, _, option = name.partition("_")
    options = ZOP_ZOO.options(OPTIONS[option])
    match = ZOP_ZOO.new_match(options, int(seats), rng.randrange(int(seats)))
    setup = match.next_hand()
    if setup is None:
        raise ValueError("A match is not over before its first hand.")
    log = HandLog(ZOP_ZOO, options, setup, ZOP_ZOO.sample_deal(setup, rng), salt=name)
    play_hand(log, [choose_at_random] * int(seats), rng)
    return log.lines()


def write_missing() -> None:
    """Write the logs that are not there."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        if not path_of(name).exists():
            lines = [json.dumps(line, ensure_ascii=False) for line in play(name)]
            path_of(name).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_missing()
