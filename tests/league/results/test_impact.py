from functools import partial
from typing import Any

import pytest

from league.competitions.models import Table
from league.core.games.entry import Who
from league.notifications.models import Notification
from league.results.impact import AtTable, Impact, InStandings, preview_impact
from league.results.locked_table import standings_now
from league.results.models import FinalRevision, Hand, HandRevision
from league.results.services import correct_hand, restore_hand, void_hand
from league.standings.models import Standing, TableResult
from league.standings.services import recompute_competition
from tests.factories import BY_CLUB, make_competition, make_round, make_table
from tests.league.refusals import refuses
from tests.league.results.hands import right_scores, send, stored_scores, totals_of
from tests.league.results.test_final_results import correct, enter, void

pytestmark = pytest.mark.django_db
SIMPLE = {"mode": "simple", "target": 19}


def correction(hand: Hand, record: dict[str, Any], revision: int = 1) -> Any:
    return partial(
        correct_hand,
        hand_id=hand.pk,
        expected_revision=revision,
        record=record,
        reason="looked again",
        author=BY_CLUB,
    )


def everything(table: Table) -> Any:
    return (
        stored_scores(table),
        list(Standing.objects.order_by("pk").values()),
        list(TableResult.objects.order_by("pk").values()),
        list(Hand.objects.order_by("pk").values()),
        list(HandRevision.objects.order_by("pk").values()),
        Table.objects.get(pk=table.pk).version,
        Notification.objects.count(),
    )


def test_a_correction_is_foreseen_in_full_and_leaves_all_as_it_is() -> None:
    table = make_table()
    ada = table.seats.get(number=0).player
    ada.contact_email = "ada@example.org"
    ada.save()
    hand = send(table, 0, 1, 2, 3).hand
    before = everything(table)
    foreseen = preview_impact(correction(hand, {"finish": [3, 2, 1, 0]}), table)
    assert everything(table) == before
    assert foreseen.table == (
        AtTable(Who(0, "Ada"), (4, 0), (1, 4)),
        AtTable(Who(1, "Björn"), (3, 2), (2, 3)),
        AtTable(Who(2, "Chiara"), (2, 3), (3, 2)),
        AtTable(Who(3, "Dörte"), (0, 4), (4, 1)),
    )
    assert foreseen.standings == (
        InStandings("Dörte", (4, 1), (3, 10)),
        InStandings("Chiara", (3, 2), (5, 7)),
        InStandings("Björn", (2, 3), (7, 5)),
        InStandings("Ada", (1, 4), (10, 3)),
    )
    assert foreseen.is_nothing is False


def test_what_is_foreseen_is_what_happens() -> None:
    competition = make_competition(options=SIMPLE)
    tables = [make_table(make_round(competition), number=number) for number in (1,)]
    table = tables[0]
    for finish in ([0, 1, 2, 3], [1, 0, 3, 2], [2, 1, 0, 3]):
        send(table, record={"finish": finish})
    hand = table.hands.get(number=1)
    change = correction(hand, {"finish": [3, 2, 0, 1]})
    foreseen = preview_impact(change, table)
    change()
    assert [row.total[1] for row in foreseen.table] == totals_of(table)
    after = {row.name: (row.place, row.points) for row in standings_now(competition.pk)}
    for row in foreseen.standings:
        assert after[row.name] == (row.place[1], row.points[1])
    assert recompute_competition(competition_id=competition.pk) == []
    assert stored_scores(table) == right_scores(table)


def test_void_and_restore_are_foreseen_too() -> None:
    table = make_table()
    hand = send(table, 0, 1, 2, 3).hand
    void = partial(void_hand, hand_id=hand.pk, expected_revision=1, reason="no", author=BY_CLUB)
    foreseen = preview_impact(void, table)
    assert [row.total for row in foreseen.table] == [(4, 0), (3, 0), (2, 0), (0, 0)]
    assert InStandings("Ada", (1, None), (10, None)) in foreseen.standings
    void()
    restore = partial(
        restore_hand, hand_id=hand.pk, expected_revision=2, reason="yes", author=BY_CLUB
    )
    foreseen = preview_impact(restore, table)
    assert [row.total for row in foreseen.table] == [(0, 4), (0, 3), (0, 2), (0, 0)]
    assert InStandings("Ada", (None, 1), (None, 10)) in foreseen.standings


