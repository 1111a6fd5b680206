"""The description of the API: nothing is missing in it, and its examples are examples."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.text import slugify
from jsonschema import Draft202012Validator

from league.api.problems import GENERAL, MEDIA, known_problems
from league.api.schema import FILES, example_of
from league.api.schema_pages import chapters_of, with_shared_parts
from league.api.views import schema, schema_text
from league.core.address import site_url


def _operations() -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in schema()["paths"].items():
        for method, operation in methods.items():
            yield f"{method} {path}", with_shared_parts(operation, schema()["components"])


def _examples() -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Yield name, shape and example of every body and answer that is JSON."""
    schemas = schema()["components"]["schemas"]
    for name, operation in _operations():
        for media in operation.get("requestBody", {}).get("content", {}).values():
            yield f"{name} request", media["schema"], example_of(media["schema"], schemas)
            for example in media.get("examples", {}).values():
                yield f"{name} request", media["schema"], example["value"]
        for status, answer in operation["responses"].items():
            for kind, media in answer.get("content", {}).items():
                if kind in ("application/json", MEDIA) and media["schema"] not in FILES.values():
                    yield f"{name} {status}", media["schema"], example_of(media["schema"], schemas)


def test_description_is_openapi_3_1() -> None:
    assert schema()["openapi"] == "3.1.0"
    assert sorted(schema()["components"]["securitySchemes"]) == ["app", "session", "token"]


def test_description_is_light_and_says_where_the_site_and_its_documents_are() -> None:
    assert len(schema_text().encode()) < 300_000
    assert schema()["servers"] == [{"url": site_url(), "description": "This site."}]
    pages = {each["externalDocs"]["url"].partition("#")[0] for _name, each in _operations()}
    assert pages == {f"/api/v1/docs/{slugify(tag['name'])}/" for tag in schema()["tags"]}
    assert "/api/v1/docs/hands/#record_hand" in {
        each["externalDocs"]["url"] for _name, each in _operations()
    }


def test_every_file_of_rows_is_described_as_text() -> None:
    kinds = {
        name: operation["responses"]["200"]["content"]
        for name, operation in _operations()
        if name.endswith("/file/")
    }
    csv = [content["text/csv"]["schema"] for content in kinds.values() if "text/csv" in content]
    assert len(csv) == 5
    assert csv == [{"type": "string"}] * len(csv)


def test_every_operation_says_what_it_does() -> None:
    untold = [
        name
        for name, operation in _operations()
        if not operation["summary"].endswith(".") or not operation["responses"]
    ]
    assert untold == []
    chapters = {tag["name"] for tag in schema()["tags"]}
    assert {operation["tags"][0] for _, operation in _operations()} == chapters


def test_every_parameter_says_what_it_is() -> None:
    untold = [
        f"{name} {parameter['name']}"
        for name, operation in _operations()
        for parameter in operation.get("parameters", ())
        if not parameter.get("description")
    ]
    assert untold == []


def test_every_field_says_what_it_is() -> None:
    untold = [
        f"{name}.{field}"
        for name, shape in schema()["components"]["schemas"].items()
        for field, described in shape.get("properties", {}).items()
        if not described.get("description")
    ]
    assert untold == []
    assert all(shape.get("description") for shape in schema()["components"]["schemas"].values())


def test_every_example_is_one() -> None:
    wrong = []
    for name, shape, example in _examples():
        described = {**shape, "components": schema()["components"]}
        faults = list(Draft202012Validator(described).iter_errors(example))
        wrong += [f"{name}: {fault.json_path} {fault.message}" for fault in faults]
    assert wrong == []


def test_every_code_of_a_refusal_is_told() -> None:
    told = dict(known_problems())
    assert all(told.values())
    assert set(GENERAL) < set(told)
    assert {"key_reused", "stale", "table_full", "illegal", "last_owner", "name_taken"} <= set(told)


@pytest.mark.django_db
def test_pages_show_every_operation_and_field() -> None:
    client = Client()
    for chapter in chapters_of(schema()):
        page = client.get(reverse("api:chapter", args=[chapter["slug"]])).content.decode()
        for operation in chapter["operations"]:
            assert f'id="{operation["id"]}"' in page
            assert f"{operation['method']} {operation['path']}" in page
            for field in (*operation["parameters"], *operation["fields"]):
                assert f"<code>{field.path}</code>" in page
    contents = client.get(reverse("api:docs")).content.decode()
    assert all(chapter["name"] in contents for chapter in chapters_of(schema()))
    problems = client.get(reverse("api:problems")).content.decode()
    assert all(f'id="{code}"' in problems for code, _ in known_problems())


@pytest.mark.django_db
def test_chapter_that_is_none_is_not_found() -> None:
    assert Client().get("/api/v1/docs/nothing/").status_code == 404


@pytest.mark.django_db
def test_schema_is_given_to_programs() -> None:
    answer = Client().get(reverse("api:schema"))
    assert answer.headers["Content-Type"] == "application/vnd.oai.openapi+json"
    assert answer.json() == schema()
