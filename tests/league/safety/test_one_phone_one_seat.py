"""A seat's agreement belongs to one phone or account: no phone with the code speaks for all."""

from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import Role
from league.competitions.models import Confirmation, PhoneUse, Table
from league.results.errors import ResultError
from league.results.locked_table import take_seat
from league.results.models import Hand, HandResponse, SealedSeat, Submission
from league.results.queries import hands_to_agree_on
from league.results.table_view import build_table_view
from tests.factories import make_competition, make_round, make_table
from tests.league.results.hands import make_poker_table, send
from tests.league.results.test_views_sealed import submit
from tests.league.results.visits import at_the_table, club_member, form_of, signed_in, text_of

pytestmark = pytest.mark.django_db
JSON = {"accept": "application/json"}


def table_where(
    confirmation: str = Confirmation.EVERYONE, phone_use: str = PhoneUse.ENTERS
) -> Table:
    return make_table(make_round(make_competition(confirmation=confirmation, phone_use=phone_use)))


def just_sent(table: Table) -> Hand:
    """Return the table's next hand, sent at this moment by nobody in particular."""
    hand = send(table).hand
    hand.revisions.update(created_at=timezone.now())
    return hand


def pick(phone: Client, table: Table, seat: int) -> str:
    """Tap a seat on the page of the table's code; return what is said."""
    address = reverse("results:code", args=[table.codes.get(revoked_at=None).token])
    return text_of(phone.post(address, {"seat": seat}, follow=True))


def confirm(phone: Client, hand: Hand, **fields: str) -> str:
    address = reverse("results:confirm", args=[hand.pk])
    return text_of(phone.post(address, {"revision": 1, **fields}, follow=True))


def enter(phone: Client, table: Table) -> Hand:
    """Enter the table's next hand on its form."""
    entry = reverse("results:enter", args=[table.pk])
    phone.post(entry, form_of(phone.get(entry)) | {"finish": "0,1,2", "send": "1"})
    return table.hands.latest("pk")


def agreed(table: Table) -> list[list[int]]:
    """Return for each hand which seats agree with it."""
    fresh = Table.objects.select_related("round__stage__competition").get(pk=table.pk)
    board = build_table_view(fresh, list(hands_to_agree_on(fresh)), timezone.now())
    agreements = [played.confirmation for played in board.hands]
    return [[who.seat for who in each.agreed] for each in agreements if each is not None]


def state(table: Table) -> str:
    fresh = Table.objects.select_related("round__stage__competition").get(pk=table.pk)
    [played] = build_table_view(fresh, list(hands_to_agree_on(fresh)), timezone.now()).hands
    assert played.confirmation is not None
    return played.confirmation.state


def test_one_phone_that_taps_each_seat_in_turn_confirms_for_one() -> None:
    table = table_where()
    hand = just_sent(table)
    phone = Client()
    for seat in range(4):
        pick(phone, table, seat)
        confirm(phone, hand)
    assert agreed(table) == [[0]]
    assert HandResponse.objects.count() == 1
    assert state(table) == "waiting"


def test_one_phone_that_sends_the_same_from_each_seat_agrees_for_one() -> None:
    table = table_where()
    phone = Client()
    for seat in range(4):
        pick(phone, table, seat)
        enter(phone, table) if seat == 0 else send_again(phone, table, seat)
    assert agreed(table) == [[0]]
    assert Submission.objects.count() == 4


def send_again(sender: Client, table: Table, seat: int, phone: str = "") -> dict[str, Any]:
    """Send the table's first hand from a phone's queue, as from a seat."""
    data = {
        "key": str(uuid4()),
        "number": "1",
        "seating": "1",
        "finish": "0,1,2",
        "confirmed": "",
        "code": table.codes.get(revoked_at=None).token,
        "seat": str(seat),
        "phone": phone,
        "person": "",
    }
    answer = sender.post(reverse("results:send", args=[table.pk]), data, headers=JSON)
    told: dict[str, Any] = answer.json()
    return told


def test_a_queue_that_names_each_seat_in_turn_agrees_for_one_and_loses_no_hand() -> None:
    table = table_where()
    phone = Client()
    said = [send_again(phone, table, seat)["status"] for seat in (2, 0, 1, 3)]
    assert said == ["recorded"] * 4
    players = {seat.player_id: seat.number for seat in table.seats.all()}
    named = Submission.objects.order_by("pk").values_list("by", flat=True)
    assert [players.get(by) for by in named if by is not None] == [2]
    assert len(named) == 4


