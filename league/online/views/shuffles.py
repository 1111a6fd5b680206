"""What the script of a table adds to a shuffle, without anybody's doing anything."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.base import Seat
from games.shuffle import is_digest
from league.online.services.shuffles import commit_share, open_share, take_part
from league.online.views.play import answer, read_body, read_number


@never_cache
@csrf_exempt
@require_POST
def share(request: HttpRequest, token: str) -> JsonResponse:
    """Take a commitment, later the share itself; or with neither note that the browser is there."""
    body = read_body(request)
    service = None if body is None else _service(body)
    if body is None or service is None:
        return JsonResponse({"code": "unreadable", "words": _("This is no share.")}, status=400)

    def do(table_id: int, seat: Seat) -> object:
        return service(table_id=table_id, seat=seat, now=timezone.now())

    return answer(token, body, do)


def _service(body: Mapping[str, Any]) -> Callable[..., object] | None:
    """Return what is to be done; None for what has not the shape of a share."""
    parts = {name: body[name] for name in ("commitment", "share") if name in body}
    if not parts:
        return take_part
    hand, attempt = read_number(body.get("hand")), read_number(body.get("attempt"))
    if hand is None or attempt is None or len(parts) > 1:
        return None
    [(name, value)] = parts.items()
    if not is_digest(value):
        return None
    if name == "commitment":
        return partial(commit_share, hand=hand, attempt=attempt, commitment=value)
    return partial(open_share, hand=hand, attempt=attempt, share=value)
