from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from league.clubs.models import Role
from league.competitions.models import RoundStatus
from league.results.authors import Author, Via
from league.results.models import Hand, RevisionKind, SubmissionOutcome
from league.results.scoring import record_of
from league.results.services import correct_hand, void_hand
from tests.factories import BY_CLUB, NOW, make_club, make_player, make_table
from tests.league.results.hands import in_force, live_hand, send
from tests.league.results.visits import at_the_table, club_member, form_of, signed_in, text_of

pytestmark = pytest.mark.django_db


def page_of(hand: Hand) -> str:
    return reverse("results:hand", args=[hand.pk])


def test_a_hand_shows_every_line_with_its_rule_and_what_the_rule_says() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    hand = send(table, 3, 1, 0, 2, lions_taken=[0, 2, 0, 3]).hand
    words = text_of(Client().get(page_of(hand)))
    assert "+5 Place 1 gives 4, Björn’s place 2 gives 3" not in words
    assert "+7 Place 1 gives 4, Björn’s place 2 gives 3 FZ-27 +3 3 lions taken FZ-28" in words
    assert "FZ-30 A player who has taken no hedgehog loses a point." in words
    assert "Together Ada + Chiara, Björn + Dörte" in words
    assert "Lions Björn 2, Dörte 3" in words


def test_a_hand_shows_its_history_and_what_each_correction_changed() -> None:
    table = make_table()
    ada = table.seats.get(number=0).player
    hand = send(table, 0, 1, 2, 3, by=ada).hand
    correct_hand(
        hand_id=hand.pk,
        expected_revision=1,
        record={"finish": [1, 0, 2, 3]},
        reason="wrong way round",
        author=Author(make_player(ada.club, "Olga"), Via.CLUB, NOW),
    )
    words = text_of(Client().get(page_of(hand)))
    assert "Entered Ada (table code)" in words
    assert "Corrected Olga (scorer or organiser)" in words
    assert "“wrong way round”" in words
    assert "Went out Björn, Ada, Chiara, Dörte (before: Ada, Björn, Chiara, Dörte)" in words


def test_a_hand_shows_what_phones_have_sent() -> None:
    table = make_table()
    hand = send(table, 0, 1, 2, 3).hand
    send(table, number=1, record={"finish": [0, 1, 2, 3]})
    words = text_of(Client().get(page_of(hand)))
    assert "Sent by 2 phones" in words
    assert "first version of this hand" in words
    assert "same as the first" in words
    # What an online table has written was sent by no phone.
    hand.submissions.filter(outcome=SubmissionOutcome.COUNTED).update(via=Via.ONLINE)
    assert "Sent by 1 phone" in text_of(Client().get(page_of(hand)))
    hand.submissions.update(via=Via.ONLINE)
    assert "Sent by" not in text_of(Client().get(page_of(hand)))


def test_an_organiser_corrects_a_hand_of_a_closed_round() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    hand = send(table).hand
    table.round.status = RoundStatus.CLOSED
    table.round.save()
    client = club_member(table, Role.ORGANISER)
    path = reverse("results:correct", args=[hand.pk])
    form = form_of(client.get(path)) | {"finish": "3,2,1", "reason": "mixed up", "apply": "1"}
    answer = client.post(path, form, follow=True)
    assert "Hand 2 corrected." in text_of(answer)
    current = in_force(live_hand(table, 2))
    assert current is not None
    assert (current.kind, current.reason, str(current.by)) == (
        RevisionKind.CORRECTED,
        "mixed up",
        "Mona",
    )
    assert record_of(live_hand(table, 2))["finish"] == [3, 2, 1, 0]


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({"reason": " "}, HTTPStatus.UNPROCESSABLE_ENTITY, "Enter a short reason."),
        ({"finish": "3,3,1"}, HTTPStatus.UNPROCESSABLE_ENTITY, "Tap each player once"),
        (
            {"revision": "4"},
            HTTPStatus.CONFLICT,
            "The hand has changed since you opened this page.",
        ),
    ],
)
def test_a_correction_that_is_refused_says_why_and_keeps_what_was_entered(
    change: dict[str, str], status: HTTPStatus, words: str
) -> None:
    table = make_table()
    hand = send(table, 0, 1, 2, 3).hand
    client = club_member(table, Role.SCORER)
    path = reverse("results:correct", args=[hand.pk])
    form = form_of(client.get(path)) | {"finish": "3,2,1", "reason": "why", "send": "1"}
    answer = client.post(path, form | change)
    assert answer.status_code == status
    assert words in text_of(answer)
    assert form_of(answer)["reason"] == change.get("reason", "why")
    assert hand.revisions.count() == 1


