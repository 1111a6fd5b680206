"""Forms in which hands are entered or corrected, and the small ones beside them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from games.base import HandSetup, Match
from league.competitions.models import Table
from league.core.games import SiteGame
from league.core.games.entry import Entry as HandEntry
from league.core.games.entry import EntryFormContext, Who
from league.core.rule_texts import join_names, located_text, problem_text
from league.results.errors import ResultError
from league.results.models import REASON_LENGTH, Hand
from league.results.scoring import (
    TEAMS_DIFFER,
    last_record,
    lines_as_json,
    match_before,
    next_number,
    record_of,
    warning_id,
)
from league.results.table_view import (
    Judged,
    Partner,
    Points,
    judged,
    names_at,
    points_of,
    teams_of,
)


class Preview(NamedTuple):
    """What a hand would be worth: points for everybody, or what is still wrong."""

    points: tuple[Points, ...] = ()
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    steps: tuple[Judged, ...] = ()
    winners: tuple[str, ...] = ()
    won_by: str = ""


@dataclass(slots=True, kw_only=True)
class EnteredHand:
    """A hand as somebody is entering it; `match` is the match before it.

    `is_fresh`: nothing was sent with its key yet. `errors` are texts by field, `text` the sentence
    above the form, `asked` the warnings to be confirmed. `picks_teams`: the teams follow from no
    hand before, so any will do.
    """

    game: SiteGame
    names: tuple[str, ...]
    match: Match
    entry: HandEntry
    key: str = ""
    is_fresh: bool = False
    text: str = ""
    errors: dict[str, list[str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    confirmed: tuple[str, ...] = ()
    picks_teams: bool = False

    @property
    def number(self) -> int:
        """The number of the hand."""
        return self.match.number

    @property
    def setup(self) -> HandSetup | None:
        """What is known of the hand before it is played; None once the match is over."""
        return self.match.next_hand()

    @property
    def fields(self) -> object:
        """The fields of the game's template; None once the match is over."""
        if self.setup is None:
            return None
        return self.entry.fields(
            EntryFormContext(self.names, self.setup, self.errors, self.picks_teams)
        )

    @property
    def played(self) -> Mapping[str, Any] | None:
        """What is in force of the hand, if it was played already."""
        return None

    @property
    def teams(self) -> list[tuple[Partner, ...]]:
        """The teams as the hand was played, of a new one by the rule."""
        by_rule = self.setup.teams if self.setup else ()
        return teams_of((self.played or {}).get("teams") or by_rule, self.names)

    @property
    def solo(self) -> Who | None:
        """Who plays alone in a hand with teams."""
        by_rule = self.setup.solo if self.setup else None
        seat = self.played.get("solo") if self.played else by_rule
        return None if seat is None else Who(seat, self.names[seat])

    @property
    def general_errors(self) -> list[str]:
        """Errors of the record as a whole, or of a field that the form does not show."""
        others = [texts for name, texts in self.errors.items() if not self.shows(name)]
        return list(chain.from_iterable(others))

    def shows(self, field: str) -> bool:
        """Say whether the form has a place for the errors of a field."""
        return self.entry.shows(field)

    @property
    def preview(self) -> Preview | None:
        """What the hand would be worth as entered; None while too little is."""
        if not self.entry.is_complete or self.setup is None:
            return None
        record = self.entry.as_record()
        problems = self.match.check(record)
        if errors := [problem for problem in problems if problem.level == "error"]:
            return Preview(errors=tuple(located_text(each, self.names) for each in errors))
        after = self.match.add(record)
        warnings = (
            each for each in problems if not (self.picks_teams and each.code == TEAMS_DIFFER)
        )
        winners = tuple(self.names[seat] for seat in after.winners)
        lines = lines_as_json(self.match.score(record))
        return Preview(
            points=points_of(lines, after.totals, after.places, self.names),
            warnings=tuple(located_text(each, self.names) for each in warnings),
            steps=judged(self.game, self.match, record, self.names),
            winners=winners,
            won_by=join_names(winners),
        )

    def refuse(self, error: ResultError) -> None:
        """Show why the hand was refused: above the form, and each fault at its field."""
        self.text = error.text
        if error.code == "unconfirmed":
            self.asked = [problem_text(problem, self.names) for problem in error.problems]
            self.confirmed = tuple(map(warning_id, error.problems))
            return
        add_problems(self.errors, error, self.names)


def add_problems(
    errors: dict[str, list[str]], error: ResultError, names: Sequence[str] = ()
) -> None:
    """Add the problems of a refusal to texts by field."""
    for problem in error.problems:
        errors.setdefault(problem.field, []).append(problem_text(problem, names))


NUMBER_LENGTH = 4

