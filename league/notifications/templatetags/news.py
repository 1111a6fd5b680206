"""Data of a club's news on its page."""

from typing import Any

from django.template.context import Context
from django.utils import timezone

from league.clubs.models import Club
from league.notifications.queries import announcements_of, posts_listed_for

POSTS_ON_PAGE = 3


def announcements(club: Club) -> dict[str, Any]:
    """Return the announcements that are shown now."""
    return {"club": club, "announcements": announcements_of(club, timezone.now())}


def latest_news(context: Context, club: Club) -> dict[str, Any]:
    """Return the newest posts that the visitor may read, but for announcements shown above."""
    now = timezone.now()
    posts = posts_listed_for(context["request"].user, club).exclude(shown_until__gt=now)
    return {"club": club, "posts": posts[:POSTS_ON_PAGE]}
