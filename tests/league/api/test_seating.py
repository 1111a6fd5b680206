"""Stages and seats over the API: looked at, changed, refused, undone."""

import pytest

from league.clubs.models import Player
from league.competitions.models import EntryAbsence, Round, Seat, Stage
from league.rounds.services.closing import close_round
from tests.factories import NOW, make_check_in
from tests.league.api.scenes import Scene, problem_of

pytestmark = pytest.mark.django_db


def _sitting(round: Round) -> list[list[int]]:
    """Return the entries at the standing tables."""
    tables = round.tables.standing().order_by("number")
    return [
        list(table.seats.order_by("number").values_list("entry", flat=True)) for table in tables
    ]


def test_what_a_draw_shows_is_what_comes_of_it() -> None:
    scene = Scene()
    program, path = scene.program("organiser"), f"rounds/{scene.unseated.pk}/seating/"
    drawn = program.post(f"{path}preview/", {"seed": 5}).json()
    assert _sitting(scene.unseated) == []
    wish = {name: drawn[name] for name in ("seed", "digest", "seating")}
    make_check_in(scene.unseated)
    assert problem_of(program.post(path, wish)) == (409, "draw_outdated")
    drawn = program.post(f"{path}preview/", {"seed": 5}).json()
    wish = {name: drawn[name] for name in ("seed", "digest", "seating")}
    assert program.post(path, wish).json()["seating"] == 1
    tables = [[seat["entry"] for seat in table["seats"]] for table in drawn["tables"]]
    assert _sitting(scene.unseated) == tables
    impossible = program.post(f"{path}preview/", {"sizes": [8, 8]})
    assert problem_of(impossible) == (422, "cannot_seat")


def test_somebody_who_comes_late_gets_a_seat_and_the_change_is_undone() -> None:
    scene = Scene()
    program, path = scene.program("organiser"), f"rounds/{scene.seated.pk}/"
    newest = Player.objects.latest("pk").pk
    for _ in range(2):
        came = program.post(f"{path}players/new/", {"name": "Late", "seen": newest}).json()
    assert [row["player"]["name"] for row in came["results"]] == ["Late"]
    assert Player.objects.filter(name="Late").count() == 1
    entry = scene.competition.entries.get(player__name="Late").pk
    wish = {"seating": 1, "kind": "moved", "entry": entry}
    foreseen = program.post(f"{path}changes/preview/", wish).json()
    assert [(move["name"], move["to_table"]) for move in foreseen["moves"]] == [("Late", 1)]
    assert Seat.objects.filter(entry=entry).count() == 0
    first, second = (program.post(f"{path}changes/", wish).json() for _ in range(2))
    assert first == second
    assert (first["seating"], first["change"]["text"]) == (2, "Late got a seat at table 1.")
    stale = wish | {"kind": "left"}
    assert problem_of(program.post(f"{path}changes/", stale)) == (409, "seating_changed")
    change = f"changes/{first['change']['id']}/undo/"
    foreseen = program.post(f"{change}preview/").json()
    assert foreseen["leaving"] == "Late"
    for _ in range(2):
        assert program.post(change).json()["change"]["undone_at"] is not None
    assert Seat.objects.filter(entry=entry, table__dissolved_at=None).count() == 0
    kinds = [row["kind"] for row in program.get(f"{path}changes/").json()["results"]]
    assert kinds == ["moved", "seated"]


def test_the_clock_of_a_round_is_pressed() -> None:
    scene = Scene()
    program, path = scene.program("organiser"), f"rounds/{scene.seated.pk}/clock/"
    assert problem_of(program.post(path, {"action": "pause"})) == (422, "no_clock")
    assert problem_of(program.post(path, {"action": "minutes"})) == (400, "invalid")
    started = program.post(path, {"action": "start", "minutes": 30}).json()
    assert program.post(path, {"action": "start", "minutes": 50}).json() == started
    assert program.post(path, {"action": "minutes", "minutes": 40}).json()["clock_minutes"] == 40
    assert program.post(path, {"action": "pause"}).json()["clock_paused_at"] is not None
    assert program.post(path, {"action": "resume"}).json()["clock_paused_at"] is None
    assert program.post(path, {"action": "last_hand"}).json()["last_hand_called_at"] is not None
    anew = {"action": "restart", "started_at": started["clock_started_at"], "minutes": 20}
    for _ in range(2):
        again = program.post(path, anew).json()
    assert (again["clock_minutes"], again["last_hand_called_at"]) == (20, None)


