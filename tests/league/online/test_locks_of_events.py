"""Tables of a duplicate event end at the same moment: each counts once, and standings add up."""

import random
from fractions import Fraction

import pytest
from django.core.management import call_command

from league.online.duplicate_results import comparison_score_text, results_of_event
from league.online.models import (
    DuplicateMethod,
    DuplicateSettings,
    OnlineSettings,
    OnlineTable,
    Phase,
)
from league.online.services.bots import play_bots
from league.online.services.duplicate_deals import events_due, open_duplicate_deals
from league.online.services.events import open_table_of_round, set_online_settings
from league.online.services.play import Sent, begin_due_hand, get_ready, play_move
from league.online.services.seat_assignment import Person
from league.online.services.seats import begin_match, sit_down
from league.results.models import FinalResult, TableScore
from tests.factories import make_competition, make_round, make_table, make_user
from tests.league.online.events import open_numbers, play_hand
from tests.league.online.tables import NOW, legal_move, sent
from tests.league.online.together import AT_ONCE, together

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

SEATS = 4


def tables_of_a_round() -> list[OnlineTable]:
    """Return two tables of a round of duplicate; a person plays at each with three bots."""
    competition = make_competition(game="animal-poker", options={})
    set_online_settings(
        competition=competition, settings=OnlineSettings(is_on=True, move_seconds=None)
    )
    settings = DuplicateSettings(is_on=True, hands=2, method=DuplicateMethod.DATUM)
    set_online_settings(competition=competition, settings=settings)
    round_ = make_round(competition)
    tables = []
    for number in (1, 2):
        table = make_table(round_, number=number, seats=SEATS)
        online = open_table_of_round(table_id=table.pk, now=NOW)
        person = Person(f"Player {number}", make_user(name=online.seats.get(number=0).name))
        sit_down(table_id=online.pk, seat=0, person=person, now=NOW)
        begin_match(table_id=online.pk, now=NOW)
        tables.append(online)
    return tables


def last_move(table: OnlineTable) -> Sent:
    """Begin the next hand, let the bots seal their cards, and return the move that ends it."""
    table.refresh_from_db()
    if table.phase == Phase.BETWEEN:
        get_ready(table_id=table.pk, seat=0, now=NOW)
        begin_due_hand(table_id=table.pk, now=NOW)
    while table.moves != SEATS - 1:
        play_bots(table_id=table.pk, now=NOW)
        table.refresh_from_db()
    return sent(table, legal_move(table, 0, random.Random(table.pk)))


def test_two_tables_that_end_at_once_each_count_once() -> None:
    tables = tables_of_a_round()
    for table in tables:
        play_hand(table, seed=table.pk)
    event = tables[0].event
    assert event is not None
    moves = [last_move(table) for table in tables]

    def end(number: int) -> None:
        at = number % 2
        play_move(table_id=tables[at].pk, seat=0, sent=moves[at], now=NOW)
        for pk in events_due(NOW):
            open_duplicate_deals(event_id=pk, now=NOW)

    assert together(end) == ["done"] * AT_ONCE
    assert open_numbers(event) == [1, 2]
    assert FinalResult.objects.count() == len(tables)
    assert list(TableScore.objects.values_list("is_over", flat=True)) == [True, True]
    points = {
        (row.table.table.pk, row.seat): [hand.points for _, hand in row.hands]
        for row in results_of_event(event).rows
    }
    assert len(points) == 2 * SEATS
    for row in results_of_event(event).rows:
        [other] = [table for table in tables if table.pk != row.table.table.pk]
        own, theirs = points[row.table.table.pk, row.seat], points[other.pk, row.seat]
        # Half of what parts two tables is what each is above or below their mean.
        worth = Fraction(sum(own) - sum(theirs), 2)
        assert (len(own), row.total) == (2, comparison_score_text(event, worth, 2))
    call_command("rebuild", "--check")
