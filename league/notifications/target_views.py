"""Pages of where notifications go: devices, chat apps, links."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league.clubs.access import UserRequest
from league.clubs.models import Club, Player
from league.clubs.queries import clubs_organised_by
from league.core.middleware import NotVisibleError
from league.core.ratelimits import is_allowed, too_many_requests
from league.core.requests import name_browser
from league.notifications import queries, visibility
from league.notifications.forms import (
    ChatForm,
    DeviceForm,
)
from league.notifications.models import (
    ChatIntegration,
    Source,
)
from league.notifications.services import targets
from league.notifications.services.targets import TooManyError


@login_required
@require_POST
def add_device(request: UserRequest, pk: int) -> HttpResponse:
    """Add the browser as a device."""
    me = get_object_or_404(queries.player_with_settings(request.user, pk))
    form = DeviceForm(request.POST)
    session = request.session.session_key
    if not form.is_valid() or session is None:
        messages.error(
            request, _("This browser’s push service is not supported. Try another browser.")
        )
        return redirect("notifications:settings", me.pk)
    try:
        targets.add_device(
            user=request.user,
            keys=form.keys(),
            session=session,
            label=name_browser(request.headers.get("User-Agent", "")),
            now=timezone.now(),
        )
    except TooManyError:
        messages.error(
            request, _("You have reached the maximum number of devices. Remove one first.")
        )
    else:
        messages.success(request, _("Notifications are enabled on this device."))
    return redirect("notifications:settings", me.pk)


@csrf_exempt
@require_POST
def change_device(request: HttpRequest) -> HttpResponse:
    """Replace a browser's address, proven by the old one."""
    form = DeviceForm(request.POST)
    before = request.POST.get("before", "")
    if not form.is_valid() or not targets.change_device(before=before, keys=form.keys()):
        if not is_allowed(request, "code"):
            return too_many_requests(request)
        raise NotVisibleError
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@login_required
@require_POST
def remove_device(request: UserRequest, pk: int, device: int) -> HttpResponse:
    """Remove a device."""
    me = get_object_or_404(queries.player_with_settings(request.user, pk))
    targets.remove_device(user=request.user, device_id=device)
    messages.success(request, _("The device is removed."))
    return redirect("notifications:settings", me.pk)


@login_required
def add_chat(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a player's chat."""
    me = get_object_or_404(queries.player_with_settings(request.user, pk))
    form = ChatForm(request.POST or None, is_of_club=False)
    if _add(request, form, me.club, me):
        return redirect("notifications:settings", me.pk)
    context = {"club": me.club, "player": me, "form": form}
    return render(request, "notifications/add_chat.html", context)


@login_required
def club_chats(request: HttpRequest, slug: str) -> HttpResponse:
    """List and add a club's chats."""
    club = get_object_or_404(clubs_organised_by(request.user), slug=slug)
    form = ChatForm(request.POST or None, is_of_club=True)
    if _add(request, form, club, None):
        return redirect("notifications:club_chats", club.slug)
    context = {"club": club, "chats": queries.chats_of_club(club), "form": form}
    return render(request, "notifications/club_chats.html", context)


def _add(request: HttpRequest, form: ChatForm, club: Club, player: Player | None) -> bool:
    """Add the chat of a form and send a test message; return whether it worked."""
    if not form.is_valid():
        return False
    now = timezone.now()
    data = {name: value for name, value in form.cleaned_data.items() if name != "token"}
    try:
        chat = targets.add_chat(club=club, player=player, **data, now=now)
    except TooManyError:
        form.add_error(
            None, _("You have reached the maximum number of chat apps. Remove one first.")
        )
        return False
    targets.test_chat(chat_id=chat.pk, now=now)
    messages.success(request, _("Chat app added. A test message is being sent."))
    return True


@login_required
@require_POST
def test_chat(request: HttpRequest, pk: int) -> HttpResponse:
    """Enable a chat and send a test message."""
    chat = get_object_or_404(queries.chats_managed_by(request.user), pk=pk)
    targets.enable_chat(chat_id=chat.pk)
    targets.test_chat(chat_id=chat.pk, now=timezone.now())
    messages.success(request, _("A test message is being sent."))
    return _back_to(chat)


@login_required
@require_POST
def remove_chat(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a chat."""
    chat = get_object_or_404(queries.chats_managed_by(request.user), pk=pk)
    targets.remove_chat(chat_id=chat.pk)
    messages.success(request, _("The chat app is removed."))
    return _back_to(chat)


@login_required
@require_POST
def subscribe(request: HttpRequest, pk: int, source: str) -> HttpResponse:
    """Create a subscription."""
    if source not in Source:
        raise Http404
    me = get_object_or_404(queries.player_with_settings(request.user, pk))
    about = request.POST.get("about", "")
    if about and not (visibility.is_name(about) and visibility.is_visible_to(me, about)):
        raise Http404
    targets.subscribe(player=me, source=Source(source), about=about, now=timezone.now())
    return _back(request, me)


@login_required
@require_POST
def unsubscribe(request: HttpRequest, pk: int, subscription: int) -> HttpResponse:
    """Remove a subscription."""
    me = get_object_or_404(queries.player_with_settings(request.user, pk))
    targets.remove_subscription(player=me, subscription_id=subscription)
    messages.success(request, _("The link is removed."))
    return _back(request, me)


def _back(request: HttpRequest, me: Player) -> HttpResponse:
    page = request.POST.get("back", "")
    if page.startswith("/") and url_has_allowed_host_and_scheme(page, allowed_hosts=None):
        return HttpResponseRedirect(page)
    return redirect("notifications:settings", me.pk)


def _back_to(chat: ChatIntegration) -> HttpResponse:
    if chat.player is None:
        return redirect("notifications:club_chats", chat.club.slug)
    return redirect("notifications:settings", chat.player.pk)
