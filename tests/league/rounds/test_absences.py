from datetime import timedelta
from typing import Any

import pytest

from league.competitions.models import (
    SUBSTITUTE,
    AbsenceReason,
    Competition,
    Entry,
    EntryAbsence,
    Round,
    Seat,
    Substitutes,
    Substitution,
    Table,
)
from league.results.models import Adjustment, Hand
from league.rounds.services.absences import set_absence
from league.rounds.services.closing import close_round
from league.rounds.services.competition import edit_competition
from league.rounds.services.lifecycle import reopen_round
from league.standings.queries import standings_of
from tests.factories import NOW, make_check_in, make_competition, make_entry, make_round, make_table
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def make_league(**points: Any) -> Competition:
    worth: dict[str, Any] = {"bye_points": 4, "absence_points": -1, "no_show_points": -3}
    return make_competition(**worth | points)


def make_played_table(round_: Round, **fields: Any) -> Table:
    table = make_table(round_, **fields)
    Hand.objects.create(table=table, number=1, created_at=NOW)
    return table


def reasons(round_: Round) -> dict[str, str]:
    found = EntryAbsence.objects.filter(round=round_).order_by("entry__player__name")
    return dict(found.values_list("entry__player__name", "reason"))


def points() -> dict[str, tuple[str, int]]:
    found = Adjustment.objects.filter(cancelled_at=None).order_by("entry__player__name")
    return {str(one.entry): (one.kind, one.points) for one in found.select_related("entry__player")}


def note(round_: Round, entry: Entry, reason: str) -> None:
    EntryAbsence.objects.create(round=round_, entry=entry, reason=reason, created_at=NOW)


def test_closing_notes_who_did_not_play_and_why_with_their_points() -> None:
    league = make_league()
    round_ = make_round(league)
    make_played_table(round_)
    make_check_in(round_, make_entry(league, name="Late"))
    make_entry(league, name="Missing")
    note(round_, make_entry(league, name="Resting"), AbsenceReason.REQUESTED_BYE)
    note(round_, make_entry(league, name="Promised"), AbsenceReason.NO_SHOW)
    Entry.objects.filter(pk=make_entry(league, name="Gone").pk).update(withdrawn_at=NOW)

    close_round(round_id=round_.pk, now=NOW)

    assert reasons(round_) == {
        "Late": "bye",
        "Missing": "absent",
        "Promised": "no_show",
        "Resting": "requested_bye",
    }
    assert points() == {
        "Late": ("bye", 4),
        "Missing": ("absence", -1),
        "Promised": ("no_show", -3),
        "Resting": ("absence", -1),
    }


def test_table_without_a_hand_is_a_missed_round_unless_it_was_adjourned() -> None:
    round_ = make_round(make_league())
    make_table(round_, seats=3)
    make_table(round_, seats=3, number=2, adjourned_at=NOW)

    close_round(round_id=round_.pk, now=NOW)

    assert reasons(round_) == {"Ada": "absent", "Björn": "absent", "Chiara": "absent"}


def test_closing_twice_gives_points_once() -> None:
    league = make_league()
    round_ = make_round(league)
    make_played_table(round_)
    make_entry(league, name="Missing")

    for now in (NOW, NOW + HOUR):
        close_round(round_id=round_.pk, now=now)

    assert points() == {"Missing": ("absence", -1)}
    assert Adjustment.objects.count() == 1


def test_reopening_takes_points_back_and_closing_again_gives_them_anew() -> None:
    league = make_league()
    round_ = make_round(league)
    make_played_table(round_)
    make_entry(league, name="Missing")
    note(round_, make_entry(league, name="Resting"), AbsenceReason.REQUESTED_BYE)

    close_round(round_id=round_.pk, now=NOW)
    reopen_round(round_id=round_.pk, now=NOW)
    assert (points(), reasons(round_)) == ({}, {"Resting": "requested_bye"})
    for _ in range(2):
        close_round(round_id=round_.pk, now=NOW + HOUR)
        reopen_round(round_id=round_.pk, now=NOW + HOUR)
    close_round(round_id=round_.pk, now=NOW + HOUR)

    assert points() == {"Missing": ("absence", -1), "Resting": ("absence", -1)}


