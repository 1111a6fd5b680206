from uuid import uuid4

import pytest
from django.urls import reverse

from league.clubs.models import Role
from league.competitions.models import PhoneUse, Table
from league.results.authors import Author
from league.results.locked_table import free_seat, reserve_own_seat, take_seat
from league.results.services import record_hand
from tests.factories import NOW, make_competition, make_round, make_table
from tests.league.refusals import refuses
from tests.league.results.hands import record_for
from tests.league.results.visits import at_the_table, club_member, signed_in, text_of

pytestmark = pytest.mark.django_db


def phones_at(table: Table) -> list[str]:
    return list(table.seats.order_by("number").values_list("phone", flat=True))


def enter(table: Table, seat: int, phone: str) -> None:
    """Enter the first hand from a seat on a phone."""
    record_hand(
        table_id=table.pk,
        number=1,
        key=uuid4(),
        seating=1,
        record=record_for(table),
        author=Author(table.seats.get(number=seat).player, "code", NOW, phone),
    )


def test_a_phone_takes_a_seat_twice_as_once_and_moves_while_it_has_said_nothing() -> None:
    table = make_table()
    for seat in (1, 1, 2):
        assert take_seat(table_id=table.pk, seat=seat, phone="a").number == seat
    assert phones_at(table) == ["", "", "a", ""]


def test_a_seat_that_another_has_or_that_is_not_there_is_refused() -> None:
    table = make_table()
    take_seat(table_id=table.pk, seat=0, phone="a")
    reserve_own_seat(table.seats.get(number=1), NOW)
    refused = ((0, "seat_held"), (1, "seat_signed_in"), (9, "seating_changed"))
    for seat, code in refused:
        with refuses(code):
            take_seat(table_id=table.pk, seat=seat, phone="b")
    assert phones_at(table) == ["a", "", "", ""]
    Table.objects.update(dissolved_at=NOW)
    with refuses("table_dissolved"):
        take_seat(table_id=table.pk, seat=2, phone="b")


def test_a_phone_keeps_the_seat_from_which_it_has_entered_a_hand() -> None:
    table = make_table()
    take_seat(table_id=table.pk, seat=0, phone="a")
    enter(table, 0, "a")
    with refuses("seat_used") as refused:
        take_seat(table_id=table.pk, seat=1, phone="a")
    assert "for Ada" in refused.value.text
    free_seat(table_id=table.pk, seat=0)
    take_seat(table_id=table.pk, seat=1, phone="a")
    assert phones_at(table) == ["", "a", "", ""]


def test_a_phone_that_may_speak_for_its_table_changes_its_seat_as_it_likes() -> None:
    table = make_table(make_round(make_competition(phone_use=PhoneUse.TABLE)))
    take_seat(table_id=table.pk, seat=0, phone="a")
    enter(table, 0, "a")
    take_seat(table_id=table.pk, seat=1, phone="a")
    assert phones_at(table) == ["", "a", "", ""]


def test_who_comes_with_an_account_takes_the_seat_from_a_phone_once() -> None:
    table = make_table()
    at_the_table(table, 0)
    own = signed_in(table.seats.get(number=0).player)
    page = reverse("results:table", args=[table.pk])
    own.get(page)
    seat = table.seats.get(number=0)
    came = seat.signed_in_at
    assert (seat.phone, came is None) == ("", False)
    own.get(page)
    assert table.seats.get(number=0).signed_in_at == came


def test_nobody_is_at_a_table_of_a_round_that_is_not_open_or_of_somebody_else() -> None:
    table = make_table(make_round(status="closed"))
    page = reverse("results:table", args=[table.pk])
    signed_in(table.seats.get(number=0).player).get(page)
    club_member(table).get(page)
    assert not table.seats.exclude(signed_in_at=None).exists()


def test_freeing_a_seat_twice_or_one_that_nobody_has_changes_nothing() -> None:
    table = make_table()
    version = table.version
    free_seat(table_id=table.pk, seat=0)
    assert Table.objects.get(pk=table.pk).version == version
    take_seat(table_id=table.pk, seat=0, phone="a")
    for _ in range(2):
        free_seat(table_id=table.pk, seat=0)
    assert phones_at(table) == [""] * 4
    assert Table.objects.get(pk=table.pk).version == version + 1


def test_the_page_of_seats_marks_those_that_are_taken() -> None:
    table = make_table()
    first, second = at_the_table(table, 0), at_the_table(table, 1)
    reserve_own_seat(table.seats.get(number=2), NOW)
    page = reverse("results:pick_seat", args=[table.pk])
    words = text_of(first.get(page))
    assert "I am Ada this phone" in words
    assert "I am Björn another phone" in words
    assert "I am Chiara signed in" in words
    assert first.post(page, {"seat": "1"}).headers["Location"] == page
    assert second.post(page, {"seat": "3"}).headers["Location"] == reverse(
        "results:table", args=[table.pk]
    )
    scorer = club_member(table, Role.SCORER)
    assert scorer.get(page).status_code == 302


def test_a_table_where_each_seat_has_its_own_phone_asks_who_one_is() -> None:
    table = make_table(make_round(make_competition(phone_use=PhoneUse.OWN)))
    code = reverse("results:code", args=[table.codes.get().token])
    phone = at_the_table(table)
    assert "Enter hands only" not in text_of(phone.get(code))
    words = text_of(phone.get(reverse("results:table", args=[table.pk])))
    assert "Choose your seat" in words
    assert "Enter hand 1" not in words
