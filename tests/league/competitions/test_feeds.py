"""A competition's news for feed readers."""

import xml.etree.ElementTree as ET
from functools import partial
from html import unescape
from urllib.parse import urlsplit

import feedparser
import pytest
from django.test import Client
from django.urls import reverse

from league.notifications import visibility
from league.notifications.models import PostText
from league.notifications.services import queueing
from tests.factories import NOW, make_competition

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def test_feed_has_the_posts_about_the_competition_alone(client: Client) -> None:
    cup = make_competition(name="Cup")
    other = make_competition(cup.club, name="Other")
    for competition in (cup, other):
        about = visibility.name_of("competition", competition.pk)
        write = partial(PostText, f"After a round of {competition.name}")
        queueing.post(club=cup.club, key=about, write=write, about=about, now=NOW)
    queueing.post(club=cup.club, key="club", write=partial(PostText, "Of the club"), now=NOW)

    feed = ET.fromstring(client.get(reverse("competitions:atom", args=[cup.pk])).content)
    titles = [entry.findtext(f"{ATOM}title") for entry in feed.findall(f"{ATOM}entry")]
    assert (feed.findtext(f"{ATOM}title"), titles) == ("News of Cup", ["After a round of Cup"])


def test_feed_of_a_competition_that_is_not_there_is_not_found(client: Client) -> None:
    assert client.get(reverse("competitions:atom", args=[1])).status_code == 404


def test_feed_reader_finds_what_atom_asks_for(client: Client) -> None:
    cup = make_competition(name="Cup & <Plate>")
    about = visibility.name_of("competition", cup.pk)
    write = partial(PostText, "Round 1 & <more>")
    queueing.post(club=cup.club, key=about, write=write, about=about, now=NOW)
    addresses = {
        reverse("notifications:atom", args=[cup.club.slug]): f"News from {cup.club.name}",
        reverse("competitions:atom", args=[cup.pk]): "News of Cup & <Plate>",
    }
    for address, title in addresses.items():
        read = feedparser.parse(client.get(address).content)
        assert (read.bozo, read.version) == (False, "atom10")
        assert read.feed.author
        assert urlsplit(read.feed.id).scheme in {"http", "tag"}
        assert read.feed.updated_parsed[:3] == (2026, 11, 6)
        links = {link.rel: urlsplit(link.href).path for link in read.feed.links}
        assert links["self"] == address
        [entry] = read.entries
        assert entry.id.startswith("tag:")
        assert entry.id != read.feed.id
        assert entry.updated_parsed[:3] == (2026, 11, 6)
        assert client.get(urlsplit(entry.link).path).status_code == 200
        assert unescape(read.feed.title) == title
        assert unescape(entry.title) == "Round 1 & <more>"
