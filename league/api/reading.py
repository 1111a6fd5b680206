"""The description of the API as its pages show it: chapters of operations, fields in flat lists."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.text import slugify

Schema = Mapping[str, Any]


class FieldTold(NamedTuple):
    """A parameter or a field, by its path; `kind` is what it holds."""

    path: str
    kind: str
    words: str
    is_required: bool


@dataclass(frozen=True, slots=True)
class AnswerTold:
    """An answer: its status, when it comes, what it holds."""

    status: str
    words: str
    fields: tuple[FieldTold, ...]
    example: str


@dataclass(frozen=True, slots=True)
class OperationTold:
    """What one method of one address does."""

    id: str
    method: str
    path: str
    summary: str
    paragraphs: tuple[str, ...]
    parameters: tuple[FieldTold, ...]
    fields: tuple[FieldTold, ...]
    example: str
    answers: tuple[AnswerTold, ...]
    refusals: tuple[AnswerTold, ...]


@dataclass(frozen=True, slots=True)
class ChapterTold:
    """A chapter of the description."""

    slug: str
    name: str
    words: str
    operations: tuple[OperationTold, ...]


def chapters_of(schema: Schema) -> list[ChapterTold]:
    """List the chapters, in their order."""
    told: dict[str, list[OperationTold]] = {tag["name"]: [] for tag in schema["tags"]}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            told[operation["tags"][0]].append(_operation(schema, method, path, operation))
    return [
        ChapterTold(slugify(tag["name"]), tag["name"], tag["description"], tuple(told[tag["name"]]))
        for tag in schema["tags"]
    ]


def chapter_of(schema: Schema, slug: str) -> ChapterTold | None:
    """Return one of the chapters."""
    return next((chapter for chapter in chapters_of(schema) if chapter.slug == slug), None)


def _operation(schema: Schema, method: str, path: str, operation: Schema) -> OperationTold:
    body = operation.get("requestBody", {}).get("content", {})
    media: Schema = next(iter(body.values()), {})
    answers = [_answer(schema, *item) for item in operation["responses"].items()]
    return OperationTold(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        paragraphs=tuple(filter(None, operation.get("description", "").split("\n\n"))),
        parameters=tuple(
            FieldTold(
                each["name"],
                f"{_kind(each['schema'])}, {each['in']}",
                each.get("description", ""),
                each.get("required", False),
            )
            for each in operation.get("parameters", ())
        ),
        fields=_fields_of(schema, media),
        example=_written(media),
        answers=tuple(answer for answer in answers if answer.status < "400"),
        refusals=tuple(answer for answer in answers if answer.status >= "400"),
    )


def _answer(schema: Schema, status: str, answer: Schema) -> AnswerTold:
    media: Schema = next(iter(answer.get("content", {}).values()), {})
    return AnswerTold(status, answer["description"], _fields_of(schema, media), _written(media))


def _written(media: Schema) -> str:
    example = media.get("example")
    return json.dumps(example, ensure_ascii=False, indent=2) if example is not None else ""


def _fields_of(schema: Schema, media: Schema) -> tuple[FieldTold, ...]:
    return tuple(_fields(schema, media["schema"], "")) if "schema" in media else ()


def _fields(schema: Schema, shape: Schema, path: str) -> Iterator[FieldTold]:
    """Yield the fields of a shape and of what it holds, each by its path."""
    found = _resolved(schema, shape)
    required = found.get("required", ())
    for name, inner in found.get("properties", {}).items():
        own = f"{path}{name}"
        there = _resolved(schema, inner)
        words = inner.get("description") or there.get("description", "")
        yield FieldTold(own, _kind(there), words, name in required)
        if "properties" in there:
            yield from _fields(schema, there, f"{own}.")
        elif "items" in there and "properties" in _resolved(schema, there["items"]):
            yield from _fields(schema, there["items"], f"{own}[].")


def _resolved(schema: Schema, shape: Schema) -> Schema:
    if "$ref" in shape:
        name = shape["$ref"].rpartition("/")[2]
        return _resolved(schema, schema["components"]["schemas"][name])
    for several in ("oneOf", "anyOf", "allOf"):
        if several in shape:
            kept = [each for each in shape[several] if each.get("type") != "null"]
            return _resolved(schema, kept[0])
    return shape


def _kind(shape: Schema) -> str:
    """Say what a value is: "integer or null", "one of a, b"."""
    if "enum" in shape:
        return "one of " + ", ".join(str(each) for each in shape["enum"])
    kind = shape.get("type", "object")
    if kind == "string":
        return str(shape.get("format", kind))
    return " or ".join(kind) if isinstance(kind, list) else str(kind)
