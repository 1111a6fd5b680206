"""Pages of what a club has told: its feed, its outbox, and how to hear no more."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from league.clubs.models import Player
from league.clubs.queries import club_seen_by, clubs_organised_by
from league.clubs.services import stop_mail
from league.notices import services
from league.notices.mail import player_of_stop_token
from league.notices.models import Notice
from league.notices.queries import notices_of, posts_of

POSTS_A_PAGE = 10
MAILS_A_PAGE = 50


@require_safe
def feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what a club has posted, newest first."""
    club = club_seen_by(request.user, slug)
    page = Paginator(posts_of(club), POSTS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "notices/feed.html", {"club": club, "page_obj": page})


@login_required
@require_safe
def outbox(request: HttpRequest, slug: str) -> HttpResponse:
    """Show organisers which mails went out, which wait, and which failed."""
    club = get_object_or_404(clubs_organised_by(request.user), slug=slug)
    page = Paginator(notices_of(club), MAILS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "notices/outbox.html", {"club": club, "page_obj": page})


@login_required
@require_POST
def try_again(request: HttpRequest, pk: int) -> HttpResponse:
    """Put a mail that was given up back into the queue."""
    own = Notice.objects.filter(club__in=clubs_organised_by(request.user))
    notice = get_object_or_404(own.select_related("club"), pk=pk)
    services.try_again(notice_id=notice.pk, now=timezone.now())
    messages.success(request, _("The mail is tried again."))
    return redirect("notices:outbox", notice.club.slug)


@csrf_exempt
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Let the reader of a mail stop further ones without signing in.

    Mail programs post here by themselves (RFC 8058), so there is no CSRF token; the signed token
    of the address is the proof, and stopping is all it can do.
    """
    player_id = player_of_stop_token(token)
    if player_id is None:
        raise Http404(_("This link is not complete."))
    player = get_object_or_404(Player.objects.select_related("club"), pk=player_id)
    if request.method == "POST":
        stop_mail(player_id=player.pk)
        player.refresh_from_db()
    return render(request, "notices/stop.html", {"club": player.club, "player": player})
