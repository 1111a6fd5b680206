from datetime import datetime, timedelta
from typing import Any

import pytest

from league.clubs.models import Player, Role
from league.competitions.models import Competition, Confirmation, Table
from league.notifications.models import Notification
from league.results.authors import Author, Via
from league.results.confirmation import HandConfirmation, confirm_hand, dispute_hand
from league.results.errors import ResultError
from league.results.inbox import inbox_of
from league.results.models import Hand, HandResponse, HandResponseKind, RevisionKind
from league.results.queries import hands_to_agree_on
from league.results.services import correct_hand, dismiss_dispute, resolve_dispute, void_hand
from league.results.table_view import build_table_view
from league.standings.queries import standings_of
from tests.factories import (
    BY_CLUB,
    BY_CODE,
    NOW,
    make_competition,
    make_player,
    make_round,
    make_table,
    want_mail,
)
from tests.league.refusals import refuses
from tests.league.results.hands import in_force, live_hand, send, totals_of

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=11)


def table_where(confirmation: str = Confirmation.EVERYONE, **fields: Any) -> Table:
    competition = make_competition(confirmation=confirmation, **fields)
    return make_table(make_round(competition))


def player_at(table: Table, seat: int) -> Player:
    return table.seats.get(number=seat).player


def confirm(hand: Hand, seat: int, revision: int = 1, now: datetime = NOW) -> HandResponse:
    return confirm_hand(
        hand_id=hand.pk,
        expected_revision=revision,
        seat=seat,
        author=Author(player_at(hand.table, seat), Via.SEAT, now),
    )


def dispute(hand: Hand, seat: int, words: str = "three lions", revision: int = 1) -> HandResponse:
    return dispute_hand(
        hand_id=hand.pk,
        expected_revision=revision,
        seat=seat,
        reason=words,
        author=Author(player_at(hand.table, seat), Via.SEAT, NOW),
    )


def agreement(hand: Hand, now: datetime = NOW) -> HandConfirmation:
    table = Table.objects.select_related("round__stage__competition").get(pk=hand.table_id)
    view = build_table_view(table, list(hands_to_agree_on(table)), now)
    found = next(played.confirmation for played in view.hands if played.hand.pk == hand.pk)
    assert found is not None
    return found


def test_everyone_confirms_and_whoever_entered_it_has_already() -> None:
    table = table_where()
    hand = send(table, by=player_at(table, 0)).hand
    assert agreement(hand).text == "confirmed by Ada; waiting for Björn, Chiara and Dörte"
    confirm(hand, 1)
    confirm(hand, 2)
    assert agreement(hand).text == "confirmed by Ada, Björn and Chiara; waiting for Dörte"
    confirm(hand, 3)
    assert agreement(hand).text == "confirmed by Ada, Björn, Chiara and Dörte"
    assert agreement(hand).state == "confirmed"


def test_one_other_player_is_enough_and_the_one_who_entered_it_is_not() -> None:
    table = table_where(Confirmation.OTHER)
    hand = send(table, by=player_at(table, 0)).hand
    confirm(hand, 0)
    assert agreement(hand).text == ("confirmed by Ada; waiting for one of Björn, Chiara and Dörte")
    confirm(hand, 2)
    assert (agreement(hand).state, agreement(hand).text) == (
        "confirmed",
        "confirmed by Ada and Chiara",
    )


def test_nobody_has_to_confirm_unless_the_competition_says_so() -> None:
    table = make_table()
    hand = send(table).hand
    assert (agreement(hand).state, agreement(hand).text) == ("asked", "")
    assert agreement(hand).takes_responses is True


def test_whoever_sends_the_same_from_another_phone_has_confirmed() -> None:
    table = table_where()
    hand = send(table, by=player_at(table, 0)).hand
    send(table, number=1, record=in_force(hand).record, by=player_at(table, 3))
    assert agreement(hand).text == "confirmed by Ada and Dörte; waiting for Björn and Chiara"


def test_silence_confirms_once_its_time_is_over() -> None:
    table = table_where(confirm_minutes=10)
    hand = send(table, by=player_at(table, 0)).hand
    assert agreement(hand, NOW + timedelta(minutes=9)).state == "waiting"
    assert agreement(hand, NOW + timedelta(minutes=10)).state == "silent"
    assert agreement(hand, LATER).text == "confirmed by Ada; confirmed automatically"


