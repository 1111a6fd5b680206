"""Online tables and duplicate events over the API: who sits, what is said, what is hidden."""

from uuid import uuid4

import pytest

from league.online.models import (
    ChatMessage,
    ChatMode,
    DuplicateDeal,
    OnlineHand,
    OnlineTable,
    Report,
)
from tests.factories import NOW, make_user
from tests.league.api.scenes import Program, Scene, problem_of, token_of

pytestmark = pytest.mark.django_db


def test_nobody_talks_unless_it_was_agreed() -> None:
    scene = Scene()
    program = scene.program("stranger")
    body = {"game": "zop-zoo", "seats": 3, "name": "Cleo", "bots": "greedy"}
    silent = program.post("online/", body).json()["token"]
    remark = {"key": str(uuid4()), "phrase": "hello"}
    assert problem_of(program.post(f"online/{silent}/messages/", remark)) == (422, "chat_off")
    free = program.post("online/", body | {"chat_mode": ChatMode.FREE}).json()["token"]
    said = remark | {"phrase": "luck"}
    for _ in range(2):
        assert program.post(f"online/{free}/messages/", said).status_code == 201
    assert ChatMessage.objects.filter(table__token=free).count() == 1
    both = program.post(f"online/{free}/messages/", said | {"text": "And more"})
    assert [fault["field"] for fault in both.json()["errors"]] == ["text"]


def test_what_was_said_is_reported_and_hidden_by_an_owner_of_the_site() -> None:
    scene = Scene()
    path = f"online/{scene.online.token}/messages/{scene.remark.pk}/report/"
    for _ in range(2):
        assert scene.program("player").post(path).status_code == 204
    assert Report.objects.count() == 1
    owner = Program(token_of(make_user(is_superuser=True)))
    reported = owner.get("reports/").json()["results"]
    assert [(each["id"], each["text"]) for each in reported] == [(scene.remark.pk, "Hello!")]
    for _ in range(2):
        assert owner.post(f"reports/{scene.remark.pk}/hide/").json()["hidden_at"] is not None


def test_bots_come_and_go_and_a_seat_is_given_away() -> None:
    scene = Scene()
    program, path = scene.program("player"), f"online/{scene.open_online.token}/"
    assert program.post(f"{path}seats/1/bot/", {"bot": "greedy"}).status_code == 200
    assert program.ask("DELETE", f"{path}seats/1/bot/").status_code == 204
    assert problem_of(program.post(f"{path}seats/7/bot/", {"bot": "greedy"})) == (404, "not_found")
    running = f"online/{scene.online.token}/"
    wish = {"replacement": "open", "is_now": True}
    opened = program.ask("PUT", f"{running}seats/1/replacement/", wish).json()
    assert (opened["bot"], opened["seat"]) == ("", 1)
    guest = scene.program("stranger")
    seat = f"{running}seats/1/"
    mine = {"name": "Bo", "key": opened["key"]}
    assert problem_of(guest.post(f"{running}seats/2/", mine)) == (422, "seat_taken")
    told = guest.post(seat, mine).json()
    assert (told["you"], told["waits"]) == (None, True)
    over = program.post(f"{running}rematch/").json()
    assert over["token"] == scene.online.token


def test_an_event_is_opened_joined_and_keeps_its_deals_closed() -> None:
    scene = Scene()
    host = scene.program("stranger")
    body = {"game": "zop-zoo", "seats": 3, "tables": 2, "hands": 2, "name": "Cleo"}
    event = host.post("duplicate/", body | {"takes_tables": True}).json()
    path = f"duplicate/{event['token']}/"
    assert [table["names"][0] for table in event["tables"]] == ["Cleo", ""]
    assert [deal["opened_at"] for deal in event["deals"]] == [None, None]
    salts = DuplicateDeal.objects.filter(event__token=event["token"]).values_list("deal", flat=True)
    shown = host.get(f"{path}deals/3/1/")
    assert shown.json()["results"] == []
    assert not any(deal["salt"] in shown.content.decode() for deal in salts)
    guest = scene.program("owner")
    first = guest.post(f"{path}tables/", {"seat": 1, "name": "Olga"}).json()
    assert guest.post(f"{path}tables/", {"seat": 2, "name": "Olga"}).json() == first
    assert OnlineTable.objects.filter(event__token=event["token"]).count() == 3
    far = guest.post(f"{path}tables/", {"seat": 7})
    assert problem_of(far) == (404, "not_found")
    assert problem_of(guest.post(f"{path}bots/")) == (404, "not_found")
    filled = host.post(f"{path}bots/").json()
    assert all(all(table["names"]) for table in filled["tables"])


def test_a_hand_of_an_event_is_told_once_all_tables_have_played_it() -> None:
    scene = Scene()
    table = scene.event.tables.get()
    hand = OnlineHand.objects.get(table=table)
    OnlineHand.objects.filter(pk=hand.pk).update(record={"finish": [0, 1, 2]}, ended_at=NOW)
    program, path = scene.program("visitor"), f"online/{table.token}/hands/1/"
    assert problem_of(program.get(path)) == (404, "not_found")
    proof = program.get(f"{path}proof/").json()
    assert (proof["commitment"], proof["salt"]) == (hand.commitment, None)
    DuplicateDeal.objects.filter(event=scene.event).update(opened_at=NOW)
    assert program.get(path).json()["lines"] != []
    assert program.get(f"{path}proof/").json()["digest"] == hand.commitment


def test_how_a_competition_plays_online_is_said() -> None:
    scene = Scene()
    program, path = scene.program("organiser"), f"competitions/{scene.competition.pk}/online/"
    shown = program.get(path).json()
    assert (shown["is_on"], shown["chat_mode"]) == (False, "off")
    changed = program.ask("PATCH", path, {"is_on": True, "move_seconds": None}).json()
    assert changed == shown | {"is_on": True, "move_seconds": None}
    assert program.get(path).json() == changed
    duplicate = program.ask("PATCH", f"{path}duplicate/", {"is_on": True, "hands": 6}).json()
    assert duplicate == {"is_on": True, "method": "matchpoints", "hands": 6}
