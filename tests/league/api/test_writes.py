"""Clubs, competitions, rounds and online tables over the API: made, refused, and sent twice."""

import pytest

from league.clubs.models import Player
from league.competitions.models import Competition, Round, Table
from league.online.models import Move, OnlineTable
from league.results.models import Adjustment
from league.standings.models import Standing
from tests.factories import make_player
from tests.league.api.scenes import Scene, problem_of

pytestmark = pytest.mark.django_db


def test_players_sent_twice_are_added_once() -> None:
    scene = Scene()
    path, program = f"clubs/{scene.club.slug}/players/", scene.program("organiser")
    seen = Player.objects.latest("pk").pk
    body = {"names": [" Zoë ", "Yara"], "seen": seen}
    added = program.post(path, body).json()["results"]
    assert [player["name"] for player in added] == ["Zoë", "Yara"]
    assert program.post(path, body).json()["results"] == []


def test_only_an_owner_makes_organisers() -> None:
    scene = Scene()
    path = f"players/{scene.player.pk}/"
    answer = scene.program("organiser").ask("PATCH", path, {"role": "organiser"})
    assert problem_of(answer) == (422, "role")
    answer = scene.program("owner").ask("PATCH", path, {"role": "organiser"})
    assert answer.json()["role"] == "organiser"


def test_a_competition_sent_twice_is_made_once() -> None:
    scene = Scene()
    path, program = f"clubs/{scene.club.slug}/competitions/", scene.program("organiser")
    body = {
        "name": "Cup",
        "game": "animal-poker",
        "kind": "tournament",
        "stage": {"method": "swiss", "planned_rounds": 3},
        "rounds": [{}, {"opens_at": "2099-01-01T10:00:00Z"}],
        "players": [scene.player.pk],
        "size_points": {"5": [9, 6, 3]},
    }
    answer = program.post(path, body)
    made = answer.json()
    assert answer.status_code == 201
    assert (made["kind"], made["options"]) == ("tournament", {"target": 15})
    assert [(stage["method"], stage["planned_rounds"]) for stage in made["stages"]] == [
        ("swiss", 3)
    ]
    competition = Competition.objects.get(pk=made["id"])
    assert Round.objects.filter(stage__competition=competition).count() == 2
    assert [entry.player for entry in competition.entries.all()] == [scene.player]
    assert problem_of(program.post(path, body)) == (422, "name_taken")


def test_a_competition_prefers_sizes_that_its_game_has_unless_others_are_sent() -> None:
    scene = Scene()
    path, program = f"clubs/{scene.club.slug}/competitions/", scene.program("organiser")
    made = program.post(path, {"name": "Skat", "game": "skat"}).json()
    assert (made["table_min"], made["table_preferred"], made["table_max"]) == (3, [4], 4)


def test_a_version_that_a_game_does_not_have_is_refused_at_its_field() -> None:
    scene = Scene()
    program = scene.program("organiser")
    body = {"name": "Skat", "game": "skat", "options": {"sheet": "skat", "version": 9}}
    answer = program.post(f"clubs/{scene.club.slug}/competitions/", body)
    assert problem_of(answer) == (422, "invalid_options")
    assert [(fault["code"], fault["field"]) for fault in answer.json()["errors"]] == [
        ("unknown_version", "options.version")
    ]


def test_terms_that_contradict_one_another_are_refused() -> None:
    scene = Scene()
    program, path = scene.program("organiser"), f"competitions/{scene.competition.pk}/"
    for change, field in (
        ({"table_min": 6, "table_max": 4}, "table_max"),
        ({"table_preferred": [8]}, "table_preferred"),
        ({"place_points": [1, 2]}, "place_points"),
        ({"size_points": {"9": [1]}}, "size_points"),
    ):
        answer = program.ask("PATCH", path, change)
        assert problem_of(answer) == (400, "invalid")
        assert field in [fault["field"] for fault in answer.json()["errors"]]
    answer = program.ask("PATCH", path, {"options": {"target": -1}})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "options.target"


def test_players_of_another_club_are_refused() -> None:
    scene = Scene()
    stranger = make_player()
    answer = scene.program("organiser").post(
        f"competitions/{scene.competition.pk}/entries/", {"players": [stranger.pk]}
    )
    assert problem_of(answer) == (400, "invalid")
    assert answer.json()["errors"][0]["field"] == "players"


def test_a_round_sent_twice_is_added_once() -> None:
    scene = Scene()
    path = f"competitions/{scene.competition.pk}/rounds/"
    program, body = scene.program("organiser"), {"number": 5}
    first, second = program.post(path, body), program.post(path, body)
    assert first.json() == second.json()
    answer = program.post(
        path, {"number": 6, "opens_at": "2099-01-02T00:00:00Z", "closes_at": "2099-01-01T00:00:00Z"}
    )
    assert [fault["field"] for fault in answer.json()["errors"]] == ["closes_at"]


