"""The description of the API by OpenAPI 3.1, made from what the endpoints say of themselves."""

import re
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from inspect import cleandoc
from typing import Any, cast

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from league.api.operations import SAFE, Operation, is_comparable, operation_of
from league.api.paging import Paging, page_of
from league.api.problems import MEDIA
from league.api.serializers.problems import ProblemSerializer

JSON = "application/json"
INTRODUCTION = (
    "Everything that the site shows and does, for programs. It hides what the site hides: what you "
    "may not see is answered 404, as if it were not there. How to begin is told in docs/api.md."
)
BEARER = "A token, made on the page of your account or of your club: `Authorization: Bearer …`."
SIGNED_IN = (
    "Whoever is signed in on the site, for its own pages; a write needs the header `X-CSRFToken`."
)
SIGNING_IN = {
    "token": {"type": "http", "scheme": "bearer", "description": BEARER},
    "session": {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": SIGNED_IN},
}
IN_PATHS = {
    "id": "The id of what is meant.",
    "slug": "The club's address.",
    "game": "The game's slug.",
    "player": "The id of the player.",
    "entry": "The id of the entry.",
    "apart": "The id of the pair.",
    "seats": "For tables of how many.",
    "token": "What its address has: the token of a table, an event or an invitation.",
    "seat": "The seat, from 0.",
    "number": "The number of the hand at this table, or of the deal, from 1.",
}
CHAPTERS = {
    "Games": "What can be played.",
    "Clubs and players": "Who plays where.",
    "Competitions": "Leagues and tournaments, and who takes part.",
    "Stages": "The parts of a competition: who goes on, how they are seated, rounds that recur.",
    "Rounds": "Their life, who is there, how they are seated.",
    "Seating": "A draw before it counts; late arrivals, moves, substitutes, and undoing them.",
    "Tables": "Who sits where, how the match stands, results as a whole, calls for an organiser.",
    "Hands": "What is recorded, corrected, confirmed and disputed.",
    "Standings": "Who stands where, now and at earlier moments.",
    "Ratings and statistics": "How strong everybody is, and what they have done.",
    "Online tables": "Play on screens, by what each seat may know.",
    "Notices": "What a club has told its people.",
    "Exports": "Files to take away.",
}
REASONS: Mapping[int, str] = {
    301: "The player was merged into another one, who is at `Location`.",
    400: "The request has not the shape that is described here.",
    401: "Nobody asks, and somebody has to: send a token.",
    403: "The token was not made for this, or the page's token against forgery is missing.",
    404: "There is nothing here, or nothing that you may see.",
    409: "Somebody else has been faster: read it again.",
    412: "What `If-Match` names is not what is there now.",
    415: "The body is no JSON.",
    422: "The rules refuse it, or the state in which things are; `errors` says what and where.",
    429: "These were too many requests for one minute.",
}


class DescribedSchema(AutoSchema):
    """Read the operations of our endpoints."""

    @property
    def operation(self) -> Operation:
        """What is described now."""
        return cast("Operation", operation_of(self.view, self.method))

    def get_operation_id(self) -> str:
        """Return a name such as `get_clubs`: the method, and what is there."""
        name = re.sub("(?<!^)(?=[A-Z])", "_", type(self.view).__name__.removesuffix("View"))
        return f"{self.method}_{name}".lower()

    def get_tags(self) -> list[str]:
        """Return the chapter."""
        return [cast("Any", self.view).chapter]

    def get_summary(self) -> str:
        """Return the first line of what the method says."""
        return self._told[0]

    def get_description(self) -> str:  # type: ignore[override]
        """Return the rest of it, and what it takes."""
        scope = self.operation.scope.value
        needs = "" if self.operation.is_open else f"Needs a token with the scope `{scope}`."
        return "\n\n".join(filter(None, [*self._told[1:], needs]))

    def get_auth(self) -> list[dict[str, Any]]:
        """Say which tokens open it; reading what is public takes none."""
        auth: list[dict[str, Any]] = [{"token": [self.operation.scope.value]}, {"session": []}]
        return [*auth, {}] if self.operation.is_open else auth

    def get_request_serializer(self) -> Any:
        """Return the shape of the body."""
        return self.operation.takes

    def get_response_serializers(self) -> Any:
        """Return the shape of each answer, refusals included."""
        operation = self.operation
        gives: Any = operation.gives
        if gives is not None and operation.order:
            gives = page_of(gives)
        answers: dict[Any, Any] = {}
        if operation.files:
            file = OpenApiResponse(gives or bytes, "The file.")
            answers[int(operation.status), *operation.files] = file
        elif gives is None:
            answers[int(HTTPStatus.NO_CONTENT)] = OpenApiResponse(None, "It is done.")
        else:
            answers[int(operation.status), JSON] = OpenApiResponse(gives, self._told[0])
        if self.method == "GET" and not operation.files:
            answers[304] = OpenApiResponse(None, "It is as `If-None-Match` has it.")
        for status in self._refusals():
            answers[status, MEDIA] = OpenApiResponse(ProblemSerializer, REASONS[status])
        return answers

    def get_override_parameters(self) -> list[Any]:
        """Return the query and the headers."""
        operation = self.operation
        asked: list[Any] = [shape for shape in (operation.asks,) if shape]
        if operation.order:
            asked.append(Paging)
        if self.method == "GET":
            if not operation.files:
                words = "The `ETag` of what you have: if it is still so, the answer is 304."
                asked.append(_header("If-None-Match", words))
        elif is_comparable(self.view):
            words = "The `ETag` of what you have read: if it is otherwise now, the answer is 412."
            asked.append(_header("If-Match", words))
        return asked

    def _get_serializer_field_meta(self, field: Any, direction: Any) -> dict[str, Any]:
        meta: dict[str, Any] = super()._get_serializer_field_meta(  # type: ignore[no-untyped-call]
            field, direction
        )
        return meta | {"examples": [field.example]} if hasattr(field, "example") else meta

    @property
    def _told(self) -> list[str]:
        handler = getattr(self.view, self.method.lower())
        return [" ".join(part.split()) for part in cleandoc(handler.__doc__).split("\n\n")]

    def _refusals(self) -> Iterator[int]:
        operation = self.operation
        is_read = self.method in SAFE
        if operation.takes or is_read:
            yield 400
        yield from (401, 403)
        if "{" in self.path or not is_read:
            yield 404
        if is_read and "/players/{id}/" in self.path:
            yield 301
        if not is_read:
            yield from (409, 422)
            if is_comparable(self.view):
                yield 412
        if operation.takes:
            yield 415
        yield 429


def _header(name: str, words: str) -> OpenApiParameter:
    return OpenApiParameter(name, str, OpenApiParameter.HEADER, description=words)


def complete_schema(result: dict[str, Any], **_told: object) -> dict[str, Any]:
    """Say what the generator cannot know: how to sign in, that shapes are strict, and examples."""
    components = result["components"]
    schemas = components["schemas"]
    result["info"]["description"] = INTRODUCTION
    result["tags"] = [{"name": name, "description": words} for name, words in CHAPTERS.items()]
    components["securitySchemes"] = SIGNING_IN
    for operation in _operations(result):
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "path":
                parameter["description"] = IN_PATHS[parameter["name"]]
                if parameter["schema"]["type"] == "integer":
                    parameter["schema"]["minimum"] = 0
        body = operation.get("requestBody", {}).get("content", {})
        for media in body.values():
            _make_strict(media["schema"], schemas)
            media["example"] = _example(media["schema"], schemas)
        for answer in operation["responses"].values():
            for kind, media in answer.get("content", {}).items():
                is_file = media["schema"].get("format") == "binary"
                if is_file and kind == JSON:
                    media["schema"] = {"type": ["object", "array"]}
                elif kind in {JSON, MEDIA}:
                    media["example"] = _example(media["schema"], schemas)
    return result


def _operations(result: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for methods in result["paths"].values():
        yield from methods.values()


def _make_strict(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> None:
    """Let a body's objects have no other fields than those described."""
    found = resolved(schema, schemas)
    if "properties" in found:
        found["additionalProperties"] = False
        for inner in found["properties"].values():
            _make_strict(inner, schemas)
    elif "items" in found:
        _make_strict(found["items"], schemas)


def _example(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Any:
    """Put an example together from those of the fields."""
    if "examples" in schema:
        return schema["examples"][0]
    found = resolved(schema, schemas)
    if "properties" in found:
        return {name: _example(inner, schemas) for name, inner in found["properties"].items()}
    if "items" in found:
        return [_example(found["items"], schemas)]
    if "examples" not in found:
        raise LookupError(f"There is no example of {schema}.")
    return found["examples"][0]


def resolved(schema: Any, schemas: Mapping[str, Any]) -> Any:
    """Follow references to the schema itself; of one that may be null, the other one."""
    if "$ref" in schema:
        return resolved(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    for several in ("oneOf", "anyOf", "allOf"):
        if several in schema:
            kept = [each for each in schema[several] if each.get("type") != "null"]
            return resolved(kept[0], schemas)
    return schema
