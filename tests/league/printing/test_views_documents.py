"""Papers: for whom, what is on them, and how they are sent."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from league.clubs.models import Player
from league.competitions.models import Round, RoundStatus, Seat, TableCode
from league.printing.documents import CARDS_A_PAGE, MOST_PAGES
from tests.factories import (
    NOW,
    make_club,
    make_competition,
    make_organiser,
    make_player,
    make_round,
    make_table,
)
from tests.league.printing.evenings import competition_of, make_evening, record
from tests.league.printing.pdf_text import Text, parts_of, text_of
from tests.portions import some_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


def address_of(name: str, key: int | str, query: str = "") -> str:
    return reverse(f"printing:{name}", args=[key]) + query


def take(client: Client, name: str, key: int | str, query: str = "") -> bytes:
    answer = client.get(address_of(name, key, query))
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    return answer.content


def read(client: Client, name: str, key: int | str, query: str = "") -> Text:
    return text_of(take(client, name, key, query))


def documents_of(evening: Round) -> list[tuple[str, int | str]]:
    """List every paper that anybody may print."""
    competition = competition_of(evening)
    entry = competition.entries.order_by("pk")[0]
    return [
        ("standings", competition.pk),
        ("certificates", competition.pk),
        ("competition_cards", competition.pk),
        ("certificate", entry.pk),
        ("seating", evening.pk),
        ("round_cards", evening.pk),
        ("club_cards", competition.club.slug),
    ]


def test_standings_are_those_of_the_page(client: Client) -> None:
    competition = competition_of(make_evening())
    whole = read(client, "standings", competition.pk).whole
    assert "Standings of Friday League" in whole
    # Place, name, points, wins, game points, tables, and the points of the one round.
    rows = ("1Chiara", "1014110*"), ("2Ada", "70317*"), ("3Björn", "50215*"), ("4Dörte", "30013*")
    assert "".join(f"{who} provisional{numbers}" for who, numbers in rows) in whole
    assert "Tables still playing count as if they ended now." in whole


def test_standings_say_whether_their_last_round_is_still_played(client: Client) -> None:
    evening = make_evening()
    competition = competition_of(evening)
    assert "· during round 1" in read(client, "standings", competition.pk).whole
    Round.objects.filter(pk=evening.pk).update(status=RoundStatus.CLOSED)
    assert "· after round 1" in read(client, "standings", competition.pk).whole


def test_standings_after_a_round_leave_out_what_came_later(client: Client) -> None:
    evening = make_evening()
    competition = competition_of(evening)
    record(make_table(make_round(competition, number=2), number=2), 1, [0, 1, 2, 3])
    now = read(client, "standings", competition.pk).whole
    before = read(client, "standings", competition.pk, "?after=1").whole
    assert ("Ada 2" in now, "Ada 2" in before) == (True, False)
    assert "Standings after round 1" in before


def test_standings_without_anybody_say_so(client: Client) -> None:
    competition = make_competition()
    assert "No results yet" in read(client, "standings", competition.pk).whole


def test_seating_lists_everybody_by_table_and_by_name(client: Client) -> None:
    make_table()  # so that no number of a table is its key
    evening = make_evening(2)
    pages = read(client, "seating", evening.pk).pages
    assert len(pages) == 2
    assert "Table 1AAdaBBjörnCChiaraDDörteTable 2AAda 2BBjörn 2CChiara 2DDörte 2" in pages[0]
    assert "Ada1AAda 22ABjörn1BBjörn 22BChiara1CChiara 22CDörte1DDörte 22D" in pages[1]


def test_seating_names_who_sits_there_and_not_whom_they_play_for(client: Client) -> None:
    evening = make_evening()
    substitute = make_player(competition_of(evening).club, "Zoe")
    Seat.objects.filter(table__round=evening, number=1).update(player=substitute)
    whole = read(client, "seating", evening.pk).whole
    assert ("Zoe" in whole, "Björn" in whole) == (True, False)


def test_seating_of_a_round_without_tables_says_so(client: Client) -> None:
    assert "No tables yet" in read(client, "seating", make_round().pk).whole


def test_sheets_have_a_page_for_each_table(client: Client) -> None:
    evening = make_evening(2)
    client.force_login(make_organiser(competition_of(evening).club))
    first, second = read(client, "sheets", evening.pk).pages
    assert first.startswith("Table 1Friday League · Round 1")
    assert "ADadeals first" not in first
    assert re.search(r"AAda ?deals firstBBjörnCChiaraDDörte", first) is not None
    assert second.startswith("Table 2")
    code = TableCode.objects.get(table__round=evening, table__number=2)
    assert code.token in second
    assert code.token not in first


def test_sheets_without_a_code_say_so(client: Client) -> None:
    evening = make_evening()
    TableCode.objects.update(revoked_at=NOW)
    client.force_login(make_organiser(competition_of(evening).club))
    whole = read(client, "sheets", evening.pk).whole
    assert "This table has no table code. Signed-in players can still record hands." in whole


def test_sheets_are_for_organisers_alone(client: Client) -> None:
    evening = make_evening()
    address = address_of("sheets", evening.pk)
    assert client.get(address).status_code == 302
    client.force_login(make_organiser(make_club("Other club")))
    assert client.get(address).status_code == 404


def test_sheets_are_kept_nowhere(client: Client) -> None:
    evening = make_evening()
    client.force_login(make_organiser(competition_of(evening).club))
    assert client.get(address_of("sheets", evening.pk))["Cache-Control"] == "private, no-store"


def test_cards_of_a_round_are_for_who_is_there_with_their_seats(client: Client) -> None:
    evening = make_evening()
    make_player(competition_of(evening).club, "Not here")
    whole = read(client, "round_cards", evening.pk).whole
    assert ("Table 1 · AAda" in whole, "Not here" in whole) == (True, False)


def test_cards_of_a_club_are_for_whom_its_page_finds(client: Client) -> None:
    club = make_club()
    make_player(club, "Ada")
    make_player(club, "Bea")
    make_player(club, "Gone", left_at=NOW)
    everybody = read(client, "club_cards", club.slug).whole
    found = read(client, "club_cards", club.slug, "?q=bea").whole
    assert [name in everybody for name in ("Ada", "Bea", "Gone")] == [True, True, False]
    assert [name in found for name in ("Ada", "Bea", "Gone")] == [False, True, False]


def test_cards_of_a_competition_are_for_who_takes_part(client: Client) -> None:
    competition = competition_of(make_evening())
    make_player(competition.club, "Only a member")
    whole = read(client, "competition_cards", competition.pk).whole
    assert ("Dörte" in whole, "Only a member" in whole) == (True, False)


@pytest.mark.parametrize(
    ("whom", "names"),
    [
        ("winner", ["Chiara"]),
        ("podium", ["Chiara", "Ada", "Björn"]),
        ("all", ["Chiara", "Ada", "Björn", "Dörte"]),
    ],
)
def test_certificates_are_for_whom_is_asked(client: Client, whom: str, names: list[str]) -> None:
    competition = competition_of(make_evening())
    pages = read(client, "certificates", competition.pk, f"?for={whom}").pages
    found = [re.search(r"awarded to(\w+?)(?:\d|Winner)", page) for page in pages]
    assert [each and each[1] for each in found] == names


def test_certificate_tells_place_points_and_moment(client: Client) -> None:
    evening = make_evening()
    entry = competition_of(evening).entries.get(player__name="Ada")
    told = "Ada2nd placeFriday League · Frank’s Zoo7 ranking points · Standings"
    assert f"{told} during round 1" in read(client, "certificate", entry.pk).whole
    Round.objects.filter(pk=evening.pk).update(status=RoundStatus.CLOSED)
    assert f"{told} after round 1" in read(client, "certificate", entry.pk).whole


@pytest.mark.parametrize(("language", "place"), [("de", "2. Platz"), ("it", "2º posto")])
def test_certificate_counts_as_the_language_does(client: Client, language: str, place: str) -> None:
    entry = competition_of(make_evening()).entries.get(player__name="Ada")
    client.cookies["language"] = language
    assert f"Ada{place}Friday League" in read(client, "certificate", entry.pk).whole


def test_certificate_of_the_end_names_winner_and_day(client: Client) -> None:
    evening = make_evening(time_zone="Europe/Rome")
    competition = competition_of(evening)
    competition.stages.update(planned_rounds=1)
    Round.objects.filter(pk=evening.pk).update(status=RoundStatus.CLOSED, closed_at=NOW)
    whole = read(client, "certificates", competition.pk, "?for=winner").whole
    assert "ChiaraWinnerFriday League · Frank’s Zoo10 ranking points · Fri 6 November 2026" in whole


def test_certificates_of_nobody_say_so(client: Client) -> None:
    competition = make_competition()
    assert "No results yet" in read(client, "certificates", competition.pk).whole


def test_unknown_certificates_are_not_found(client: Client) -> None:
    competition = make_competition()
    assert client.get(address_of("certificates", competition.pk, "?for=me")).status_code == 404


@pytest.mark.parametrize("name", ["standings", "certificates", "seating", "round_cards", "sheets"])
def test_paper_of_nothing_is_not_found(client: Client, name: str) -> None:
    client.force_login(make_organiser(make_club()))
    assert client.get(address_of(name, 4711)).status_code == 404


@pytest.mark.parametrize(
    ("query", "size"),
    some_of(
        [
            ("?paper=letter", (612.0, 792.0)),
            ("", (595.2756, 841.8898)),
            ("?paper=napkin", (595.2756, 841.8898)),
        ],
        1,
    ),
)
def test_paper_has_the_size_that_is_asked_for(
    client: Client, query: str, size: tuple[float, float]
) -> None:
    for name, key in documents_of(make_evening()):
        for part in parts_of(take(client, name, key, query)).values():
            if b"/Type/Page/" in part.head:
                box = re.search(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", part.head)
                assert box is not None
                assert sorted(map(float, box.groups())) == list(size)


def test_reader_who_has_it_gets_no_body_and_sets_nothing(
    client: Client, settings: Settings
) -> None:
    evening = make_evening()
    for name, key in documents_of(evening):
        settings.RATE_LIMITS = settings.RATE_LIMITS | {"print": 60}
        first = client.get(address_of(name, key))
        settings.RATE_LIMITS = settings.RATE_LIMITS | {"print": 0}
        again = client.get(address_of(name, key), headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_etag_changes_with_a_name_that_no_version_counts(client: Client) -> None:
    evening = make_evening()
    address = address_of("seating", evening.pk)
    before = client.get(address)["ETag"]
    competition_of(evening).club.players.filter(name="Ada").update(name="Ada #2")
    assert client.get(address)["ETag"] != before


def test_head_says_what_get_sends(client: Client) -> None:
    address = address_of("standings", competition_of(make_evening()).pk)
    head, get = client.head(address), client.get(address)
    assert head.content == b""
    assert [head[name] for name in ("ETag", "Content-Type")] == [
        get[name] for name in ("ETag", "Content-Type")
    ]


def test_file_has_a_name(client: Client) -> None:
    competition = competition_of(make_evening(slug="zoo"))
    answer = client.get(address_of("standings", competition.pk))
    assert answer["Content-Disposition"] == f'inline; filename="zoo-standings-{competition.pk}.pdf"'


def test_too_often_is_said_in_words(client: Client, settings: Settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"print": 0}
    answer = client.get(address_of("standings", competition_of(make_evening()).pk))
    assert answer.status_code == 429
    assert "Too many requests. Wait a minute, then try again." in answer.content.decode()


def test_too_long_is_said_in_words(client: Client) -> None:
    club = make_club()
    pages = MOST_PAGES + 1
    names = (f"Player {number}" for number in range(pages * CARDS_A_PAGE))
    Player.objects.bulk_create(Player(club=club, name=name, created_at=NOW) for name in names)
    answer = client.get(address_of("club_cards", club.slug))
    assert answer.status_code == 422
    told = "Too many pages: 501 of at most 500. Print fewer at a time."
    assert told in answer.content.decode()


@pytest.mark.parametrize("tables", [1, 3])
@pytest.mark.parametrize(
    ("at", "queries"),
    [
        ("standings", 7),
        ("certificates", 5),
        ("competition_cards", 2),
        ("certificate", 5),
        ("seating", 4),
        ("round_cards", 4),
        ("club_cards", 2),
    ],
)
def test_papers_ask_as_much_for_one_table_as_for_three(
    client: Client,
    tables: int,
    at: str,
    queries: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    address = address_of(at, dict(documents_of(make_evening(tables)))[at])
    with django_assert_num_queries(queries):
        client.get(address)


@pytest.mark.parametrize("tables", [1, 3])
def test_sheets_ask_as_much_for_one_table_as_for_three(
    client: Client, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    evening = make_evening(tables)
    client.force_login(make_organiser(competition_of(evening).club))
    with django_assert_num_queries(6):
        client.get(address_of("sheets", evening.pk))


def test_pages_link_to_their_papers(client: Client) -> None:
    evening = make_evening()
    competition = competition_of(evening)
    client.force_login(make_organiser(competition.club))
    entry = competition.entries.order_by("pk")[0]

    def links(name: str, key: int | str, query: str = "") -> list[Any]:
        page = client.get(reverse(name, args=[key]) + query).content.decode()
        return re.findall(r'href="(/[^"]*\.pdf[^"]*)"', page)

    assert links("standings:table", competition.pk, "?after=1") == [
        f"/competitions/{competition.pk}/standings.pdf?after=1&amp;paper=a4",
        f"/competitions/{competition.pk}/standings.pdf?after=1&amp;paper=letter",
    ]
    assert [link.split("?")[0] for link in links("rounds:detail", evening.pk)][::2] == [
        address_of("seating", evening.pk),
        address_of("sheets", evening.pk),
        address_of("round_cards", evening.pk),
    ]
    assert links("competitions:detail", competition.pk)[::2] == [
        f"/competitions/{competition.pk}/certificates.pdf?for=winner&amp;paper=a4",
        f"/competitions/{competition.pk}/certificates.pdf?for=podium&amp;paper=a4",
        f"/competitions/{competition.pk}/certificates.pdf?for=all&amp;paper=a4",
        f"/competitions/{competition.pk}/cards.pdf?paper=a4",
    ]
    assert links("standings:entry", entry.pk)[::2] == [
        f"/entries/{entry.pk}/certificate.pdf?paper=a4"
    ]
    assert links("clubs:players", competition.club.slug, "?q=ada")[::2] == [
        f"/c/{competition.club.slug}/cards.pdf?q=ada&amp;paper=a4",
        f"/c/{competition.club.slug}/cards.pdf?q=ada&amp;real=1&amp;paper=a4",
    ]
