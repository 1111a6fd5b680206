"""Pages of players: the list, how people get on it, and each one's own."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from league.clubs import leaving, queries, services
from league.clubs.errors import ClubError
from league.clubs.forms import PeopleForm, PlayerForm, PreferencesForm
from league.clubs.looking import find_club, find_shown
from league.clubs.models import Club, User
from league.clubs.paste import suggest
from league.clubs.redaction import Audience, audience_of, tell
from league.core.bodies import takes_files
from league.core.numbers import read_numbers
from league.core.requests import report_outcome

PLAYERS_A_PAGE = 100


@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """List a club's players; organisers also see addresses, and who has left."""
    club = find_club(request, slug)
    is_organiser = queries.is_organiser(request.user, club)
    wanted = request.GET.get("q", "").strip()
    found = queries.players_found(
        queries.players_of_club(club, with_left=is_organiser).select_related("club"),
        wanted,
        by_real_name=is_organiser,
    )
    audience = Audience.CONFIDANTS if is_organiser else Audience.EVERYBODY
    page = Paginator(found, PLAYERS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "rows": [(player, tell(player, audience)) for player in page],
        "is_organiser": is_organiser,
        "wanted": wanted,
        "count": sum(1 for player in found if player.left_at is None),
        "page_obj": page,
    }
    return render(request, "clubs/players.html", context)


@takes_files
@login_required
def add_players(request: HttpRequest, slug: str) -> HttpResponse:
    """Read a list of names, show what was read, and add who is ticked."""
    club = get_object_or_404(queries.clubs_organised_by(request.user), slug=slug)
    form = PeopleForm(request.POST or None, request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        return render(request, "clubs/add_players.html", {"club": club, "form": form})
    if "seen" in request.POST:
        return confirm_players(request, club, form)
    return preview_players(request, club, form)


def preview_players(
    request: HttpRequest, club: Club, form: PeopleForm, *, nobody_ticked: bool = False
) -> HttpResponse:
    """Show the people of a list, with who looks like whom."""
    known = list(queries.players_of_club(club))
    context = {
        "club": club,
        "form": PeopleForm(initial={"text": form.cleaned_data["text"]}),
        "text": form.cleaned_data["text"],
        "suggestions": suggest(form.lines, known),
        "seen": max((player.pk for player in known), default=0),
        "nobody_ticked": nobody_ticked,
    }
    return render(request, "clubs/add_players_preview.html", context)


def confirm_players(request: HttpRequest, club: Club, form: PeopleForm) -> HttpResponse:
    """Add the ticked people of a list."""
    ticked = set(request.POST.getlist("add"))
    people = [line for line in form.lines if str(line.number) in ticked and not line.problem]
    seen = read_numbers(request.POST["seen"])
    if not people or len(seen) != 1:
        return preview_players(request, club, form, nobody_ticked=True)
    added = services.add_players(
        club=club,
        names=[line.name for line in people],
        emails=[line.email for line in people],
        seen=seen[0],
        now=timezone.now(),
    )
    said = ngettext("%(count)d player added.", "%(count)d players added.", len(added))
    messages.success(request, said % {"count": len(added)})
    return redirect("clubs:players", club.slug)


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player."""
    shown = find_shown(request, queries.players_seen_by(request.user), pk=pk)
    may_manage = queries.may_manage(request.user, shown)
    context = {
        "club": shown.club,
        "player": shown,
        "told": tell(shown, audience_of(request.user, shown)),
        "is_me": request.user.is_authenticated and shown.user_id == request.user.pk,
        "may_manage": may_manage,
        "may_sign_in_as": may_manage and queries.may_sign_in_as(request.user, shown),
    }
    return render(request, "clubs/player.html", context)


@login_required
def preferences(request: HttpRequest, pk: int) -> HttpResponse:
    """Let players change what they decide about themselves."""
    me = get_object_or_404(queries.players_of_user(request.user).active(), pk=pk)
    form = PreferencesForm(
        request.POST or None, initial={"name": me.name, "real_name": me.real_name}
    )
    if request.method == "POST" and form.is_valid():
        services.set_preferences(player_id=me.pk, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("clubs:player", me.pk)
    context = {"club": me.club, "player": me, "form": form}
    return render(request, "clubs/preferences.html", context)


@login_required
def edit_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a player's name, address and role."""
    user = cast("User", request.user)
    edited = get_object_or_404(queries.players_managed_by(user), pk=pk)
    form = PlayerForm(
        request.POST or None,
        initial={
            "name": edited.name,
            "real_name": edited.real_name,
            "contact_email": edited.contact_email,
            "role": edited.role,
        },
        roles=queries.roles_given_by(user, edited),
        has_own_address=bool(edited.user and edited.user.email),
    )
    if request.method == "POST" and form.is_valid():
        data = {"contact_email": edited.contact_email, **form.cleaned_data}
        try:
            services.edit_player(player_id=edited.pk, **data, by=user)
        except ClubError as refusal:
            form.add_error("role", str(refusal))
        else:
            messages.success(request, _("Saved."))
            return redirect("clubs:player", edited.pk)
    context = {"club": edited.club, "player": edited, "form": form}
    return render(request, "clubs/edit_player.html", context)


@login_required
@require_POST
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a player off the lists."""
    gone = get_object_or_404(queries.players_managed_by(request.user), pk=pk)
    said = _("%(name)s is off the lists.") % {"name": gone.name}
    with report_outcome(request, said, level=messages.ERROR):
        leaving.leave_club(player_id=gone.pk, now=timezone.now())
    return redirect("clubs:player", gone.pk)


@login_required
@require_POST
def come_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Put a player back on the lists."""
    returning = get_object_or_404(queries.players_managed_by(request.user), pk=pk)
    leaving.return_to_club(player_id=returning.pk)
    messages.success(request, _("%(name)s is back on the lists.") % {"name": returning.name})
    return redirect("clubs:player", returning.pk)
