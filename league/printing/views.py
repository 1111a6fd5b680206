"""What can be printed or shared, each found as the page is found that shows it."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.cache import caches
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.clubs import queries as clubs
from league.clubs.access import get_club_or_404, get_visible_or_404
from league.clubs.models import Club
from league.clubs.queries import players_visible_to
from league.clubs.redaction import Audience, audience_in
from league.competitions.queries import competitions_visible_to, rounds_organised_by, rounds_seen_by
from league.core.middleware import NotVisibleError
from league.core.ratelimits import is_allowed
from league.printing import documents, pictures
from league.printing.documents import (
    A4,
    SIZES,
    TooManyPagesError,
    empty_sheet_document,
    score_sheets_document,
    seating_document,
)
from league.printing.rankings import (
    EVERYBODY,
    LAST_PLACE,
    PODIUM,
    certificate_of,
    certificates_of,
    standings_document,
)
from league.printing.rendering import Document, RendererBusyError, typeset
from league.results.access import tables_seen_by
from league.sheets.models import ClubSheet
from league.standings.drilldown import entries_seen_by
from league.standings.overview import StandingsQuery
from league.standings.teams import team_of

PICTURES_KEPT = 60 * 60 * 24  # seconds
PICTURES_FRESH = 60 * 10  # seconds; a newer version has another address
RETRY_AFTER = 10  # seconds


def pdf_response(
    request: HttpRequest, make: Callable[[str], Document], name: str
) -> HttpResponseBase:
    """Send the paper of the size that is asked for, unless the reader has this very one."""
    size = request.GET.get("paper", A4)
    try:
        document = make(size if size in SIZES else A4)
    except TooManyPagesError as error:
        return _refuse(request, error.text, HTTPStatus.UNPROCESSABLE_ENTITY)
    etag = f'"{document.fingerprint}"'
    if (known := get_conditional_response(request, etag=etag)) is not None:
        return known
    if not is_allowed(request, "print"):
        text = _("Too many requests. Wait a minute, then try again.")
        return _refuse(request, text, HTTPStatus.TOO_MANY_REQUESTS)
    try:
        pdf = typeset(document, "pdf")
    except RendererBusyError:
        text = _("The printer service is busy. Try again in a few seconds.")
        return _refuse(request, text, HTTPStatus.SERVICE_UNAVAILABLE)
    answer = HttpResponse(pdf, content_type="application/pdf")
    answer["ETag"] = etag
    answer["Cache-Control"] = "private, no-cache"
    answer["Content-Disposition"] = str(
        content_disposition_header(as_attachment=False, filename=f"{name}.pdf")
    )
    return answer


def picture_response(request: HttpRequest, document: Document) -> HttpResponseBase:
    """Send a picture; each is set once a version, however many chats ask for it."""
    etag = f'"{document.fingerprint}"'
    if (known := get_conditional_response(request, etag=etag)) is not None:
        return known
    pictures = caches["pictures"]
    drawn: bytes | None = pictures.get(document.fingerprint)
    if drawn is None:
        if not is_allowed(request, "picture"):
            return HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS)
        try:
            drawn = typeset(document, "png")
        except RendererBusyError:
            return _wait(HttpResponse(status=HTTPStatus.SERVICE_UNAVAILABLE))
        pictures.set(document.fingerprint, drawn, PICTURES_KEPT)
    answer = HttpResponse(drawn, content_type="image/png")
    answer["ETag"] = etag
    answer["Cache-Control"] = f"public, max-age={PICTURES_FRESH}"
    return answer


def _refuse(request: HttpRequest, text: str, status: HTTPStatus) -> HttpResponse:
    answer = render(request, "printing/refused.html", {"text": text}, status=status)
    return _wait(answer) if status == HTTPStatus.SERVICE_UNAVAILABLE else answer


def _wait(answer: HttpResponse) -> HttpResponse:
    answer["Retry-After"] = str(RETRY_AFTER)
    return answer


@require_safe
def standings(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Print a competition's standings, of the moment that the page shows."""
    competition = get_visible_or_404(request, competitions_visible_to(request.user), pk=pk)
    query = StandingsQuery.of_snapshot(request.GET)
    make = partial(standings_document, competition, query)
    return pdf_response(request, make, f"{competition.club.slug}-standings-{pk}")


