"""Words of Cuckoo: what is wrong with a record, what points are for, what gives a place."""

from league.core.games.entry import RuleTexts

RULE_TEXTS = RuleTexts(
    problems={
        "missing/lowest": "Tap who had the lowest card.",
        "repeated": "Everybody can be named once.",
    },
    lines={"lowest": "The lowest card"},
    places={"CK-07": "%(name)s has more lives left than %(below)s."},
    shared={"CK-07": "%(names)s have equally many lives left."},
)
