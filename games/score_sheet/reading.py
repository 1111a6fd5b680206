"""Read a score sheet from JSON, with every fault at its path."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from games.base import Problem
from games.score_sheet.faults import Faults, InvalidSheetError, oversize
from games.score_sheet.functions import MOST_SEATS
from games.score_sheet.labels import label, read_label
from games.score_sheet.read_columns import read_column, read_parameter, read_tables
from games.score_sheet.read_partners import read_partners, read_side
from games.score_sheet.read_rules import (
    bound_lines,
    read_check,
    read_dealer,
    read_end,
    read_line,
    read_ranking,
    read_value,
)
from games.score_sheet.scope import MOST_STEPS, Scope
from games.score_sheet.sheet import ScoreSheet

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
LONGEST_SLUG = 40
FEWEST_SEATS = 2
HIGHEST_VERSION = 10_000
FIELDS = (
    *("slug", "version", "title", "hand", "players", "parameters", "tables", "columns"),
    *("partners", "values", "lines", "checks", "dealer", "end", "ranking"),
)
HAND = label("Hand", de="Hand", it="Mano")


def read_sheet(data: object) -> ScoreSheet:
    """Read a sheet, whatever value it is; raises InvalidSheetError with every fault."""
    refused = oversize(data)
    if refused:
        raise InvalidSheetError([refused])
    if not isinstance(data, Mapping):
        text = "A score sheet must be given by name of field."
        raise InvalidSheetError([Problem("not_an_object", "", None, text)])
    try:
        source = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError):
        # Something in it is no JSON: where, its reading says.
        source = ""
    return _read_source(source) if source else _checked(data, source)


@lru_cache(maxsize=128)
def _read_source(source: str) -> ScoreSheet:
    """Read a sheet that was written so; it is compiled once, however often it is asked for."""
    return _checked(json.loads(source), source)


def _checked(data: Mapping[str, Any], source: str) -> ScoreSheet:
    faults = Faults()
    faults.fields(data, "", FIELDS)
    sheet = _read(data, source, faults)
    if faults.problems:
        raise InvalidSheetError(faults.problems)
    return sheet


def _read(data: Mapping[str, Any], source: str, faults: Faults) -> ScoreSheet:
    """Read a sheet from top to bottom, so that formulas find what stands above them."""
    scope = Scope(faults, _read_players(data.get("players"), faults))
    parameters = faults.items(
        data.get("parameters", ()), "parameters", 12, lambda v, p: read_parameter(v, p, scope)
    )
    read_tables(data.get("tables", {}), "tables", scope)
    partners = read_partners(data.get("partners", {"kind": "none"}), scope)
    scope.team_sizes = partners.team_sizes(scope.players)
    sides = partners.are_known_ahead
    columns = faults.items(
        data.get("columns"), "columns", 30, lambda v, p: read_column(v, p, scope, sides)
    )
    side = read_side(data.get("partners"), scope)
    values = faults.items(
        data.get("values", ()), "values", 40, lambda v, p: read_value(v, p, scope)
    )
    lines = faults.items(data.get("lines"), "lines", 30, lambda v, p: read_line(v, p, scope))
    bound_lines(lines, faults)
    checks = faults.items(
        data.get("checks", ()), "checks", 20, lambda v, p: read_check(v, p, scope, columns)
    )
    dealer = read_dealer(data.get("dealer", "left"), scope, columns)
    end = read_end(data.get("end", {}), scope, parameters)
    ranking = read_ranking(data.get("ranking"), scope)
    if scope.steps > MOST_STEPS:
        faults.add("too_costly", "", "The formulas of this sheet take too many steps together.")
    return ScoreSheet(
        source=source,
        slug=_read_slug(data.get("slug"), faults),
        version=faults.number(data.get("version", 1), "version", 1, HIGHEST_VERSION) or 1,
        title=read_label(data.get("title"), "title", faults),
        hand=read_label(data["hand"], "hand", faults) if "hand" in data else HAND,
        players=scope.players,
        parameters=parameters,
        columns=columns,
        tables=scope.tables,
        partners=replace(partners, side=side),
        values=values,
        lines=lines,
        checks=checks,
        dealer=dealer,
        end=end,
        ranking=ranking,
        cells=scope.cells,
        tracked=scope.before.tracked,
        size=scope.size,
    )


def _read_players(value: object, faults: Faults) -> range:
    data = faults.fields(value, "players", ("fewest", "most"))
    fewest = faults.number(data.get("fewest"), "players.fewest", FEWEST_SEATS, MOST_SEATS)
    most = faults.number(data.get("most"), "players.most", FEWEST_SEATS, MOST_SEATS)
    if fewest is None or most is None:
        return range(FEWEST_SEATS, MOST_SEATS + 1)
    if fewest > most:
        faults.add("out_of_order", "players.most", "The most are fewer than the fewest.")
        return range(most, fewest + 1)
    return range(fewest, most + 1)


def _read_slug(value: object, faults: Faults) -> str:
    if isinstance(value, str) and len(value) <= LONGEST_SLUG and SLUG.fullmatch(value):
        return value
    text = f"This must be up to {LONGEST_SLUG} small letters, digits and single hyphens."
    faults.add("not_a_slug", "slug", text)
    return "?"
