"""Offer the time zones of the world, and guess the one a club is in."""

from collections import defaultdict
from pathlib import Path
from zoneinfo import available_timezones

REGIONS = (
    "Africa",
    "America",
    "Antarctica",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)
LOCAL_TIME = Path("/etc/localtime")

ZoneChoices = list[tuple[str, str | list[tuple[str, str]]]]


def zone_of_host() -> str:
    """Return the time zone this machine is set to, UTC when it does not say.

    Django sets the process's own zone to UTC, so it is read from the system's file.
    """
    _before, _mark, name = str(LOCAL_TIME.resolve()).partition("zoneinfo/")
    is_usual = name in available_timezones() and name.split("/")[0] in REGIONS
    return name if is_usual else "UTC"


def zone_choices(current: str) -> ZoneChoices:
    """Return the zones by region, for a select; `current` is among them whatever it is."""
    regions: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for name in sorted(available_timezones()):
        region, _slash, place = name.partition("/")
        if region in REGIONS and place:
            regions[region].append((name, place.replace("_", " ").replace("/", " – ")))
    choices: ZoneChoices = [("UTC", "UTC"), *regions.items()]
    if current not in {"UTC", *(name for zones in regions.values() for name, _place in zones)}:
        choices.insert(0, (current, current))
    return choices
