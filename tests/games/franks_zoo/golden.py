"""Hands that were kept as they were played: `python -m tests.games.franks_zoo.golden` writes them.

They change only where the rules do; then `rules_version` is raised with them.
"""

import json
import random
from pathlib import Path

from games.bots.catalogue import bot
from games.franks_zoo import FRANKS_ZOO
from games.log import HandLog, Line
from tests.games.franks_zoo.hands import KINDS, Kind

FOLDER = Path(__file__).parents[1] / "golden" / "franks_zoo"
BOTS = ("random", "heuristic", "greedy")


def path_of(kind: Kind) -> Path:
    return FOLDER / f"{kind}.jsonl"


def play(kind: Kind) -> list[Line]:
    """Play a hand of a kind with bots of all sorts; always the same."""
    rng = random.Random(f"golden {kind}")
    options = FRANKS_ZOO.options({"mode": kind.mode, "final_trick": kind.final_trick})
    match = FRANKS_ZOO.new_match(options, kind.seats, rng.randrange(kind.seats))
    for _ in range(1, kind.number):
        match = match.skip()
    setup = match.next_hand()
    assert setup is not None
    log = HandLog(FRANKS_ZOO, options, setup, FRANKS_ZOO.sample_deal(setup, rng), "golden")
    players = [bot("franks-zoo", BOTS[seat % len(BOTS)]) for seat in range(kind.seats)]
    while not log.state.is_over():
        seat = log.state.acting_seats()[0]
        log.apply(seat, players[seat](log.state.observation(seat), rng))
    return log.lines()


def text_of(lines: list[Line]) -> str:
    return "".join(f"{json.dumps(line)}\n" for line in lines)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for kind in KINDS:
        path_of(kind).write_text(text_of(play(kind)), encoding="utf-8")
