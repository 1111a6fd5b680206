"""Count what a move at an online table costs, from its first hand to its hundredth move and on.

`python -m tests.benchmarks.online_cost` plays matches through Django's test client and counts, for
moves around the 10th, 50th, 100th and 200th of a match, the statements and the interpreter's calls
of what a move sets off: neither depends on what else the machine does. What is counted at a move
that ends a hand, or begins one, is told apart.
"""

import argparse
import cProfile
import os
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

from tests.benchmarks.online import prepared
from tests.benchmarks.statements import heard_statements

if TYPE_CHECKING:
    from django.test import Client

    from league.online.snapshots import Snapshot

AT = (10, 50, 100, 200)
# So many moves around each of them are counted.
WINDOW = 8
GAMES = {"franks-zoo": 4, "zop-zoo": 4, "animal-poker": 4}


class Cost(NamedTuple):
    """What one request or task took."""

    what: str
    move: int
    calls: int
    statements: int


def main(arguments: Sequence[str] | None = None) -> int:
    """Count, and print a table for the documentation."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.online_cost")
    parser.add_argument("--database", choices=("postgres", "sqlite"), default="sqlite")
    parser.add_argument("--game", choices=GAMES, action="append")
    chosen = parser.parse_args(arguments)
    with prepared(chosen.database):
        from django.db import connections

        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        lines = [
            f"{chosen.database}: calls / statements, medians of {WINDOW} moves around",
            "",
            "| | " + " | ".join(f"move {at}" for at in AT) + " |",
            "|---|" + "---|" * len(AT),
        ]
        for game in chosen.game or GAMES:
            lines += _rows(game, list(_play(game)))
        connections.close_all()
    print("\n".join(lines))  # noqa: T201
    return 0


def _rows(game: str, costs: Sequence[Cost]) -> Iterator[str]:
    for what in dict.fromkeys(cost.what for cost in costs):
        cells = []
        for at in AT:
            near = [
                cost
                for cost in costs
                if cost.what == what and at - WINDOW // 2 <= cost.move < at + WINDOW // 2
            ]
            middle = sorted((cost.calls, cost.statements) for cost in near)[len(near) // 2 :][:1]
            cells.append(f"{middle[0][0]:,} / {middle[0][1]}" if middle else "none")
        yield f"| {game}, {what} | " + " | ".join(cells) + " |"


def _play(game: str) -> Iterator[Cost]:
    """Play a match of three people and a bot, and yield what was counted."""
    from django.test import Client
    from django.utils import timezone

    from league.online.models import Phase
    from league.online.services.bots import play_bots
    from league.online.snapshots import snapshot_of

    chance = random.Random(1)
    client = Client(headers={"host": "127.0.0.1"})
    client.get("/play/")  # What is built once is built.
    token = _open(game, GAMES[game])
    moves = 0
    while moves < AT[-1] + WINDOW:
        snapshot = snapshot_of(token)
        table, state = snapshot.table, snapshot.state
        if table.phase == Phase.OVER:
            token = _open(game, GAMES[game])
            continue
        if table.phase == Phase.BETWEEN:
            for seat in range(GAMES[game] - 1):
                _post(client, snapshot, seat, "action", {"action": "ready", "moves": table.moves})
            continue
        assert state is not None
        people = [seat for seat in state.acting_seats() if seat < GAMES[game] - 1]
        if not people:
            yield _count("bots", moves, partial(play_bots, table_id=table.pk, now=timezone.now()))
            continue
        moves += 1
        yield from _move(client, snapshot, people, chance, moves)


def _move(
    client: "Client",
    snapshot: "Snapshot",
    people: Sequence[int],
    chance: random.Random,
    number: int,
) -> Iterator[Cost]:
    """Let one of some people move, and another one look."""
    table, state = snapshot.table, snapshot.state
    assert state is not None
    seat = chance.choice(people)
    legal = state.legal_actions(seat)
    action = state.action_as_json(seat, legal[chance.randrange(len(legal))])
    frame = {"hand": table.hand_number, "moves": table.moves, "key": str(uuid4())}
    cost = _count(
        "move", number, partial(_post, client, snapshot, seat, "move", {**frame, "action": action})
    )
    after = _snapshot_now(table.token)
    is_last = after.table.phase != table.phase
    yield cost._replace(what="move, the last of a hand") if is_last else cost
    other = (seat + 1) % (len(snapshot.seats) - 1)
    look = partial(_look, client, snapshot, other, table.moves, after.table.version)
    yield _count("view", number, look)


def _snapshot_now(token: str) -> "Snapshot":
    from league.online.snapshots import snapshot_of

    return snapshot_of(token, 1)


def _open(game: str, seats: int) -> str:
    """Open a table of people and one bot; return its token."""
    from django.utils import timezone

    from league.online.services.seat_assignment import Person
    from league.online.services.seats import (
        TableSettings,
        let_bot_sit,
        open_pick_up_table,
        sit_down,
    )

    now = timezone.now()
    host = Person("Ada", guest=uuid4().hex)
    table = open_pick_up_table(
        game=game, seats=seats, settings=TableSettings(options={}), host=host, bots="", now=now
    )
    for seat in range(1, seats - 1):
        sit_down(table_id=table.pk, seat=seat, person=Person("Ben", guest=uuid4().hex), now=now)
    let_bot_sit(table_id=table.pk, seat=seats - 1, bot="heuristic", now=now)
    return table.token


def _post(
    client: "Client", snapshot: "Snapshot", seat: int, what: str, body: Mapping[str, object]
) -> None:
    from league.online.access import key_of

    answer = client.post(
        f"/play/{snapshot.table.token}/{what}/",
        {"seat": key_of(snapshot.seats[seat]), **body},
        content_type="application/json",
    )
    if answer.status_code != HTTPStatus.OK:
        raise RuntimeError(f"{what} answered {answer.status_code}: {answer.content!r}")


def _look(client: "Client", snapshot: "Snapshot", seat: int, after: int, version: int) -> None:
    from league.online.access import key_of

    key = key_of(snapshot.seats[seat])
    query = {"after": after, "version": version}
    address = f"/play/{snapshot.table.token}/view/"
    answer = client.get(address, query, headers={"X-Seat-Key": key})
    if answer.status_code != HTTPStatus.OK:
        raise RuntimeError(f"The view answered {answer.status_code}")


def _count(what: str, move: int, do: Callable[[], object]) -> Cost:
    """Do something; return how many calls and statements it took."""
    profile = cProfile.Profile()
    with heard_statements() as heard:
        profile.enable()
        do()
        profile.disable()
    return Cost(what, move, sum(entry.callcount for entry in profile.getstats()), len(heard))


if __name__ == "__main__":
    sys.exit(main())
