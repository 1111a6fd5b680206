"""Services that merge two players of a club, and undo it."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.apps import apps
from django.core import serializers
from django.db import IntegrityError, transaction
from django.db.models import ForeignKey, Model, Q
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from league.accounts.merging.references import ReferenceRule, check_known, has_twin, references
from league.accounts.models import Merge
from league.audit.actions import Action
from league.audit.models import AuditEntry
from league.audit.services import PLAYER, log_action
from league.audit.services import Changes as AuditChanges
from league.audit.texts import PLAYERS
from league.clubs.errors import ClubError
from league.clubs.models import Club, Player, Role, User
from league.clubs.rights import rank, role_left
from league.clubs.services import lock_club
from league.core.hooks import hooks

Changes = list[list[Any]]


def lock_what_they_played(club: Club, ids: Collection[int]) -> None:
    """Lock the competitions of players."""
    for lock in hooks("lock_for_merge"):
        lock(club, ids)


def _rebuild(club: Club, ids: Collection[int]) -> None:
    for rebuild in hooks("rebuild_after_merge"):
        rebuild(club, ids)


@transaction.atomic
def merge_players(*, target_id: int, source_id: int, by: User | None, now: datetime) -> Merge:
    """Merge player `source` into `target`, once; raise ClubError."""
    check_known()
    target = Player.objects.get(pk=target_id)
    club = lock_club(target.club_id)
    if made := Merge.objects.filter(target=target, source=source_id, undone_at=None).first():
        return made
    # In one order, whichever way round two organisers merge them.
    locked = Player.objects.select_for_update(of=("self",)).filter(pk__in=[target_id, source_id])
    players = {player.pk: player for player in locked.order_by("pk")}
    if set(players) != {target_id, source_id}:
        raise ClubError("merge", _("One of these players no longer exists."))
    target, source = players[target_id], players[source_id]
    lock_what_they_played(club, [target_id, source_id])
    if obstacles := obstacles_of(target, source):
        raise ClubError("merge", " ".join(obstacles))
    deleted = serializers.serialize("json", [source])
    changes, dropped = _move_rows(target, source)
    names = {"target_name": target.name, "source_name": source.name}
    own = _join(target, source)
    role_changes = _role_changes(target, source, own)
    for model, field in references(ReferenceRule.IS_DERIVED):
        model._default_manager.filter(**{field: source}).delete()
    source.delete()
    changes += _write(target, own)
    made = Merge.objects.create(
        club=club,
        target=target,
        source=source_id,
        **names,
        changes=changes,
        deleted=[deleted, *dropped],
        by=by,
        created_at=now,
    )
    _rebuild(club, [target_id])
    log_action(club_id=club.pk, action=Action.PLAYERS_MERGED, about=target, changes=role_changes)
    return made


def _move_rows(target: Player, source: Player) -> tuple[Changes, list[str]]:
    """Move all rows; return the changes, and the deleted rows, serialised."""
    changes: Changes = []
    dropped: list[str] = []
    finders = (rewrite_log, *hooks("merge_rewrites"))
    for rewrite in [each for find in finders for each in find(target, source)]:
        _model_of(rewrite.model).filter(pk=rewrite.pk).update(**{rewrite.field: rewrite.after})
        changes.append(list(rewrite))
    for model, field in references(ReferenceRule.MOVES_UNLESS_THERE):
        for row in model._default_manager.filter(**{field: source}).order_by("pk"):
            if has_twin(row, field, target):
                dropped += _drop(row)
            else:
                changes += _write(row, {f"{field}_id": target.pk})
    separations = apps.get_model("competitions", "Separation")._default_manager
    for pair in list(separations.filter(Q(one=source) | Q(other=source)).order_by("pk")):
        placed = _place_source(pair, target, source)
        if placed is None:
            dropped += _drop(pair)
        else:
            changes += _write(pair, placed)
    for model, field in references(ReferenceRule.MOVES):
        rows = model._default_manager.filter(**{field: source})
        ids = list(rows.order_by("pk").values_list("pk", flat=True))
        rows.update(**{field: target})
        changes += [[model._meta.label, pk, f"{field}_id", source.pk, target.pk] for pk in ids]
    return changes, dropped


def _join(target: Player, source: Player) -> dict[str, Any]:
    """Return what the target takes over: sign-in, addresses, higher role, longer membership."""
    joined: dict[str, Any] = {
        "created_at": min(target.created_at, source.created_at),
        "role": str(joined_role(target, source)),
        "user_id": target.user_id or source.user_id,
        "contact_email": target.contact_email or source.contact_email,
        "real_name": target.real_name or source.real_name,
        "left_at": source.left_at and target.left_at,
    }
    return {name: value for name, value in joined.items() if getattr(target, name) != value}


def _role_changes(target: Player, source: Player, values: dict[str, Any]) -> AuditChanges:
    role = values.get("role", target.role)
    is_back = (target.left_at is None) != (source.left_at is None)
    before = None if is_back else target.role
    return {"role": (before, role)} if role != before else {}


def _write(row: Model, values: dict[str, Any]) -> Changes:
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
    """Delete a row with its dependants; return them serialised, in the order of restoring."""
    rows = [row]
    for relation in row._meta.related_objects:
        related = relation.related_model._default_manager.filter(**{relation.field.name: row})
        rows += related.order_by("pk")
    dropped = [serializers.serialize("json", [each]) for each in rows]
    row.delete()
    return dropped


def _model_of(label: str) -> Any:
    return apps.get_model(label)._default_manager


@transaction.atomic
def undo_merge(*, merge_id: int, by: User | None, now: datetime) -> Merge:
    """Undo a merge without restoring roles that ended since; raise ClubError."""
    club = lock_club(Merge.objects.values_list("club_id", flat=True).get(pk=merge_id))
    merge = Merge.objects.select_for_update(of=("self",)).get(pk=merge_id)
    if merge.undone_at:
        return merge
    lock_what_they_played(club, [merge.target_id])
    changed = sorted({label for label, *rest in merge.changes if not _is_as_left(label, *rest)})
    if changed:
        named = ", ".join(str(apps.get_model(label)._meta.verbose_name) for label in changed)
        raise ClubError(
            "merge",
            _("The merge cannot be undone because these items have changed since: %(what)s."),
            what=named,
        )
    was = Player.objects.get(pk=merge.target_id)
    try:
        with transaction.atomic():
            _bring_back(merge, was)
    except IntegrityError as clash:
        raise ClubError(
            "merge",
            _(
                "%(name)s cannot be restored: their account now belongs to another player of the "
                "club."
            ),
            name=merge.source_name,
        ) from clash
    merge.undone_at, merge.undone_by = now, by
    merge.save(update_fields=["undone_at", "undone_by"])
    _rebuild(club, [merge.target_id, merge.source])
    for player in Player.objects.filter(pk__in=[merge.target_id, merge.source]).order_by("pk"):
        before = was.role if player.pk == was.pk else None
        changes = {"role": (before, player.role)} if player.role != before else {}
        log_action(club_id=club.pk, action=Action.MERGE_UNDONE, about=player, changes=changes)
    return merge


def _is_as_left(label: str, pk: int, field: str, _before: Any, after: Any) -> bool:
    """Say whether a row is as the merge left it, or gone."""
    values = list(_model_of(label).filter(pk=pk).values_list(field, flat=True))
    return all(_plain(value) == after for value in values)


def _bring_back(merge: Merge, was: Player) -> None:
    """Restore all rows; `was` is the target before."""
    own = [change for change in merge.changes if change[0] == Player._meta.label]
    _restore(own)
    _make_again(merge.deleted[:1])
    _bound_by(was, Player.objects.get(pk=merge.source))
    _restore(change for change in merge.changes if change[0] != Player._meta.label)
    _make_again(merge.deleted[1:])


def _bound_by(was: Player, again: Player) -> None:
    """Limit the restored player's role and membership to those of the merged one."""
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
    """Say whether all required references of a row exist; clear missing optional ones."""
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


