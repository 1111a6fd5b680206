"""All references to a player, and what a merge does with each.

A model with a new reference has to be named here: a merge refuses to run before, and a test fails.
"""

from enum import Enum, auto

from django.apps import apps
from django.db.models import ForeignKey, ManyToOneRel, Model

from league.clubs.models import Player


class Way(Enum):
    """What becomes of a row that refers to the player who goes."""

    MOVES = auto()
    """It refers to the player who is kept."""
    MOVES_UNLESS_THERE = auto()
    """Likewise; but a row of the kept player that says the same stays, and this one goes."""
    IS_DERIVED = auto()
    """It goes, and is worked out anew."""
    BELONGS_TO_PAIR = auto()
    """It names two players in the order of their ids; see pairs.py."""


REFERENCES = {
    "accounts.Claim.player": Way.MOVES_UNLESS_THERE,
    "accounts.Merge.kept": Way.MOVES,
    "api.Webhook.made_by": Way.MOVES,
    "audit.Act.player": Way.MOVES,
    "clubs.Invitation.made_by": Way.MOVES,
    "clubs.ScreenLink.made_by": Way.MOVES,
    "clubs.SignInLink.made_by": Way.MOVES,
    "clubs.SignInLink.player": Way.MOVES,
    "competitions.Apart.one": Way.BELONGS_TO_PAIR,
    "competitions.Apart.other": Way.BELONGS_TO_PAIR,
    "competitions.CheckIn.by": Way.MOVES,
    "competitions.Entry.player": Way.MOVES,
    "competitions.Seat.player": Way.MOVES,
    "competitions.Substitution.by": Way.MOVES,
    "competitions.Substitution.player_in": Way.MOVES,
    "competitions.Substitution.player_out": Way.MOVES,
    "notices.Chat.player": Way.MOVES,
    "notices.Notice.player": Way.MOVES,
    "notices.Subscription.player": Way.MOVES_UNLESS_THERE,
    "notices.Wishes.player": Way.MOVES_UNLESS_THERE,
    "online.OnlineSeat.player": Way.MOVES,
    "results.Adjustment.by": Way.MOVES,
    "results.Adjustment.cancelled_by": Way.MOVES,
    "results.FinalRevision.by": Way.MOVES,
    "results.HandAnswer.by": Way.MOVES,
    "results.HandRevision.by": Way.MOVES,
    "results.SealReset.by": Way.MOVES,
    "results.SealedSeat.by": Way.MOVES,
    "results.Submission.by": Way.MOVES,
    "results.TableCall.by": Way.MOVES,
    "results.TableCall.coming_by": Way.MOVES,
    "results.TableCall.done_by": Way.MOVES,
    "rounds.SeatingChange.by": Way.MOVES,
    "rounds.SeatingChange.undone_by": Way.MOVES,
    "standings.PlayerRating.player": Way.IS_DERIVED,
    "standings.RatingChange.player": Way.IS_DERIVED,
}


def found_references() -> list[str]:
    """Return all references to players that the site's models have."""
    relations = Player._meta.get_fields(include_hidden=True)
    return sorted(
        f"{relation.related_model._meta.label}.{relation.field.name}"
        for relation in relations
        if isinstance(relation, ManyToOneRel) and not isinstance(relation.related_model, str)
    )


def check_known() -> None:
    """Raise LookupError for a reference that nobody has thought of."""
    if unknown := set(found_references()) - set(REFERENCES):
        raise LookupError(", ".join(sorted(unknown)))


def references(*ways: Way) -> list[tuple[type[Model], str]]:
    """Return model and field of the references that go one of these ways."""
    return [
        (apps.get_model(name.rpartition(".")[0]), name.rpartition(".")[2])
        for name in found_references()
        if REFERENCES[name] in ways
    ]


def has_twin(row: Model, field: str, kept: Player) -> bool:
    """Say whether the kept player has a row that differs from this one in nothing unique."""
    model = type(row)
    others = model._default_manager.filter(**{field: kept})
    own = model._meta.get_field(field)
    if isinstance(own, ForeignKey) and own.unique:
        return others.exists()
    names = {
        name
        for constraint in model._meta.total_unique_constraints
        if field in constraint.fields
        for name in constraint.fields
    } or set(FIELDS_ALIKE.get(model._meta.label, ()))
    alike = {name: getattr(row, name) for name in names - {field}}
    return others.filter(**alike).exists()


# Of unique constraints with a condition: what makes two rows the same.
FIELDS_ALIKE = {"accounts.Claim": ("player", "user", "answer")}
