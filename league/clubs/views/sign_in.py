"""Pages of sign-in links, invitations and share links."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.clubs import membership, queries, services
from league.clubs.access import KEY, UserRequest
from league.clubs.errors import ClubError
from league.clubs.forms import InvitationForm, JoinForm, NewOwnerForm, ShareLinkForm
from league.clubs.models import Invitation, Player, ShareLink, SignInLink, User
from league.core.address import absolute_url
from league.core.charts import qr_svg
from league.core.ratelimits import is_allowed, too_many_requests
from league.core.requests import read_numbers


def visitor_of(request: HttpRequest) -> User | None:
    """Return the signed-in user, or None."""
    return request.user if request.user.is_authenticated else None


@never_cache
def sign_in_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Open a sign-in link; only a POST uses it."""
    try:
        link = services.find_link(token=token, now=timezone.now())
        if link.player:
            return sign_in_as_player(request, token, link.player)
        return sign_in_as_owner(request, token, link)
    except ClubError as refusal:
        return link_refused(request, refusal, "enter")


def sign_in_as_player(request: HttpRequest, token: str, player: Player) -> HttpResponse:
    """Sign in as a player."""
    if request.method == "POST":
        user = services.sign_in_as_player(token=token, now=timezone.now())
        sign_in(request, user)
        messages.success(request, _("You are signed in as %(name)s.") % {"name": player.name})
        return redirect("clubs:home", player.club.slug)
    context = {"club": player.club, "player": player, "visitor": visitor_of(request)}
    return render(request, "clubs/enter_as_player.html", context)


def sign_in_as_owner(request: HttpRequest, token: str, link: SignInLink) -> HttpResponse:
    """Make the visitor a site administrator."""
    visitor = visitor_of(request)
    form = NewOwnerForm(request.POST or None, owners=list(queries.site_owners()))
    if request.method == "POST" and (visitor or form.is_valid()):
        data = {} if visitor else form.cleaned_data
        try:
            user = services.sign_in_as_owner(
                token=token,
                visitor=visitor,
                owner_id=data.get("owner"),
                name=data.get("name", ""),
                email=data.get("email", ""),
                now=timezone.now(),
            )
        except ClubError as refusal:
            if refusal.code != "email_taken":
                raise
            form.add_error("email", refusal.text)
        else:
            sign_in(request, user)
            return redirect("clubs:index")
    context = {"link": link, "form": form, "visitor": visitor}
    return render(request, "clubs/enter_as_owner.html", context)


@never_cache
@login_required
def player_link(request: UserRequest, pk: int) -> HttpResponse:
    """Create a sign-in link of a player, shown once as a QR code."""
    player = get_object_or_404(queries.players_managed_by(request.user).active(), pk=pk)
    context: dict[str, Any] = {"club": player.club, "player": player}
    if request.method == "POST":
        now = timezone.now()
        try:
            token = services.make_player_link(player=player, by=request.user, now=now)
        except ClubError as refusal:
            context["refusal"] = str(refusal)
            return render(request, "clubs/player_link.html", context)
        address = absolute_url(reverse("clubs:sign_in_by_link", args=[token]))
        label = _("Sign-in code of %(name)s") % {"name": player.name}
        context |= {"address": address, "qr": qr_svg(address, label)}
        context["expires_at"] = now + services.PLAYER_LINK_LIFE
    return render(request, "clubs/player_link.html", context)


@login_required
def invitations(request: UserRequest, slug: str) -> HttpResponse:
    """List and create a club's invitations."""
    club = get_object_or_404(queries.clubs_organised_by(request.user), slug=slug)
    form = InvitationForm(request.POST or None)
    now = timezone.now()
    if form.is_valid():
        role = form.cleaned_data["role"]
        made = membership.make_invitation(
            club=club, by=request.user, role=role, life=form.life, now=now
        )
        return redirect("clubs:invitation", made.pk)
    valid = queries.valid_invitations(club, now=now)
    context = {"club": club, "form": form, "invitations": valid}
    return render(request, "clubs/invitations.html", context)


