"""What screens ask of the feed and the outbox."""

from django.db.models import QuerySet

from league.clubs.models import Club
from league.notices.models import Notice, Post


def posts_of(club: Club) -> QuerySet[Post]:
    """Return a club's posts, newest first."""
    return Post.objects.filter(club=club).select_related("club").order_by("-created_at", "-pk")


def notices_of(club: Club) -> QuerySet[Notice]:
    """Return a club's mails with their players, newest first."""
    mails = Notice.objects.filter(club=club).select_related("player__user")
    return mails.order_by("-created_at", "-pk")
