"""Check that the rows of a club file agree with one another and with the rules of the games."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.utils.translation import gettext as _

from games.base import InvalidInputError
from games.final_result import read_outcome
from league.clubs.models import check_time_zone
from league.clubs.rights import role_left
from league.competitions.schedule import read_rule
from league.core.games import UnknownGameError, site_games
from league.exports.club_file.layout import REVISED, SECTIONS, Section
from league.exports.club_file.reading import ClubFile, Row
from league.exports.club_file.shapes import refuse
from league.exports.club_file.sheets import SheetsOfFile
from league.results.models import RevisionKind
from league.results.table_view import facts_of
from league.rounds.models import SeatingChange
from league.rounds.texts import change_text, how_good, reason_text, summary_texts


def check_club(file: ClubFile) -> None:
    """Refuse a file whose rows contradict one another; raises BadValueError."""
    _complete(file)
    _end_roles(file)
    for section in SECTIONS:
        _check_constraints(section, file)
    _check_belonging(file)
    sheets = SheetsOfFile(file.rows)
    _check_competitions(file, sheets)
    _check_tables(file, sheets)
    _check_hands(file, sheets)
    _check_final_results(file, sheets)
    _check_texts(file)


def _complete(file: ClubFile) -> None:
    """Let what has revisions know whether it is void, as the latest of them says."""
    for section, (revisions, name) in REVISED.items():
        latest: dict[int, Row] = {}
        for revision in sorted(file.rows[revisions], key=lambda row: int(row["number"])):
            latest[revision[name]] = revision
        for path, row in _paths(file, section):
            if row["id"] not in latest:
                refuse(path, _("At least one revision is required."))
            row["is_void"] = latest[row["id"]]["kind"] == RevisionKind.VOIDED


def _end_roles(file: ClubFile) -> None:
    """Let nobody who has left have a role to come back to; older sites wrote them down."""
    for _path, player in _paths(file, "players"):
        if player["left_at"] is not None:
            player["role"] = role_left(player["role"])


def _paths(file: ClubFile, section: str) -> Iterator[tuple[str, Row]]:
    """Yield each row with how it is named in words: by its number, not by where it stands."""
    for row in file.rows[section]:
        yield f"{section}.{row['id']}", row


def _check_constraints(section: Section, file: ClubFile) -> None:
    """Refuse two owners of one number, and values that the model's own conditions exclude."""
    meta = section.model._meta
    names = {each.name for each in section.fields} | {"is_void"}
    alone = [((each.name,), Q()) for each in section.fields if each.unique]
    together = [
        (tuple(name for name in constraint.fields if name != "club"), constraint.condition or Q())
        for constraint in meta.constraints
        if isinstance(constraint, UniqueConstraint)
        and names.issuperset(set(constraint.fields) - {"club"})
    ]
    for fields, condition in [*alone, *together]:
        _check_unique(section, file, fields, condition)
    conditions = [each for each in meta.constraints if isinstance(each, CheckConstraint)]
    for path, row in _paths(file, section.name) if conditions else ():
        instance = make(section, row, lambda _kind, number: number)
        for constraint in conditions:
            try:
                constraint.validate(section.model, instance)
            except ValidationError:
                name = constraint.name.replace("_", " ")
                refuse(path, _("This breaks a rule of this site: %(rule)s.") % {"rule": name})


def _check_unique(section: Section, file: ClubFile, fields: tuple[str, ...], condition: Q) -> None:
    owners: dict[tuple[Any, ...], str] = {}
    for path, row in _paths(file, section.name):
        values = tuple(row[name] for name in fields)
        if None in values or not _holds(condition, row):
            continue
        if values in owners:
            problem = _("%(other)s already has the same value.") % {"other": owners[values]}
            refuse(f"{path}.{fields[-1]}", problem)
        owners[values] = path


def _holds(condition: Q, row: Row) -> bool:
    """Say whether a constraint is about a row; all of ours compare values with one another."""
    pairs: Row = dict(child for child in condition.children if isinstance(child, tuple))
    return all(row.get(name) == value for name, value in pairs.items())


def make(section: Section, row: Row, key_of: Callable[[str, int], int]) -> Any:
    """Return a new row of the database, not yet written, whose references `key_of` translates."""
    values = {name: made() for name, made in section.made.items()}
    for each in section.fields:
        value = row[each.name]
        if each.name in section.parents and value is not None:
            value = key_of(section.parents[each.name], value)
        values[each.attname] = value
    if section.name in REVISED:
        values["is_void"] = row["is_void"]
    return section.model(**values)


def _check_belonging(file: ClubFile) -> None:
    homes: dict[str, dict[int, int | None]] = {"players": defaultdict(lambda: None)}
    homes["competitions"] = {row["id"]: row["id"] for row in file.rows["competitions"]}
    for section in SECTIONS:
        if section.name in homes:
            continue
        homes[section.name] = {}
        for path, row in _paths(file, section.name):
            found = {homes[kind].get(row[name]) for name, kind in section.parents.items()} - {None}
            if len(found) > 1:
                refuse(path, _("The references point to two competitions. Use only one."))
            homes[section.name][row["id"]] = next(iter(found), None)


