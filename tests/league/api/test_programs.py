"""Tokens and webhooks by API, and files of all hands."""

import json
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.api.models import Token, Webhook, WebhookDelivery
from league.core.sse import read_query
from league.results.models import Hand
from tests.factories import make_club, make_competition, make_round, make_table
from tests.league.api.scenes import Program, Scene, content_of, problem_of, token_of
from tests.league.results.hands import send

pytestmark = pytest.mark.django_db


def _wish(**other: Any) -> dict[str, Any]:
    return {"name": "Child", "scopes": ["read"], "days": 365, "key": str(uuid4())} | other


def test_token_makes_only_what_it_may_itself() -> None:
    scene = Scene()
    user = scene.users["organiser"]
    parent = Program(token_of(user, "read", "tokens", club=scene.club, life=timedelta(days=3)))
    made = parent.post("tokens/", _wish()).json()
    child = Token.objects.get(pk=made["id"])
    assert (child.user, child.club, child.scopes) == (user, scene.club, ["read"])
    assert child.expires_at <= timezone.now() + timedelta(days=3)
    assert Program(made["text"]).get("me/").status_code == 200
    for scopes in (["record"], ["read", "organise"], ["personal"]):
        assert problem_of(parent.post("tokens/", _wish(scopes=scopes))) == (400, "invalid")
    for scope in ("read", "organise"):
        program = Program(token_of(user, scope))
        assert problem_of(program.post("tokens/", _wish())) == (403, "scope_missing")


def test_text_of_a_token_is_given_once() -> None:
    scene = Scene()
    program, wish = Program(token_of(scene.users["player"], "read", "tokens")), _wish()
    made = program.post("tokens/", wish).json()
    assert problem_of(program.post("tokens/", wish)) == (409, "token_exists")
    listed = program.get("tokens/").json()["results"]
    assert made["id"] in [row["id"] for row in listed]
    assert made["text"] not in json.dumps(listed)
    for _ in range(2):
        assert program.ask("DELETE", f"tokens/{made['id']}/").status_code in {204, 404}
    assert Program(made["text"]).get("me/").status_code == 401


def test_list_of_tokens_takes_as_many_queries_for_three(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    scene = Scene()
    owner = scene.users["owner"]
    program = Program(token_of(owner, "tokens"))
    program.get("games/")
    for number in (2, 3, 4):
        token_of(owner, "read", club=scene.club)
        with django_assert_num_queries(2):
            assert len(program.get("tokens/").json()["results"]) == number


def test_webhook_is_made_tested_and_removed_by_a_program() -> None:
    scene = Scene()
    program = scene.program("organiser")
    path = f"clubs/{scene.club.slug}/webhooks/"
    wish = {"url": "https://192.0.1.1/hook", "events": ["round.closed"], "key": str(uuid4())}
    first, second = (program.post(path, wish).json() for _ in range(2))
    assert first == second
    assert first["secret"].startswith("whsec_")
    assert "secret" not in program.get(path).json()["results"][0]
    inside = problem_of(
        program.post(path, wish | {"url": "ftp://example.org/", "key": str(uuid4())})
    )
    assert inside == (400, "invalid")
    own = f"webhooks/{first['id']}/"
    tested = program.post(f"{own}test/").json()
    assert (tested["event"], tested["sent_at"]) == ("test", None)
    again = program.post(f"webhook-deliveries/{tested['id']}/resend/").json()
    assert again["id"] == tested["id"]
    assert [row["id"] for row in program.get(f"{own}deliveries/").json()["results"]] == [
        tested["id"]
    ]
    Webhook.objects.filter(pk=first["id"]).update(disabled_at=timezone.now())
    assert program.post(f"{own}enable/").json()["disabled_at"] is None
    assert program.ask("DELETE", own).status_code == 204
    assert not WebhookDelivery.objects.filter(webhook=first["id"]).exists()


def test_files_of_hands_have_each_hand_in_a_line() -> None:
    club = make_club()
    tables = [make_table(make_round(make_competition(club))) for _ in range(2)]
    for table in tables:
        send(table)
    private = make_table(make_round(make_competition(club, visibility="private")))
    send(private)
    of_club = content_of(Program().get(f"clubs/{club.slug}/hands/file/")).splitlines()
    lines = [json.loads(line) for line in of_club]
    assert [line["table"] for line in lines] == [table.pk for table in tables]
    hand = Hand.objects.get(table=tables[0])
    line = lines[0]
    assert (line["id"], line["game"]) == (hand.pk, tables[0].game)
    assert line["players"] == list(
        tables[0].seats.order_by("number").values_list("player", flat=True)
    )
    whole = Program().get(f"hands/{hand.pk}/").json()
    assert {name: line[name] for name in ("current", "score", "number")} == {
        name: whole[name] for name in ("current", "score", "number")
    }
    competition = tables[1].round.stage.competition_id
    own = content_of(Program().get(f"competitions/{competition}/hands/file/")).splitlines()
    assert own == of_club[1:]


def test_stream_of_a_competition_goes_on_where_the_program_is() -> None:
    scene = Scene()
    told = Program().get(f"competitions/{scene.competition.pk}/stream/").json()
    assert told["topic"] == f"competition:{scene.competition.pk}"
    versions, _pieces = read_query(urlsplit(told["url"]).query.encode())
    assert versions == {told["topic"]: told["revision"]}
    scene.competition.refresh_from_db()
    assert told["revision"] == scene.competition.version


def test_missing_slash_is_as_with_it() -> None:
    scene = Scene()
    program = scene.program("player")
    path = f"tables/{scene.table.pk}/hands"
    assert program.get(path).json()["results"] == program.get(f"{path}/").json()["results"]
    assert program.post(path, scene.record()).status_code == 201
    assert problem_of(program.get("nothing")) == (404, "not_found")
