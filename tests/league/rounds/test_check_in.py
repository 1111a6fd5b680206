from datetime import timedelta

import pytest

from league.competitions.models import AbsenceReason, Entry, Round, RoundStatus
from league.rounds.queries import attendance_of, rounds_for_user
from league.rounds.services.check_in import (
    check_in_new_player,
    check_in_players,
    check_in_self,
    check_out_player,
)
from tests.factories import (
    NOW,
    make_check_in,
    make_competition,
    make_entry,
    make_player,
    make_round,
    make_table,
    make_user,
)
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db


def names_here(round_: Round) -> list[str]:
    entries = round_.check_ins.order_by("pk").select_related("entry__player")
    return [check_in.entry.player.name for check_in in entries]


def make_round_after_cut() -> tuple[Round, Entry, Entry]:
    """Make an open round that Ada plays in, and Björn does not."""
    competition = make_competition()
    on, out = make_entry(competition, name="Ada"), make_entry(competition, name="Björn")
    final = competition.stages.create(number=2, cut="places", cut_at=1, started_at=NOW)
    final.stage_entries.create(entry=on, seed=1)
    round_ = Round.objects.create(stage=final, number=1, status=RoundStatus.OPEN, opened_at=NOW)
    return round_, on, out


def test_check_in_players_enters_newcomers_and_notes_who_did_it() -> None:
    round_ = make_round()
    competition = round_.stage.competition
    ada = make_entry(competition, name="Ada").player
    bjoern = make_player(competition.club, "Björn")
    organiser = make_player(competition.club, "Olga", "organiser")

    check_in_players(round_id=round_.pk, player_ids=[ada.pk, bjoern.pk], by=organiser, now=NOW)

    assert names_here(round_) == ["Ada", "Björn"]
    assert competition.entries.count() == 2
    assert {check_in.by for check_in in round_.check_ins.all()} == {organiser}


def test_check_in_players_twice_keeps_the_first_time() -> None:
    round_ = make_round()
    player = make_entry(round_.stage.competition).player

    for now in (NOW, NOW + timedelta(minutes=5)):
        check_in_players(round_id=round_.pk, player_ids=[player.pk], by=None, now=now)

    assert round_.check_ins.get().created_at == NOW


def test_check_in_players_ignores_strangers_and_those_who_have_left() -> None:
    round_ = make_round()
    stranger = make_player()
    gone = make_player(round_.stage.competition.club, left_at=NOW)

    check_in_players(round_id=round_.pk, player_ids=[stranger.pk, gone.pk, 0], by=None, now=NOW)

    assert names_here(round_) == []


def test_check_in_players_for_a_closed_round_is_refused() -> None:
    round_ = make_round(status=RoundStatus.CLOSED)
    player = make_entry(round_.stage.competition).player

    with refuses("wrong_status"):
        check_in_players(round_id=round_.pk, player_ids=[player.pk], by=None, now=NOW)


def test_check_in_new_player_twice_makes_one_player() -> None:
    round_ = make_round()
    club = round_.stage.competition.club

    made = [
        check_in_new_player(round_id=round_.pk, name="Zoë", seen=0, by=None, now=NOW)
        for _ in range(2)
    ]

    assert made[0] == made[1]
    assert [player.name for player in club.players.all()] == ["Zoë"]
    assert names_here(round_) == ["Zoë"]


@pytest.mark.parametrize(("hours_before", "is_allowed"), [(0, True), (12, True), (12.01, False)])
def test_check_in_self_begins_twelve_hours_before(hours_before: float, is_allowed: bool) -> None:
    round_ = make_round(status=RoundStatus.SCHEDULED, opens_at=NOW + timedelta(hours=hours_before))
    player = make_entry(round_.stage.competition).player

    if is_allowed:
        check_in_self(round_id=round_.pk, player=player, now=NOW)
    else:
        with refuses("not_yet"):
            check_in_self(round_id=round_.pk, player=player, now=NOW)

    assert round_.check_ins.count() == int(is_allowed)


