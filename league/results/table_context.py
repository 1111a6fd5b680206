"""A table as it is read to write at it, and a new hand written, each in one statement."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, TypeVar
from uuid import UUID

from django.db import connection
from django.db.models import Model, UUIDField

from league.clubs.models import Club, Player
from league.competitions.models import (
    Competition,
    Entry,
    Round,
    Seat,
    Stage,
    Table,
    TableCode,
    playing_seats,
)
from league.results.models import (
    FinalResult,
    FinalRevision,
    Hand,
    HandRevision,
    HandScore,
    Submission,
    TableScore,
)
from league.results.scoring import next_number

Row = TypeVar("Row", bound=Model)
KEY = UUIDField()
# Every hand asks this, which the ORM would take several statements for and word anew each time.
TABLE_CONTEXT = """
SELECT CAST({object}(
    'table', {object}(
        'id', played.id, 'round_id', played.round_id, 'number', played.number,
        'game', played.game, 'options', {json}(played.options), 'dealer', played.dealer,
        'seating', played.seating, 'seating_notified', played.seating_notified,
        'version', played.version, 'hands_limit', played.hands_limit,
        'departures', {json}(played.departures),
        'dissolved_at', played.dissolved_at{utc}, 'adjourned_at', played.adjourned_at{utc}
    ),
    'round', {object}(
        'id', round.id, 'stage_id', stage.id, 'number', round.number, 'status', round.status
    ),
    'stage', {object}('id', stage.id, 'competition_id', competition.id),
    'competition', {object}(
        'id', competition.id, 'club_id', competition.club_id,
        'confirmation', competition.confirmation, 'phone_use', competition.phone_use,
        'scoring', competition.scoring, 'place_points', {json}(competition.place_points),
        'size_points', {json}(competition.size_points), 'win_bonus', competition.win_bonus,
        'target_bonus', competition.target_bonus, 'substitutes', competition.substitutes,
        'unfinished', competition.unfinished, 'best_of', competition.best_of,
        'attendance_bonus', competition.attendance_bonus,
        'attendance_min', competition.attendance_min,
        'are_guests_ranked', competition.are_guests_ranked,
        'tie_breaks', {json}(competition.tie_breaks), 'lot_seed', competition.lot_seed
    ),
    'club', {object}('id', club.id, 'slug', club.slug),
    'seats', {json}((
        SELECT {list}({object}(
            'id', seat.id, 'table_id', seat.table_id, 'player_id', seat.player_id,
            'entry_id', seat.entry_id, 'number', seat.number, 'pair', seat.pair,
            'phone', seat.phone, 'left_from', seat.left_from,
            'player', {object}(
                'id', player.id, 'club_id', player.club_id, 'user_id', player.user_id,
                'name', player.name, 'role', player.role, 'left_at', player.left_at{utc}
            ),
            'entry', {object}(
                'id', entry.id, 'player_id', entry.player_id, 'is_guest', entry.is_guest
            )
        ))
        FROM competitions_seat AS seat
        JOIN clubs_player AS player ON player.id = seat.player_id
        JOIN competitions_entry AS entry ON entry.id = seat.entry_id
        WHERE seat.table_id = played.id
    )),
    'codes', {json}((
        SELECT {list}({object}('id', code.id, 'table_id', code.table_id, 'token', code.token))
        FROM competitions_tablecode AS code
        WHERE code.table_id = played.id AND code.revoked_at IS NULL
    )),
    'hands', {json}((
        SELECT {list}({object}(
            'id', hand.id, 'table_id', hand.table_id, 'number', hand.number,
            'revision', hand.revision, 'is_void', hand.is_void, 'is_disputed', hand.is_disputed,
            'current', {object}(
                'id', current.id, 'hand_id', current.hand_id, 'number', current.number,
                'kind', current.kind, 'record', {json}(current.record), 'reason', current.reason
            )
        ))
        FROM results_hand AS hand
        JOIN results_handrevision AS current
            ON current.hand_id = hand.id AND current.number = hand.revision
        WHERE hand.table_id = played.id
    )),
    'finals', {json}((
        SELECT {list}({object}(
            'id', final.id, 'table_id', final.table_id, 'current_id', final.current_id,
            'is_void', final.is_void,
            'current', {object}(
                'id', current.id, 'result_id', current.result_id, 'number', current.number,
                'kind', current.kind, 'outcome', {json}(current.outcome), 'reason', current.reason
            )
        ))
        FROM results_finalresult AS final
        JOIN results_finalrevision AS current ON current.id = final.current_id
        WHERE final.table_id = played.id
    )),
    'sent', (SELECT submission.id FROM results_submission AS submission WHERE submission.key = %s)
) AS text)
FROM competitions_table AS played
JOIN competitions_round AS round ON round.id = played.round_id
JOIN competitions_stage AS stage ON stage.id = round.stage_id
JOIN competitions_competition AS competition ON competition.id = stage.competition_id
JOIN clubs_club AS club ON club.id = competition.club_id
WHERE played.id = %s
"""
# How each database calls what makes JSON, and what tells that it keeps times in UTC.
STATEMENTS = {
    "postgresql": TABLE_CONTEXT.format(
        object="json_build_object", list="json_agg", json="", utc=""
    ),
    "sqlite": TABLE_CONTEXT.format(
        object="json_object", list="json_group_array", json="json", utc=" || 'Z'"
    ),
}


@dataclass(slots=True)
class TableContext:
    """A table with its seats clockwise, its valid code, its hands by number and its final result.

    Rows come joined as in the statement, hands and final result with their revisions in force.
    `code` and `final` are None without one; `sent` is the id of the submission under the given key;
    `disputed` holds the hands that were disputed when the table was read.
    """

    table: Table
    competition: Competition
    seats: list[Seat]
    code: TableCode | None
    hands: list[Hand]
    final: FinalResult | None
    sent: int | None
    disputed: frozenset[int] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who play, by seat."""
        return tuple(seat.player.name for seat in playing_seats(self.table.departures, self.seats))

    @property
    def standing(self) -> dict[int, Hand]:
        """The hands that are not void, by number."""
        return {hand.number: hand for hand in self.hands if not hand.is_void}

    @property
    def next_number(self) -> int:
        """The number of the next hand: void hands at the end give theirs back."""
        return next_number(self.table, self.hands)

    @property
    def result(self) -> FinalResult | None:
        """The final result in force; None for a void one too."""
        return None if self.final is None or self.final.is_void else self.final

    def disputed_now(self) -> frozenset[int]:
        """Return the ids of the hands that are disputed."""
        return frozenset([hand.pk for hand in self.hands if hand.is_disputed])


