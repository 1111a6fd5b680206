"""Results, calls, entries and ways in over the API: done, refused, and sent twice."""

from uuid import uuid4

import pytest

from league.clubs.models import Club, Player
from league.competitions.models import Entry
from league.results.models import Submission
from tests.factories import make_user
from tests.league.api.scenes import Program, Scene, problem_of, token_of
from tests.league.results.hands import record_for

pytestmark = pytest.mark.django_db


def test_a_result_without_hands_is_recorded_corrected_and_void() -> None:
    scene = Scene()
    table = scene.seated.tables.get()
    program, path = scene.program("scorer"), f"tables/{table.pk}/result/"
    sent = {"key": str(uuid4()), "seating": table.seating, "outcome": {"places": [1, 2, 3, 4]}}
    first, second = program.post(path, sent), program.post(path, sent)
    assert (first.status_code, first.json()) == (201, second.json())
    other = sent | {"outcome": {"places": [2, 1, 3, 4]}}
    assert problem_of(program.post(path, other)) == (409, "key_reused")
    another = other | {"key": str(uuid4())}
    assert problem_of(program.post(path, another)) == (422, "result_stands")
    wrong = another | {"outcome": {"places": [1, 1]}, "key": str(uuid4())}
    assert program.post(path, wrong).json()["errors"][0]["field"] == "outcome.places"

    change = {"revision": 1, "reason": "Misread", "outcome": {"places": [2, 1, 3, 4]}}
    foreseen = program.post(f"{path}preview/", change).json()
    assert [row["place"] for row in foreseen["table"]] == [[1, 2], [2, 1], [3, 3], [4, 4]]
    assert program.get(path).json() == first.json()
    assert program.ask("PUT", path, change).json()["current"]["number"] == 2
    late = change | {"outcome": {"places": [4, 1, 3, 2]}}
    assert problem_of(program.ask("PUT", path, late)) == (409, "stale")
    void = {"revision": 2, "reason": "Played elsewhere"}
    assert program.post(f"{path}void/", void).json()["is_void"] is True
    assert len(program.get(path).json()["revisions"]) == 3


def test_a_match_from_paper_is_recorded_all_or_none() -> None:
    scene = Scene()
    table = scene.seated.tables.get()
    program, path = scene.program("scorer"), f"tables/{table.pk}/score-sheet/"
    hand = {"number": 1, "key": str(uuid4()), "record": record_for(table)}
    bad = {"number": 2, "key": str(uuid4()), "record": {"finish": [0, 0, 1, 2]}}
    answer = program.post(path, {"seating": table.seating, "hands": [hand, bad]})
    assert answer.status_code == 422
    assert table.hands.count() == 0
    for _ in range(2):
        answer = program.post(path, {"seating": table.seating, "hands": [hand]})
        assert [each["outcome"] for each in answer.json()["results"]] == ["counted"]
    assert table.hands.count() == 1


def test_a_change_of_a_hand_is_looked_at_before_it_is_made() -> None:
    scene = Scene()
    program, path = scene.program("scorer"), f"hands/{scene.hand.pk}/"
    before = program.get(path).json()
    change = {"revision": 1, "reason": "A slip"}
    void = program.post(f"{path}preview/", change | {"change": "void"}).json()
    assert [row["total"][1] for row in void["table"]] == [0, 0, 0, 0]
    assert {row["name"] for row in void["standings"]} == {"Ada", "Björn", "Chiara", "Dörte"}
    correction = change | {"change": "correct", "record": {"finish": [3, 2, 1, 0]}}
    foreseen = program.post(f"{path}preview/", correction).json()
    totals = [row["total"][1] for row in foreseen["table"]]
    assert program.get(path).json() == before
    missing = program.post(f"{path}preview/", change | {"change": "correct"})
    assert [fault["field"] for fault in missing.json()["errors"]] == ["record"]
    stale = correction | {"revision": 7}
    assert problem_of(program.post(f"{path}preview/", stale)) == (409, "stale")
    done = program.ask("PUT", path, change | {"record": {"finish": [3, 2, 1, 0]}}).json()
    assert done["score"]["score"]["totals"] == totals


