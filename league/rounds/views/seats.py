"""Change a seating: choose a person or a table, look at what would change, do it, undo it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.clubs.queries import player_of, players_who_play
from league.competitions import table_codes
from league.competitions.models import Entry, Round
from league.competitions.queries import tables_of_round
from league.core.numbers import read_numbers
from league.core.requests import report_outcome
from league.rounds import places, services
from league.rounds.effects import Effects, find_effects
from league.rounds.errors import RoundError
from league.rounds.models import ChangeKind, SeatingChange
from league.rounds.operations import change
from league.rounds.scenes import Asked, Scene, read_scene
from league.rounds.views.answers import do, organised_round
from league.rounds.words import change_title, change_words


def _context(round: Round) -> dict[str, Any]:
    return {
        "club": round.stage.competition.club,
        "competition": round.stage.competition,
        "round": round,
    }


def _entry(round: Round, pk: int) -> Entry:
    entries = Entry.objects.filter(competition=round.stage.competition_id)
    return get_object_or_404(entries.select_related("player"), pk=pk)


@login_required
@require_safe
def move(request: HttpRequest, pk: int, entry_pk: int) -> HttpResponse:
    """Show what can be done with a person: another table, a swap, a substitute, home."""
    round = organised_round(request, pk)
    entry = _entry(round, entry_pk)
    scene = read_scene(round)
    seat = places.seat_of(scene, entry.pk)
    context = {
        **_context(round),
        "entry": entry,
        "seat": seat,
        "places": places.places_for(scene, entry.pk),
        "is_waiting": entry.pk in scene.state.here and seat is None,
    }
    return render(request, "rounds/move.html", context)


@login_required
@require_safe
def substitute(request: HttpRequest, pk: int, entry_pk: int) -> HttpResponse:
    """List who could take somebody's seat."""
    round = organised_round(request, pk)
    entry = _entry(round, entry_pk)
    scene = read_scene(round)
    sitting = set(scene.state.players)
    players = players_who_play(round.stage.competition.club)
    context = {
        **_context(round),
        "entry": entry,
        "seat": places.seat_of(scene, entry.pk),
        "players": [player for player in players if player.pk not in sitting],
    }
    return render(request, "rounds/substitute.html", context)


