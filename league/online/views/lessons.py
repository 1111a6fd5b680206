"""The guided first hand: its page, and the answer to a move of it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from league.core.games import SiteGame, online_games
from league.core.games.online import Lesson
from league.online.errors import OnlineError
from league.online.forms import GUEST_NAMES
from league.online.lessons import GuidedHand, guided_hand
from league.online.rules import rules_by_topic
from league.online.views.lobby import known_name
from league.online.views.play import read_body, read_number, refusal_of
from league.online.views.tables import script_context


@require_safe
def lesson(request: HttpRequest, game: str) -> HttpResponse:
    """Show the guided first hand of a game at its first move."""
    found, _lesson = _find(game)
    hand = _play(request, game, [])
    table = hand.snapshot.table
    lobby = f"{reverse('online:lobby')}?game={game}"
    view: Any = hand.view(after=None, now=timezone.now())
    context = {
        "game": found,
        "lobby": lobby,
        "rules": rules_by_topic(game),
        "summary": found.online.summary if found.online else "",
        "game_style": found.online.stylesheet if found.online else "",
        "screen": {
            **script_context(table),
            "lobby": lobby,
            "pick_up": False,
            "view": view,
        },
        "guide": next(iter(view["coach"].values())),
    }
    return render(request, "online/lesson.html", context)


@never_cache
@csrf_exempt
@require_POST
def lesson_move(request: HttpRequest, game: str) -> JsonResponse:
    """Play the moves made so far and one more; answer with the view, or why it was refused."""
    body = read_body(request)
    trail = body.get("trail")
    trail = trail if isinstance(trail, list) else []
    try:
        hand, status = _play(request, game, [*trail, body.get("action")]), 200
        refusal: dict[str, object] = {}
    except OnlineError as error:
        refusal, status = refusal_of(error)
        hand = _replay(request, game, trail)
    view = hand.view(after=read_number(body.get("moves")), now=timezone.now())
    return JsonResponse({**refusal, "view": view}, status=status)


def _replay(request: HttpRequest, game: str, trail: list[object]) -> GuidedHand:
    """Return the hand before a move that was refused; from the start if more than that is wrong."""
    try:
        return _play(request, game, trail)
    except OnlineError:
        return _play(request, game, [])


def _play(request: HttpRequest, game: str, moves: list[object]) -> GuidedHand:
    name = known_name(request) or str(GUEST_NAMES[0])
    return guided_hand(game, _find(game)[1], name, moves)


def _find(game: str) -> tuple[SiteGame, Lesson]:
    for each in online_games():
        if each.slug == game and each.online and each.online.lesson:
            return each, each.online.lesson
    raise Http404(_("There is no guided hand of this game."))
