"""Where people open a table to play now."""

from secrets import choice

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.competitions.options_forms import options_form
from league.core.games import online_games
from league.online.access import newcomer_of, person_of, remember
from league.online.errors import OnlineError
from league.online.forms import GUEST_NAMES, PickUpForm, find_slug
from league.online.queries import tables_of_person
from league.online.services.seats import Terms, open_pick_up_table
from league.online.services.visitors import NAME


def known_name(request: HttpRequest) -> str:
    """Return by what name a visitor plays: as before, as they sign in, else a friendly guess."""
    known: str = request.session.get(NAME, "") or getattr(request.user, "name", "")
    return known or str(choice(GUEST_NAMES))


@require_http_methods(["GET", "HEAD", "POST"])
def lobby(request: HttpRequest) -> HttpResponse:
    """Offer a table of a game, and lead back to those where this visitor sits."""
    game = find_slug(request.GET.get("game", ""))
    form = PickUpForm(game, request.POST or None, initial={"name": known_name(request)})
    options = options_form(game.slug, request.POST or None)
    if request.method == "POST" and all([form.is_valid(), options.is_valid()]):
        try:
            return _open(request, game.slug, form, options)
        except OnlineError as error:
            form.add_error(None, error.text)
    person = person_of(request)
    context = {
        "games": online_games(),
        "game": game,
        "form": form,
        "options": options,
        "own_tables": tables_of_person(person.user, person.guest, timezone.now()),
    }
    return render(
        request, "online/lobby.html", context, status=422 if form.errors or options.errors else 200
    )


def _open(request: HttpRequest, slug: str, form: PickUpForm, options: forms.Form) -> HttpResponse:
    said = form.cleaned_data
    host = newcomer_of(request, said["name"])
    table = open_pick_up_table(
        game=slug,
        seats=said["seats"],
        terms=Terms(
            options=options.cleaned_data,
            hands_limit=said["hands"],
            move_seconds=said["pace"],
            talk=said["talk"],
        ),
        host=host,
        bots=said["bot"] if said["company"] == "bots" else "",
        now=timezone.now(),
    )
    remember(request, host)
    return redirect("online:table", table.token)
