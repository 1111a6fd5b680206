"""Tell how far those at a table agree with a hand.

A hand counts from the first. Answers are to its version in force, so that a new version asks anew.
What an organiser has settled is decided. Silence confirms by itself once its time is over: nothing
is written then, as the time says it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from league.competitions.models import Competition, Confirmation, PhoneUse, Seat, Table
from league.core.games.entry import Who
from league.core.rule_texts import join_names
from league.results.models import (
    AnswerKind,
    Hand,
    HandAnswer,
    HandRevision,
    RevisionKind,
    Via,
)
from league.results.scoring import is_same_record

ASKED, WAITING, CONFIRMED, SILENT = "asked", "waiting", "confirmed", "silent"
DECIDED, DISPUTED = "decided", "disputed"
BY_WHAT_WAS_SENT = (RevisionKind.ENTERED, RevisionKind.SETTLED)


@dataclass(frozen=True, slots=True)
class Objection:
    """Who says that a hand is wrong, and why."""

    who: Who
    words: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far a table has agreed with a hand that is not void.

    `state` is "asked" where nobody has to agree, "waiting", "confirmed", "silent" (confirmed, as
    nobody said anything against it until `until`), "decided" by `by`, or "disputed". `agreed` are
    those who have said so or sent the same, `silent` those who have said nothing.
    """

    state: str
    agreed: tuple[Who, ...]
    silent: tuple[Who, ...]
    objections: tuple[Objection, ...]
    until: datetime
    by: str
    needs_all: bool
    takes_answers: bool

    @property
    def is_provisional(self) -> bool:
        """Say whether it may still become another."""
        return self.state in {WAITING, DISPUTED}

    @property
    def words(self) -> str:
        """Say it in a line; nothing where nobody is asked."""
        agreed = _names(self.agreed)
        by = _("confirmed by %(names)s") % {"names": agreed} if agreed else ""
        if self.state == WAITING:
            one, everybody = _("waiting for one of %(names)s"), _("waiting for %(names)s")
            wait = everybody if self.needs_all or len(self.silent) == 1 else one
            return "; ".join(filter(None, [by, wait % {"names": _names(self.silent)}]))
        if self.state == DISPUTED:
            names = _names([objection.who for objection in self.objections])
            return _("disputed by %(names)s") % {"names": names} if names else ""
        return {
            CONFIRMED: by,
            SILENT: "; ".join(filter(None, [by, _("confirmed by silence")])),
            DECIDED: _("decided by %(name)s") % {"name": self.by or _("an organiser")},
        }.get(self.state, by)

    def has_agreed(self, seat: int) -> bool:
        """Say whether somebody has agreed from a seat."""
        return any(who.seat == seat for who in self.agreed)

    def has_objected(self, seat: int) -> bool:
        """Say whether somebody has objected from a seat."""
        return any(objection.who.seat == seat for objection in self.objections)


def agreement_of(hand: Hand, table: Table, competition: Competition, now: datetime) -> Agreement:
    """Tell how far a table has agreed with a hand, read with its answers and submissions."""
    revision = revision_in_force(hand)
    seats = sorted(table.seats.all(), key=lambda seat: seat.number)
    latest = latest_answers(revision.answers.all())
    author = next((seat.number for seat in seats if seat.player_id == revision.by_id), None)
    yes = _senders(hand, revision, seats) | {
        seat for seat, answer in latest.items() if answer.kind == AnswerKind.CONFIRMED
    }
    if author is not None:
        yes.add(author)
    own = {author, *_seats_of_author(hand, revision, seats, latest, competition)}
    no = {seat: answer for seat, answer in latest.items() if answer.kind == AnswerKind.DISPUTED}
    agreed = tuple(_who(seat) for seat in seats if seat.number in yes - no.keys())
    silent = tuple(_who(seat) for seat in seats if seat.number not in yes | no.keys())
    until = silence_until(revision, competition)
    return Agreement(
        state=_state(hand, competition, [who.seat for who in agreed], own, len(seats), now),
        agreed=agreed,
        silent=silent,
        objections=tuple(
            Objection(_who(seat), no[seat.number].words) for seat in seats if seat.number in no
        ),
        until=until,
        by=revision.by.name if revision.by else "",
        needs_all=competition.confirmation == Confirmation.EVERYONE,
        takes_answers=takes_answers(hand, table, until, now),
    )


def silence_until(revision: HandRevision, competition: Competition) -> datetime:
    """Return when silence confirms a version of a hand."""
    return revision.created_at + timedelta(minutes=competition.confirm_minutes)


def is_decided(revision: HandRevision) -> bool:
    """Say whether an organiser has settled what counts."""
    return revision.kind == RevisionKind.SETTLED and revision.via == Via.CLUB


def takes_answers(hand: Hand, table: Table, until: datetime, now: datetime) -> bool:
    """Say whether those at the table may agree or object: while they play, or silence runs."""
    if hand.is_void or table.dissolved_at is not None or is_decided(revision_in_force(hand)):
        return False
    return table.takes_hands or now < until


def latest_answers(answers: Iterable[HandAnswer]) -> dict[int, HandAnswer]:
    """Return the answer of each seat that is in force."""
    return {answer.seat: answer for answer in sorted(answers, key=lambda answer: answer.pk)}


def _state(
    hand: Hand,
    competition: Competition,
    agreed: Sequence[int],
    own: Collection[int | None],
    size: int,
    now: datetime,
) -> str:
    """Say how far a table is; `own` are the seats for which whoever has entered it has agreed."""
    revision = revision_in_force(hand)
    if hand.is_disputed:
        return DISPUTED
    if is_decided(revision):
        return DECIDED
    others = [seat for seat in agreed if seat not in own]
    if competition.confirmation == Confirmation.NOBODY:
        return CONFIRMED if others else ASKED
    needs_all = competition.confirmation == Confirmation.EVERYONE
    if len(agreed) == size if needs_all else others:
        return CONFIRMED
    return SILENT if now >= silence_until(revision, competition) else WAITING


def _senders(hand: Hand, revision: HandRevision, seats: Sequence[Seat]) -> set[int]:
    """Return the seats whose players have sent what is in force themselves."""
    if revision.kind not in BY_WHAT_WAS_SENT or revision.record is None:
        return set()
    seat_of = {seat.player_id: seat.number for seat in seats}
    return {
        seat_of[each.by_id]
        for each in hand.submissions.all()
        if each.by_id in seat_of and is_same_record(each.record, revision.record)
    }


def _seats_of_author(
    hand: Hand,
    revision: HandRevision,
    seats: Sequence[Seat],
    latest: Mapping[int, HandAnswer],
    competition: Competition,
) -> set[int]:
    """Return for which seats the phone that entered a hand has agreed with it itself.

    They are no others, unless one phone may confirm for its whole table.
    """
    if not revision.phone or competition.phone_use == PhoneUse.TABLE:
        return set()
    seat_of = {seat.player_id: seat.number for seat in seats}
    sent = {
        seat_of[each.by_id]
        for each in hand.submissions.all()
        if each.by_id in seat_of and each.phone == revision.phone
    }
    return sent | {seat for seat, answer in latest.items() if answer.phone == revision.phone}


def revision_in_force(hand: Hand) -> HandRevision:
    """Return the version of a hand that counts."""
    if hand.current is None:
        raise ValueError(f"Hand {hand.pk} has no revision in force.")
    return hand.current


def _who(seat: Seat) -> Who:
    return Who(seat.number, seat.player.name)


def _names(people: Sequence[Who]) -> str:
    return join_names([who.name for who in people])
