"""History of a hand and of a table: what was done, by whom, by which right, and why."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from operator import attrgetter
from string import ascii_uppercase
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.competitions.lineups import lineup_of
from league.competitions.models import Substitution, Table
from league.core.games import SiteGame
from league.core.games.entry import Fact
from league.core.templatetags.ui import signed
from league.results.authors import Via, Written
from league.results.changes import changed_facts, outcome_facts
from league.results.models import (
    Adjustment,
    FinalRevision,
    Hand,
    HandResponse,
    HandResponseKind,
    HandRevision,
    RevisionKind,
    SealReset,
    Submission,
    SubmissionOutcome,
    TableCall,
)
from league.results.queries import hands_to_show
from league.results.table_view import all_names_at, facts_of

Letters = Mapping[str, str]


def letters_at(table_id: int) -> Letters:
    """Return the letter of each phone, in the order in which they have first written there."""
    calls = TableCall.objects.filter(table=table_id)
    written: tuple[QuerySet[Any], ...] = (
        HandRevision.objects.filter(hand__table=table_id),
        Submission.objects.filter(hand__table=table_id),
        FinalRevision.objects.filter(result__table=table_id),
        HandResponse.objects.filter(revision__hand__table=table_id),
        calls,
    )
    first, *others = (
        rows.filter(via=Via.CODE).exclude(phone="").values_list("created_at", "pk", "phone")
        for rows in written
    )
    closed = calls.filter(closed_via=Via.CODE).exclude(closed_phone="")
    others.append(closed.values_list("closed_at", "pk", "closed_phone"))
    phones = dict.fromkeys(phone for _at, _pk, phone in sorted(first.union(*others)))
    return {phone: _letter(number) for number, phone in enumerate(phones)}


def origin_label(via: str, phone: str, letters: Letters) -> str:
    """Return by which right something was written, with the phone if by the code."""
    if via == Via.CODE and phone in letters:
        return _("phone %(letter)s at the table") % {"letter": letters[phone]}
    return _("signed in") if via == Via.SEAT else str(Via(via).label)


def _letter(number: int) -> str:
    """Name a number by letters: A, B and so on, AA after Z."""
    again, at = divmod(number, len(ascii_uppercase))
    return ascii_uppercase[at] * (again + 1)


class Step(NamedTuple):
    """A revision, its reason, what it says or has changed, and the responses to it."""

    revision: HandRevision
    reason: str
    facts: tuple[Fact, ...]
    responses: tuple[HandResponse, ...]


def history_of(hand: Hand, game: SiteGame, names: Sequence[str]) -> list[Step]:
    """Return the revisions of a hand, oldest first; they are fetched, with responses."""
    steps: list[Step] = []
    before: tuple[Fact, ...] = ()
    for revision in sorted(hand.revisions.all(), key=attrgetter("number")):
        record, facts = revision.record, tuple[Fact, ...]()
        if record is not None:
            now = facts_of(game, record, names)
            facts, before = tuple(changed_facts(before, now)), now
        # Reasons of our own are stored in English; what people wrote stays as it is.
        reason = gettext(revision.reason) if revision.reason else ""
        steps.append(Step(revision, reason, facts, tuple(revision.responses.all())))
    return steps


REVISIONS: Mapping[str, str | Promise] = {
    RevisionKind.ENTERED: gettext_lazy("%(hand)s entered"),
    RevisionKind.CORRECTED: gettext_lazy("%(hand)s corrected"),
    RevisionKind.VOIDED: gettext_lazy("%(hand)s voided"),
    RevisionKind.RESTORED: gettext_lazy("%(hand)s restored"),
    RevisionKind.RESOLVED: gettext_lazy("Dispute about %(named)s resolved"),
}

RESULTS: Mapping[str, str | Promise] = {
    RevisionKind.ENTERED: gettext_lazy("Final result entered"),
    RevisionKind.CORRECTED: gettext_lazy("Final result corrected"),
    RevisionKind.VOIDED: gettext_lazy("Final result voided"),
    RevisionKind.RESTORED: gettext_lazy("Final result restored"),
    RevisionKind.RESOLVED: gettext_lazy("Dispute about the final result resolved"),
}


class Event(NamedTuple):
    """Something that happened at a table; `by` is None for a phone that did not say, and online."""

    at: datetime
    title: str
    by: Player | None = None
    origin: str = ""
    reason: str = ""
    facts: tuple[Fact, ...] = ()
    hand: Hand | None = None
    is_grave: bool = False
    is_online: bool = False


def table_history(table: Table) -> list[Event]:
    """Return all that has happened at a table, the latest first."""
    lineup, letters = lineup_of(table), letters_at(table.pk)
    names = all_names_at(table)
    hands = hands_to_show().filter(table=table).order_by("pk")
    events = [
        *chain.from_iterable(
            _of_hand(hand, table.site_game, lineup.names(hand.number), letters) for hand in hands
        ),
        *_final_results(table, names, letters),
        *_calls(table, letters),
        *_by_organisers(table, names),
    ]
    # Those of one moment stay in the order in which they are made above, turned round.
    events.sort(key=attrgetter("at"))
    return events[::-1]


def _of_hand(hand: Hand, game: SiteGame, names: Sequence[str], letters: Letters) -> Iterator[Event]:
    said = {"hand": game.hand_title(hand.number), "named": game.hand_named(hand.number)}
    for step in history_of(hand, game, names):
        title = str(REVISIONS[step.revision.kind]) % said
        yield _event(step.revision, letters, title, step.reason, step.facts, hand=hand)
        for response in step.responses:
            is_dispute = response.kind == HandResponseKind.DISPUTED
            disputed, confirmed = (
                _("%(hand)s disputed"),
                _("%(hand)s confirmed"),
            )
            title = (disputed if is_dispute else confirmed) % said
            yield _event(response, letters, title, response.reason, hand=hand, is_grave=is_dispute)
    for submission in hand.submissions.all():
        if submission.outcome == SubmissionOutcome.COUNTED:
            continue
        is_same = submission.outcome == SubmissionOutcome.AGREED
        same = _("Another phone sent the same %(named)s")
        other = _("Another phone sent a different %(named)s")
        title = (same if is_same else other) % said
        yield _event(submission, letters, title, hand=hand, is_grave=not is_same)


def _event(
    row: Written,
    letters: Letters,
    title: str,
    reason: str = "",
    facts: tuple[Fact, ...] = (),
    **more: Any,
) -> Event:
    """Return the event of a row that was written at the table."""
    origin = origin_label(row.via, row.phone, letters)
    at, is_online = row.created_at, row.is_online
    return Event(at, title, row.by, origin, reason, facts, is_online=is_online, **more)


def _final_results(table: Table, names: Sequence[str], letters: Letters) -> Iterator[Event]:
    revisions = FinalRevision.objects.filter(result__table=table).select_related("by")
    for revision in revisions.order_by("number"):
        facts = tuple(outcome_facts(revision.outcome or {}, names))
        yield _event(revision, letters, str(RESULTS[revision.kind]), revision.reason, facts)


def _calls(table: Table, letters: Letters) -> Iterator[Event]:
    calls = TableCall.objects.filter(table=table)
    for call in calls.select_related("by", "acknowledged_by", "closed_by"):
        yield _event(call, letters, _("Organiser called"), call.message)
        if call.acknowledged_at is not None:
            title = _("Organiser on the way")
            yield _club_event(call.acknowledged_at, title, call.acknowledged_by)
        if call.closed_at is not None:
            origin = origin_label(call.closed_via, call.closed_phone, letters)
            yield Event(call.closed_at, _("Call closed"), call.closed_by, origin)


def _club_event(at: datetime, title: str, by: Player | None, reason: str = "") -> Event:
    return Event(at, title, by, str(Via.CLUB.label), reason)


def _by_organisers(table: Table, names: Sequence[str]) -> Iterator[Event]:
    """Return adjustments, changes of seats and resets of sealed seats."""
    given = Adjustment.objects.filter(table=table)
    for each in given.select_related("entry__player", "by", "cancelled_by").order_by("pk"):
        data: dict[str, Any] = {
            "name": each.entry.player.name,
            "points": signed(each.points),
            "kind": each.get_kind_display(),
        }
        title = _("%(name)s: %(points)s ranking points (%(kind)s)") % data
        reason = " · ".join(filter(None, [each.reason, each.rule]))
        yield _club_event(each.created_at, title, each.by, reason)
        if each.cancelled_at is not None:
            title = _("Cancelled: %(name)s, %(points)s ranking points (%(kind)s)") % data
            yield _club_event(each.cancelled_at, title, each.cancelled_by, each.cancel_reason)
    changes = Substitution.objects.filter(seat__table=table)
    for change in changes.select_related("player_in", "player_out", "by").order_by("pk"):
        title = _("%(new)s plays for %(old)s from %(hand)s on") % {
            "new": change.player_in.name,
            "old": change.player_out.name,
            "hand": table.site_game.hand_named(change.from_hand),
        }
        yield _club_event(change.created_at, title, change.by)
    resets = SealReset.objects.filter(hand__table=table).select_related("by").order_by("pk")
    for reset in resets:
        title = _("Sealed choice of %(name)s discarded unseen") % {"name": names[reset.number]}
        yield _club_event(reset.created_at, title, reset.by, reset.reason)
