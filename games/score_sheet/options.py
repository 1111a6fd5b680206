"""The options of a match by a score sheet: the sheet, and a number for each of its parameters."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.base import InvalidOptionsError, Json, Problem
from games.score_sheet.faults import Faults, InvalidSheetError
from games.score_sheet.reading import HIGHEST_VERSION, read_sheet
from games.score_sheet.ready import UnknownSheetError, ready_sheet, ready_slugs
from games.score_sheet.sheet import Bound, ScoreSheet

DEFAULT_SHEET = "points-only"


@dataclass(frozen=True, slots=True)
class ScoreSheetOptions:
    """Hold a sheet and its parameters by their ids; `is_named`: it is not written out."""

    sheet: ScoreSheet
    parameters: tuple[tuple[str, int], ...]
    is_named: bool = False

    def as_json(self) -> dict[str, Json]:
        """Write all options, defaults included; a named sheet with its version, so that it stays.

        A later version of the sheet changes nothing for matches that were begun before.
        """
        parameters: dict[str, Json] = dict(self.parameters)
        if self.is_named:
            return {"sheet": self.sheet.slug, "version": self.sheet.version, **parameters}
        return {"sheet": self.sheet.as_json(), **parameters}

    def number(self, bound: Bound) -> int | None:
        """Return a number that a sheet gives itself or by a parameter."""
        return dict(self.parameters)[bound] if isinstance(bound, str) else bound


def read_options(data: object) -> ScoreSheetOptions:
    """Read options from JSON, defaults filled in; raises InvalidOptionsError with every fault."""
    if not isinstance(data, Mapping):
        text = "The options must be given by name."
        raise InvalidOptionsError([Problem("not_an_object", "", None, text)])
    given = data.get("sheet", DEFAULT_SHEET)
    is_named = isinstance(given, str)
    sheet = _named(given, data.get("version")) if is_named else _written_out(given)
    return options_of(sheet, data, is_named=is_named)


def options_of(
    sheet: ScoreSheet, data: Mapping[str, object], *, is_named: bool
) -> ScoreSheetOptions:
    """Read the options of a match by this sheet; raises InvalidOptionsError with every fault."""
    faults = Faults()
    known = ["sheet", *(["version"] if is_named else [])]
    faults.fields(data, "", [*known, *(parameter.id for parameter in sheet.parameters)])
    numbers = [
        (
            each.id,
            faults.number(data.get(each.id, each.default), each.id, each.lowest, each.highest),
        )
        for each in sheet.parameters
    ]
    if faults.problems:
        raise InvalidOptionsError(faults.problems)
    parameters = tuple((name, value) for name, value in numbers if value is not None)
    return ScoreSheetOptions(sheet, parameters, is_named)


def _named(slug: object, version: object) -> ScoreSheet:
    """Return a ready sheet; raises InvalidOptionsError."""
    faults = Faults()
    number = None
    if version is not None:
        number = faults.number(version, "version", 1, HIGHEST_VERSION)
    if faults.problems:
        raise InvalidOptionsError(faults.problems)
    try:
        return ready_sheet(str(slug), number)
    except UnknownSheetError as error:
        if error.version is not None:
            text = f"There is no version {error.version} of this sheet."
            raise InvalidOptionsError([Problem("unknown_version", "version", None, text)]) from None
        text = f"There is no such sheet. Known are: {', '.join(ready_slugs())}."
        raise InvalidOptionsError([Problem("unknown_sheet", "sheet", None, text)]) from None


def _written_out(data: object) -> ScoreSheet:
    """Read a sheet that is given as data; raises InvalidOptionsError."""
    try:
        return read_sheet(data)
    except InvalidSheetError as error:
        problems = [problem.inside("sheet") for problem in error.problems]
        raise InvalidOptionsError(problems) from None
