"""The fields of the page on which an organiser edits a score sheet."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import Problem
from games.score_sheet.read_columns import COLUMN_FIELDS, FIELDS_OF_KIND, OF_KIND
from league.core.games.entry import Choice, Text
from league.sheets.drafts import Source, at_path, text_of
from league.sheets.faults import fault_text

Choices = Mapping[str, Text]
NO_CHOICES: Choices = MappingProxyType({})
KINDS: Choices = {
    "number": gettext_lazy("a number"),
    "count": gettext_lazy("a count from 0"),
    "tick": gettext_lazy("yes or no"),
    "choice": gettext_lazy("one of several choices"),
    "place": gettext_lazy("a place: 1, 2, 3"),
    "seat": gettext_lazy("a player"),
}
OF: Choices = {
    "": gettext_lazy("as usual for this kind"),
    "seat": gettext_lazy("each player"),
    "team": gettext_lazy("each team"),
    "table": gettext_lazy("the table"),
}
PARTNERS: Choices = {
    "none": gettext_lazy("nobody"),
    "seats": gettext_lazy("players who sit opposite"),
    "fixed": gettext_lazy("fixed teams"),
    "rotating": gettext_lazy("teams that change hand by hand"),
    "places": gettext_lazy("upper half with lower half of the standings"),
    "declared": gettext_lazy("as the hand shows"),
}
DEALERS: Choices = {
    "left": gettext_lazy("the left neighbour"),
    "right": gettext_lazy("the right neighbour"),
    "same": gettext_lazy("the same player"),
    "first": gettext_lazy("the player in first place"),
    "last": gettext_lazy("the player in last place"),
    "column": gettext_lazy("the player in a column"),
}
LEVELS: Choices = {
    "": gettext_lazy("refuse the hand"),
    "warning": gettext_lazy("warn"),
}
BASES: Choices = {
    "total": gettext_lazy("points"),
    "wins": gettext_lazy("hands with the best score"),
    "last_hand": gettext_lazy("points of the last hand"),
    "sum": gettext_lazy("sum of a column or value"),
}
FIRST: Choices = {"": gettext_lazy("highest first"), "lowest": gettext_lazy("lowest first")}


class Ask(NamedTuple):
    """A field of the form: where its value stands in the sheet, and how it is typed."""

    path: str
    label: Text
    kind: str = "text"
    choices: Choices = NO_CHOICES
    help: Text = ""
    is_wide: bool = False


LABEL = Ask("label", gettext_lazy("Label"), "label", is_wide=True)
NAME = Ask("id", gettext_lazy("Name in formulas"))
ROWS: Mapping[str, tuple[Ask, ...]] = {
    "columns": (
        LABEL,
        Ask("kind", gettext_lazy("What is written"), "text", KINDS),
        Ask("of", gettext_lazy("Of whom"), "text", OF),
        NAME,
        Ask("lowest", gettext_lazy("Lowest"), "number"),
        Ask("highest", gettext_lazy("Highest"), "number"),
        Ask("default", gettext_lazy("If left empty"), "default"),
        Ask(
            "choices",
            gettext_lazy("Choices, one per line"),
            "choices",
            help=gettext_lazy("Such as: small = Small"),
            is_wide=True,
        ),
        Ask("optional", gettext_lazy("It may be nobody"), "tick"),
        Ask("shared", gettext_lazy("Places may be shared"), "tick"),
    ),
    "lines": (
        LABEL,
        Ask("points", gettext_lazy("Points"), is_wide=True),
        Ask("when", gettext_lazy("For whom, if not for all"), is_wide=True),
    ),
    "checks": (
        LABEL,
        Ask("that", gettext_lazy("What must hold"), is_wide=True),
        Ask("level", gettext_lazy("Otherwise"), "text", LEVELS),
        Ask("column", gettext_lazy("Shown at the column")),
    ),
    "values": (
        NAME,
        Ask("is", gettext_lazy("Formula"), is_wide=True),
        Ask("of", gettext_lazy("Of whom"), "text", {each: OF[each] for each in ("seat", "table")}),
    ),
    "parameters": (
        LABEL,
        NAME,
        Ask("lowest", gettext_lazy("Lowest"), "number"),
        Ask("highest", gettext_lazy("Highest"), "number"),
        Ask("default", gettext_lazy("Usual value"), "number"),
    ),
    "ranking": (
        LABEL,
        Ask("by", gettext_lazy("Compare"), "text", BASES),
        Ask("first", gettext_lazy("Order"), "text", FIRST),
        Ask("value", gettext_lazy("Column or value to add up")),
    ),
}
SECTIONS: tuple[tuple[str, Text, Text, Text], ...] = (
    (
        "columns",
        gettext_lazy("What is written down"),
        gettext_lazy("What the table notes of a hand."),
        gettext_lazy("Add column"),
    ),
    (
        "lines",
        gettext_lazy("Points"),
        gettext_lazy("Each line gives points by a formula. {name} in a label shows that number."),
        gettext_lazy("Add line"),
    ),
    (
        "parameters",
        gettext_lazy("Options of a competition"),
        gettext_lazy("Numbers that each competition can choose."),
        gettext_lazy("Add option"),
    ),
    (
        "checks",
        gettext_lazy("Checks"),
        gettext_lazy("What must hold of every hand."),
        gettext_lazy("Add check"),
    ),
    (
        "ranking",
        gettext_lazy("Places"),
        gettext_lazy("Without an entry, most points win."),
        gettext_lazy("Add comparison"),
    ),
    (
        "values",
        gettext_lazy("Values"),
        gettext_lazy("Named formulas that others can use."),
        gettext_lazy("Add value"),
    ),
)
BASICS = (
    Ask("title", gettext_lazy("Name of the game"), "label", is_wide=True),
    Ask("hand", gettext_lazy("What one hand is called"), "label"),
    Ask("players.fewest", gettext_lazy("Fewest players"), "number"),
    Ask("players.most", gettext_lazy("Most players"), "number"),
)
COURSE = (
    Ask("partners.kind", gettext_lazy("Partners"), "text", PARTNERS),
    Ask("partners.size", gettext_lazy("Players per team"), "number"),
    Ask("partners.side", gettext_lazy("Formula: is this player on the first side?"), is_wide=True),
    Ask("dealer.order", gettext_lazy("Next dealer"), "text", DEALERS),
    Ask("dealer.column", gettext_lazy("Column that names the dealer")),
    Ask("end.hands", gettext_lazy("Hands of a match"), "number"),
    Ask("end.rounds", gettext_lazy("Rounds of dealing"), "number"),
    Ask("end.reaches", gettext_lazy("Ends when somebody reaches"), "number"),
    Ask("end.falls_to", gettext_lazy("Ends when somebody falls to"), "number"),
    Ask("end.plays_on", gettext_lazy("Go on while the first place is shared"), "tick"),
)
TABLES = Ask(
    "tables",
    gettext_lazy("Tables of numbers, one per line"),
    "tables",
    help=gettext_lazy("Such as: worth: small = 10, large = 50"),
    is_wide=True,
)


class Field(NamedTuple):
    """A field as the page draws it; `way` is text, area, tick or select."""

    name: str
    label: str
    way: str
    value: str
    choices: tuple[Choice, ...]
    help: str
    is_wide: bool
    errors: list[str]


def _asked(name: str, row: Source) -> Iterable[Ask]:
    """Return the fields of a row: of a column those that its kind has a use for."""
    if name != "columns":
        return ROWS[name]
    kind = str(row.get("kind"))
    useful = {*COLUMN_FIELDS, *FIELDS_OF_KIND.get(kind, ())}
    useful -= {"default", "of"} if kind in OF_KIND else set()
    return [ask for ask in ROWS[name] if ask.path in useful]


def _has_errors(fields: Iterable[Field]) -> bool:
    return any(field.errors for field in fields)


class Row(NamedTuple):
    """A row of a list: a column, a line, a check."""

    path: str
    title: str
    fields: list[Field]
    errors: list[str]
    is_first: bool

    @property
    def is_open(self) -> bool:
        """Say whether its fields are shown at once: it is new, or something has to be changed."""
        return not self.title or bool(self.errors) or _has_errors(self.fields)


class Section(NamedTuple):
    """A list of the sheet with the button that adds to it."""

    name: str
    title: Text
    help: Text
    add: Text
    rows: list[Row]
    errors: list[str]

    @property
    def has_errors(self) -> bool:
        """Say whether anything in it has to be changed."""
        return bool(self.errors) or any(row.is_open for row in self.rows)


class Editor(NamedTuple):
    """All fields of a draft, and what is wrong with it as a whole."""

    basics: list[Field]
    sections: list[Section]
    course: list[Field]
    tables: Field
    errors: list[str]

    @property
    def course_has_errors(self) -> bool:
        """Say whether anything about partners, dealer or end has to be changed."""
        return _has_errors(self.course)


def editor_of(source: Source, problems: Sequence[Problem], language: str) -> Editor:
    """Return the page's fields for a draft, each with its faults."""
    drawing = _Drawing(source, problems, language)
    basics = drawing.fields(BASICS, "")
    sections = [drawing.section(*each) for each in SECTIONS]
    course = drawing.fields(COURSE, "")
    tables = drawing.field(TABLES, "")
    return Editor(basics, sections, course, tables, drawing.rest())


