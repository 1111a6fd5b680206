"""Ask the apps that have dates for what stands in somebody's calendar.

calendars.register(rounds_in_calendar)                         # in AppConfig.ready
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from league.clubs.models import Player


@dataclass(frozen=True, slots=True)
class Event:
    """Something with a date. `about` names what one must be allowed to see; see notices.sight.

    `takes_time`: somebody is busy then, as on an evening, and not as in a week of one's own choice.
    """

    uid: str
    title: str
    begins_at: datetime
    ends_at: datetime
    words: str = ""
    path: str = ""
    about: str = ""
    takes_time: bool = True


EventsOf = Callable[[Player, str, datetime], Iterable[Event]]
"""The events of a player, or of the one thing that is named, from a moment on."""

_sources: list[EventsOf] = []


def register(events_of: EventsOf) -> None:
    """Have this asked for events; twice is once."""
    if events_of not in _sources:
        _sources.append(events_of)


def events_for(player: Player, about: str, since: datetime) -> list[Event]:
    """Return what stands in a calendar, the earliest first."""
    found = [event for source in _sources for event in source(player, about, since)]
    return sorted(found, key=lambda event: (event.begins_at, event.uid))
