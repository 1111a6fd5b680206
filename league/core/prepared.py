"""Ask the database what has been put into words once.

The ORM words a query anew each time, which takes several times as long as asking it. What lies on
the way of every hand is therefore worded by the ORM when it is first asked, and from then on only
given its values:

    SEATS = Prepared(lambda given: Seat.objects.filter(table=given("table")))
    seats = SEATS.read(table=12)

What lies in several tables can be asked for at once: see Listed. Where one statement has to come
after another, say a reading after its lock, both can be sent at once: see planned.in_one_go.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import (
    BooleanField,
    DateTimeField,
    Expression,
    F,
    Field,
    Func,
    JSONField,
    Model,
    QuerySet,
    Subquery,
    TextField,
)
from django.db.models.base import ModelState
from django.db.models.sql.compiler import SQLCompiler
from django.utils.dateparse import parse_datetime

from league.core.planned import planned

Row = TypeVar("Row")
# A column's place in a row, what it goes through to become a value, and what was selected there.
Converter = tuple[int, Sequence[Callable[..., Any]], Any]
Seen = dict[tuple[int, object], Model]


class Given(Expression):
    """A value that is given when the query is asked.

    `kind` of field adapts it to the database, where it is more than a number or a text.
    """

    def __init__(self, name: str, kind: "Field[Any, Any] | None" = None) -> None:
        super().__init__()
        self.name = name
        self.kind = kind

    def as_sql(self, *_compiler: object, **_options: object) -> tuple[str, tuple[Any, ...]]:
        """Hold the value's place among the parameters."""
        return "%s", (self,)

    def adapted(self, value: Any, database: BaseDatabaseWrapper) -> Any:
        """Return a value as the database takes it."""
        return value if self.kind is None else self.kind.get_db_prep_value(value, database)


class IsAmong(Func):
    """Say whether a column's value is one of a list of numbers that is given by this name."""

    output_field = BooleanField()
    arity = 2

    def __init__(self, column: str, name: str) -> None:
        super().__init__(F(column), GivenList(name))

    def as_sqlite(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **_context: Any
    ) -> tuple[str, Any]:
        """Take the list as JSON."""
        template = "%(expressions)s))"
        return self.as_sql(
            compiler, connection, template=template, arg_joiner=" IN (SELECT value FROM json_each("
        )

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **_context: Any
    ) -> tuple[str, Any]:
        """Take the list as an array."""
        return self.as_sql(compiler, connection, template="%(expressions)s)", arg_joiner=" = ANY(")


class GivenList(Given):
    """A list of numbers that is given when the query is asked."""

    def adapted(self, value: Any, database: BaseDatabaseWrapper) -> Any:
        """Return the list as IsAmong has the database take it."""
        return list(value) if database.vendor == "postgresql" else json.dumps(list(value))


class Listed(Subquery):
    """All rows of another query, as a value of the row that they are read with.

    It becomes a list of what `Prepared` makes of such a query: objects, or tuples of values. Where
    the values are not to be had as JSON has them, they are numbers, texts, JSON or times.
    """

    output_field = TextField()

    def as_sql(
        self,
        compiler: SQLCompiler,  # noqa: ARG002 - what every expression is told
        connection: BaseDatabaseWrapper,
        *_more: Any,
        **_context: Any,
    ) -> tuple[str, Any]:
        """Have the database write the rows down as JSON, each as a list of its columns."""
        inner, rows, parameters = self.worded(connection)
        is_postgres = connection.vendor == "postgresql"
        columns = [
            f"json({name})" if _is_json(column) and not is_postgres else name
            for column, name in (
                (column, connection.ops.quote_name(alias)) for column, _words, alias in inner.select
            )
        ]
        each, every = (
            ("json_build_array", "json_agg") if is_postgres else ("json_array", "json_group_array")
        )
        listed = f"{every}({each}({', '.join(columns)}))"
        return f"(SELECT CAST({listed} AS text) FROM ({rows}) AS listed)", parameters  # noqa: S608

    def worded(self, connection: BaseDatabaseWrapper) -> tuple[SQLCompiler, str, Any]:
        """Return the query that is listed: its compiler, its words and their parameters."""
        inner = self.query.get_compiler(connection=connection)
        return inner, *inner.as_sql(with_col_aliases=True)


