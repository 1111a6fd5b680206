"""The description of the API as data for the pages of the site."""

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple, cast

from django.utils.text import slugify

from league.api.problems import MEDIA
from league.api.schema import FILES, JSON, Schema, example_of, resolved


class FieldDoc(NamedTuple):
    """The description of a parameter or field: its path, type, text, and whether it is required."""

    path: str
    kind: str
    text: str
    is_required: bool


def chapters_of(schema: Schema) -> list[dict[str, Any]]:
    """Return the chapters in order with their operations, for the pages of the site."""
    schemas = schema["components"]["schemas"]
    operations: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            head = {"method": method.upper(), "path": path}
            whole = with_shared_parts(operation, schema["components"])
            operations[operation["tags"][0]].append(head | _operation(schemas, whole))
    return [
        {
            "slug": slugify(tag["name"]),
            "name": tag["name"],
            "text": tag["description"],
            "operations": operations[tag["name"]],
        }
        for tag in schema["tags"]
    ]


def with_shared_parts(operation: Schema, components: Schema) -> dict[str, Any]:
    """Return an operation with the parameters and responses that it only names."""

    def found(part: Schema, kind: str) -> Schema:
        name = part.get("$ref", "").rpartition("/")[2]
        return cast("Schema", components[kind][name]) if name else part

    return {
        **operation,
        "parameters": [found(each, "parameters") for each in operation.get("parameters", ())],
        "responses": {
            status: found(each, "responses") for status, each in operation["responses"].items()
        },
    }


def _operation(schemas: Schema, operation: Schema) -> dict[str, Any]:
    body = operation.get("requestBody", {}).get("content", {})
    answers = [
        {"status": status, "reason": answer["description"], **_media(schemas, answer)}
        for status, answer in operation["responses"].items()
    ]
    paragraphs = [each for each in operation.get("description", "").split("\n\n") if each]
    if security := operation.get("security"):
        paragraphs.append(f"Needs a token with the scope `{security[0]['token'][0]}`.")
    return {
        "id": operation["operationId"],
        "summary": operation["summary"],
        "paragraphs": paragraphs,
        "parameters": [
            FieldDoc(
                each["name"],
                f"{_kind(each['schema'])}, {each['in']}",
                each.get("description", ""),
                each.get("required", False),
            )
            for each in operation.get("parameters", ())
        ],
        **_media(schemas, {"content": body}),
        "answers": [answer for answer in answers if answer["status"] < "4"],
        "refusals": [answer for answer in answers if answer["status"] >= "4"],
    }


def _media(schemas: Schema, holder: Schema) -> dict[str, Any]:
    """Return the fields and the example of a body or response."""
    content: Schema = holder.get("content", {})
    kind, media = next(iter(content.items()), ("", dict[str, Any]()))
    example = None
    if "examples" in media:
        example = next(iter(media["examples"].values()))["value"]
    elif kind in {JSON, MEDIA} and media["schema"] not in FILES.values():
        example = example_of(media["schema"], schemas)
    return {
        "fields": list(_fields(schemas, media["schema"], "")) if "schema" in media else [],
        "example": "" if example is None else json.dumps(example, ensure_ascii=False, indent=2),
    }


def _fields(schemas: Schema, shape: Schema, path: str) -> Iterator[FieldDoc]:
    """Yield the fields of a schema, nested ones by their path."""
    found = resolved(shape, schemas)
    required = found.get("required", ())
    for name, inner in found.get("properties", {}).items():
        own = f"{path}{name}"
        there = resolved(inner, schemas)
        text = inner.get("description") or there.get("description", "")
        yield FieldDoc(own, _kind(there), text, name in required)
        if "properties" in there:
            yield from _fields(schemas, there, f"{own}.")
        elif "items" in there and "properties" in resolved(there["items"], schemas):
            yield from _fields(schemas, there["items"], f"{own}[].")


def _kind(shape: Schema) -> str:
    """Return the type as a text: "integer or null", "one of a, b"."""
    if "enum" in shape:
        return "one of " + ", ".join(str(each) for each in shape["enum"])
    kind = shape.get("type", "object")
    if kind == "string":
        return str(shape.get("format", kind))
    return " or ".join(kind) if isinstance(kind, list) else str(kind)
