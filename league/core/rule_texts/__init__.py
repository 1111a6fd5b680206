"""Say what the engine says, in the reader's language and with the players' names.

The engine gives codes and numbers; the sentences are those of its game (`SiteGame.rule_texts`), or
in `shapes` what is wrong with any input. A code without one keeps the engine's own English text.
`names` are the players' names by seat.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from games.base import PlaceReason, Problem, ScoreLine
from league.core.games import game_of_rule, site_games
from league.core.games.rule_texts import RuleTexts, Texts, Words
from league.core.rule_texts import shapes

INDEX = re.compile(r"\[\d+\]")
OF_SEAT = re.compile(r"\w+\[(\d+)\]")
SEATS = ("seat", "partner", "by")


def problem_words(problem: Problem | Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """Say what is wrong with a field; takes the engine's problem, or one that a score has kept."""
    if not isinstance(problem, Problem):
        code, field, rule, text = (problem[key] for key in ("code", "field", "rule", "text"))
        problem = Problem(code, field, rule, text, "warning", problem["data"])
    return filled(_words_of_problem(problem), problem.data, names) or problem.text


def subject_words(field: str, names: Sequence[str] = ()) -> str:
    """Say whom or what a field of a record is about: a player, an animal; "" for the hand."""
    if found := OF_SEAT.match(field):
        seat = int(found[1])
        return names[seat] if seat < len(names) else ""
    found_words = (texts.subjects[field] for texts in _every_texts() if field in texts.subjects)
    return str(next(found_words, ""))


def located_words(problem: Problem, names: Sequence[str] = ()) -> str:
    """Say what is wrong, and with whom or what, for where no field stands beside it."""
    subject, words = subject_words(problem.field, names), problem_words(problem, names)
    return (
        gettext("%(subject)s: %(words)s")
        % {
            "subject": subject,
            "words": words,
        }
        if subject
        else words
    )


def line_words(line: ScoreLine | Mapping[str, Any], names: Sequence[str]) -> str:
    """Say what a line of a score is for; takes the engine's line, or one that a score has kept."""
    if isinstance(line, ScoreLine):
        code, rule, data, text = line.code, line.rule, line.data, line.text
    else:
        code, rule, data, text = (line[key] for key in ("code", "rule", "data", "text"))
    game = game_of_rule(rule)
    words = game.rule_texts.lines.get(code) if game else None
    return filled(words, data, names) or text


def place_words(reason: PlaceReason, seat: int, names: Sequence[str]) -> str:
    """Say what put a seat ahead of the next, or with whom it shares its place; "" for the last."""
    game = game_of_rule(reason.rule)
    if game is None:
        return ""
    if reason.shared_with:
        together = join_names([names[each] for each in sorted((seat, *reason.shared_with))])
        return str(game.rule_texts.shared.get(reason.rule, "")) % {"names": together}
    if reason.ahead_of is None:
        return ""
    words = str(game.rule_texts.places.get(reason.rule, ""))
    return words % {"name": names[seat], "below": names[reason.ahead_of]}


def filled(words: Words | None, data: Mapping[str, Any], names: Sequence[str]) -> str:
    """Fill a sentence, "" without one; a seat `x` can be named as `x_name`, a value as `x_term`."""
    if words is None:
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
        return str(words % {**data, **known, **terms})
    except KeyError:
        return ""


def rule_words(rules: Mapping[str, str], rule: str) -> str:
    """Explain a rule, given all rules of its game."""
    return gettext(rules[rule]) if rule in rules else ""


def join_names(names: Sequence[str]) -> str:
    """List names as a sentence does."""
    if len(names) < 2:
        return "".join(names)
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def _words_of_problem(problem: Problem) -> Words | None:
    """Return the best sentence: of the game whose rule is broken, for this field."""
    field = INDEX.sub("", problem.field)
    game = game_of_rule(problem.rule)
    own = game.rule_texts.problems if game else {}
    every = [own] if game else _every_problems() if problem.rule is None and field else []
    # Of a field with a path its end says most ("guess.size"), then its beginning ("seasons.cat").
    keys = [field, field.rpartition(".")[2], field.partition(".")[0]]
    for sentences in every:
        for key in keys:
            if f"{problem.code}/{key}" in sentences:
                return sentences[f"{problem.code}/{key}"]
    if problem.code in own:
        return own[problem.code]
    return shapes.PROBLEMS.get(problem.code) or _only_sentence(problem.code)


def _only_sentence(code: str) -> Words | None:
    """Return the sentence of a code that no rule is told for and only one game has."""
    found = [sentences[code] for sentences in _every_problems() if code in sentences]
    return found[0] if len(found) == 1 else None


def _every_texts() -> list[RuleTexts]:
    return [game.rule_texts for game in site_games()]


def _every_problems() -> list[Texts]:
    return [texts.problems for texts in _every_texts()]
