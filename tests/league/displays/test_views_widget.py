import re
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from league.competitions.models import Competition, Entry, Round
from league.results.models import TableScore
from tests.factories import make_organiser, make_round, make_user
from tests.league.displays.evenings import make_evening, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


def widget(round_: Round, name: str = "widget") -> str:
    return reverse(f"displays:{name}", args=[round_.stage.competition_id])


def test_widget_may_be_framed_anywhere_and_no_other_page_may(client: Client) -> None:
    round_ = make_evening()
    answer = client.get(widget(round_))
    assert "X-Frame-Options" not in answer.headers
    policy = answer.headers["Content-Security-Policy"]
    assert re.findall(r"frame-ancestors ([^;]*)", policy) == ["*"]
    assert "default-src 'self'" in policy
    other = client.get(reverse("standings:table", args=[round_.stage.competition_id]))
    assert other.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in other.headers["Content-Security-Policy"]


def test_widget_is_the_same_for_everybody_and_sets_no_cookie(client: Client) -> None:
    round_ = make_evening()
    plain = client.get(widget(round_))
    client.force_login(make_organiser(round_.stage.competition.club))
    signed_in = client.get(widget(round_))
    assert signed_in.content == plain.content
    for answer in (plain, signed_in):
        assert dict(answer.cookies) == {}
        assert "Cookie" not in answer.headers["Vary"]
        assert answer.headers["Cache-Control"] == "public, max-age=60"


def test_widget_speaks_the_language_of_its_address_whoever_looks(client: Client) -> None:
    address = widget(make_evening())
    client.cookies["language"] = "it"
    words = (("", "Points"), ("?language=de", "Punkte"), ("?language=it", "Punti"))
    for language, head in words:
        page = client.get(address + language, headers={"accept-language": "de"}).content.decode()
        assert f">{head}</th>" in page
    assert client.get(f"{address}?language=fr").status_code == 422


