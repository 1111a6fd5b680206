"""The ways in without a code by mail: sign-in links and invitations, shown and opened."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.clubs import joining, queries, services
from league.clubs.errors import ClubError
from league.clubs.forms import InvitationForm, JoinForm, NewOwnerForm
from league.clubs.models import Invitation, Player, SignInLink, User
from league.core.address import absolute_url
from league.core.numbers import read_numbers
from league.core.qr import qr_svg
from league.core.ratelimits import is_allowed, too_many_requests


def visitor_of(request: HttpRequest) -> User | None:
    """Return who is signed in, if anybody."""
    return request.user if request.user.is_authenticated else None


@never_cache
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """Open a sign-in link: looking changes nothing, the button uses it."""
    try:
        link = services.find_link(token=token, now=timezone.now())
        if link.player:
            return enter_as_player(request, token, link.player)
        return enter_as_owner(request, token, link)
    except ClubError as refusal:
        is_unknown = refusal.code == "link_unknown"
        if is_unknown and not is_allowed(request, "enter"):
            return too_many_requests(request)
        return link_refused(request, refusal, is_unknown=is_unknown)


def enter_as_player(request: HttpRequest, token: str, player: Player) -> HttpResponse:
    """Sign a phone in as a player."""
    if request.method == "POST":
        user = services.enter_as_player(token=token, now=timezone.now())
        sign_in(request, user)
        messages.success(request, _("You are signed in as %(name)s.") % {"name": player.name})
        return redirect("clubs:home", player.club.slug)
    context = {"club": player.club, "player": player, "visitor": visitor_of(request)}
    return render(request, "clubs/enter_as_player.html", context)


def enter_as_owner(request: HttpRequest, token: str, link: SignInLink) -> HttpResponse:
    """Make the visitor an owner of the site."""
    visitor = visitor_of(request)
    form = NewOwnerForm(request.POST or None, owners=list(queries.site_owners()))
    if request.method == "POST" and (visitor or form.is_valid()):
        data = {} if visitor else form.cleaned_data
        try:
            user = services.enter_as_owner(
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
def player_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a QR code that signs a player's phone in, once; it is shown now or never."""
    user = cast("User", request.user)
    player = get_object_or_404(queries.players_managed_by(user).active(), pk=pk)
    context: dict[str, Any] = {"club": player.club, "player": player}
    if request.method == "POST":
        now = timezone.now()
        try:
            token = services.make_player_link(player=player, by=user, now=now)
        except ClubError as refusal:
            context["refusal"] = str(refusal)
            return render(request, "clubs/player_link.html", context)
        address = absolute_url(reverse("clubs:enter", args=[token]))
        label = _("Sign-in code of %(name)s") % {"name": player.name}
        context |= {"address": address, "qr": qr_svg(address, label)}
        context["expires_at"] = now + services.PLAYER_LINK_LIFE
    return render(request, "clubs/player_link.html", context)


@login_required
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    """List a club's invitations and make new ones."""
    user = cast("User", request.user)
    club = get_object_or_404(queries.clubs_organised_by(user), slug=slug)
    form = InvitationForm(request.POST or None)
    now = timezone.now()
    if request.method == "POST" and form.is_valid():
        made = joining.make_invitation(
            club=club, by=user, role=form.cleaned_data["role"], life=form.life, now=now
        )
        return redirect("clubs:invitation", made.pk)
    valid = queries.valid_invitations(club, now=now)
    context = {"club": club, "form": form, "invitations": valid}
    return render(request, "clubs/invitations.html", context)


@require_safe
@login_required
def invitation(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an invitation large, for a projector, a wall or a phone held up."""
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
    """Let nobody join by an invitation any more."""
    revoked = find_own_invitation(request, pk)
    joining.revoke_invitation(invitation_id=revoked.pk, now=timezone.now())
    messages.success(request, _("Nobody can join by that invitation any more."))
    return redirect("clubs:invitations", revoked.club.slug)


def find_own_invitation(request: HttpRequest, pk: int) -> Invitation:
    """Return an invitation of a club that the visitor organises."""
    own = Invitation.objects.filter(club__in=queries.clubs_organised_by(request.user))
    return get_object_or_404(own.select_related("club"), pk=pk)


@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Open an invitation: type a name, be a player, stay signed in on this phone."""
    try:
        found = joining.find_invitation(token=token, now=timezone.now())
    except ClubError as refusal:
        is_unknown = refusal.code == "invitation_unknown"
        if is_unknown and not is_allowed(request, "join"):
            return too_many_requests(request)
        return link_refused(request, refusal, is_unknown=is_unknown)
    visitor = visitor_of(request)
    if visitor and queries.player_of(visitor, found.club):
        messages.info(request, _("You are in this club already."))
        return redirect("clubs:home", found.club.slug)
    form = JoinForm(request.POST or None, initial={"name": visitor.name if visitor else ""})
    before = queries.players_of_user(visitor).filter(club=found.club).first() if visitor else None
    context = {
        "club": found.club,
        "invitation": found,
        "form": form,
        "visitor": visitor,
        "before": before,
    }
    if request.method == "POST" and form.is_valid():
        player = let_in(request, token, form, context)
        if player is not None:
            if player.user and not visitor:
                sign_in(request, player.user)
            messages.success(request, _("Welcome, %(name)s!") % {"name": player.name})
            return redirect("clubs:home", found.club.slug)
    return render(request, "clubs/join.html", context)


def let_in(
    request: HttpRequest, token: str, form: JoinForm, context: dict[str, Any]
) -> Player | None:
    """Let the visitor join; None where the page has a question first, or says why not."""
    not_these = read_numbers("-".join(request.POST.getlist("not_these")))
    try:
        return joining.join_club(
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


def link_refused(request: HttpRequest, why: Exception, *, is_unknown: bool) -> HttpResponse:
    """Say why a link does nothing, and whom to ask for another."""
    context = {"why": str(why)}
    return render(request, "clubs/link_refused.html", context, status=404 if is_unknown else 410)


def sign_in(request: HttpRequest, user: User) -> None:
    """Sign this device in as a user who came by a link, without a code."""
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
