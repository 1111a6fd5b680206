"""The form in which a hand is entered or corrected, and the small ones beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from league.competitions.models import Table
from league.core.games import site_game
from league.results.board import names_at
from league.results.entered_hand import EnteredHand
from league.results.models import Hand
from league.results.scoring import match_before, record_of

NUMBER_LENGTH = 4
REASON_LENGTH = 300
OLD_PAGE = _("This page was old. Look at the hand again.")
TOO_LONG = _("Say it in fewer words: %(limit_value)d letters at most.")


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

    revision = forms.IntegerField(
        widget=forms.HiddenInput,
        error_messages={"required": OLD_PAGE, "invalid": OLD_PAGE},
    )


class DisputeForm(RevisionForm):
    """Ask why a player says that a hand is wrong."""

    reason = forms.CharField(
        max_length=REASON_LENGTH,
        error_messages={"required": _("Say in a few words why."), "max_length": TOO_LONG},
    )


class CallForm(forms.Form):
    """Ask a table what it calls about; it may say nothing."""

    words = forms.CharField(
        max_length=REASON_LENGTH,
        required=False,
        error_messages={"max_length": TOO_LONG},
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
        names = names_at(table)
        standing = [hand for hand in hands if not hand.is_void]
        last = max(standing, key=lambda hand: hand.number, default=None)
        match = match_before(table, len(names), hands, last.number + 1 if last else 1)
        setup = match.next_hand()
        shape = record_of(last) if last else None
        entry = (
            site_game(table.game).entry.form.blank(setup, shape)
            if setup
            else site_game(table.game).entry.form.of_form({}, len(names))
        )
        return cls(
            table=table,
            game=table.game,
            names=names,
            match=match,
            entry=entry,
            key=str(uuid4()),
            is_fresh=True,
        )

    @classmethod
    def of_hand(cls, table: Table, hands: Sequence[Hand], hand: Hand) -> "HandForm":
        """Return the form of a hand to be corrected, filled in with what is in force."""
        names = names_at(table)
        match = match_before(table, len(names), hands, hand.number)
        entry = site_game(table.game).entry.form.of_record(record_of(hand))
        revision = hand.current.number if hand.current else 0
        return cls(
            table=table,
            game=table.game,
            names=names,
            match=match,
            entry=entry,
            key=str(uuid4()),
            hand=hand,
            revision=revision,
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
        """Return the form as it was sent, the button carried out that was pressed.

        `names` are those of the players by seat, `hands` come with their revisions in force.
        """
        last = max((each.number for each in hands if not each.is_void), default=0)
        wanted = hand.number if hand else read_number(data.get("number", ""))
        match = match_before(table, len(names), hands, min(max(wanted, 1), last + 1))
        entry = site_game(table.game).entry.form.of_form(data, len(names))
        setup = match.next_hand()
        if setup:
            entry = entry.fit(setup)
        return cls(
            table=table,
            game=table.game,
            names=tuple(names),
            match=match,
            entry=entry.press(data),
            key=str(read_key(data.get("key", "")) or uuid4()),
            hand=hand,
            revision=read_number(data.get("revision", "")),
            reason=data.get("reason", "")[:REASON_LENGTH],
            is_sent=hand is None and 1 <= wanted <= last,
            confirmed=read_confirmed(data),
        )

    @property
    def played(self) -> Mapping[str, Any] | None:
        """What is in force of the hand that is being corrected."""
        return record_of(self.hand) if self.hand else None

    def shows(self, field: str) -> bool:
        """Say whether the form has a place for words about a field."""
        return field == "reason" or self.entry.shows(field)


def words_of_errors(form: forms.Form) -> list[str]:
    """Say all that is wrong with what a form was sent."""
    return [str(words) for errors in form.errors.values() for words in errors]


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


def as_record(game: str, size: int, data: Mapping[str, str]) -> dict[str, Any]:
    """Return the record that a form sends for a table of `size` seats, faults and all."""
    return site_game(game).entry.form.of_form(data, size).as_record()
