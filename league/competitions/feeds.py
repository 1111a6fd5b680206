"""A competition's news for feed readers."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.looking import find_shown, key_of
from league.competitions.queries import competitions_seen_by
from league.notices import sight
from league.notices.feeds import POSTS_IN_FEED, News, NewsFeed
from league.notices.queries import posts_of


class CompetitionFeed(NewsFeed):
    """What a club has posted about one competition."""

    def get_object(self, request: HttpRequest, *_args: Any, **kwargs: Any) -> News:
        """Return the news of the competition of the address."""
        competition = find_shown(
            request, competitions_seen_by(request.user, key=key_of(request)), pk=kwargs["pk"]
        )
        posts = posts_of(competition.club).filter(
            about=sight.name_of("competition", competition.pk)
        )
        title = _("News of %(competition)s") % {"competition": competition.name}
        page = reverse("competitions:detail", args=[competition.pk])
        return News(title, page, posts[:POSTS_IN_FEED])
