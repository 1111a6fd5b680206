"""Put another player into the seatings that are kept of rounds."""

from typing import Any

from league.accounts.merging.hooks import Rewrite
from league.clubs.models import Player
from league.competitions.merging import competitions_of
from league.rounds.models import SeatingChange


def rewrite_seatings(kept: Player, gone: Player) -> list[Rewrite]:
    """Return the seatings in which one player stands, with the other in that place."""
    changes = SeatingChange.objects.filter(
        round__stage__competition__in=competitions_of([kept.pk, gone.pk])
    )
    return [
        Rewrite(SeatingChange._meta.label, change.pk, field, before, after)
        for change in changes.order_by("pk")
        for field in ("before", "after")
        if (after := replace_player(before := getattr(change, field), gone.pk, kept.pk)) != before
    ]


def replace_player(state: dict[str, Any], gone: int, kept: int) -> dict[str, Any]:
    """Return a seating, as states.State writes it, with one player in the place of another."""
    return {
        **state,
        "tables": [
            {**table, "sittings": [_replace(each, gone, kept) for each in table["sittings"]]}
            for table in state["tables"]
        ],
    }


def _replace(sitting: dict[str, Any], gone: int, kept: int) -> dict[str, Any]:
    swapped = {gone: kept}
    return {
        **sitting,
        "player": swapped.get(sitting["player"], sitting["player"]),
        "substitutions": [
            [swapped.get(went, went), swapped.get(came, came), hand]
            for went, came, hand in sitting["substitutions"]
        ],
    }
