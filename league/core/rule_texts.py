"""Texts of the engine's codes in the reader's language; `names` are the players' by seat."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.base import PlaceReason, Problem, ScoreLine
from games.registry import UnknownGameError
from league.core.games import SiteGame, game_of_rule, site_game, site_games
from league.core.games.entry import RuleTexts, Text, Texts

INDEX = re.compile(r"\[\d+\]")
OF_SEAT = re.compile(r"\w+\[(\d+)\]")
SEATS = ("seat", "partner", "by")


def problem_text(problem: Problem | Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """Return the text of a problem, or of its JSON."""
    if not isinstance(problem, Problem):
        code, field, rule, text = (problem[key] for key in ("code", "field", "rule", "text"))
        problem = Problem(code, field, rule, text, "warning", problem["data"])
    if own := _sentence_of_sheet(problem.rule, problem.data):
        return own
    return filled(_problem_text(problem), problem.data, names) or problem.text


def subject_label(field: str, names: Sequence[str] = ()) -> str:
    """Return the player or thing that a field is about, "" for the hand."""
    if found := OF_SEAT.match(field):
        seat = int(found[1])
        return names[seat] if seat < len(names) else ""
    labels = (texts.subjects[field] for texts in _every_texts() if field in texts.subjects)
    return str(next(labels, ""))


def located_text(problem: Problem, names: Sequence[str] = ()) -> str:
    """Return the text of a problem with its subject."""
    subject, sentence = subject_label(problem.field, names), problem_text(problem, names)
    located = gettext("%(subject)s: %(words)s") % {"subject": subject, "words": sentence}
    return located if subject else sentence


def line_text(line: ScoreLine | Mapping[str, Any], names: Sequence[str]) -> str:
    """Return the text of a score line, or of its JSON."""
    if isinstance(line, ScoreLine):
        code, rule, data, text = line.code, line.rule, line.data, line.text
    else:
        code, rule, data, text = (line[key] for key in ("code", "rule", "data", "text"))
    if own := _sentence_of_sheet(rule, data):
        return own
    game = game_of_rule(rule)
    sentence = game.rule_texts.lines.get(code) if game else None
    return filled(sentence, data, names) or text


def place_text(reason: PlaceReason, seat: int, names: Sequence[str], game: SiteGame) -> str:
    """Return what decided a place in a game, "" for the last one."""
    if reason.shared_with:
        together = join_names([names[each] for each in sorted((seat, *reason.shared_with))])
        return str(game.rule_texts.shared.get(reason.rule, "")) % {"names": together}
    if reason.ahead_of is None:
        return ""
    sentence = str(game.rule_texts.places.get(reason.rule, ""))
    return sentence % {"name": names[seat], "below": names[reason.ahead_of]}


def _sentence_of_sheet(rule: str | None, data: Mapping[str, Any]) -> str:
    """Return a rule of a score sheet in words, where the data name the sheet; otherwise ""."""
    slug, _at, version = str(data.get("sheet", "")).rpartition("@")
    if not slug or rule is None:
        return ""
    try:
        say = site_game(slug, {"version": int(version)}).rule_texts.sentence
    except UnknownGameError:
        return ""
    return say(rule, data) if say else ""


def filled(sentence: Text | None, data: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return a sentence with its data, "" if something is missing."""
    if sentence is None:
        return ""
    known = {
        f"{key}_name": names[value]
        for key, value in data.items()
        if key in SEATS and isinstance(value, int) and value < len(names)
    }
    terms = {
        f"{key}_term": values[data[key]]
        for texts in _every_texts()
        for key, values in texts.terms.items()
        if data.get(key) in values
    }
    try:
        return str(sentence % {**data, **known, **terms})
    except KeyError:
        return ""


def rule_text(rules: Mapping[str, str], rule: str) -> str:
    """Return the text of a rule, given all rules of its game."""
    return gettext(rules[rule]) if rule in rules else ""


def join_names(names: Sequence[str]) -> str:
    """Return names joined by commas and "and"."""
    if len(names) < 2:
        return "".join(names)
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def _problem_text(problem: Problem) -> Text | None:
    """Return the best sentence: of the game, for this field, for the code."""
    field = INDEX.sub("", problem.field)
    game = game_of_rule(problem.rule)
    own = game.rule_texts.problems if game else {}
    every = [own] if game else _every_problems() if problem.rule is None and field else []
    # Of a path the end says most ("guess.size"), then the beginning ("seasons.cat").
    keys = [field, field.rpartition(".")[2], field.partition(".")[0]]
    for sentences in every:
        for key in keys:
            if f"{problem.code}/{key}" in sentences:
                return sentences[f"{problem.code}/{key}"]
    code = problem.code
    if code == "out_of_range" and "lowest" in problem.data:
        code = "not_between"
    found = [sentences[code] for sentences in _every_problems() if code in sentences]
    return own.get(code) or PROBLEMS.get(code) or (found[0] if len(found) == 1 else None)


def _every_texts() -> list[RuleTexts]:
    return [game.rule_texts for game in site_games()]


def _every_problems() -> list[Texts]:
    return [texts.problems for texts in _every_texts()]


PROBLEMS: Mapping[str, Text] = {
    "missing": _("This value is missing."),
    "not_counted": _("This does not count in this hand. Leave it empty."),
    "unknown_field": _("Unknown field."),
    "not_an_object": _("This is not a valid hand record."),
    "not_a_seat": _("Choose a player of this table."),
    "not_one_a_seat": _("Enter this once for each player of the table."),
    "match_over": _("The match is over. No more hands count."),
    "not_a_table_size": _("This game cannot be played with this number of players."),
    "not_a_choice": _("Choose one of the options."),
    "not_a_number": _("Enter a whole number."),
    "out_of_range": _("Enter a number from 1 to %(highest)d."),
    "not_yes_or_no": _("Enter yes or no."),
    "not_one_a_team": _("Enter this once for each team."),
    "not_a_step": _("Enter a multiple of %(step)d."),
    "not_teams": _("Put each player into one team, with as many teams as before."),
    "teams_differ": _("The rules would have formed other teams."),
    "unknown_game": _("Unknown game."),
    "not_this_sheet": _("This competition has another game or version."),
    "unknown_version": _("There is no such version of this game."),
    "not_a_list": _("This must be a list."),
    "not_json": _("The content is not JSON in UTF-8."),
    "duplicate_field": _("This is given twice. Remove one of them."),
    "not_between": _("Enter a number from %(lowest)d to %(highest)d."),
    "no_outcome": _("Enter places or totals."),
    "not_once_each": _("Give each place once: 1, 2, 3."),
    "not_places": _("After a shared place, skip the next one: 1, 1, 3."),
    "tie_undecided": _("Equal totals do not settle the order. Enter the places too."),
    "against_totals": _("Places and totals do not agree: the higher total must be ahead."),
}


def who_is_there(totals: Sequence[int], target: int, names: Sequence[str]) -> str:
    """Return who has reached the target."""
    reached = [name for name, total in zip(names, totals, strict=True) if total >= target]
    return ngettext(
        "%(names)s has reached %(target)d points.",
        "%(names)s have reached %(target)d points.",
        len(reached),
    ) % {"names": join_names(reached), "target": target}
