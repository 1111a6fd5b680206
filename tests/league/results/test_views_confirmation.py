from http import HTTPStatus
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.clubs.models import Role
from league.competitions.models import Confirmation, Table
from league.results.models import Hand, HandResponse, RevisionKind
from tests.factories import make_club, make_competition, make_player, make_round, make_table
from tests.league.results.hands import in_force, live_hand, send, totals_of
from tests.league.results.visits import at_the_table, club_member, signed_in, text_of

pytestmark = pytest.mark.django_db


def table_where(confirmation: str = Confirmation.EVERYONE) -> Table:
    return make_table(make_round(make_competition(confirmation=confirmation)))


def just_sent(table: Table, **fields: Any) -> Hand:
    """Return the table's next hand, sent at this moment: silence has not confirmed it."""
    hand = send(table, **fields).hand
    hand.revisions.update(created_at=timezone.now())
    return hand


def page_of(table: Table) -> str:
    return reverse("results:table", args=[table.pk])


def answer_to(hand: Hand, name: str) -> str:
    return reverse(f"results:{name}", args=[hand.pk])


def test_a_player_confirms_from_an_own_phone_and_another_by_the_tables_code() -> None:
    table = table_where()
    hand = just_sent(table, by=table.seats.get(number=0).player)
    chiara = signed_in(table.seats.get(number=2).player)
    words = text_of(chiara.get(page_of(table)))
    assert "Confirm hand 1" in words
    assert "Confirm hand 1" in words
    answer = chiara.post(answer_to(hand, "confirm"), {"revision": 1}, follow=True)
    assert "Hand 1 confirmed." in text_of(answer)
    assert "Confirm hand 1" not in text_of(answer)
    assert "Confirmed by Ada and Chiara; waiting for Björn and Dörte" in text_of(answer)
    bjorn = at_the_table(table, seat=1)
    bjorn.post(answer_to(hand, "confirm"), {"revision": 1})
    assert list(HandResponse.objects.order_by("pk").values_list("seat", "via")) == [
        (2, "seat"),
        (1, "code"),
    ]


def test_whoever_entered_a_hand_is_not_asked() -> None:
    table = table_where()
    ada = table.seats.get(number=0).player
    just_sent(table, by=ada)
    words = text_of(signed_in(ada).get(page_of(table)))
    assert "Confirm hand 1" not in words
    assert "unconfirmed" in words


def test_a_dispute_is_on_everybodys_page_and_an_organiser_keeps_the_hand() -> None:
    table = table_where()
    hand = send(table, 0, 1, 2, 3).hand
    before = totals_of(table)
    phone = at_the_table(table, seat=1)
    answer = phone.post(
        answer_to(hand, "dispute"), {"revision": 1, "reason": "I had <two> lions"}, follow=True
    )
    assert "Hand 1 is disputed. An organiser will decide." in text_of(answer)
    page = Client().get(page_of(table))
    assert "“I had <two> lions”" in text_of(page)
    assert "<two>" not in page.content.decode()
    assert totals_of(table) == before

    organiser = club_member(table, Role.ORGANISER)
    assert "Resolve dispute" in text_of(organiser.get(reverse("results:hand", args=[hand.pk])))
    form = {"revision": 1, "reason": "I saw the pile"}
    shown = organiser.post(answer_to(hand, "dismiss_dispute"), form)
    assert "Points and places stay the same." in text_of(shown)
    assert live_hand(table, 1).is_disputed is True
    organiser.post(answer_to(hand, "dismiss_dispute"), form | {"apply": "1"})
    assert in_force(hand).kind == RevisionKind.RESOLVED
    words = text_of(Client().get(page_of(table)))
    assert "Decided by Mona" in words
    assert "is disputed" not in words


@pytest.mark.parametrize(
    ("name", "sent", "words"),
    [
        ("dispute", {"revision": 1, "reason": " "}, "Enter a short reason."),
        ("dispute", {"revision": 1, "reason": "x" * 301}, "Use at most 300 characters"),
        (
            "dispute",
            {"revision": 9, "reason": "no"},
            "The hand has changed since you opened this page.",
        ),
        ("confirm", {"revision": 9}, "The hand has changed since you opened this page."),
        ("confirm", {"revision": "x"}, "The hand has changed since you opened this page."),
        ("confirm", {}, "The hand has changed since you opened this page."),
    ],
)
def test_what_is_sent_wrongly_or_from_an_old_page_is_answered_in_words(
    name: str, sent: dict[str, object], words: str
) -> None:
    table = table_where()
    hand = send(table).hand
    answer = at_the_table(table, seat=1).post(answer_to(hand, name), sent, follow=True)
    assert words in text_of(answer)
    assert HandResponse.objects.count() == 0


def test_a_phone_that_has_not_said_who_holds_it_is_asked_to() -> None:
    table = table_where()
    hand = send(table).hand
    for visitor in (at_the_table(table), club_member(table, Role.SCORER)):
        answer = visitor.post(answer_to(hand, "confirm"), {"revision": 1}, follow=True)
        assert "Choose your seat first" in text_of(answer)
    assert HandResponse.objects.count() == 0


