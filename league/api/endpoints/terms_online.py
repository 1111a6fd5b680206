"""How the tables of a competition are played on screens."""

from collections.abc import Mapping
from typing import Any, TypeVar

from league.api import finding, holding
from league.api.endpoint import Endpoint
from league.api.endpoints.online import CHAPTER
from league.api.operations import Call, operation
from league.api.scopes import Scope
from league.api.shapes import tables_online as shapes
from league.competitions.models import Competition
from league.core.games import is_played_online
from league.online.models import DuplicateTerms, OnlineTerms
from league.online.services.events import set_duplicate_terms
from league.online.services.rounds import set_terms

Kind = TypeVar("Kind", OnlineTerms, DuplicateTerms)


class CompetitionOnline(Endpoint):
    """How a competition is played on screens."""

    tag = CHAPTER
    hold = staticmethod(holding.hold_competition)

    @operation(gives=shapes.OnlineTermsShown, is_personal=True)
    def get(self, call: Call, pk: int) -> OnlineTerms:
        """Show whether and how the tables of a competition are played on screens."""
        competition = _competition(call, pk)
        known = OnlineTerms.objects.filter(competition=competition).first()
        return known or OnlineTerms(competition=competition)

    @operation(takes=shapes.OnlineTermsChange, gives=shapes.OnlineTermsShown, scope=Scope.ORGANISE)
    def patch(self, call: Call, pk: int) -> OnlineTerms:
        """Change how the tables of a competition are played; open ones keep their terms."""
        competition = _competition(call, pk)
        known = OnlineTerms.objects.filter(competition=competition).first()
        terms = _changed(known or OnlineTerms(), call.sent)
        return set_terms(competition=competition, terms=terms)


class CompetitionDuplicate(Endpoint):
    """Whether a competition plays duplicate."""

    tag = CHAPTER
    hold = staticmethod(holding.hold_competition)

    @operation(gives=shapes.DuplicateTermsShown, is_personal=True)
    def get(self, call: Call, pk: int) -> DuplicateTerms:
        """Show whether the online tables of a round of a competition get the same deals."""
        competition = _competition(call, pk)
        known = DuplicateTerms.objects.filter(competition=competition).first()
        return known or DuplicateTerms(competition=competition)

    @operation(
        takes=shapes.DuplicateTermsChange,
        gives=shapes.DuplicateTermsShown,
        scope=Scope.ORGANISE,
    )
    def patch(self, call: Call, pk: int) -> DuplicateTerms:
        """Let the online tables of a round get the same deals; rounds that have begun go on."""
        competition = _competition(call, pk)
        known = DuplicateTerms.objects.filter(competition=competition).first()
        terms = _changed(known or DuplicateTerms(), call.sent)
        return set_duplicate_terms(competition=competition, terms=terms)


def _competition(call: Call, pk: int) -> Competition:
    competition = finding.competition_organised(call, pk)
    finding.shown_or_404(is_played_online(competition.game) or None)
    return competition


def _changed(terms: Kind, sent: Mapping[str, Any]) -> Kind:
    for name, value in sent.items():
        setattr(terms, name, value)
    return terms