def test_a_hand_that_another_phone_sends_names_the_seat_by_the_mark_of_its_phone_alone() -> None:
    table = table_where()
    away = at_the_table(table, 2)
    mark = away.get(reverse("results:offline_table", args=[table.pk])).json()["phone"]
    for brought in ("", "guessed", mark):
        send_again(Client(), table, 2, phone=brought)
    named = [str(each.by) for each in Submission.objects.order_by("pk")]
    assert named == ["None", "None", "Chiara"]


def test_whoever_entered_a_hand_is_not_the_other_player_who_confirms_it() -> None:
    table = table_where(Confirmation.OTHER)
    phone = at_the_table(table)
    hand = enter(phone, table)
    Hand.objects.get().revisions.update(created_at=timezone.now())
    pick(phone, table, 1)
    confirm(phone, hand)
    assert (agreed(table), state(table)) == ([[1]], "waiting")
    confirm(at_the_table(table, 2), hand)
    assert (agreed(table), state(table)) == ([[1, 2]], "confirmed")


def test_a_player_who_is_signed_in_at_the_table_is_confirmed_by_nobody_else() -> None:
    table = table_where()
    hand = just_sent(table)
    ada = table.seats.get(number=0).player
    first = at_the_table(table, 0)
    own = signed_in(ada)
    own.get(reverse("results:table", args=[table.pk]))
    assert "Choose your seat first" in confirm(first, hand)
    assert "Ada is signed in and confirms with their own account." in pick(Client(), table, 0)
    assert agreed(table) == [[]]
    confirm(own, hand)
    assert agreed(table) == [[0]]


def test_an_account_whose_player_is_not_at_the_table_is_confirmed_by_a_phone_there() -> None:
    table = table_where()
    hand = just_sent(table)
    signed_in(table.seats.get(number=0).player)
    confirm(at_the_table(table, 0), hand)
    assert agreed(table) == [[0]]


def test_an_objection_is_taken_back_by_the_phone_that_made_it_alone() -> None:
    table = table_where()
    hand = just_sent(table)
    bjorn, other = at_the_table(table, 1), Client()
    dispute = reverse("results:dispute", args=[hand.pk])
    bjorn.post(dispute, {"revision": 1, "reason": "three lions"})
    assert "Another phone at this table uses the seat of Björn." in pick(other, table, 1)
    confirm(other, hand)
    assert state(table) == "disputed"
    confirm(bjorn, hand)
    assert state(table) == "waiting"


def test_one_phone_seals_for_one_seat() -> None:
    table = make_poker_table()
    phone = Client()
    for seat in range(4):
        pick(phone, table, seat)
        submit(phone, table, seat)
        phone.post(reverse("results:pick_seat", args=[table.pk]), {"seat": seat})
        submit(phone, table, seat)
    assert list(SealedSeat.objects.values_list("number", flat=True)) == [0]


def test_a_mistapped_seat_may_be_changed_until_something_is_said_with_it() -> None:
    table = table_where()
    hand = just_sent(table)
    phone = at_the_table(table, 0)
    pick(phone, table, 1)
    at_the_table(table, 0)
    confirm(phone, hand)
    assert agreed(table) == [[1]]
    said = "This phone has already entered or confirmed something for Björn"
    assert said in pick(phone, table, 2)


def test_an_organiser_frees_a_seat_and_the_log_says_so() -> None:
    table = table_where()
    hand = just_sent(table)
    wrong = at_the_table(table, 1)
    right = Client()
    pick(right, table, 1)
    organiser = club_member(table, Role.ORGANISER)
    page = reverse("results:table", args=[table.pk])
    assert "Free the seat of Björn" in organiser.get(page).content.decode()
    free = reverse("results:free_seat", args=[table.pk])
    assert wrong.post(free, {"seat": "1"}).status_code == 404
    organiser.post(free, {"seat": "1"})
    pick(right, table, 1)
    confirm(right, hand)
    assert "Choose your seat first" in confirm(wrong, hand)
    assert agreed(table) == [[1]]
    club = table.round.stage.competition.club
    log = organiser.get(reverse("clubs:log", args=[club.slug]))
    assert "freed a seat for another phone at the table" in text_of(log)