OLD_PAGE = _("The hand has changed since you opened this page. Review it and try again.")
TOO_LONG = _("Use at most %(limit_value)d characters.")


REASON_MISSING = {"required": _("Enter a short reason.")}


class ReasonForm(forms.Form):
    """The reason of a change of what others have entered; `revision` is the one shown."""

    revision = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        help_text=_("Everyone can read it in the history of the hand."),
        error_messages=REASON_MISSING,
    )


class RevisionForm(forms.Form):
    """The revision of a hand that the page showed."""

    revision = forms.IntegerField(
        widget=forms.HiddenInput, error_messages={"required": OLD_PAGE, "invalid": OLD_PAGE}
    )


class DisputeForm(RevisionForm):
    """The reason of a dispute."""

    reason = forms.CharField(
        max_length=REASON_LENGTH,
        error_messages={**REASON_MISSING, "max_length": TOO_LONG},
    )


class CallForm(forms.Form):
    """What a table calls about, if it says so."""

    message = forms.CharField(
        max_length=REASON_LENGTH, required=False, error_messages={"max_length": TOO_LONG}
    )


@dataclass(slots=True, kw_only=True)
class HandForm(EnteredHand):
    """A hand of a table as somebody is entering it.

    `hand` is the one being corrected. `is_sent`: another phone has sent the hand meanwhile.
    """

    table: Table
    hand: Hand | None = None
    revision: int = 0
    reason: str = ""
    is_sent: bool = False

    @classmethod
    def blank(cls, table: Table, hands: Sequence[Hand]) -> "HandForm":
        """Return the form of the table's next hand before anything is entered."""
        context = _context_of(table, names_at(table), hands, next_number(table, hands))
        setup, form = context["match"].next_hand(), table.site_game.entry.form
        last, size = last_record(table, hands), len(context["names"])
        entry = form.blank(setup, last) if setup else form.of_form({}, size)
        return cls(**context, entry=entry, key=str(uuid4()), is_fresh=True)

    @classmethod
    def of_hand(cls, table: Table, hands: Sequence[Hand], hand: Hand) -> "HandForm":
        """Return the form of a hand to be corrected, filled in with what is in force."""
        return cls(
            **_context_of(table, names_at(table, hand.number), hands, hand.number),
            entry=table.site_game.entry.form.of_record(record_of(hand)),
            key=str(uuid4()),
            hand=hand,
            revision=hand.current.number if hand.current else 0,
        )

    @classmethod
    def of_post(
        cls,
        table: Table,
        names: Sequence[str],
        hands: Sequence[Hand],
        data: Mapping[str, str],
        hand: Hand | None = None,
    ) -> "HandForm":
        """Return the form as it was sent, the pressed button carried out; `names` are by seat."""
        last = next_number(table, hands) - 1
        number = hand.number if hand else read_number(data.get("number", ""))
        context = _context_of(table, names, hands, min(max(number, 1), last + 1))
        entry = table.site_game.entry.form.of_form(data, len(names))
        if setup := context["match"].next_hand():
            entry = entry.fit(setup)
        return cls(
            **context,
            entry=entry.press(data),
            key=str(read_key(data.get("key", "")) or uuid4()),
            hand=hand,
            revision=read_number(data.get("revision", "")),
            reason=data.get("reason", "")[:REASON_LENGTH],
            is_sent=hand is None and 1 <= number <= last,
            confirmed=read_confirmed(data),
        )

    @property
    def played(self) -> Mapping[str, Any] | None:
        """What is in force of the hand that is being corrected."""
        return record_of(self.hand) if self.hand else None

    def shows(self, field: str) -> bool:
        """Say whether the form has a place for the errors of a field."""
        return field == "reason" or self.entry.shows(field)


def _context_of(
    table: Table, names: Sequence[str], hands: Sequence[Hand], number: int
) -> dict[str, Any]:
    match = match_before(table, len(names), hands, number)
    return {"table": table, "game": table.site_game, "names": tuple(names), "match": match}


def error_texts(form: forms.Form) -> str:
    """Return all that is wrong with a sent form in one text."""
    return " ".join([str(text) for errors in form.errors.values() for text in errors])


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
    return tuple(filter(None, data.get("confirmed", "").split(",")))


def read_submission(data: Mapping[str, str]) -> dict[str, Any]:
    """Return the number, key, seating and confirmed warnings of a hand that a form sends."""
    return {
        "number": read_number(data.get("number", "")),
        "key": read_key(data.get("key", "")) or uuid4(),
        "seating": read_number(data.get("seating", "")),
        "confirmed": read_confirmed(data),
    }


def as_record(table: Table, size: int, data: Mapping[str, str]) -> dict[str, Any]:
    """Return the record that a form sends for a table of `size` seats, faults and all."""
    return table.site_game.entry.form.of_form(data, size).as_record()
