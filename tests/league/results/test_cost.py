"""What a posted hand costs: the statements between request and answer, however long the season."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.competitions.models import Table
from league.results.models import Hand
from tests.factories import make_competition, make_round, make_table
from tests.league.results.hands import send
from tests.league.results.visits import at_the_table, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.databases]
AROUND = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")

IS_POSTGRES = connection.vendor == "postgresql"

# Session, lock, the table with all that decides about the hand, all that is of the hand, ledgers,
# results, standings, the online table, and versions with notices. What PostgreSQL writes in one
# statement of the hand takes SQLite one for each of five tables, and one for each version; it needs
# none for the lock. Who has signed in is looked up as well.
BY_CODE = 9 if IS_POSTGRES else 13
BY_SEAT = BY_CODE + 1
# Session, table with seats and hands.
PREVIEW = 2


def make_season(earlier_rounds: int) -> Table:
    """Return a table of the next round of a competition after so many others were played."""
    competition = make_competition(options={"mode": "simple", "target": 1000})
    for number in range(1, earlier_rounds + 1):
        send(make_table(make_round(competition, number=number), number=number))
    number = earlier_rounds + 1
    return make_table(make_round(competition, number=number), number=number)


def seated(table: Table) -> Client:
    """Return the browser of the player of seat 1, who has signed in."""
    return signed_in(table.seats.get(number=1).player)


def statements_of_next_hand(client: Client, table: Table) -> list[str]:
    """Post the table's next hand; return the statements that it took."""
    form = {
        "number": str(Hand.objects.filter(table=table).count() + 1),
        "seating": "1",
        "finish": "0,1,2",
        "send": "1",
    }
    with CaptureQueriesContext(connection) as captured:
        answer = client.post(reverse("results:enter", args=[table.pk]), form)
    assert answer.status_code == 302, answer.content.decode()
    return [each["sql"] for each in captured if not each["sql"].startswith(AROUND)]


@pytest.mark.parametrize(("hands", "earlier_rounds"), [(1, 0), (30, 0), (1, 3)])
def test_a_hand_by_code_takes_the_same_statements_however_long_the_season(
    hands: int, earlier_rounds: int
) -> None:
    table = make_season(earlier_rounds)
    client = at_the_table(table, seat=1)
    for _ in range(hands):
        send(table)
    assert len(statements_of_next_hand(client, table)) == BY_CODE


@pytest.mark.parametrize(("hands", "earlier_rounds"), [(1, 0), (30, 0), (1, 3)])
def test_a_hand_of_a_seated_player_takes_the_same_statements_however_long_the_season(
    hands: int, earlier_rounds: int
) -> None:
    table = make_season(earlier_rounds)
    client = seated(table)
    for _ in range(hands):
        send(table)
    assert len(statements_of_next_hand(client, table)) == BY_SEAT


@pytest.mark.parametrize("hands", [1, 30])
def test_a_preview_reads_its_place_and_the_hands_once(hands: int) -> None:
    table = make_season(0)
    client = at_the_table(table, seat=1)
    for _ in range(hands):
        send(table)
    form = {"number": str(hands + 1), "seating": "1", "finish": "0,1,2"}
    with CaptureQueriesContext(connection) as captured:
        answer = client.post(reverse("results:preview", args=[table.pk]), form)
    assert answer.status_code == 200, answer.content.decode()
    assert len(captured) == PREVIEW