@require_safe
def certificates(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Print certificates for the winner, the first three (unless told) or everybody."""
    competition = get_visible_or_404(request, competitions_visible_to(request.user), pk=pk)
    whom = request.GET.get("for", PODIUM)
    if whom not in {*LAST_PLACE, EVERYBODY}:
        raise NotVisibleError(_("These certificates do not exist. Choose another set."))
    make = partial(certificates_of, competition, whom)
    return pdf_response(request, make, f"{competition.club.slug}-certificates-{pk}")


@require_safe
def certificate(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Print the certificate of one entry."""
    entry = get_visible_or_404(request, entries_seen_by(request.user), pk=pk)
    name = f"{entry.competition.club.slug}-certificate-{pk}"
    return pdf_response(request, partial(certificate_of, entry), name)


@require_safe
def seating(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Print where everybody sits in a round."""
    round = get_visible_or_404(request, rounds_seen_by(request.user), pk=pk)
    name = f"{round.stage.competition.club.slug}-seating-{pk}"
    return pdf_response(request, partial(seating_document, round), name)


@login_required
@require_safe
def sheets(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Print the sheets of a round with the codes of its tables; for organisers alone."""
    round = get_object_or_404(rounds_organised_by(request.user), pk=pk)
    name = f"{round.stage.competition.club.slug}-sheets-{pk}"
    answer = pdf_response(request, partial(score_sheets_document, round), name)
    answer["Cache-Control"] = "private, no-store"
    return answer


@login_required
@require_safe
def empty_sheet(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Print the score sheet of a club's own game; for its organisers."""
    of_clubs = ClubSheet.objects.filter(club__in=clubs.clubs_organised_by(request.user))
    sheet = get_object_or_404(of_clubs.select_related("club"), pk=pk)
    name = f"{sheet.club.slug}-sheet-{pk}"
    return pdf_response(request, partial(empty_sheet_document, sheet), name)


@require_safe
def round_cards(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Print name cards for everybody who is there for a round."""
    round = get_visible_or_404(request, rounds_seen_by(request.user), pk=pk)
    name = f"{round.stage.competition.club.slug}-cards-round-{pk}"
    make = partial(
        documents.cards_of_round, round, _audience(request, round.stage.competition.club)
    )
    return pdf_response(request, make, name)


@require_safe
def competition_cards(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Print name cards for everybody who takes part in a competition."""
    competition = get_visible_or_404(request, competitions_visible_to(request.user), pk=pk)
    name = f"{competition.club.slug}-cards-{pk}"
    make = partial(
        documents.cards_of_competition, competition, _audience(request, competition.club)
    )
    return pdf_response(request, make, name)


@require_safe
def club_cards(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Print name cards for a club's players, or for those that its page finds."""
    club = get_club_or_404(request, slug)
    wanted = request.GET.get("q", "").strip()
    players = clubs.players_found(clubs.players_of_club(club), wanted)
    make = partial(documents.cards_of_club, club, players, _audience(request, club))
    return pdf_response(request, make, f"{club.slug}-cards")


def _audience(request: HttpRequest, club: Club) -> Audience:
    """Return for whom name cards are: for who may read real names and asks for them."""
    return audience_in(request.user, club) if "real" in request.GET else Audience.EVERYBODY


def _picture_view(
    rows: Callable[[HttpRequest], QuerySet[Any]], draw: Callable[[Any], Document]
) -> Callable[..., HttpResponseBase]:
    """Return the view of the picture of one of the rows that a visitor may look at."""

    @require_safe
    def show(request: HttpRequest, pk: int) -> HttpResponseBase:
        return picture_response(request, draw(get_visible_or_404(request, rows(request), pk=pk)))

    return show


standings_picture = _picture_view(
    lambda request: competitions_visible_to(request.user), pictures.standings_picture
)
round_picture = _picture_view(lambda request: rounds_seen_by(request.user), pictures.round_picture)
table_picture = _picture_view(
    lambda request: tables_seen_by(request).select_related("score"), pictures.table_picture
)
player_picture = _picture_view(
    lambda request: players_visible_to(request.user), pictures.player_picture
)
entry_picture = _picture_view(lambda request: entries_seen_by(request.user), pictures.entry_picture)


@require_safe
def team_picture(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Draw where a team stands in a competition."""
    shown = team_of(
        get_visible_or_404(request, competitions_visible_to(request.user), pk=pk),
        request.GET.get("name", ""),
    )
    if shown is None:
        raise Http404
    return picture_response(request, pictures.team_picture(shown))


@require_safe
def club_picture(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Draw how large a club is, and what is played there."""
    shown = get_club_or_404(request, slug)
    return picture_response(request, pictures.club_picture(shown))