def test_of_two_versions_of_a_hand_one_is_picked() -> None:
    scene = Scene()
    player, scorer = scene.program("player"), scene.program("scorer")
    sent = scene.record() | {"number": 1, "record": {"finish": [3, 2, 1, 0]}}
    answer = player.post(f"tables/{scene.table.pk}/hands/", sent).json()
    assert answer["outcome"] == "differed"
    versions = player.get(f"hands/{scene.hand.pk}/versions/").json()
    assert (versions["is_disputed"], len(versions["versions"])) == (True, 2)
    path = f"submissions/{versions['versions'][1]['id']}/resolve/"
    wish = {"revision": versions["revision"]}
    assert problem_of(scorer.post(path, wish)) == (422, "reason_missing")
    wish["reason"] = "Both remember it so"
    foreseen = scorer.post(f"{path}preview/", wish).json()
    assert any(row["total"][0] != row["total"][1] for row in foreseen["table"])
    settled = [scorer.post(path, wish).json() for _ in range(2)]
    assert settled[0] == settled[1]
    assert (settled[0]["is_disputed"], settled[0]["current"]["record"]["finish"]) == (
        False,
        [3, 2, 1, 0],
    )
    assert Submission.objects.filter(hand=scene.hand).count() == 2


def test_a_table_calls_and_an_organiser_comes() -> None:
    scene = Scene()
    player, organiser = scene.program("player"), scene.program("organiser")
    inbox = f"clubs/{scene.club.slug}/inbox/"
    called = player.post(f"tables/{scene.table.pk}/calls/", {"message": "Help"}).json()
    assert called["id"] == scene.call.pk
    waiting = organiser.get(inbox).json()
    assert [(call["table"], call["message"]) for call in waiting["calls"]] == [
        (scene.table.pk, "Help")
    ]
    coming = organiser.post(f"calls/{called['id']}/acknowledge/").json()
    assert coming["acknowledged_by"]["name"] == "The organiser"
    for _ in range(2):
        assert player.post(f"calls/{called['id']}/cancel/").json()["closed_at"] is not None
    assert organiser.get(inbox).json()["calls"] == []


def test_teams_and_pairs_apart_are_said() -> None:
    scene = Scene()
    program, path = scene.program("organiser"), f"competitions/{scene.competition.pk}/"
    body = {"team": "Lions", "players": [scene.player.pk], "new": ["Zoë"]}
    for _ in range(2):
        entries = program.post(f"{path}teams/", body).json()["results"]
    assert [(each["player"]["name"], each["team"]) for each in entries] == [
        ("Ada", "Lions"),
        ("Zoë", "Lions"),
    ]
    assert Player.objects.filter(name="Zoë").count() == 1
    guest = program.ask("PATCH", f"entries/{entries[1]['id']}/", {"is_guest": True}).json()
    assert (guest["team"], guest["is_guest"]) == ("Lions", True)
    assert Entry.objects.get(pk=entries[1]["id"]).is_guest is True
    pair = [each["player"]["id"] for each in entries]
    apart = program.post(f"{path}separations/", {"players": pair, "reason": "request"}).json()
    again = program.post(f"{path}separations/", {"players": pair[::-1], "reason": "family"}).json()
    assert (again["id"], again["reason"]) == (apart["id"], "family")
    same = program.post(f"{path}separations/", {"players": [pair[0]] * 2, "reason": "request"})
    assert [fault["field"] for fault in same.json()["errors"]] == ["players"]
    assert program.ask("DELETE", f"{path}separations/{apart['id']}/").status_code == 204
    assert program.get(f"{path}separations/").json()["results"] == []


def test_people_join_by_an_invitation_and_are_asked_who_they_are() -> None:
    scene = Scene()
    organiser = scene.program("organiser")
    made = organiser.post(f"clubs/{scene.club.slug}/invitations/", {"hours": 12}).json()
    assert made["url"].endswith(f"/join/{made['token']}/")
    somebody = Program(token_of(make_user()))
    path = f"join/{made['token']}/"
    assert problem_of(somebody.post(path, {"name": "ada"})) == (422, "look_alike")
    mine = {"name": "ada", "different_from": [scene.player.pk]}
    first, second = somebody.post(path, mine).json(), somebody.post(path, mine).json()
    assert (first, first["name"]) == (second, "ada")
    renamed = somebody.ask("PUT", f"players/{first['id']}/preferences/", {"name": "Adalbert"})
    assert renamed.json()["name"] == "Adalbert"
    assert organiser.ask("DELETE", f"invitations/{made['id']}/").status_code == 204
    assert problem_of(somebody.post(path, mine)) == (422, "invitation")


def test_an_owner_of_the_site_makes_a_club_once() -> None:
    program = Program(token_of(make_user(is_superuser=True)))
    body = {"name": "Zoo", "time_zone": "Europe/Rome"}
    first, second = program.post("clubs/", body).json(), program.post("clubs/", body).json()
    assert (first, first["is_organised"]) == (second, True)
    assert Club.objects.count() == 1