def _place_source(pair: Model, target: Player, source: Player) -> dict[str, int] | None:
    """Return the ids of a separation after the merge, None when it has to go."""
    ids: dict[str, int] = {name: getattr(pair, f"{name}_id") for name in ("one", "other")}
    swapped = sorted(target.pk if pk == source.pk else pk for pk in ids.values())
    if swapped[0] == swapped[1]:
        return None
    new = {"one_id": swapped[0], "other_id": swapped[1]}
    scope = {name: getattr(pair, name) for name in ("club_id", "competition_id")}
    is_there = type(pair)._default_manager.filter(**new, **scope).exists()
    return None if is_there else new


class MergePreview(NamedTuple):
    """Role after a merge, rows that move (label, count), warnings and obstacles."""

    role: Role
    moves: list[tuple[str, int]]
    remarks: list[str]
    obstacles: list[str]


def preview_merge(*, target: Player, source: Player) -> MergePreview:
    """Return the preview of a merge."""
    counts: dict[str, int] = {}
    for model, field in references(*set(ReferenceRule) - {ReferenceRule.IS_DERIVED}):
        name = capfirst(str(model._meta.verbose_name_plural))
        found = model._default_manager.filter(**{field: source}).count()
        counts[name] = counts.get(name, 0) + found
    moves = [(name, count) for name, count in counts.items() if count]
    role = joined_role(target, source)
    return MergePreview(role, moves, _warnings(target, source), obstacles_of(target, source))


