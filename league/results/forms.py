"""The form in which a hand is entered or corrected, and the small ones beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from games.base import Match
from games.franks_zoo.setup import FranksZooSetup
from league.competitions.models import Table
from league.core.wording import problem_words
from league.results.board import Points, Who, names_at, points_of
from league.results.entry import Entry, role_choices
from league.results.models import Hand
from league.results.refusals import ResultError, UnconfirmedError
from league.results.scoring import line_as_json, match_before, record_of
from league.results.services import warning_id

NUMBER_LENGTH = 4
REASON_LENGTH = 300


class ReasonForm(forms.Form):
    """Ask why somebody changes what others have entered; `revision` is what the page showed."""

    revision = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        help_text=_("Everybody can read it in the history of the hand."),
        error_messages={"required": _("Say in a few words why.")},
    )


class RevisionForm(forms.Form):
    """Carry which revision of a hand the page showed."""

    revision = forms.IntegerField(widget=forms.HiddenInput)


@dataclass(frozen=True, slots=True)
class SeatFields:
    """What the form asks of one player; `mark` is the place of going out, 0 while unknown."""

    who: Who
    mark: int
    is_left: bool
    lions: int | str
    hedgehog: bool
    role: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What a hand would be worth: points for everybody, or what is still wrong."""

    points: tuple[Points, ...] = ()
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    winner: str = ""


