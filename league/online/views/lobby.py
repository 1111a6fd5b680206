"""Where people open a table to play now."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games.registry import games
from league.online.access import person_of
from league.online.forms import PickUpForm, find_slug
from league.online.queries import tables_of_person
from league.online.services.seats import Terms, open_pick_up_table

NAME = "online_name"


@require_http_methods(["GET", "POST"])
def lobby(request: HttpRequest) -> HttpResponse:
    """Offer a table of a game, and lead back to those where this visitor sits."""
    game = find_slug(request.GET.get("game", ""))
    known = request.session.get(NAME, "") or getattr(request.user, "name", "")
    form = PickUpForm(game, request.POST or None, initial={"name": known})
    if request.method == "POST" and form.is_valid():
        return _open(request, game.slug, form)
    person = person_of(request)
    context = {
        "games": games(),
        "game": game,
        "form": form,
        "own_tables": tables_of_person(person.user, person.guest, timezone.now()),
    }
    return render(request, "online/lobby.html", context, status=422 if form.errors else 200)


def _open(request: HttpRequest, slug: str, form: PickUpForm) -> HttpResponse:
    said = form.cleaned_data
    request.session[NAME] = said["name"]
    table = open_pick_up_table(
        game=slug,
        seats=said["seats"],
        terms=Terms(
            options={}, hands_limit=said["hands"], move_seconds=said["pace"], talk=said["talk"]
        ),
        host=person_of(request, said["name"]),
        bots=said["bot"] if said["company"] == "bots" else "",
        now=timezone.now(),
    )
    return redirect("online:table", table.token)
