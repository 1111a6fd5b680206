"""Notifications of what has happened at a table, and the log of what organisers did."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.audit.actions import Action
from league.audit.services import log_action
from league.clubs.models import Player
from league.clubs.queries import organisers_of
from league.competitions.lineups import lineup_of
from league.competitions.models import Substitution, Table
from league.competitions.writing import name_of_table
from league.core.games.entry import Fact
from league.notifications import visibility
from league.notifications.models import NotificationKind
from league.notifications.services.queueing import (
    Message,
    cancel_notifications,
    notify_players,
)
from league.results.changes import changed_facts, outcome_facts
from league.results.models import (
    Adjustment,
    FinalResult,
    FinalRevision,
    Hand,
    HandRevision,
    RevisionKind,
    TableCall,
)

ASKED_AFTER = timedelta(minutes=2)


MessageParts = tuple[str, Iterable[str], str]
"""The title, the paragraphs and the address of a message."""

CHANGED: dict[str, str | Promise] = {
    RevisionKind.CORRECTED: gettext_lazy("%(hand)s at table %(table)d was corrected"),
    RevisionKind.VOIDED: gettext_lazy("%(hand)s at table %(table)d was voided"),
    RevisionKind.RESTORED: gettext_lazy("%(hand)s at table %(table)d was restored"),
    RevisionKind.RESOLVED: gettext_lazy("Dispute about %(named)s at table %(table)d resolved"),
}


RESULT_CHANGED: dict[str, str | Promise] = {
    RevisionKind.CORRECTED: gettext_lazy("The result of table %(table)d was corrected"),
    RevisionKind.VOIDED: gettext_lazy("The result of table %(table)d was voided"),
}


def notify_change(hand: Hand, table: Table, revision: HandRevision) -> None:
    """Notify the players of a hand, but for who did it, that an organiser has changed it."""
    _notify(
        table,
        _concerned(table, hand.number, but=revision.by),
        kind=NotificationKind.CORRECTION,
        key=_version_key(hand),
        write=lambda: (
            str(CHANGED[revision.kind]) % _named(hand, table),
            [_round(table), _changes(hand, table, revision), *_why(revision)],
            reverse("results:hand", args=[hand.pk]),
        ),
        now=revision.created_at,
    )


def notify_result_change(result: FinalResult, table: Table, revision: FinalRevision) -> None:
    """Notify the players of a final result, but for who did it, that it was changed."""
    _notify(
        table,
        _concerned(table, but=revision.by),
        kind=NotificationKind.CORRECTION,
        key=f"result:{result.pk}:{revision.number}",
        write=lambda: (
            str(RESULT_CHANGED[revision.kind]) % {"table": table.number},
            [_round(table), _result_changes(result, table, revision), *_why(revision)],
            reverse("results:final_result", args=[table.pk]),
        ),
        now=revision.created_at,
    )


def _named(hand: Hand, table: Table) -> dict[str, Any]:
    """Return what a message calls a hand and its table."""
    game, number = table.site_game, hand.number
    names = {"hand": game.hand_title(number), "named": game.hand_named(number)}
    return {"table": table.number, **names}


def _changes(hand: Hand, table: Table, revision: HandRevision) -> str:
    """Return what a revision has changed of what was in force of a hand before."""
    earlier = hand.revisions.filter(number__lt=revision.number).exclude(record=None)
    before = earlier.order_by("-number").values_list("record", flat=True).first()
    if revision.record is None or before is None:
        return ""
    names = lineup_of(table).names(hand.number)
    describe = table.site_game.entry.describe_record
    return _listed(changed_facts(describe(before, names), describe(revision.record, names)))


def _result_changes(result: FinalResult, table: Table, revision: FinalRevision) -> str:
    """Return what a revision has changed of a final result."""
    earlier = result.revisions.filter(number__lt=revision.number).exclude(outcome=None)
    before = earlier.order_by("-number").values_list("outcome", flat=True).first()
    if revision.outcome is None or before is None:
        return ""
    seats = sorted(table.seats.all(), key=attrgetter("number"))
    names = [seat.player.name for seat in seats]
    old, new = (list(outcome_facts(each, names)) for each in (before, revision.outcome))
    return _listed(changed_facts(old, new))


def _listed(facts: Iterable[Fact]) -> str:
    return "\n".join(f"{fact.label}: {fact.text}" for fact in facts)


def _why(revision: HandRevision | FinalRevision) -> list[str]:
    """Return who has changed something, and why."""
    reason = _("Reason: %(reason)s") % {"reason": revision.reason} if revision.reason else ""
    return [_by(revision.by), reason]


def _concerned(
    table: Table, hand: int | None = None, *, but: Player | None = None
) -> QuerySet[Player]:
    """Return who sits at a table, whose points they play for, and who played a hand and left."""
    seated = Q(pk__in=table.seats.values("player")) | Q(pk__in=table.seats.values("entry__player"))
    left: dict[int, int] = {}
    if hand is not None:
        later = Substitution.objects.filter(seat__table=table, from_hand__gt=hand)
        for seat, player in later.order_by("from_hand", "pk").values_list("seat", "player_out"):
            left.setdefault(seat, player)
    players = Player.objects.filter(seated | Q(pk__in=left.values()))
    return players.exclude(pk=but.pk) if but else players


def notify_dispute(hand: Hand, table: Table, text: str, now: datetime) -> None:
    """Notify organisers and the players of a hand that it is disputed, once a version of it."""

    def write() -> MessageParts:
        title = _("Table %(table)d: %(named)s is disputed")
        lines = [_round(table), text or _("Two phones sent different versions.")]
        return title % _named(hand, table), lines, reverse("results:hand", args=[hand.pk])

    organisers = organisers_of(table.round.stage.competition.club)
    key, players = _version_key(hand, "dispute"), _concerned(table, hand.number)
    _notify(table, organisers, kind=NotificationKind.CALL, key=key, write=write, now=now)
    _notify(table, players, kind=NotificationKind.DISPUTE, key=key, write=write, now=now)


def ask_to_confirm(hand: Hand, table: Table, by: Player | None, now: datetime) -> None:
    """Ask the players of a hand, but for who has entered it, to confirm it in a while."""
    _notify(
        table,
        _concerned(table, hand.number, but=by),
        kind=NotificationKind.CONFIRM,
        key=_version_key(hand),
        write=lambda: (
            _("Table %(table)d: confirm %(named)s") % _named(hand, table),
            [_round(table), _by(by)],
            reverse("results:hand", args=[hand.pk]),
        ),
        now=now,
        wait=ASKED_AFTER,
    )


def stop_asking(hand: Hand, by: Player | None) -> None:
    """Cancel the request to confirm for a player who has responded to a hand."""
    if by is not None:
        cancel_notifications(kind=NotificationKind.CONFIRM, key=_version_key(hand), player=by)


def _version_key(hand: Hand, event: str = "hand") -> str:
    return f"{event}:{hand.pk}:{hand.current.number if hand.current else 0}"


def notify_call(call: TableCall, table: Table) -> None:
    """Notify a club's organisers that a table calls."""
    _notify(
        table,
        organisers_of(table.round.stage.competition.club),
        kind=NotificationKind.CALL,
        key=f"call:{call.pk}",
        write=lambda: (
            _("Table %(table)d calls an organiser") % {"table": table.number},
            [_round(table), call.message],
            reverse("results:table", args=[table.pk]),
        ),
        now=call.created_at,
    )