def test_who_plays_after_all_is_no_longer_noted() -> None:
    league = make_league()
    round_ = make_round(league)
    table = make_played_table(round_)
    note(round_, table.seats.all()[0].entry, AbsenceReason.BYE)

    close_round(round_id=round_.pk, now=NOW)

    assert (reasons(round_), points()) == ({}, {})


def test_points_of_nothing_are_not_written_down() -> None:
    league = make_league(absence_points=0)
    round_ = make_round(league)
    make_played_table(round_)
    make_entry(league, name="Missing")

    close_round(round_id=round_.pk, now=NOW)

    assert reasons(round_) == {"Missing": "absent"}
    assert Adjustment.objects.count() == 0


def test_reason_can_be_changed_after_closing_and_its_points_follow() -> None:
    league = make_league()
    round_ = make_round(league)
    make_played_table(round_)
    entry = make_entry(league, name="Missing")
    close_round(round_id=round_.pk, now=NOW)

    for _ in range(2):
        set_absence(round_id=round_.pk, entry_id=entry.pk, reason=AbsenceReason.NO_SHOW, now=NOW)

    assert (reasons(round_), points()) == ({"Missing": "no_show"}, {"Missing": ("no_show", -3)})
    reopen_round(round_id=round_.pk, now=NOW)
    close_round(round_id=round_.pk, now=NOW)
    assert points() == {"Missing": ("no_show", -3)}


def test_reason_of_who_played_or_of_an_open_round_is_refused() -> None:
    league = make_league()
    round_ = make_round(league)
    entry = make_played_table(round_).seats.all()[0].entry
    missing = make_entry(league, name="Missing")

    with refuses("not_absent"):
        set_absence(
            round_id=round_.pk, entry_id=missing.pk, reason=AbsenceReason.REQUESTED_BYE, now=NOW
        )
    close_round(round_id=round_.pk, now=NOW)
    with refuses("not_absent"):
        set_absence(
            round_id=round_.pk, entry_id=entry.pk, reason=AbsenceReason.REQUESTED_BYE, now=NOW
        )


def test_round_that_nobody_played_is_worth_nothing_to_anybody() -> None:
    league = make_league()
    round_ = make_round(league)
    make_check_in(round_, make_entry(league, name="Came"))
    missing = make_entry(league, name="Missing")

    close_round(round_id=round_.pk, now=NOW)
    assert (reasons(round_), points()) == ({"Came": "bye", "Missing": "absent"}, {})

    set_absence(round_id=round_.pk, entry_id=missing.pk, reason=AbsenceReason.NO_SHOW, now=NOW)
    assert points() == {}


def make_substituted(round_: Round, from_hand: int) -> None:
    """Let Ada's seat be played by Sub, who takes part as well, from a hand on."""
    seat = make_played_table(round_).seats.get(number=0)
    sub = make_entry(round_.stage.competition, name="Sub").player
    Substitution.objects.create(
        seat=seat, player_out=seat.player, player_in=sub, from_hand=from_hand, created_at=NOW
    )
    seat.player = sub
    seat.save()


@pytest.mark.parametrize(
    ("substitutes", "from_hand", "noted"),
    [
        (Substitutes.ENTRY, 1, {}),
        (Substitutes.ENTRY, 2, {"Sub": "bye"}),
        (Substitutes.PLAYER, 1, {"Ada": "absent"}),
        (Substitutes.PLAYER, 2, {}),
        (Substitutes.NOBODY, 1, {"Ada": "absent"}),
        (Substitutes.NOBODY, 2, {"Sub": "bye"}),
    ],
)
def test_who_played_where_a_substitute_sat_is_as_the_competition_says(
    substitutes: str, from_hand: int, noted: dict[str, str]
) -> None:
    round_ = make_round(make_league(substitutes=substitutes))
    make_substituted(round_, from_hand)

    close_round(round_id=round_.pk, now=NOW)

    assert reasons(round_) == noted