class Prepared(Generic[Row]):
    """A query of the default database that the ORM words once in a process.

    `word` returns it, given what makes a place for each value. A query of models must not prefetch;
    a row that several others are joined to becomes one object, which they share.
    """

    def __init__(self, word: Callable[[type[Given]], QuerySet[Any, Row]]) -> None:
        self._word = word
        self._worded: _Worded | None = None

    def read(self, **values: object) -> list[Row]:
        """Return the rows for these values."""
        return self.ask(**values)()

    def ask(self, **values: object) -> Callable[[], list[Row]]:
        """Ask for the rows for these values; return what fetches them, after `in_one_go`."""
        database = connections[DEFAULT_DB_ALIAS]
        if self._worded is None:
            self._worded = _put_into_words(self._word(Given), database)
        worded = self._worded
        parameters = [
            each.adapted(values[each.name], database) if isinstance(each, Given) else each
            for each in worded.parameters
        ]
        cursor = planned(database)
        cursor.execute(worded.sql, parameters)

        def fetch() -> list[Row]:
            with cursor:
                rows = cursor.fetchall()
            return cast("list[Row]", worded.make(rows, database))

        return fetch


@dataclass(frozen=True, slots=True)
class _Part:
    """The columns of one model in a row, and those of the models that it is joined to.

    `tell_other` makes the object known to the one that it is joined to, `tell_this` the reverse.
    """

    model: type[Model]
    names: Sequence[str]
    start: int
    stop: int
    key: int
    converters: Sequence[Converter]
    tell_other: Callable[[Model, Model | None], None]
    tell_this: Callable[[Model, Model], None]
    joined: Sequence["_Part"]

    def make(self, row: list[Any], seen: Seen, database: BaseDatabaseWrapper) -> Model:
        """Return the object of a row; the one that was made before if it has the same key."""
        name = self.start, row[self.key]
        made = seen.get(name)
        if made is None:
            _convert(row, self.converters, database)
            values = zip(self.names, row[self.start : self.stop], strict=True)
            seen[name] = made = _made(self.model, values, database)
            for part in self.joined:
                part.join(made, row, seen, database)
        return made

    def join(self, to: Model, row: list[Any], seen: Seen, database: BaseDatabaseWrapper) -> None:
        """Make this part's object, if there is one, and have another know it."""
        made = None if row[self.key] is None else self.make(row, seen, database)
        self.tell_other(to, made)
        if made is not None:
            self.tell_this(made, to)


@dataclass(frozen=True, slots=True)
class _Worded:
    """A query in words, and how its rows become values (`whole` is None) or objects."""

    sql: str
    parameters: Sequence[Any]
    converters: Sequence[Converter]
    whole: _Part | None
    annotations: Mapping[str, int]

    def make(
        self, rows: Sequence[Sequence[Any]], database: BaseDatabaseWrapper
    ) -> list[tuple[Any, ...]] | list[Model]:
        """Return what the query is of."""
        if self.whole is None:
            return self._values(rows, database)
        lists = [list(row) for row in rows]
        for row in lists:
            _convert(row, self.converters, database)
        return list(self._objects(self.whole, lists, database))

    def _values(
        self, rows: Sequence[Sequence[Any]], database: BaseDatabaseWrapper
    ) -> list[tuple[Any, ...]]:
        """Convert column by column: all JSON texts of a column are read as one."""
        if not rows or not self.converters:
            return [tuple(row) for row in rows]
        columns: list[Sequence[Any]] = list(zip(*rows, strict=True))
        for at, how, column in self.converters:
            if _is_json(column):
                texts = ["null" if text is None else text for text in columns[at]]
                columns[at] = json.loads(f"[{','.join(texts)}]")
            else:
                columns[at] = [_converted(value, how, column, database) for value in columns[at]]
        return list(zip(*columns, strict=True))

    def _objects(
        self, whole: _Part, rows: Sequence[list[Any]], database: BaseDatabaseWrapper
    ) -> Iterator[Model]:
        seen: Seen = {}
        for row in rows:
            made = whole.make(row, seen, database)
            for name, at in self.annotations.items():
                setattr(made, name, row[at])
            yield made


