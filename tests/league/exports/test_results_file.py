"""A file of results: what is read of it, what it would make, and what is wrong with each row."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.competitions.models import Competition, Round, RoundStatus, Scoring, Stage, Table
from league.core.workbooks import text_of_workbook
from league.exports.results_file.judging import UnsoundFileError, import_results, plan_of
from league.exports.results_file.plan import MOST_ROWS, Plan, read_results
from league.results.authors import Via
from league.results.final_results import void_final_result
from league.results.models import FinalResult, FinalRevision, Hand, Submission, TableScore
from league.results.scoring import outcome_of, record_of
from league.results.services import void_hand
from league.standings.models import TableResult
from league.standings.services import recompute_competition
from tests.factories import BY_CLUB, NOW, make_competition, make_round, make_table
from tests.league.exports.workbooks import workbook
from tests.league.results.hands import live_hand, make_poker_table, make_zop_table, send

pytestmark = pytest.mark.django_db

PLACES = """round,table,player,place,total
1,1,Ada,2,11
1,1,Björn,1,19
1,1,Chiara,4,3
1,1,Dörte,3,7
"""


def plan_for(table: Table, text: str) -> Plan:
    return plan_of(table.round.stage.competition, read_results(text))


def bring(table: Table, text: str) -> Plan:
    competition_id = table.round.stage.competition_id
    return import_results(competition_id=competition_id, file=read_results(text), by=None, now=NOW)


def rows_of_table(number: int) -> str:
    """Return the rows of PLACES for another table, whose players have its number in their names."""
    row = re.compile(r"1,1,(\w+),")
    return row.sub(rf"1,{number},\1 {number},", PLACES.split("\n", 1)[1])


def problems_of(plan: Plan) -> dict[int, list[str]]:
    """Return the words about each row that is wrong, by its number."""
    lines = [*plan.lost, *(noted for match in plan.matches for noted in match.lines)]
    return {noted.line.number: noted.problems for noted in lines if noted.problems}


def simple_table() -> Table:
    options = {"mode": "simple", "target": 19}
    return make_table(make_round(make_competition(options=options)))


def test_places_and_totals_are_recorded_as_final_results_and_counted() -> None:
    table = make_table()
    plan = bring(table, PLACES)
    assert [match.table for match in plan.fresh] == [table]
    result = FinalResult.objects.get(table=table)
    assert outcome_of(result) == {"places": [2, 1, 4, 3], "totals": [11, 19, 3, 7]}
    assert result.current is not None
    assert result.current.via == Via.CLUB
    rows = TableResult.objects.filter(table=table).order_by("seat")
    assert list(rows.values_list("place", "game_points")) == [(2, 11), (1, 19), (4, 3), (3, 7)]
    assert recompute_competition(competition_id=table.round.stage.competition_id) == []


def test_the_same_file_again_makes_nothing() -> None:
    table = make_table()
    bring(table, PLACES)
    assert bring(table, PLACES).fresh == []
    assert FinalRevision.objects.count() == 1
    void_final_result(
        result_id=FinalResult.objects.get().pk,
        expected_revision=1,
        reason="Wrong file.",
        author=BY_CLUB,
    )
    assert len(bring(table, PLACES).fresh) == 1


def test_another_result_than_the_one_in_force_is_refused_and_so_is_one_beside_hands() -> None:
    table = make_table()
    bring(table, PLACES)
    other = PLACES.replace("Ada,2,11", "Ada,2,12")
    assert problems_of(plan_for(table, other)) == {
        2: ["Table 1 already has a different result. Correct it on the table’s page."]
    }
    played = make_table()
    send(played)
    with pytest.raises(UnsoundFileError) as refusal:
        bring(played, PLACES)
    assert "This table already has recorded hands" in problems_of(refusal.value.plan)[2][0]
    assert FinalResult.objects.count() == 1


@pytest.mark.parametrize(
    ("was", "becomes", "row", "words"),
    [
        ("Ada,", "Adda,", 2, "Adda does not sit at table 1. Do you mean Ada?"),
        (
            "Ada,",
            "Zoe,",
            2,
            "Zoe does not sit at table 1. Players there: Ada, Björn, Chiara, Dörte.",
        ),
        ("Ada,", ",", 2, "The player is missing."),
        ("Björn,", "ADA,", 3, "Ada is already in row 2."),
        ("1,1,Dörte,3,7\n", "", 2, "Table 1 is missing these players: Dörte."),
        ("1,1,Ada", "7,1,Ada", 2, "This competition has no round 7."),
        ("1,1,Ada", "1,9,Ada", 2, "Round 1 has no table 9. Seat the players first."),
        ("1,1,Ada", ",1,Ada", 2, "The round number is missing."),
        ("1,1,Ada", "1,,Ada", 2, "The table number is missing."),
        ("1,1,Ada", "x,1,Ada", 2, "“x” is not a round number."),
        ("1,1,Ada", "1,-1,Ada", 2, "“-1” is not a table number."),
        ("Chiara,4,3", "Chiara,four,3", 4, "Enter a whole number."),
        (
            "Chiara,4,3",
            "Chiara,4,20",
            2,
            "Places and totals do not agree: the higher total must be ahead.",
        ),
        ("Chiara,4,", "Chiara,2,", 5, "After a shared place, skip the next one: 1, 1, 3."),
        ("Dörte,3,7", "Dörte,3,", 5, "Enter a whole number."),
    ],
)
def test_each_fault_stands_at_its_row_and_nothing_is_recorded(
    was: str, becomes: str, row: int, words: str
) -> None:
    table = make_table()
    with pytest.raises(UnsoundFileError) as refusal:
        bring(table, PLACES.replace(was, becomes, 1))
    assert words in problems_of(refusal.value.plan)[row]
    assert FinalResult.objects.count() == 0


def test_a_word_for_a_number_is_told_beside_a_name_that_is_wrong() -> None:
    text = PLACES.replace("Ada,2,11", "Ada,first,11").replace("Chiara", "Cleo").replace(",7", ",x")
    problems = problems_of(plan_for(simple_table(), text))
    assert problems.keys() == {2, 4, 5}
    assert problems[2] == ["“first” is not a whole number."]
    assert problems[5] == ["“x” is not a whole number."]


def test_one_wrong_table_keeps_all_the_others_back() -> None:
    table = make_table()
    make_table(table.round, number=2)
    second = rows_of_table(2).replace("Björn 2", "Bruno")
    with pytest.raises(UnsoundFileError) as refusal:
        bring(table, PLACES + second)
    assert list(problems_of(refusal.value.plan)) == [7]
    assert FinalResult.objects.count() == 0


def test_a_closed_round_takes_nothing_but_what_it_has_already() -> None:
    table = make_table()
    bring(table, PLACES)
    Round.objects.update(status=RoundStatus.CLOSED)
    assert bring(table, PLACES).fresh == []
    FinalResult.objects.all().delete()
    assert (
        "Round 1 is closed. You can correct recorded hands and results;"
        in (problems_of(plan_for(table, PLACES))[2][0])
    )


def test_a_competition_of_game_points_asks_for_totals() -> None:
    table = make_table(make_round(make_competition(scoring=Scoring.RAW)))
    places = "round,table,player,place\n1,1,Ada,1\n1,1,Björn,2\n1,1,Chiara,3\n1,1,Dörte,4"
    assert "Enter the totals too" in problems_of(plan_for(table, places))[2][0]


def test_a_round_that_several_stages_have_is_found_by_its_stage() -> None:
    table = make_table()
    competition: Competition = table.round.stage.competition
    final = Stage.objects.create(competition=competition, number=2, name="Final")
    Round.objects.create(stage=final, number=1, status=RoundStatus.OPEN)
    assert problems_of(plan_for(table, PLACES))[2] == [
        "Several stages have a round 1. Add a column for the stage."
    ]
    rows = PLACES.splitlines()
    staged = "\n".join(["stage," + rows[0], *(f"1,{row}" for row in rows[1:])])
    assert problems_of(plan_for(table, staged)) == {}
    assert problems_of(plan_for(table, staged.replace("\n1,", "\nfinal,", 1)))[2] == [
        "Round 1 has no table 1. Seat the players first."
    ]


def test_hands_of_zop_zoo_are_recorded_and_held_against_the_totals() -> None:
    table = make_zop_table()
    text = """round;table;hand;player;points;won;total
