from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from league.results.models import Hand, RevisionKind
from league.results.services import void_hand
from tests.factories import NOW, make_table
from tests.league.results.hands import send

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("results", "0004_agreement_and_calls"), ("standings", "0003_standings_are_of_a_stage")]


def migrate(targets: list[tuple[str, str]]) -> Any:
    """Go to these migrations; return the models as they are then."""
    MigrationExecutor(connection).migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


def test_hands_that_are_there_keep_their_revision_in_force_there_and_back() -> None:
    table = make_table()
    void = send(table).hand
    void_hand(hand_id=void.pk, expected_revision=1, reason="wrong", by=None, now=NOW)
    send(table)
    in_force = {hand.pk: hand.current for hand in Hand.objects.select_related("current")}
    loader = MigrationExecutor(connection).loader
    latest = [*loader.graph.leaf_nodes("results"), *loader.graph.leaf_nodes("standings")]
    try:
        old = migrate(BEFORE).get_model("results", "Hand").objects.values_list("pk", "current_id")
        assert dict(old) == {pk: revision.pk for pk, revision in in_force.items() if revision}
    finally:
        migrate(latest)
    hands = Hand.objects.select_related("current")
    assert {hand.pk: hand.current for hand in hands} == in_force
    assert [hand.current.kind for hand in hands.order_by("pk") if hand.current] == [
        RevisionKind.VOIDED,
        RevisionKind.ENTERED,
    ]
