"""What competitions say of two players who are to be one: where both took part."""

from collections.abc import Collection

from django.db.models import Q
from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.competitions.models import Competition, Round
from league.competitions.services import lock_competition


def competitions_of(players: Collection[int]) -> list[int]:
    """Return the competitions in which these players have taken part, in order."""
    found = Competition.objects.filter(
        Q(entries__player__in=players)
        | Q(stages__rounds__tables__seats__player__in=players)
        | Q(stages__rounds__tables__seats__substitutions__player_out__in=players)
        | Q(stages__rounds__tables__seats__substitutions__player_in__in=players)
    )
    return sorted(set(found.values_list("pk", flat=True)))


def lock_competitions(_club: Club, players: Collection[int]) -> None:
    """Lock all that these players took part in, in one order."""
    for pk in competitions_of(players):
        lock_competition(competition_id=pk)


def find_obstacles(kept: Player, gone: Player) -> list[str]:
    """Return why two players cannot be one: both are in a competition, or played a round."""
    names = {"kept": kept.name, "gone": gone.name}
    both = Competition.objects.filter(entries__player=kept).filter(entries__player=gone)
    entered = [
        _("%(kept)s and %(gone)s are both entered in %(competition)s.")
        % {**names, "competition": each.name}
        for each in both.distinct().order_by("pk")
    ]
    rounds = Round.objects.filter(_has_played(kept)).filter(_has_played(gone)).distinct()
    sat = [
        _("%(kept)s and %(gone)s both played in round %(round)d of %(competition)s.")
        % {**names, "round": each.number, "competition": each.stage.competition.name}
        for each in rounds.select_related("stage__competition").order_by("pk")
    ]
    return entered + sat


def _has_played(player: Player) -> Q:
    seats = "tables__seats"
    return (
        Q(**{f"{seats}__player": player})
        | Q(**{f"{seats}__substitutions__player_out": player})
        | Q(**{f"{seats}__substitutions__player_in": player})
    )