1;1;1;Ada;100;yes;
1;1;1;Björn;-50;;
1;1;1;Chiara;0;;
1;1;2;Ada;5;;
1;1;2;Björn;5;;
1;1;2;Chiara;10;;
1;1;;Ada;;;105
1;1;;Björn;;;−45
1;1;;Chiara;;;15
"""
    assert problems_of(plan_for(table, text)) == {10: ["The hands add up to 10, not to 15."]}
    right = text.replace(";15\n", ";10\n")
    bring(table, right)
    assert TableScore.objects.get().totals == [105, -45, 10]
    assert [record_of(live_hand(table, number))["winner"] for number in (1, 2)] == [0, None]
    assert bring(table, right).fresh == []
    assert Submission.objects.count() == 2


def test_hands_of_franks_zoo_and_of_animal_poker_are_recorded() -> None:
    frank = simple_table()
    text = "round,table,hand,player,out\n"
    for number, order in enumerate(((2, 1, 4, 3), (1, 2, 3, "")), 1):
        for name, out in zip(("Ada", "Björn", "Chiara", "Dörte"), order, strict=True):
            text += f"1,1,{number},{name},{out}\n"
    bring(frank, text)
    finishes = [record_of(live_hand(frank, number))["finish"] for number in (1, 2)]
    assert finishes == [[1, 0, 3, 2], [0, 1, 2, 3]]
    poker = make_poker_table()
    text = "round,table,hand,player,coins,won,pot\n1,1,1,Ada,0,,0\n1,1,1,Björn,0,,\n"
    bring(poker, text + "1,1,1,Chiara,0,,\n1,1,1,Dörte,4,x,\n")
    assert record_of(live_hand(poker, 1))["coins"] == [0, 0, 0, 4]


def test_lions_and_hedgehogs_are_told_by_hand() -> None:
    table = make_table()
    rows = [("Ada", 1, 3, "yes"), ("Björn", 2, 1, "yes"), ("Chiara", 3, 0, ""), ("Dörte", 4, 0, "")]
    text = "round,table,hand,player,out,lions,hedgehog,lions_in_hand\n"
    text += "".join(f"1,1,1,{n},{o},,,\n" for n, o, *_rest in rows)
    text += "".join(f"1,1,2,{n},{o},{lions},{h},1\n" for n, o, lions, h in rows)
    bring(table, text)
    record = record_of(live_hand(table, 2))
    assert (record["lions_taken"], record["lions_in_hand"]) == ([3, 1, 0, 0], 1)
    assert record["hedgehog"] == [True, True, False, False]


@pytest.mark.parametrize(
    ("was", "becomes", "row", "words"),
    [
        ("1,1,1,Ada,100", "1,1,0,Ada,100", 2, "“0” is not a hand number."),
        ("1,1,1,Chiara,0,\n", "", 2, "Hand 1 is missing these players: Chiara."),
        ("Björn,-50", "Björn,-52", 3, "All points in this game are multiples of 5."),
        ("1,1,1,", "1,1,2,", 2, "Hand 1 is missing."),
        ("Chiara", "Ada", 4, "Ada is already in row 2."),
        (",won", ",x", 2, "Choose who won the hand, or “Nobody”."),
        (",100,yes", ",,", 2, "Enter the points."),
    ],
)
def test_each_fault_of_a_hand_stands_at_its_row(
    was: str, becomes: str, row: int, words: str
) -> None:
    text = "round,table,hand,player,points,won\n1,1,1,Ada,100,yes\n1,1,1,Björn,-50,\n"
    text = (text + "1,1,1,Chiara,0,\n").replace(was, becomes)
    table = make_zop_table()
    plan = plan_for(table, text)
    assert words in problems_of(plan)[row]
    assert Hand.objects.count() == 0


def test_a_hand_that_is_recorded_otherwise_is_told_and_new_ones_go_on_after_it() -> None:
    table = simple_table()
    send(table, record={"finish": [0, 1, 2, 3]})
    head = "round,table,hand,player,out\n"
    one = head + "1,1,1,Ada,2\n1,1,1,Björn,1\n1,1,1,Chiara,3\n1,1,1,Dörte,4\n"
    assert problems_of(plan_for(table, one)) == {
        2: ["Hand 1 is already recorded differently. Correct it on its page."]
    }
    two = one.replace("1,1,1,", "1,1,2,")
    bring(table, two)
    assert record_of(live_hand(table, 2))["finish"] == [1, 0, 2, 3]
    assert Hand.objects.filter(is_disputed=True).count() == 0


def test_a_hand_that_the_table_refuses_is_told_and_undoes_everything() -> None:
    table = simple_table()
    for _ in range(2):
        send(table, record={"finish": [0, 1, 2, 3]})
    first = live_hand(table, 1)
    void_hand(hand_id=first.pk, expected_revision=1, reason="No.", author=BY_CLUB)
    text = "round,table,hand,player,out\n1,1,1,Ada,2\n1,1,1,Björn,1\n1,1,1,Chiara,3\n1,1,1,Dörte,4"
    with pytest.raises(UnsoundFileError) as refusal:
        bring(table, text)
    assert "Hand 1 is void." in problems_of(refusal.value.plan)[2][0]
    assert Submission.objects.count() == 2


def test_a_table_that_refuses_a_hand_undoes_the_tables_before_it() -> None:
    sound = simple_table()
    table = make_table(sound.round, number=2)
    for _ in range(2):
        send(table, record={"finish": [0, 1, 2, 3]})
    first = live_hand(table, 1)
    void_hand(hand_id=first.pk, expected_revision=1, reason="No.", author=BY_CLUB)
    rows = [
        f"1,{number},1,{name}{of},{out}"
        for number, of in ((1, ""), (2, " 2"))
        for name, out in (("Ada", 2), ("Björn", 1), ("Chiara", 3), ("Dörte", 4))
    ]
    with pytest.raises(UnsoundFileError):
        bring(sound, "\n".join(["round,table,hand,player,out", *rows]))
    assert Hand.objects.filter(table=sound).count() == 0


def test_the_results_that_were_taken_away_are_read_and_other_columns_named() -> None:
    table = make_table()
    text = "\ufeffStage\tRound\tTable\tSeat\tPlayer\tPlace\tGame points\n" + "\n".join(
        f"1\t1\t1\t{seat}\t'{name}\t{place}\t"
        for seat, (name, place) in enumerate(
            (("=Ada", 1), ("Björn", 2), ("Chiara", 3), ("Dörte", 4)), 1
        )
    )
    player = table.seats.get(number=0).player
    player.name = "=Ada"
    player.save()
    plan = plan_for(table, text.replace("'B", "B").replace("'C", "C").replace("'D", "D"))
    assert plan.file.unread == ("Seat",)
    assert [row.who.name for row in plan.matches[0].rows] == ["=Ada", "Björn", "Chiara", "Dörte"]


def test_a_workbook_is_read_as_its_text_would_be() -> None:
    table = make_table()
    rows = [("Round", "Table", "Player", "Place"), (1, 1.0, "Ada", 1), (None, None, None, None)]
    rows += [(1, 1, "Björn", 2), (1, 1, "Chiara", 3), (1, 1, "Dörte", 4)]
    text = text_of_workbook(workbook(*rows), most_rows=MOST_ROWS)
    assert [line.number for line in read_results(text).lines] == [2, 4, 5, 6]
    assert [row.place for row in plan_for(table, text).matches[0].rows] == [1, 2, 3, 4]


@pytest.mark.databases
@pytest.mark.parametrize("tables", [1, 3])
def test_a_file_asks_as_much_for_one_table_as_for_three(tables: int) -> None:
    table = make_table()
    text = PLACES
    for number in range(2, tables + 1):
        make_table(table.round, number=number)
        text += rows_of_table(number)
    file = read_results(text)
    competition = table.round.stage.competition
    with CaptureQueriesContext(connection) as queries:
        plan = plan_of(competition, file)
    assert (len(plan.fresh), len(queries)) == (tables, 4)
