"""Closing a round asks first while tables play, and says what counts."""

import pytest
from django.test import Client

from league.competitions.models import Round, RoundStatus
from league.results.models import Hand, TableScore
from tests.factories import NOW, make_competition, make_round, make_table
from tests.league.rounds.pages import address, organise, words

pytestmark = pytest.mark.django_db

PLACES = {"totals": [3, 2, 1, 0], "places": [1, 2, 3, 4]}


def make_evening(unfinished: str = "standing") -> Round:
    """Make a round of three tables: two hands, none, and over after five."""
    round_ = make_round(make_competition(unfinished=unfinished))
    tables = [make_table(round_, number=number) for number in (1, 2, 3)]
    TableScore.objects.create(table=tables[0], hands=2, **PLACES)
    TableScore.objects.create(table=tables[2], hands=5, is_over=True, **PLACES)
    return round_


def is_open(round_: Round) -> bool:
    round_.refresh_from_db()
    return round_.status == RoundStatus.OPEN


@pytest.mark.parametrize(
    ("unfinished", "text"),
    [
        ("standing", "Would count with its current score after hand 2."),
        ("nothing", "Would not count, after hand 2."),
    ],
)
def test_closing_says_what_counts_before_it_is_done(
    client: Client, unfinished: str, text: str
) -> None:
    round_ = make_evening(unfinished)
    organise(client, round_)
    assert f'href="{address("close", round_.pk)}"' in words(
        client.get(address("detail", round_.pk))
    )

    page = words(client.get(address("close", round_.pk)))

    assert "2 unfinished tables" in page
    assert f"Table 1</a><small>{text}</small>" in page
    assert "Table 2</a><small>Nothing recorded: its players would miss the round.</small>" in page
    assert "Table 3<small>Counts, after hand 5.</small>" in page
    assert is_open(round_)


def test_round_with_unfinished_tables_closes_only_as_it_was_shown(client: Client) -> None:
    round_ = make_evening()
    organise(client, round_)
    asked = client.post(address("close", round_.pk))
    assert asked.status_code == 409
    shown = asked.context["closing"].state
    TableScore.objects.filter(hands=2).update(hands=3)

    assert client.post(address("close", round_.pk), {"known": shown}).status_code == 409
    assert is_open(round_)
    known = client.get(address("close", round_.pk)).context["closing"].state
    client.post(address("close", round_.pk), {"known": known})

    assert not is_open(round_)


def test_round_whose_tables_are_all_finished_closes_by_one_press(client: Client) -> None:
    round_ = make_round()
    TableScore.objects.create(table=make_table(round_), hands=5, is_over=True, **PLACES)
    organise(client, round_)
    page = words(client.get(address("detail", round_.pk)))
    assert "All tables are finished" in page
    assert f'<form method="post" action="{address("close", round_.pk)}">' in page

    client.post(address("close", round_.pk))

    assert not is_open(round_)
    assert client.get(address("close", round_.pk)).headers["Location"] == address(
        "detail", round_.pk
    )


def test_table_is_adjourned_from_the_page_that_asks(client: Client) -> None:
    round_ = make_evening()
    table = round_.tables.get(number=1)
    organise(client, round_)

    answer = client.post(
        address("adjourn", round_.pk, table.pk), {"adjourned": "1", "closing": "1"}
    )

    assert answer.headers["Location"] == address("close", round_.pk)
    assert "Table 1<small>Adjourned: it finishes later.</small>" in words(
        client.get(address("close", round_.pk))
    )


def test_closing_names_disputed_hands(client: Client) -> None:
    round_ = make_round()
    hand = Hand.objects.create(table=make_table(round_), number=1, is_disputed=True, created_at=NOW)
    organise(client, round_)

    page = words(client.get(address("close", round_.pk)))

    assert "Disputed hands count as recorded until you decide:" in page
    assert f"Table 1 · Hand {hand.number}</a>" in page
    assert '<span class="badge disputed">Disputed</span>' in words(
        client.get(address("detail", round_.pk))
    )
