"""The page of a match's outcome: who may enter it, and what becomes of what was typed."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.clubs.models import Role
from league.competitions.models import Round, RoundStatus, Scoring, Table
from league.results.authors import Via
from league.results.models import FinalResult, FinalRevision, Hand, RevisionKind
from tests.factories import make_competition, make_round, make_table
from tests.league.results.hands import make_zop_table, send
from tests.league.results.visits import at_the_table, club_member, text_of

pytestmark = pytest.mark.django_db


KEY = "00000000-0000-4000-8000-000000000001"


def result_of(table: Table) -> str:
    return reverse("results:final_result", args=[table.pk])


def form(table: Table, *places: object, **fields: str) -> dict[str, str]:
    typed = {f"place-{seat}": str(place) for seat, place in enumerate(places)}
    return {"key": KEY, "seating": str(table.seating), **typed, **fields}


def test_a_player_enters_places_and_everybody_sees_them_on_the_tables_page() -> None:
    table = make_table()
    phone = at_the_table(table, seat=1)
    assert "Enter final result" in text_of(phone.get(reverse("results:table", args=[table.pk])))
    for _ in range(2):
        answer = phone.post(result_of(table), form(table, 2, 1, 4, 3))
        assert answer["Location"] == reverse("results:table", args=[table.pk])
    revision = FinalRevision.objects.get()
    assert (revision.by, revision.via) == (table.seats.get(number=1).player, Via.CODE)
    page = text_of(Client().get(reverse("results:table", args=[table.pk])))
    assert "Result result only 1 B Björn 2 A Ada 3 D Dörte 4 C Chiara" in page
    assert "Enter hand" not in page
    assert "2 A Ada" in text_of(Client().get(result_of(table)))


def hidden_fields(page: str) -> dict[str, str]:
    page = page[page.index('class="stack"') : page.index("</main>")]
    found = re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"', page)
    return {name: value for name, value in found if name != "csrfmiddlewaretoken"}


def test_faults_stand_at_their_fields_and_nothing_is_lost() -> None:
    table = make_zop_table()
    phone = at_the_table(table)
    answer = phone.post(result_of(table), {f"total-{seat}": text for seat, text in
                                           enumerate(("800", "x", "7"))} | form(table))  # fmt: skip
    page = answer.content.decode()
    assert answer.status_code == 422
    assert re.search(r'name="total-1" value="x"[^>]*aria-invalid="true"', page)
    assert 'name="total-0" value="800"' in page
    assert "Enter a whole number." in text_of(answer)
    answer = phone.post(result_of(table), form(table, 1, 1, 2))
    assert "After a shared place, skip the next one: 1, 1, 3." in text_of(answer)
    assert "Enter places or totals." in text_of(phone.post(result_of(table), form(table)))
    assert FinalResult.objects.count() == 0


def test_a_competition_of_game_points_asks_for_totals() -> None:
    table = make_table(make_round(make_competition(scoring=Scoring.RAW)))
    answer = at_the_table(table).post(result_of(table), form(table, 2, 1, 4, 3))
    assert "Enter the totals too" in text_of(answer)
    assert 'name="place-2" value="4"' in answer.content.decode()


def test_a_table_has_hands_or_a_result_never_both() -> None:
    table = make_table()
    phone = at_the_table(table)
    send(table)
    answer = phone.post(result_of(table), form(table, 2, 1, 4, 3))
    assert "This table already has recorded hands" in text_of(answer)
    other = make_table(table.round, number=2)
    phone = at_the_table(other)
    phone.post(result_of(other), form(other, 2, 1, 4, 3))
    enter = reverse("results:enter", args=[other.pk])
    answer = phone.post(
        enter, {"number": "1", "key": KEY, "seating": "1", "finish": "0,1,2", "send": "1"}
    )
    assert answer.status_code == 422
    assert "This table already has a final result" in text_of(answer)
    assert Hand.objects.filter(table=other).count() == 0


def test_a_result_is_corrected_and_made_void_for_a_reason() -> None:
    table = make_table()
    phone = at_the_table(table)
    phone.post(result_of(table), form(table, 2, 1, 4, 3))
    correction = form(table, 1, 2, 4, 3, revision="1")
    assert "Enter a short reason." in text_of(phone.post(result_of(table), correction))
    phone.post(result_of(table), correction | {"reason": "Read it wrong.", "apply": "1"})
    assert FinalRevision.objects.latest("pk").kind == RevisionKind.CORRECTED
    stale = phone.post(result_of(table), correction | {"reason": "Again."})
    assert "The result has changed since you opened this page." in text_of(stale)
    assert stale.status_code == 409
    assert 'name="revision" value="2"' in stale.content.decode()
    void = reverse("results:void_result", args=[table.pk])
    assert phone.post(void, {"revision": "2"}).status_code == 422
    proposal = {"revision": "2", "reason": "Other table."}
    assert "Void result?" in text_of(phone.post(void, proposal))
    assert FinalRevision.objects.latest("pk").kind == RevisionKind.CORRECTED
    assert phone.post(void, proposal | {"apply": "1"}).status_code == 302
    page = text_of(Client().get(result_of(table)))
    assert "Voided" in page
    assert "“Read it wrong.”" in page
    assert "This result counts in the standings" not in page


def test_what_a_correction_would_change_is_shown_before_and_can_be_changed_again() -> None:
    table = make_table()
    phone = at_the_table(table)
    phone.post(result_of(table), form(table, 2, 1, 4, 3))
    proposal = form(table, 1, 2, 4, 3, revision="1", reason="Read it wrong.")
    page = phone.post(result_of(table), proposal)
    assert "Nothing has been changed yet." in text_of(page)
    assert "A Ada – 2 → 1" in text_of(page)
    assert "Ada 7 → 10 2 → 1 Björn 10 → 7 1 → 2" in text_of(page)
    assert FinalRevision.objects.count() == 1
    sent = hidden_fields(page.content.decode())
    assert sent == form(table, 1, 2, 4, 3, revision="1")
    again = phone.post(result_of(table), sent | {"reason": "Read it wrong.", "preview": "1"})
    assert 'name="place-0" value="1"' in again.content.decode()
    assert 'value="Read it wrong."' in again.content.decode()
    assert FinalRevision.objects.count() == 1
    answer = phone.post(result_of(table), sent | {"reason": "Read it wrong.", "apply": "1"})
    assert answer["Location"] == reverse("results:table", args=[table.pk])
    revision = FinalRevision.objects.latest("pk")
    assert (revision.reason, revision.outcome) == ("Read it wrong.", {"places": [1, 2, 4, 3]})


def test_strangers_may_not_write_and_see_no_empty_page() -> None:
    table = make_table()
    for client in (Client(), club_member(table)):
        assert client.get(result_of(table)).status_code == 404
        assert client.post(result_of(table), form(table, 2, 1, 4, 3)).status_code == 404
    assert club_member(table, Role.SCORER).get(result_of(table)).status_code == 200


def test_in_a_closed_round_the_club_corrects_and_the_table_reads() -> None:
    table = make_table()
    phone = at_the_table(table)
    phone.post(result_of(table), form(table, 2, 1, 4, 3))
    Round.objects.update(status=RoundStatus.CLOSED)
    assert "Correct result" not in text_of(phone.get(result_of(table)))
    scorer = club_member(table, Role.SCORER)
    assert "Correct result" in text_of(scorer.get(result_of(table)))
    correction = form(table, 1, 2, 4, 3, revision="1", reason="Read it wrong.", apply="1")
    assert phone.post(result_of(table), correction).status_code == 422
    assert scorer.post(result_of(table), correction).status_code == 302


@pytest.mark.databases
@pytest.mark.parametrize("corrections", [1, 3])
def test_the_history_asks_as_much_for_one_revision_as_for_three(corrections: int) -> None:
    table = make_table()
    phone = at_the_table(table)
    phone.post(result_of(table), form(table, 2, 1, 4, 3))
    for at in range(1, corrections):
        places = (1, 2, 4, 3) if at % 2 else (2, 1, 4, 3)
        correction = form(table, *places, revision=str(at), reason=f"No. {at}", apply="1")
        assert phone.post(result_of(table), correction).status_code == 302
    with CaptureQueriesContext(connection) as queries:
        Client().get(result_of(table))
    assert len(queries) == 4