@login_required
@require_safe
def show_table(request: HttpRequest, pk: int, table_pk: int) -> HttpResponse:
    """Show what can be done with a table: split, merge, dissolve, other seats."""
    round = organised_round(request, pk)
    scene = read_scene(round)
    table = scene.state.table(table_pk)
    if table is None:
        messages.warning(request, _("This table is not there any more. These are the tables now."))
        return redirect("rounds:detail", round.pk)
    context = {
        **_context(round),
        "table": table,
        "rows": places.rows_at(scene, table),
        "others": places.tables_to_merge(scene, table),
        "can_split": len(table.sittings) // 2 >= scene.game.seats[0],
    }
    return render(request, "rounds/table.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change_seats(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a change would do; by POST do it."""
    round = organised_round(request, pk)
    if request.method == "POST":
        return _do_change(request, round, _asked(request.POST))
    asked = _asked(request.GET)
    scene = read_scene(round)
    try:
        services.refuse_unless_open(round)
        after, data = change(scene, asked)
    except RoundError as error:
        messages.warning(request, str(error))
        return redirect(_back(round, asked))
    context = {
        **_context(round),
        "asked": asked,
        "title": change_title(asked.kind, data),
        "effects": find_effects(scene, after),
        "substitute": _substitute_words(scene, asked, data),
        "back": _back(round, asked),
    }
    return render(request, "rounds/change.html", context)


def _substitute_words(scene: Scene, asked: Asked, data: dict[str, Any]) -> str:
    """Say for whom the table counts that a substitute plays."""
    if asked.kind != ChangeKind.SUBSTITUTED:
        return ""
    competition = scene.round.stage.competition
    return _("From hand %(hand)s on. What a substitute plays counts %(whom)s.") % {
        "hand": data["hand"],
        "whom": competition.get_substitutes_display(),
    }


def _do_change(request: HttpRequest, round: Round, asked: Asked) -> HttpResponse:
    """Change the seating as the form says; the round's page says what was done last."""
    seating = next(iter(read_numbers(request.POST.get("seating", ""))), -1)
    with report_outcome(request):
        services.change_seating(
            round_id=round.pk,
            seating=seating,
            asked=asked,
            by=player_of(request.user, round.stage.competition.club),
            now=timezone.now(),
        )
    return redirect("rounds:detail", round.pk)


def _asked(data: QueryDict) -> Asked:
    """Read what is to be done from an address or a form; numbers that are none count as 0."""

    def number(name: str) -> int:
        return next(iter(read_numbers(data.get(name, ""))), 0)

    entries = read_numbers("-".join(data.getlist("entries")))
    return Asked(
        kind=data.get("do", ""),
        entry=number("entry"),
        other=number("other"),
        table=number("table"),
        player=number("player"),
        entries=tuple(dict.fromkeys(entries)),
    )


def _back(round: Round, asked: Asked) -> str:
    """Return the page on which a change was chosen."""
    if asked.entry:
        return reverse("rounds:move", args=[round.pk, asked.entry])
    if asked.table and asked.kind != ChangeKind.OPENED:
        return reverse("rounds:table", args=[round.pk, asked.table])
    return reverse("rounds:detail", args=[round.pk])


@login_required
@require_safe
def show_history(request: HttpRequest, pk: int) -> HttpResponse:
    """List what was done to the seating of a round, the last first."""
    round = organised_round(request, pk)
    context = {**_context(round), "changes": places.changes_of(round)}
    return render(request, "rounds/changes.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def undo_change(request: HttpRequest, pk: int, change_pk: int) -> HttpResponse:
    """Show what undoing one change would do; by POST undo it."""
    round = organised_round(request, pk)
    done = get_object_or_404(SeatingChange, pk=change_pk, round=round)
    undone = _("Undone: %(what)s") % {"what": change_words(done)}
    if request.method == "POST":
        by = player_of(request.user, round.stage.competition.club)
        now = timezone.now()
        return do(
            request,
            round,
            lambda: services.undo_change(change_id=done.pk, by=by, now=now),
            undone,
        )
    try:
        effects = _effects_of_undoing(round, done)
    except RoundError as error:
        messages.warning(request, str(error))
        return redirect("rounds:detail", round.pk)
    context = {**_context(round), "done": done, "effects": effects}
    return render(request, "rounds/undo.html", context)


def _effects_of_undoing(round: Round, done: SeatingChange) -> Effects:
    """Return what would change; raises RoundError."""
    services.refuse_unless_open(round)
    if done.undone_at is not None:
        raise RoundError("seating_changed", _("This is undone already. These are the tables now."))
    scene = read_scene(round)
    return find_effects(scene, services.seating_without(scene, done))


@login_required
@require_POST
def change_code(request: HttpRequest, pk: int, table_pk: int) -> HttpResponse:
    """Replace the code of a table, or revoke it without another."""
    round = organised_round(request, pk)
    table = get_object_or_404(tables_of_round(round), pk=table_pk)
    code_id = next(iter(read_numbers(request.POST.get("code", ""))), 0)
    now = timezone.now()
    names = {"number": table.number}
    if request.POST.get("do") == "revoke":
        table_codes.revoke_code(table_id=table.pk, code_id=code_id, now=now)
        messages.success(request, _("The code of table %(number)d opens nothing now.") % names)
    else:
        table_codes.replace_code(table_id=table.pk, code_id=code_id, now=now)
        messages.success(
            request, _("Table %(number)d has a new code. Print its sheet again.") % names
        )
    return redirect("rounds:sheets", round.pk)
