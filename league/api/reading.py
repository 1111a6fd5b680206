"""The description of the API as its pages show it: chapters of operations, fields in flat lists."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.text import slugify

from league.api.schema import resolved

Schema = Mapping[str, Any]


class FieldDoc(NamedTuple):
    """A parameter or a field, by its path; `kind` is what it holds."""

    path: str
    kind: str
    words: str
    is_required: bool


class AnswerDoc(NamedTuple):
    """An answer: its status, when it comes, what it holds."""

    status: str
    words: str
    fields: tuple[FieldDoc, ...]
    example: str


class OperationDoc(NamedTuple):
    """What one method of one address does."""

    id: str
    method: str
    path: str
    summary: str
    paragraphs: tuple[str, ...]
    parameters: tuple[FieldDoc, ...]
    fields: tuple[FieldDoc, ...]
    example: str
    answers: tuple[AnswerDoc, ...]
    refusals: tuple[AnswerDoc, ...]


class ChapterDoc(NamedTuple):
    """A chapter of the description."""

    slug: str
    name: str
    words: str
    operations: tuple[OperationDoc, ...]


def chapters_of(schema: Schema) -> list[ChapterDoc]:
    """List the chapters, in their order."""
    schemas = schema["components"]["schemas"]
    told: dict[str, list[OperationDoc]] = {tag["name"]: [] for tag in schema["tags"]}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            told[operation["tags"][0]].append(_operation(schemas, method, path, operation))
    return [
        ChapterDoc(slugify(tag["name"]), tag["name"], tag["description"], tuple(told[tag["name"]]))
        for tag in schema["tags"]
    ]


def chapter_of(schema: Schema, slug: str) -> ChapterDoc | None:
    """Return one of the chapters."""
    return next((chapter for chapter in chapters_of(schema) if chapter.slug == slug), None)


def _operation(schemas: Schema, method: str, path: str, operation: Schema) -> OperationDoc:
    body = operation.get("requestBody", {}).get("content", {})
    media: Schema = next(iter(body.values()), {})
    answers = [_answer(schemas, *item) for item in operation["responses"].items()]
    return OperationDoc(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        paragraphs=tuple(filter(None, operation.get("description", "").split("\n\n"))),
        parameters=tuple(
            FieldDoc(
                each["name"],
                f"{_kind(each['schema'])}, {each['in']}",
                each.get("description", ""),
                each.get("required", False),
            )
            for each in operation.get("parameters", ())
        ),
        fields=_fields_of(schemas, media),
        example=_written(media),
        answers=tuple(answer for answer in answers if answer.status < "400"),
        refusals=tuple(answer for answer in answers if answer.status >= "400"),
    )


def _answer(schemas: Schema, status: str, answer: Schema) -> AnswerDoc:
    media: Schema = next(iter(answer.get("content", {}).values()), {})
    return AnswerDoc(status, answer["description"], _fields_of(schemas, media), _written(media))


def _written(media: Schema) -> str:
    example = media.get("example")
    return json.dumps(example, ensure_ascii=False, indent=2) if example is not None else ""


def _fields_of(schemas: Schema, media: Schema) -> tuple[FieldDoc, ...]:
    return tuple(_fields(schemas, media["schema"], "")) if "schema" in media else ()


def _fields(schemas: Schema, shape: Schema, path: str) -> Iterator[FieldDoc]:
    """Yield the fields of a shape and of what it holds, each by its path."""
    found = resolved(shape, schemas)
    required = found.get("required", ())
    for name, inner in found.get("properties", {}).items():
        own = f"{path}{name}"
        there = resolved(inner, schemas)
        words = inner.get("description") or there.get("description", "")
        yield FieldDoc(own, _kind(there), words, name in required)
        if "properties" in there:
            yield from _fields(schemas, there, f"{own}.")
        elif "items" in there and "properties" in resolved(there["items"], schemas):
            yield from _fields(schemas, there["items"], f"{own}[].")


def _kind(shape: Schema) -> str:
    """Say what a value is: "integer or null", "one of a, b"."""
    if "enum" in shape:
        return "one of " + ", ".join(str(each) for each in shape["enum"])
    kind = shape.get("type", "object")
    if kind == "string":
        return str(shape.get("format", kind))
    return " or ".join(kind) if isinstance(kind, list) else str(kind)
