"""The OpenAPI 3.1 description of the API."""

from collections.abc import Mapping
from http import HTTPStatus
from inspect import cleandoc
from typing import Any, cast

from django.urls import reverse
from django.utils.text import slugify
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from league.api.chapters import CHAPTERS
from league.api.fields import LARGEST
from league.api.game_schemas import example_records, game_components
from league.api.models import APP_SCOPES
from league.api.operations import NDJSON, SAFE, Chapter, Operation, is_comparable, operation_of
from league.api.problems import GENERAL, MEDIA
from league.api.serializers.base import Paging, ProblemSerializer
from league.api.webhook_schemas import described_webhooks
from league.core.address import absolute_url, site_url

JSON = "application/json"
DOCS = "/api/v1/docs"
FILES = {
    JSON: {"type": ["object", "array"], "items": {}},
    "text/csv": {"type": "string"},
    NDJSON: {"type": "string"},
}
ALWAYS = ("400", "401", "403", "415", "429")
"""The refusals that have nothing to do with what an operation does: told together, as 4XX."""

Schema = Mapping[str, Any]

INTRODUCTION = (
    "All data and actions of the site, for programs. What you are not allowed to see is answered "
    "404, as if it did not exist. docs/api.md explains the first steps."
)
BEARER = "A token of your account or club, or of a connected app: `Authorization: Bearer …`."
SESSION = "The session of a signed-in user; writes need the header `X-CSRFToken`."
CONNECTED = "How an app gets a `token`: OAuth 2.0 with PKCE (S256), or by a device's code."
SECURITY = {
    "token": {"type": "http", "scheme": "bearer", "description": BEARER},
    "session": {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": SESSION},
}
OPEN = [{"token": ["read"]}, {"session": []}, {}]
"""Of an operation that needs no authentication."""
PATH_PARAMETERS = {
    "id": "The id of the object.",
    "slug": "The slug of the club.",
    "game": "The slug of the game.",
    "player": "The id of the player.",
    "entry": "The id of the entry.",
    "separation": "The id of the separation.",
    "seats": "The number of seats of the tables.",
    "token": "The token of the table, the event or the invitation.",
    "seat": "The number of the seat, from 0.",
    "number": "The number of the hand at the table, or of the deal, from 1.",
}
REASONS: Mapping[int, str] = {
    301: GENERAL["moved"],
    400: GENERAL["invalid"],
    401: GENERAL["not_authenticated"],
    403: "The token has no scope for this, or the CSRF token is missing.",
    404: GENERAL["not_found"],
    409: "The data has changed meanwhile: read it again.",
    412: GENERAL["precondition_failed"],
    415: GENERAL["unsupported_media_type"],
    422: "The rules or the current state do not allow it; see `errors`.",
    429: GENERAL["throttled"],
}


ALWAYS_TEXTS = [f"{status}: {REASONS[int(status)]}" for status in ALWAYS]


class DescribedSchema(AutoSchema):
    """The OpenAPI description of an operation."""

    @property
    def operation(self) -> Operation:
        """The operation."""
        return cast("Operation", operation_of(self.view, self.method))

    @property
    def _docstring(self) -> list[str]:
        handler = getattr(self.view, self.method.lower())
        return [" ".join(part.split()) for part in cleandoc(handler.__doc__).split("\n\n")]

    def get_operation_id(self) -> str:
        """Return the name of the operation's function."""
        return str(getattr(self.view, self.method.lower()).__name__)

    def get_tags(self) -> list[str]:
        """Return the chapter."""
        return [cast("Any", self.view).chapter]

    def get_summary(self) -> str:
        """Return the first paragraph of the docstring."""
        return self._docstring[0]

    def get_description(self) -> str:  # type: ignore[override]
        """Return the other paragraphs."""
        return "\n\n".join(self._docstring[1:])

    def get_auth(self) -> list[dict[str, Any]]:
        """Return the alternative ways to authenticate."""
        auth: list[dict[str, Any]] = [{"token": [self.operation.scope.value]}, {"session": []}]
        return [*auth, {}] if self.operation.is_open else auth

    def get_request_serializer(self) -> Any:
        """Return the serializer of the body."""
        return self.operation.takes

    def get_response_serializers(self) -> Any:
        """Return the serializer of each response."""
        operation, answers = self.operation, dict[Any, Any]()
        if operation.files:
            file: Any = OpenApiResponse(operation.gives or bytes, "The file.")
            answers[int(operation.status), *operation.files] = file
        elif operation.answer is None:
            answers[204] = OpenApiResponse(None, "Done.")
        else:
            answers[int(operation.status), JSON] = OpenApiResponse(operation.answer, "Done.")
        if self.method == "GET" and not operation.files:
            answers[304] = OpenApiResponse(None, "The same.")
        for status in self._refusals():
            answers[status, MEDIA] = OpenApiResponse(ProblemSerializer, REASONS[status])
        return answers

    def get_override_parameters(self) -> list[Any]:
        """Return the query parameters and headers."""
        operation = self.operation
        parameters: list[Any] = [operation.asks] if operation.asks else []
        if operation.order:
            parameters.append(Paging)
        if self.method == "GET" and not operation.files:
            text = "The `ETag` you have: 304 if it is current."
            parameters.append(_header("If-None-Match", text))
        elif self.method != "GET" and is_comparable(self.view):
            text = "The `ETag` you have read: 412 if it is outdated."
            parameters.append(_header("If-Match", text))
        return parameters

    def _get_serializer_field_meta(self, field: Any, direction: Any) -> dict[str, Any]:
        meta: dict[str, Any] = super()._get_serializer_field_meta(  # type: ignore[no-untyped-call]
            field, direction
        )
        return meta | {"examples": [field.example]} if hasattr(field, "example") else meta

    def _refusals(self) -> list[int]:
        is_read, takes = self.method in SAFE, bool(self.operation.takes)
        is_possible = {
            400: takes or is_read,
            401: True,
            403: True,
            404: "{" in self.path or not is_read,
            301: is_read and "/players/{id}/" in self.path,
            409: not is_read,
            422: not is_read,
            412: not is_read and is_comparable(self.view),
            415: takes,
            429: True,
        }
        return [status for status, is_so in is_possible.items() if is_so]


def _header(name: str, text: str) -> OpenApiParameter:
    return OpenApiParameter(name, str, OpenApiParameter.HEADER, description=text)


def complete_schema(result: dict[str, Any], **_options: object) -> dict[str, Any]:
    """Add what the generator does not know, and name once what many operations share."""
    components = result["components"]
    schemas = components["schemas"]
    schemas |= game_components()
    result["info"]["description"] = INTRODUCTION
    result["servers"] = [{"url": site_url() or "/", "description": "This site."}]
    result["externalDocs"] = {"url": f"{DOCS}/", "description": "All operations, for people."}
    result["tags"] = [_tag(each) for each in CHAPTERS]
    result["security"] = OPEN
    schemes = SECURITY | {"app": _described_oauth()}
    components |= {"securitySchemes": schemes, "responses": {}, "parameters": {}}
    result["webhooks"] = described_webhooks(components)
    for operation in (each for at in result["paths"].values() for each in at.values()):
        _complete_operation(operation, components)
    for name, shape in schemas.items():
        _forget_marks(shape)
        if not name.endswith("Request"):
            _forget_limits(shape)
    return result


def _described_oauth() -> dict[str, Any]:
    flow = {
        "authorizationUrl": absolute_url(reverse("api:authorize")),
        "tokenUrl": absolute_url(reverse("api:app_token")),
        "scopes": {scope.value: str(scope.label) for scope in APP_SCOPES},
    }
    return {"type": "oauth2", "description": CONNECTED, "flows": {"authorizationCode": flow}}


def _tag(chapter: Chapter) -> dict[str, Any]:
    docs = {"url": f"{DOCS}/{slugify(chapter.name)}/"}
    return {"name": chapter.name, "description": chapter.text, "externalDocs": docs}


def _complete_operation(operation: dict[str, Any], components: dict[str, Any]) -> None:
    schemas = components["schemas"]
    chapter = slugify(operation["tags"][0])
    operation["externalDocs"] = {"url": f"{DOCS}/{chapter}/#{operation['operationId']}"}
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "path":
            parameter["description"] = PATH_PARAMETERS[parameter["name"]]
            if parameter["schema"]["type"] == "integer":
                parameter["schema"]["minimum"] = 0
    operation["parameters"] = [
        _named(each, "parameters", each["name"], components)
        for each in operation.get("parameters", ())
    ]
    for media in operation.get("requestBody", {}).get("content", {}).values():
        _make_strict(media["schema"], schemas)
        media.update(_examples(media["schema"], schemas))
    if operation["security"] == OPEN:
        del operation["security"]
    operation["responses"] = _responses(operation["responses"], components)


def _responses(described: Mapping[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    """Return the answers of an operation, with the refusals named that many have."""
    answers = {}
    for status, answer in described.items():
        for kind, media in answer.get("content", {}).items():
            if media["schema"].get("format") == "binary":
                media["schema"] = FILES.get(kind, media["schema"])
        if status not in ALWAYS:
            is_refusal = int(status) >= HTTPStatus.BAD_REQUEST
            answers[status] = (
                _named(answer, "responses", status, components) if is_refusal else answer
            )
    always = described["401"] | {"description": " ".join(ALWAYS_TEXTS)}
    return answers | {"4XX": _named(always, "responses", "4XX", components)}


def _named(part: Schema, kind: str, name: str, components: dict[str, Any]) -> Schema:
    """Return a reference to a part that is described once; the part itself if it is another."""
    if components[kind].setdefault(name, part) != part:
        return part
    return {"$ref": f"#/components/{kind}/{name}"}


def _examples(schema: Schema, schemas: Schema) -> dict[str, Any]:
    """Return examples of a new hand, one of each game; of other bodies the fields have them."""
    example = example_of(schema, schemas)
    if not isinstance(example, Mapping) or not {"record", "number"} <= example.keys():
        return {}
    plain = {**example, "number": 1, "confirmed": []}
    records = example_records().items()
    return {"examples": {game: {"value": {**plain, "record": record}} for game, record in records}}


def _forget_marks(shape: dict[str, Any]) -> None:
    """Remove the generator's own marks of choices, and sizes that JSON's numbers do not have."""
    for inner in (shape, *shape.get("properties", {}).values()):
        for each in (inner, inner.get("items", {})):
            each.pop("x-spec-enum-id", None)
            if each.get("format") == "int64":
                del each["format"]


def _forget_limits(shape: dict[str, Any]) -> None:
    """Remove from an answer the limits that numbers have because JSON has them."""
    for inner in shape.get("properties", {}).values():
        for each in (inner, inner.get("items", {})):
            if each.get("maximum") == LARGEST:
                del each["maximum"]
            if each.get("minimum") == -LARGEST:
                del each["minimum"]


def _make_strict(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> None:
    """Forbid additional properties in a body."""
    found = resolved(schema, schemas)
    if "properties" in found:
        found["additionalProperties"] = False
        for inner in found["properties"].values():
            _make_strict(inner, schemas)
    elif "items" in found:
        _make_strict(found["items"], schemas)


def example_of(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Any:
    """Return an example made of those of the fields."""
    if "examples" in schema:
        return schema["examples"][0]
    found = resolved(schema, schemas)
    if "properties" in found:
        return {name: example_of(inner, schemas) for name, inner in found["properties"].items()}
    if "items" in found:
        return [example_of(found["items"], schemas)]
    if "examples" not in found:
        raise LookupError(f"There is no example of {schema}.")
    return found["examples"][0]


def resolved(schema: Any, schemas: Mapping[str, Any]) -> Any:
    """Return a schema without references; of a nullable one, the only other alternative."""
    if "$ref" in schema:
        return resolved(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    for several in ("oneOf", "anyOf", "allOf"):
        real = [each for each in schema.get(several, ()) if each.get("type") != "null"]
        if len(real) == 1:
            return resolved(real[0], schemas)
    return schema
