"""Pages that say who takes part, and who is kept apart."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.errors import ClubError
from league.clubs.models import Player
from league.clubs.queries import players_who_play
from league.competitions import queries, services
from league.competitions.entry_forms import ApartForm
from league.competitions.models import Competition
from league.core.numbers import read_numbers


@login_required
@require_http_methods(["GET", "POST"])
def edit_entries(request: HttpRequest, pk: int) -> HttpResponse:
    """Say which players of the club take part."""
    competition = _organised(request, pk)
    players = list(players_who_play(competition.club))
    entered = {entry.player_id for entry in queries.entries_of(competition)}
    if request.method == "POST":
        chosen = {player.pk for player in players} & _numbers(request.POST.getlist("player"))
        shown = _numbers(request.POST.getlist("was"))
        said = ngettext("%(count)d player takes part.", "%(count)d players take part.", len(chosen))
        try:
            _change_entries(competition.pk, players, shown, chosen)
        except ClubError as refusal:
            messages.warning(request, str(refusal))
            return redirect("competitions:entries", competition.pk)
        messages.success(request, said % {"count": len(chosen)})
        return redirect("competitions:detail", competition.pk)
    context = {
        "club": competition.club,
        "competition": competition,
        "players": players,
        "entered": entered,
    }
    return render(request, "competitions/entries.html", context)


def _change_entries(
    competition_id: int, players: list[Player], shown: set[int], chosen: set[int]
) -> None:
    """Do what was changed on the page, and leave alone what others have changed meanwhile."""
    now = timezone.now()
    services.enter_players(
        competition_id=competition_id,
        players=[player for player in players if player.pk in chosen - shown],
        now=now,
    )
    services.withdraw_players(
        competition_id=competition_id,
        players=[player for player in players if player.pk in shown - chosen],
        now=now,
    )


def _numbers(texts: list[str]) -> set[int]:
    return {number for text in texts for number in read_numbers(text)}


@login_required
@require_http_methods(["GET", "POST"])
def keep_apart(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who is kept apart, and add a pair."""
    competition = _organised(request, pk)
    players = players_who_play(competition.club)
    form = ApartForm(request.POST if request.method == "POST" else None, players=players)
    if request.method == "POST" and form.is_valid():
        services.keep_apart(
            club=competition.club,
            competition=None if form.cleaned_data["is_everywhere"] else competition,
            players=form.pair(),
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )
        messages.success(request, _("They are kept apart when seats are drawn."))
        return redirect("competitions:apart", competition.pk)
    context = {
        "club": competition.club,
        "competition": competition,
        "form": form,
        "aparts": queries.aparts_of(competition),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "competitions/apart.html", context, status=status)


@login_required
@require_POST
def let_together(request: HttpRequest, pk: int, apart_pk: int) -> HttpResponse:
    """Keep two players apart no longer."""
    competition = _organised(request, pk)
    services.let_together(club=competition.club, apart_id=apart_pk)
    return redirect("competitions:apart", competition.pk)


def _organised(request: HttpRequest, pk: int) -> Competition:
    return get_object_or_404(queries.competitions_organised_by(request.user), pk=pk)
