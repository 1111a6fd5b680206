"""News for feed readers: of a club, and of a club as one of its players sees it."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from league.clubs.looking import find_club, key_of
from league.clubs.models import Club
from league.notices.models import Post, Source
from league.notices.queries import posts_listed_for, posts_of, posts_seen_by, subscription_at
from league.notices.voices import voice_of

POSTS_IN_FEED = 30


class News(NamedTuple):
    """What a feed is made of: its name, the page that shows the same, and its posts."""

    title: str
    page: str
    posts: Iterable[Post]


class NewsFeed(Feed):  # type: ignore[type-arg]  # takes no arguments when it runs
    """Posts, newest first."""

    feed_type = Atom1Feed

    def title(self, news: News) -> str:
        """Return the feed's name."""
        return news.title

    def link(self, news: News) -> str:
        """Return the page that shows the same."""
        return news.page

    def items(self, news: News) -> list[Post]:
        """Return the newest posts."""
        return list(news.posts)

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


class ClubFeed(NewsFeed):
    """What a club has posted."""

    def get_object(self, request: HttpRequest, *_args: Any, **kwargs: Any) -> News:
        """Return the news of the club of the address."""
        key = key_of(request)
        club = find_club(request, kwargs["slug"], key=key)
        return _news_of(club, posts_listed_for(request.user, club, key=key)[:POSTS_IN_FEED])


class SecretFeed(NewsFeed):
    """What a player may read of a club, at a secret address, as feed readers do not sign in."""

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer in the language of the player of the address."""
        found = subscription_at(kwargs["secret"], Source.NEWS)
        player = get_object_or_404(found).player
        with voice_of(player, player.club).speaking():
            return super().__call__(request, *args, **kwargs)

    def get_object(self, request: HttpRequest, *_args: Any, **kwargs: Any) -> News:  # noqa: ARG002
        """Return the news for the player of the address."""
        found = subscription_at(kwargs["secret"], Source.NEWS)
        player = get_object_or_404(found).player
        posts = posts_of(player.club)[:POSTS_IN_FEED]
        return _news_of(player.club, posts_seen_by(player, posts))


def _news_of(club: Club, posts: Iterable[Post]) -> News:
    title = _("News of %(club)s") % {"club": club.name}
    return News(title, reverse("notices:feed", args=[club.slug]), posts)
