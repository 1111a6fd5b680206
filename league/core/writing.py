"""Write rows of several tables at once: in one statement where the database can.

PostgreSQL takes inserts and updates as parts of one statement, each of which may use the key of a
row that another has made. SQLite lies in the process itself and takes them one by one.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, cast

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, ForeignKey, JSONField, Model

from league.core import live
from league.core.planned import planned

# What both databases take as it is.
PLAIN = frozenset({int, str, bool, type(None)})
# Columns of an insert, and the expressions that find their values.
Places = tuple[tuple[str, str], ...]
Link = tuple[Model, ForeignKey[Any, Any], Model]


@dataclass(frozen=True, slots=True)
class Insert:
    """New rows of one model.

    With `unique`, the fields of a constraint, a row that is there already has its `update` fields
    replaced.
    """

    rows: Sequence[Model]
    unique: Sequence[str] = ()
    update: Sequence[str] = ()

    @property
    def model(self) -> type[Model]:
        """What the rows are of."""
        return type(self.rows[0])


@dataclass(frozen=True, slots=True)
class Update:
    """New values of some fields of many rows of one model, by key; all as JSON has them."""

    model: type[Model]
    fields: Sequence[str]
    values: Mapping[int, Sequence[Any]]


Change = Insert | Update


def write(changes: Sequence[Change], raised: Sequence[live.Rows] = ()) -> None:
    """Write rows in order, inside the caller's transaction, and raise these rows' versions.

    A row may refer to one of an earlier insert that has no other. Such a row has its key then. All
    rows of an insert refer to the same ones, if they do.
    """
    inserts = [each for each in changes if isinstance(each, Insert) and each.rows]
    updates = [each for each in changes if isinstance(each, Update) and each.values]
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor == "postgresql" and len(inserts) + len(updates) + len(raised) > 1:
        _write_together(inserts, updates, raised, database)
        return
    with planned(database) as cursor:
        for insert in inserts:
            links = list(_links(insert))
            for row, field, other in links:
                setattr(row, field.attname, other.pk)
            cursor.execute(*_word(insert, (), database))
            keys = [key for (key,) in cursor.fetchall()]
            made = {id(insert.rows[0]): keys[0]} if len(keys) == 1 else {}
            _finish([insert], made, links, database)
        for update in updates:
            cursor.execute(*_word_update(update))
    if raised:
        live.raise_versions(*raised)


def _write_together(
    inserts: Sequence[Insert],
    updates: Sequence[Update],
    raised: Sequence[live.Rows],
    database: BaseDatabaseWrapper,
) -> None:
    """Write as parts of one statement, which reads the keys of the rows that are alone in one."""
    alone = {id(insert.rows[0]): at for at, insert in enumerate(inserts) if len(insert.rows) == 1}
    links: list[Link] = []
    parts: list[str] = []
    values: list[Any] = []
    for at, insert in enumerate(inserts):
        own = list(_links(insert))
        links += own
        found = {
            field.attname: f"(SELECT id FROM part{alone[id(other)]})"  # noqa: S608
            for _row, field, other in own
            if not other.pk
        }
        statement, given = _word(insert, tuple(found.items()), database)
        parts.append(f"part{at} (id) AS ({statement})")
        values += given
    for at, update in enumerate(updates):
        statement, given = _word_update(update)
        parts.append(f"update{at} AS ({statement})")
        values += given
    read = [f"SELECT {at}, id FROM part{at}" for at in alone.values()]  # noqa: S608
    if raised:
        raising = live.Raising.of(raised)
        parts += raising.parts
        read.append(
            "SELECT -1, LENGTH(CAST(pg_notify(%s, told) AS text)) "  # noqa: S608 - names of ours
            f"FROM ({raising.told}) AS raised"
        )
        values += raising.values
    with planned(database) as cursor:
        cursor.execute(
            f"WITH {', '.join(parts)} {' UNION ALL '.join(read) or 'SELECT NULL, NULL'}", values
        )
        made = dict(cursor.fetchall())
    _finish(inserts, {row: made[at] for row, at in alone.items()}, links, database)


def _finish(
    inserts: Sequence[Insert],
    keys: Mapping[int, int],
    links: Iterable[Link],
    database: BaseDatabaseWrapper,
) -> None:
    """Let rows that are written be as if each had saved itself."""
    for insert in inserts:
        for row in insert.rows:
            row.pk = keys.get(id(row))
            row._state.adding, row._state.db = False, database.alias
    for row, field, other in links:
        setattr(row, field.name, other)


def _word(insert: Insert, found: Places, database: BaseDatabaseWrapper) -> tuple[str, list[Any]]:
    """Return an insert that returns its keys, and its values: of several rows as one JSON text.

    `found` are the columns whose value the statement itself finds.
    """
    is_list = len(insert.rows) > 1
    statement = _insert_statement(
        insert.model, tuple(insert.unique), tuple(insert.update), found, is_list=is_list
    )
    left_out = [name for name, _place in found]
    columns = [each for each in _columns(insert.model) if each.name not in left_out]
    if not is_list:
        return statement, _values(insert.rows[0], columns, database)
    rows = [_values(row, columns, database, as_json=True) for row in insert.rows]
    return statement, [json.dumps(rows, default=str)]


def _values(
    row: Model,
    columns: Sequence["_Column"],
    database: BaseDatabaseWrapper,
    *,
    as_json: bool = False,
) -> list[object]:
    """Return a row's values as the database takes them, or as they stand in a list of rows."""
    kept = row.__dict__
    return [
        value
        if (each.takes_plain and type(value) in PLAIN) or (as_json and each.is_json)
        else each.field.get_db_prep_save(each.field.pre_save(row, add=True), database)
        for each in columns
        for value in (kept[each.name],)
    ]


