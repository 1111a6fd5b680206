"""A table as it is read to write at it: who sits there, its code, and its hands so far."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.db import connection
from django.db.models import Model, UUIDField

from league.clubs.models import Club, Player
from league.competitions.models import Competition, Entry, Round, Seat, Stage, Table, TableCode
from league.results.models import FinalResult, FinalRevision, Hand, HandRevision

Row = TypeVar("Row", bound=Model)
KEY = UUIDField()
# Every hand asks this, which the ORM would take several statements for and word anew each time.
PLACE = """
SELECT CAST({object}(
    'table', {object}(
        'id', played.id, 'round_id', played.round_id, 'number', played.number,
        'game', played.game, 'options', {json}(played.options), 'dealer', played.dealer,
        'seating', played.seating, 'seating_told', played.seating_told,
        'version', played.version, 'hands_limit', played.hands_limit,
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
            'phone', seat.phone,
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
    "postgresql": PLACE.format(object="json_build_object", list="json_agg", json="", utc=""),
    "sqlite": PLACE.format(
        object="json_object", list="json_group_array", json="json", utc=" || 'Z'"
    ),
}


class Place(NamedTuple):
    """A table with its seats clockwise, the code that is valid for it, and its hands by number.

    The table comes with round, stage, competition and club, the seats with their players and
    entries, the hands, void ones too, and the final result with their revisions in force. `code`
    and `final` are None without one. `sent` is the id of the submission under the key that was
    asked for.
    """

    table: Table
    seats: Sequence[Seat]
    code: TableCode | None
    hands: list[Hand]
    final: FinalResult | None
    sent: int | None

    @property
    def names(self) -> list[str]:
        """The names of the players by seat."""
        return [seat.player.name for seat in self.seats]


def read_place(table_id: int, key: UUID | None = None) -> Place | None:
    """Return a table with no more than it takes to judge, count and write what is sent there."""
    with connection.cursor() as cursor:
        sent = KEY.get_db_prep_value(key, connection)
        cursor.execute(STATEMENTS[connection.vendor], [sent, table_id])
        found = cursor.fetchone()
    return _place_of(json.loads(found[0])) if found else None


def _place_of(read: Mapping[str, Any]) -> Place:
    table = _table_of(read)
    codes = [_row(TableCode, each, table=table) for each in read["codes"] or ()]
    return Place(
        table,
        [
            _row(
                Seat,
                each,
                table=table,
                player=_row(Player, each["player"]),
                entry=_row(Entry, each["entry"]),
            )
            for each in sorted(read["seats"] or (), key=lambda seat: seat["number"])
        ],
        next(iter(codes), None),
        [
            _row(Hand, each, table=table, current=_row(HandRevision, each["current"]))
            for each in sorted(read["hands"] or (), key=lambda hand: (hand["number"], hand["id"]))
        ],
        next((_final_of(each, table) for each in read["finals"] or ()), None),
        read["sent"],
    )


def _table_of(read: Mapping[str, Any]) -> Table:
    club = _row(Club, read["club"])
    competition = _row(Competition, read["competition"], club=club)
    stage = _row(Stage, read["stage"], competition=competition)
    return _row(Table, read["table"], round=_row(Round, read["round"], stage=stage))


def _final_of(read: Mapping[str, Any], table: Table) -> FinalResult:
    return _row(FinalResult, read, table=table, current=_row(FinalRevision, read["current"]))


def _row(model: type[Row], read: Mapping[str, Any], **joined: Model) -> Row:
    """Return a row of which some columns were read; the others are fetched when they are wanted."""
    fields = [field for field in model._meta.concrete_fields if field.attname in read]
    row = model.from_db(
        connection.alias,
        [field.attname for field in fields],
        [field.to_python(read[field.attname]) for field in fields],
    )
    for name, other in joined.items():
        setattr(row, name, other)
    return row
