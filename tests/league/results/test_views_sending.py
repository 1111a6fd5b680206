from http import HTTPStatus
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import Role
from league.competitions.models import RoundStatus, Table
from league.results.authors import Via
from league.results.models import Hand, Submission, SubmissionOutcome
from league.results.services import void_hand
from tests.factories import BY_CLUB, NOW, make_round, make_table
from tests.league.results.hands import live_hand, send
from tests.league.results.visits import at_the_table, club_member, signed_in

pytestmark = pytest.mark.django_db

KEY = "00000000-0000-4000-8000-00000000000"
JSON = "application/json"


def first_hand(table: Table, **fields: str) -> dict[str, str]:
    """Return what a phone's queue sends of the first hand of a table."""
    return {
        "key": f"{KEY}1",
        "number": "1",
        "seating": str(table.seating),
        "finish": "3,1,0",
        "confirmed": "",
        "code": table.codes.get().token,
        "seat": "",
        "person": "",
        **fields,
    }


def post(client: Client, table: Table, data: dict[str, str]) -> tuple[int, dict[str, Any]]:
    answer = client.post(reverse("results:send", args=[table.pk]), data, headers={"accept": JSON})
    assert answer["Content-Type"] == JSON
    return answer.status_code, answer.json()


def test_a_hand_with_the_code_is_written_without_session_or_token_against_forgery() -> None:
    table = make_table()
    client = Client(enforce_csrf_checks=True)
    status, answer = post(client, table, first_hand(table, seat="2"))
    table.refresh_from_db()
    assert (status, answer) == (
        HTTPStatus.OK,
        {
            "status": "recorded",
            "hand": 1,
            "outcome": SubmissionOutcome.COUNTED,
            "text": "Hand 1 recorded.",
            "version": table.version,
            "problems": [],
        },
    )
    submission = Submission.objects.get()
    assert submission.key == UUID(f"{KEY}1")
    assert submission.record == {"finish": [3, 1, 0, 2]}
    assert (submission.by, submission.via) == (table.seats.get(number=2).player, Via.CODE)
    # The phone holds the code from now on, as if it had scanned it.
    assert client.get(reverse("results:enter", args=[table.pk])).status_code == HTTPStatus.OK


def test_the_same_key_again_is_answered_as_the_first_time() -> None:
    table = make_table()
    first = post(Client(), table, first_hand(table))[1]
    again = post(Client(), table, first_hand(table))[1]
    assert again == first
    assert Submission.objects.count() == Hand.objects.count() == 1


@pytest.mark.parametrize(
    ("order", "outcome", "text"),
    [
        ("3,1,0", SubmissionOutcome.AGREED, "Hand 1 was already recorded, the same as yours."),
        (
            "0,1,2",
            SubmissionOutcome.DIFFERED,
            "Hand 1 was already recorded, but differs from yours.",
        ),
    ],
)
def test_a_hand_that_another_phone_has_sent_is_compared(
    order: str, outcome: SubmissionOutcome, text: str
) -> None:
    table = make_table()
    send(table, 3, 1, 0, 2)
    answer = post(Client(), table, first_hand(table, finish=order))[1]
    assert (answer["status"], answer["outcome"]) == ("recorded", outcome)
    assert answer["text"].startswith(text)
    assert live_hand(table, 1).is_disputed == (outcome == SubmissionOutcome.DIFFERED)


def test_a_session_without_the_code_needs_the_token_against_forgery() -> None:
    table = make_table()
    player = table.seats.get(number=1).player
    client = signed_in(player)
    client.handler.enforce_csrf_checks = True
    data = first_hand(table, code="", person=str(player.user_id))
    address = reverse("results:send", args=[table.pk])
    assert client.post(address, data, headers={"accept": JSON}).status_code == 403
    csrf = client.get(reverse("results:offline_table", args=[table.pk])).json()["csrf"]
    headers = {"accept": JSON, "x-csrftoken": csrf}
    assert client.post(address, data, headers=headers).json()["status"] == "recorded"
    submission = Submission.objects.get()
    assert (submission.by, submission.via) == (player, Via.SEAT)


def test_nobody_is_named_for_what_somebody_else_has_entered_on_the_phone() -> None:
    table = make_table()
    player = table.seats.get(number=1).player
    client = signed_in(player)
    post(client, table, first_hand(table, person="4711"))
    assert Submission.objects.get().by is None
    data = first_hand(table, person=str(player.user_id), key=f"{KEY}2")
    post(client, table, data)
    assert Submission.objects.latest("pk").by == player


def test_a_phone_without_right_is_told_how_to_get_one() -> None:
    table, other = make_table(), make_table(make_round(), number=2)
    for code in ("", "nonsense", other.codes.get().token):
        status, answer = post(Client(), table, first_hand(table, code=code))
        assert (status, answer["status"], answer["code"]) == (404, "refused", "no_right")
        assert "Scan the table code" in answer["text"]
    assert not Hand.objects.exists()


