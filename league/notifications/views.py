"""Pages of notifications: feed, sent messages, settings and stopped mail."""

from datetime import timedelta
from http import HTTPStatus

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.clubs.access import UserRequest, get_club_or_404
from league.clubs.models import Club, Player, User
from league.clubs.queries import clubs_organised_by
from league.clubs.rights import RUN
from league.core.address import absolute_url
from league.core.ratelimits import is_allowed
from league.notifications import queries
from league.notifications.channels.email import read_stop_token, send_test_mail
from league.notifications.channels.push import public_key
from league.notifications.forms import (
    AnnouncementForm,
    NotificationSettingsForm,
)
from league.notifications.models import (
    CHOSEN,
    FOR_ORGANISERS,
    Channel,
    NotificationKind,
)
from league.notifications.services import announcing, sending, targets
from league.notifications.services.queueing import notification_settings_of


@require_safe
def feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's posts."""
    club = get_club_or_404(request, slug)
    pages = Paginator(queries.posts_listed_for(request.user, club), 10)
    context = {"club": club, "page_obj": pages.get_page(request.GET.get("page"))}
    return render(request, "notifications/feed.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def announce(request: HttpRequest, slug: str) -> HttpResponse:
    """Write to all players of a club, and list what was written."""
    club = get_object_or_404(clubs_organised_by(request.user), slug=slug)
    form = AnnouncementForm(request.POST if request.method == "POST" else None)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    if form.is_valid():
        if is_allowed(request, "announce"):
            return _send_announcement(request, club, form)
        form.add_error(None, _("Too many messages. Wait a minute, then send again."))
        status = HTTPStatus.TOO_MANY_REQUESTS
    return _show_announcements(request, club, form, status)


def _send_announcement(request: HttpRequest, club: Club, form: AnnouncementForm) -> HttpResponse:
    sent = form.cleaned_data
    try:
        announcing.announce(
            club=club,
            key=str(sent["key"]),
            title=sent["title"],
            body=sent["body"],
            shown_for=timedelta(days=sent["days"]),
            now=timezone.now(),
        )
    except announcing.AnnouncementError as error:
        form.add_error(None, error.text)
        return _show_announcements(request, club, form, HTTPStatus.TOO_MANY_REQUESTS)
    messages.success(request, _("Your message is on the club page and sent to all players."))
    return redirect("clubs:home", club.slug)


def _show_announcements(
    request: HttpRequest, club: Club, form: AnnouncementForm, status: HTTPStatus
) -> HttpResponse:
    shown = queries.announcements_of(club, timezone.now())
    context = {"club": club, "form": form, "announcements": shown}
    return render(request, "notifications/announce.html", context, status=status)


@login_required
@require_POST
def delete_announcement(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete an announcement."""
    found = get_object_or_404(queries.announcements_organised_by(request.user), pk=pk)
    announcing.delete_announcement(post_id=found.pk)
    messages.success(request, _("The message is deleted. Emails that were sent stay sent."))
    return redirect("notifications:announce", found.club.slug)


@login_required
@require_safe
def outbox(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's notifications: sent, queued or failed."""
    club = get_object_or_404(clubs_organised_by(request.user), slug=slug)
    filters = queries.Filters(
        **{name: request.GET.get(name, "").strip() for name in queries.Filters._fields}
    )
    found = Paginator(queries.deliveries_of(club, filters), 50)
    context = {
        "club": club,
        "page_obj": found.get_page(request.GET.get("page")),
        "filters": filters,
        "is_filtered": any(filters),
        "kinds": NotificationKind.choices,
        "channels": Channel.choices,
        "states": _states(),
    }
    return render(request, "notifications/outbox.html", context)


@login_required
@require_POST
def resend(request: HttpRequest, pk: int) -> HttpResponse:
    """Send an unsent delivery again."""
    delivery = get_object_or_404(queries.deliveries_organised_by(request.user), pk=pk)
    if sending.resend(delivery_id=delivery.pk, now=timezone.now()):
        messages.success(request, _("The message will be sent again."))
    elif delivery.channel == Channel.EMAIL and not settings.SENDS_MAIL:
        messages.warning(request, _("Not sent: there is no mail server. Set one up first."))
    else:
        messages.info(request, _("The message was already sent."))
    return redirect("notifications:outbox", delivery.notification.club.slug)


def _states() -> list[tuple[str, str]]:
    labels = {
        "waiting": _("waiting"),
        "failing": _("retrying"),
        "sent": _("sent"),
        "given_up": _("failed"),
        "no_server": _("not sent: no mail server"),
        "late": _("not sent: too late"),
    }
    return [(state, labels[state]) for state in queries.STATES]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: UserRequest) -> HttpResponse:
    """Show whether mail is sent; a POST sends a test email to the user."""
    if not clubs_organised_by(request.user).exists() and not request.user.is_superuser:
        raise Http404
    address = own_address(request.user)
    answer = None
    if request.method == "POST" and address:
        if not is_allowed(request, "test_mail"):
            return render(request, "429.html", status=429)
        answer = send_test_mail(address)
    context = {"is_mailed": settings.SENDS_MAIL, "address": address, "answer": answer}
    return render(request, "notifications/mail_delivery.html", context)


def own_address(user: User) -> str:
    """Return the user's confirmed address, of a site administrator any."""
    confirmed = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    found = confirmed.values_list("email", flat=True).first()
    return found or (user.email or "" if user.is_superuser else "")


@login_required
def notification_settings(request: UserRequest, pk: int) -> HttpResponse:
    """Show and edit a player's notification settings."""
    me = get_object_or_404(queries.player_with_settings(request.user, pk))
    prefs, is_organiser = notification_settings_of(me), RUN.is_held_by(me.role)
    form = NotificationSettingsForm(
        request.POST or None, prefs=prefs, zone=me.club.time_zone, is_organiser=is_organiser
    )
    if form.is_valid():
        targets.save_notification_settings(
            player_id=me.pk,
            chosen=form.chosen(),
            timing=form.timing(),
            language=form.cleaned_data.get("language"),
        )
        with translation.override(form.cleaned_data.get("language") or translation.get_language()):
            messages.success(request, _("Saved."))
        return redirect("notifications:settings", me.pk)
    context = {
        "club": me.club,
        "player": me,
        "settings": prefs,
        "form": form,
        "channels": list(Channel),
        "devices": queries.devices_of(request.user),
        "chats": queries.chats_of(me),
        "subscriptions": [
            {
                "row": row,
                "address": absolute_url(reverse(f"notifications:{row.source}", args=[row.secret])),
            }
            for row in queries.subscriptions_of(me)
        ],
        "push_key": public_key(),
        "is_organiser": is_organiser,
    }
    return render(request, "notifications/settings.html", context)


@login_required
@require_POST
def enable_mail(request: HttpRequest, pk: int) -> HttpResponse:
    """Enable mail to an address that refused it."""
    me = get_object_or_404(queries.player_with_settings(request.user, pk))
    targets.enable_mail(player_id=me.pk)
    messages.success(request, _("Email is enabled again."))
    return redirect("notifications:settings", me.pk)


@csrf_exempt
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop mails without sign-in (RFC 8058): the signed token is the proof, so no CSRF token."""
    stopped = read_stop_token(token)
    if stopped is None:
        raise Http404(_("This link is incomplete. Check that the whole link was copied."))
    found = Player.objects.select_related("club", "notification_settings")
    player = get_object_or_404(found, pk=stopped.player_id)
    if request.method == "POST":
        kinds = [stopped.kind] if stopped.kind and "all" not in request.POST else CHOSEN
        player.notification_settings = targets.stop_mail(player_id=player.pk, kinds=kinds)
    wanted = [
        kind
        for kind in CHOSEN
        if notification_settings_of(player).wants(kind, Channel.EMAIL)
        and (kind not in FOR_ORGANISERS or RUN.is_held_by(player.role))
    ]
    context = {
        "club": player.club,
        "player": player,
        "kind": stopped.kind,
        "is_kind_wanted": stopped.kind in wanted,
        "wanted": wanted,
    }
    return render(request, "notifications/stop.html", context)
