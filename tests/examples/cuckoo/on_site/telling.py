"""Cuckoo in words: a record, who deals, why a match is over."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.base import HandSetup, Match, Seat
from league.core.games.entry import Fact
from league.core.rule_texts import join_names


def describe_record(record: Mapping[str, Any], names: Sequence[str]) -> list[Fact]:
    """Say what happened in a hand."""
    return [Fact("Lowest card", join_names([names[seat] for seat in record["lowest"]]))]


def duties(setup: HandSetup) -> list[tuple[str, Seat]]:
    """Say who deals and who begins."""
    return [("deals", setup.dealer), ("begins", setup.leader)]


def preparation(setup: HandSetup, names: Sequence[str]) -> list[str]:
    """Say how the cards are dealt (CK-02)."""
    return ["Everybody gets one card, face down."]


def why_over(match: Match, names: Sequence[str]) -> str:
    """Say who has no life left (CK-07)."""
    worst = min(match.totals)
    out = [name for name, total in zip(names, match.totals, strict=True) if total == worst]
    return f"{join_names(out)}: no life left."
