"""Make one player of two, and two of one again."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.apps import apps
from django.core import serializers
from django.db import IntegrityError, transaction
from django.db.models import ForeignKey, Model, Q
from django.utils.translation import gettext as _

from league.accounts.merging import hooks
from league.accounts.merging.outlook import joined_role, obstacles_of
from league.accounts.merging.references import Way, check_known, has_twin, references
from league.accounts.models import Merge
from league.audit.services import Changes as AuditChanges
from league.audit.services import note
from league.audit.verbs import Verb
from league.clubs.errors import ClubError
from league.clubs.models import Player, Role, User
from league.clubs.rights import rank, role_left
from league.clubs.services import lock_club

Changes = list[list[Any]]


@transaction.atomic
def merge_players(*, kept_id: int, gone_id: int, by: User | None, now: datetime) -> Merge:
    """Make one player of two: all that refers to `gone` refers to `kept` from now on.

    Twice is once: the second time returns the merge that was made. Raise ClubError.
    """
    check_known()
    kept = Player.objects.get(pk=kept_id)
    club = lock_club(kept.club_id)
    if made := Merge.objects.filter(kept=kept, gone=gone_id, undone_at=None).first():
        return made
    # In one order, whichever way round two organisers merge them.
    locked = Player.objects.select_for_update(of=("self",)).filter(pk__in=[kept_id, gone_id])
    players = {player.pk: player for player in locked.order_by("pk")}
    if set(players) != {kept_id, gone_id}:
        raise ClubError("merge", _("One of these players is no more."))
    kept, gone = players[kept_id], players[gone_id]
    hooks.lock(club, [kept_id, gone_id])
    if obstacles := obstacles_of(kept, gone):
        raise ClubError("merge", " ".join(obstacles))
    deleted = serializers.serialize("json", [gone])
    changes, dropped = _move_rows(kept, gone)
    names = kept.name, gone.name
    own = _join(kept, gone)
    told = _role_changes(kept, gone, own)
    _delete(gone)
    changes += _write(kept, own)
    made = Merge.objects.create(
        club=club,
        kept=kept,
        kept_name=names[0],
        gone=gone_id,
        gone_name=names[1],
        changes=changes,
        deleted=[deleted, *dropped],
        by=by,
        created_at=now,
    )
    hooks.rebuild(club, [kept_id])
    note(club_id=club.pk, verb=Verb.PLAYERS_MERGED, about=kept, changes=told)
    return made


def _move_rows(kept: Player, gone: Player) -> tuple[Changes, list[str]]:
    """Repoint all rows; return what was changed, and the rows that had to go, serialized."""
    changes: Changes = []
    dropped: list[str] = []
    for rewrite in hooks.find_rewrites(kept, gone):
        _model_of(rewrite.model).filter(pk=rewrite.pk).update(**{rewrite.field: rewrite.after})
        changes.append(list(rewrite))
    for model, field in references(Way.MOVES_UNLESS_THERE):
        for row in model._default_manager.filter(**{field: gone}).order_by("pk"):
            if has_twin(row, field, kept):
                dropped += _drop(row)
            else:
                changes += _write(row, {f"{field}_id": kept.pk})
    for pair in _pairs_of(gone):
        placed = _place_kept(pair, kept, gone)
        if placed is None:
            dropped += _drop(pair)
        else:
            changes += _write(pair, placed)
    for model, field in references(Way.MOVES):
        rows = model._default_manager.filter(**{field: gone})
        ids = list(rows.order_by("pk").values_list("pk", flat=True))
        rows.update(**{field: kept})
        changes += [[model._meta.label, pk, f"{field}_id", gone.pk, kept.pk] for pk in ids]
    return changes, dropped


def _join(kept: Player, gone: Player) -> dict[str, Any]:
    """Return what the kept player takes over: sign-in, address, higher role, longer stay."""
    joined: dict[str, Any] = {
        "created_at": min(kept.created_at, gone.created_at),
        "role": str(joined_role(kept, gone)),
    }
    if kept.user_id is None and gone.user_id is not None:
        joined["user_id"] = gone.user_id
    if not kept.contact_email:
        joined["contact_email"] = gone.contact_email
    if not kept.real_name:
        joined["real_name"] = gone.real_name
    if gone.left_at is None:
        joined["left_at"] = None
    return {name: value for name, value in joined.items() if getattr(kept, name) != value}


def _role_changes(kept: Player, gone: Player, values: dict[str, Any]) -> AuditChanges:
    """Return which role there is by these values, if it is another or somebody is back by it."""
    role = values.get("role", kept.role)
    is_back = (kept.left_at is None) != (gone.left_at is None)
    before = None if is_back else kept.role
    return {"role": (before, role)} if role != before else {}


def _write(row: Model, values: dict[str, Any]) -> Changes:
    """Change a row, and return what was there before."""
    changes: Changes = []
    for name, value in values.items():
        changes.append([row._meta.label, row.pk, name, _plain(getattr(row, name)), _plain(value)])
        setattr(row, name, value)
    if values:
        type(row)._default_manager.filter(pk=row.pk).update(**values)
    return changes


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _drop(row: Model) -> list[str]:
    """Delete a row, and return it and what hangs on it, in the order in which they come back."""
    hanging = [
        each
        for relation in row._meta.related_objects
        for each in relation.related_model._default_manager.filter(
            **{relation.field.name: row}
        ).order_by("pk")
    ]
    kept = [serializers.serialize("json", [each]) for each in (row, *hanging)]
    row.delete()
    return kept


def _delete(gone: Player) -> None:
    """Delete the player whose rows have moved; only what is derived may hang on it still."""
    for model, field in references(Way.IS_DERIVED):
        model._default_manager.filter(**{field: gone}).delete()
    gone.delete()


def _model_of(label: str) -> Any:
    return apps.get_model(label)._default_manager


@transaction.atomic
def undo_merge(*, merge_id: int, by: User | None, now: datetime) -> Merge:
    """Make two players of one again, each row as it was; raise ClubError where it is not any more.

    What ended since for the one player does not come back for the other: a role, the membership.
    Rows that have been deleted since stay away; what came after the merge stays with who was kept.
    """
    club = lock_club(Merge.objects.values_list("club_id", flat=True).get(pk=merge_id))
    merge = Merge.objects.select_for_update(of=("self",)).get(pk=merge_id)
    if merge.undone_at:
        return merge
    hooks.lock(club, [merge.kept_id])
    changed = sorted({label for label, *rest in merge.changes if not _is_as_left(label, *rest)})
    if changed:
        named = ", ".join(str(apps.get_model(label)._meta.verbose_name) for label in changed)
        raise ClubError(
            "merge",
            _("This has been changed since, so the merge cannot be undone: %(what)s."),
            what=named,
        )
    was = Player.objects.get(pk=merge.kept_id)
    try:
        with transaction.atomic():
            _bring_back(merge, was)
    except IntegrityError as clash:
        raise ClubError(
            "merge",
            _("%(name)s cannot come back: the sign-in belongs to another player of the club now."),
            name=merge.gone_name,
        ) from clash
    merge.undone_at, merge.undone_by = now, by
    merge.save(update_fields=["undone_at", "undone_by"])
    hooks.rebuild(club, [merge.kept_id, merge.gone])
    for player in Player.objects.filter(pk__in=[merge.kept_id, merge.gone]).order_by("pk"):
        before = was.role if player.pk == was.pk else None
        changes = {"role": (before, player.role)} if player.role != before else {}
        note(club_id=club.pk, verb=Verb.MERGE_UNDONE, about=player, changes=changes)
    return merge


def _is_as_left(label: str, pk: int, field: str, _before: Any, after: Any) -> bool:
    """Say whether a row still says what the merge has written, or is no more."""
    values = list(_model_of(label).filter(pk=pk).values_list(field, flat=True))
    return all(_plain(value) == after for value in values)


def _bring_back(merge: Merge, was: Player) -> None:
    """Write all rows as they were before a merge; first the kept player, who gives the user up.

    `was` is the one player of until now.
    """
    own = [change for change in merge.changes if change[0] == Player._meta.label]
    _restore(own)
    _make_again(merge.deleted[:1])
    _bound_by(was, Player.objects.get(pk=merge.gone))
    _restore(change for change in merge.changes if change[0] != Player._meta.label)
    _make_again(merge.deleted[1:])


def _bound_by(was: Player, again: Player) -> None:
    """Give a player who is there again no more rights than the one player had until now."""
    left = role_left(again.role)
    again.left_at = again.left_at or was.left_at
    bounded = min(Role(again.role), Role(was.role), key=rank)
    again.role = left if again.left_at else max(bounded, left, key=rank)
    again.save(update_fields=["left_at", "role"])


def _restore(changes: Iterable[list[Any]]) -> None:
    together: dict[tuple[str, int], dict[str, Any]] = {}
    for label, pk, field, before, _after in changes:
        together.setdefault((label, pk), {})[field] = before
    for (label, pk), values in together.items():
        _model_of(label).filter(pk=pk).update(**values)


def _make_again(rows: Iterable[str]) -> None:
    for row in rows:
        for each in serializers.deserialize("json", row):
            if _has_all_it_needs(each.object):
                each.save()


def _has_all_it_needs(row: Model) -> bool:
    """Say whether all that a row refers to is still there; let go of what it can do without."""
    for field in row._meta.concrete_fields:
        if not isinstance(field, ForeignKey) or getattr(row, field.attname) is None:
            continue
        there = field.related_model._default_manager.filter(pk=getattr(row, field.attname))
        if there.exists():
            continue
        if not field.null:
            return False
        setattr(row, field.attname, None)
    return True


def _pairs_of(gone: Player) -> list[Model]:
    """Return the rows that keep a player apart from another."""
    pairs = apps.get_model("competitions", "Apart")._default_manager
    return list(pairs.filter(Q(one=gone) | Q(other=gone)).order_by("pk"))


def _place_kept(pair: Model, kept: Player, gone: Player) -> dict[str, int] | None:
    """Return who a pair names once the kept player stands in it, None when it has to go.

    The smaller id stands first. A pair of the two themselves, or one that there is already, goes.
    """
    ids: dict[str, int] = {name: getattr(pair, f"{name}_id") for name in ("one", "other")}
    swapped = sorted(kept.pk if pk == gone.pk else pk for pk in ids.values())
    if swapped[0] == swapped[1]:
        return None
    new = {"one_id": swapped[0], "other_id": swapped[1]}
    scope = {name: getattr(pair, name) for name in ("club_id", "competition_id")}
    is_there = type(pair)._default_manager.filter(**new, **scope).exists()
    return None if is_there else new