def test_who_may_answer_and_decide() -> None:
    table = table_where()
    hand = send(table).hand
    stranger = signed_in(make_player(make_club("Elsewhere"), role=Role.OWNER))
    for visitor in (Client(), club_member(table), stranger):
        for name in ("confirm", "dispute", "dismiss_dispute"):
            sent = {"revision": 1, "reason": "mine", "apply": "1"}
            assert visitor.post(answer_to(hand, name), sent).status_code == HTTPStatus.NOT_FOUND
            assert visitor.get(answer_to(hand, name)).status_code == 405
    assert (
        at_the_table(table, seat=0).post(answer_to(hand, "dismiss_dispute"), sent).status_code
        == 404
    )
    assert hand.revisions.count() == 1


def test_where_nobody_has_to_confirm_a_player_can_still_object() -> None:
    table = make_table()
    hand = send(table).hand
    phone = at_the_table(table, seat=3)
    words = text_of(phone.get(page_of(table)))
    assert "Confirm hand 1" not in words
    assert "Dispute hand" in words
    phone.post(answer_to(hand, "dispute"), {"revision": 1, "reason": "no"})
    assert live_hand(table, 1).is_disputed is True


def test_an_organiser_picks_a_version_for_a_reason_after_seeing_what_it_does() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    other = send(table, number=1, record={"finish": [3, 2, 1, 0]})
    organiser = club_member(table, Role.ORGANISER)
    path = reverse("results:resolve", args=[other.pk])
    assert "Dörte 0 → 4 4 → 1" in text_of(organiser.post(path, {"revision": 1}))
    refused = organiser.post(path, {"revision": 1, "apply": "1", "reason": " "})
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Enter a short reason." in text_of(refused)
    assert live_hand(table, 1).is_disputed is True
    organiser.post(path, {"revision": 1, "apply": "1", "reason": "counted again"})
    assert in_force(other.hand).reason == "counted again"


def test_a_correction_is_shown_before_it_is_made_and_can_be_changed_again() -> None:
    table = make_table()
    hand = send(table, 0, 1, 2, 3).hand
    scorer = club_member(table, Role.SCORER)
    path = reverse("results:correct", args=[hand.pk])
    sent = {"revision": "1", "number": "1", "seating": "1", "finish": "3,2,1", "reason": "why"}
    shown = scorer.post(path, sent | {"send": "1"})
    words = text_of(shown)
    assert "Nothing has been changed yet." in words
    assert "Ada 4 → 0 1 → 4" in words
    assert "Dörte 3 → 10 4 → 1" in words
    assert hand.revisions.count() == 1
    page = shown.content.decode()
    assert '<input type="hidden" name="finish" value="3,2,1">' in page
    again = scorer.post(path, sent | {"preview": "1"})
    assert 'value="why"' in again.content.decode()
    scorer.post(path, sent | {"apply": "1"})
    assert in_force(hand).reason == "why"
    late = scorer.post(path, sent | {"apply": "1", "reason": "another"})
    assert late.status_code == HTTPStatus.CONFLICT
    assert hand.revisions.count() == 2


def test_who_has_agreed_or_objected_is_asked_what_is_left_to_say() -> None:
    table = table_where()
    hand = just_sent(table, by=table.seats.get(number=0).player)
    ada, dora = at_the_table(table, seat=0), at_the_table(table, seat=3)
    dora.post(answer_to(hand, "dispute"), {"revision": 1, "reason": "no"})
    words = text_of(dora.get(page_of(table)))
    assert "Withdraw dispute" in words
    assert "Dispute hand" not in words
    words = text_of(ada.get(page_of(table)))
    assert "Confirm hand 1" not in words
    assert "Dispute hand" in words
    dora.post(answer_to(hand, "confirm"), {"revision": 1})
    assert live_hand(table, 1).is_disputed is False


def test_the_page_looks_again_when_silence_confirms() -> None:
    table = table_where()
    hand = send(table).hand
    page = Client().get(page_of(table)).content.decode()
    assert "load delay" not in page
    hand.revisions.update(created_at=timezone.now())
    page = Client().get(page_of(table)).content.decode()
    seconds = int(page.split("load delay:")[1].split("s")[0])
    assert 500 < seconds <= 600


@pytest.mark.databases
@pytest.mark.parametrize("hands", [1, 3])
def test_the_tables_page_takes_the_same_queries_for_one_and_three_hands(hands: int) -> None:
    table = make_table(
        make_round(
            make_competition(confirmation="everyone", options={"mode": "simple", "target": 99})
        )
    )
    phone = at_the_table(table, seat=1)
    for _ in range(hands):
        hand = send(table).hand
        phone.post(answer_to(hand, "dispute"), {"revision": 1, "reason": "no"})
    client = at_the_table(table, seat=2)
    with CaptureQueriesContext(connection) as captured:
        words = text_of(client.get(page_of(table)))
    assert words.count("“no”") >= hands
    assert len(captured) == QUERIES


QUERIES = 9