def test_a_revoked_code_is_no_right_but_a_role_in_the_club_still_is() -> None:
    table = make_table()
    table.codes.update(revoked_at=NOW)
    assert post(Client(), table, first_hand(table))[1]["code"] == "no_right"
    client = club_member(table, Role.SCORER)
    person = str(table.round.stage.competition.club.players.get(name="Mona").user_id)
    answer = post(client, table, first_hand(table, person=person))[1]
    assert answer["status"] == "recorded"
    assert Submission.objects.get().via == Via.CLUB


def test_a_table_that_is_gone_is_answered_in_words() -> None:
    table = make_table()
    data = first_hand(table)
    address = reverse("results:send", args=[table.pk + 1000])
    answer = Client().post(address, data, headers={"accept": JSON})
    assert (answer.status_code, answer.json()["code"]) == (404, "no_right")


def test_faults_come_back_in_words_by_field() -> None:
    table = make_table()
    status, answer = post(Client(), table, first_hand(table, finish="0,1"))
    assert (status, answer["status"], answer["code"]) == (422, "refused", "invalid_record")
    assert answer["problems"] == [
        {
            "field": "finish",
            "level": "error",
            "text": "Tap each player once, in the order in which they ran out of cards.",
        }
    ]
    assert not Hand.objects.exists()


def test_a_warning_is_asked_about_and_confirmed_by_its_id() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    data = first_hand(
        table,
        number="2",
        lions_in_hand="0",
        **{"role-0": "1-junior", "role-1": "0-junior", "role-2": "1-senior", "role-3": "0-senior"},
        **{f"lions-{seat}": "1" for seat in range(4)},
    )
    status, answer = post(Client(), table, data)
    assert (status, answer["code"]) == (422, "unconfirmed")
    assert "lions_missing-1" in answer["confirmed"]
    assert "1 lion is missing" in answer["problems"][0]["text"]
    confirmed = ",".join(answer["confirmed"])
    assert post(Client(), table, data | {"confirmed": confirmed})[1]["status"] == "recorded"


REFUSALS = [
    ({"number": "3"}, 422, "skips_ahead", "Enter hand 1 first"),
    ({"seating": "9"}, 422, "seating_changed", "The seating of this table has changed."),
]


@pytest.mark.parametrize(("fields", "status", "code", "words"), REFUSALS)
def test_other_refusals_come_with_their_code_and_words(
    fields: dict[str, str], status: int, code: str, words: str
) -> None:
    table = make_table()
    got, answer = post(Client(), table, first_hand(table, **fields))
    assert (got, answer["status"], answer["code"]) == (status, "refused", code)
    assert words in answer["text"]


def test_a_closed_round_a_void_number_and_a_dissolved_table_are_told() -> None:
    table = make_table()
    for order in ((0, 1, 2, 3), (1, 2, 3, 0)):
        send(table, *order)
    void_hand(hand_id=live_hand(table, 1).pk, expected_revision=1, reason="No", author=BY_CLUB)
    assert post(Client(), table, first_hand(table))[1]["code"] == "number_void"
    Table.objects.update(dissolved_at=timezone.now())
    assert post(Client(), table, first_hand(table))[1]["code"] == "table_dissolved"
    Table.objects.update(dissolved_at=None)
    table.round.status = RoundStatus.CLOSED
    table.round.closed_at = NOW
    table.round.closings = 1
    table.round.save()
    assert post(Client(), table, first_hand(table))[1]["code"] == "round_closed"


def test_a_used_key_with_another_content_is_a_conflict() -> None:
    table = make_table()
    post(Client(), table, first_hand(table))
    status, answer = post(Client(), table, first_hand(table, finish="0,1,2"))
    assert (status, answer["code"]) == (HTTPStatus.CONFLICT, "key_reused")
    assert Submission.objects.count() == 1


def test_too_many_hands_a_minute_are_asked_to_wait(settings: Any) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"record": 1}
    table = make_table()
    post(Client(), table, first_hand(table))
    status, answer = post(Client(), table, first_hand(table))
    assert (status, answer["status"]) == (HTTPStatus.TOO_MANY_REQUESTS, "wait")


def test_a_form_of_another_site_puts_no_session_into_a_browser() -> None:
    table = make_table()
    client = Client()
    data = first_hand(table)
    address = reverse("results:send", args=[table.pk])
    answer = client.post(address, data, headers={"accept": "text/html,*/*;q=0.8"})
    assert answer.json()["status"] == "recorded"
    assert "sessionid" not in client.cookies


def test_a_hand_without_a_seat_said_names_nobody_and_one_with_it_names_its_player() -> None:
    table = make_table()
    client = at_the_table(table, seat=1)
    post(client, table, first_hand(table, person="handed over"))
    assert Submission.objects.get().by is None
    post(client, table, first_hand(table, seat="1", key=f"{KEY}2", person="handed over"))
    assert Submission.objects.latest("pk").by == table.seats.get(number=1).player