def _made(
    model: type[Model], values: Iterable[tuple[str, Any]], database: BaseDatabaseWrapper
) -> Model:
    """Return an object as `Model.from_db` makes it, which calls forty functions for each.

    No model here has one of its own, or is listened to as it is made.
    """
    made = model.__new__(model)
    made.__dict__.update(values)
    made._state = ModelState()
    made._state.adding, made._state.db = False, database.alias
    return made


def _put_into_words(query: QuerySet[Any, Any], database: BaseDatabaseWrapper) -> _Worded:
    compiler = query.query.get_compiler(connection=database)
    sql, parameters = compiler.as_sql()
    return _worded(compiler, sql, parameters, _converters(compiler, database))


def _worded(
    compiler: SQLCompiler, sql: str, parameters: Sequence[Any], converters: Sequence[Converter]
) -> _Worded:
    if not compiler.query.default_cols:
        return _Worded(sql, parameters, converters, None, {})
    annotations = compiler.annotation_col_map or {}
    return _Worded(
        sql,
        parameters,
        [each for each in converters if each[0] in annotations.values()],
        _part_of(compiler.klass_info, compiler.select, converters),
        annotations,
    )


def _converters(compiler: SQLCompiler, database: BaseDatabaseWrapper) -> list[Converter]:
    """Return what the values of a query that was put into words go through."""
    columns = [column for column, _words, _alias in compiler.select]
    found = compiler.get_converters(columns)
    lists = [
        (at, [_list_reader(column, database)], column)
        for at, column in enumerate(columns)
        if isinstance(column, Listed)
    ]
    return [*((at, *how) for at, how in found.items()), *lists]


def _list_reader(listed: Listed, database: BaseDatabaseWrapper) -> Callable[..., Any]:
    """Return what makes rows of the JSON that a list comes as."""
    compiler, sql, parameters = listed.worded(database)
    converters = [each for each in _converters(compiler, database) if not _is_json(each[2])]
    if database.vendor == "postgresql":
        # The driver makes times of columns; in JSON they are texts.
        converters += [
            (at, [_read_time], column)
            for at, (column, _words, _alias) in enumerate(compiler.select)
            if isinstance(column.output_field, DateTimeField)
        ]
    worded = _worded(compiler, sql, parameters, converters)

    def read(text: str | None, _column: object, database: BaseDatabaseWrapper) -> list[Any]:
        return worded.make(json.loads(text), database) if text else []

    return read


def _read_time(text: str | None, _column: object, _database: object) -> datetime | None:
    return parse_datetime(text) if text else None


def _part_of(
    info: Mapping[str, Any], select: Sequence[Any], converters: Sequence[Converter]
) -> _Part:
    columns = info["select_fields"]
    start, stop = columns[0], columns[-1] + 1
    names = [select[at][0].target.attname for at in columns]
    return _Part(
        model=info["model"],
        names=names,
        start=start,
        stop=stop,
        key=start + names.index(info["model"]._meta.pk.attname),
        converters=[each for each in converters if start <= each[0] < stop],
        tell_other=info.get("local_setter", _tell_nobody),
        tell_this=info.get("remote_setter", _tell_nobody),
        joined=[
            _part_of(other, select, converters) for other in info.get("related_klass_infos", ())
        ],
    )


def _tell_nobody(_one: Model, _other: Model | None) -> None:
    """Do nothing: what the query is of is joined to nothing."""


def _convert(
    row: list[Any], converters: Sequence[Converter], database: BaseDatabaseWrapper
) -> None:
    for at, how, column in converters:
        row[at] = _converted(row[at], how, column, database)


def _converted(
    value: Any, how: Sequence[Callable[..., Any]], column: Any, database: BaseDatabaseWrapper
) -> Any:
    for convert in how:
        value = convert(value, column, database)
    return value


def _is_json(column: Any) -> bool:
    """Say whether a column is kept as plain JSON text, which the database hands out as it is."""
    return type(column.output_field) is JSONField and column.output_field.decoder is None