def test_check_in_self_for_a_round_without_a_date_waits_until_it_opens() -> None:
    round_ = make_round(status=RoundStatus.SCHEDULED)
    player = make_entry(round_.stage.competition).player

    with refuses("not_yet"):
        check_in_self(round_id=round_.pk, player=player, now=NOW)


def test_check_in_self_after_a_cut_is_for_those_who_have_gone_on() -> None:
    round_, on, out = make_round_after_cut()

    check_in_self(round_id=round_.pk, player=on.player, now=NOW)
    with refuses("not_gone_on"):
        check_in_self(round_id=round_.pk, player=out.player, now=NOW)

    assert names_here(round_) == ["Ada"]


def test_attendance_after_a_cut_expects_those_who_have_gone_on_or_are_here() -> None:
    round_, _, _ = make_round_after_cut()
    make_check_in(round_, make_entry(round_.stage.competition, name="Chiara"))

    expected = [row.player.name for row in attendance_of(round_) if row.is_expected]

    assert expected == ["Ada", "Chiara"]


def test_rounds_after_a_cut_are_listed_to_those_who_have_gone_on_or_are_here() -> None:
    round_, on, out = make_round_after_cut()
    on.player.user, out.player.user = make_user(), make_user()
    on.player.save()
    out.player.save()

    assert [mine.round for mine in rounds_for_user(on.player.user, NOW)] == [round_]
    assert rounds_for_user(out.player.user, NOW) == []
    make_check_in(round_, out)
    assert [mine.round for mine in rounds_for_user(out.player.user, NOW)] == [round_]


def test_check_out_player_twice_is_the_same_as_once() -> None:
    round_ = make_round()
    player = make_check_in(round_).entry.player

    for _ in range(2):
        check_out_player(round_id=round_.pk, player_id=player.pk)

    round_.stage.competition.refresh_from_db()
    assert round_.check_ins.count() == 0
    assert round_.stage.competition.version == 2


def test_check_out_player_who_sits_at_a_table_is_refused_with_the_table() -> None:
    table = make_table(number=3)

    with refuses("seated", match="Ada 3 sits at table 3"):
        check_out_player(round_id=table.round_id, player_id=table.seats.get(number=0).player_id)

    assert table.round.check_ins.count() == 4


def test_check_out_player_of_a_dissolved_table_goes() -> None:
    table = make_table(dissolved_at=NOW)

    check_out_player(round_id=table.round_id, player_id=table.seats.get(number=0).player_id)

    assert table.round.check_ins.count() == 3


def test_attendance_says_who_plays_instead_and_why_somebody_has_no_seat() -> None:
    table = make_table()
    seat = table.seats.get(number=0)
    away = make_entry(table.round.stage.competition, name="Zita")
    table.round.absences.create(entry=away, reason=AbsenceReason.NO_SHOW, created_at=NOW)
    vera = make_player(table.round.stage.competition.club, "Vera")
    table.seats.filter(number=0).update(player=vera)

    people = {one.player.name: one for one in attendance_of(table.round)}

    ada = people["Ada"]
    assert (ada.seat, ada.substitute, ada.substitute and ada.substitute.player) == (
        None,
        seat,
        vera,
    )
    assert (people["Vera"].seat, people["Vera"].substitute) == (seat, None)
    assert (people["Zita"].absence_text, ada.absence_text) == ("no-show", "")


def test_whoever_is_replaced_is_told_who_plays_for_them() -> None:
    table = make_table()
    seat = table.seats.get(number=0)
    seat.player.user = make_user()
    seat.player.save()
    vera = make_player(table.round.stage.competition.club, "Vera")
    table.seats.filter(number=0).update(player=vera)

    mine = rounds_for_user(seat.player.user, NOW)

    assert [(one.seat, one.substitute) for one in mine] == [(None, seat)]


def test_round_that_is_played_comes_before_an_adjourned_table_of_an_earlier_one() -> None:
    earlier = make_table(make_round(status=RoundStatus.CLOSED), adjourned_at=NOW)
    player = earlier.seats.get(number=0).player
    player.user = make_user()
    player.save()
    now = make_round(earlier.round.stage.competition, number=2, opens_at=NOW)

    mine = rounds_for_user(player.user, NOW)

    assert [one.round for one in mine] == [now, earlier.round]
