"""Days of recurring rounds without a round, and rounds that were deleted by mistake."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from league.competitions.models import Recurrence, Reply, Round, RoundStatus, Stage
from league.competitions.schedule import Holiday, holidays_of
from league.rounds.queries import rounds_in_calendar
from league.rounds.services.holidays import play_days, skip_days
from league.rounds.services.lifecycle import delete_round, restore_round
from league.rounds.services.recurrence import make_recurring_rounds
from tests.factories import NOW, make_check_in, make_entry, make_organiser, make_player, make_round
from tests.league.refusals import refuses
from tests.league.rounds.test_recurrence import make_stage, recur

pytestmark = pytest.mark.django_db

WEEKLY = "FREQ=WEEKLY"


def days(stage: Stage) -> list[str]:
    """Return the number and date of each scheduled round."""
    found = stage.rounds.filter(status=RoundStatus.SCHEDULED).order_by("number")
    return [f"{round.number}: {round.opens_at:%d.%m.}" for round in found]


def skip(stage: Stage, first: date, last: date | None = None) -> None:
    skip_days(stage_id=stage.pk, first=first, last=last or first, now=NOW)


def play(stage: Stage, first: date, last: date | None = None) -> None:
    play_days(stage_id=stage.pk, first=first, last=last or first, now=NOW)


@pytest.fixture
def stage() -> Stage:
    """Rounds every Tuesday, three in advance."""
    stage = make_stage()
    recur(stage, rule=WEEKLY, ahead=3)
    return stage


def test_holiday_takes_its_rounds_away_and_later_ones_move_up(stage: Stage) -> None:
    assert days(stage) == ["1: 10.11.", "2: 17.11.", "3: 24.11."]

    skip(stage, date(2026, 11, 16), date(2026, 11, 30))

    assert days(stage) == ["1: 10.11.", "2: 01.12.", "3: 08.12."]
    skip(stage, date(2026, 11, 16), date(2026, 11, 30))
    assert days(stage) == ["1: 10.11.", "2: 01.12.", "3: 08.12."]


def test_days_that_are_played_after_all_come_back_in_order(stage: Stage) -> None:
    skip(stage, date(2026, 11, 16), date(2026, 11, 30))

    play(stage, date(2026, 11, 16), date(2026, 11, 30))

    assert days(stage) == ["1: 10.11.", "2: 17.11.", "3: 24.11."]
    assert Recurrence.objects.get().skipped == []


def test_round_that_players_wait_for_is_cancelled_and_comes_back(stage: Stage) -> None:
    second = stage.rounds.get(number=2)
    Reply.objects.create(
        round=second, player=make_player(stage.competition.club), is_coming=True, replied_at=NOW
    )

    skip(stage, date(2026, 11, 17))
    cancelled = stage.rounds.get(pk=second.pk).status
    play(stage, date(2026, 11, 17))

    assert cancelled == RoundStatus.CALLED_OFF
    assert stage.rounds.get(pk=second.pk).status == RoundStatus.SCHEDULED
    assert days(stage) == ["1: 10.11.", "2: 17.11.", "3: 24.11."]


def test_holiday_holds_for_rounds_that_are_made_later(stage: Stage) -> None:
    skip(stage, date(2026, 12, 22), date(2027, 1, 6))

    recur(stage, rule=WEEKLY, ahead=8)

    assert days(stage)[5:] == ["6: 15.12.", "7: 12.01.", "8: 19.01."]


def test_planned_rounds_stay_as_many(stage: Stage) -> None:
    Stage.objects.update(planned_rounds=3)
    skip(stage, date(2026, 11, 17))
    assert days(stage) == ["1: 10.11.", "2: 24.11.", "3: 01.12."]

    play(stage, date(2026, 11, 17))

    assert days(stage) == ["1: 10.11.", "2: 17.11.", "3: 24.11."]


def test_holiday_that_ends_before_it_begins_or_never_is_refused(stage: Stage) -> None:
    with refuses("bad_recurrence"):
        skip(stage, date(2026, 11, 17), date(2026, 11, 16))
    with refuses("bad_recurrence"):
        skip(stage, date(2026, 11, 17), date(2028, 11, 16))


def test_consecutive_days_are_one_holiday_and_past_ones_are_left_out() -> None:
    recurrence = Recurrence(
        skipped=["2026-11-01", "2026-12-24", "2026-12-26", "2026-12-25", "2027-01-06"]
    )

    assert holidays_of(recurrence, date(2026, 12, 25)) == [
        Holiday(date(2026, 12, 24), date(2026, 12, 26)),
        Holiday(date(2027, 1, 6), date(2027, 1, 6)),
    ]


def test_calendars_follow(stage: Stage) -> None:
    player = make_entry(stage.competition).player

    def dates() -> list[date]:
        return [event.begins_at.date() for event in rounds_in_calendar(player, "", NOW)]

    skip(stage, date(2026, 11, 17))

    assert date(2026, 11, 17) not in dates()
    assert len(dates()) == 3


def test_deleted_round_comes_back_as_it_was_and_twice_is_once(stage: Stage) -> None:
    second = stage.rounds.get(number=2)
    player = make_player(stage.competition.club)
    Reply.objects.create(round=second, player=player, is_coming=True, replied_at=NOW)

    removed = delete_round(round_id=second.pk)
    assert days(stage) == ["1: 10.11.", "2: 24.11."]
    restore_round(removed=removed, now=NOW)
    restore_round(removed=removed, now=NOW)

    assert days(stage) == ["1: 10.11.", "2: 17.11.", "3: 24.11."]
    back = Round.objects.get(pk=second.pk)
    assert (back.opens_at, back.closes_at, back.recurs_on) == (
        second.opens_at,
        second.closes_at,
        second.recurs_on,
    )
    assert list(back.replies.values_list("player", "is_coming")) == [(player.pk, True)]
    assert Recurrence.objects.get().skipped == []


def test_round_that_comes_back_takes_the_place_of_the_one_made_meanwhile(stage: Stage) -> None:
    before = days(stage)
    removed = delete_round(round_id=stage.rounds.get(number=2).pk)
    make_recurring_rounds(stage_id=stage.pk, now=NOW)
    assert len(days(stage)) == len(before)

    restore_round(removed=removed, now=NOW)
    make_recurring_rounds(stage_id=stage.pk, now=NOW)

    assert days(stage) == before


def test_round_made_meanwhile_stays_where_somebody_waits_for_it(stage: Stage) -> None:
    removed = delete_round(round_id=stage.rounds.get(number=2).pk)
    [made] = make_recurring_rounds(stage_id=stage.pk, now=NOW)
    make_check_in(made)

    restore_round(removed=removed, now=NOW)

    assert stage.rounds.filter(pk=made.pk).exists()
    assert stage.rounds.count() == 4


def test_round_whose_number_was_played_meanwhile_comes_back_as_the_last() -> None:
    stage = make_stage()
    first = make_round(stage.competition, 1, RoundStatus.SCHEDULED)
    removed = delete_round(round_id=first.pk)
    make_round(stage.competition, 1)

    assert restore_round(removed=removed, now=NOW).number == 2


def test_organiser_undoes_a_deletion_on_the_page_of_the_competition(
    client: Client, stage: Stage
) -> None:
    client.force_login(make_organiser(stage.competition.club))
    page = reverse("competitions:detail", args=[stage.competition_id])
    restore = reverse("rounds:restore", args=[stage.competition_id])
    second = stage.rounds.get(number=2)

    client.post(reverse("rounds:delete", args=[second.pk]))
    asked = client.get(page).content.decode()
    answer = client.post(restore)
    after = client.get(page).content.decode()

    assert (restore in asked, restore in after) == (True, False)
    assert answer.headers["Location"] == page
    assert Round.objects.filter(pk=second.pk).exists()


def test_undo_is_for_the_hour_after(client: Client, stage: Stage) -> None:
    client.force_login(make_organiser(stage.competition.club))
    client.post(reverse("rounds:delete", args=[stage.rounds.get(number=2).pk]))
    session = client.session
    session["removed_round"] = session["removed_round"] | {"at": 0}
    session.save()

    page = client.get(reverse("competitions:detail", args=[stage.competition_id])).content.decode()

    assert reverse("rounds:restore", args=[stage.competition_id]) not in page


def test_organiser_enters_a_holiday_that_everybody_reads(client: Client, stage: Stage) -> None:
    organiser = make_organiser(stage.competition.club)
    client.force_login(organiser)
    address = reverse("rounds:holidays", args=[stage.pk])

    refused = client.post(address, {"first": "2099-12-20", "last": "2099-12-10", "do": "skip"})
    client.post(address, {"first": "2099-12-20", "last": "2099-12-31", "do": "skip"})
    settings = client.get(reverse("rounds:recurrence", args=[stage.pk])).content.decode()
    client.logout()
    page = client.get(reverse("competitions:detail", args=[stage.competition_id])).content.decode()

    assert refused.status_code == 422
    assert "before the first" in refused.context["holiday_form"].errors["last"][0]
    assert 'value="2099-12-10"' in refused.content.decode()
    assert "Sun 20 December 2099 – Thu 31 December 2099" in settings
    assert "Sun 20 December 2099 – Thu 31 December 2099" in page


def test_checked_in_players_keep_their_round(stage: Stage) -> None:
    second = stage.rounds.get(number=2)
    make_check_in(second, make_entry(stage.competition))

    skip(stage, date(2026, 11, 17))

    assert stage.rounds.get(pk=second.pk).status == RoundStatus.CALLED_OFF
    assert days(stage)[1] == "3: 24.11."
