"""The rules of a game for who looks something up at a table, in the order a newcomer needs them."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.base import Options
from league.core.games import online_part
from league.core.games.online import Group, Names
from league.core.rule_texts import rule_text


class RulePart(NamedTuple):
    """Rules that belong together, each with its text; `chart` shows with cards what they say."""

    label: str
    rules: tuple[tuple[str, str], ...]
    chart: tuple[Group, ...] = ()


def rules_by_topic(game: str, options: Options | None = None) -> list[RulePart]:
    """Return all rules of a game by topic; those of no topic come last."""
    part = online_part(game)
    rules = part.engine.rules()
    names = Names((), None, part.cards(options or part.engine.options({})))
    chart = tuple(part.chart(names)) if part.chart else ()
    left = dict.fromkeys(rules)
    found: list[RulePart] = []
    for topic in part.rule_topics:
        found.append(RulePart(str(topic.label), _texts(game, topic.rules), () if found else chart))
        for rule in topic.rules:
            left.pop(rule)
    label = _("Cards and other rules") if found else _("All rules")
    return [*found, RulePart(label, _texts(game, tuple(left)))] if left else found


def _texts(game: str, rules: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    known = online_part(game).engine.rules()
    return tuple((rule, rule_text(known, rule)) for rule in rules)