@dataclass(slots=True)
class HandForm:
    """A hand as somebody is entering it.

    `match` is the match before the hand, `hand` the one being corrected. `is_fresh`: nothing was
    sent with its key yet; `is_sent`: another phone has sent the hand meanwhile. `errors` are words
    by field, `words` the sentence above the form, `asked` the warnings to be confirmed, in words.
    """

    table: Table
    names: tuple[str, ...]
    match: Match
    entry: Entry
    key: str
    hand: Hand | None = None
    revision: int = 0
    reason: str = ""
    is_fresh: bool = False
    is_sent: bool = False
    words: str = ""
    errors: dict[str, list[str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    confirmed: tuple[str, ...] = ()

    @classmethod
    def blank(cls, table: Table, hands: Sequence[Hand]) -> "HandForm":
        """Return the form of the table's next hand before anything is entered."""
        names = names_at(table)
        next_number = 1 + max((hand.number for hand in hands if not hand.is_void), default=0)
        match = match_before(table, len(names), hands, next_number)
        setup = setup_of(match)
        entry = Entry.blank(setup) if setup else Entry(len(names))
        return cls(table, names, match, entry, str(uuid4()), is_fresh=True)

    @classmethod
    def of_hand(cls, table: Table, hands: Sequence[Hand], hand: Hand) -> "HandForm":
        """Return the form of a hand to be corrected, filled in with what is in force."""
        names = names_at(table)
        match = match_before(table, len(names), hands, hand.number)
        current = hand.current
        record = current.record if current else None
        entry = Entry.of_record(record) if record else Entry(len(names))
        revision = current.number if current else 0
        return cls(table, names, match, entry, str(uuid4()), hand=hand, revision=revision)

    @classmethod
    def of_post(
        cls, table: Table, hands: Sequence[Hand], data: Mapping[str, str], hand: Hand | None = None
    ) -> "HandForm":
        """Return the form as it was sent, the tap carried out if a player was tapped."""
        names = names_at(table)
        last = max((each.number for each in hands if not each.is_void), default=0)
        wanted = hand.number if hand else read_number(data.get("number", ""))
        match = match_before(table, len(names), hands, min(max(wanted, 1), last + 1))
        entry = Entry.of_form(data, len(names))
        setup = setup_of(match)
        if setup:
            entry = entry.fit(setup)
        tapped = data.get("tap", "")
        if tapped in {str(seat) for seat in range(len(names))}:
            entry = entry.tap(int(tapped))
        return cls(
            table,
            names,
            match,
            entry,
            str(read_key(data.get("key", "")) or uuid4()),
            hand=hand,
            revision=read_number(data.get("revision", "")),
            reason=data.get("reason", "")[:REASON_LENGTH],
            is_sent=hand is None and 1 <= wanted <= last,
            confirmed=read_confirmed(data),
        )

    @property
    def number(self) -> int:
        """The number of the hand."""
        return self.match.number

    @property
    def setup(self) -> FranksZooSetup | None:
        """What is known of the hand before it is played; None once the match is over."""
        return setup_of(self.match)

    @property
    def finish(self) -> str:
        """The order as the hidden field carries it."""
        return self.entry.garbled or ",".join(str(seat) for seat in self.entry.tapped)

    @property
    def left(self) -> Who | None:
        """Who is left with cards, once that is known."""
        if not self.entry.is_complete:
            return None
        return Who(self.entry.finish[-1], self.names[self.entry.finish[-1]])

    @property
    def seats(self) -> list[SeatFields]:
        """What is asked of each player, in the order of the seats."""
        entry = self.entry
        order = entry.finish
        return [
            SeatFields(
                who=Who(seat, name),
                mark=order.index(seat) + 1 if seat in order else 0,
                is_left=entry.is_complete and order[-1] == seat,
                lions=entry.lions[seat] if entry.lions else 0,
                hedgehog=entry.hedgehog[seat] if entry.hedgehog else False,
                role=entry.roles[seat] if entry.roles else "",
            )
            for seat, name in enumerate(self.names)
        ]

    @property
    def teams(self) -> list[tuple[Who, Who]]:
        """The teams as the hand was played, of a new one by the rule."""
        played = record_of(self.hand).get("teams") if self.hand else None
        teams = played or (self.setup.teams if self.setup else ())
        return [
            (Who(senior, self.names[senior]), Who(junior, self.names[junior]))
            for senior, junior in teams
        ]

    @property
    def solo(self) -> Who | None:
        """Who plays alone in a hand with teams."""
        seat = self.setup.solo if self.setup else None
        if self.hand:
            seat = record_of(self.hand).get("solo")
        return None if seat is None else Who(seat, self.names[seat])

    @property
    def roles(self) -> list[tuple[str, str]]:
        """The roles that a player can have in the hand."""
        return role_choices(len(self.names))

    @property
    def has_other_teams(self) -> bool:
        """Say whether the teams are not those by the rule."""
        return self.setup is not None and self.entry.roles != Entry.blank(self.setup).roles

    @property
    def general_errors(self) -> list[str]:
        """Words about the record as a whole, or about a field that the form does not show."""
        shown = {"finish", "lions_taken", "lions_in_hand", "hedgehog", "teams", "solo", "reason"}
        others = [words for name, words in self.errors.items() if name not in shown]
        return [sentence for words in others for sentence in words]

    @property
    def lion_counts(self) -> range:
        """How many lions somebody can have."""
        return range(self.setup.lions + 1 if self.setup else 0)

    @property
    def preview(self) -> Preview | None:
        """What the hand would be worth as entered; None while the order is not complete."""
        if not self.entry.is_complete or self.setup is None:
            return None
        record = self.entry.as_record()
        problems = self.match.check(record)
        if errors := [problem for problem in problems if problem.level == "error"]:
            return Preview(errors=tuple(problem_words(each, self.names) for each in errors))
        after = self.match.add(record)
        lines = [[line_as_json(line) for line in seat] for seat in self.match.score(record).lines]
        return Preview(
            points=points_of(lines, after.totals, after.places, self.names),
            warnings=tuple(problem_words(each, self.names) for each in problems),
            winner=self.names[after.winners[0]] if after.winners else "",
        )

    def refuse(self, error: ResultError) -> None:
        """Show why the hand was refused: words above the form, and each fault at its field."""
        self.words = error.words
        if isinstance(error, UnconfirmedError):
            self.asked = [problem_words(problem, self.names) for problem in error.problems]
            self.confirmed = tuple(warning_id(problem) for problem in error.problems)
            return
        for problem in error.problems:
            self.errors.setdefault(problem.field, []).append(problem_words(problem, self.names))


def setup_of(match: Match) -> FranksZooSetup | None:
    """Return the set-up of the match's next hand as Frank's Zoo has it; None once it is over."""
    setup = match.next_hand()
    if setup is not None and not isinstance(setup, FranksZooSetup):
        raise TypeError(f"There is no form for this hand: {setup!r}")
    return setup


def read_number(text: str) -> int:
    """Read a number that a form carries; 0 for anything else."""
    return int(text) if text.isdecimal() and len(text) <= NUMBER_LENGTH else 0


def read_key(text: str) -> UUID | None:
    """Read the key of a hand; None for anything else."""
    try:
        return UUID(text)
    except ValueError:
        return None


def read_confirmed(data: Mapping[str, str]) -> tuple[str, ...]:
    """Read the warnings that the sender has seen."""
    return tuple(part for part in data.get("confirmed", "").split(",") if part)


def as_record(table: Table, data: Mapping[str, str]) -> dict[str, Any]:
    """Return the record that a form sends, faults and all; the table's seats are fetched."""
    return Entry.of_form(data, len(table.seats.all())).as_record()
