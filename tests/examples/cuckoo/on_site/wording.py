"""Words of Cuckoo: what is wrong with a record, what points are for, what gives a place."""

from collections.abc import Mapping

from league.core.wording.shapes import Words

PROBLEMS: Mapping[str, Words] = {
    "missing/lowest": "Tap who had the lowest card.",
    "repeated": "Everybody can be named once.",
}
LINES: Mapping[str, Words] = {"lowest": "The lowest card"}
PLACES: Mapping[str, Words] = {"CK-07": "%(name)s has more lives left than %(below)s."}
SHARED: Mapping[str, Words] = {"CK-07": "%(names)s have equally many lives left."}
TERMS: Mapping[str, Mapping[str, Words]] = {}
