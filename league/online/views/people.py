"""Who plays, watches and looks after a table: seats that change hands, breaks, and its story."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.core.requests import HtmxRequest, report_outcome
from league.online.access import (
    key_to_stand_in,
    name_of_keeper,
    newcomer_of,
    own_seat,
    person_of,
    remember,
    seat_to_stand_in,
    table_seen_by,
)
from league.online.forms import BOT_CHOICES, NameForm, SuccessorForm
from league.online.models import OnlineSeat, Phase
from league.online.queries import online_tables
from league.online.services import breaks, replacing
from league.online.services.alignment import is_behind
from league.online.services.places import STAND_IN
from league.online.services.seats import sit_down
from league.online.services.visitors import NAME
from league.online.services.watching import show_name
from league.online.snapshots import Snapshot, snapshot_of
from league.online.story import story_told
from league.online.terms_words import terms_in_words
from league.online.views.play import WISHES

Do = Callable[[], object]


@require_safe
def people(request: HtmxRequest, token: str) -> HttpResponse:
    """Show who plays and watches, what happened besides moves, and what may be done about it."""
    table = table_seen_by(request, token)
    snapshot = snapshot_of(token)
    keeper = name_of_keeper(request, snapshot)
    seat = own_seat(request, snapshot)
    context = {
        "table": snapshot.table,
        "snapshot": snapshot,
        "rows": [_row(request, snapshot, each, keeper) for each in snapshot.seats],
        "seat": seat,
        "keeper": keeper,
        "is_behind": keeper is not None and is_behind(table),
        "is_running": snapshot.table.phase in breaks.RUNNING,
        "is_adjourned": snapshot.table.phase == Phase.ADJOURNED,
        "is_over": snapshot.table.phase == Phase.OVER,
        "wishes": [each.name for each in snapshot.seats if each.wants_break],
        "story": story_told(reversed(snapshot.story)),
        "terms": terms_in_words(snapshot.table),
        "watching": snapshot.watching,
        "bots": BOT_CHOICES,
        "stand_in": STAND_IN,
        "may_show_name": seat is None and request.user.is_authenticated,
    }
    piece = request.htmx and request.htmx.target == "people"
    return render(request, "online/_people.html" if piece else "online/people.html", context)


@require_POST
def replace(request: HttpRequest, token: str, seat: int) -> HttpResponse:
    """Give a seat to a bot or to whoever has the link, now or after this hand."""
    snapshot, keeper = _kept(request, token)
    form = SuccessorForm(request.POST)
    if seat >= len(snapshot.seats) or not form.is_valid():
        raise Http404
    said = form.cleaned_data

    def do() -> object:
        return replacing.replace(
            table_id=snapshot.table.pk,
            seat=seat,
            successor=said["successor"],
            is_now=said["when"] == "now",
            by=keeper,
            now=timezone.now(),
        )

    return _done(request, token, do)


@require_POST
def keep(request: HttpRequest, token: str, seat: int) -> HttpResponse:
    """Let the player of a seat keep it, or have it again."""
    snapshot, _ = _kept(request, token)
    if seat >= len(snapshot.seats):
        raise Http404

    def do() -> object:
        now = timezone.now()
        replacing.keep_seat(table_id=snapshot.table.pk, seat=seat, now=now)
        return replacing.give_back(table_id=snapshot.table.pk, seat=seat, now=now)

    return _done(request, token, do)


@require_POST
def take_substitutes(request: HttpRequest, token: str) -> HttpResponse:
    """Let the substitutes of the round play at once."""
    snapshot, _ = _kept(request, token)

    def do() -> object:
        return replacing.take_substitutes(table_id=snapshot.table.pk, now=timezone.now())

    return _done(request, token, do)


@require_POST
def pause(request: HttpRequest, token: str) -> HttpResponse:
    """Adjourn a table of a round or go on with it, as its organiser says."""
    snapshot, keeper = _kept(request, token)
    if snapshot.table.is_pick_up:
        raise Http404
    service = breaks.resume if "resume" in request.POST else breaks.adjourn

    def do() -> object:
        return service(table_id=snapshot.table.pk, by=keeper, now=timezone.now())

    return _done(request, token, do)


@require_POST
def wish(request: HttpRequest, token: str) -> HttpResponse:
    """Say that one would like a break, or rather not, or to go on; or leave for good."""
    table_seen_by(request, token)
    snapshot = snapshot_of(token)
    seat = own_seat(request, snapshot)
    if seat is None:
        raise Http404
    service = WISHES.get(request.POST.get("wish", ""))
    if service is None:
        raise Http404
    number = seat.number

    def do() -> object:
        return service(table_id=snapshot.table.pk, seat=number, now=timezone.now())

    is_begun = snapshot.table.phase != Phase.WAITING
    answer = _done(request, token, do)
    return answer if is_begun else redirect("online:lobby")


@require_http_methods(["GET", "HEAD", "POST"])
def stand_in(request: HttpRequest, token: str, key: str) -> HttpResponse:
    """Let somebody take a seat that was opened in the match, by the link they were sent."""
    table = get_object_or_404(online_tables(), token=token)
    snapshot = snapshot_of(token)
    seat = seat_to_stand_in(key, snapshot)
    if seat is None or own_seat(request, snapshot) is not None:
        table_seen_by(request, token)
        return redirect("online:table", token)
    known = request.session.get(NAME, "") or getattr(request.user, "name", "")
    form = NameForm(request.POST or None, initial={"name": known})
    if request.method == "POST" and form.is_valid():
        person = newcomer_of(request, form.cleaned_data["name"])
        number = seat.number

        def do() -> None:
            sit_down(table_id=table.pk, seat=number, person=person, now=timezone.now())
            remember(request, person)

        _done(request, token, do)
        return redirect("online:table", token)
    context = {"table": table, "seat": seat, "form": form}
    return render(request, "online/stand_in.html", context, status=422 if form.errors else 200)


@require_POST
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """Let the others read that one watches, or be one of a number again."""
    table = table_seen_by(request, token)
    if not request.user.is_authenticated or table.watch_delay is None:
        raise Http404
    is_named = "show" in request.POST
    show_name(table=table, person=person_of(request), is_named=is_named, now=timezone.now())
    return redirect("online:people", token)


def _row(
    request: HttpRequest, snapshot: Snapshot, seat: OnlineSeat, keeper: str | None
) -> dict[str, object]:
    """Return a seat, and the link that lets somebody take it where that is the keeper's to send."""
    is_free = not seat.bot and not seat.is_taken_by_person
    link = ""
    if keeper is not None and is_free and snapshot.table.phase != Phase.WAITING:
        path = reverse("online:stand_in", args=[snapshot.table.token, key_to_stand_in(seat)])
        link = request.build_absolute_uri(path)
    is_lost = seat.player_id is not None and (seat.bot or seat.forfeited_at is not None)
    return {"seat": seat, "link": link, "may_have_it_back": bool(seat.successor) or is_lost}


def _kept(request: HttpRequest, token: str) -> tuple[Snapshot, str]:
    """Return a table that this visitor looks after, and their name; another one does not exist."""
    table_seen_by(request, token)
    snapshot = snapshot_of(token)
    keeper = name_of_keeper(request, snapshot)
    if keeper is None:
        raise Http404
    return snapshot, keeper


def _done(request: HttpRequest, token: str, do: Do) -> HttpResponseRedirect:
    with report_outcome(request, level=messages.ERROR):
        do()
    return redirect("online:people", token)