def test_widget_is_sent_again_only_when_something_has_changed(client: Client) -> None:
    round_ = make_evening()
    tag = client.get(widget(round_)).headers["ETag"]
    again = client.get(widget(round_), headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    standing = round_.stage.competition.standings.get(points=10)
    standing.points = 99
    standing.save()
    Competition.objects.update(version=7)
    changed = client.get(widget(round_), headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert '<td class="total">99</td>' in changed.content.decode()


def test_widget_is_drawn_once_a_version(
    client: Client, django_assert_num_queries: Callable[..., object]
) -> None:
    round_ = make_evening()
    client.get(widget(round_))
    with django_assert_num_queries(1):  # type: ignore[attr-defined]
        client.get(widget(round_))


@pytest.mark.parametrize("tables", [1, 3])
@pytest.mark.parametrize(("show", "queries"), [("standings", 3), ("next", 2), ("results", 3)])
def test_queries_are_as_many_for_one_row_as_for_three(
    client: Client,
    django_assert_num_queries: Callable[..., object],
    show: str,
    queries: int,
    tables: int,
) -> None:
    round_ = make_evening(tables)
    TableScore.objects.update(is_over=True)
    with django_assert_num_queries(queries):  # type: ignore[attr-defined]
        client.get(widget(round_), {"show": show})


def test_widget_shows_the_rows_that_are_asked_for(client: Client) -> None:
    round_ = make_evening()
    page = text_of(client, f"{widget(round_)}?rows=3")
    assert re.findall(r'rel="noopener">(\w+)</a></th><td class="total">(\d+)', page) == [
        ("Ada", "10"),
        ("Björn", "9"),
        ("Chiara", "8"),
    ]
    assert "And 1 more" in page
    assert '<base target="_blank">' in page
    assert "<script" not in page


def test_widget_shows_rounds_and_results(client: Client) -> None:
    round_ = make_evening()
    rounds = text_of(client, f"{widget(round_)}?show=next")
    assert re.findall(r">Round (\d)</a>", rounds) == ["1", "2"]
    assert "in progress" in rounds
    assert "No finished matches yet." in text_of(client, f"{widget(round_)}?show=results")
    TableScore.objects.update(is_over=True)
    Competition.objects.update(version=7)
    results = text_of(client, f"{widget(round_)}?show=results")
    assert "Round 1, table 1" in results
    assert "<strong>Ada</strong> 4 · Björn 2" in results


@pytest.mark.parametrize("show", ["standings", "results"])
def test_widget_names_the_teams_that_are_played_for(client: Client, show: str) -> None:
    round_ = make_evening()
    TableScore.objects.update(is_over=True)
    Entry.objects.filter(player__name="Ada").update(team="The <Owls>")
    page = text_of(client, f"{widget(round_)}?show={show}")
    assert page.count('<small class="of-team">The &lt;Owls&gt;</small>') == 1


def test_widget_before_anything_is_there_says_so(client: Client) -> None:
    round_ = make_round()
    assert "No results yet." in text_of(client, widget(round_))
    Round.objects.all().delete()
    assert "No rounds scheduled." in text_of(client, f"{widget(round_)}?show=next")


def test_widget_takes_theme_and_colour_from_its_address(client: Client) -> None:
    round_ = make_evening()
    page = text_of(client, f"{widget(round_)}?theme=dark&accent=%23FFCC00")
    assert 'data-theme="dark"' in page
    address = reverse("displays:accent", args=["ffcc00"])
    assert f'href="{address}"' in page
    style = client.get(address)
    assert style.headers["Content-Type"] == "text/css; charset=utf-8"
    assert style.content.decode() == ":root { --club: #ffcc00; --club-ink: #000000; }\n"


def test_widget_with_a_bad_address_says_what_is_wrong_in_its_frame(client: Client) -> None:
    round_ = make_evening()
    answer = client.get(widget(round_), {"accent": "red", "rows": "0"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "X-Frame-Options" not in answer.headers
    assert "<strong>accent</strong>: Enter a colour as six hexadecimal digits" in page
    assert "<strong>rows</strong>: " in page
    assert client.get("/widgets/red.css").status_code == 404


def test_what_is_not_there_is_not_found(client: Client) -> None:
    assert client.get(reverse("displays:widget", args=[4711])).status_code == 404


def test_names_are_text_in_the_widget_and_in_what_is_copied(client: Client) -> None:
    round_ = make_evening()
    Competition.objects.update(name='<i>"Cup"</i>')
    assert "&lt;i&gt;&quot;Cup&quot;&lt;/i&gt;" in text_of(client, widget(round_))
    client.force_login(make_organiser(round_.stage.competition.club))
    page = text_of(client, widget(round_, "widget_setup"))
    assert "title=&quot;&amp;lt;i&amp;gt;&amp;quot;Cup&amp;quot;" in page


def test_organiser_copies_what_the_preview_shows(client: Client) -> None:
    round_ = make_evening()
    client.force_login(make_organiser(round_.stage.competition.club))
    address = widget(round_, "widget_setup")
    page = text_of(client, f"{address}?show=next&theme=dark&accent=%23ffcc00&rows=5")
    asked = "?show=next&amp;theme=dark&amp;accent=ffcc00&amp;rows=5&amp;language=en"
    assert f'src="{widget(round_)}{asked}"' in page
    assert f"{widget(round_)}{asked.replace('&', '&amp;')}&quot; title=" in page
    assert "height=&quot;429&quot;" in page


def test_bad_choice_is_told_beside_its_field(client: Client) -> None:
    round_ = make_evening()
    client.force_login(make_organiser(round_.stage.competition.club))
    answer = client.get(widget(round_, "widget_setup"), {"rows": "many"})
    assert answer.status_code == 422
    assert "Enter a whole number." in answer.content.decode()


def test_only_organisers_make_a_widget(client: Client) -> None:
    round_ = make_evening()
    address = widget(round_, "widget_setup")
    assert client.get(address).status_code == 302
    client.force_login(make_user())
    assert client.get(address).status_code == 404
    settings = reverse("competitions:settings", args=[round_.stage.competition_id])
    assert client.get(settings).status_code == 404
    client.force_login(make_organiser(round_.stage.competition.club))
    assert address in text_of(client, settings)
