"""Problem documents (RFC 9457): a stable code, and the path of each error."""

import re
from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.views import set_rollback

from games.base import InvalidInputError
from league.clubs.errors import ClubError
from league.competitions.services import CompetitionError
from league.core.errors import RefusedError
from league.core.rule_texts import located_text
from league.online.errors import IllegalMoveError, OnlineError
from league.results.errors import ResultError
from league.results.scoring import warning_id
from league.rounds.errors import RoundError

MEDIA = "application/problem+json"
TYPES = "/api/v1/docs/problems/"

REFUSALS = (ResultError, OnlineError, RoundError, ClubError, CompetitionError)
"""The errors of services."""
CONFLICTS = {"key_reused", "stale", "seating_changed", "draw_outdated", "cut_changed"}
"""The codes of conflicts with a concurrent change."""
PARTS = {
    "invalid_record": "record",
    "unconfirmed": "record",
    "invalid_outcome": "outcome",
    "unreadable": "action",
}
"""The field of the body to which the problems of an error belong."""

GENERAL = {
    "invalid": "The request does not match the description; see `errors`.",
    "parse_error": "The body is not valid JSON.",
    "unsupported_media_type": "The content type of the body is not JSON.",
    "not_authenticated": "Authentication is required: send a token.",
    "bad_token": "The token is wrong, expired or revoked.",
    "scope_missing": "The token has no scope for this.",
    "permission_denied": "You are not allowed to do this, or the CSRF token is missing.",
    "moved": "The player was merged into the one at `Location`.",
    "not_found": "It does not exist, or you are not allowed to see it.",
    "method_not_allowed": "The method is not supported; `Allow` lists the others.",
    "precondition_failed": "`If-Match` does not match the current state.",
    "body_too_large": "The body is larger than 1 MiB.",
    "token_exists": "The key of this token was used; its text is shown only once.",
    "throttled": "Too many requests in one minute; `Retry-After` says how long to wait.",
}


class MovedError(exceptions.APIException):
    """Raised when a player was merged into another one, at a path of this site."""

    status_code = HTTPStatus.MOVED_PERMANENTLY
    default_code = "moved"
    default_detail = gettext_lazy("This player was merged into another player.")

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path


class BodyTooLargeError(exceptions.APIException):
    """Raised when the body is too large to be read."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_code = "body_too_large"
    default_detail = gettext_lazy("The request is too large. Send less data in one request.")


def _problem(
    status: int, code: str, detail: object, faults: Iterable[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """Return a problem document; faults have a code, a field, a rule and a text each."""
    return {
        "type": f"{TYPES}#{code}",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "code": code,
        "detail": str(detail),
        "errors": list(faults),
    }


def answer_problem(error: Exception, _context: Mapping[str, Any]) -> HttpResponse | None:
    """Return the response to an expected error, else None."""
    problem = problem_of(error)
    if problem is None:
        return None
    set_rollback()
    content = JSONRenderer().render(problem)
    answer = HttpResponse(content, status=problem["status"], content_type=MEDIA)
    if (header := getattr(error, "auth_header", None)) is not None:
        answer["WWW-Authenticate"] = header
    if isinstance(error, MovedError):
        answer["Location"] = error.path
    if (seconds := getattr(error, "wait", None)) is not None:
        answer["Retry-After"] = str(int(seconds))
    return answer


def problem_of(error: Exception) -> dict[str, Any] | None:
    """Return the problem of an expected error, else None."""
    if isinstance(error, (RefusedError, InvalidInputError)):
        is_conflict = isinstance(error, RefusedError) and error.code in CONFLICTS
        status = HTTPStatus.CONFLICT if is_conflict else HTTPStatus.UNPROCESSABLE_ENTITY
        return _problem(status, code_of(error), error, _faults_of(error))
    if isinstance(error, Http404):
        text = error.args[0] if error.args else _("Nothing was found at this address.")
        return _problem(HTTPStatus.NOT_FOUND, "not_found", text)
    if isinstance(error, PermissionDenied):
        return _problem(
            HTTPStatus.FORBIDDEN, "permission_denied", _("You do not have permission to do this.")
        )
    if isinstance(error, exceptions.ValidationError):
        text = _("The request contains invalid values.")
        return _problem(HTTPStatus.BAD_REQUEST, "invalid", text, _shape_faults(error.detail))
    if isinstance(error, exceptions.APIException):
        code = error.get_codes()
        code = code if isinstance(code, str) else error.default_code
        return _problem(error.status_code, code, error.detail)
    return None


def code_of(error: RefusedError | InvalidInputError) -> str:
    """Return the stable code of an error of a service or of the engine."""
    if isinstance(error, IllegalMoveError):
        return error.violation.code
    return error.code if isinstance(error, RefusedError) else code_of_class(type(error))


def code_of_class(kind: type[InvalidInputError]) -> str:
    """Return the code of an engine error: `invalid_options` of `InvalidOptionsError`."""
    return re.sub("(?<!^)(?=[A-Z])", "_", kind.__name__.removesuffix("Error")).lower()


def _faults_of(error: RefusedError | InvalidInputError) -> Iterator[dict[str, Any]]:
    if isinstance(error, IllegalMoveError):
        violation = error.violation
        yield _fault(violation.code, "action", violation.rule, error.text)
    elif isinstance(error, CompetitionError) and error.code == "name_taken":
        yield _fault("name_taken", "name", None, error.text)
    part = PARTS.get(error.code, "") if isinstance(error, RefusedError) else "options"
    for fault in error.problems:
        inside = fault.inside(part)
        found = _fault(inside.code, inside.field, inside.rule, located_text(inside))
        if code_of(error) == "unconfirmed":
            found["warning"] = warning_id(fault)
        yield found


def _fault(code: str, field: str, rule: str | None, text: str) -> dict[str, Any]:
    return {"code": code, "field": field, "rule": rule, "detail": text}


def _shape_faults(detail: Any, path: str = "") -> Iterator[dict[str, Any]]:
    """Yield the faults of a body or query, each with the path of its field."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            if name == "non_field_errors":
                yield from _shape_faults(inner, path)
            elif isinstance(name, int):
                yield from _shape_faults(inner, f"{path}[{name}]")
            else:
                yield from _shape_faults(inner, f"{path}.{name}" if path else str(name))
    elif isinstance(detail, list):
        for at, inner in enumerate(detail):
            is_plain = isinstance(inner, exceptions.ErrorDetail)
            yield from _shape_faults(inner, path if is_plain else f"{path}[{at}]")
    else:
        yield _fault(getattr(detail, "code", "invalid"), path, None, str(detail))


def known_problems() -> list[tuple[str, str]]:
    """Return all codes with their meanings, sorted."""
    found = dict(GENERAL)
    for refused in REFUSALS:
        texts = {
            code: re.sub(r"%\(\w+\)[ds]", "…", str(each)) for code, each in refused.TEXTS.items()
        }
        found = {**texts, **refused.MEANINGS, **found}
    kinds: list[type[InvalidInputError]] = [InvalidInputError]
    for kind in kinds:
        found.setdefault(code_of_class(kind), (kind.__doc__ or "").partition("\n")[0])
        kinds += kind.__subclasses__()
    return sorted(found.items())