def test_later_hands_that_the_rule_would_team_otherwise_are_told_and_stay() -> None:
    table = make_table(options={"mode": "partners", "target": 50})
    first = send(table, 0, 1, 2, 3).hand
    send(table)
    foreseen = preview_impact(correction(first, {"finish": [2, 1, 0, 3]}), table)
    assert foreseen.teams == ()
    foreseen = preview_impact(correction(first, {"finish": [1, 0, 2, 3]}), table)
    assert [(other.number, other.played, other.by_rule) for other in foreseen.teams] == [
        (2, "Ada + Chiara and Björn + Dörte", "Ada + Dörte and Björn + Chiara")
    ]


def test_hands_that_would_lie_after_the_end_are_told_and_so_are_those_that_count_again() -> None:
    table = make_table(options={"mode": "simple", "target": 7})
    first = send(table, record={"finish": [1, 0, 2, 3]}).hand
    send(table, record={"finish": [1, 0, 2, 3]})
    send(table, record={"finish": [2, 1, 0, 3]})
    foreseen: Impact = preview_impact(correction(first, {"finish": [0, 1, 2, 3]}), table)
    assert (foreseen.surplus, foreseen.counting) == ((3,), ())
    correction(first, {"finish": [0, 1, 2, 3]})()
    back = correction(first, {"finish": [1, 0, 2, 3]}, revision=2)
    foreseen = preview_impact(back, table)
    assert (foreseen.surplus, foreseen.counting) == ((), (3,))


def test_a_change_that_moves_no_number_says_so() -> None:
    table = make_table(options=SIMPLE)
    hand = send(table, record={"finish": [0, 1, 2, 3]}).hand
    assert preview_impact(correction(hand, {"finish": [0, 1, 2, 3]}), table).is_nothing is True


def test_what_the_change_refuses_is_refused_at_once() -> None:
    table = make_table()
    hand = send(table).hand
    with refuses("stale"):
        preview_impact(correction(hand, {"finish": [3, 2, 1, 0]}, revision=7), table)


def test_a_correction_of_a_final_result_is_foreseen_and_leaves_all_as_it_is() -> None:
    table = make_table()
    enter(table, totals=[11, 19, 3, 7])
    before = everything(table), FinalRevision.objects.count()
    change = partial(correct, table, totals=[19, 11, 3, 7])
    foreseen = preview_impact(change, table)
    assert (everything(table), FinalRevision.objects.count()) == before
    assert foreseen.table == (
        AtTable(Who(0, "Ada"), (11, 19), (2, 1)),
        AtTable(Who(1, "Björn"), (19, 11), (1, 2)),
        AtTable(Who(2, "Chiara"), (3, 3), (4, 4)),
        AtTable(Who(3, "Dörte"), (7, 7), (3, 3)),
    )
    assert foreseen.standings == (
        InStandings("Ada", (2, 1), (7, 10)),
        InStandings("Björn", (1, 2), (10, 7)),
    )
    assert change().current.number == 2


def test_places_alone_are_foreseen_without_totals_and_a_void_result_leaves_no_places() -> None:
    table = make_table()
    enter(table)
    foreseen = preview_impact(partial(correct, table, places=[1, 2, 4, 3]), table)
    assert foreseen.table[0] == AtTable(Who(0, "Ada"), (None, None), (2, 1))
    foreseen = preview_impact(partial(void, table), table)
    assert foreseen.table[0] == AtTable(Who(0, "Ada"), (None, None), (2, None))
    assert InStandings("Björn", (1, None), (10, None)) in foreseen.standings
