"""Tell, once a key, what has happened to a hand, to a result or at a table."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Player
from league.clubs.queries import organisers_of
from league.competitions.models import Substitution, Table
from league.notices import sight
from league.notices.models import Kind
from league.notices.services import Message, Writer, take_back, tell
from league.results.models import (
    FinalResult,
    FinalRevision,
    Hand,
    HandRevision,
    RevisionKind,
    TableCall,
)

ASKED_AFTER = timedelta(minutes=2)

CHANGED: dict[str, str | Promise] = {
    RevisionKind.CORRECTED: gettext_lazy("Hand %(number)d of table %(table)d was corrected"),
    RevisionKind.VOIDED: gettext_lazy("Hand %(number)d of table %(table)d was made void"),
    RevisionKind.RESTORED: gettext_lazy("Hand %(number)d of table %(table)d counts again"),
    RevisionKind.SETTLED: gettext_lazy("Hand %(number)d of table %(table)d was settled"),
}


RESULT_CHANGED: dict[str, str | Promise] = {
    RevisionKind.CORRECTED: gettext_lazy("The result of table %(table)d was corrected"),
    RevisionKind.VOIDED: gettext_lazy("The result of table %(table)d was made void"),
}


def tell_change(hand: Hand, table: Table, revision: HandRevision) -> None:
    """Tell those whom a hand concerns, but whoever did it, that an organiser has changed it."""

    def write() -> Message:
        title = str(CHANGED[revision.kind]) % {"number": hand.number, "table": table.number}
        return _message(title, _why(revision), reverse("results:hand", args=[hand.pk]))

    key = f"hand:{hand.pk}:{revision.number}"
    _tell_revision(revision, table, _concerned(table, hand.number), key, write)


def tell_result_change(result: FinalResult, table: Table, revision: FinalRevision) -> None:
    """Tell those whom a final result concerns, but whoever did it, that it was changed."""

    def write() -> Message:
        title = str(RESULT_CHANGED[revision.kind]) % {"table": table.number}
        return _message(title, _why(revision), reverse("results:final_result", args=[table.pk]))

    key = f"result:{result.pk}:{revision.number}"
    _tell_revision(revision, table, _concerned(table), key, write)


def _tell_revision(
    revision: HandRevision | FinalRevision,
    table: Table,
    players: QuerySet[Player],
    key: str,
    write: Writer,
) -> None:
    _tell(
        table,
        players.exclude(pk=revision.by_id) if revision.by_id else players,
        kind=Kind.CORRECTION,
        key=key,
        write=write,
        now=revision.created_at,
    )


def _why(revision: HandRevision | FinalRevision) -> list[str]:
    """Say who has changed something, and why."""
    reason = _("Reason: %(reason)s") % {"reason": revision.reason} if revision.reason else ""
    return [_by(revision.by), reason]


def _concerned(table: Table, hand: int | None = None) -> QuerySet[Player]:
    """Return who sits at a table, whose points they play for, and who played a hand and left."""
    seated = Q(pk__in=table.seats.values("player")) | Q(pk__in=table.seats.values("entry__player"))
    left: dict[int, int] = {}
    if hand is not None:
        later = Substitution.objects.filter(seat__table=table, from_hand__gt=hand)
        for seat, player in later.order_by("from_hand", "pk").values_list("seat", "player_out"):
            left.setdefault(seat, player)
    return Player.objects.filter(seated | Q(pk__in=left.values()))


def tell_dispute(hand: Hand, table: Table, words: str, now: datetime) -> None:
    """Tell organisers, and whom a hand concerns, that it is disputed, once a version of it."""
    number = hand.current.number if hand.current else 0

    def write() -> Message:
        return _message(
            _("Table %(table)d: hand %(number)d is disputed")
            % {"table": table.number, "number": hand.number},
            [_round(table), words or _("Two phones have sent different versions of it.")],
            reverse("results:hand", args=[hand.pk]),
        )

    asked = (
        (Kind.CALL, organisers_of(table.round.stage.competition.club)),
        (Kind.DISPUTE, _concerned(table, hand.number)),
    )
    for kind, players in asked:
        _tell(
            table,
            players,
            kind=kind,
            key=f"dispute:{hand.pk}:{number}",
            write=write,
            now=now,
        )


def ask_to_confirm(hand: Hand, table: Table, by: Player | None, now: datetime) -> None:
    """Ask those at a table for their word on a hand in a while, but whoever has entered it.

    Most confirm at once, on the phone in their hand; they are not asked then.
    """
    players = _concerned(table, hand.number)

    def write() -> Message:
        return _message(
            _("Table %(table)d: is hand %(number)d right?")
            % {"table": table.number, "number": hand.number},
            [_round(table), _by(by)],
            reverse("results:hand", args=[hand.pk]),
        )

    _tell(
        table,
        players.exclude(pk=by.pk) if by else players,
        kind=Kind.CONFIRM,
        key=_version_key(hand),
        write=write,
        now=now,
        wait=ASKED_AFTER,
    )


def stop_asking(hand: Hand, by: Player | None) -> None:
    """Ask a player no more who has given their word on a hand."""
    if by is not None:
        take_back(kind=Kind.CONFIRM, key=_version_key(hand), player=by)


def _version_key(hand: Hand) -> str:
    return f"hand:{hand.pk}:{hand.current.number if hand.current else 0}"


def tell_call(call: TableCall, table: Table) -> None:
    """Tell a club's organisers that a table calls."""

    def write() -> Message:
        return _message(
            _("Table %(table)d calls for an organiser") % {"table": table.number},
            [_round(table), call.words],
            reverse("results:table", args=[table.pk]),
        )

    _tell(
        table,
        organisers_of(table.round.stage.competition.club),
        kind=Kind.CALL,
        key=f"call:{call.pk}",
        write=write,
        now=call.created_at,
    )


def _round(table: Table) -> str:
    return _("%(competition)s, round %(number)d") % {
        "competition": table.round.stage.competition.name,
        "number": table.round.number,
    }


def _by(player: Player | None) -> str:
    return _("By %(name)s.") % {"name": player.name} if player else ""


def _tell(
    table: Table,
    players: Iterable[Player],
    *,
    kind: Kind,
    key: str,
    write: Writer,
    now: datetime,
    wait: timedelta = timedelta(),
) -> None:
    about = sight.name_of("competition", table.round.stage.competition_id)
    tell(
        players=players,
        kind=kind,
        key=key,
        write=lambda: write()._replace(about=about),
        now=now,
        not_before=now + wait,
    )


def _message(title: str, lines: Iterable[str], address: str) -> Message:
    return Message(title, "\n\n".join(filter(None, lines)), address)
