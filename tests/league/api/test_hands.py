"""Hands over the API: recorded once, corrected, confirmed, disputed, and refused in words."""

from uuid import uuid4

import pytest

from league.results.models import Hand, HandResponse, HandResponseKind
from tests.league.api.scenes import Scene, problem_of
from tests.league.results.hands import live_hand

pytestmark = pytest.mark.django_db


def test_a_hand_sent_twice_is_recorded_once() -> None:
    scene = Scene()
    program, sent = scene.program("player"), scene.record()
    path = f"tables/{scene.table.pk}/hands/"
    first, second = program.post(path, sent), program.post(path, sent)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert (first.json()["number"], first.json()["outcome"]) == (2, "counted")
    assert Hand.objects.filter(table=scene.table).count() == 2
    current = live_hand(scene.table, 2).current
    assert current is not None
    assert (current.by, current.via) == (scene.player, "seat")


def test_a_key_with_another_hand_is_refused() -> None:
    scene = Scene()
    program, sent = scene.program("scorer"), scene.record()
    path = f"tables/{scene.table.pk}/hands/"
    program.post(path, sent)
    record = sent["record"] | {"finish": sent["record"]["finish"][::-1]}
    assert problem_of(program.post(path, sent | {"record": record})) == (409, "key_reused")


def test_a_record_against_the_rules_says_which() -> None:
    scene = Scene()
    sent = scene.record()
    sent["record"]["finish"] = [0, 0, 1, 2]
    answer = scene.program("player").post(f"tables/{scene.table.pk}/hands/", sent)
    assert problem_of(answer) == (422, "invalid_record")
    fault = answer.json()["errors"][0]
    assert (fault["field"], fault["code"]) == ("record.finish", "not_a_permutation")
    assert Hand.objects.filter(table=scene.table).count() == 1


def test_a_warning_is_confirmed_by_its_name() -> None:
    scene = Scene()
    sent = scene.record()
    sent["record"]["lions_taken"] = [0, 0, 0, 0]
    path = f"tables/{scene.table.pk}/hands/"
    program = scene.program("player")
    answer = program.post(path, sent | {"confirmed": []})
    assert problem_of(answer) == (422, "unconfirmed")
    warnings = [fault["warning"] for fault in answer.json()["errors"]]
    assert len(warnings) == 1
    assert program.post(path, sent | {"confirmed": warnings}).status_code == 201


def test_a_table_that_was_seated_anew_is_a_conflict() -> None:
    scene = Scene()
    answer = scene.program("player").post(
        f"tables/{scene.table.pk}/hands/", scene.record() | {"seating": 5}
    )
    assert problem_of(answer) == (409, "seating_changed")


def test_a_correction_keeps_what_was_before() -> None:
    scene = Scene()
    program, path = scene.program("organiser"), f"hands/{scene.hand.pk}/"
    body = {"revision": 1, "reason": "Miscounted", "record": {"finish": [3, 2, 1, 0]}}
    first, second = program.ask("PUT", path, body), program.ask("PUT", path, body)
    assert [first.status_code, second.status_code] == [200, 200]
    told = second.json()
    assert [each["kind"] for each in told["revisions"]] == ["entered", "corrected"]
    assert told["current"]["record"]["finish"] == [3, 2, 1, 0]
    assert told["current"]["reason"] == "Miscounted"
    stale = body | {"record": {"finish": [0, 1, 3, 2]}}
    assert problem_of(program.ask("PUT", path, stale)) == (409, "stale")


def test_a_hand_is_confirmed_and_disputed_from_a_seat() -> None:
    scene = Scene()
    program, path = scene.program("player"), f"hands/{scene.hand.pk}/"
    for _ in range(2):
        assert program.post(f"{path}confirm/", {"revision": 1}).json()["kind"] == "confirmed"
    assert HandResponse.objects.count() == 1
    body = {"revision": 1, "reason": "Three lions"}
    for _ in range(2):
        assert program.post(f"{path}dispute/", body).json()["reason"] == "Three lions"
    assert [answer.kind for answer in HandResponse.objects.order_by("pk")] == [
        HandResponseKind.CONFIRMED,
        HandResponseKind.DISPUTED,
    ]
    told = program.get(path).json()
    assert (told["is_disputed"], told["confirmation"]["state"]) == (True, "disputed")
    assert told["confirmation"]["disputes"] == [{"seat": 0, "reason": "Three lions"}]
    kept = scene.program("scorer").post(
        f"{path}dismiss-dispute/", {"revision": 1, "reason": "Looked"}
    )
    assert (kept.status_code, kept.json()["is_disputed"]) == (200, False)


def test_a_hand_is_voided_and_restored_twice_alike() -> None:
    scene = Scene()
    program, path = scene.program("scorer"), f"hands/{scene.hand.pk}/"
    for action, revision, is_void in (("void", 1, True), ("restore", 2, False)):
        body = {"revision": revision, "reason": "A slip"}
        for _ in range(2):
            answer = program.post(f"{path}{action}/", body)
            assert (answer.status_code, answer.json()["is_void"]) == (200, is_void)
    assert len(program.get(path).json()["revisions"]) == 3


def test_what_is_entered_in_a_closed_round_is_refused() -> None:
    scene = Scene()
    scene.program("organiser").post(f"rounds/{scene.round.pk}/close/")
    answer = scene.program("player").post(f"tables/{scene.table.pk}/hands/", scene.record())
    assert problem_of(answer) == (422, "round_closed")


def test_the_key_of_a_hand_is_a_uuid() -> None:
    scene = Scene()
    for key in ("x", uuid4().hex, 7):
        answer = scene.program("player").post(
            f"tables/{scene.table.pk}/hands/", scene.record() | {"key": key}
        )
        assert problem_of(answer) == (400, "invalid")