def test_a_correction_shows_the_teams_that_were_played() -> None:
    table = make_table()
    first = send(table, 0, 1, 2, 3).hand
    second = send(table).hand
    correct_hand(
        hand_id=first.pk,
        expected_revision=1,
        record={"finish": [3, 2, 1, 0]},
        reason="upside down",
        author=BY_CLUB,
    )
    client = club_member(table, Role.SCORER)
    answer = client.get(reverse("results:correct", args=[second.pk]))
    assert "A Ada + C Chiara B Björn + D Dörte" in text_of(answer)
    assert 'id="other-teams" open' in answer.content.decode()


def test_taps_work_in_a_correction_too() -> None:
    table = make_table()
    hand = send(table, 0, 1, 2, 3).hand
    client = club_member(table, Role.SCORER)
    path = reverse("results:correct", args=[hand.pk])
    answer = client.post(path, form_of(client.get(path)) | {"tap": "1", "reason": "so"})
    assert form_of(answer)["finish"] == "0,2"
    assert form_of(answer)["reason"] == "so"


def test_a_scorer_voids_and_restores_a_hand_for_a_reason() -> None:
    table = make_table()
    hand = send(table).hand
    client = club_member(table, Role.SCORER)
    form = {"revision": 1, "reason": "misdeal", "apply": "1"}
    answer = client.post(reverse("results:void", args=[hand.pk]), form, follow=True)
    assert "Hand 1 voided." in text_of(answer)
    assert "This hand is void and does not count." in text_of(answer)
    form = {"revision": 2, "reason": "it was not", "apply": "1"}
    answer = client.post(reverse("results:restore", args=[hand.pk]), form, follow=True)
    assert "Hand 1 restored." in text_of(answer)
    assert [revision.kind for revision in hand.revisions.order_by("number")] == [
        RevisionKind.ENTERED,
        RevisionKind.VOIDED,
        RevisionKind.RESTORED,
    ]


def test_void_without_a_reason_or_from_an_old_page_is_refused_and_keeps_what_was_typed() -> None:
    table = make_table()
    hand = send(table).hand
    client = club_member(table, Role.SCORER)
    path = reverse("results:void", args=[hand.pk])
    answer = client.post(path, {"revision": 1, "reason": ""})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Enter a short reason." in text_of(answer)
    answer = client.post(path, {"revision": 1, "reason": "x" * 301})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "x" * 301 in answer.content.decode()
    answer = client.post(path, {"revision": 7, "reason": "because"})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "The hand has changed since you opened this page." in text_of(answer)
    assert 'value="because"' in answer.content.decode()
    assert hand.revisions.count() == 1


def test_a_hand_cannot_be_restored_beside_another_of_its_number() -> None:
    table = make_table()
    hand = send(table).hand
    void_hand(hand_id=hand.pk, expected_revision=1, reason="no", author=BY_CLUB)
    send(table)
    client = club_member(table, Role.SCORER)
    form = {"revision": 2, "reason": "yes"}
    answer = client.post(reverse("results:restore", args=[hand.pk]), form)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Another hand 1 already counts." in text_of(answer)


def test_who_may_correct_void_and_restore() -> None:
    table = make_table()
    hand = send(table).hand
    seated = table.seats.get(number=0).player
    visitors = {
        "anonymous": Client(),
        "code": at_the_table(table),
        "seated": signed_in(seated),
        "member": club_member(table),
        "stranger": signed_in(make_player(make_club("Elsewhere"), role=Role.OWNER)),
    }
    for name in ("correct", "void", "restore"):
        path = reverse(f"results:{name}", args=[hand.pk])
        form = {"revision": 1, "reason": "mine", "finish": "3,2,1", "send": "1"}
        statuses = {who: client.post(path, form).status_code for who, client in visitors.items()}
        assert statuses == dict.fromkeys(visitors, 404)
    assert hand.revisions.count() == 1
    for client in visitors.values():
        words = text_of(client.get(page_of(hand)))
        assert "Void hand" not in words
        assert "Correct hand" not in words


def test_a_void_hand_has_no_form_to_correct() -> None:
    table = make_table()
    hand = send(table).hand
    void_hand(hand_id=hand.pk, expected_revision=1, reason="no", author=BY_CLUB)
    client = club_member(table, Role.SCORER)
    assert client.get(reverse("results:correct", args=[hand.pk])).status_code == 404
