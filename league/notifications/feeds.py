"""Feeds and calendars of clubs and players."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django.utils.feedgenerator import Atom1Feed, get_tag_uri
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.clubs.access import get_club_or_404, key_of
from league.clubs.models import Club
from league.core.address import absolute_url
from league.notifications import queries
from league.notifications.calendars import update_calendar, write_calendar
from league.notifications.models import Post, Source
from league.notifications.services.queueing import language_of, locale_of

POSTS_IN_FEED = 30


class News(NamedTuple):
    """Title, page, author and posts of a feed."""

    title: str
    page: str
    author: str
    posts: Iterable[Post]


class NewsFeed(Feed):  # type: ignore[type-arg]  # takes no arguments when it runs
    """Atom feed of posts, newest first, in the club's language, which is the site's."""

    feed_type = Atom1Feed

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Respond in one language, whoever asks."""
        with translation.override(self.language_for(**kwargs)):
            return super().__call__(request, *args, **kwargs)

    def language_for(self, **_kwargs: Any) -> str:
        """Return the feed's language."""
        return settings.LANGUAGE_CODE

    def title(self, news: News) -> str:
        """Return the feed's title."""
        return news.title

    def link(self, news: News) -> str:
        """Return the page with the same posts."""
        return news.page

    def author_name(self, news: News) -> str:
        """Return the club's name: Atom asks for an author (RFC 4287, 4.2.1)."""
        return news.author

    def items(self, news: News) -> list[Post]:
        """Return the posts."""
        return list(news.posts)

    def item_title(self, item: Post) -> str:
        """Return a post's title."""
        return item.shown.title

    def item_description(self, item: Post) -> str:
        """Return a post's text and table as HTML."""
        return render_to_string("notifications/_post_body.html", {"post": item})

    def item_link(self, item: Post) -> str:
        """Return a post's page."""
        return item.path or f"{reverse('notifications:feed', args=[item.club.slug])}#post-{item.pk}"

    def item_guid(self, item: Post) -> str:
        """Return a post's permanent id, a tag URI of this site (RFC 4151)."""
        return get_tag_uri(absolute_url(f"/posts#{item.pk}"), item.created_at)

    def item_pubdate(self, item: Post) -> datetime:
        """Return a post's date."""
        return item.created_at

    item_updateddate = item_pubdate  # posts are never changed


class ClubFeed(NewsFeed):
    """A club's news."""

    def get_object(self, request: HttpRequest, *_args: Any, **kwargs: Any) -> News:
        """Return the news of a visible club."""
        key = key_of(request)
        club = get_club_or_404(request, kwargs["slug"], key=key)
        return _news_of(club, queries.posts_listed_for(request.user, club, key=key)[:POSTS_IN_FEED])


class SecretFeed(NewsFeed):
    """A club's news as one player may read them, at a secret address."""

    def language_for(self, **kwargs: Any) -> str:
        """Return the player's language."""
        player = get_object_or_404(queries.subscription_at(kwargs["secret"], Source.NEWS)).player
        return language_of(player.user)

    def get_object(self, request: HttpRequest, *_args: Any, **kwargs: Any) -> News:  # noqa: ARG002
        """Return the news of a subscription."""
        player = get_object_or_404(queries.subscription_at(kwargs["secret"], Source.NEWS)).player
        posts = queries.posts_of(player.club)[:POSTS_IN_FEED]
        return _news_of(player.club, queries.posts_visible_to(player, posts))


def _news_of(club: Club, posts: Iterable[Post]) -> News:
    title = _("News from %(club)s") % {"club": club.name}
    return News(title, reverse("notifications:feed", args=[club.slug]), club.name, posts)


@require_safe
def calendar(_request: HttpRequest, secret: str) -> HttpResponse:
    """Return the calendar of a subscription."""
    subscription = get_object_or_404(queries.subscription_at(secret, Source.CALENDAR))
    player = subscription.player
    with locale_of(player, player.club).activate():
        entries = update_calendar(subscription_id=subscription.pk, now=timezone.now())
        name = _("%(player)s at %(club)s") % {"player": player.name, "club": player.club.name}
    content = write_calendar(name, entries)
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    patch_cache_control(response, private=True, max_age=300)
    response["X-Robots-Tag"] = "noindex"
    return response