def test_a_dispute_marks_that_hand_alone_and_it_counts_on() -> None:
    table = table_where()
    first, second = send(table).hand, send(table).hand
    before = totals_of(table)
    dispute(second, 1, " three lions ")
    assert [hand.is_disputed for hand in table.hands.order_by("number")] == [False, True]
    assert agreement(second).text == "disputed by Björn"
    assert [each.reason for each in agreement(second).disputes] == ["three lions"]
    assert agreement(first, LATER).state == "silent"
    assert agreement(second, LATER).state == "disputed"
    assert totals_of(table) == before


def test_whoever_objected_may_take_it_back_by_confirming() -> None:
    hand = send(table_where()).hand
    dispute(hand, 1)
    dispute(hand, 2, "no")
    confirm(hand, 1)
    assert live_hand(hand.table, 1).is_disputed is True
    confirm(hand, 2)
    assert live_hand(hand.table, 1).is_disputed is False
    assert agreement(hand).text == "confirmed by Björn and Chiara; waiting for Ada and Dörte"
    assert HandResponse.objects.count() == 4


def test_an_objection_taken_back_leaves_two_versions_disputed() -> None:
    table = table_where()
    hand = send(table, 0, 1, 2, 3).hand
    send(table, number=1, record={"finish": [3, 2, 1, 0]})
    dispute(hand, 1)
    confirm(hand, 1)
    assert live_hand(table, 1).is_disputed is True


def test_saying_the_same_twice_is_said_once() -> None:
    hand = send(table_where()).hand
    assert confirm(hand, 1) == confirm(hand, 1)
    assert dispute(hand, 2) == dispute(hand, 2)
    assert HandResponse.objects.count() == 2


def test_a_correction_asks_anew_and_ends_the_dispute() -> None:
    table = table_where()
    hand = send(table, 0, 1, 2, 3).hand
    for seat in range(3):
        confirm(hand, seat)
    dispute(hand, 3)
    correct_hand(
        hand_id=hand.pk,
        expected_revision=1,
        record={"finish": [3, 2, 1, 0]},
        reason="Dörte is right",
        author=BY_CLUB,
    )
    assert agreement(hand).text == "waiting for Ada, Björn, Chiara and Dörte"
    assert live_hand(table, 1).is_disputed is False
    with refuses("stale"):
        confirm(hand, 1, revision=1)
    confirm(hand, 1, revision=2)
    assert agreement(hand).text == "confirmed by Björn; waiting for Ada, Chiara and Dörte"


def test_an_organiser_keeps_a_disputed_hand_for_a_reason_and_that_is_decided() -> None:
    table = table_where()
    olga = make_player(table.round.stage.competition.club, "Olga", Role.ORGANISER)
    hand = send(table).hand
    dispute(hand, 1)
    with refuses("reason_missing"):
        dismiss_dispute(
            hand_id=hand.pk, expected_revision=1, reason=" ", author=Author(olga, Via.CLUB, NOW)
        )
    for _ in range(2):
        dismiss_dispute(
            hand_id=hand.pk,
            expected_revision=1,
            reason="seen it",
            author=Author(olga, Via.CLUB, NOW),
        )
    revision = in_force(hand)
    assert (revision.number, revision.kind, revision.reason) == (
        2,
        RevisionKind.RESOLVED,
        "seen it",
    )
    assert agreement(hand).text == "decided by Olga"
    assert live_hand(table, 1).is_disputed is False
    with refuses("decided"):
        dispute(hand, 1, revision=2)


def test_a_hand_that_is_not_disputed_is_kept_without_a_trace() -> None:
    hand = send(table_where()).hand
    dismiss_dispute(hand_id=hand.pk, expected_revision=1, reason="why not", author=BY_CLUB)
    assert hand.revisions.count() == 1


def test_the_version_that_the_table_picks_is_asked_about_and_an_organisers_is_not() -> None:
    table = table_where()
    send(table, 0, 1, 2, 3)
    other = send(table, number=1, record={"finish": [3, 2, 1, 0]}, by=player_at(table, 3))
    resolve_dispute(submission_id=other.pk, expected_revision=1, author=BY_CODE)
    assert agreement(other.hand).text == "confirmed by Dörte; waiting for Ada, Björn and Chiara"


