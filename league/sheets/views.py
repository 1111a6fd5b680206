"""Pages of a club's own games: list, editor, translations, sharing."""

import json
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.base import Problem
from games.score_sheet.ready import UnknownSheetError, ready_sheet, ready_slugs
from games.score_sheet.sheet import ScoreSheet
from league.clubs.models import Club
from league.clubs.queries import clubs_organised_by, player_of
from league.core.address import absolute_url
from league.core.games import site_game
from league.core.middleware import NotVisibleError
from league.core.ratelimits import is_allowed, too_many_requests
from league.sheets import queries, services
from league.sheets.drafts import (
    Source,
    UnreadableSourceError,
    check_draft,
    read_draft,
)
from league.sheets.editor import editor_of
from league.sheets.forms import SheetFileForm, labels_of, outdated_labels, with_labels
from league.sheets.models import OWN, ClubSheet
from league.sheets.trial import try_hand

View = Callable[..., HttpResponse]
DRAFT = f"{OWN}draft"


def _of_club(*methods: str) -> Callable[[View], View]:
    """Return a decorator that passes a view the club that the user organises, or raises Http404."""

    def decorate(view: View) -> View:
        @login_required
        @require_http_methods(methods)
        @wraps(view)
        def organised(request: HttpRequest, slug: str, **others: Any) -> HttpResponse:
            club = get_object_or_404(clubs_organised_by(request.user), slug=slug)
            if "sheet" in others:
                others["sheet"] = get_object_or_404(club.sheets, slug=others["sheet"])
            return view(request, club, **others)

        return organised

    return decorate


@_of_club("GET")
def show_list(request: HttpRequest, club: Club) -> HttpResponse:
    """List a club's own games."""
    context = {"club": club, "sheets": queries.sheets_of(club)}
    return render(request, "sheets/list.html", context)


class Draft(NamedTuple):
    """A sheet as it is edited; `sheet` is None while something is wrong."""

    club: Club
    source: Source
    sheet: ScoreSheet | None
    problems: list[Problem]
    kept: ClubSheet | None
    version: int


@_of_club("GET", "POST")
def create(request: HttpRequest, club: Club) -> HttpResponse:
    """Make a game: begin from a sheet or a file, change it, save it."""
    file = SheetFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and "source" not in request.POST:
        if file.is_valid():
            return _edit(request, _draft(club, file.cleaned_data["file"], None, 0))
        return _choose(request, club, file, HTTPStatus.UNPROCESSABLE_ENTITY)
    if request.method == "POST":
        return _work_on(request, club, None, 0)
    source = _source_to_begin(request.GET.get("from", ""))
    if source is None:
        return _choose(request, club, file)
    return _edit(request, _draft(club, source, None, 0))


@_of_club("GET", "POST")
def edit(request: HttpRequest, club: Club, sheet: ClubSheet) -> HttpResponse:
    """Change a game of a club; what that would change of hands played is shown before."""
    newest = queries.newest_version(sheet)
    if request.method == "POST":
        return _work_on(request, club, sheet, newest.number)
    return _edit(request, _draft(club, newest.source, sheet, newest.number))


def _work_on(
    request: HttpRequest, club: Club, kept: ClubSheet | None, version: int
) -> HttpResponse:
    """Answer a button of the editor: add a row, try a hand, save."""
    if not is_allowed(request, "calculate"):
        return too_many_requests(request)
    try:
        source = read_draft(request.POST, get_language() or "en", is_new=kept is None)
    except UnreadableSourceError:
        raise Http404 from None
    draft = _draft(club, source, kept, version)
    if "save" in request.POST and draft.sheet is not None:
        return _save(request, draft, draft.sheet)
    is_refused = "save" in request.POST
    return _edit(request, draft, HTTPStatus.UNPROCESSABLE_ENTITY if is_refused else HTTPStatus.OK)


def _draft(club: Club, source: Source, kept: ClubSheet | None, version: int) -> Draft:
    slug = kept.slug if kept else DRAFT
    sheet, problems = check_draft(source, slug, version + 1)
    return Draft(club, source, sheet, problems, kept, version)


