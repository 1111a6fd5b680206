"""What can be printed, each found as the page is found that shows it."""

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.clubs import queries as clubs
from league.clubs.looking import find_club, find_shown
from league.clubs.models import Club
from league.clubs.redaction import Audience, audience_in
from league.competitions.queries import (
    competitions_seen_by,
    rounds_organised_by,
    rounds_seen_by,
)
from league.core.missing import NothingHereError
from league.core.numbers import read_numbers
from league.printing.papers import cards
from league.printing.papers.certificates import (
    EVERYBODY,
    LAST_PLACE,
    PODIUM,
    certificate_of,
    certificates_of,
)
from league.printing.papers.seating import seating_paper
from league.printing.papers.sheets import sheets_paper
from league.printing.papers.standings import standings_paper
from league.printing.views.answers import answer_with_paper
from league.standings.opened import entries_seen_by
from league.standings.overview import Asked


@require_safe
def standings(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Print a competition's standings, of the moment that the page shows."""
    competition = find_shown(request, competitions_seen_by(request.user), pk=pk)
    asked = Asked(
        stage=_number(request, "stage"),
        after=_number(request, "after"),
        is_settled="settled" in request.GET,
    )
    make = partial(standings_paper, competition, asked)
    return answer_with_paper(request, make, f"{competition.club.slug}-standings-{pk}")


@require_safe
def certificates(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Print certificates for the winner, the first three (unless told) or everybody."""
    competition = find_shown(request, competitions_seen_by(request.user), pk=pk)
    whom = request.GET.get("for", PODIUM)
    if whom not in {*LAST_PLACE, EVERYBODY}:
        raise NothingHereError(_("There are no such certificates."))
    make = partial(certificates_of, competition, whom)
    return answer_with_paper(request, make, f"{competition.club.slug}-certificates-{pk}")


@require_safe
def certificate(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Print the certificate of one entry."""
    entry = find_shown(request, entries_seen_by(request.user), pk=pk)
    name = f"{entry.competition.club.slug}-certificate-{pk}"
    return answer_with_paper(request, partial(certificate_of, entry), name)


@require_safe
def seating(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Print where everybody sits in a round."""
    round = find_shown(request, rounds_seen_by(request.user), pk=pk)
    name = f"{round.stage.competition.club.slug}-seating-{pk}"
    return answer_with_paper(request, partial(seating_paper, round), name)


@login_required
@require_safe
def sheets(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Print the sheets of a round with the codes of its tables; for organisers alone."""
    round = get_object_or_404(rounds_organised_by(request.user), pk=pk)
    name = f"{round.stage.competition.club.slug}-sheets-{pk}"
    answer = answer_with_paper(request, partial(sheets_paper, round), name)
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_safe
def round_cards(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Print name cards for everybody who is there for a round."""
    round = find_shown(request, rounds_seen_by(request.user), pk=pk)
    name = f"{round.stage.competition.club.slug}-cards-round-{pk}"
    return answer_with_paper(
        request,
        partial(cards.cards_of_round, round, _audience(request, round.stage.competition.club)),
        name,
    )


@require_safe
def competition_cards(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Print name cards for everybody who takes part in a competition."""
    competition = find_shown(request, competitions_seen_by(request.user), pk=pk)
    name = f"{competition.club.slug}-cards-{pk}"
    return answer_with_paper(
        request,
        partial(cards.cards_of_competition, competition, _audience(request, competition.club)),
        name,
    )


@require_safe
def club_cards(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Print name cards for a club's players, or for those that its page finds."""
    club = find_club(request, slug)
    wanted = request.GET.get("q", "").strip()
    players = clubs.players_found(clubs.players_of_club(club), wanted)
    make = partial(cards.cards_of_club, club, players, _audience(request, club))
    return answer_with_paper(request, make, f"{club.slug}-cards")


def _audience(request: HttpRequest, club: Club) -> Audience:
    """Return for whom name cards are: for who may read real names and asks for them."""
    return audience_in(request.user, club) if "real" in request.GET else Audience.EVERYBODY


def _number(request: HttpRequest, name: str) -> int | None:
    return next(iter(read_numbers(request.GET.get(name, ""))), None)