def test_closed_rounds_follow_new_terms_but_nobody_who_came_later_has_missed_them() -> None:
    league = make_league()
    round_ = make_round(league)
    make_substituted(round_, from_hand=1)
    make_entry(league, name="Missing")
    close_round(round_id=round_.pk, now=NOW)
    make_entry(league, name="Newcomer")
    assert points() == {"Missing": ("absence", -1)}

    for _ in range(2):
        edit_competition(
            competition_id=league.pk,
            settings=Competition(
                name="Renamed",
                table_preferred=[4],
                place_points=[10, 5],
                absence_points=-2,
                substitutes=Substitutes.PLAYER,
            ),
            now=NOW + HOUR,
        )

    assert points() == {"Ada": ("absence", -2), "Missing": ("absence", -2)}
    assert reasons(round_) == {"Ada": "absent", "Missing": "absent"}


def test_bye_that_is_worth_nothing_is_a_round_played_all_the_same() -> None:
    league = make_league(bye_points=0, attendance_min=1)
    round_ = make_round(league)
    make_played_table(round_)
    unlucky = make_entry(league, name="Unlucky")
    make_check_in(round_, unlucky)

    close_round(round_id=round_.pk, now=NOW)

    assert points() == {"Unlucky": ("bye", 0)}
    places = {row.entry_id: row.place for row in standings_of(league)}
    assert places[unlucky.pk] == 1


@pytest.mark.parametrize("substitutes", Substitutes.values)
def test_who_took_over_a_seat_and_gave_it_back_did_not_sit_out(substitutes: str) -> None:
    round_ = make_round(make_league(substitutes=substitutes))
    make_substituted(round_, from_hand=2)
    seat = Seat.objects.get(player__name="Sub")
    Hand.objects.create(table=seat.table, number=2, created_at=NOW)
    Substitution.objects.create(
        seat=seat,
        player_out=seat.player,
        player_in=seat.entry.player,
        from_hand=3,
        created_at=NOW,
    )
    seat.player, seat.reason = seat.entry.player, {"code": SUBSTITUTE, "data": {}}
    seat.save()
    Hand.objects.create(table=seat.table, number=3, created_at=NOW)
    note(round_, Entry.objects.get(player__name="Sub"), AbsenceReason.BYE)

    close_round(round_id=round_.pk, now=NOW)

    assert (reasons(round_), points()) == ({}, {})


def test_void_hands_of_a_substitute_are_not_played() -> None:
    round_ = make_round(make_league())
    make_substituted(round_, from_hand=2)
    table = Table.objects.get()
    Hand.objects.create(table=table, number=2, is_void=True, created_at=NOW)

    close_round(round_id=round_.pk, now=NOW)

    assert reasons(round_) == {"Sub": "bye"}


def test_bye_points_go_when_an_earlier_round_is_closed_again_with_a_hand_of_the_substitute() -> (
    None
):
    round_ = make_round(make_league())
    make_substituted(round_, from_hand=2)
    close_round(round_id=round_.pk, now=NOW)
    assert points() == {"Sub": ("bye", 4)}

    reopen_round(round_id=round_.pk, now=NOW + HOUR)
    Hand.objects.create(table=Table.objects.get(), number=2, created_at=NOW + HOUR)
    close_round(round_id=round_.pk, now=NOW + HOUR)

    assert (reasons(round_), points()) == ({}, {})


def test_bye_that_an_earlier_release_gave_a_substitute_goes_with_the_next_change_of_terms() -> None:
    league = make_league()
    round_ = make_round(league)
    make_substituted(round_, from_hand=2)
    close_round(round_id=round_.pk, now=NOW)
    Hand.objects.create(table=Table.objects.get(), number=2, created_at=NOW)
    assert points() == {"Sub": ("bye", 4)}

    settings = Competition(name="Renamed", table_preferred=[4], place_points=[10, 5], bye_points=3)
    edit_competition(competition_id=league.pk, settings=settings, now=NOW + HOUR)

    assert (reasons(round_), points()) == ({}, {})
