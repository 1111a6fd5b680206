"""Who is told by mail of a change: those who sit there, play for points there, or played it."""

from typing import Any

import pytest
from django.urls import reverse

from league.clubs.models import Player
from league.competitions.models import Seat, Stage, Substitution, Table
from league.notifications.models import Notification, NotificationKind
from league.results.authors import Author, Via
from league.results.final_results import void_final_result
from league.results.inbox import call_organiser
from league.results.notifications import ASKED_AFTER
from league.results.services import correct_hand
from tests.factories import (
    BY_CODE,
    NOW,
    make_competition,
    make_player,
    make_round,
    make_table,
    want_mail,
)
from tests.league.results.hands import send
from tests.league.results.test_confirmation import confirm, dispute
from tests.league.results.test_final_results import correct, enter

pytestmark = pytest.mark.django_db


def make_told(table: Table, name: str) -> Player:
    """Make a player of the table's club who reads mail."""
    club = table.round.stage.competition.club
    return make_player(club, name, contact_email=f"{name}@example.org".lower())


def give_address(seat: Seat) -> Player:
    seat.player.contact_email = f"{seat.player.name}@example.org".lower()
    seat.player.save()
    return seat.player


def substitute(seat: Seat, new: Player, from_hand: int) -> None:
    Substitution.objects.create(
        seat=seat, player_out=seat.player, player_in=new, from_hand=from_hand, created_at=NOW
    )
    seat.player = new
    seat.save()


def correct_first_hand(table: Table, by: Player | None = None) -> Any:
    hand = table.hands.get(number=1)
    return correct_hand(
        hand_id=hand.pk,
        expected_revision=1,
        record={"finish": [3, 2, 1, 0]},
        reason="Upside down.",
        author=Author(by, Via.CLUB, NOW),
    )


def told() -> list[str]:
    return sorted(Notification.objects.values_list("player__name", flat=True))


def test_who_played_a_hand_and_left_is_told_of_its_correction() -> None:
    table = make_table(options={"mode": "simple", "target": 19})
    seat = table.seats.get(number=0)
    ada = give_address(seat)
    send(table)
    rosa, tom = make_told(table, "Rosa"), make_told(table, "Tom")
    seat.entry.player = make_told(table, "Paula")
    seat.entry.save()
    substitute(seat, rosa, from_hand=2)
    send(table)
    substitute(seat, tom, from_hand=3)
    correct_first_hand(table)
    assert told() == ["Ada", "Paula", "Tom"]
    mail = Notification.objects.get(player=ada)
    assert mail.subject == "Hand 1 at table 1 was corrected"
    assert mail.path == f"/hands/{table.hands.get(number=1).pk}/"
    # In the words of who reads it: where, what it was and is, and why. Ada played it, not Tom.
    names = ["Ada", "Björn", "Chiara", "Dörte"]
    assert mail.text.split("\n\n") == [
        f"{table.round.stage.competition.name}, Round 1",
        f"Went out: {', '.join(names[::-1])} (before: {', '.join(names)})",
        "Reason: Upside down.",
    ]


def test_a_round_with_a_name_is_called_by_it() -> None:
    table = make_table()
    give_address(table.seats.get(number=1))
    send(table)
    final = {"number": 2, "name": "Final", "planned_rounds": 1}
    Stage.objects.filter(pk=table.round.stage_id).update(**final)
    correct_first_hand(table)
    text = Notification.objects.get().text
    assert text.partition("\n")[0] == f"{table.round.stage.competition.name}, Final"


def test_who_left_before_a_hand_is_not_told_of_it_nor_is_whoever_changed_it() -> None:
    table = make_table(options={"mode": "simple", "target": 19})
    seat = table.seats.get(number=0)
    give_address(seat)
    seat.entry.player = make_told(table, "Paula")
    seat.entry.save()
    substitute(seat, make_told(table, "Rosa"), from_hand=1)
    bjorn = give_address(table.seats.get(number=1))
    send(table)
    correct_first_hand(table, by=bjorn)
    assert told() == ["Paula", "Rosa"]