@require_safe
@login_required
def invitation(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an invitation as a large QR code."""
    shown = find_own_invitation(request, pk)
    address = absolute_url(reverse("clubs:join", args=[shown.token]))
    context = {
        "club": shown.club,
        "invitation": shown,
        "is_valid": shown.is_valid(timezone.now()),
        "address": address,
        "qr": qr_svg(address, _("Invitation to %(club)s") % {"club": shown.club}),
    }
    return render(request, "clubs/invitation.html", context)


@login_required
@require_POST
def revoke_invitation(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke an invitation."""
    revoked = find_own_invitation(request, pk)
    membership.revoke_invitation(invitation_id=revoked.pk, now=timezone.now())
    messages.success(request, _("The invitation is revoked."))
    return redirect("clubs:invitations", revoked.club.slug)


def find_own_invitation(request: HttpRequest, pk: int) -> Invitation:
    """Return an invitation of a club that the user organises; raise Http404."""
    own = Invitation.objects.filter(club__in=queries.clubs_organised_by(request.user))
    return get_object_or_404(own.select_related("club"), pk=pk)


@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Open an invitation: join with a name."""
    try:
        found = membership.find_invitation(token=token, now=timezone.now())
    except ClubError as refusal:
        return link_refused(request, refusal, "join")
    visitor = visitor_of(request)
    if visitor and queries.player_of(visitor, found.club):
        messages.info(request, _("You are already in this club."))
        return redirect("clubs:home", found.club.slug)
    form = JoinForm(request.POST or None, initial={"name": visitor.name if visitor else ""})
    before = queries.players_of_user(visitor).filter(club=found.club).first() if visitor else None
    context = {"club": found.club, "invitation": found, "form": form, "visitor": visitor}
    context["before"] = before
    if form.is_valid():
        player = let_in(request, token, form, context)
        if player is not None:
            if player.user and not visitor:
                sign_in(request, player.user)
            messages.success(request, _("Welcome, %(name)s.") % {"name": player.name})
            return redirect("clubs:home", found.club.slug)
    return render(request, "clubs/join.html", context)


def let_in(
    request: HttpRequest, token: str, form: JoinForm, context: dict[str, Any]
) -> Player | None:
    """Return the player who joins, None when the form needs an answer first."""
    not_these = read_numbers("-".join(request.POST.getlist("not_these")))
    try:
        return membership.join_club(
            token=token,
            user=visitor_of(request),
            name=form.cleaned_data["name"],
            not_these=not_these,
            now=timezone.now(),
        )
    except ClubError as refusal:
        if refusal.code == "look_alike":
            context |= {"alike": refusal.params["players"], "not_these": not_these}
        else:
            form.add_error(None, refusal.text)
    return None


def link_refused(request: HttpRequest, why: ClubError, action: str) -> HttpResponse:
    """Show why a link is invalid; unknown ones are rate-limited."""
    is_unknown = why.code in ("link_unknown", "invitation_unknown")
    if is_unknown and not is_allowed(request, action):
        return too_many_requests(request)
    status = 404 if is_unknown else 410
    return render(request, "clubs/link_refused.html", {"why": str(why)}, status=status)


def sign_in(request: HttpRequest, user: User) -> None:
    """Sign in a user without a code."""
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def share_links(request: UserRequest, slug: str) -> HttpResponse:
    """List and create a club's share links."""
    club = get_object_or_404(queries.clubs_organised_by(request.user), slug=slug)
    form = ShareLinkForm(request.POST or None)
    if form.is_valid():
        label, now = form.cleaned_data["label"], timezone.now()
        membership.create_share_link(club=club, label=label, by=request.user, now=now)
        messages.success(request, _("Share link created."))
        return redirect("clubs:share_links", slug)
    feed = absolute_url(reverse("notifications:atom", args=[slug]))
    valid = queries.share_links_of(club)
    links = [(link, f"{feed}?{urlencode({KEY: link.token})}") for link in valid]
    context = {"club": club, "form": form, "links": links}
    return render(request, "clubs/share_links.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke_share_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke a share link."""
    own = ShareLink.objects.filter(club__in=queries.clubs_organised_by(request.user))
    link = get_object_or_404(own.select_related("club"), pk=pk)
    membership.revoke_share_link(link_id=pk, now=timezone.now())
    messages.success(request, _("Share link revoked."))
    return redirect("clubs:share_links", link.club.slug)
