"""Say in words how a round was drawn, why somebody sits where they sit, and what was changed."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.competitions.models import ApartReason, Method
from league.core.rule_texts import join_names
from league.rounds.models import ChangeKind, SeatingChange
from league.rounds.past import TEAM, StandIn

Words = str | Promise

CHANGES: Mapping[str, Words] = {
    ChangeKind.SEATED: _("The round was seated with seed %(seed)s: %(count)s players."),
    ChangeKind.UNSEATED: _("The seating was undone."),
    ChangeKind.REPAIRED: _("Everybody who waited got a seat (%(count)s)."),
    ChangeKind.MOVED: _("%(name)s got a seat at table %(number)s."),
    ChangeKind.SWAPPED: _("%(name)s and %(other)s changed places."),
    ChangeKind.LEFT: _("%(name)s left the round."),
    ChangeKind.SAT_OUT: _("%(name)s sits this round out."),
    ChangeKind.NO_SHOW: _("%(name)s did not turn up."),
    ChangeKind.SUBSTITUTED: _(
        "%(other)s plays for %(name)s at table %(number)s, from hand %(hand)s on."
    ),
    ChangeKind.OPENED: _("Table %(number)s was added."),
    ChangeKind.MERGED: _("Table %(other)s joined table %(number)s."),
    ChangeKind.SPLIT: _("Table %(number)s was split; the others sit at table %(other)s."),
    ChangeKind.DISSOLVED: _("Table %(number)s was dissolved."),
    ChangeKind.ORDERED: _("The seats of table %(number)s were drawn anew."),
    ChangeKind.DEALS: _("%(name)s deals first at table %(number)s."),
}
TITLES: Mapping[str, Words] = {
    ChangeKind.UNSEATED: _("Undo the seating"),
    ChangeKind.REPAIRED: _("Give everybody who waits a seat"),
    ChangeKind.MOVED: _("%(name)s: to table %(number)s"),
    ChangeKind.SWAPPED: _("%(name)s and %(other)s change places"),
    ChangeKind.LEFT: _("%(name)s leaves the round"),
    ChangeKind.SAT_OUT: _("%(name)s sits this round out"),
    ChangeKind.NO_SHOW: _("%(name)s did not turn up"),
    ChangeKind.SUBSTITUTED: _("%(other)s plays for %(name)s"),
    ChangeKind.OPENED: _("Open table %(number)s"),
    ChangeKind.MERGED: _("Table %(other)s joins table %(number)s"),
    ChangeKind.SPLIT: _("Split table %(number)s"),
    ChangeKind.DISSOLVED: _("Dissolve table %(number)s"),
    ChangeKind.ORDERED: _("Draw the seats of table %(number)s anew"),
    ChangeKind.DEALS: _("%(name)s deals first at table %(number)s"),
}
APART: Mapping[str, Words] = {
    ApartReason.FAMILY: _("family"),
    ApartReason.WISH: _("by wish"),
    TEAM: _("of one team"),
}


def change_words(change: SeatingChange) -> str:
    """Say what a change was."""
    data: Mapping[str, Any] = change.data
    return str(CHANGES[change.kind]) % data


def change_title(kind: str, data: Mapping[str, Any]) -> str:
    """Say what a change would be."""
    return str(TITLES[kind]) % data


def apart_words(why: str) -> str:
    """Say why two are kept apart."""
    return str(APART.get(why, APART[ApartReason.WISH]))


def stand_in_words(found: Iterable[StandIn]) -> str:
    """Say who played for whom when two met; "" where nobody did."""
    return "; ".join(
        (
            gettext("%(name)s played for %(own)s from hand %(hand)d on")
            if one.hand > 1
            else gettext("%(name)s played for %(own)s")
        )
        % {"name": one.name, "own": one.own, "hand": one.hand}
        for one in found
    )


METHODS: Mapping[str, Words] = {
    Method.VARIETY: _("Seated so that as few as possible meet again."),
    Method.SWISS: _("Seated by score: whoever stands alike plays together."),
    Method.FIXED: _("Everybody sits in their home group."),
    Method.SCRIPTED: _("Seated as the organiser's list says; no other tables were tried."),
    Method.PAIRS: _("Partners stay together for this round; every round has other ones."),
    Method.FINALS: _("Seated by place, which leaves nothing to choose."),
    Method.RANDOM: _(
        "Drawn by lot alone, which tries for nothing: who has met before does not count, and other "
        "tables may have fewer who meet again."
    ),
}


def summary_words(summary: Mapping[str, Any] | None) -> list[str]:
    """Say of a draw how it was made, and how good it is; see `draws.Draw.summary`."""
    if not summary or "method" not in summary:
        return []
    words = [str(METHODS[summary["method"]])]
    words += how_good(summary)
    if summary["broken"]:
        words.append(
            ngettext(
                "%(count)d pair that is kept apart shares a table all the same.",
                "%(count)d pairs that are kept apart share a table all the same.",
                summary["broken"],
            )
            % {"count": summary["broken"]}
        )
    if summary.get("ahead", 0) > 1:
        words.append(
            ngettext(
                "This round and %(count)d to come are planned together.",
                "This round and %(count)d to come are planned together.",
                summary["ahead"] - 1,
            )
            % {"count": summary["ahead"] - 1}
        )
    return words


def how_good(summary: Mapping[str, Any] | None) -> list[str]:
    """Say who meets again, and whether that could be better."""
    if not summary or "method" not in summary:
        return []
    words = []
    if summary["is_first"]:
        words.append(gettext("Nobody has met before in this competition."))
    elif summary["again"]:
        words.append(
            ngettext("%(count)d pair meets again.", "%(count)d pairs meet again.", summary["again"])
            % {"count": summary["again"]}
        )
    else:
        words.append(gettext("Nobody meets again."))
    if summary["again"] and summary["tables"] < summary["largest"]:
        words.append(_arithmetic(summary))
    if summary["is_optimal"]:
        words.append(
            gettext("No seating at these tables has fewer who meet again: that is proven.")
            if summary["method"] == Method.SWISS
            else gettext("No better seating exists: that is proven.")
        )
    elif summary["excess"]:
        words.append(
            ngettext(
                "At most %(count)d repeat more than the fewest possible.",
                "At most %(count)d repeats more than the fewest possible.",
                summary["excess"],
            )
            % {"count": summary["excess"]}
        )
    if "gap" in summary:
        words.append(_score_words(summary["gap"], summary["least_gap"]))
    if "moved" in summary:
        words.append(_moved_words(summary["moved"], summary["least_moved"]))
    return words


def _score_words(gap: float, least: float) -> str:
    """Say how near to each other the scores at a table are, and how near they could be."""
    words = (
        gettext("Two at one table are %(gap)s points apart on average: closer is not possible.")
        if gap <= least
        else gettext(
            "Two at one table are %(gap)s points apart on average; less than %(least)s is not "
            "possible."
        )
    )
    return words % {
        "gap": number_format(round(gap, 1), 1),
        "least": number_format(round(least, 1), 1),
    }


def _moved_words(moved: int, least: int) -> str:
    """Say how many sit in another group than their own, and how many have to."""
    if not moved:
        return gettext("Nobody had to leave their group.")
    words = (
        ngettext(
            "%(count)d player sits with another group, because of who is here: fewer is not "
            "possible.",
            "%(count)d players sit with another group, because of who is here: fewer is not "
            "possible.",
            moved,
        )
        if moved <= least
        else ngettext(
            "%(count)d player sits with another group, because of who is here; at least %(least)d "
            "has to.",
            "%(count)d players sit with another group, because of who is here; at least %(least)d "
            "have to.",
            moved,
        )
    )
    return words % {"count": moved, "least": least}


def _arithmetic(summary: Mapping[str, Any]) -> str:
    """Say that with so few tables nothing could be better."""
    numbers = {"tables": summary["tables"], "players": summary["players"]}
    if summary["tables"] == 1:
        words = gettext("At one table everybody meets everybody every round: that is arithmetic.")
    elif summary["smallest"] >= 2 * summary["tables"]:
        words = gettext(
            "With %(tables)d tables and %(players)d players everybody meets again from round two: "
            "that is arithmetic."
        )
    else:
        words = gettext(
            "With %(tables)d tables and %(players)d players some meet again from round two: "
            "that is arithmetic."
        )
    return words % numbers


REASONS: Mapping[str, Words] = {
    "by_hand": _("The organiser chose this seat"),
    "came_late": _("Came after the draw; this is where it changes least"),
    "made_room": _("Moved because others came or left"),
    "substitute": _("Plays as a substitute"),
    "lot": _("Drawn by lot"),
    "script": _("As the organiser's list says"),
    "group": _("Sits with the home group"),
    "seed": _("Number %(seed)s of those who go on"),
    "score": _("Has %(score)s points, and this table has %(low)s to %(high)s"),
}
WHY_AGAIN: Mapping[str, Words] = {
    "few_tables": _("there are fewer tables than seats at one"),
    "met_all": _("too few are left who are new"),
    "kept_apart": _("not everybody who is new can sit here"),
    "score": _("the scores are close"),
    "fewest": _("no seating has fewer repeats"),
    "nothing_better": _("no seating with fewer repeats was found"),
}


def reason_words(reason: Mapping[str, Any] | None, names: Mapping[int, str]) -> str:
    """Say in one sentence why somebody sits where they sit; "" where nothing is known.

    `names` are those at the table by entry: whoever has left it since is not mentioned.
    """
    if not reason:
        return ""
    data = reason["data"]
    parts = [_basis_words(reason["code"], data, names)]
    again = [names[entry] for entry in data.get("again", ()) if entry in names]
    if again and "why" in data:
        parts.append(
            gettext("meets %(names)s again, as %(why)s")
            % {"names": join_names(again), "why": WHY_AGAIN[data["why"]]}
        )
    if "size" in data:
        words = (
            gettext("it is the turn for a table of %(size)s")
            if data["is_turn"]
            else gettext("some have to sit at a table of %(size)s")
        )
        parts.append(words % {"size": data["size"]})
    said = "; ".join(part for part in parts if part)
    return f"{said[:1].upper()}{said[1:]}." if said else ""


def _basis_words(code: str, data: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Say what brought somebody to a table."""
    if code in REASONS:
        points = {key: f"{data[key]:g}" for key in ("score", "low", "high") if key in data}
        return str(REASONS[code]) % {**data, **points}
    new = [names[entry] for entry in data.get("new", ()) if entry in names]
    if new:
        return gettext("Meets %(names)s for the first time") % {"names": join_names(new)}
    return ""