def test_a_change_of_a_final_result_is_told_once_to_those_at_the_table() -> None:
    table = make_table()
    for seat in table.seats.all()[:2]:
        give_address(seat)
    enter(table)
    assert told() == []
    for _ in range(2):
        correct(table, places=[1, 2, 3, 4])
    assert told() == ["Ada", "Björn"]
    mail = Notification.objects.get(player__name="Ada")
    assert mail.subject == "The result of table 1 was corrected"
    assert mail.text.split("\n\n") == [
        f"{table.round.stage.competition.name}, Round 1",
        (
            "Ada: place 1 (before: place 2)\nBjörn: place 2 (before: place 1)\n"
            "Chiara: place 3 (before: place 4)\nDörte: place 4 (before: place 3)"
        ),
        "Reason: Read it wrong.",
    ]
    assert mail.path == f"/tables/{table.pk}/result/"
    void_final_result(
        result_id=table.final_result.pk,
        expected_revision=2,
        reason="Another table's.",
        author=Author(table.seats.get(number=0).player, "seat", NOW),
    )
    assert Notification.objects.latest("pk").subject == "The result of table 1 was voided"
    assert told() == ["Ada", "Björn", "Björn"]


def _confirming_table() -> Table:
    """Make a table of readers whose hands somebody else has to confirm."""
    table = make_table(make_round(make_competition(confirmation="everyone")))
    for seat in table.seats.all():
        give_address(seat)
        want_mail(seat.player, confirm=True, dispute=True)
    return table


def test_those_who_have_not_entered_a_hand_are_asked_for_their_word_after_a_while() -> None:
    table = _confirming_table()
    ada = table.seats.get(number=0).player
    send(table, by=ada)
    asked = Notification.objects.filter(kind=NotificationKind.CONFIRM)
    assert told() == ["Björn", "Chiara", "Dörte"]
    notice = asked.get(player__name="Björn")
    assert notice.subject == "Table 1: confirm hand 1"
    assert "By Ada." in notice.text
    assert notice.path == reverse("results:hand", args=[table.hands.get().pk])
    assert notice.deliveries.get().due_at == NOW + ASKED_AFTER


def test_who_has_given_their_word_meanwhile_is_asked_no_more() -> None:
    table = _confirming_table()
    send(table, by=table.seats.get(number=0).player)
    hand = table.hands.get()
    confirm(hand, 1)
    assert told() == ["Chiara", "Dörte"]
    confirm(hand, 1)
    assert told() == ["Chiara", "Dörte"]


def test_a_dispute_is_told_to_the_table_and_to_organisers_once_a_version() -> None:
    table = _confirming_table()
    organiser = make_player(
        table.round.stage.competition.club, "Olga", "organiser", contact_email="olga@example.org"
    )
    want_mail(organiser, call=True)
    send(table)
    Notification.objects.all().delete()
    for _ in range(2):
        dispute(table.hands.get(), 2)
    found = Notification.objects.filter(subject="Table 1: hand 1 is disputed").order_by(
        "kind", "pk"
    )
    assert [(each.kind, each.player and each.player.name) for each in found] == [
        (NotificationKind.CALL, "Olga"),
        (NotificationKind.DISPUTE, "Ada"),
        (NotificationKind.DISPUTE, "Björn"),
        (NotificationKind.DISPUTE, "Chiara"),
        (NotificationKind.DISPUTE, "Dörte"),
    ]
    assert "three lions" in found[0].text


def test_a_call_is_told_to_organisers_once() -> None:
    table = make_table()
    organiser = make_player(
        table.round.stage.competition.club, "Olga", "organiser", contact_email="olga@example.org"
    )
    want_mail(organiser, call=True)
    for _ in range(2):
        call_organiser(table_id=table.pk, message="Help", author=BY_CODE)
    notice = Notification.objects.get()
    assert (notice.kind, notice.subject) == (
        NotificationKind.CALL,
        "Table 1 calls an organiser",
    )
    assert "Help" in notice.text
