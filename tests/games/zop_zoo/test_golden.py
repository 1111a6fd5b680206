"""Hands played long ago still go as they went."""

import json
from collections import Counter
from typing import Any

import pytest

from games.log import BrokenLogError, HandLog
from games.match_log import verify
from games.zop_zoo import ZOP_ZOO
from tests.games.zop_zoo.golden_logs import FOLDER, NAMES, path_of

JsonObject = dict[str, Any]


def lines_of(name: str) -> list[JsonObject]:
    text = path_of(name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_there_is_a_golden_log_for_every_table_size_and_option() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(NAMES)
    assert len(NAMES) == 7 * 3


@pytest.mark.parametrize("name", NAMES)
def test_golden_log_replays_to_the_same_lines(name: str) -> None:
    header, *rest = lines_of(name)
    log = HandLog.take_up(ZOP_ZOO, header)
    for line in rest:
        log.replay(line)
    assert log.lines() == [header, *rest]
    assert header["setup"]["seats"] == int(name.partition("_")[0])


@pytest.mark.parametrize("name", NAMES[:3])
def test_log_of_a_seat_hides_the_draw_pile_and_nothing_else(name: str) -> None:
    """All that is drawn or dug up lies open at once."""
    header, *rest = lines_of(name)
    log = HandLog.take_up(ZOP_ZOO, header)
    for line in rest:
        log.replay(line)
    hidden = {**header, "deal": {"rows": header["deal"]["rows"], "draw_pile": None}}
    for seat in (None, 0, 1):
        assert log.lines_as_seen_by(seat) == [hidden, *rest]


def test_golden_logs_hold_every_kind_of_action() -> None:
    kinds = Counter(line["type"] for name in NAMES for line in lines_of(name)[1:-1])
    assert set(kinds) == {
        *("draw", "take", "dig", "pass", "fetch", "fetch_all", "stop", "cover"),
        *("take_unit", "give_unit", "switch_units"),
    }


@pytest.mark.parametrize("name", NAMES[::5])
def test_golden_log_with_a_line_changed_is_broken(name: str) -> None:
    lines = lines_of(name)
    drawn = next(at for at, line in enumerate(lines) if line["type"] == "draw")
    lines[drawn]["action"]["card"] = "no_such_card"
    with pytest.raises(BrokenLogError) as refused:
        verify({"zop-zoo": ZOP_ZOO}, lines)
    assert [problem.field for problem in refused.value.problems] == [f"lines[{drawn}].action"]