def test_answers_are_refused_in_words() -> None:
    table = table_where()
    hand = send(table).hand
    with refuses("reason_missing"):
        dispute(hand, 1, "  ")
    with refuses("seating_changed"):
        confirm_hand(
            hand_id=hand.pk,
            expected_revision=1,
            seat=1,
            author=Author(player_at(table, 0), Via.SEAT, NOW),
        )
    void_hand(hand_id=hand.pk, expected_revision=1, reason="misdeal", author=BY_CLUB)
    with refuses("hand_void"):
        confirm(hand, 1, revision=2)
    Table.objects.update(dissolved_at=NOW)
    with refuses("table_dissolved"):
        confirm(hand, 1, revision=2)
    assert HandResponse.objects.count() == 0


def test_after_its_round_a_hand_takes_answers_until_silence_has_confirmed_it() -> None:
    table = table_where()
    hand = send(table).hand
    table.round.status = "closed"
    table.round.save()
    assert agreement(hand).takes_responses is True
    confirm(hand, 1, now=NOW + timedelta(minutes=9))
    assert agreement(hand, LATER).takes_responses is False
    with refuses("round_closed"):
        confirm(hand, 2, now=LATER)


@pytest.mark.parametrize("code", ["decided", "round_closed", "seating_changed"])
def test_every_refusal_says_what_to_do(code: str) -> None:
    assert len(ResultError(code).text) > 40


def test_organisers_who_asked_for_it_are_told_once_a_version() -> None:
    table = table_where()
    club = table.round.stage.competition.club
    for name, wants in (("Olga", True), ("Otto", False)):
        make_player(
            club, name, Role.ORGANISER, contact_email=f"{name}@example.org", mail={"call": wants}
        )
    hand = send(table).hand
    dispute(hand, 1, "three lions")
    dispute(hand, 2, "four lions")
    mail = Notification.objects.get()
    assert (str(mail.player), mail.subject) == ("Olga", "Table 1: hand 1 is disputed")
    assert "three lions" in mail.text


def test_players_who_get_mail_are_told_of_a_change_once_but_not_whoever_made_it() -> None:
    table = table_where()
    for seat in range(3):
        player = player_at(table, seat)
        player.contact_email = f"{seat}@example.org"
        player.save()
        want_mail(player, correction=seat != 2)
    hand = send(table, 0, 1, 2, 3).hand
    ada = player_at(table, 0)
    for _ in range(2):
        correct_hand(
            hand_id=hand.pk,
            expected_revision=1,
            record={"finish": [3, 2, 1, 0]},
            reason="upside down",
            author=Author(ada, Via.CLUB, NOW),
        )
    mail = Notification.objects.get()
    assert (str(mail.player), mail.subject) == ("Björn", "Hand 1 at table 1 was corrected")
    assert "By Ada." in mail.text
    assert "upside down" in mail.text


def test_disputes_wait_on_the_desk_of_the_club_until_they_are_settled() -> None:
    table = table_where()
    club = table.round.stage.competition.club
    hand = send(table).hand
    assert inbox_of(club).version == 0
    dispute(hand, 1)
    assert inbox_of(club).disputes == (hand,)
    dismiss_dispute(hand_id=hand.pk, expected_revision=1, reason="fine", author=BY_CLUB)
    assert (inbox_of(club).disputes, inbox_of(club).version) == ((), 2)
    second = send(table, 0, 1, 2, 3)
    send(table, number=2, record={**second.record, "finish": [3, 2, 1, 0]})
    assert [each.number for each in inbox_of(club).disputes] == [2]


def test_standings_are_provisional_while_a_hand_is_disputed() -> None:
    table = table_where()
    hand = send(table).hand
    table.round.status = "closed"
    table.round.save()
    competition = Competition.objects.get()
    assert {row.is_provisional for row in standings_of(competition)} == {False}
    dispute(hand, 1)
    assert {row.is_provisional for row in standings_of(competition)} == {True}
    void_hand(hand_id=hand.pk, expected_revision=1, reason="both wrong", author=BY_CLUB)
    assert {row.is_provisional for row in standings_of(competition)} <= {False}


def test_kinds_of_answers_are_kept_with_who_and_from_where() -> None:
    hand = send(table_where()).hand
    dispute(hand, 1)
    kept = HandResponse.objects.get()
    assert (kept.kind, kept.seat, kept.via, str(kept.by), kept.created_at) == (
        HandResponseKind.DISPUTED,
        1,
        Via.SEAT,
        "Björn",
        NOW,
    )
