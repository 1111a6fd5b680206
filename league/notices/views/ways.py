"""What adds and removes devices, chats and secret addresses."""

from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league.clubs.models import Club, Player, User
from league.clubs.queries import clubs_organised_by
from league.core.browsers import name_browser
from league.core.missing import NothingHereError
from league.core.ratelimits import is_allowed, too_many_requests
from league.notices import services, sight
from league.notices.forms import ChatForm, DeviceForm
from league.notices.models import Chat, Source
from league.notices.queries import chats_managed_by, chats_of_club, player_with_wishes
from league.notices.services.ways import TooManyError


@login_required
@require_POST
def add_device(request: HttpRequest, pk: int) -> HttpResponse:
    """Show somebody's notices in the browser that asks for it."""
    me = get_object_or_404(player_with_wishes(request.user, pk))
    form = DeviceForm(request.POST)
    session = request.session.session_key
    if not form.is_valid() or session is None:
        messages.error(request, _("This browser's push service is not one that is sent to."))
        return redirect("notices:wishes", me.pk)
    try:
        services.add_device(
            user=cast("User", request.user),
            keys=form.keys(),
            session=session,
            label=name_browser(request.headers.get("User-Agent", "")),
            now=timezone.now(),
        )
    except TooManyError:
        messages.error(request, _("These are too many devices. Remove one first."))
    else:
        messages.success(request, _("Notices are shown on this device now."))
    return redirect("notices:wishes", me.pk)


@csrf_exempt
@require_POST
def change_device(request: HttpRequest) -> HttpResponse:
    """Take a browser's new address; it says the old one, which nobody else knows."""
    form = DeviceForm(request.POST)
    before = request.POST.get("before", "")
    if not form.is_valid() or not services.change_device(before=before, keys=form.keys()):
        if not is_allowed(request, "code"):
            return too_many_requests(request)
        raise NothingHereError
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@login_required
@require_POST
def drop_device(request: HttpRequest, pk: int, device: int) -> HttpResponse:
    """Show nothing on a device any more."""
    me = get_object_or_404(player_with_wishes(request.user, pk))
    services.drop_device(user=cast("User", request.user), device_id=device)
    messages.success(request, _("Nothing is shown there any more."))
    return redirect("notices:wishes", me.pk)


@login_required
def add_chat(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a player add a chat."""
    me = get_object_or_404(player_with_wishes(request.user, pk))
    form = ChatForm(request.POST or None, is_of_club=False)
    if request.method == "POST" and _add(request, form, me.club, me):
        return redirect("notices:wishes", me.pk)
    context = {"club": me.club, "player": me, "form": form}
    return render(request, "notices/add_chat.html", context)


@login_required
def club_chats(request: HttpRequest, slug: str) -> HttpResponse:
    """Show organisers the chats that hear their club's news, and let them add one."""
    club = get_object_or_404(clubs_organised_by(request.user), slug=slug)
    form = ChatForm(request.POST or None, is_of_club=True)
    if request.method == "POST" and _add(request, form, club, None):
        return redirect("notices:club_chats", club.slug)
    context = {"club": club, "chats": chats_of_club(club), "form": form}
    return render(request, "notices/club_chats.html", context)


def _add(request: HttpRequest, form: ChatForm, club: Club, player: Player | None) -> bool:
    """Store the chat of a form and write a first message there; say whether that is done."""
    if not form.is_valid():
        return False
    data = form.cleaned_data
    now = timezone.now()
    try:
        chat = services.add_chat(
            club=club,
            player=player,
            service=data["service"],
            url=data["url"],
            room=data["room"],
            label=data["label"],
            kinds=data.get("kinds", ()),
            now=now,
        )
    except TooManyError:
        form.add_error(None, _("These are too many chats. Remove one first."))
        return False
    services.try_chat(chat_id=chat.pk, now=now)
    messages.success(request, _("Added. A first message is on its way there."))
    return True


@login_required
@require_POST
def try_chat(request: HttpRequest, pk: int) -> HttpResponse:
    """Write a test into a chat, switched on again if it was off."""
    chat = get_object_or_404(chats_managed_by(request.user), pk=pk)
    services.switch_on_chat(chat_id=chat.pk)
    services.try_chat(chat_id=chat.pk, now=timezone.now())
    messages.success(request, _("A message is on its way there."))
    return _back_to(chat)


@login_required
@require_POST
def remove_chat(request: HttpRequest, pk: int) -> HttpResponse:
    """Write into a chat no more."""
    chat = get_object_or_404(chats_managed_by(request.user), pk=pk)
    services.remove_chat(chat_id=chat.pk)
    messages.success(request, _("Nothing is written there any more."))
    return _back_to(chat)


@login_required
@require_POST
def subscribe(request: HttpRequest, pk: int, source: str) -> HttpResponse:
    """Make a secret address for a calendar or a feed reader, of all or of one thing."""
    if source not in Source:
        raise Http404
    me = get_object_or_404(player_with_wishes(request.user, pk))
    about = request.POST.get("about", "")
    if about and not (sight.is_name(about) and sight.is_seen_by(me, about)):
        raise Http404
    services.subscribe(player=me, source=Source(source), about=about, now=timezone.now())
    return _back(request, me)


@login_required
@require_POST
def unsubscribe(request: HttpRequest, pk: int, subscription: int) -> HttpResponse:
    """Let nobody fetch from a secret address any more."""
    me = get_object_or_404(player_with_wishes(request.user, pk))
    services.remove_subscription(player=me, subscription_id=subscription)
    messages.success(request, _("That address leads nowhere now."))
    return _back(request, me)


def _back(request: HttpRequest, me: Player) -> HttpResponse:
    """Lead back to the page of this site on which a button was pressed."""
    page = request.POST.get("back", "")
    if page.startswith("/") and url_has_allowed_host_and_scheme(page, allowed_hosts=None):
        return HttpResponseRedirect(page)
    return redirect("notices:wishes", me.pk)


def _back_to(chat: Chat) -> HttpResponse:
    if chat.player is None:
        return redirect("notices:club_chats", chat.club.slug)
    return redirect("notices:wishes", chat.player.pk)
