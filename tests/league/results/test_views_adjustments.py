import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.clubs.models import Club, Role
from league.competitions.models import Competition, Entry
from league.core.templatetags.ui import signed
from league.results.adjustments import adjust, cancel_adjustment
from league.results.models import Adjustment
from tests.factories import NOW, make_competition, make_entry, make_organiser, make_player
from tests.league.results.visits import signed_in, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry() -> Entry:
    return make_entry(make_competition(name="Winter Cup"), name="Ada")


@pytest.fixture
def organiser(entry: Entry) -> Client:
    client = Client()
    client.force_login(make_organiser(entry.competition.club))
    return client


def penalty(entry: Entry, **fields: object) -> Adjustment:
    return adjust(
        **{  # type: ignore[arg-type]
            "competition_id": entry.competition_id,
            "entry_id": entry.pk,
            "kind": "penalty",
            "points": -2,
            "reason": "Came late",
            "rule": "House rule 4",
            "by": None,
            "now": NOW,
            **fields,
        }
    )


def address(competition: Competition) -> str:
    return reverse("results:adjustments", args=[competition.pk])


def filled(entry: Entry, /, **fields: object) -> dict[str, object]:
    return {
        "key": str(uuid4()),
        "entry": entry.pk,
        "kind": "penalty",
        "points": "2",
        "reason": "Came late",
        "rule": "House rule 4",
        "round": "",
        **fields,
    }


def test_adjustments_are_there_for_everybody_with_reason_and_rule(
    client: Client, entry: Entry
) -> None:
    kept = penalty(entry)
    gone = penalty(entry, kind="bonus", points=3, reason="Cake", rule="")
    olga = make_player(entry.competition.club, "Olga")
    cancel_adjustment(adjustment_id=gone.pk, reason="It was bought", by=olga, now=NOW)
    answer = client.get(address(entry.competition))
    words = text_of(answer)
    assert "Ada: −2 penalty Came late House rule 4" in words
    assert "Ada: +3 cancelled Cake" in words
    assert "Cancelled by Olga: It was bought" in words
    assert "Add adjustment" not in words
    assert reverse("results:cancel_adjustment", args=[kept.pk]) not in answer.content.decode()


def test_adjustments_tell_the_time_of_the_club(client: Client, entry: Entry) -> None:
    Club.objects.update(time_zone="Europe/Rome")
    penalty(entry)
    Adjustment.objects.update(created_at=NOW)
    assert "20:30" in text_of(client.get(address(entry.competition)))


def test_adjustments_of_a_competition_without_any_say_so(client: Client, entry: Entry) -> None:
    assert "No adjustments yet" in text_of(client.get(address(entry.competition)))


def test_adjustments_piece_comes_alone_for_htmx(organiser: Client, entry: Entry) -> None:
    penalty(entry)
    headers = {"hx-request": "true", "hx-target": "adjustments"}
    piece = organiser.get(address(entry.competition), headers=headers).content.decode().strip()
    assert piece.startswith('<section id="adjustments"')
    assert piece.endswith("</section>")
    assert "Add adjustment" not in piece
    assert "csrfmiddlewaretoken" in piece


@pytest.mark.parametrize(("kind", "points"), [("penalty", -2), ("bonus", 2)])
def test_an_organiser_gives_with_the_sign_of_its_kind(
    organiser: Client, entry: Entry, kind: str, points: int
) -> None:
    url = reverse("results:give_adjustment", args=[entry.competition_id])
    answer = organiser.post(url, filled(entry, kind=kind), follow=True)
    made = Adjustment.objects.get()
    assert (made.kind, made.points, made.reason) == (kind, points, "Came late")
    assert made.by is not None
    assert made.by.name == "Olga Organiser"
    assert f"Ada: {signed(points)} ranking points." in text_of(answer)


def test_a_form_sent_twice_gives_once(organiser: Client, entry: Entry) -> None:
    url = reverse("results:give_adjustment", args=[entry.competition_id])
    sent = filled(entry)
    assert [organiser.post(url, sent).status_code for _ in range(2)] == [302, 302]
    assert Adjustment.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"reason": " "}, "Enter a short reason."),
        ({"points": "0"}, "greater than or equal to 1"),
        ({"points": "many"}, "Enter a whole number."),
        ({"entry": "99999"}, "Select a valid choice."),
        ({"kind": "bye"}, "Select a valid choice."),
    ],
)
def test_a_form_with_a_fault_says_so_and_keeps_what_was_typed(
    organiser: Client, entry: Entry, fields: dict[str, object], words: str
) -> None:
    url = reverse("results:give_adjustment", args=[entry.competition_id])
    answer = organiser.post(url, filled(entry, **fields))
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert 'value="House rule 4"' in answer.content.decode()
    assert Adjustment.objects.count() == 0


def test_an_entry_of_another_competition_cannot_be_chosen(organiser: Client, entry: Entry) -> None:
    other = make_entry(make_competition(entry.competition.club))
    url = reverse("results:give_adjustment", args=[entry.competition_id])
    assert organiser.post(url, filled(other)).status_code == 422


def test_an_organiser_cancels_with_a_reason(organiser: Client, entry: Entry) -> None:
    made = penalty(entry)
    url = reverse("results:cancel_adjustment", args=[made.pk])
    refused = organiser.post(url, {"reason": ""})
    assert refused.status_code == 422
    assert "Enter a short reason." in text_of(refused)
    assert re.search(rf'id="cancel-{made.pk}" open', refused.content.decode())
    answer = organiser.post(url, {"reason": "Wrong one"}, follow=True)
    assert "Cancelled by Olga Organiser: Wrong one" in text_of(answer)


@pytest.mark.parametrize("role", [None, Role.PLAYER, Role.SCORER])
def test_nobody_else_may_give_or_cancel(entry: Entry, role: str | None) -> None:
    visitor = Client()
    if role:
        visitor = signed_in(make_player(entry.competition.club, "Mona", role))
    made = penalty(entry)
    give_url = reverse("results:give_adjustment", args=[entry.competition_id])
    cancel_url = reverse("results:cancel_adjustment", args=[made.pk])
    refused = 404 if role else 302
    assert visitor.post(give_url, filled(entry)).status_code == refused
    assert visitor.post(cancel_url, {"reason": "mine"}).status_code == refused
    assert list(Adjustment.objects.values_list("cancelled_at", flat=True)) == [None]


@pytest.mark.parametrize("number", [1, 3])
def test_adjustments_take_the_same_queries_for_any_number_of_them(
    organiser: Client, entry: Entry, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(number):
        penalty(make_entry(entry.competition))
    with django_assert_num_queries(7):
        organiser.get(address(entry.competition))