def test_a_round_is_seated_once_and_the_second_organiser_is_told() -> None:
    scene = Scene()
    path, program = f"rounds/{scene.unseated.pk}/", scene.program("organiser")
    body = {"seating": 0, "seed": 7, "sizes": [4]}
    answer = program.post(f"{path}seating/", body)
    assert (answer.status_code, answer.json()["seating"]) == (200, 1)
    assert problem_of(program.post(f"{path}seating/", body)) == (409, "seating_changed")
    tables = program.get(f"{path}tables/").json()["results"]
    assert [len(table["seats"]) for table in tables] == [4]
    seated = scene.waiting[0].entry.player_id
    assert problem_of(program.ask("DELETE", f"{path}players/{seated}/")) == (422, "seated")
    impossible = {"seating": 1, "seed": 7, "sizes": [8, 8]}
    assert problem_of(program.post(f"{path}seating/", impossible)) == (422, "cannot_seat")


def test_the_life_of_a_round_is_safe_to_ask_for_twice() -> None:
    scene = Scene()
    program, path = scene.program("organiser"), f"rounds/{scene.scheduled.pk}/"
    assert problem_of(program.post(f"{path}close/")) == (422, "wrong_status")
    for action, status in (("open", "open"), ("close", "closed"), ("reopen", "open")):
        for _ in range(2):
            assert program.post(f"{path}{action}/").json()["status"] == status
    assert problem_of(program.ask("DELETE", path)) == (422, "round_in_use")


def test_an_adjustment_sent_twice_is_given_once() -> None:
    scene = Scene()
    path = f"competitions/{scene.competition.pk}/adjustments/"
    program = scene.program("organiser")
    body = {
        "entry": scene.adjustment.entry_id,
        "kind": "penalty",
        "points": -2,
        "reason": "Late",
        "key": "late",
    }
    first, second = program.post(path, body), program.post(path, body)
    assert first.json() == second.json()
    assert Adjustment.objects.count() == 2
    wrong = body | {"points": 2, "key": "wrong"}
    assert problem_of(program.post(path, wrong)) == (422, "wrong_sign")
    cancelled = program.post(f"adjustments/{first.json()['id']}/cancel/", {"reason": "Oh"})
    assert cancelled.json()["cancelled_at"] is not None


def test_each_column_of_the_standings_holds_its_own_number() -> None:
    scene = Scene()
    program, path = scene.program("visitor"), f"competitions/{scene.competition.pk}/standings/"
    columns = {"points": 27, "wins": 2, "game_points": 51, "tables": 5, "rounds": 4, "byes": 1}
    Standing.objects.filter(entry__competition=scene.competition).update(**columns)
    for row in program.get(path).json()["results"]:
        assert {name: row[name] for name in columns} == columns


def test_standings_are_told_as_they_are_and_as_they_were() -> None:
    scene = Scene()
    program, path = scene.program("visitor"), f"competitions/{scene.competition.pk}/standings/"
    now = program.get(path).json()
    assert [row["name"] for row in now["results"]] == ["Ada", "Björn", "Chiara", "Dörte"]
    assert now["results"][0]["points"] == 11
    settled = program.get(f"{path}?settled=true").json()
    assert [(row["name"], row["points"]) for row in settled["results"]] == [("Ada", 1)]


def test_a_move_sent_twice_counts_once() -> None:
    scene = Scene()
    program, path = scene.program("player"), f"online/{scene.online.token}/moves/"
    move = scene.move()
    first = program.post(path, move)
    assert first.status_code == 200
    assert program.post(path, move).status_code == 200
    assert Move.objects.filter(key=move["key"]).count() == 1
    assert first.json()["moves"] == move["moves"] + 1


def test_moves_that_are_none_or_not_allowed_are_refused_with_their_rule() -> None:
    scene = Scene()
    program, path = scene.program("player"), f"online/{scene.online.token}/moves/"
    answer = program.post(path, scene.move() | {"action": {"type": "dance"}})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"].startswith("action")
    assert problem_of(program.post(path, scene.move() | {"hand": 9})) == (409, "stale")
    assert problem_of(scene.program("owner").post(path, scene.move())) == (404, "not_found")


def test_an_online_table_is_opened_and_taken() -> None:
    scene = Scene()
    program = scene.program("stranger")
    body = {"game": "zop-zoo", "seats": 3, "name": "Cleo", "hands": 1}
    token = program.post("online/", body).json()["token"]
    assert [table["token"] for table in program.get("online/").json()["results"]] == [token]
    guest = scene.program("player")
    for _ in range(2):
        view = guest.post(f"online/{token}/seats/1/", {"name": "Ada"}).json()
        assert view["you"] == 1
    taken = scene.program("owner").post(f"online/{token}/seats/1/", {"name": "Bo"})
    assert problem_of(taken) == (422, "seat_taken")
    assert problem_of(program.post(f"online/{token}/begin/")) == (422, "open_seats")
    answer = program.post("online/", body | {"game": "franks-zoo", "seats": 8})
    assert answer.status_code == 422
    left = guest.post(f"online/{token}/actions/", {"action": "leave"})
    assert left.json()["you"] is None
    assert OnlineTable.objects.filter(token=token).count() == 1


def test_what_a_table_tells_of_its_next_hand_is_what_the_engine_tells() -> None:
    scene = Scene()
    told = scene.program("visitor").get(f"tables/{scene.table.pk}/").json()
    assert told["next_hand"]["number"] == 2
    assert told["score"]["hands"] == 1
    assert [seat["player"]["name"] for seat in told["seats"]] == ["Ada", "Björn", "Chiara", "Dörte"]
    assert Table.objects.get(pk=told["id"]).version == told["revision"]