def _edit(request: HttpRequest, draft: Draft, status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    language = get_language() or "en"
    context = {
        "club": draft.club,
        "sheet": draft.kept,
        "version": draft.version,
        "draft": draft.sheet,
        "title": site_game(draft.kept.slug).title if draft.kept else "",
        "opened": request.POST.get("press", "").partition(" ")[2].partition("[")[0],
        "source": json.dumps(draft.source, ensure_ascii=False),
        "editor": editor_of(draft.source, draft.problems, language),
        "has_faults": bool(draft.problems),
        "trial": try_hand(draft.sheet, request.POST) if draft.sheet else None,
        "competitions": queries.competitions_of_sheet(draft.kept) if draft.kept else (),
        "address": _shared_address(draft.kept),
    }
    fragments = {"trial": "sheets/_trial.html"}
    if context["trial"]:
        fragments["trial-result"] = "sheets/_trial_result.html"
    template = fragments.get(request.headers.get("HX-Target", ""), "sheets/edit.html")
    return render(request, template, context, status=status)


def _shared_address(sheet: ClubSheet | None) -> str:
    if sheet is None or not sheet.share_token:
        return ""
    return absolute_url(reverse("sheets:shared", args=[sheet.share_token]))


def _save(request: HttpRequest, draft: Draft, sheet: ScoreSheet) -> HttpResponse:
    """Save a sound draft, once the organiser has seen what it changes."""
    club, now, by = draft.club, timezone.now(), player_of(request.user, draft.club)
    if draft.kept is None:
        try:
            made = services.create_sheet(club=club, source=draft.source, by=by, now=now)
        except services.SheetError:
            messages.error(request, _("The club has too many games. Retire one first."))
            return _edit(request, draft, HTTPStatus.CONFLICT)
        text = _("“%(name)s” is saved. You can now create a competition of it.")
        messages.success(request, text % {"name": site_game(made.slug).title})
        return redirect("sheets:edit", club.slug, made.slug)
    expected = request.POST.get("expected", "")
    if "confirmed" not in request.POST:
        impact = queries.impact_of(draft.kept, sheet)
        competitions = list(queries.competitions_of_sheet(draft.kept))
        if impact.changed or competitions:
            context = {
                "club": club,
                "sheet": draft.kept,
                "title": sheet.title.within(get_language() or "en"),
                "impact": impact,
                "competitions": competitions,
                "source": json.dumps(draft.source, ensure_ascii=False),
                "expected": expected,
            }
            return render(request, "sheets/impact.html", context)
    chosen, before = request.POST.getlist("competition"), queries.newest_version(draft.kept).source
    try:
        services.change_sheet(
            sheet_id=draft.kept.pk,
            expected=int(expected) if expected.isdecimal() and len(expected) < 6 else 0,
            source=draft.source,
            competitions=[int(pk) for pk in chosen if pk.isdecimal() and len(pk) < 16],
            by=by,
            now=now,
        )
    except services.SheetError:
        text = _("Somebody has changed the game meanwhile. Check it and save again.")
        messages.error(request, text)
        return _edit(request, draft, HTTPStatus.CONFLICT)
    messages.success(request, _("The changes are saved."))
    if changed := outdated_labels(before, draft.source, get_language() or "en"):
        text = _("Check the translations of: %(labels)s. They are still of the text from before.")
        messages.warning(request, text % {"labels": ", ".join(f"“{each}”" for each in changed)})
        return redirect("sheets:translate", club.slug, draft.kept.slug)
    return redirect("sheets:edit", club.slug, draft.kept.slug)


def _choose(
    request: HttpRequest, club: Club, file: SheetFileForm, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    """Show the sheets from which a new game can begin."""
    games = [site_game(slug) for slug in ready_slugs()]
    context = {
        "club": club,
        "games": sorted(games, key=lambda game: game.title.casefold()),
        "file": file,
    }
    return render(request, "sheets/choose.html", context, status=status)


def _source_to_begin(name: str) -> Source | None:
    """Return the ready or shared sheet of a name, None for no such."""
    try:
        return ready_sheet(name).as_json()
    except UnknownSheetError:
        shared = ClubSheet.objects.filter(share_token=name).first() if name else None
        return queries.newest_version(shared).source if shared else None


@_of_club("GET", "POST")
def translate(request: HttpRequest, club: Club, sheet: ClubSheet) -> HttpResponse:
    """Translate the labels of a game: saved as a new version that scores alike."""
    newest = queries.newest_version(sheet)
    if request.method == "POST":
        source = with_labels(newest.source, request.POST)
        found, problems = check_draft(source, sheet.slug, newest.number + 1)
        if found is not None:
            played = queries.competitions_of_sheet(sheet).values_list("pk", flat=True)
            services.change_sheet(
                sheet_id=sheet.pk,
                expected=newest.number,
                source=source,
                competitions=list(played),
                by=player_of(request.user, club),
                now=timezone.now(),
            )
            messages.success(request, _("The translations are saved."))
            return redirect("sheets:edit", club.slug, sheet.slug)
        labels, status = labels_of(source, problems), HTTPStatus.UNPROCESSABLE_ENTITY
    else:
        labels, status = labels_of(newest.source, ()), HTTPStatus.OK
    context = {
        "club": club,
        "sheet": sheet,
        "labels": labels,
        "title": site_game(sheet.slug).title,
    }
    return render(request, "sheets/translate.html", context, status=status)


@_of_club("GET")
def download(request: HttpRequest, club: Club, sheet: ClubSheet) -> HttpResponse:  # noqa: ARG001 - the club was checked
    """Send a sheet as a file for another club."""
    return _file(queries.newest_version(sheet).source)


@_of_club("POST")
def share(request: HttpRequest, club: Club, sheet: ClubSheet) -> HttpResponse:
    """Make the link by which others can read and copy a game, or end it."""
    services.share_sheet(sheet_id=sheet.pk, is_shared="share" in request.POST)
    return redirect("sheets:edit", club.slug, sheet.slug)


@_of_club("POST")
def retire(request: HttpRequest, club: Club, sheet: ClubSheet) -> HttpResponse:
    """Offer a game no longer for new competitions, or again."""
    is_retired = "retire" in request.POST
    services.retire_sheet(sheet_id=sheet.pk, is_retired=is_retired, now=timezone.now())
    return redirect("sheets:list", club.slug)


@require_safe
def show_shared(request: HttpRequest, token: str) -> HttpResponse:
    """Show a shared game to whoever has its link, and let organisers copy it into their club."""
    sheet = ClubSheet.objects.filter(share_token=token).first()
    if sheet is None:
        raise NotVisibleError(_("This link is no longer valid. Ask for a new one."))
    newest = queries.newest_version(sheet)
    if "file" in request.GET:
        return _file(newest.source)
    game = site_game(sheet.slug)
    clubs = clubs_organised_by(request.user) if request.user.is_authenticated else ()
    found, _problems = check_draft(newest.source, sheet.slug, newest.number)
    context = {
        "sheet": sheet,
        "game": game,
        "rules": game.engine.rules().items(),
        "clubs": clubs,
        "trial": try_hand(found, {}) if found else None,
    }
    response = render(request, "sheets/shared.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


def _file(source: Source) -> HttpResponse:
    name = slugify(str(site_title(source))) or "game"
    text = json.dumps(
        {each: source[each] for each in source if each not in ("slug", "version")},
        ensure_ascii=False,
        indent=2,
    )
    response = HttpResponse(text, content_type="application/json")
    named = content_disposition_header(as_attachment=True, filename=f"{name}.json")
    response["Content-Disposition"] = named or "attachment"
    return response


def site_title(source: Source) -> str:
    """Return the title of a sheet in the reader's language."""
    title = source.get("title", "")
    if isinstance(title, dict):
        return str(title.get(get_language() or "en") or next(iter(title.values()), ""))
    return str(title)