def joined_role(target: Player, source: Player) -> Role:
    """Return the higher role of two players, limited for those who have left."""
    return max((_role_now(target), _role_now(source)), key=rank)


def _role_now(player: Player) -> Role:
    return Role(player.role) if player.left_at is None else role_left(player.role)


def obstacles_of(target: Player, source: Player) -> list[str]:
    """Return the reasons against a merge."""
    if target.pk == source.pk:
        return [_("You chose the same player twice. Choose two different players.")]
    if target.club_id != source.club_id:
        return [_("These players are in different clubs.")]
    return [sentence for find in hooks("merge_obstacles") for sentence in find(target, source)]


def _warnings(target: Player, source: Player) -> list[str]:
    names = {"kept": target.name, "gone": source.name}
    warnings = []
    if source.user is not None and target.user is None:
        warnings.append(_("The account of %(gone)s will belong to %(kept)s.") % names)
    elif source.user is not None:
        both = _(
            "Both have accounts: %(kept)s keeps theirs; the account of %(gone)s will not "
            "belong to any player of this club."
        )
        warnings.append(both % names)
    if (target.left_at is None) != (source.left_at is None):
        who = {"name": source.name if target.left_at is None else target.name}
        warnings.append(_("%(name)s has left the club and will be restored.") % who)
    return warnings


class Rewrite(NamedTuple):
    """A value that names a player by id, before and after a merge."""

    model: str
    pk: int
    field: str
    before: Any
    after: Any


def rewrite_log(target: Player, source: Player) -> list[Rewrite]:
    """Return the rewritten entries of the audit log."""
    label = AuditEntry._meta.label
    about = AuditEntry.objects.filter(about_kind=PLAYER, about_id=source.pk).order_by("pk")
    naming = AuditEntry.objects.filter(club=source.club_id, changes__has_key=PLAYERS).order_by("pk")
    rewrites = [Rewrite(label, entry.pk, "about_id", source.pk, target.pk) for entry in about]
    return rewrites + [
        Rewrite(label, entry.pk, "changes", entry.changes, after)
        for entry in naming
        if (after := _replace(entry.changes, source.pk, target.pk)) != entry.changes
    ]


def _replace(changes: dict[str, Any], source: int, target: int) -> dict[str, Any]:
    players = [[target if pk == source else pk for pk in ids] for ids in changes[PLAYERS]]
    return {**changes, PLAYERS: players}