@cache
def _insert_statement(
    model: type[Model],
    unique: tuple[str, ...],
    update: tuple[str, ...],
    found: Places,
    *,
    is_list: bool,
) -> str:
    """Return an insert of a row, or of a list of rows, some values of which are expressions."""
    columns = _columns(model)
    expressions = dict(found)
    given = [each for each in columns if each.name not in expressions]
    for at, each in enumerate(given):
        expressions[each.name] = _given_value(at, each.field) if is_list else "%s"
    values = ", ".join(expressions[each.name] for each in columns)
    # Without a condition SQLite takes what follows for one of a join.
    source = f"SELECT {values} FROM {_each_given()} WHERE true" if is_list else f"VALUES ({values})"  # noqa: S608
    names = ", ".join(_column(column.field) for column in columns)
    return (
        f"INSERT INTO {_table(model)} ({names}) {source}"
        f"{_on_conflict(model, unique, update)} RETURNING {_column(model._meta.pk)}"
    )


class _Column(NamedTuple):
    """A column that is written; what `takes_plain` needs no adapting of numbers and texts."""

    name: str
    field: "Field[Any, Any]"
    takes_plain: bool
    is_json: bool


@cache
def _columns(model: type[Model]) -> list[_Column]:
    """Return the columns of new rows: all but the key, which the database gives."""
    return [
        _Column(
            field.attname,
            field,
            type(field).pre_save is Field.pre_save and not isinstance(field, JSONField),
            isinstance(field, JSONField),
        )
        for field in model._meta.concrete_fields
        if not field.primary_key
    ]


@cache
def _foreign_keys(model: type[Model]) -> list[ForeignKey[Any, Any]]:
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]


def _word_update(update: Update) -> tuple[str, list[Any]]:
    """Return an update, and its values as one JSON text: that is quick where rows are many."""
    rows = [[pk, *values] for pk, values in update.values.items()]
    return _update_statement(update.model, tuple(update.fields)), [json.dumps(rows)]


@cache
def _update_statement(model: type[Model], names: tuple[str, ...]) -> str:
    """Return an update of rows that come as JSON, each a list that begins with the key."""
    key, table = model._meta.pk, _table(model)
    changes = ", ".join(
        f"{_column(field)} = {_given_value(at, field)}"
        for at, field in enumerate((_field(model, name) for name in names), start=1)
    )
    return (
        f"UPDATE {table} SET {changes} FROM {_each_given()} "  # noqa: S608 - names of ours
        f"WHERE {table}.{_column(key)} = {_given_value(0, key)}"
    )


def _each_given() -> str:
    """Return the rows of a list that is given as one JSON text."""
    is_postgres = connection.vendor == "postgresql"
    each = "jsonb_array_elements(%s::jsonb)" if is_postgres else "json_each(%s)"
    return f"{each} AS given"


def _given_value(at: int, field: "Field[Any, Any]") -> str:
    """Return what a row that is given as JSON has at a place, as the field keeps it."""
    if connection.vendor != "postgresql":
        return f"json_extract(given.value, '$[{at}]')"
    if isinstance(field, JSONField):
        return f"NULLIF(given.value -> {at}, 'null'::jsonb)"
    return f"CAST(given.value ->> {at} AS {field.db_type(connection)})"


def _on_conflict(model: type[Model], unique: Sequence[str], update: Sequence[str]) -> str:
    if not unique:
        return ""

    def columns(names: Sequence[str]) -> list[str]:
        return [_column(_field(model, name)) for name in names]

    changes = ", ".join(f"{name} = EXCLUDED.{name}" for name in columns(update))
    return f" ON CONFLICT ({', '.join(columns(unique))}) DO UPDATE SET {changes}"


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _field(model: type[Model], name: str) -> "Field[Any, Any]":
    return cast("Field[Any, Any]", model._meta.get_field(name))


def _column(field: "Field[Any, Any]") -> str:
    return connection.ops.quote_name(cast("str", field.column))


def _links(insert: Insert) -> Iterator[Link]:
    """List the foreign keys of rows that have no value yet, and the rows that they are to name."""
    for row in insert.rows:
        for field in _foreign_keys(insert.model):
            if getattr(row, field.attname) is None:
                other = field.get_cached_value(row, default=None)
                if other is not None:
                    yield row, field, other
