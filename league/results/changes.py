"""What a new version of a hand or of a final result says otherwise than the one before, as text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from league.core.games.entry import Fact


def changed_facts(before: Sequence[Fact], after: Sequence[Fact]) -> list[Fact]:
    """Return the facts that differ, with what they were before; a dash for what is gone."""
    old, new = dict(before), dict(after)
    was = _("%(after)s (before: %(before)s)")
    gone = [Fact(label, "–") for label in old if label not in new]
    return [
        Fact(label, was % {"after": text, "before": old[label]} if label in old else text)
        for label, text in (*after, *gone)
        if old.get(label) != text
    ]


def outcome_facts(outcome: Mapping[str, Any], names: Sequence[str]) -> Iterator[Fact]:
    """Return the place of each player in a final result, with the points if they are known."""
    totals = outcome.get("totals") or ()
    for seat, place in enumerate(outcome.get("places", ())):
        text = _("place %(place)d") % {"place": place}
        yield Fact(names[seat], f"{text} ({totals[seat]})" if totals else text)
