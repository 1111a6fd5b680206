import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from league.competitions.models import Round
from league.displays.slides import sign_message
from tests.factories import make_check_in, make_organiser, make_round
from tests.league.displays.evenings import make_evening, start_clock, text_of

pytestmark = pytest.mark.django_db


def screen_address(round_: Round) -> str:
    return reverse("displays:projector", args=[round_.stage.competition_id])


def set_up_address(round_: Round) -> str:
    return reverse("displays:projector_setup", args=[round_.stage.competition_id])


def seen(page: str) -> list[str]:
    """Return the scenes that are seen without scripts."""
    return re.findall(r'class="scene scene-\w+" data-name="(\w+)" data-seconds="\d+">', page)


def test_screen_shows_the_tables_and_has_the_other_scenes_ready(client: Client) -> None:
    round_ = make_evening()
    page = text_of(client, screen_address(round_))
    assert re.findall(r'data-name="(\w+)" data-seconds="(\d+)"', page) == [
        ("tables", "20"),
        ("standings", "15"),
        ("hands", "15"),
        ("news", "12"),
    ]
    assert seen(page) == ["tables"]
    assert "Hand 2" in page
    assert set(
        re.findall(r'class="leader".*?screen-name"><span class="named">(\w+)</span>', page)
    ) == {"Ada"}
    assert round_.tables.get().codes.get().token not in page


def test_screen_shows_who_is_here_and_the_code_to_check_in(client: Client) -> None:
    round_ = make_round()
    make_check_in(round_)
    page = text_of(client, screen_address(round_))
    name = round_.check_ins.get().entry.player.name
    assert f'<li><span class="named">{name}</span></li>' in page
    assert "<svg" in page
    assert reverse("rounds:mine") in page


def test_screen_of_a_round_keeps_its_old_address(client: Client) -> None:
    waiting = make_evening().stage.rounds.get(number=2)
    address = reverse("displays:round_projector", args=[waiting.pk])
    assert address == f"/rounds/{waiting.pk}/projector/"
    assert f'data-round="{waiting.pk}"' in text_of(client, address)


def test_screen_without_scripts_turns_by_asking_for_the_next_slide(client: Client) -> None:
    round_ = make_evening()
    address = f"{screen_address(round_)}?tables=20&hands=9"
    turn = []
    for _ in range(3):
        page = text_of(client, address)
        seconds, address = re.findall(r'http-equiv="refresh" content="(\d+); url=(.+?)"', page)[0]
        address = address.replace("&amp;", "&")
        turn.append((*seen(page), int(seconds)))
    assert turn == [("tables", 20), ("hands", 9), ("tables", 20)]


def test_clock_takes_the_screen_when_time_is_up(client: Client) -> None:
    round_ = make_evening()
    start_clock(round_, minutes_ago=31)
    page = text_of(client, f"{screen_address(round_)}?tables=20&at=tables-1")
    assert 'id="screen" data-scene="clock"' in page
    assert seen(page) == ["clock"]
    assert page.count("data-clock=") == 1


def test_piece_has_the_scenes_alone(client: Client) -> None:
    round_ = make_evening()
    headers = {"HX-Request": "true", "HX-Target": "screen"}
    page = client.get(screen_address(round_), headers=headers).content.decode()
    assert page.lstrip().startswith('<section id="screen"')
    assert page.rstrip().endswith("</section>")


@pytest.mark.parametrize("tables", [1, 3])
@pytest.mark.parametrize("name", ["projector", "round_projector"])
def test_queries_are_as_many_for_one_table_as_for_three(
    client: Client, django_assert_num_queries: Callable[..., object], name: str, tables: int
) -> None:
    round_ = make_evening(tables)
    pk = round_.pk if name == "round_projector" else round_.stage.competition_id
    # What the page depends on is asked of PostgreSQL at once, before and after it is drawn.
    count = 12 if connection.vendor == "postgresql" else 14
    with django_assert_num_queries(count):  # type: ignore[attr-defined]
        client.get(reverse(f"displays:{name}", args=[pk]))


def test_words_of_an_organiser_are_shown_and_those_of_nobody_refused(client: Client) -> None:
    round_ = make_evening()
    words = sign_message(round_.stage.competition_id, "Pizza & <b>cake</b>")
    answer = client.get(screen_address(round_), {"words": words})
    assert "Pizza &amp; &lt;b&gt;cake&lt;/b&gt;" in answer.content.decode()
    forged = client.get(screen_address(round_), {"words": "Ada cheats"})
    assert forged.status_code == 422
    assert "The text in this link is not valid." in forged.content.decode()


def test_bad_address_says_what_is_wrong_on_the_page_that_mends_it(client: Client) -> None:
    round_ = make_evening()
    answer = client.get(screen_address(round_), {"tables": "abc", "clock": "2"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert page.count('class="errorlist"') == 2
    assert f'action="{set_up_address(round_)}"' in page


def test_anybody_makes_an_address_and_organisers_write_words_into_it(client: Client) -> None:
    round_ = make_evening()
    chosen = {"tables": 20, "standings": 9, "words": "Pizza"}
    chosen |= dict.fromkeys(("clock", "awards", "hands", "news"), 0)
    plain = text_of(client, f"{set_up_address(round_)}?{_query(chosen)}")
    assert f"{screen_address(round_)}?tables=20&amp;standings=9" in plain
    assert "Custom text" not in plain
    assert not re.search(r'href="[^"]*words=', plain)

    client.force_login(make_organiser(round_.stage.competition.club))
    page = text_of(client, f"{set_up_address(round_)}?{_query(chosen)}")
    (path,) = set(re.findall(r'href="(/competitions/\d+/projector/\?[^"]+)"', page))
    assert "Pizza" in text_of(client, path.replace("&amp;", "&"))


def _query(values: dict[str, object]) -> str:
    return "&".join(f"{name}={value}" for name, value in values.items())


def test_set_up_refuses_nonsense(client: Client) -> None:
    round_ = make_evening()
    answer = client.get(set_up_address(round_), {"tables": "0"})
    assert answer.status_code == 422
    assert "This field is required." in answer.content.decode()


@pytest.mark.parametrize("name", ["projector", "projector_setup", "round_projector"])
def test_what_is_not_there_is_not_found(client: Client, name: str) -> None:
    assert client.get(reverse(f"displays:{name}", args=[4711])).status_code == 404


def test_page_links_to_its_screen(client: Client) -> None:
    round_ = make_evening()
    competition = reverse("competitions:detail", args=[round_.stage.competition_id])
    assert f'href="{set_up_address(round_)}"' in text_of(client, competition)
    address = reverse("displays:round_projector", args=[round_.pk])
    assert f'href="{address}"' in text_of(client, reverse("rounds:detail", args=[round_.pk]))
