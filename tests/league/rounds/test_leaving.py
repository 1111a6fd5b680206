"""Somebody leaves in the middle of a match: it goes on without, ends, or is void."""

import pytest

from league.competitions.models import AbsenceReason, Entry
from league.online.models import OnlineTable
from league.results.models import Adjustment, TableScore
from league.results.queries import hands_of_table
from league.results.recap import recap_of
from league.results.services import correct_hand, undo_hand, void_hand
from league.results.table_view import build_table_view
from league.rounds.models import LEAVING, ChangeKind, SeatingChange
from league.rounds.services.closing import close_round
from league.rounds.services.leaving import preview_ways_out
from league.standings.models import RatingChange
from league.standings.queries import standings_of
from tests.factories import BY_CLUB, BY_CODE, NOW, make_player, make_table
from tests.league.refusals import refuses
from tests.league.results.hands import live_hand, send
from tests.league.rounds.changing import do, entry_at, names_at, press, undo
from tests.league.rounds.leaving import (
    check_rebuild,
    fresh,
    leave,
    make_match,
    next_number,
    play,
    points,
    score,
)
from tests.league.standings.ratings.evenings import update_all

pytestmark = pytest.mark.django_db


def test_table_plays_on_without_who_left_and_totals_go_on() -> None:
    table = make_match()
    assert score(table) == {
        "Ada": (0, 5),
        "Björn": (4, 4),
        "Chiara": (6, 3),
        "Dörte": (8, 2),
        "Emil": (10, 1),
    }

    leave(table, ChangeKind.REDUCED)

    assert score(table) == {
        "Ada": (0, 4),
        "Chiara": (6, 3),
        "Dörte": (8, 2),
        "Emil": (10, 1),
        "Björn": (4, 5),
    }
    view = build_table_view(fresh(table), [])
    assert view.names == ("Ada", "Chiara", "Dörte", "Emil")
    play(table, 0, 1, 2, 3)
    assert score(table) == {
        "Ada": (4, 4),
        "Chiara": (9, 3),
        "Dörte": (10, 1),
        "Emil": (10, 2),
        "Björn": (4, 5),
    }
    assert points(table) == {"Ada": 1, "Chiara": 3, "Dörte": 10, "Emil": 6, "Björn": 0}
    check_rebuild()


def test_hands_before_and_after_are_shown_under_the_right_names() -> None:
    table = make_match()
    leave(table, ChangeKind.REDUCED)
    play(table, 0, 1, 2, 3)
    now = fresh(table)

    view = build_table_view(now, list(hands_of_table(now)))

    first, _, third = view.hands
    assert first.names == ("Ada", "Björn", "Chiara", "Dörte", "Emil")
    assert third.names == ("Ada", "Chiara", "Dörte", "Emil")
    assert first.facts[0].text == "Emil, Dörte, Chiara, Björn, Ada"
    assert third.facts[0].text == "Ada, Chiara, Dörte, Emil"
    assert [(row.who.name, row.total) for row in view.standings][-1] == ("Björn", 4)
    assert [spell.text for spell in view.lineup.changes] == ["Björn left after hand 2."]
    assert len(recap_of(view).hands) == 3


def test_ratings_count_each_hand_for_who_played_it() -> None:
    table = make_match(hands=1)
    leave(table, ChangeKind.REDUCED)
    play(table, 0, 1, 2, 3)
    update_all()

    rated = RatingChange.objects.order_by("position", "place")
    assert list(rated.values_list("hand__number", "player__name")) == [
        *((1, name) for name in ("Emil", "Dörte", "Chiara", "Björn", "Ada")),
        *((2, name) for name in ("Ada", "Chiara", "Dörte", "Emil")),
    ]
    check_rebuild()


def test_hands_of_before_are_corrected_with_all_and_totals_follow() -> None:
    table = make_match()
    leave(table, ChangeKind.REDUCED)
    play(table, 0, 1, 2, 3)

    correct_hand(
        hand_id=live_hand(table, 2).pk,
        expected_revision=1,
        record={"finish": [1, 0, 2, 3, 4]},
        reason="Typed wrong.",
        author=BY_CLUB,
    )

    assert score(table) == {
        "Ada": (8, 2),
        "Chiara": (9, 1),
        "Dörte": (8, 3),
        "Emil": (5, 4),
        "Björn": (7, 5),
    }
    check_rebuild()


