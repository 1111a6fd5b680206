"""Write the hands of a whole match at once; see the package."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from league.clubs.models import Player
from league.results.models import Submission
from league.results.services.hands import record_hand


class PaperRecord(NamedTuple):
    """A hand of a sheet: its number, the key that its form made, what happened in it."""

    number: int
    key: UUID
    record: object


@transaction.atomic
def record_hands(
    *,
    table_id: int,
    seating: int,
    hands: Sequence[PaperRecord],
    by: Player | None,
    via: str,
    phone: str = "",
    now: datetime,
) -> list[Submission]:
    """Write hands of a table in order, all or none, each as `record_hand` does under its own key.

    Their warnings were seen where the sheet was checked. Raises what `record_hand` does.
    """
    return [
        record_hand(
            table_id=table_id,
            number=hand.number,
            key=hand.key,
            seating=seating,
            record=hand.record,
            by=by,
            via=via,
            phone=phone,
            now=now,
        )
        for hand in hands
    ]
