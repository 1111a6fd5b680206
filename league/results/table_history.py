"""The whole history of a table: what was done, by whom, when, by which right, and why.

Every version of a hand and what it changed, what people said of it, what other phones sent, calls,
adjustments, people who took a seat, and seats whose sealed hand was thrown away.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Player
from league.competitions.models import Substitution, Table
from league.core.games.entry import Fact
from league.core.templatetags.ui import signed
from league.results.board import names_at
from league.results.history import history_of
from league.results.models import (
    Adjustment,
    AnswerKind,
    FinalRevision,
    Hand,
    HandAnswer,
    RevisionKind,
    SealReset,
    Submission,
    TableCall,
    Verdict,
    Via,
)
from league.results.phones import Letters, letters_at, origin_label
from league.results.queries import hands_to_show

REVISIONS: Mapping[str, str | Promise] = {
    RevisionKind.ENTERED: gettext_lazy("Hand %(number)d was entered"),
    RevisionKind.CORRECTED: gettext_lazy("Hand %(number)d was corrected"),
    RevisionKind.VOIDED: gettext_lazy("Hand %(number)d was made void"),
    RevisionKind.RESTORED: gettext_lazy("Hand %(number)d counts again"),
    RevisionKind.SETTLED: gettext_lazy("Hand %(number)d was settled"),
}

RESULTS: Mapping[str, str | Promise] = {
    RevisionKind.ENTERED: gettext_lazy("The final result was entered"),
    RevisionKind.CORRECTED: gettext_lazy("The final result was corrected"),
    RevisionKind.VOIDED: gettext_lazy("The final result was made void"),
    RevisionKind.RESTORED: gettext_lazy("The final result counts again"),
    RevisionKind.SETTLED: gettext_lazy("The final result was settled"),
}


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: `by` is None for a phone that did not say, `via` "" where known.

    `hand` is the hand that it is about, if any. `is_grave` marks what people should look at.
    """

    at: datetime
    title: str
    by: Player | None = None
    via: str = ""
    reason: str = ""
    facts: tuple[Fact, ...] = ()
    hand: Hand | None = None
    is_grave: bool = False


def table_history(table: Table) -> list[Event]:
    """Return all that has happened at a table, the latest first."""
    names, letters = names_at(table), letters_at(table.pk)
    events: list[Event] = []
    for hand in hands_to_show().filter(table=table).order_by("pk"):
        events += _of_hand(hand, table.game, names, letters)
    events += _final_results(table, names, letters)
    events += _calls(table, letters)
    events += _adjustments(table)
    events += _seats(table)
    events += _resets(table, names)
    # Those of one moment stay in the order in which they are made above, turned round.
    events.sort(key=attrgetter("at"))
    events.reverse()
    return events


def _of_hand(hand: Hand, game: str, names: Sequence[str], letters: Letters) -> Iterator[Event]:
    number = {"number": hand.number}
    for step in history_of(hand, game, names):
        revision = step.revision
        yield Event(
            revision.created_at,
            str(REVISIONS[revision.kind]) % number,
            revision.by,
            origin_label(revision.via, revision.phone, letters),
            step.reason,
            step.facts,
            hand,
        )
        for answer in step.answers:
            yield _answer(answer, hand, letters)
    for submission in hand.submissions.all():
        if submission.verdict != Verdict.COUNTED:
            yield _submission(submission, hand, letters)


def _answer(answer: HandAnswer, hand: Hand, letters: Letters) -> Event:
    is_dispute = answer.kind == AnswerKind.DISPUTED
    title = _("Hand %(number)d was disputed") if is_dispute else _("Hand %(number)d was confirmed")
    return Event(
        answer.created_at,
        title % {"number": hand.number},
        answer.by,
        origin_label(answer.via, answer.phone, letters),
        answer.words,
        hand=hand,
        is_grave=is_dispute,
    )


def _submission(submission: Submission, hand: Hand, letters: Letters) -> Event:
    is_same = submission.verdict == Verdict.AGREED
    title = (
        _("Another phone sent hand %(number)d just so")
        if is_same
        else _("Another phone sent hand %(number)d otherwise")
    )
    return Event(
        submission.created_at,
        title % {"number": hand.number},
        submission.by,
        origin_label(submission.via, submission.phone, letters),
        hand=hand,
        is_grave=not is_same,
    )


def _final_results(table: Table, names: Sequence[str], letters: Letters) -> Iterator[Event]:
    revisions = FinalRevision.objects.filter(result__table=table).select_related("by")
    for revision in revisions.order_by("number"):
        yield Event(
            revision.created_at,
            str(RESULTS[revision.kind]),
            revision.by,
            origin_label(revision.via, revision.phone, letters),
            revision.reason,
            tuple(_outcome(revision.outcome or {}, names)),
        )


def _outcome(outcome: Mapping[str, Any], names: Sequence[str]) -> Iterator[Fact]:
    totals = outcome.get("totals") or ()
    for seat, place in enumerate(outcome.get("places", ())):
        words = _("place %(place)d") % {"place": place}
        yield Fact(names[seat], f"{words} ({totals[seat]})" if totals else words)


def _calls(table: Table, letters: Letters) -> Iterator[Event]:
    for call in TableCall.objects.filter(table=table).select_related("by", "coming_by", "done_by"):
        called = _("An organiser was called")
        origin = origin_label(call.via, call.phone, letters)
        yield Event(call.created_at, called, call.by, origin, call.words)
        if call.coming_at is not None:
            title = _("An organiser was on the way")
            yield Event(call.coming_at, title, call.coming_by, str(Via.CLUB.label))
        if call.done_at is not None:
            origin = origin_label(call.done_via, call.done_phone, letters)
            yield Event(call.done_at, _("The call was over"), call.done_by, origin)


def _adjustments(table: Table) -> Iterator[Event]:
    given = Adjustment.objects.filter(table=table)
    for each in given.select_related("entry__player", "by", "cancelled_by").order_by("pk"):
        data: dict[str, Any] = {
            "name": each.entry.player.name,
            "points": signed(each.points),
            "kind": each.get_kind_display(),
        }
        title = _("%(name)s: %(points)s league points (%(kind)s)") % data
        reason = " · ".join(filter(None, [each.reason, each.rule]))
        yield Event(each.created_at, title, each.by, str(Via.CLUB.label), reason)
        if each.cancelled_at is not None:
            title = _("Cancelled: %(name)s, %(points)s league points (%(kind)s)") % data
            yield Event(
                each.cancelled_at, title, each.cancelled_by, str(Via.CLUB.label), each.cancel_reason
            )


def _seats(table: Table) -> Iterator[Event]:
    changes = Substitution.objects.filter(seat__table=table)
    for change in changes.select_related("player_in", "player_out", "by").order_by("pk"):
        title = _("%(new)s plays for %(old)s from hand %(number)d on") % {
            "new": change.player_in.name,
            "old": change.player_out.name,
            "number": change.from_hand,
        }
        yield Event(change.created_at, title, change.by, str(Via.CLUB.label))


def _resets(table: Table, names: Sequence[str]) -> Iterator[Event]:
    resets = SealReset.objects.filter(hand__table=table).select_related("by").order_by("pk")
    for reset in resets:
        title = _("What %(name)s had sealed was thrown away unseen") % {"name": names[reset.number]}
        yield Event(reset.created_at, title, reset.by, str(Via.CLUB.label), reset.reason)
