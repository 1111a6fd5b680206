"""Write a new hand with all that comes with it: its revision, what was sent of it, the scores."""

import json
from collections.abc import Mapping
from typing import Any

from django.db import connection

from league.results.models import Hand, HandRevision, HandScore, Submission, TableScore

# PostgreSQL can use the hand's new key in the same statement; SQLite, which lies in the process
# itself, is asked row by row.
NEW_HAND = """
WITH hand AS (
    INSERT INTO results_hand (table_id, number, revision, is_void, is_disputed, created_at)
    VALUES (%(table)s, %(number)s, %(revision)s, false, false, %(now)s)
    RETURNING id
), revision AS (
    INSERT INTO results_handrevision
        (hand_id, number, kind, record, reason, by_id, via, phone, created_at)
    SELECT id, %(revision)s, %(kind)s, %(record)s::jsonb, %(reason)s, %(by)s::bigint, %(via)s,
        %(phone)s, %(now)s
    FROM hand
    RETURNING id
), submission AS (
    INSERT INTO results_submission
        (hand_id, key, digest, record, verdict, by_id, via, phone, created_at)
    SELECT id, %(key)s, %(digest)s, %(record)s::jsonb, %(verdict)s, %(by)s::bigint, %(via)s,
        %(phone)s, %(now)s
    FROM hand
    RETURNING id
), hand_score AS (
    INSERT INTO results_handscore (hand_id, score, is_surplus)
    SELECT id, %(score)s::jsonb, %(is_surplus)s FROM hand
), table_score AS (
    INSERT INTO results_tablescore (table_id, hands, totals, places, is_over)
    VALUES (%(table)s, %(hands)s, %(totals)s::jsonb, %(places)s::jsonb, %(is_over)s)
    ON CONFLICT (table_id) DO UPDATE SET
        hands = EXCLUDED.hands, totals = EXCLUDED.totals, places = EXCLUDED.places,
        is_over = EXCLUDED.is_over
)
SELECT hand.id, revision.id, submission.id FROM hand, revision, submission
"""


def write_new_hand(
    hand: Hand, submission: Submission, hand_score: HandScore, table_score: TableScore
) -> None:
    """Write a hand and what belongs to it, its revision too, all of which have keys then."""
    revision = hand.current
    if revision is None:
        raise ValueError("A new hand has a revision.")
    if connection.vendor != "postgresql":
        for row in (hand, revision, submission, hand_score):
            row.save(force_insert=True)
        keep_score(table_score)
        return
    values = {
        **_values(hand, revision, submission),
        "score": json.dumps(hand_score.score),
        "is_surplus": hand_score.is_surplus,
        "hands": table_score.hands,
        "totals": json.dumps(table_score.totals),
        "places": json.dumps(table_score.places),
        "is_over": table_score.is_over,
    }
    with connection.cursor() as cursor:
        cursor.execute(NEW_HAND, values)
        hand.pk, revision.pk, submission.pk = cursor.fetchone()
    revision.hand = submission.hand = hand
    for row in (hand, revision, submission):
        row._state.adding, row._state.db = False, connection.alias


def keep_score(score: TableScore) -> None:
    """Write a table's score, over the one that it may have."""
    TableScore.objects.bulk_create(
        [score],
        update_conflicts=True,
        unique_fields=["table"],
        update_fields=["hands", "totals", "places", "is_over"],
    )


def _values(hand: Hand, revision: HandRevision, submission: Submission) -> Mapping[str, Any]:
    return {
        "table": hand.table_id,
        "number": hand.number,
        "revision": revision.number,
        "now": revision.created_at,
        "kind": revision.kind,
        "record": json.dumps(revision.record),
        "reason": revision.reason,
        "by": revision.by_id,
        "via": revision.via,
        "phone": revision.phone,
        "key": submission.key,
        "digest": submission.digest,
        "verdict": submission.verdict,
    }
