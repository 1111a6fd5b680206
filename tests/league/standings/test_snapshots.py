from typing import Any

import pytest

from games.tournament.certainty import Bounds, Certainty
from league.competitions.models import Competition, Entry, Round, RoundStatus, Seat, Stage, Table
from league.results.adjustments import adjust
from league.results.models import TableScore
from league.standings.clinching import bounds_of, certainties, goal_of
from league.standings.ledger import Ledger, LedgerAdjustment, LedgerTable, Rules
from league.standings.overview import StandingsQuery, overview_of
from league.standings.queries import StandingRow, standings_by_stage
from league.standings.season import place_changes, rows_at, with_best_rounds, with_ledgers
from league.standings.services import recompute_competition, update_table
from tests.factories import NOW, make_competition, make_entry

pytestmark = pytest.mark.django_db
CLINCHED, ELIMINATED = Certainty.CLINCHED, Certainty.ELIMINATED


@pytest.fixture
def competition() -> Competition:
    """Three players, ids by age, and places worth 3, 1 and 0."""
    competition = make_competition(place_points=[3, 1, 0])
    for name in ("Ada", "Björn", "Chiara"):
        make_entry(competition, name=name)
    return competition


def play(
    competition: Competition,
    number: int,
    totals: list[int],
    status: str = RoundStatus.CLOSED,
    *,
    is_over: bool = True,
) -> Table:
    """Let the three play a round at one table."""
    evening, _ = Round.objects.get_or_create(
        stage=competition.stages.get(number=1), number=number, defaults={"status": status}
    )
    table = Table.objects.create(
        round=evening, number=1, game=competition.game, options={}, created_at=NOW
    )
    for seat, entry in enumerate(competition.entries.order_by("pk")):
        Seat.objects.create(table=table, number=seat, player=entry.player, entry=entry)
    places = [1 + sum(other > total for other in totals) for total in totals]
    TableScore.objects.create(table=table, hands=1, totals=totals, places=places, is_over=is_over)
    update_table(table_id=table.pk)
    return table


def rows_of(competition: Competition) -> list[StandingRow]:
    competition = Competition.objects.get(pk=competition.pk)
    return with_ledgers(standings_by_stage(competition)[1], competition)


def places_of(rows: list[StandingRow]) -> dict[str, tuple[int | None, int]]:
    return {row.name: (row.place, row.points) for row in rows}


def test_rows_at_are_those_of_the_moment(competition: Competition) -> None:
    play(competition, 1, [3, 2, 1])
    play(competition, 2, [1, 2, 3])
    open_table = play(competition, 3, [1, 3, 2], RoundStatus.OPEN, is_over=False)
    rows = rows_of(competition)
    assert places_of(rows) == {"Björn": (1, 5), "Chiara": (2, 4), "Ada": (3, 3)}
    after_two = rows_at(rows, competition, after=2)
    assert places_of(after_two) == {"Ada": (1, 3), "Chiara": (1, 3), "Björn": (3, 2)}
    settled = rows_at(rows, competition, excluded=frozenset({open_table.pk}))
    assert places_of(settled) == places_of(after_two)
    assert places_of(rows_at(rows, competition, after=1)) == {
        "Ada": (1, 3),
        "Björn": (2, 1),
        "Chiara": (3, 0),
    }
    assert rows_at(rows, competition, after=0) == []


def test_best_rounds_are_enough_to_add_up_what_counts(competition: Competition) -> None:
    totals = [[3, 2, 1], [1, 2, 3], [1, 3, 2], [3, 1, 2], [2, 1, 3]]
    for number, of_round in enumerate(totals, start=1):
        play(competition, number, of_round)
    ada = competition.entries.order_by("pk")[0]
    adjust(
        competition_id=competition.pk,
        entry_id=ada.pk,
        round_id=Round.objects.get(number=2).pk,
        kind="no_show",
        points=2,
        reason="late",
        by=None,
        now=NOW,
    )
    settle = {"best_of": 2, "attendance_bonus": 1}
    Competition.objects.filter(pk=competition.pk).update(**settle)
    competition = Competition.objects.get(pk=competition.pk)
    recompute_competition(competition_id=competition.pk)
    rows = standings_by_stage(competition)[1]
    rules = Rules(best_of=2, attendance_bonus=1)
    for until in (3, 5):
        whole = {row.entry_id: row.ledger for row in with_ledgers(rows, competition)}
        for row in with_best_rounds(rows, competition, {until}, until):
            assert row.ledger.add_up(rules) == whole[row.entry_id].until(until).add_up(rules)
            assert row.entry_id == ada.pk or len(row.ledger.played) == 3