def _check_competitions(file: ClubFile, sheets: SheetsOfFile) -> None:
    stages: dict[int, set[int]] = defaultdict(set)
    for _path, stage in _paths(file, "stages"):
        stages[stage["competition"]].add(stage["number"])
    for path, competition in _paths(file, "competitions"):
        _check_options(path, competition, sheets)
        numbers = stages[competition["id"]]
        if not numbers or numbers != set(range(1, len(numbers) + 1)):
            refuse(path, _("A competition needs stages, numbered from 1."))
    for path, recurrence in _paths(file, "recurrences"):
        try:
            check_time_zone(recurrence["time_zone"])
            read_rule(recurrence["rule"], ZoneInfo(recurrence["time_zone"]))
        except (ValidationError, ValueError):
            refuse(path, _("This recurrence rule is not valid."))


def _check_options(path: str, row: Row, sheets: SheetsOfFile) -> None:
    try:
        sheets.game_of(row).engine.options(row["options"])
    except UnknownGameError:
        refuse(f"{path}.game", _("Unknown game."))
    except InvalidInputError as error:
        refuse(f"{path}.options", str(error))


def _check_tables(file: ClubFile, sheets: SheetsOfFile) -> None:
    """Refuse tables that cannot be drawn: with gaps between seats, or of a size no game has."""
    seats: dict[int, list[int]] = defaultdict(list)
    for _path, seat in _paths(file, "seats"):
        seats[seat["table"]].append(seat["number"])
    for path, table in _paths(file, "tables"):
        _check_options(path, table, sheets)
        numbers = sorted(seats[table["id"]])
        sizes = sheets.game_of(table).seats
        if numbers != list(range(len(numbers))):
            refuse(path, _("The seats of a table must be numbered from 0, without gaps."))
        if len(numbers) not in sizes:
            problem = _("A table of this game needs %(least)d to %(most)d seats.")
            refuse(path, problem % {"least": sizes[0], "most": sizes[-1]})
        if table["dealer"] >= len(numbers):
            refuse(f"{path}.dealer", _("The table does not have this seat."))


def _check_hands(file: ClubFile, sheets: SheetsOfFile) -> None:
    """Refuse what was entered if it cannot even be said in words; the engine judges the rest."""
    tables, hands = file.where("tables"), file.where("hands")
    revisions = file.where("revisions")
    sizes = Counter(seat["table"] for seat in file.rows["seats"])
    for section in ("revisions", "submissions"):
        for path, row in _paths(file, section):
            table = tables[hands[row["hand"]]["table"]]
            if not _has_content(section, path, row, "record"):
                continue
            names = [str(number) for number in range(sizes[table["id"]])]
            if not _can_be_described(facts_of, sheets.game_of(table), row["record"], names):
                refuse(f"{path}.record", _("This record is not valid for a hand of this game."))
    for path, answer in _paths(file, "responses"):
        table_id = hands[revisions[answer["revision"]]["hand"]]["table"]
        if answer["seat"] >= sizes[table_id]:
            refuse(f"{path}.seat", _("The table does not have this seat."))


def _check_final_results(file: ClubFile, sheets: SheetsOfFile) -> None:
    """Refuse outcomes that no match can have, and those of tables whose hands count."""
    tables, results = file.where("tables"), file.where("final_results")
    sizes = Counter(seat["table"] for seat in file.rows["seats"])
    for path, row in _paths(file, "final_revisions"):
        table = tables[results[row["result"]]["table"]]
        if not _has_content("final_revisions", path, row, "outcome"):
            continue
        rule = sheets.game_of(table).totals_rule
        try:
            read = read_outcome(rule, sizes[table["id"]], row["outcome"])
        except InvalidInputError as error:
            refuse(f"{path}.outcome", str(error))
        row["outcome"] = read.as_json()
    with_hands = {hand["table"] for hand in file.rows["hands"] if not hand["is_void"]}
    for path, result in _paths(file, "final_results"):
        if not result["is_void"] and result["table"] in with_hands:
            refuse(path, _("A table can have hands that count or a final result, not both."))


def _has_content(section: str, path: str, row: Row, name: str) -> bool:
    """Say whether a revision holds something: all but a void do, and a void does not."""
    is_void = section != "submissions" and row["kind"] == RevisionKind.VOIDED
    if (row[name] is None) != is_void:
        refuse(
            f"{path}.{name}",
            _("A void revision must be empty. Every other revision needs content."),
        )
    return not is_void


def _check_texts(file: ClubFile) -> None:
    says: Mapping[str, Callable[[Row], bool]] = {
        "rounds": lambda row: (
            _can_be_described(summary_texts, row["draw"])
            and _can_be_described(how_good, row["draw"])
        ),
        "seats": lambda row: _can_be_described(reason_text, row["reason"], _AnyName()),
        "seating_changes": lambda row: _can_be_described(
            change_text, SeatingChange(kind=row["kind"], data=row["data"]), site_games()[0]
        ),
    }
    for section, is_said in says.items():
        for path, row in _paths(file, section):
            if not is_said(row):
                refuse(path, _("The content of this row is not valid."))


class _AnyName(dict[int, str]):
    """Know a name for everybody."""

    def __contains__(self, _key: object) -> bool:
        return True

    def __missing__(self, key: int) -> str:
        return str(key)


def _can_be_described(tell: Callable[..., object], *about: object) -> bool:
    """Say whether something can be said; it was written for values that the site itself keeps."""
    try:
        tell(*about)
    except (AttributeError, LookupError, TypeError, ValueError):
        return False
    return True