def test_two_leave_one_after_the_other() -> None:
    table = make_match(seats=6)
    leave(table, ChangeKind.REDUCED, seat=0)
    play(table, 0, 1, 2, 3, 4)
    leave(table, ChangeKind.REDUCED, seat=2)
    play(table, 3, 2, 1, 0)

    assert names_at(table) == ["Björn", "Chiara", "Emil", "Fatima", "Dörte", "Ada"]
    assert list(score(table).values())[-2:] == [(11, 5), (0, 6)]
    shown = fresh(table)
    view = build_table_view(shown, list(hands_of_table(shown)))
    assert [played.names for played in view.hands][1:] == [
        ("Ada", "Björn", "Chiara", "Dörte", "Emil", "Fatima"),
        ("Björn", "Chiara", "Dörte", "Emil", "Fatima"),
        ("Björn", "Chiara", "Emil", "Fatima"),
    ]
    assert len(recap_of(view).hands) == 4
    check_rebuild()


def test_last_hand_before_somebody_left_is_voided_and_its_number_is_not_used_again() -> None:
    table = make_match()
    leave(table, ChangeKind.REDUCED)

    void_hand(
        hand_id=live_hand(table, 2).pk, expected_revision=1, reason="Misdeal.", author=BY_CLUB
    )

    assert next_number(fresh(table)) == 3
    play(table, 0, 1, 2, 3)
    assert score(table)["Björn"] == (2, 5)
    check_rebuild()


def test_leaving_is_undone_until_another_hand_is_played() -> None:
    table = make_match()
    change = leave(table, ChangeKind.REDUCED)
    before = {"Ada": (0, 5), "Björn": (4, 4), "Chiara": (6, 3), "Dörte": (8, 2), "Emil": (10, 1)}

    undo(change)

    assert score(table) == before
    assert (fresh(table).departures, names_at(table)) == (None, list(before))
    again = leave(table, ChangeKind.REDUCED)
    play(table, 0, 1, 2, 3)
    with refuses("hands_since"):
        undo(again)
    check_rebuild()


def test_smaller_table_than_the_game_allows_is_refused() -> None:
    table = make_match(seats=3)
    with refuses("cannot_reduce", match="cannot go on with 2 players at table 1"):
        leave(table, ChangeKind.REDUCED)
    assert fresh(table).departures is None


def test_partners_of_the_round_stay_together() -> None:
    table = make_match(seats=4)
    for number, pair in enumerate((1, 2, 1, 2)):
        table.seats.filter(number=number).update(pair=pair)
    with refuses("cannot_reduce"):
        leave(table, ChangeKind.REDUCED)


def test_online_seats_stay() -> None:
    table = make_match()
    OnlineTable.objects.create(table=table, game=table.game, created_at=NOW, token="token")
    with refuses("online_seats"):
        leave(table, ChangeKind.REDUCED)


def test_match_ends_now_with_what_was_played() -> None:
    table = make_match(unfinished="nothing")

    change = leave(table, ChangeKind.ENDED)

    assert TableScore.objects.get(table=table).is_over
    assert score(table)["Björn"] == (4, 4)
    with refuses("match_over"):
        send(fresh(table), record={"finish": [0, 1, 2, 3, 4]}, number=3)
    close_round(round_id=table.round_id, now=NOW)
    assert points(table) == {"Ada": 0, "Björn": 1, "Chiara": 3, "Dörte": 6, "Emil": 10}
    check_rebuild()
    assert change is not None
    assert not table.round.check_ins.filter(entry=entry_at(table, 1)).exists()


def test_end_is_undone_and_the_match_goes_on() -> None:
    table = make_match()
    change = leave(table, ChangeKind.ENDED)

    undo(change)

    assert not TableScore.objects.get(table=table).is_over
    assert fresh(table).hands_limit is None
    send(fresh(table), 0, 1, 2, 3, 4)
    check_rebuild()


