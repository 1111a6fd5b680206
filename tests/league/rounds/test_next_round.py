from datetime import datetime, timedelta
from typing import Any

import pytest

from league.competitions.models import (
    AbsenceReason,
    Competition,
    Entry,
    EntryAbsence,
    NextRound,
    Round,
    RoundStatus,
)
from league.rounds.services.closing import begin_next_round, close_round
from league.rounds.services.lifecycle import reopen_round
from league.rounds.tasks import rounds_to_open
from tests.factories import (
    NOW,
    make_check_in,
    make_competition,
    make_player,
    make_round,
    make_table,
)
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def make_series(follows: str = NextRound.CLOSING, **fields: Any) -> Competition:
    competition = make_competition(kind="tournament")
    competition.stages.update(next_round=follows, **fields)
    return competition


def rounds_of(competition: Competition) -> list[tuple[int, str]]:
    found = Round.objects.filter(stage__competition=competition).order_by("number")
    return list(found.values_list("number", "status"))


def test_next_round_falls_due_when_the_one_before_closes_once() -> None:
    competition = make_series()
    round_ = make_round(competition)

    for _ in range(2):
        close_round(round_id=round_.pk, now=NOW)

    assert rounds_of(competition) == [(1, RoundStatus.CLOSED), (2, RoundStatus.SCHEDULED)]
    assert rounds_to_open(NOW) == [Round.objects.get(number=2).pk]


def test_next_round_has_those_checked_in_who_were_there_and_stay() -> None:
    competition = make_series()
    round_ = make_round(competition)
    stays, gone, away = (make_check_in(round_).entry for _ in range(3))
    Entry.objects.filter(pk=gone.pk).update(withdrawn_at=NOW)
    EntryAbsence.objects.create(
        round=round_, entry=away, reason=AbsenceReason.NO_SHOW, created_at=NOW
    )

    close_round(round_id=round_.pk, now=NOW)

    following = Round.objects.get(number=2)
    assert list(following.check_ins.values_list("entry", flat=True)) == [stays.pk]


def test_next_round_has_those_at_a_table_where_nothing_was_recorded() -> None:
    competition = make_series()
    table = make_table(make_round(competition))

    close_round(round_id=table.round_id, now=NOW)

    following = Round.objects.get(number=2)
    assert set(table.round.absences.values_list("reason", flat=True)) == {AbsenceReason.ABSENT}
    assert following.check_ins.count() == 4


def test_next_round_that_has_a_time_keeps_it() -> None:
    competition = make_series()
    round_ = make_round(competition)
    make_round(competition, number=2, status=RoundStatus.SCHEDULED, opens_at=NOW + HOUR)

    close_round(round_id=round_.pk, now=NOW)

    assert rounds_to_open(NOW) == []
    assert rounds_to_open(NOW + HOUR) == [Round.objects.get(number=2).pk]


def test_last_planned_round_is_followed_by_none() -> None:
    competition = make_series(planned_rounds=1)
    round_ = make_round(competition)

    close_round(round_id=round_.pk, now=NOW)

    assert rounds_of(competition) == [(1, RoundStatus.CLOSED)]
    with refuses("no_next_round", match="last round"):
        begin_next_round(round_id=round_.pk, now=NOW)


def test_earlier_round_that_is_corrected_sets_off_nothing() -> None:
    competition = make_series()
    first = make_round(competition, status=RoundStatus.CLOSED)
    make_round(competition, number=2)

    reopen_round(round_id=first.pk, now=NOW)
    close_round(round_id=first.pk, now=NOW)

    assert rounds_of(competition) == [(1, RoundStatus.CLOSED), (2, RoundStatus.OPEN)]


def test_rounds_follow_by_hand_unless_the_stage_says_otherwise() -> None:
    competition = make_series(NextRound.HAND)
    round_ = make_round(competition)

    close_round(round_id=round_.pk, now=NOW)

    assert rounds_of(competition) == [(1, RoundStatus.CLOSED)]


def test_next_round_by_one_tap_is_open_at_once_with_those_who_were_there() -> None:
    competition = make_series(NextRound.HAND)
    round_ = make_round(competition)
    stays = make_check_in(round_).entry
    close_round(round_id=round_.pk, now=NOW)

    begun = [begin_next_round(round_id=round_.pk, now=NOW).pk for _ in range(2)]

    assert rounds_of(competition) == [(1, RoundStatus.CLOSED), (2, RoundStatus.OPEN)]
    following = Round.objects.get(number=2)
    assert begun == [following.pk] * 2
    assert list(following.check_ins.values_list("entry", flat=True)) == [stays.pk]


def test_next_round_before_this_one_is_closed_is_refused() -> None:
    with refuses("no_next_round", match="Close round 1 first"):
        begin_next_round(round_id=make_round(make_series()).pk, now=NOW)


@pytest.mark.parametrize(
    ("opened", "next_opens", "carried"),
    [
        (NOW - 3 * HOUR, None, 4),
        (NOW - 3 * HOUR, NOW + HOUR, 4),
        (NOW - 3 * HOUR, NOW + 7 * 24 * HOUR, 0),
        (NOW - 24 * HOUR, None, 0),
    ],
)
def test_next_round_of_a_league_has_those_who_were_there_on_the_same_day(
    opened: datetime, next_opens: datetime | None, carried: int
) -> None:
    competition = make_competition(kind="league")
    table = make_table(make_round(competition, opened_at=opened))
    make_round(competition, number=2, status=RoundStatus.SCHEDULED, opens_at=next_opens)
    close_round(round_id=table.round_id, now=NOW)

    begun = begin_next_round(round_id=table.round_id, now=NOW)

    assert begun.check_ins.count() == carried


def test_next_round_is_without_those_who_left_their_match() -> None:
    table = make_table(make_round(make_competition(kind="league")))
    gone, replaced, *stay = table.seats.order_by("number")
    table.seats.filter(pk=gone.pk).update(left_from=2)
    substitute = make_player(table.round.stage.competition.club)
    table.seats.filter(pk=replaced.pk).update(player=substitute)
    close_round(round_id=table.round_id, now=NOW)

    begun = begin_next_round(round_id=table.round_id, now=NOW)

    assert set(begun.check_ins.values_list("entry", flat=True)) == {seat.entry_id for seat in stay}
