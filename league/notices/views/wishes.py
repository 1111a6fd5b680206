"""Pages on which people choose what they hear of, and how to hear no more."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league.clubs.models import Player, User
from league.clubs.rights import RUN
from league.core.address import absolute_url
from league.notices import services
from league.notices.channels.email import read_stop_token
from league.notices.channels.push import public_key
from league.notices.forms import WishesForm
from league.notices.models import CHOSEN, FOR_ORGANISERS, Channel
from league.notices.queries import chats_of, devices_of, player_with_wishes, subscriptions_of
from league.notices.services.telling import wishes_of


@login_required
def wishes(request: HttpRequest, pk: int) -> HttpResponse:
    """Let players choose what to hear of, where and when, and show their ways."""
    me = get_object_or_404(player_with_wishes(request.user, pk))
    now_wanted = wishes_of(me)
    is_organiser = RUN.is_held_by(me.role)
    form = WishesForm(
        request.POST or None,
        wishes=now_wanted,
        zone=me.club.time_zone,
        is_organiser=is_organiser,
    )
    if request.method == "POST" and form.is_valid():
        services.set_wishes(
            player_id=me.pk,
            chosen=form.chosen(),
            timing=form.timing(),
            language=form.chosen_language(),
        )
        messages.success(request, _("Saved."))
        return redirect("notices:wishes", me.pk)
    context = {
        "club": me.club,
        "player": me,
        "wishes": now_wanted,
        "form": form,
        "channels": list(Channel),
        "devices": devices_of(cast("User", request.user)),
        "chats": chats_of(me),
        "subscriptions": [
            {"row": row, "address": absolute_url(address_of(row.source, row.secret))}
            for row in subscriptions_of(me)
        ],
        "push_key": public_key(),
        "is_organiser": is_organiser,
    }
    return render(request, "notices/wishes.html", context)


def address_of(source: str, secret: str) -> str:
    """Return the path of a secret address."""
    return reverse(f"notices:{source}", args=[secret])


@login_required
@require_POST
def mail_again(request: HttpRequest, pk: int) -> HttpResponse:
    """Send mail again to an address that had refused it."""
    me = get_object_or_404(player_with_wishes(request.user, pk))
    services.switch_on_mail(player_id=me.pk)
    messages.success(request, _("Mail is sent again."))
    return redirect("notices:wishes", me.pk)


@csrf_exempt
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Let the reader of a mail stop further ones without signing in.

    Mail programs post here by themselves (RFC 8058), so there is no CSRF token; the signed token
    of the address is the proof, and stopping is all it can do.
    """
    asked = read_stop_token(token)
    if asked is None:
        raise Http404(_("This link is not complete."))
    found = Player.objects.select_related("club", "wishes")
    player = get_object_or_404(found, pk=asked.player_id)
    if request.method == "POST":
        if asked.kind and "all" not in request.POST:
            player.wishes = services.stop_kind(player_id=player.pk, kind=asked.kind)
        else:
            player.wishes = services.stop_mail(player_id=player.pk)
    wanted = [
        kind
        for kind in CHOSEN
        if wishes_of(player).wants(kind, Channel.EMAIL)
        and (kind not in FOR_ORGANISERS or RUN.is_held_by(player.role))
    ]
    context = {
        "club": player.club,
        "player": player,
        "kind": asked.kind,
        "is_kind_wanted": asked.kind in wanted,
        "wanted": wanted,
    }
    return render(request, "notices/stop.html", context)
