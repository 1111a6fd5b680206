from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from league.competitions.models import RoundStatus, Table
from league.results.authors import Via
from league.rounds.services.writing import replace_code
from tests.factories import NOW, make_round, make_table
from tests.league.results.hands import in_force, send
from tests.league.results.visits import at_the_table, form_of, text_of

pytestmark = pytest.mark.django_db


def address(table: Table) -> str:
    return reverse("results:code", args=[table.codes.get(revoked_at=None).token])


def test_a_code_shows_its_table_and_a_button_for_everybody_who_sits_there() -> None:
    table = make_table(make_round(number=3), number=1)
    answer = Client().get(address(table))
    assert answer.status_code == HTTPStatus.OK
    words = text_of(answer)
    assert "Table 1" in words
    assert "Round 3" in words
    for name in ("Ada", "Björn", "Chiara", "Dörte"):
        assert f"I am {name}" in words


def test_looking_at_a_code_lets_a_phone_write_nowhere() -> None:
    table = make_table()
    client = Client()
    client.get(address(table))
    assert client.get(reverse("results:enter", args=[table.pk])).status_code == 404


def test_a_redeemed_code_opens_its_table_alone_and_remembers_who_holds_the_phone() -> None:
    table = make_table()
    other = make_table(table.round, number=2)
    client = at_the_table(table, seat=1)
    entry = reverse("results:enter", args=[table.pk])
    assert client.get(entry).status_code == HTTPStatus.OK
    assert client.get(reverse("results:enter", args=[other.pk])).status_code == 404

    form = form_of(client.get(entry)) | {"finish": "0,1,2", "send": "1"}
    client.post(entry, form)
    revision = in_force(table.hands.get())
    assert (revision.by, revision.via) == (table.seats.get(number=1).player, Via.CODE)


def test_a_phone_may_just_enter_hands() -> None:
    table = make_table()
    client = at_the_table(table)
    entry = reverse("results:enter", args=[table.pk])
    client.post(entry, form_of(client.get(entry)) | {"finish": "0,1,2", "send": "1"})
    revision = in_force(table.hands.get())
    assert revision.by is None


def test_who_has_left_the_table_is_no_longer_named() -> None:
    table = make_table(seats=5)
    client = at_the_table(table, seat=4)
    table.seats.get(number=4).delete()
    entry = reverse("results:enter", args=[table.pk])
    client.post(entry, form_of(client.get(entry)) | {"finish": "0,1,2", "send": "1"})
    revision = in_force(table.hands.get())
    assert revision.by is None


def test_a_second_code_leaves_the_first_and_saying_who_again_replaces_it() -> None:
    table = make_table()
    client = at_the_table(table, seat=0)
    other = make_table(table.round, number=2)
    client.post(address(other), {"seat": "2"})
    client.post(address(table), {"seat": "3"})
    assert client.session["table_codes"] == [other.codes.get().pk, table.codes.get().pk]
    assert [bool(seat.phone) for seat in other.seats.order_by("number")] == [
        *(False, False, True, False)
    ]
    assert [bool(seat.phone) for seat in table.seats.order_by("number")] == [
        *(False, False, False, True)
    ]


def test_an_unknown_code_says_what_to_do() -> None:
    answer = Client().get(reverse("results:code", args=["nothing"]))
    assert answer.status_code == 404
    assert "Unknown code. Scan the sheet on your table again." in text_of(answer)


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_code_of_a_closed_round_has_expired(method: str) -> None:
    table = make_table(make_round(status=RoundStatus.CLOSED))
    answer = getattr(Client(), method)(address(table))
    assert answer.status_code == 410
    assert "The round is closed, so its codes no longer work." in text_of(answer)


def test_a_revoked_code_asks_for_the_new_sheet_and_shuts_phones_out_that_had_redeemed_it() -> None:
    table = make_table()
    client = at_the_table(table)
    old = address(table)
    replace_code(table_id=table.pk, code_id=table.codes.get().pk, now=NOW)
    answer = client.get(old)
    assert answer.status_code == 410
    assert "This code has been replaced." in text_of(answer)
    assert client.get(reverse("results:enter", args=[table.pk])).status_code == 404


def test_a_code_of_a_dissolved_table_sends_people_to_their_new_table() -> None:
    table = make_table(dissolved_at=NOW)
    answer = Client().get(address(table))
    assert answer.status_code == 410
    assert "The seating of this table has changed." in text_of(answer)


def test_codes_cannot_be_tried_for_ever(settings: Settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"code": 3}
    client = Client()
    statuses = [client.get(reverse("results:code", args=[f"x{n}"])).status_code for n in range(5)]
    assert statuses == [404, 404, 404, 429, 429]


def test_who_holds_the_code_of_a_closed_round_reads_why_nothing_can_be_entered() -> None:
    table = make_table()
    client = at_the_table(table)
    hand = send(table).hand
    table.round.status = RoundStatus.CLOSED
    table.round.save()
    answer = client.get(reverse("results:enter", args=[table.pk]))
    assert 'id="hand-form"' not in answer.content.decode()
    assert "Round 1 is closed. Its tables accept no more entries or changes." in text_of(answer)
    answer = client.post(reverse("results:undo_hand", args=[hand.pk]), {"revision": 1}, follow=True)
    assert "Round 1 is closed. Its tables accept no more entries or changes." in text_of(answer)
    hand.refresh_from_db()
    assert hand.is_void is False


def test_letters_that_no_code_has_open_nothing(client: Client) -> None:
    assert client.get("/t/a%00b/").status_code == 404
