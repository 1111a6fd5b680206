"""Check-in: the organiser's list, one tap each, and a player's own phone."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.likeness import find_all_alike, fold
from league.clubs.looking import find_shown
from league.clubs.models import Player
from league.clubs.queries import player_of, players_of_club
from league.competitions.models import Round
from league.competitions.queries import rounds_seen_by
from league.core.numbers import read_numbers
from league.core.requests import report_outcome
from league.rounds import queries, services
from league.rounds.forms import NewPlayerForm
from league.rounds.views.answers import do, organised_round
from league.rounds.views.rounds import round_context


@login_required
@require_POST
def check_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Check one player in or out, or everybody in; htmx gets the row and the count."""
    round = organised_round(request, pk)
    wanted = request.POST.get("player", "")
    player_ids = (
        [attendee.player.pk for attendee in queries.attendance_of(round) if attendee.takes_part]
        if wanted == "all"
        else read_numbers(wanted)
    )
    with report_outcome(request):
        _set_presence(request, round, player_ids)
    if request.headers.get("HX-Target", "").startswith("player-") and len(player_ids) == 1:
        return _answer_row(request, round, player_ids[0])
    place = "" if wanted == "all" else f"#player-{wanted}"
    return redirect(reverse("rounds:detail", args=[round.pk]) + place)


def _set_presence(request: HttpRequest, round: Round, player_ids: list[int]) -> None:
    if request.POST.get("here") == "0":
        for player_id in player_ids:
            services.check_out_player(round_id=round.pk, player_id=player_id)
        return
    services.check_in_players(
        round_id=round.pk,
        player_ids=player_ids,
        by=player_of(request.user, round.stage.competition.club),
        now=timezone.now(),
    )


def _answer_row(request: HttpRequest, round: Round, player_id: int) -> HttpResponse:
    context = round_context(round, is_organiser=True)
    row = next((row for row in context["people"] if row.player.pk == player_id), None)
    return render(request, "rounds/_checked_in.html", context | {"attendee": row})


@login_required
@require_http_methods(["POST"])
def add_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Add somebody new to the club and check them in; ask first if the name looks familiar."""
    round = organised_round(request, pk)
    club = round.stage.competition.club
    form = NewPlayerForm(request.POST)
    if not form.is_valid():
        return _ask(request, round, form, [], status=422)
    name, seen = form.cleaned_data["name"], form.cleaned_data["seen"]
    players = {player.pk: player for player in players_of_club(club) if player.pk <= seen}
    alike = find_all_alike(name, {key: fold(player.name) for key, player in players.items()})
    not_these = set(request.POST.getlist("not"))
    if unasked := [players[key] for key in alike if str(key) not in not_these]:
        return _ask(request, round, form, unasked, status=200)
    return do(
        request,
        round,
        lambda: services.check_in_new_player(
            round_id=round.pk,
            name=name,
            seen=seen,
            by=player_of(request.user, club),
            now=timezone.now(),
        ),
        _("%(name)s is a player of the club now, and checked in.") % {"name": name},
    )


def _ask(
    request: HttpRequest, round: Round, form: NewPlayerForm, alike: list[Player], *, status: int
) -> HttpResponse:
    context = {
        "club": round.stage.competition.club,
        "competition": round.stage.competition,
        "round": round,
        "form": form,
        "alike": alike,
    }
    return render(request, "rounds/new_player.html", context, status=status)


@login_required
@require_http_methods(["GET", "POST"])
def check_in_self(request: HttpRequest, pk: int) -> HttpResponse:
    """Let players say from their own phones that they are there, or not after all."""
    round = find_shown(request, rounds_seen_by(request.user), pk=pk)
    club = round.stage.competition.club
    player = player_of(request.user, club)
    if request.method == "GET" or player is None:
        if player is not None:
            return redirect("rounds:mine")
        return render(request, "rounds/not_a_player.html", {"club": club, "round": round})
    with report_outcome(request):
        if request.POST.get("here") == "0":
            services.check_out_player(round_id=round.pk, player_id=player.pk)
        else:
            services.check_in_self(round_id=round.pk, player=player, now=timezone.now())
    return redirect("rounds:mine")
