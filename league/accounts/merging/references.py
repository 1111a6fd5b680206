"""All references to a player and what a merge does with each; a test finds missing ones."""

from enum import Enum

from django.apps import apps
from django.db.models import ForeignKey, ManyToOneRel, Model

from league.clubs.models import Player


class ReferenceRule(Enum):
    """What a merge does with a row that refers to the source player."""

    MOVES = "changed to the target"
    MOVES_UNLESS_THERE = "changed to the target, deleted where that has an equal row"
    IS_DERIVED = "deleted and recomputed"
    BELONGS_TO_PAIR = "changed in a pair of players in the order of their ids"


REFERENCES = {
    "accounts.PlayerClaim.player": ReferenceRule.MOVES_UNLESS_THERE,
    "accounts.Merge.target": ReferenceRule.MOVES,
    "api.Webhook.created_by": ReferenceRule.MOVES,
    "audit.AuditEntry.player": ReferenceRule.MOVES,
    "clubs.Invitation.created_by": ReferenceRule.MOVES,
    "clubs.ShareLink.created_by": ReferenceRule.MOVES,
    "clubs.SignInLink.created_by": ReferenceRule.MOVES,
    "clubs.SignInLink.player": ReferenceRule.MOVES,
    "competitions.Separation.one": ReferenceRule.BELONGS_TO_PAIR,
    "competitions.Separation.other": ReferenceRule.BELONGS_TO_PAIR,
    "competitions.CheckIn.by": ReferenceRule.MOVES,
    "competitions.Entry.player": ReferenceRule.MOVES,
    "competitions.Reply.player": ReferenceRule.MOVES_UNLESS_THERE,
    "competitions.Seat.player": ReferenceRule.MOVES,
    "competitions.Substitution.by": ReferenceRule.MOVES,
    "competitions.Substitution.player_in": ReferenceRule.MOVES,
    "competitions.Substitution.player_out": ReferenceRule.MOVES,
    "notifications.ChatIntegration.player": ReferenceRule.MOVES,
    "notifications.Notification.player": ReferenceRule.MOVES,
    "notifications.Subscription.player": ReferenceRule.MOVES_UNLESS_THERE,
    "notifications.NotificationSettings.player": ReferenceRule.MOVES_UNLESS_THERE,
    "online.OnlineSeat.player": ReferenceRule.MOVES,
    "results.Adjustment.by": ReferenceRule.MOVES,
    "results.Adjustment.cancelled_by": ReferenceRule.MOVES,
    "results.FinalRevision.by": ReferenceRule.MOVES,
    "results.HandResponse.by": ReferenceRule.MOVES,
    "results.HandRevision.by": ReferenceRule.MOVES,
    "results.SealReset.by": ReferenceRule.MOVES,
    "results.SealedSeat.by": ReferenceRule.MOVES,
    "results.Submission.by": ReferenceRule.MOVES,
    "results.TableCall.by": ReferenceRule.MOVES,
    "results.TableCall.acknowledged_by": ReferenceRule.MOVES,
    "results.TableCall.closed_by": ReferenceRule.MOVES,
    "rounds.SeatingChange.by": ReferenceRule.MOVES,
    "rounds.SeatingChange.undone_by": ReferenceRule.MOVES,
    "sheets.SheetVersion.created_by": ReferenceRule.MOVES,
    "standings.PlayerRating.player": ReferenceRule.IS_DERIVED,
    "standings.RatingChange.player": ReferenceRule.IS_DERIVED,
}


def found_references() -> list[str]:
    """Return all references to players of the site's models."""
    relations = Player._meta.get_fields(include_hidden=True)
    return sorted(
        f"{each.related_model._meta.label}.{each.field.name}"
        for each in relations
        if isinstance(each, ManyToOneRel) and not isinstance(each.related_model, str)
    )


def check_known() -> None:
    """Raise LookupError for a reference that is not listed."""
    if unknown := set(found_references()) - set(REFERENCES):
        raise LookupError(", ".join(sorted(unknown)))


def references(*rules: ReferenceRule) -> list[tuple[type[Model], str]]:
    """Return model and field of the references with these rules."""
    return [
        (apps.get_model(name.rpartition(".")[0]), name.rpartition(".")[2])
        for name in found_references()
        if REFERENCES[name] in rules
    ]


def has_twin(row: Model, field: str, target: Player) -> bool:
    """Say whether the target has a row that would clash with this one."""
    model = type(row)
    others = model._default_manager.filter(**{field: target})
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
FIELDS_ALIKE = {"accounts.PlayerClaim": ("player", "user", "answer")}