def test_void_match_counts_for_nobody_and_the_others_have_a_bye() -> None:
    table = make_match()

    leave(table, ChangeKind.VOIDED)

    assert (points(table), standings_of(table.round.stage.competition)) == ({}, [])
    other = make_table(table.round, number=2)
    send(other)
    close_round(round_id=table.round_id, now=NOW)
    absences = dict(table.round.absences.values_list("entry__player__name", "reason"))
    assert absences == {
        "Björn": AbsenceReason.ABSENT,
        **dict.fromkeys(("Ada", "Chiara", "Dörte", "Emil"), AbsenceReason.BYE),
    }
    given = dict(Adjustment.objects.values_list("entry__player__name", "points"))
    assert given == {"Björn": -1, "Ada": 4, "Chiara": 4, "Dörte": 4, "Emil": 4}
    check_rebuild()


def test_void_match_counts_again_once_it_is_undone() -> None:
    table = make_match()
    before = points(table)
    change = leave(table, ChangeKind.VOIDED)

    undo(change)

    assert points(table) == before
    send(fresh(table), 0, 1, 2, 3, 4)
    check_rebuild()


@pytest.mark.parametrize("kind", LEAVING)
def test_pressing_twice_leaves_once(kind: ChangeKind) -> None:
    table = make_match()
    entry = entry_at(table, 1)
    changes = [press(table.round, 0, kind, entry=entry.pk) for _ in range(2)]
    assert changes[0] == changes[1]
    assert SeatingChange.objects.count() == 1


@pytest.mark.parametrize("kind", LEAVING)
def test_match_that_has_not_begun_or_is_over_is_not_left(kind: ChangeKind) -> None:
    with refuses("nothing_to_leave"):
        leave(make_match(hands=0), kind)
    over = make_match(hands=1)
    TableScore.objects.filter(table=over).update(is_over=True)
    with refuses("match_over"):
        leave(over, kind)


@pytest.mark.parametrize("kind", [ChangeKind.REDUCED, ChangeKind.ENDED])
def test_who_has_left_neither_leaves_again_nor_is_substituted(kind: ChangeKind) -> None:
    table = make_match()
    leave(table, kind)
    entry = Entry.objects.get(player__name="Björn")
    substitute = make_player(table.round.stage.competition.club)
    with refuses("has_left", match="Björn has left this match"):
        do(table.round, ChangeKind.SUBSTITUTED, entry=entry.pk, player=substitute.pk)


def test_previews_say_who_has_what_and_change_nothing() -> None:
    table = make_match()
    stored = score(table)

    ways = preview_ways_out(round=table.round, entry_id=entry_at(table, 1).pk, by=None, now=NOW)

    on, end, void = ways
    assert [(seat.name, seat.total, seat.place, seat.points) for seat in on.seats] == [
        ("Emil", 10, 1, 10),
        ("Dörte", 8, 2, 6),
        ("Chiara", 6, 3, 3),
        ("Ada", 0, 4, 1),
        ("Björn", 4, 5, 0),
    ]
    assert [seat.is_leaver for seat in on.seats] == [False] * 4 + [True]
    assert [(row.name, row.points) for row in on.standings] == [("Ada", (0, 1)), ("Björn", (1, 0))]
    assert [seat.points for seat in end.seats] == [10, 6, 3, 1, 0]
    assert end.standings == ()
    assert {seat.total for seat in void.seats} == {None}
    assert [row.place[1] for row in void.standings] == [None] * 5
    assert (score(table), SeatingChange.objects.count()) == (stored, 0)


def test_preview_says_why_a_way_out_is_closed() -> None:
    table = make_match(seats=3)
    ways = preview_ways_out(round=table.round, entry_id=entry_at(table, 1).pk, by=None, now=NOW)
    assert [bool(way.refusal) for way in ways] == [True, False, False]


def test_hand_of_the_smaller_table_is_undone() -> None:
    table = make_match()
    leave(table, ChangeKind.REDUCED)
    play(table, 0, 1, 2, 3)
    undo_hand(hand_id=live_hand(table, 3).pk, expected_revision=1, author=BY_CODE)
    assert score(table)["Ada"] == (0, 4)
    check_rebuild()