def test_movements_compare_places_and_know_who_is_new(competition: Competition) -> None:
    play(competition, 1, [3, 2, 1])
    play(competition, 2, [1, 2, 3])
    play(competition, 3, [1, 3, 2])
    rows = rows_of(competition)
    before = rows_at(rows, competition, after=1)
    ids = {row.name: row.entry_id for row in rows}
    assert place_changes(rows, before) == {ids["Björn"]: 1, ids["Chiara"]: 1, ids["Ada"]: -2}
    assert place_changes(rows, before[:1]) == {
        ids["Björn"]: None,
        ids["Chiara"]: None,
        ids["Ada"]: -2,
    }


def certain(competition: Competition, **cut: Any) -> dict[str, Certainty]:
    stage = competition.stages.get(number=1)
    stage.planned_rounds = 3
    stages = [stage]
    if cut:
        stages.append(Stage(competition=competition, number=2, **cut))
    rounds = list(stage.rounds.order_by("number"))
    playing = frozenset(
        Table.objects.filter(round__status="open", score__is_over=False).values_list(
            "pk", flat=True
        )
    )
    goal = goal_of(stages, 1, rounds)
    if goal is None:
        return {}
    rows = rows_of(competition)
    found = certainties(rows, Competition.objects.get(pk=competition.pk), goal, rounds, playing)
    return {row.name: found[row.entry_id] for row in rows if row.entry_id in found}


def test_the_title_is_certain_only_when_nobody_can_come_level(competition: Competition) -> None:
    play(competition, 1, [3, 2, 1])
    assert certain(competition) == {}
    play(competition, 2, [3, 1, 2])
    # Ada has 6; 3 points are to be had: Björn and Chiara have 1 each.
    assert certain(competition) == {"Ada": CLINCHED, "Björn": ELIMINATED, "Chiara": ELIMINATED}


def test_an_open_table_may_still_go_either_way(competition: Competition) -> None:
    play(competition, 1, [3, 2, 1])
    play(competition, 2, [3, 1, 2], RoundStatus.OPEN, is_over=False)
    assert certain(competition) == {}


def test_an_ended_table_of_an_open_round_is_settled(competition: Competition) -> None:
    play(competition, 1, [3, 2, 1])
    play(competition, 2, [3, 1, 2], RoundStatus.OPEN)
    # Somebody new might still play in the open round: with two rounds nobody could reach Ada's 6.
    assert certain(competition)["Björn"] == ELIMINATED
    assert "Ada" not in certain(competition)


def test_at_the_end_the_places_count(competition: Competition) -> None:
    for number in (1, 2, 3):
        play(competition, number, [3, 2, 1] if number == 1 else [2, 3, 1])
    assert certain(competition) == {"Björn": CLINCHED, "Ada": ELIMINATED, "Chiara": ELIMINATED}


def test_the_cut_by_places_and_by_points_can_be_certain(competition: Competition) -> None:
    play(competition, 1, [3, 2, 1])
    play(competition, 2, [3, 2, 1])
    assert certain(competition, cut="points", cut_at=5) == {"Ada": CLINCHED, "Chiara": ELIMINATED}
    # Somebody new could take a place in the last round, but not from Ada.
    assert certain(competition, cut="places", cut_at=2) == {"Ada": CLINCHED}


def test_who_has_left_takes_no_place_at_a_cut(competition: Competition) -> None:
    for number in (1, 2, 3):
        play(competition, number, [3, 2, 1])
    assert certain(competition, cut="places", cut_at=1) == {
        "Ada": CLINCHED,
        "Björn": ELIMINATED,
        "Chiara": ELIMINATED,
    }
    competition.entries.filter(player__name="Ada").update(withdrawn_at=NOW)
    assert certain(competition, cut="places", cut_at=1) == {"Ada": CLINCHED, "Chiara": ELIMINATED}


def test_nobody_is_out_behind_somebody_who_has_left(competition: Competition) -> None:
    for number in (1, 2):
        play(competition, number, [3, 2, 1])
    assert certain(competition, cut="places", cut_at=1) == {
        "Björn": ELIMINATED,
        "Chiara": ELIMINATED,
        "Ada": CLINCHED,
    }
    competition.entries.filter(player__name="Ada").update(withdrawn_at=NOW)
    assert certain(competition, cut="places", cut_at=1) == {}