def load_table_context(table_id: int, key: UUID | None = None) -> TableContext | None:
    """Return a table with no more than it takes to judge, count and write what is sent there."""
    with connection.cursor() as cursor:
        sent = KEY.get_db_prep_value(key, connection)
        cursor.execute(STATEMENTS[connection.vendor], [sent, table_id])
        found = cursor.fetchone()
    if not found:
        return None
    read = json.loads(found[0])
    competition = _row(Competition, read["competition"], club=_row(Club, read["club"]))
    stage = _row(Stage, read["stage"], competition=competition)
    table = _row(Table, read["table"], round=_row(Round, read["round"], stage=stage))
    code, final = None, None
    seats = [
        _row(
            Seat,
            row,
            table=table,
            player=_row(Player, row["player"]),
            entry=_row(Entry, row["entry"]),
        )
        for row in read["seats"] or ()
    ]
    hands = [
        _row(Hand, row, table=table, current=_row(HandRevision, row["current"]))
        for row in read["hands"] or ()
    ]
    for row in read["codes"] or ():
        code = _row(TableCode, row, table=table)
    for row in read["finals"] or ():
        final = _row(FinalResult, row, table=table, current=_row(FinalRevision, row["current"]))
    seats.sort(key=attrgetter("number"))
    hands.sort(key=attrgetter("number", "pk"))
    context = TableContext(table, competition, seats, code, hands, final, read["sent"])
    context.disputed = context.disputed_now()
    return context


def _row(model: type[Row], read: Mapping[str, Any], **joined: Model) -> Row:
    """Return a row of which some columns were read; the others are fetched when they are wanted."""
    names, values = [], []
    for field in model._meta.concrete_fields:
        if field.attname in read:
            names.append(field.attname)
            values.append(field.to_python(read[field.attname]))
    row = model.from_db(connection.alias, names, values)
    for name, other in joined.items():
        setattr(row, name, other)
    return row


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
        (hand_id, key, digest, record, outcome, by_id, via, phone, created_at)
    SELECT id, %(key)s, %(digest)s, %(record)s::jsonb, %(outcome)s, %(by)s::bigint, %(via)s,
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
        store_table_score(table_score)
        return
    values: dict[str, Any] = {
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
        "outcome": submission.outcome,
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


def store_table_score(score: TableScore) -> None:
    """Write a table's score, over the one that it may have."""
    TableScore.objects.bulk_create(
        [score],
        update_conflicts=True,
        unique_fields=["table"],
        update_fields=["hands", "totals", "places", "is_over"],
    )
