"""What went wrong, as RFC 9457 writes it: one shape, a stable code, and the path of each fault."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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
from games.base import Problem as Fault
from league.clubs.errors import ClubError
from league.competitions.errors import CompetitionError
from league.core.errors import RefusedError
from league.core.rule_texts import located_words
from league.online.errors import IllegalMoveError, OnlineError
from league.results.errors import ResultError
from league.results.reading import warning_id
from league.rounds.errors import RoundError

MEDIA = "application/problem+json"
TYPES = "/api/v1/docs/problems/"

REFUSALS = (ResultError, OnlineError, RoundError, ClubError, CompetitionError)
"""What services refuse: the rules, or the state that things are in."""
CONFLICTS = {"key_reused", "stale", "seating_changed", "draw_outdated", "cut_changed"}
"""What is refused because of what somebody else has done meanwhile."""
PARTS = {
    "invalid_record": "record",
    "unconfirmed": "record",
    "invalid_outcome": "outcome",
    "unreadable": "action",
}
"""In which part of the body the problems of a refusal lie."""

GENERAL = {
    "invalid": "The request has not the shape that is described; `errors` says where.",
    "parse_error": "The body is no JSON.",
    "unsupported_media_type": "The body says that it is something else than JSON.",
    "not_authenticated": "Nobody asks, and somebody has to: send a token.",
    "bad_token": "The token is wrong, has expired or was revoked.",
    "scope_missing": "The token was made without the scope for this.",
    "permission_denied": "You may not do that; on the site's pages, the token against forgery.",
    "moved": "The player was merged into another one, who is at `Location`.",
    "not_found": "There is nothing here, or nothing that you may see.",
    "method_not_allowed": "This address does nothing of this kind; `Allow` says what it does.",
    "precondition_failed": "What `If-Match` names is not what is there now.",
    "body_too_large": "The body is larger than 1 MiB, and was not read.",
    "throttled": "Too many requests for one minute; `Retry-After` says how long to wait.",
}


class MovedError(exceptions.APIException):
    """What was asked for is one with something else now, which is at a path of this site."""

    status_code = HTTPStatus.MOVED_PERMANENTLY
    default_code = "moved"
    default_detail = gettext_lazy("This player is one with another.")

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path


class BodyTooLargeError(exceptions.APIException):
    """The body was larger than what any operation takes, and was left unread."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_code = "body_too_large"
    default_detail = gettext_lazy("The body is too large. Send less in one request.")


@dataclass(frozen=True, slots=True)
class Problem:
    """What an answer tells of a failure; `faults` have a code, a field, a rule and words each."""

    status: int
    code: str
    detail: str
    faults: Sequence[Mapping[str, Any]] = ()

    def as_json(self) -> dict[str, Any]:
        """Write it as RFC 9457 does."""
        return {
            "type": f"{TYPES}#{self.code}",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
            "errors": list(self.faults),
        }


def answer_problem(error: Exception, _context: Mapping[str, Any]) -> HttpResponse | None:
    """Answer an expected failure; None for one that is a fault of ours."""
    problem = problem_of(error)
    if problem is None:
        return None
    set_rollback()
    answer = HttpResponse(
        JSONRenderer().render(problem.as_json()), status=problem.status, content_type=MEDIA
    )
    if (asked := getattr(error, "auth_header", None)) is not None:
        answer["WWW-Authenticate"] = asked
    if isinstance(error, MovedError):
        answer["Location"] = error.path
    if (seconds := getattr(error, "wait", None)) is not None:
        answer["Retry-After"] = str(int(seconds))
    return answer


def problem_of(error: Exception) -> Problem | None:
    """Say what a failure is; None for one that nobody expects."""
    if isinstance(error, (RefusedError, InvalidInputError)):
        is_conflict = isinstance(error, RefusedError) and error.code in CONFLICTS
        status = HTTPStatus.CONFLICT if is_conflict else HTTPStatus.UNPROCESSABLE_ENTITY
        return Problem(status, code_of(error), str(error), list(_faults_of(error)))
    if isinstance(error, Http404):
        words = str(error.args[0]) if error.args else _("There is nothing here.")
        return Problem(HTTPStatus.NOT_FOUND, "not_found", words)
    if isinstance(error, PermissionDenied):
        return Problem(HTTPStatus.FORBIDDEN, "permission_denied", _("You may not do that."))
    if isinstance(error, exceptions.ValidationError):
        words = _("Something in this request is not as it has to be.")
        return Problem(HTTPStatus.BAD_REQUEST, "invalid", words, list(_shape_faults(error.detail)))
    if isinstance(error, exceptions.APIException):
        code = error.get_codes()
        return Problem(
            error.status_code,
            code if isinstance(code, str) else error.default_code,
            str(error.detail),
        )
    return None


def code_of(error: RefusedError | InvalidInputError) -> str:
    """Return the stable code of a refusal; of what the engine refuses, the words of its name."""
    if isinstance(error, IllegalMoveError):
        return error.violation.code
    return error.code if isinstance(error, RefusedError) else code_of_class(type(error))


def code_of_class(kind: type[InvalidInputError]) -> str:
    """Return the code of a kind of invalid input: `InvalidOptionsError` is `invalid_options`."""
    return re.sub("(?<!^)(?=[A-Z])", "_", kind.__name__.removesuffix("Error")).lower()


def _faults_of(error: RefusedError | InvalidInputError) -> Iterator[dict[str, Any]]:
    if isinstance(error, IllegalMoveError):
        violation = error.violation
        yield _fault(violation.code, "action", violation.rule, error.text)
    elif isinstance(error, CompetitionError) and error.code == "name_taken":
        yield _fault("name_taken", "name", None, error.text)
    part = PARTS.get(error.code, "") if isinstance(error, RefusedError) else "options"
    for fault in error.problems:
        told = _fault_told(fault.inside(part))
        is_asked = code_of(error) == "unconfirmed"
        yield told | {"warning": warning_id(fault)} if is_asked else told


def _fault_told(fault: Fault) -> dict[str, Any]:
    return _fault(fault.code, fault.field, fault.rule, located_words(fault))


def _fault(code: str, field: str, rule: str | None, words: str) -> dict[str, Any]:
    return {"code": code, "field": field, "rule": rule, "detail": words}


def _shape_faults(detail: Any, path: str = "") -> Iterator[dict[str, Any]]:
    """Tell the faults of a body or a query, each with the path of its field."""
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
    """List the codes of all refusals, and what each says, by code."""
    found = dict(GENERAL)
    for refused in REFUSALS:
        texts = {code: _without_names(str(text)) for code, text in refused.TEXTS.items()}
        found = {**texts, **refused.MEANINGS, **found}
    for kind in _kinds_from(InvalidInputError):
        found.setdefault(code_of_class(kind), (kind.__doc__ or "").partition("\n")[0])
    return sorted(found.items())


def _without_names(text: str) -> str:
    """Return a text with "…" for each name and number that it will have."""
    return re.sub(r"%\(\w+\)[ds]", "…", text)


def _kinds_from(kind: type[InvalidInputError]) -> Iterator[type[InvalidInputError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from _kinds_from(each)
