"""What all answers have in common: problems, pages, versions, rates, other sites."""

from typing import Any

import pytest
from django.test import Client

from league.clubs.models import Role
from tests.factories import make_club
from tests.league.api.scenes import Program, Scene, problem_of, token_of

pytestmark = pytest.mark.django_db


def _slugs(answer: Any) -> list[str]:
    return [club["slug"] for club in answer.json()["results"]]


def test_lists_come_in_pages_that_keep_their_place() -> None:
    for name in "ABCDE":
        make_club(name, slug=name.lower())
    program = Program()
    first = program.get("clubs/?limit=2").json()
    assert [club["slug"] for club in first["results"]] == ["a", "b"]
    assert first["previous"] is None
    make_club("Aa", slug="aa")
    second = program.client.get(first["next"])
    assert _slugs(second) == ["c", "d"]
    third = program.client.get(second.json()["next"])
    assert (_slugs(third), third.json()["next"]) == (["e"], None)
    assert _slugs(program.client.get(third.json()["previous"])) == ["c", "d"]


@pytest.mark.databases
@pytest.mark.parametrize(
    "cursor", ["x", "bm90aGluZw==", "cD0lMDA=", "cj0xJnA9JTAw", "bz0tMQ==", "cD14Jm89OTk5OTk5OTk5"]
)
def test_cursors_of_ones_own_making_are_refused_or_empty(cursor: str) -> None:
    make_club()
    for path in ("clubs", "competitions"):
        answer = Program().get(f"{path}/?cursor={cursor}")
        assert answer.status_code in {200, 400}


def test_unknown_and_repeated_parameters_are_refused() -> None:
    answer = Program().get("clubs/?limt=3")
    assert problem_of(answer) == (400, "invalid")
    assert [(fault["code"], fault["field"]) for fault in answer.json()["errors"]] == [
        ("unknown", "limt")
    ]
    assert problem_of(Program().get("clubs/?limit=3&limit=4")) == (400, "invalid")
    assert problem_of(Program().get("clubs/?limit=0")) == (400, "invalid")
    assert problem_of(Program().get("clubs/?limit=1.0")) == (400, "invalid")


def test_every_fault_of_a_body_has_its_path() -> None:
    scene = Scene()
    body = {"names": ["Zoë", 7, ""], "seen": "0", "more": 1}
    answer = scene.program("owner").post(f"clubs/{scene.club.slug}/players/", body)
    assert problem_of(answer) == (400, "invalid")
    assert [fault["field"] for fault in answer.json()["errors"]] == ["more"]
    del body["more"]
    answer = scene.program("owner").post(f"clubs/{scene.club.slug}/players/", body)
    assert [(fault["field"], fault["code"]) for fault in answer.json()["errors"]] == [
        ("names[1]", "invalid"),
        ("names[2]", "blank"),
        ("seen", "invalid"),
    ]


def test_body_that_is_no_json_is_refused() -> None:
    scene = Scene()
    program = scene.program("owner")
    path = f"/api/v1/clubs/{scene.club.slug}/"
    broken = program.client.patch(path, "{", content_type="application/json")
    assert problem_of(broken) == (400, "parse_error")
    deep = program.client.patch(path, "[" * 100_000, content_type="application/json")
    assert problem_of(deep) == (400, "parse_error")
    form = program.client.patch(path, "name=Zoo", content_type="text/plain")
    assert problem_of(form) == (415, "unsupported_media_type")


def test_addresses_that_are_none_are_told_as_problems() -> None:
    assert problem_of(Program().get("nothing/")) == (404, "not_found")
    assert problem_of(Program().get("clubs/none/")) == (404, "not_found")
    assert problem_of(Program().get(f"tables/{10**30}/")) == (404, "not_found")
    answer = Program().ask("DELETE", "clubs/")
    assert problem_of(answer) == (405, "method_not_allowed")


def test_what_one_has_already_is_not_sent_again() -> None:
    club = make_club()
    program = Program()
    path = f"clubs/{club.slug}/"
    tag = program.get(path).headers["ETag"]
    again = program.get(path, **{"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    club.name = "Another"
    club.save()
    fresh = program.get(path, **{"If-None-Match": tag})
    assert (fresh.status_code, fresh.headers["ETag"] == tag) == (200, False)


def test_what_has_changed_meanwhile_is_not_overwritten() -> None:
    scene = Scene()
    program = scene.program("owner")
    path = f"clubs/{scene.club.slug}/"
    tag = program.get(path).headers["ETag"]
    first = program.ask("PATCH", path, {"name": "One"}, **{"If-Match": tag})
    assert first.status_code == 200
    second = program.ask("PATCH", path, {"name": "Two"}, **{"If-Match": tag})
    assert problem_of(second) == (412, "precondition_failed")
    scene.club.refresh_from_db()
    assert scene.club.name == "One"
    third = program.ask("PATCH", path, {"name": "Two"}, **{"If-Match": first.headers["ETag"]})
    assert third.status_code == 200
    assert program.ask("PATCH", path, {"name": "Two"}, **{"If-Match": "*"}).status_code == 200


def test_rates_are_told_and_kept(settings: Any) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "api_read": 2}
    program = Program()
    first, second, third = (program.get("games/") for _ in range(3))
    assert first.headers["RateLimit-Policy"] == '"read";q=2;w=60'
    assert first.headers["RateLimit"].startswith('"read";r=1;t=')
    assert second.headers["RateLimit"].startswith('"read";r=0;t=')
    assert problem_of(third) == (429, "throttled")
    assert 1 <= int(third.headers["Retry-After"]) <= 60


def test_rates_are_each_tokens_own(settings: Any) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "api_read": 1}
    scene = Scene()
    user = scene.users[Role.OWNER]
    one, other = Program(token_of(user)), Program(token_of(user))
    assert [one.get("me/").status_code, one.get("me/").status_code] == [200, 429]
    assert other.get("me/").status_code == 200


def test_programs_on_other_sites_may_read_and_no_more() -> None:
    client = Client(headers={"Origin": "https://elsewhere.example"})
    answer = client.get("/api/v1/games/")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    asked = {"Access-Control-Request-Method": "POST"}
    preflight = client.options("/api/v1/online/", headers=asked)
    assert "POST" not in preflight.headers["Access-Control-Allow-Methods"]
    page = client.get("/")
    assert "Access-Control-Allow-Origin" not in page.headers
