"""A club's feed for feed readers."""

from datetime import datetime
from typing import Any

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.clubs.queries import club_seen_by
from league.notices.models import Post
from league.notices.queries import posts_of

POSTS_IN_FEED = 30


class ClubFeed(Feed):  # type: ignore[type-arg]  # takes no arguments when it runs
    """What a club has posted, newest first."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, *_args: Any, **kwargs: Any) -> Club:
        """Return the club of the address."""
        return club_seen_by(request.user, kwargs["slug"])

    def title(self, club: Club) -> str:
        """Return the feed's name."""
        return _("News of %(club)s") % {"club": club.name}

    def link(self, club: Club) -> str:
        """Return the page that shows the same."""
        return reverse("notices:feed", args=[club.slug])

    def items(self, club: Club) -> list[Post]:
        """Return the newest posts."""
        return list(posts_of(club)[:POSTS_IN_FEED])

    def item_title(self, item: Post) -> str:
        """Return a post's title, as plain text."""
        return item.title

    def item_description(self, item: Post) -> str:
        """Return a post's text and table, as markup."""
        return render_to_string("notices/_post_body.html", {"post": item})

    def item_link(self, item: Post) -> str:
        """Return the page a post is about, else its place in the feed."""
        return item.path or f"{reverse('notices:feed', args=[item.club.slug])}#post-{item.pk}"

    def item_guid(self, item: Post) -> str:
        """Return what tells this post from every other, whatever its page is called."""
        return f"urn:menagerie:post:{item.pk}"

    def item_pubdate(self, item: Post) -> datetime:
        """Return when it was posted."""
        return item.created_at

    def item_updateddate(self, item: Post) -> datetime:
        """Return when it was last changed, which posts never are."""
        return item.created_at
