"""Golden playthroughs: matches that were played once must come out as they did.

`golden/animal_poker/N.jsonl` is a match of N seats as a log, `N.json` its scores. They were made by
`python -m games play animal-poker --seats N --seed N --bots greedy,heuristic,random`,
and by `python -m games score` from the last line without its `type`.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.animal_poker import ANIMAL_POKER
from games.log import BrokenLogError
from games.match_file import score_match
from games.match_log import verify
from tests.games.animal_poker.spoilt_json import spoilt
from tests.portions import in_portions

GOLDEN = Path(__file__).parents[1] / "golden" / "animal_poker"


def lines_of(seats: int) -> list[Any]:
    text = (GOLDEN / f"{seats}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_no_table_size_is_without_a_golden_playthrough() -> None:
    names = {f"{seats}.{ending}" for seats in ANIMAL_POKER.seats for ending in ("json", "jsonl")}
    assert {path.name for path in GOLDEN.iterdir()} == names


@pytest.mark.parametrize("seats", ANIMAL_POKER.seats)
def test_golden_log_still_replays(seats: int) -> None:
    lines = lines_of(seats)
    hands = len(lines[-1]["hands"])
    counted = verify({"animal-poker": ANIMAL_POKER}, lines)
    assert counted.as_json() == {"hands": hands, "events": hands * seats, "matches": 1}


@pytest.mark.parametrize("seats", ANIMAL_POKER.seats)
def test_golden_match_still_has_its_scores(seats: int) -> None:
    match = {name: value for name, value in lines_of(seats)[-1].items() if name != "type"}
    scores = json.loads((GOLDEN / f"{seats}.json").read_text(encoding="utf-8"))
    assert score_match(match) == scores
    assert scores["is_over"] is True


@in_portions(5)
@given(data=st.data(), at=st.integers(0, 5))
@settings(max_examples=60)
def test_spoilt_log_is_refused_at_a_line_or_tells_the_same(
    portion: int, data: st.DataObject, at: int
) -> None:
    """A hand of four: a header, four submissions and the record."""
    lines = lines_of(4)[:6]
    changed = data.draw(spoilt(lines[at]))
    broken: set[str] = set()
    try:
        verify({"animal-poker": ANIMAL_POKER}, [*lines[:at], changed, *lines[at + 1 :]])
    except BrokenLogError as error:
        broken = {problem.field.partition(".")[0] for problem in error.problems}
    assert broken <= {f"lines[{later}]" for later in range(at, 6)}
    # As JSON, which tells 1, 1.0 and true apart.
    is_changed = json.dumps(changed, sort_keys=True) != json.dumps(lines[at], sort_keys=True)
    assert bool(broken) == is_changed
