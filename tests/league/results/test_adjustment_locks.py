"""Adjustments given at the same moment."""

import pytest

from league.results.adjustments import adjust, cancel_adjustment
from league.results.models import Adjustment
from league.standings.models import Standing
from league.standings.services import recompute_competition
from tests.factories import NOW, make_competition, make_entry
from tests.league.results.test_locks import PHONES, send_together

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("key", "made"), [("bye:1", 1), (None, PHONES)])
def test_adjustments_given_together_are_made_once_a_key_and_all_count(
    key: str | None, made: int
) -> None:
    entry = make_entry(make_competition())
    told = send_together(
        lambda phone: adjust(
            competition_id=entry.competition_id,
            entry_id=entry.pk,
            kind="bye",
            points=3,
            reason="",
            key=key,
            by=None,
            now=NOW,
        )
    )
    assert told == ["done"] * PHONES
    assert Adjustment.objects.count() == made
    assert Standing.objects.get(entry=entry).points == 3 * made
    assert recompute_competition(competition_id=entry.competition_id) == []


def test_an_adjustment_cancelled_by_several_keeps_the_first_reason() -> None:
    entry = make_entry(make_competition())
    made = adjust(
        competition_id=entry.competition_id,
        entry_id=entry.pk,
        kind="bonus",
        points=3,
        reason="cake",
        by=None,
        now=NOW,
    )
    send_together(
        lambda phone: cancel_adjustment(
            adjustment_id=made.pk, reason=f"phone {phone}", by=None, now=NOW
        )
    )
    made.refresh_from_db()
    assert made.cancelled_at == NOW
    assert not Standing.objects.filter(entry=entry).exists()
