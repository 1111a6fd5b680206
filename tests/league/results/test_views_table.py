import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.clubs.models import Role
from league.competitions.models import RoundStatus, Table
from league.results.models import Hand, RevisionKind, Submission
from league.results.services import correct_hand, undo_hand, void_hand
from tests.factories import BY_CLUB, BY_CODE, NOW, make_club, make_player, make_table
from tests.league.results.hands import in_force, live_hand, send, totals_of
from tests.league.results.visits import at_the_table, club_member, form_of, signed_in, text_of

pytestmark = pytest.mark.django_db


def words_at(table: Table, client: Client | None = None) -> str:
    return text_of((client or Client()).get(reverse("results:table", args=[table.pk])))


def test_a_new_table_says_who_deals_who_leads_and_that_nobody_has_a_partner() -> None:
    words = words_at(make_table(dealer=1))
    assert "Hand 1" in words
    assert "deals B Björn leads C Chiara" in words
    assert "Everyone plays alone in this hand." in words


def test_a_table_of_five_says_who_partners_whom_and_what_to_exchange() -> None:
    table = make_table(seats=5)
    send(table, 2, 0, 1, 3, 4)
    words = words_at(table)
    assert "Hand 2 next" in words
    assert "deals C Chiara leads E Emil" in words
    assert "C Chiara senior D Dörte junior A Ada senior E Emil junior B Björn alone" in words
    assert "Dörte gives Chiara two cards face down, then gets any two back." in words
    assert "Björn lays two cards face down; they count as taken." in words
    assert "1 C Chiara 5 2 A Ada 4 3 B Björn 3 4 D Dörte 2 5 E Emil 0" in words


def test_a_match_that_is_over_says_who_won_and_why() -> None:
    table = make_table(options={"mode": "simple", "target": 5})
    send(table, 0, 1, 2, 3)
    send(table, 1, 0, 3, 2)
    words = words_at(table)
    assert "Björn wins Ada and Björn have reached 5 points." in words
    assert (
        "Björn and Ada have the same points. Björn was placed lower before the hand, so "
        "Björn comes first." in words
    )
    assert "Enter hand" not in words_at(table, at_the_table(table))


def test_only_who_may_enter_hands_is_offered_to_do_so() -> None:
    table = make_table()
    send(table)
    assert "Enter hand 2" not in words_at(table)
    assert "To enter hands, scan the table code" in words_at(table)
    words = words_at(table, at_the_table(table))
    assert "Enter hand 2" in words
    assert "Undo hand 1" in words
    assert "Correct" not in words
    assert "Correct" in words_at(table, club_member(table, Role.SCORER))


def test_a_table_of_a_closed_round_offers_nothing_to_enter() -> None:
    table = make_table()
    client = at_the_table(table)
    send(table)
    table.round.status = RoundStatus.CLOSED
    table.round.save()
    words = words_at(table, client)
    assert "The round is closed" in words
    assert "Enter hand" not in words
    assert "Take back" not in words


def test_a_dissolved_table_says_so() -> None:
    assert "The seating of this table has changed." in words_at(make_table(dissolved_at=NOW))


def test_a_table_that_is_not_there_is_not_found() -> None:
    assert Client().get(reverse("results:table", args=[99])).status_code == 404


def test_the_history_marks_what_is_void_what_was_corrected_and_what_counts_no_more() -> None:
    table = make_table(options={"mode": "simple", "target": 6})
    hand = send(table, 0, 1, 2, 3).hand
    second = send(table, 3, 2, 1, 0).hand
    third = send(table, 0, 1, 2, 3).hand
    correct_hand(
        hand_id=second.pk,
        expected_revision=1,
        record={"finish": [0, 1, 2, 3]},
        reason="upside down",
        author=BY_CLUB,
    )
    words = words_at(table)
    assert "Hand 3 does not count" in words
    assert "Hand 2 corrected" in words
    undo_hand(hand_id=third.pk, expected_revision=1, author=BY_CODE)
    void_hand(hand_id=hand.pk, expected_revision=1, reason="no", author=BY_CLUB)
    assert "Hand 1 void" in words_at(table)


def test_htmx_gets_the_piece_alone() -> None:
    table = make_table()
    answer = Client().get(
        reverse("results:table", args=[table.pk]),
        HTTP_HX_REQUEST="true",
        HTTP_HX_TARGET=f"table-{table.pk}",
    )
    page = answer.content.decode().strip()
    assert page.startswith(f'<div id="table-{table.pk}"')
    assert f'data-version="{table.version}"' in page
    assert "<html" not in page


