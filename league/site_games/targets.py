"""Say how a match ended that is played until somebody has so many points."""

from collections.abc import Sequence

from django.utils.translation import ngettext

from league.core.rule_texts import join_names


def who_is_there(totals: Sequence[int], target: int, names: Sequence[str]) -> str:
    """Name those who have reached the target."""
    there = [name for name, total in zip(names, totals, strict=True) if total >= target]
    return ngettext(
        "%(names)s has reached %(target)d points.",
        "%(names)s have reached %(target)d points.",
        len(there),
    ) % {"names": join_names(there), "target": target}
