"""Say what the engine says, in the reader's language and with the players' names.

The engine gives codes and numbers; here are the sentences, those of each game in a module of its
own. A code without one keeps the engine's own English text. `names` are the players' names by seat.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django.utils.translation import gettext

from games.base import PlaceReason, Problem, ScoreLine
from league.core.wording import animal_poker, franks_zoo, shapes, zop_zoo
from league.core.wording.animal_poker import counts_words, set_words
from league.core.wording.animal_poker_steps import STEPS
from league.core.wording.shapes import Words

INDEX = re.compile(r"\[\d+\]")
OF_SEAT = re.compile(r"\w+\[(\d+)\]")
SEATS = ("seat", "partner", "by")


class GameWords(Protocol):
    """The sentences of one game, by code; problems also by code and field ("missing/teams").

    `TERMS` are the words for values that stand in the data of a sentence, by name and value.
    """

    PROBLEMS: Mapping[str, Words]
    LINES: Mapping[str, Words]
    PLACES: Mapping[str, Words]
    SHARED: Mapping[str, Words]
    TERMS: Mapping[str, Mapping[str, Words]]


# The ids of a game's rules begin with these letters.
WORDS: Mapping[str, GameWords] = {"FZ": franks_zoo, "ZZ": zop_zoo, "AP": animal_poker}


class Step(Protocol):
    """A step of the explanation of a hand, as the engine tells it."""

    @property
    def code(self) -> str:
        """Which sentence this is."""

    @property
    def text(self) -> str:
        """The engine's own English."""

    @property
    def data(self) -> Mapping[str, int | str]:
        """The values in it."""


def problem_words(problem: Problem | Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """Say what is wrong with a field; takes the engine's problem, or one that a score has kept."""
    if not isinstance(problem, Problem):
        code, field, rule, text = (problem[key] for key in ("code", "field", "rule", "text"))
        problem = Problem(code, field, rule, text, "warning", problem["data"])
    return _filled(_words_of_problem(problem), problem.data, names) or problem.text


def subject_words(field: str, names: Sequence[str] = ()) -> str:
    """Say whom or what a field of a record is about: a player, an animal; "" for the hand."""
    if found := OF_SEAT.match(field):
        seat = int(found[1])
        return names[seat] if seat < len(names) else ""
    if field.startswith("seasons."):
        return str(animal_poker.ANIMALS.get(field.partition(".")[2], ""))
    return ""


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
    words = WORDS[rule[:2]].LINES.get(code) if rule[:2] in WORDS else None
    return _filled(words, data, names) or text


def place_words(reason: PlaceReason, seat: int, names: Sequence[str]) -> str:
    """Say what put a seat ahead of the next, or with whom it shares its place; "" for the last."""
    game = WORDS.get(reason.rule[:2])
    if game is None:
        return ""
    if reason.shared_with:
        together = join_names([names[each] for each in sorted((seat, *reason.shared_with))])
        return str(game.SHARED.get(reason.rule, "")) % {"names": together}
    if reason.ahead_of is None:
        return ""
    words = str(game.PLACES.get(reason.rule, ""))
    return words % {"name": names[seat], "below": names[reason.ahead_of]}


def step_words(step: Step, names: Sequence[str]) -> str:
    """Say what a step in the judging of a hand of Animal Poker was."""
    words = STEPS.get(f"{step.code}/{step.data.get('season')}", STEPS.get(step.code))
    data: dict[str, Any] = {"counts": counts_words(step.data), **step.data}
    if "kind" in data:
        data["set"] = set_words(data)
    if "animals" in data:
        animals = [str(animal_poker.ANIMALS[name]) for name in str(data["animals"]).split()]
        data["animals_words"] = join_names(animals)
    return _filled(words, data, names) or step.text


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
    game = WORDS.get((problem.rule or "")[:2])
    games = [game] if game else list(WORDS.values()) if problem.rule is None and field else []
    # Of a field with a path its end says most ("guess.size"), then its beginning ("seasons.cat").
    keys = [field, field.rpartition(".")[2], field.partition(".")[0]]
    for sentences in [each.PROBLEMS for each in games]:
        for key in keys:
            if f"{problem.code}/{key}" in sentences:
                return sentences[f"{problem.code}/{key}"]
    if game is not None and problem.code in game.PROBLEMS:
        return game.PROBLEMS[problem.code]
    return shapes.PROBLEMS.get(problem.code) or _only_sentence(problem.code)


def _only_sentence(code: str) -> Words | None:
    """Return the sentence of a code that no rule is told for and only one game has."""
    found = [game.PROBLEMS[code] for game in WORDS.values() if code in game.PROBLEMS]
    return found[0] if len(found) == 1 else None


def _filled(words: Words | None, data: Mapping[str, Any], names: Sequence[str]) -> str:
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
        for game in WORDS.values()
        for key, values in game.TERMS.items()
        if data.get(key) in values
    }
    try:
        return str(words % {**data, **known, **terms})
    except KeyError:
        return ""