def test_one_tablet_confirms_for_the_whole_table_where_the_competition_lets_it() -> None:
    table = table_where(phone_use=PhoneUse.TABLE)
    own = signed_in(table.seats.get(number=0).player)
    page = reverse("results:table", args=[table.pk])
    own.get(page)
    phone = at_the_table(table, 3)
    tablet = at_the_table(table)
    hand = enter(tablet, table)
    hand.revisions.update(created_at=timezone.now())
    assert "Confirm hand 1 for everyone at this phone" in text_of(tablet.get(page))
    confirm(tablet, hand, seats="all")
    assert agreed(table) == [[1, 2]]
    confirm(own, hand)
    confirm(phone, hand)
    assert state(table) == "confirmed"


@pytest.mark.parametrize("phone_use", [PhoneUse.OWN, PhoneUse.ENTERS])
def test_no_tablet_confirms_for_the_whole_table_elsewhere(phone_use: str) -> None:
    table = table_where(phone_use=phone_use)
    hand = enter(at_the_table(table, 0), table)
    hand.revisions.update(created_at=timezone.now())
    for phone in (at_the_table(table, 1), at_the_table(table)):
        confirm(phone, hand, seats="all")
    assert agreed(table) == [[0]]


def test_each_seat_on_its_own_phone_takes_nothing_from_a_phone_without_a_seat() -> None:
    table = table_where(phone_use=PhoneUse.OWN)
    phone = at_the_table(table)
    entry = reverse("results:enter", args=[table.pk])
    assert "Choose your seat first" in text_of(phone.get(entry))
    assert send_again(phone, table, 9)["code"] == "seat_needed"
    pick(phone, table, 2)
    assert send_again(phone, table, 9)["status"] == "recorded"
    assert agreed(table) == [[2]]


def test_a_table_with_one_phone_is_confirmed_by_silence_and_told_when() -> None:
    table = table_where()
    phone = at_the_table(table, 0)
    enter(phone, table)
    page = reverse("results:table", args=[table.pk])
    assert "Confirmed automatically on" in text_of(phone.get(page))
    assert state(table) == "waiting"
    enter(phone, table)
    Hand.objects.get(number=1).revisions.update(created_at=timezone.now() - timedelta(hours=1))
    assert "Confirmed by Ada; confirmed automatically" in text_of(phone.get(page))


def test_the_history_names_phones_by_letters_and_leaks_no_identifier() -> None:
    table = table_where()
    first, second = at_the_table(table), at_the_table(table, 1)
    hand = enter(first, table)
    Hand.objects.get().revisions.update(created_at=timezone.now())
    confirm(second, hand)
    own = signed_in(table.seats.get(number=2).player)
    confirm(own, hand)
    paths = [
        reverse("results:history", args=[table.pk]),
        reverse("results:hand", args=[hand.pk]),
        reverse("results:table", args=[table.pk]),
        f"/api/v1/hands/{hand.pk}/",
        f"/api/v1/tables/{table.pk}/",
    ]
    pages = [Client().get(path) for path in paths]
    words = text_of(pages[0])
    assert "Hand 1 entered unknown (phone A at the table)" in words
    assert "Hand 1 confirmed Björn (phone B at the table)" in words
    assert "Hand 1 confirmed Chiara (signed in)" in words
    assert "unknown (phone A at the table)" in text_of(pages[1])
    phones = set(table.seats.exclude(phone="").values_list("phone", flat=True))
    phones |= set(Submission.objects.values_list("phone", flat=True))
    phones |= {first.session["phone"], second.session["phone"]}
    assert len(phones) == 4
    for page in pages:
        assert page.status_code == 200
        assert not [phone for phone in phones if phone in page.content.decode()]


def together(count: int, act: Callable[[int], object]) -> list[str]:
    """Let several phones act at the same moment; return what each was told."""
    barrier = Barrier(count)
    told: list[str] = []

    def run(number: int) -> None:
        try:
            barrier.wait(timeout=30)
            act(number)
            told.append("done")
        except ResultError as error:
            told.append(error.text)
        finally:
            connection.close()

    threads = [Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return sorted(told)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_phones_that_tap_one_seat_at_once_one_has_it_and_the_others_are_told() -> None:
    table = table_where()
    told = together(6, lambda number: take_seat(table_id=table.pk, seat=1, phone=f"phone {number}"))
    assert told == sorted([ResultError("seat_held", name="Björn").text] * 5 + ["done"])
    assert table.seats.exclude(phone="").count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_phone_that_taps_all_seats_at_once_has_one() -> None:
    table = table_where()
    told = together(4, lambda number: take_seat(table_id=table.pk, seat=number, phone="phone"))
    assert told == ["done"] * 4
    assert table.seats.exclude(phone="").count() == 1