def test_who_missed_a_round_is_said_otherwise() -> None:
    scene = Scene()
    program = scene.program("organiser")
    out = EntryAbsence.objects.create(
        round=scene.closed, entry=scene.waiting[0].entry, reason="absent", created_at=NOW
    )
    path = f"rounds/{scene.closed.pk}/absences/"
    told = program.ask("PUT", f"{path}{out.entry_id}/", {"reason": "requested_bye"}).json()
    assert [(row["entry"], row["reason"]) for row in told["results"]] == [
        (out.entry_id, "requested_bye")
    ]
    assert program.get(path).json() == told


def test_a_stage_is_added_begun_and_taken_back() -> None:
    scene = Scene()
    program = scene.program("organiser")
    Stage.objects.filter(pk=scene.stage.pk).delete()
    competition = scene.competition
    Round.objects.filter(stage__competition=competition).exclude(pk=scene.seated.pk).delete()
    close_round(round_id=scene.seated.pk, now=NOW)
    path = f"competitions/{competition.pk}/stages/"
    final = {"number": 2, "name": "Final", "cut": "places", "cut_at": 2}
    wrong = program.post(path, {"number": 2, "cut": "places"})
    assert [fault["field"] for fault in wrong.json()["errors"]] == ["cut_at"]
    first, second = program.post(path, final).json(), program.post(path, final).json()
    assert first == second
    stage = f"stages/{first['id']}/"
    assert program.ask("PATCH", stage, {"minutes": 60}).json()["minutes"] == 60
    cut = program.get(f"{stage}cut/").json()
    assert cut["refusal"] == ""
    going = [row["entry"] for row in cut["results"] if row["seed"] is not None]
    assert len(going) == 2
    others = program.post(f"{stage}start/", {"entries": going[::-1]})
    assert problem_of(others) == (409, "cut_changed")
    for _ in range(2):
        assert program.post(f"{stage}start/", {"entries": going}).json()["started_at"] is not None
    assert problem_of(program.ask("DELETE", stage)) == (422, "stage")
    assert program.post(f"{stage}undo-start/").json()["started_at"] is None
    assert program.ask("DELETE", stage).status_code == 204


def test_a_seating_by_hand_is_read_line_by_line() -> None:
    scene = Scene()
    program, path = scene.program("organiser"), f"stages/{scene.stage.pk}/seating-list/"
    names = [each.entry.player.name for each in scene.waiting]
    wrong = program.ask("PUT", path, {"text": "Nobody, at, all"})
    assert problem_of(wrong) == (400, "invalid")
    assert wrong.json()["errors"][0]["detail"].startswith("Line 1: ")
    written = program.ask("PUT", path, {"text": ", ".join(names)}).json()
    assert written["rounds"] == [[[each.entry_id for each in scene.waiting]]]
    assert program.get(path).json() == written


def test_rounds_that_make_themselves_are_set_paused_and_given_up() -> None:
    scene = Scene()
    program = scene.program("organiser")
    first = Stage.objects.get(competition=scene.competition, number=1)
    path = f"stages/{first.pk}/recurrence/"
    rule = {"rule": "FREQ=WEEKLY", "starts_at": "2099-01-01T19:00:00Z", "ahead": 1}
    wrong = program.ask("PUT", path, rule | {"rule": "now and then"})
    assert problem_of(wrong) == (422, "bad_recurrence")
    assert program.ask("PUT", path, rule).json()["ahead"] == 1
    made = first.rounds.filter(recurs_on__isnull=False)
    assert made.count() == 1
    assert program.ask("PATCH", path, {"is_paused": True}).json()["paused_at"] is not None
    assert made.count() == 0
    assert program.ask("PATCH", path, {"is_paused": False}).json()["paused_at"] is None
    assert program.ask("DELETE", path).status_code == 204
    assert problem_of(program.get(path)) == (404, "not_found")