def test_a_table_takes_back_its_last_hand() -> None:
    table = make_table()
    send(table)
    client = at_the_table(table, seat=2)
    hand = send(table).hand
    answer = client.post(reverse("results:undo_hand", args=[hand.pk]), {"revision": 1}, follow=True)
    assert "Hand 2 undone." in text_of(answer)
    hand.refresh_from_db()
    assert (hand.is_void, str(in_force(hand).by)) == (True, "Chiara")
    assert "Undone at the table." in text_of(client.get(reverse("results:hand", args=[hand.pk])))


def test_taking_back_a_hand_that_has_changed_meanwhile_is_refused_in_words() -> None:
    table = make_table()
    hand = send(table).hand
    client = at_the_table(table)
    path = reverse("results:undo_hand", args=[hand.pk])
    answer = client.post(path, {"revision": 5}, follow=True)
    assert "The hand has changed since you opened this page." in text_of(answer)
    client.post(path, {"revision": "x"})
    assert live_hand(table, 1).revisions.count() == 1


def test_the_table_picks_the_version_that_counts() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3, by=table.seats.get(number=0).player)
    other = send(table, number=1, record={"finish": [3, 2, 1, 0]})
    client = at_the_table(table)
    words = words_at(table, client)
    assert "Sent by Ada counts Went out Ada, Björn, Chiara, Dörte" in words
    assert "Version 2 Went out Dörte, Chiara, Björn, Ada" in words
    path = reverse("results:resolve", args=[other.pk])
    assert "Ada 4 → 0 1 → 4" in text_of(client.post(path, {"revision": 1}))
    assert live_hand(table, 1).revisions.count() == 1
    answer = client.post(path, {"revision": 1, "apply": "1"}, follow=True)
    assert "Dispute about hand 1 resolved." in text_of(answer)
    assert "which one is right" not in text_of(answer)
    assert in_force(live_hand(table, 1)).kind == RevisionKind.RESOLVED
    assert totals_of(table) == [0, 2, 3, 4]


def test_who_may_take_back_and_settle() -> None:
    table = make_table()
    hand = send(table, 0, 1, 2, 3).hand
    other = send(table, number=1, record={"finish": [3, 2, 1, 0]})
    stranger = signed_in(make_player(make_club("Elsewhere"), role=Role.OWNER))
    for client in (Client(), club_member(table), stranger):
        for path in (
            reverse("results:undo_hand", args=[hand.pk]),
            reverse("results:resolve", args=[other.pk]),
        ):
            assert client.post(path, {"revision": 1}).status_code == 404
    assert hand.revisions.count() == 1


def test_what_changes_a_hand_is_never_a_get() -> None:
    table = make_table()
    submission = send(table)
    client = club_member(table, Role.ORGANISER)
    for name in ("undo_hand", "void", "restore"):
        path = reverse(f"results:{name}", args=[submission.hand_id])
        assert client.get(path).status_code == 405
    assert client.get(reverse("results:resolve", args=[submission.pk])).status_code == 405
    assert client.get(reverse("results:preview", args=[table.pk])).status_code == 405


@pytest.mark.databases
def test_the_page_asks_the_database_equally_often_whatever_was_played() -> None:
    table = make_table(options={"target": 1000})
    client = at_the_table(table, seat=1)
    counts = []
    for hands in (1, 2):
        for _ in range(hands):
            send(table)
        with CaptureQueriesContext(connection) as captured:
            words_at(table, client)
        counts.append(len(captured))
    assert Hand.objects.count() == Submission.objects.count() == 3
    assert counts[0] == counts[1]


def test_the_form_of_a_correction_is_filled_in() -> None:
    table = make_table()
    send(table, 0, 1, 2, 3)
    hand = send(table, 3, 1, 0, 2, lions_taken=[0, 2, 0, 3]).hand
    client = club_member(table, Role.SCORER)
    form = form_of(client.get(reverse("results:correct", args=[hand.pk])))
    assert form["finish"] == "3,1,0"
    assert [form[f"lions-{seat}"] for seat in range(4)] == ["0", "2", "0", "3"]
    assert "hedgehog-3" not in form
    assert form["role-2"] == "0-junior"
    assert form["revision"] == "1"
