"""Pages of clubs and players."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.forms.models import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from league.audit.queries import actors_in, describe_entries, entries_of
from league.clubs import membership, queries, services
from league.clubs.access import UserRequest, get_club_or_404, get_visible_or_404
from league.clubs.forms import ClubForm, LogForm, PeopleForm, PlayerForm, PreferencesForm
from league.clubs.models import Club
from league.clubs.paste import suggest
from league.clubs.redaction import Audience, audience_of, visible_facts
from league.clubs.rights import PLAY, RIGHTS, ROLES_UPWARDS
from league.core.middleware import takes_files
from league.core.requests import read_numbers, refused_at, report_outcome


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the clubs; on an empty site, explain how to start."""
    if not queries.site_owners().exists():
        return render(request, "clubs/welcome.html")
    mine = list(queries.clubs_of(request.user))
    others = queries.clubs_listed_for(request.user).exclude(pk__in=[club.pk for club in mine])
    context = {
        "mine": mine,
        "others": list(others),
        "demo": queries.demo_club(),
        "may_create": request.user.is_superuser,
    }
    return render(request, "clubs/index.html", context)


@require_safe
def home(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club."""
    club = get_club_or_404(request, slug)
    context = {
        "club": club,
        "me": queries.player_of(request.user, club),
        "players_count": queries.players_who_play(club).count(),
        "organisers": queries.organisers_of(club),
    }
    return render(request, "clubs/home.html", context)


@require_safe
def levels(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the permissions of each role."""
    club = get_club_or_404(request, slug)
    levels = [
        {"role": role, "rights": [right for right in RIGHTS if right.lowest == role]}
        for role in (None, *ROLES_UPWARDS)
    ]
    context = {"club": club, "levels": levels, "own": queries.role_in(request.user, club)}
    return render(request, "clubs/levels.html", context)


@login_required
def create(request: UserRequest) -> HttpResponse:
    """Create a club."""
    get_object_or_404(queries.site_owners(), pk=request.user.pk)
    form = ClubForm(request.POST or None)
    if form.is_valid():
        club = services.create_club(**form.cleaned_data, by=request.user, now=timezone.now())
        return redirect("clubs:add_players", club.slug)
    return render(request, "clubs/create.html", {"form": form})


@login_required
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Edit a club."""
    club = get_object_or_404(queries.clubs_organised_by(request.user), slug=slug)
    form = ClubForm(request.POST or None, initial=model_to_dict(club))
    if form.is_valid():
        services.edit_club(club_id=club.pk, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("clubs:home", club.slug)
    return render(request, "clubs/edit.html", {"club": club, "form": form})


@login_required
@require_safe
def show_log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's audit log, filtered."""
    club = get_object_or_404(queries.clubs_with_right(request.user, PLAY), slug=slug)
    form = LogForm(request.GET, actors=actors_in(club.pk))
    found = entries_of(club.pk, form.filters(), club.time_zone)
    page = Paginator(found, 50).get_page(request.GET.get("page"))
    rest = request.GET.copy()
    rest.pop("page", None)
    context = {
        "club": club,
        "form": form,
        "page_obj": page,
        "entries": describe_entries(page.object_list),
        "is_filtered": form.is_filtered,
        "query": rest.urlencode(),
    }
    return render(request, "clubs/log.html", context)


@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """List a club's players."""
    club = get_club_or_404(request, slug)
    is_organiser = queries.is_organiser(request.user, club)
    wanted = request.GET.get("q", "").strip()
    found = queries.players_found(
        queries.players_of_club(club, with_left=is_organiser).select_related("club"),
        wanted,
        by_real_name=is_organiser,
    )
    audience = Audience.CONFIDANTS if is_organiser else Audience.EVERYBODY
    page = Paginator(found, 100).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "rows": [(player, visible_facts(player, audience)) for player in page],
        "is_organiser": is_organiser,
        "wanted": wanted,
        "count": sum(1 for player in found if player.left_at is None),
        "page_obj": page,
    }
    return render(request, "clubs/players.html", context)


@takes_files
@login_required
def add_players(request: HttpRequest, slug: str) -> HttpResponse:
    """Add players from a list after a preview."""
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
    """Show a list with suggestions."""
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
    text = ngettext("%(count)d player added.", "%(count)d players added.", len(added))
    messages.success(request, text % {"count": len(added)})
    return redirect("clubs:players", club.slug)


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player."""
    shown = get_visible_or_404(request, queries.players_visible_to(request.user), pk=pk)
    may_manage = queries.may_manage(request.user, shown)
    context = {
        "club": shown.club,
        "player": shown,
        "facts": visible_facts(shown, audience_of(request.user, shown)),
        "is_me": request.user.is_authenticated and shown.user_id == request.user.pk,
        "may_manage": may_manage,
        "may_sign_in_as": may_manage and queries.may_sign_in_as(request.user, shown),
    }
    return render(request, "clubs/player.html", context)


@login_required
def preferences(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit the names of the user's own player."""
    me = get_object_or_404(queries.players_of_user(request.user).active(), pk=pk)
    form = PreferencesForm(request.POST or None, initial=model_to_dict(me))
    if form.is_valid():
        services.set_preferences(player_id=me.pk, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("clubs:player", me.pk)
    context = {"club": me.club, "player": me, "form": form}
    return render(request, "clubs/preferences.html", context)


@login_required
def edit_player(request: UserRequest, pk: int) -> HttpResponse:
    """Edit a player."""
    edited = get_object_or_404(queries.players_managed_by(request.user), pk=pk)
    form = PlayerForm(
        request.POST or None,
        initial=model_to_dict(edited),
        roles=queries.roles_given_by(request.user, edited),
        has_own_address=bool(edited.user and edited.user.email),
    )
    if form.is_valid():
        data = {"contact_email": edited.contact_email, **form.cleaned_data}
        with refused_at(form, "role"):
            services.edit_player(player_id=edited.pk, **data, by=request.user)
            messages.success(request, _("Saved."))
            return redirect("clubs:player", edited.pk)
    context = {"club": edited.club, "player": edited, "form": form}
    return render(request, "clubs/edit_player.html", context)


@login_required
@require_POST
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """End a player's membership."""
    leaving = get_object_or_404(queries.players_managed_by(request.user), pk=pk)
    done = _("%(name)s is removed from the club.") % {"name": leaving.name}
    with report_outcome(request, done, level=messages.ERROR):
        membership.leave_club(player_id=pk, now=timezone.now())
    return redirect("clubs:player", pk)


@login_required
@require_POST
def come_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a player active again."""
    returning = get_object_or_404(queries.players_managed_by(request.user), pk=pk)
    membership.return_to_club(player_id=returning.pk)
    messages.success(request, _("%(name)s is back in the club.") % {"name": returning.name})
    return redirect("clubs:player", returning.pk)