def _located_text(problem: Problem) -> str:
    """Return a fault that no field has, such as of a file: its place, and what belongs there."""
    if not problem.field:
        return fault_text(problem)
    words = fault_text(problem)
    if problem.code == "not_an_object" and (fields := _fields_inside(problem.field)):
        words = _("Expected { } with: %(fields)s.") % {"fields": fields}
    return _("In the file at “%(field)s”: %(words)s") % {"field": problem.field, "words": words}


def _fields_inside(path: str) -> str:
    """Return the names in a file of what belongs at a path, each with its label."""
    rows = ROWS.get(path.partition("[")[0], ()) if path.endswith("]") else ()
    asks = [(ask.path, ask.label) for ask in rows]
    for ask in (*BASICS, *COURSE):
        above, _dot, name = ask.path.partition(".")
        asks += [(name, ask.label)] if name and above == path else []
    return ", ".join(f"{name} ({label})" for name, label in asks)


class _Drawing:
    """Draw fields and hand out each fault once, to the field that is nearest to it."""

    def __init__(self, source: Source, problems: Sequence[Problem], language: str) -> None:
        self.source = source
        self.left = list(problems)
        self.language = language

    def take(self, path: str) -> list[str]:
        """Return the faults at a path or inside it."""
        return [fault_text(each) for each in self._taken(path)]

    def _taken(self, path: str) -> list[Problem]:
        inside = (f"{path}.", f"{path}[")
        found = [each for each in self.left if each.field == path or each.field.startswith(inside)]
        self.left = [each for each in self.left if each not in found]
        return found

    def rest(self) -> list[str]:
        """Return the faults that no field has."""
        return [_located_text(each) for each in self.left]

    def fields(self, asks: Iterable[Ask], path: str) -> list[Field]:
        return [self.field(ask, path) for ask in asks]

    def field(self, ask: Ask, above: str) -> Field:
        path = f"{above}.{ask.path}" if above else ask.path
        value = self._value(path)
        if ask.choices:
            way = "select"
        elif ask.kind == "tick":
            way = "tick"
        else:
            way = "area" if ask.kind in ("choices", "tables") else "text"
        if ask.kind == "default" and isinstance(value, bool):
            text = "yes" if value else "no"
        else:
            text = text_of(value, ask.kind, self.language)
        text = "1" if ask.kind == "tick" and value is True else text
        choices = tuple(Choice(key, str(label), key == text) for key, label in ask.choices.items())
        help_text, errors = str(ask.help), self.take(path)
        name = f"{path}@{ask.kind}"
        return Field(name, str(ask.label), way, text, choices, help_text, ask.is_wide, errors)

    def _value(self, path: str) -> Any:
        # The dealer may be a single word.
        if path == "dealer.order" and isinstance(self.source.get("dealer"), str):
            return self.source["dealer"]
        return at_path(self.source, path)

    def section(self, name: str, title: Text, help_text: Text, add: Text) -> Section:
        rows = self.source.get(name)
        found = [
            self._row(name, at, row)
            for at, row in enumerate(rows if isinstance(rows, list) else ())
            if isinstance(row, dict)
        ]
        taken = self._taken(name)
        # What is no row lacks all that a row has, which is said at once.
        no_rows = tuple(f"{each.field}." for each in taken if each.code == "not_an_object")
        errors = [
            fault_text(each) if each.field == name else _located_text(each)
            for each in taken
            if not each.field.startswith(no_rows)
        ]
        return Section(name, title, help_text, add, found, errors)

    def _row(self, name: str, at: int, row: Source) -> Row:
        path = f"{name}[{at}]"
        title = text_of(row.get("label") or row.get("id"), "label", self.language)
        fields = self.fields(_asked(name, row), path)
        return Row(path, title, fields, self.take(path), at == 0)