@pytest.mark.parametrize(
    ("fields", "cut"),
    [
        ({"scoring": "raw"}, {}),
        ({}, {"cut": "everybody"}),
        ({}, {"cut": "places", "cut_at": 1, "started_at": NOW}),
    ],
)
def test_nothing_is_certain_without_a_limit_or_a_cut(
    competition: Competition, fields: dict[str, Any], cut: dict[str, Any]
) -> None:
    Competition.objects.filter(pk=competition.pk).update(**fields)
    play(competition, 1, [3, 2, 1])
    play(competition, 2, [3, 1, 2])
    recompute_competition(competition_id=competition.pk)
    assert certain(competition, **cut) == {}


def test_who_has_played_too_few_rounds_wins_nothing_yet(competition: Competition) -> None:
    Competition.objects.filter(pk=competition.pk).update(attendance_min=3)
    play(competition, 1, [3, 2, 1])
    play(competition, 2, [3, 1, 2])
    assert certain(competition) == {}


def test_bounds_are_the_least_and_the_most_a_round_can_give() -> None:
    def bounds(**fields: Any) -> Bounds | None:
        return bounds_of(Competition(**fields))

    assert bounds(place_points=[10, 7]) == Bounds(0, 10)
    assert bounds(place_points=[10, -2], size_points={"3": [12]}) == Bounds(-2, 12)
    assert bounds(place_points=[3], bye_points=4, no_show_points=-5) == Bounds(-5, 4)
    assert bounds(place_points=[3], win_bonus=1, target_bonus=-2) == Bounds(-2, 4)
    assert bounds(scoring="beaten", attendance_bonus=1) == Bounds(0, 1000, 1)
    assert bounds(scoring="raw") is None


def test_overview_of_a_past_round_shows_what_counted_then(competition: Competition) -> None:
    play(competition, 1, [3, 2, 1])
    play(competition, 2, [1, 2, 3], RoundStatus.OPEN, is_over=False)
    ada = Entry.objects.get(player__name="Ada")
    second = Round.objects.get(number=2)
    adjust(
        competition_id=competition.pk,
        entry_id=ada.pk,
        kind="penalty",
        points=-1,
        reason="late",
        round_id=second.pk,
        by=None,
        now=NOW,
    )
    now = overview_of(competition, StandingsQuery())
    given = {row.standing.name: len(row.adjustments) for row in now.rows}
    assert given == {"Ada": 1, "Björn": 0, "Chiara": 0}
    assert [row.standing.is_provisional for row in now.rows] == [True] * 3
    then = overview_of(competition, StandingsQuery(after=1))
    assert [(row.standing.name, row.standing.points) for row in then.rows] == [
        ("Ada", 3),
        ("Björn", 1),
        ("Chiara", 0),
    ]
    assert [row.adjustments for row in then.rows] == [()] * 3
    assert [row.standing.is_provisional for row in then.rows] == [False] * 3
    assert [each.number for each in then.choices] == [1, 2]
    settled = overview_of(competition, StandingsQuery(is_settled=True))
    assert [(row.standing.name, row.standing.points) for row in settled.rows] == [
        ("Ada", 2),
        ("Björn", 1),
        ("Chiara", 0),
    ]


def test_overview_asked_for_what_there_is_not_shows_the_table_of_now(
    competition: Competition,
) -> None:
    play(competition, 1, [3, 2, 1])
    query = overview_of(competition, StandingsQuery(stage=7, after=9))
    assert query == overview_of(competition, StandingsQuery())


LEDGER = Ledger(
    played=(
        LedgerTable(1, 11, 0, None, 1, 10, 19, {}),
        LedgerTable(2, 12, 0, None, 4, 3, 5, {}),
        LedgerTable(3, 13, 0, None, 2, 7, 9, {}),
    ),
    adjustments=(
        LedgerAdjustment(1, 5, "penalty", -2),
        LedgerAdjustment(4, 6, "bye", 3),
        LedgerAdjustment(0, 7, "bonus", 1),
    ),
    carried=20,
)


@pytest.mark.parametrize(
    ("best_of", "points", "dropped"),
    [(None, 20 - 2 + 1 + 23 + 4, set()), (2, 20 - 2 + 1 + 17 + 4, {2, 4})],
)
def test_a_ledger_adds_up_what_counts(best_of: int | None, points: int, dropped: set[int]) -> None:
    rules = Rules(best_of, attendance_bonus=1)
    totals = LEDGER.add_up(rules)
    assert LEDGER.dropped(rules) == dropped
    assert (totals.points, totals.tables, totals.rounds, totals.byes) == (points, 3, 4, 1)
    assert totals.places == ([1, 1, 0, 1] if best_of is None else [1, 1])


def test_a_ledger_is_read_as_it_was_kept() -> None:
    assert Ledger.read(LEDGER.as_json(), 20) == LEDGER
    assert Ledger.read({}, 0).is_empty
