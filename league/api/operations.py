"""Operations of the API: functions that take a checked Call, with all that describes them.

A function returns what its operation's serializer shows: an object, a list, a queryset, None, or a
response of its own.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar, cast

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import parse_etags
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from league.api.fields import IS_ADDRESS
from league.api.models import Scope, Token
from league.api.serializers.base import Pages, Paging, StrictSerializer, list_of
from league.clubs.queries import Visitor

Function = TypeVar("Function", bound=Callable[..., object])

SAFE = ("GET", "HEAD")
NDJSON = "application/x-ndjson"
WITH_ETAG = (*SAFE, "PUT", "PATCH")
"""The methods that answer with the state of their address."""


class PreconditionFailedError(APIException):
    """Raised when `If-Match` does not match the current state."""

    status_code = HTTPStatus.PRECONDITION_FAILED
    default_code = "precondition_failed"
    default_detail = _("This has been changed meanwhile. Load it again before you change it.")


@dataclass(frozen=True, slots=True)
class Call:
    """A valid request: `asked` is its checked query, `sent` its checked body."""

    http: HttpRequest
    user: Visitor
    token: Token | None
    asked: Mapping[str, Any]
    sent: Mapping[str, Any]
    now: datetime


@dataclass(frozen=True, slots=True)
class Operation:
    """What a method of an address does: serializers of its answer, body and query, and its scope.

    With an `order` (the last field is unique) the function returns a queryset, of which a page is
    given. `files` are the media types of a file. `is_personal` needs authentication. `lock` locks
    what a read shows, so that writes to the same address can use `If-Match`.
    """

    gives: type[StrictSerializer] | None
    scope: Scope
    takes: type[StrictSerializer] | None = None
    asks: type[StrictSerializer] | None = None
    order: tuple[str, ...] = ()
    is_personal: bool = False
    status: HTTPStatus = HTTPStatus.OK
    files: tuple[str, ...] = ()
    lock: Callable[..., None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether it needs no authentication."""
        return self.scope == Scope.READ and not self.is_personal

    @property
    def answer(self) -> type[StrictSerializer] | None:
        """The serializer of the answer: of a page, if there is an order."""
        return list_of(self.gives, is_paged=True) if self.gives and self.order else self.gives


def _adding(method: str, **defaults: Any) -> Callable[..., Callable[[Function], Function]]:
    """Return the method of Chapter that adds an operation."""

    def add(
        chapter: "Chapter",
        address: str,
        gives: type[StrictSerializer] | None = None,
        *,
        scope: Scope | None = None,
        **options: Any,
    ) -> Callable[[Function], Function]:
        default = Scope.READ if method == "get" else chapter.scope
        operation = Operation(gives, scope or default, **defaults, **options)

        def decorate(function: Function) -> Function:
            chapter.addresses[address][method] = _method_of(function, operation)
            return function

        return decorate

    return add


class Chapter:
    """A chapter of the API's description, with the operations at its addresses.

    `@chapter.get(address, serializer, …)` adds a function `(call, **path)`, whose name is the
    operation id; the options are those of Operation. The default scope is `read` for GET, else the
    chapter's.
    """

    get, post, put = _adding("get"), _adding("post"), _adding("put")
    create = _adding("post", status=HTTPStatus.CREATED)
    patch, delete = _adding("patch"), _adding("delete")

    def __init__(self, name: str, text: str, scope: Scope = Scope.ORGANISE) -> None:
        self.name, self.text, self.scope = name, text, scope
        self.addresses: dict[str, dict[str, Callable[..., HttpResponseBase]]] = defaultdict(dict)


def _method_of(
    function: Callable[..., object], operation: Operation
) -> Callable[..., HttpResponseBase]:
    """Return the method of a view that runs an operation."""

    @wraps(function)
    def method(view: APIView, request: Request, **path: Any) -> HttpResponseBase:
        call = Call(
            http=request._request,
            user=request.user,
            token=request.auth if isinstance(request.auth, Token) else None,
            asked=_query(request, operation),
            sent=_body(request, operation),
            now=timezone.now(),
        )
        if request.method in SAFE or request.headers.get("If-Match", "").strip() in ("", "*"):
            return _answer(request, operation, function(call, **path))
        with transaction.atomic():
            _check_unchanged(view, request, call)
            return _answer(request, operation, function(call, **path))

    cast("Any", method).operation = operation
    return method


def operation_of(view: APIView, method: str) -> Operation | None:
    """Return the operation of a view for a method, if any."""
    handler = getattr(view, {"HEAD": "get"}.get(method, method.lower()), None)
    found: Operation | None = getattr(handler, "operation", None)
    return found


def is_comparable(view: APIView) -> bool:
    """Return whether writes to an address can use `If-Match`."""
    shown = operation_of(view, "GET")
    return shown is not None and shown.lock is not None


def _check_unchanged(view: APIView, request: Request, call: Call) -> None:
    """Lock the object of an address; raises PreconditionFailedError unless `If-Match` matches."""
    shown = operation_of(view, "GET")
    if shown is None or shown.lock is None:
        raise PreconditionFailedError
    shown.lock(call, **view.kwargs)
    read = cast("Any", view).get.__wrapped__
    found = read(replace(call, asked={}, sent={}), **view.kwargs)
    # Of a compressed answer a client knows the weak form.
    known = {each.removeprefix("W/") for each in parse_etags(request.headers["If-Match"])}
    if _etag(_content(request, shown, found)) not in known:
        raise PreconditionFailedError


def _body(request: Request, operation: Operation) -> Mapping[str, Any]:
    if operation.takes is None:
        return {}
    return _checked(operation.takes(data=request.data, partial=request.method == "PATCH"))


def _query(request: Request, operation: Operation) -> Mapping[str, Any]:
    if request.method not in SAFE:
        return {}
    query = {
        name: values[0] if len(values) == 1 else values
        for name, values in request.query_params.lists()
    }
    context = {IS_ADDRESS: True}
    paging = {
        name: query.pop(name) for name in ("limit", "cursor") if operation.order and name in query
    }
    _checked(Paging(data=paging, context=context))
    return _checked((operation.asks or StrictSerializer)(data=query, context=context))


def _checked(shape: StrictSerializer) -> Mapping[str, Any]:
    shape.is_valid(raise_exception=True)
    return cast("Mapping[str, Any]", shape.validated_data)


def _answer(request: Request, operation: Operation, found: object) -> HttpResponseBase:
    """Return the response of an operation: 304 if the client has it already."""
    if isinstance(found, HttpResponseBase):
        return found
    if operation.gives is None:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    content = _content(request, operation, found)
    answer = HttpResponse(content, status=operation.status, content_type="application/json")
    if request.method not in WITH_ETAG:
        return answer
    answer["ETag"] = etag = _etag(content)
    if request.method not in SAFE:
        return answer
    return get_conditional_response(request._request, etag=etag, response=answer) or answer


def _content(request: Request, operation: Operation, found: object) -> bytes:
    """Return the JSON of an answer."""
    if operation.answer is None:
        return b""
    if operation.order:
        pages = Pages(operation.order)
        rows = pages.cut(cast("QuerySet[Any]", found), request)
        links = {"next": pages.get_next_link(), "previous": pages.get_previous_link()}
        found = {**links, "results": rows}
    return bytes(JSONRenderer().render(operation.answer(found).data))


def _etag(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'
