"""Texts of draws, reasons and seating changes."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.competitions.models import SeatingMethod, SeparationReason
from league.core.errors import Text
from league.core.games import SiteGame
from league.core.rule_texts import join_names
from league.rounds.meeting_history import TEAM, SubstitutionNote
from league.rounds.models import ChangeKind, SeatingChange

CHANGES: Mapping[str, Text] = {
    ChangeKind.SEATED: _("Round seated with draw number %(seed)s: %(count)s players."),
    ChangeKind.UNSEATED: _("The seating was undone."),
    ChangeKind.REPAIRED: _("All waiting players got a seat (%(count)s)."),
    ChangeKind.MOVED: _("%(name)s got a seat at table %(number)s."),
    ChangeKind.SWAPPED: _("%(name)s and %(other)s swapped seats."),
    ChangeKind.LEFT: _("%(name)s left the round."),
    ChangeKind.SAT_OUT: _("%(name)s requested a bye."),
    ChangeKind.NO_SHOW: _("%(name)s was a no-show."),
    ChangeKind.SUBSTITUTED: _(
        "%(other)s substitutes for %(name)s at table %(number)s from %(hand)s."
    ),
    ChangeKind.OPENED: _("Table %(number)s was added."),
    ChangeKind.MERGED: _("Table %(other)s was merged into table %(number)s."),
    ChangeKind.SPLIT: _("Table %(number)s was split. The other players sit at table %(other)s."),
    ChangeKind.DISSOLVED: _("Table %(number)s was dissolved."),
    ChangeKind.ORDERED: _("The seats of table %(number)s were drawn again."),
    ChangeKind.DEALS: _("%(name)s deals first at table %(number)s."),
    ChangeKind.REDUCED: _(
        "%(name)s left. Table %(number)s continues with fewer players from %(hand)s."
    ),
    ChangeKind.ENDED: _("%(name)s left. The match at table %(number)s ended early."),
    ChangeKind.VOIDED: _("%(name)s left. The match at table %(number)s does not count."),
}
TITLES: Mapping[str, Text] = {
    ChangeKind.UNSEATED: _("Undo seating"),
    ChangeKind.REPAIRED: _("Seat waiting players"),
    ChangeKind.MOVED: _("Move %(name)s to table %(number)s"),
    ChangeKind.SWAPPED: _("Swap %(name)s and %(other)s"),
    ChangeKind.LEFT: _("Remove %(name)s from the round"),
    ChangeKind.SAT_OUT: _("Requested bye: %(name)s"),
    ChangeKind.NO_SHOW: _("Mark %(name)s as a no-show"),
    ChangeKind.SUBSTITUTED: _("Substitute: %(other)s for %(name)s"),
    ChangeKind.OPENED: _("Open table %(number)s"),
    ChangeKind.MERGED: _("Merge table %(other)s into table %(number)s"),
    ChangeKind.SPLIT: _("Split table %(number)s"),
    ChangeKind.DISSOLVED: _("Dissolve table %(number)s"),
    ChangeKind.ORDERED: _("Draw the seats of table %(number)s again"),
    ChangeKind.DEALS: _("Set %(name)s as first dealer at table %(number)s"),
    ChangeKind.REDUCED: _("Continue without %(name)s at table %(number)s"),
    ChangeKind.ENDED: _("%(name)s leaves: end the match at table %(number)s"),
    ChangeKind.VOIDED: _("%(name)s leaves: void the match at table %(number)s"),
}
APART: Mapping[str, Text] = {
    SeparationReason.FAMILY: _("family"),
    SeparationReason.REQUEST: _("on request"),
    TEAM: _("same team"),
}


def sizes_text(sizes: Iterable[int]) -> str:
    """Return table sizes as "3 tables of 4 and 1 of 5", the most frequent first."""
    counts = Counter(sizes).items()
    first, *others = sorted(counts, key=lambda each: (-each[1], -each[0]))
    text = ngettext("%(count)d table of %(size)d", "%(count)d tables of %(size)d", first[1])
    parts = [text % {"size": first[0], "count": first[1]}]
    parts += [
        gettext("%(count)d of %(size)d") % {"size": size, "count": count} for size, count in others
    ]
    return join_names(parts)


def change_text(change: SeatingChange, game: SiteGame) -> str:
    """Return what a change was, in a round of a game."""
    data: dict[str, Any] = dict(change.data)
    if "hand" in data:
        data["hand"] = game.hand_named(data["hand"])
    return str(CHANGES[change.kind]) % data


def separation_text(why: str) -> str:
    """Return why two are kept apart."""
    return str(APART.get(why, APART[SeparationReason.REQUEST]))


def substitution_text(found: Iterable[SubstitutionNote], game: SiteGame) -> str:
    """Return who played for whom when two met, or ""."""
    late = gettext("%(name)s substituted for %(own)s from %(hand)s")
    text = gettext("%(name)s substituted for %(own)s")
    return "; ".join(
        (late if one.hand > 1 else text)
        % {"name": one.name, "own": one.own, "hand": game.hand_named(one.hand)}
        for one in found
    )


METHODS: Mapping[str, Text] = {
    SeatingMethod.VARIETY: _("Seating with the fewest repeat meetings."),
    SeatingMethod.SWISS: _("Seated by score: players with similar points share a table."),
    SeatingMethod.FIXED: _("All players sit in their fixed group."),
    SeatingMethod.LIST: _("Seated from the organiser’s seating list."),
    SeatingMethod.ROTATING: _("Partners stay together for this round and change every round."),
    SeatingMethod.FINALS: _("Seated by place in the standings."),
    SeatingMethod.RANDOM: _(
        "Drawn at random: earlier meetings are ignored, and other tables may have fewer repeats."
    ),
}


def summary_texts(summary: Mapping[str, Any] | None) -> list[str]:
    """Return how a round was drawn and how good the draw is; see DrawResult.summary."""
    if not summary or "method" not in summary:
        return []
    texts = [str(METHODS[summary["method"]]), *how_good(summary)]
    if moved := summary.get("moved_by_hand", 0):
        text = ngettext(
            "%(count)d player was moved by the organiser.",
            "%(count)d players were moved by the organiser.",
            moved,
        )
        texts.append(text % {"count": moved})
    if broken := summary["broken"]:
        text = ngettext(
            "%(count)d pair that should be kept apart shares a table.",
            "%(count)d pairs that should be kept apart share a table.",
            broken,
        )
        texts.append(text % {"count": broken})
    if (later := summary.get("ahead", 0) - 1) > 0:
        text = ngettext(
            "This round and %(count)d more are planned together.",
            "This round and %(count)d more are planned together.",
            later,
        )
        texts.append(text % {"count": later})
    return texts


def how_good(summary: Mapping[str, Any] | None) -> list[str]:
    """Return who meets again, and whether that could be better."""
    if not summary or "method" not in summary:
        return []
    again = summary["again"]
    if summary["is_first"]:
        texts = [gettext("No players have met before in this competition.")]
    elif again:
        text = ngettext("%(count)d repeat meeting.", "%(count)d repeat meetings.", again)
        texts = [text % {"count": again}]
    else:
        texts = [gettext("No repeat meetings.")]
    if again and summary["tables"] < summary["largest"]:
        texts.append(_arithmetic(summary))
    if summary["is_optimal"] and summary["method"] == SeatingMethod.SWISS:
        texts.append(gettext("Proven: no seating at these tables has fewer repeat meetings."))
    elif summary["is_optimal"]:
        texts.append(gettext("Proven: no better seating exists."))
    elif excess := summary["excess"]:
        text = ngettext(
            "At most %(count)d repeat more than the minimum.",
            "At most %(count)d repeats more than the minimum.",
            excess,
        )
        texts.append(text % {"count": excess})
    if "gap" in summary:
        texts.append(_score_text(summary["gap"], summary["least_gap"]))
    if "moved" in summary:
        texts.append(_moved_text(summary["moved"], summary["least_moved"]))
    return texts


def _score_text(gap: float, least: float) -> str:
    text = gettext(
        "Players at a table are %(gap)s points apart on average. The minimum is %(least)s."
    )
    if gap <= least:
        text = gettext(
            "Players at a table are %(gap)s points apart on average. This is the minimum."
        )
    rounded = {"gap": round(gap, 1), "least": round(least, 1)}
    return text % {name: number_format(value, 1) for name, value in rounded.items()}


def _moved_text(moved: int, least: int) -> str:
    if not moved:
        return gettext("All players stay in their own group.")
    text = ngettext(
        "%(count)d player sits with another group because of who is present. The minimum is "
        "%(least)d.",
        "%(count)d players sit with another group because of who is present. The minimum is "
        "%(least)d.",
        moved,
    )
    if moved <= least:
        text = ngettext(
            "%(count)d player sits with another group because of who is present. This is the "
            "minimum.",
            "%(count)d players sit with another group because of who is present. This is the "
            "minimum.",
            moved,
        )
    return text % {"count": moved, "least": least}


def _arithmetic(summary: Mapping[str, Any]) -> str:
    numbers = {"tables": summary["tables"], "players": summary["players"]}
    if summary["tables"] == 1:
        return gettext("With only one table, all players meet in every round.")
    if summary["smallest"] >= 2 * summary["tables"]:
        text = gettext(
            "With %(tables)d tables and %(players)d players, repeat meetings for all are "
            "unavoidable from round 2."
        )
    else:
        text = gettext(
            "With %(tables)d tables and %(players)d players, some repeat meetings are "
            "unavoidable from round 2."
        )
    return text % numbers


REASONS: Mapping[str, Text] = {
    "by_hand": _("Seat chosen by the organiser"),
    "came_late": _("Added after the draw where the fewest seats change"),
    "made_room": _("Moved because others arrived or left"),
    "substitute": _("Plays as a substitute"),
    "lot": _("Random draw"),
    "seating_list": _("From the seating list"),
    "group": _("Sits with the fixed group"),
    "seed": _("Seed %(seed)s"),
    "score": _("Has %(score)s points; this table has %(low)s to %(high)s"),
}
WHY_AGAIN: Mapping[str, Text] = {
    "few_tables": _("there are fewer tables than seats per table"),
    "met_all": _("too few new opponents are left"),
    "kept_apart": _("not all new opponents can sit here"),
    "score": _("the scores are close"),
    "fewest": _("no seating has fewer repeats"),
    "nothing_better": _("no seating with fewer repeats was found"),
}


def reason_text(reason: Mapping[str, Any] | None, names: Mapping[int, str]) -> str:
    """Return why a player sits here, or ""; `names` are those at the table by entry."""
    if not reason:
        return ""
    data = reason["data"]
    parts = [_basis_text(reason["code"], data, names)]
    again = [names[entry] for entry in data.get("again", ()) if entry in names]
    if again and "why" in data:
        parts.append(
            gettext("meets %(names)s again because %(why)s")
            % {"names": join_names(again), "why": WHY_AGAIN[data["why"]]}
        )
    if "size" in data:
        text = gettext("some players need a table of %(size)s")
        if data["is_turn"]:
            text = gettext("it is this player’s turn for a table of %(size)s")
        parts.append(text % {"size": data["size"]})
    sentence = "; ".join(filter(None, parts))
    return f"{sentence[:1].upper()}{sentence[1:]}." if sentence else ""


def _basis_text(code: str, data: Mapping[str, Any], names: Mapping[int, str]) -> str:
    if code in REASONS:
        points = {key: f"{data[key]:g}" for key in ("score", "low", "high") if key in data}
        return str(REASONS[code]) % {**data, **points}
    new = [names[entry] for entry in data.get("new", ()) if entry in names]
    if new:
        return gettext("Meets %(names)s for the first time") % {"names": join_names(new)}
    return ""
