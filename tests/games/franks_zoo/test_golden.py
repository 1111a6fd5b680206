import json

import pytest

from games.franks_zoo import FRANKS_ZOO
from games.log import HandLog
from games.match_log import verify
from tests.games.franks_zoo.golden import FOLDER, path_of, text_of
from tests.games.franks_zoo.hands import KINDS, Kind


def test_a_hand_is_kept_for_every_number_of_players_and_every_option() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(
        path_of(kind).name for kind in KINDS
    )


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_kept_hand_replays_to_the_letter(kind: Kind) -> None:
    text = path_of(kind).read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines[0]["setup"]["seats"] == kind.seats
    assert lines[0]["options"]["final_trick"] == kind.final_trick
    assert verify({"franks-zoo": FRANKS_ZOO}, lines).hands == 1
    log = HandLog.take_up(FRANKS_ZOO, lines[0])
    for line in lines[1:]:
        log.replay(line)
    assert text_of(log.lines()) == text


def test_kept_hands_show_every_kind_of_action() -> None:
    events = [
        json.loads(line)
        for kind in KINDS
        for line in path_of(kind).read_text(encoding="utf-8").splitlines()[1:-1]
    ]
    kinds = {event["type"] for event in events}
    assert kinds == {"exchange", "play", "pass", "ask", "help", "decline"}
