"""Speak a reader's language, and tell the time by their clock, whoever sets something off."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone, translation

from league.clubs.models import Club, Player, User
from league.notices.models import Wishes


class Voice(NamedTuple):
    """A language of the site, and the time zone whose clock a reader looks at."""

    language: str
    zone: str

    @contextmanager
    def speaking(self) -> Iterator[None]:
        """Let all words and times that are written meanwhile be in this voice."""
        with translation.override(self.language), timezone.override(ZoneInfo(self.zone)):
            yield


def voice_of(player: Player | None, club: Club) -> Voice:
    """Return the voice in which a player reads of a club; without a player, a chat of the club."""
    if player is None:
        return Voice(language_of(None), club.time_zone)
    try:
        zone = player.wishes.time_zone
    except Wishes.DoesNotExist:
        zone = ""
    return Voice(language_of(player.user), zone or club.time_zone)


def language_of(user: User | None) -> str:
    """Return the language that somebody has chosen, if the site still speaks it, else its first."""
    chosen = user.language if user is not None else ""
    return chosen if chosen in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
