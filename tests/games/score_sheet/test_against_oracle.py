"""The engine and the naive oracle must agree on random hands of random sheets, and of ready ones.

`SCORE_SHEET_HANDS` says how many hands are played by random sheets, ten by each.
"""

import json
import os
import random
from typing import Any

import pytest

from games.base import InvalidRecordError, Match, Problem
from games.score_sheet import SCORE_SHEET
from games.score_sheet.faults import InvalidSheetError
from games.score_sheet.reading import read_sheet
from games.score_sheet.ready import ready_sheet, ready_slugs
from tests.oracles import score_sheet as oracle
from tests.oracles.score_sheet_sheets import REFUSALS, SheetMaker, draw_record
from tests.portions import portions

JsonObject = dict[str, Any]

HANDS_OF_A_SHEET = 10
HANDS = int(os.environ.get("SCORE_SHEET_HANDS", "2000"))


def drawn_sheet(rng: random.Random) -> JsonObject:
    """Draw sheets until one has bounds; refused is none for anything else."""
    while True:
        sheet = SheetMaker(rng).sheet()
        problems = faults_of(sheet)
        if not problems:
            return sheet
        assert {problem.code for problem in problems} <= REFUSALS, problems


def faults_of(sheet: JsonObject) -> tuple[Problem, ...]:
    try:
        read_sheet(sheet)
    except InvalidSheetError as error:
        return error.problems
    return ()


def play_beside(sheet: JsonObject, options: JsonObject, rng: random.Random, hands: int) -> int:
    """Play hands in engine and oracle, compared after each; return how many were counted.

    It may be fewer where the sheet refuses most records.
    """
    counted = 0
    seats, match, naive = begin(sheet, options, rng)
    for _ in range(3 * hands):
        if counted == hands:
            break
        compare(match, naive)
        if naive.is_over():
            seats, match, naive = begin(sheet, options, rng)
        if rng.random() < 0.1:
            match = match.skip()
            naive.void()
            continue
        record = draw_record(sheet, seats, naive.teams(), rng)
        told = naive.play(record)
        if "refused" in told:
            with pytest.raises(InvalidRecordError) as refusal:
                match.add(record)
            found = [(each.rule, each.field) for each in refusal.value.problems]
            assert found == told["refused"], (sheet, record)
            continue
        score, match = match.score(record), match.add(record)
        lines = [[(line.rule, line.points) for line in of_seat] for of_seat in score.lines]
        warned = [(each.rule, each.field) for each in score.warnings]
        assert (lines, warned) == (told["lines"], told["warned"]), (sheet, record)
        counted += 1
    compare(match, naive)
    return counted


def begin(
    sheet: JsonObject, options: JsonObject, rng: random.Random
) -> tuple[int, Match, oracle.Match]:
    """Return how many play, and a match in engine and oracle."""
    seats = rng.randint(sheet["players"]["fewest"], sheet["players"]["most"])
    dealer = rng.randrange(seats)
    match = SCORE_SHEET.new_match(SCORE_SHEET.options(options), seats, dealer)
    return seats, match, oracle.Match(sheet, options, seats, dealer)


def compare(match: Match, naive: oracle.Match) -> None:
    """Compare all that a match says between two hands."""
    setup = match.next_hand()
    assert (list(match.totals), list(match.places)) == (naive.totals(), naive.places())
    assert (match.is_over, setup and setup.as_json()) == (naive.is_over(), naive.next())
    reasons = [(each.rule, each.ahead_of, [*each.shared_with]) for each in match.place_reasons]
    assert reasons == naive.reasons()


@pytest.mark.rule("SH-01", "SH-02", "SH-03", "SH-04", "SH-05")
@pytest.mark.parametrize("numbers", portions(30, HANDS // HANDS_OF_A_SHEET, 500))
def test_random_sheet_scores_random_hands_as_the_oracle_says(numbers: range) -> None:
    counted = 0
    for number in numbers:
        rng = random.Random(f"sheet {number}")
        sheet = drawn_sheet(rng)
        counted += play_beside(sheet, {"sheet": sheet}, rng, HANDS_OF_A_SHEET)
    assert counted > len(numbers)


@pytest.mark.parametrize("numbers", portions(3, max(1, HANDS // 200), 100))
@pytest.mark.parametrize("slug", ready_slugs())
def test_ready_sheet_scores_random_hands_as_the_oracle_says(slug: str, numbers: range) -> None:
    sheet: Any = json.loads(json.dumps(ready_sheet(slug).as_json()))
    for number in numbers:
        rng = random.Random(f"{slug} {number}")
        play_beside(sheet, {"sheet": slug}, rng, HANDS_OF_A_SHEET)
