"""Competitions, their terms and rounds, and adjustments."""

from collections.abc import Mapping
from dataclasses import fields
from http import HTTPStatus
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from league.api import finding, holding
from league.api.endpoint import Endpoint
from league.api.endpoints.entries import players_of
from league.api.endpoints.stages import stage_terms
from league.api.operations import Call, operation
from league.api.scopes import Scope
from league.api.shapes import competitions as shapes
from league.api.shapes import standings as counted
from league.api.shapes.rounds import RoundsAsked, RoundShown
from league.competitions import queries, services
from league.competitions.models import (
    DEFAULT_PLACE_POINTS,
    DEFAULT_TABLE_MAX,
    DEFAULT_TABLE_MIN,
    Competition,
    Kind,
    Round,
    default_preferred_sizes,
)
from league.competitions.schedule import RoundTimes
from league.competitions.services import Terms
from league.core.games import site_game
from league.results import adjustments
from league.results.models import Adjustment
from league.rounds import services as rounds

CHAPTER = "Competitions"
TERMS = tuple(field.name for field in fields(Terms))


class Competitions(Endpoint):
    """All competitions."""

    tag = CHAPTER

    @operation(gives=shapes.CompetitionShown, asks=shapes.CompetitionsAsked, order=("-pk",))
    def get(self, call: Call) -> QuerySet[Competition]:
        """List the competitions of all clubs, the newest first."""
        return finding.competitions_listed(call).filter(**call.asked)


class ClubCompetitions(Endpoint):
    """The competitions of a club."""

    tag = CHAPTER

    @operation(gives=shapes.CompetitionShown, asks=shapes.CompetitionsAsked, order=("-pk",))
    def get(self, call: Call, slug: str) -> QuerySet[Competition]:
        """List a club's competitions, the newest first."""
        club = finding.club_seen(call, slug)
        return finding.competitions_listed(call, club).filter(**call.asked)

    @operation(
        takes=shapes.CompetitionSent,
        gives=shapes.CompetitionOpened,
        scope=Scope.ORGANISE,
        status=HTTPStatus.CREATED,
    )
    def post(self, call: Call, slug: str) -> object:
        """Make a competition with its first stage.

        A name is used once in a club, so what is sent twice makes one.
        """
        club = finding.club_organised(call, slug)
        sent = dict(call.sent)
        game = sent.pop("game")
        made = services.create_competition(
            club=club,
            game=game,
            stage=stage_terms(sent.pop("stage", {})),
            rounds=[RoundTimes(**times) for times in sent.pop("rounds", [])],
            players=players_of(club, sent.pop("players", [])),
            terms=_terms(_first_terms(game) | sent, game),
            now=call.now,
        )
        return _opened(made)


class CompetitionById(Endpoint):
    """One competition."""

    tag = CHAPTER
    hold = staticmethod(holding.hold_competition)

    @operation(gives=shapes.CompetitionOpened)
    def get(self, call: Call, pk: int) -> object:
        """Show a competition with its stages."""
        return _opened(finding.competition_seen(call, pk))

    @operation(takes=shapes.TermsChange, gives=shapes.CompetitionOpened, scope=Scope.ORGANISE)
    def patch(self, call: Call, pk: int) -> object:
        """Change what a competition is played for; its standings follow."""
        competition = finding.competition_organised(call, pk)
        now = {name: getattr(competition, name) for name in TERMS}
        terms = _terms(now | dict(call.sent), competition.game)
        rounds.edit_competition(competition_id=pk, terms=terms, now=call.now)
        return _opened(finding.competition_seen(call, pk))


class CompetitionRounds(Endpoint):
    """The rounds of a competition."""

    tag = CHAPTER

    @operation(gives=RoundShown, asks=RoundsAsked, order=("pk",))
    def get(self, call: Call, pk: int) -> QuerySet[Round]:
        """List a competition's rounds."""
        competition = finding.competition_seen(call, pk)
        return queries.rounds().filter(stage__competition=competition, **call.asked)

    @operation(
        takes=shapes.RoundAdded,
        gives=RoundShown,
        scope=Scope.ORGANISE,
        status=HTTPStatus.CREATED,
    )
    def post(self, call: Call, pk: int) -> Round:
        """Add a round, open at once if its time has come.

        One of this number that is there already is given back as it is.
        """
        finding.competition_organised(call, pk)
        sent = dict(call.sent)
        number = sent.pop("number")
        return rounds.add_round(
            competition_id=pk, number=number, times=RoundTimes(**sent), now=call.now
        )


