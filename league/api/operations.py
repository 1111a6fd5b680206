"""What a view does for a method, told once: who may, what goes in, what comes out.

A method decorated with `operation` gets a Call, whose query and body are checked, and returns what
there is to show: an object, a list or a query of them, None, or an answer of its own.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import wraps
from http import HTTPStatus
from typing import Any, cast

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
from league.api.models import Token
from league.api.paging import Pages, Paging, page_of
from league.api.scopes import Scope
from league.api.serializers.base import StrictSerializer
from league.clubs.queries import Visitor

CREATED = HTTPStatus.CREATED
SAFE = ("GET", "HEAD")
SHOWING = (*SAFE, "PUT", "PATCH")
"""The methods that answer with what is at their address."""


class PreconditionFailedError(APIException):
    """What `If-Match` names is not what is there now."""

    status_code = HTTPStatus.PRECONDITION_FAILED
    default_code = "precondition_failed"
    default_detail = _("Somebody has changed this meanwhile. Read it again before you change it.")


@dataclass(frozen=True, slots=True)
class Call:
    """A request whose shape is right: who asks, and for what.

    `asked` is its query, `sent` its body. `http` is the request as the site's look-ups know it.
    """

    http: HttpRequest
    user: Visitor
    token: Token | None
    asked: Mapping[str, Any]
    sent: Mapping[str, Any]
    now: datetime


@dataclass(frozen=True, slots=True)
class Operation:
    """What a method of a view does.

    It `gives` a shape and `takes` one as its body and `asks` for one in its query. With an `order`
    (of fields, the first ones deciding, the last one unique) the method returns a query, of which a
    page is given. `files` are the media types of a file that is given. `is_personal`: nobody asks
    this without saying who they are. `lock` locks what a reading shows, so that a write to the same
    address can name what it has read.
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
        """Say whether everybody may do it."""
        return self.scope == Scope.READ and not self.is_personal


def operation(
    gives: type[StrictSerializer] | None = None, *, scope: Scope | None = None, **told: Any
) -> Callable[[Callable[..., object]], Callable[..., HttpResponseBase]]:
    """Make a view's method of a function `(view, call, **path)`; see Operation for what is told.

    Unless told a token needs the scope to read, and for all other methods the one to organise.
    """

    def decorate(function: Callable[..., object]) -> Callable[..., HttpResponseBase]:
        usual = Scope.READ if function.__name__ == "get" else Scope.ORGANISE
        made = Operation(gives, scope or usual, **told)

        @wraps(function)
        def method(view: APIView, request: Request, **path: Any) -> HttpResponseBase:
            call = _read(request, made)
            if not _is_conditional(request):
                return _answer(request, made, function(view, call, **path))
            with transaction.atomic():
                _check_unchanged(view, request, call)
                return _answer(request, made, function(view, call, **path))

        cast("Any", method).operation = made
        cast("Any", method).find = function
        return method

    return decorate


def operation_of(view: APIView, method: str) -> Operation | None:
    """Return what a view does for a method; None where it does nothing."""
    handler = getattr(view, {"HEAD": "get"}.get(method, method.lower()), None)
    found: Operation | None = getattr(handler, "operation", None)
    return found


def is_comparable(view: APIView) -> bool:
    """Say whether there is one thing at an address, so that a write can name what it has read."""
    shown = operation_of(view, "GET")
    return shown is not None and shown.lock is not None


def _is_conditional(request: Request) -> bool:
    header = request.headers.get("If-Match", "").strip()
    return request.method not in SAFE and header not in ("", "*")


def _check_unchanged(view: APIView, request: Request, call: Call) -> None:
    """Raise PreconditionFailedError where `If-Match` does not name what is shown there now.

    It is locked first, so that of two who write at once the second is told.
    """
    shown = operation_of(view, "GET")
    if shown is None or shown.lock is None:
        raise PreconditionFailedError
    shown.lock(call, **view.kwargs)
    header = request.headers["If-Match"]
    found = cast("Any", view).get.find(view, replace(call, asked={}, sent={}), **view.kwargs)
    if _etag(_content(request, shown, found)) not in parse_etags(header):
        raise PreconditionFailedError


def _read(request: Request, operation: Operation) -> Call:
    """Check query and body; raises rest_framework's ValidationError with every fault."""
    return Call(
        http=request._request,
        user=request.user,
        token=request.auth if isinstance(request.auth, Token) else None,
        asked=_asked(request, operation),
        sent=_sent(request, operation),
        now=timezone.now(),
    )


def _sent(request: Request, operation: Operation) -> Mapping[str, Any]:
    """Check the body; of a PATCH nothing is needed."""
    if operation.takes is None:
        return {}
    return _checked(operation.takes(data=request.data, partial=request.method == "PATCH"))


def _asked(request: Request, operation: Operation) -> Mapping[str, Any]:
    if request.method not in SAFE:
        return {}
    query = {
        name: values[0] if len(values) == 1 else values
        for name, values in request.query_params.lists()
    }
    context = {IS_ADDRESS: True}
    asks = operation.asks or StrictSerializer
    paging = set(Paging().get_fields()) if operation.order else set()
    _checked(Paging(data={name: query[name] for name in query if name in paging}, context=context))
    own = {name: query[name] for name in query if name not in paging}
    return _checked(asks(data=own, context=context))


def _checked(shape: StrictSerializer) -> Mapping[str, Any]:
    shape.is_valid(raise_exception=True)
    return cast("Mapping[str, Any]", shape.validated_data)


def _answer(request: Request, operation: Operation, found: object) -> HttpResponseBase:
    """Write what was found; what the asker has already is answered 304."""
    if isinstance(found, HttpResponseBase):
        return found
    if operation.gives is None:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    content = _content(request, operation, found)
    answer = HttpResponse(content, status=operation.status, content_type="application/json")
    if request.method not in SHOWING:
        return answer
    answer["ETag"] = etag = _etag(content)
    if request.method not in SAFE:
        return answer
    return get_conditional_response(request._request, etag=etag, response=answer) or answer


def _content(request: Request, operation: Operation, found: object) -> bytes:
    """Return what was found as JSON."""
    gives = operation.gives
    if gives is None:
        return b""
    if operation.order:
        pages = Pages(operation.order)
        rows = pages.cut(cast("QuerySet[Any]", found), request)
        links = {"next": pages.get_next_link(), "previous": pages.get_previous_link()}
        found = {**links, "results": rows}
        gives = page_of(gives)
    return bytes(JSONRenderer().render(gives(found).data))


def _etag(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'