def _round(table: Table) -> str:
    return f"{table.round.stage.competition.name}, {table.round.label}"


def _by(player: Player | None) -> str:
    return _("By %(name)s.") % {"name": player.name} if player else ""


def _notify(
    table: Table,
    players: Iterable[Player],
    *,
    kind: NotificationKind,
    key: str,
    write: Callable[[], MessageParts],
    now: datetime,
    wait: timedelta = timedelta(),
) -> None:
    about = visibility.name_of("competition", table.round.stage.competition_id)

    def message() -> Message:
        title, lines, address = write()
        return Message(title, "\n\n".join(filter(None, lines)), address, about)

    notify_players(
        players=players, kind=kind, key=key, write=message, now=now, not_before=now + wait
    )


ACTIONS: Mapping[str, Action] = {
    RevisionKind.CORRECTED: Action.HAND_CORRECTED,
    RevisionKind.VOIDED: Action.HAND_VOIDED,
    RevisionKind.RESTORED: Action.HAND_RESTORED,
    RevisionKind.RESOLVED: Action.DISPUTE_RESOLVED,
}


def log_change(hand: Hand, table: Table, revision: HandRevision) -> None:
    """Log a change of a hand, with its reason; what it was before is in the hand's history."""
    log_action(
        club_id=table.round.stage.competition.club_id,
        action=ACTIONS[revision.kind],
        about=hand,
        label=f"{name_of_table(table)} · {hand.number}",
        changes={"reason": (None, revision.reason)},
    )


def log_adjustment(action: Action, adjustment: Adjustment, reason: str) -> None:
    """Log a penalty or a bonus that was given or cancelled."""
    competition = adjustment.competition
    changes: dict[str, tuple[object, object]] = {
        "players": ([], [adjustment.entry.player_id]),
        "points": (None, adjustment.points),
        "reason": (None, reason),
    }
    log_action(club_id=competition.club_id, action=action, about=competition, changes=changes)