class CompetitionAdjustments(Endpoint):
    """League points besides the tables."""

    tag = CHAPTER

    @operation(gives=counted.AdjustmentShown, order=("pk",))
    def get(self, call: Call, pk: int) -> QuerySet[Adjustment]:
        """List a competition's adjustments, cancelled ones too."""
        return Adjustment.objects.filter(competition=finding.competition_seen(call, pk))

    @operation(
        takes=counted.AdjustmentSent,
        gives=counted.AdjustmentShown,
        scope=Scope.ORGANISE,
        status=HTTPStatus.CREATED,
    )
    def post(self, call: Call, pk: int) -> Adjustment:
        """Give a penalty or a bonus, for a reason."""
        competition = finding.competition_organised(call, pk)
        sent = call.sent
        return adjustments.adjust(
            competition_id=pk,
            entry_id=sent["entry"],
            kind=sent["kind"],
            points=sent["points"],
            reason=sent["reason"],
            rule=sent.get("rule", ""),
            round_id=sent.get("round"),
            key=f"api:{pk}:{sent['key']}",
            by=finding.acting_in(call, competition.club),
            now=call.now,
        )


class AdjustmentCancelling(Endpoint):
    """An adjustment counts no longer."""

    tag = CHAPTER

    @operation(takes=counted.WhySent, gives=counted.AdjustmentShown, scope=Scope.ORGANISE)
    def post(self, call: Call, pk: int) -> Adjustment:
        """Cancel an adjustment, for a reason; it stays to be read."""
        organised = queries.competitions_organised_by(call.user).order_by()
        found = Adjustment.objects.filter(competition__in=organised)
        own = finding.within(call, found.select_related("competition__club"), finding.OF_ENTRY)
        adjustment = get_object_or_404(own, pk=pk)
        return adjustments.cancel_adjustment(
            adjustment_id=pk,
            reason=call.sent["reason"],
            by=finding.acting_in(call, adjustment.competition.club),
            now=call.now,
        )


def _opened(competition: Competition) -> Competition:
    """Return a competition that lists its stages."""
    competition.stages_shown = list(queries.stages_of(competition))  # type: ignore[attr-defined]
    return competition


def _first_terms(game: str) -> dict[str, Any]:
    """Return the terms that the site's form shows at first."""
    seats = site_game(game).engine.seats
    return {
        "kind": Kind.LEAGUE,
        "options": {},
        "table_min": min(max(DEFAULT_TABLE_MIN, seats[0]), seats[-1]),
        "table_max": min(DEFAULT_TABLE_MAX, seats[-1]),
        "table_preferred": default_preferred_sizes(),
        "place_points": list(DEFAULT_PLACE_POINTS),
    }


def _terms(values: Mapping[str, Any], game: str) -> Terms:
    """Return terms whose table sizes and points fit one another; raises ValidationError."""
    terms = Terms(**values)
    seats = site_game(game).engine.seats
    faults: dict[str, list[str]] = {}
    if terms.table_min > terms.table_max:
        faults["table_max"] = [_("The largest table is smaller than the smallest.")]
    for name in ("table_min", "table_max"):
        if getattr(terms, name) not in seats:
            sizes = {"least": seats[0], "most": seats[-1]}
            faults[name] = [_("Write sizes from %(least)d to %(most)d.") % sizes]
    if any(not terms.table_min <= size <= terms.table_max for size in terms.table_preferred):
        sizes = {"least": terms.table_min, "most": terms.table_max}
        faults["table_preferred"] = [_("Write sizes from %(least)d to %(most)d.") % sizes]
    if list(terms.place_points) != sorted(terms.place_points, reverse=True):
        words = _("A better place cannot be worth less than a worse one.")
        faults["place_points"] = [words]
    if faults:
        raise ValidationError(faults)
    return terms
