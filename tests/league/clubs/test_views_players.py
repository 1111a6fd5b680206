"""The pages of players."""

import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook
from pytest_django import DjangoAssertNumQueries

from league.clubs.models import Club, Player, Role, User
from tests.factories import NOW, make_club, make_organiser, make_player, make_user

pytestmark = pytest.mark.django_db
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture
def club(client: Client) -> Club:
    """Make a club with Anna Meier in it, whose organiser is signed in."""
    club = make_club()
    make_player(club, "Anna Meier")
    client.force_login(make_organiser(club))
    return club


def paste(client: Client, club: Club, text: str, **fields: object) -> str:
    """Send a list and return the page that follows."""
    address = reverse("clubs:add_players", args=[club.slug])
    return client.post(address, {"text": text, **fields}, follow=True).content.decode()


def confirm(client: Client, club: Club, text: str) -> str:
    """Send a list, then confirm what is ticked, as a browser does."""
    page = paste(client, club, text)
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen
    ticked = re.findall(r'name="add" value="(\d+)" checked', page)
    return paste(client, club, text, seen=seen[1], add=ticked)


def names(club: Club) -> list[str]:
    """Return the names of a club's players."""
    return sorted(player.name for player in club.players.all())


def test_list_is_shown_before_anybody_is_added(client: Client, club: Club) -> None:
    page = paste(client, club, f"Ben\nanna maier\n🦁\n{SCRIPT}")

    assert names(club) == ["Anna Meier", "Olga Organiser"]
    assert re.findall(r'name="add" value="(\d+)"( checked)?', page) == [
        ("1", " checked"),
        ("2", ""),
        ("4", " checked"),
    ]
    assert "Similar to Anna Meier, who is in the club." in page
    assert "Line 3: The name needs at least one letter or digit" in page
    assert SCRIPT not in page


def test_ticked_people_are_added_once(client: Client, club: Club) -> None:
    text = "Ben,ben@example.org\nAnna Maier\nCleo"
    page = paste(client, club, text)
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen

    done = paste(client, club, text, seen=seen[1], add=["1", "3"])
    assert "2 players added." in done
    again = paste(client, club, text, seen=seen[1], add=["1", "3"])
    assert "0 players added." in again
    assert names(club) == ["Anna Meier", "Ben", "Cleo", "Olga Organiser"]
    assert Player.objects.get(name="Ben").contact_email == "ben@example.org"


def test_list_that_begins_with_an_empty_line_keeps_its_numbers(client: Client, club: Club) -> None:
    page = paste(client, club, "\nBen\nCleo")

    assert re.findall(r'name="add" value="(\d+)" checked', page) == ["2", "3"]
    # A browser drops the line break that directly follows the tag.
    assert '<textarea name="text" hidden>\n\nBen\nCleo</textarea>' in page


def test_file_alone_can_be_sent(client: Client, club: Club) -> None:
    page = client.get(reverse("clubs:add_players", args=[club.slug])).content.decode()
    # A browser holds a form back while a required field is empty.
    assert re.findall(r"<(?:textarea|input)[^>]* required", page) == []

    page = paste(
        client, club, "", file=SimpleUploadedFile("a.csv", b"Name;Mail\nBen;b@example.org")
    )
    assert re.findall(r'name="add" value="(\d+)" checked', page) == ["2"]


@pytest.mark.parametrize("seen", ["", "x", "-1", "9" * 30, "9" * 5000])
def test_list_that_does_not_say_whom_its_page_knew_is_shown_again(
    client: Client, club: Club, seen: str
) -> None:
    page = paste(client, club, "Ben", seen=seen, add=["1"])

    assert "Preview of the list" in page
    assert names(club) == ["Anna Meier", "Olga Organiser"]


def test_look_alike_is_added_when_ticked(client: Client, club: Club) -> None:
    paste(client, club, "Anna Meier", seen="999999", add=["1"])

    assert names(club) == ["Anna Meier", "Anna Meier", "Olga Organiser"]


def test_nothing_ticked_is_said_and_the_list_kept(client: Client, club: Club) -> None:
    page = confirm(client, club, "anna maier")

    assert "Select at least one name." in page
    assert "anna maier" in page
    assert names(club) == ["Anna Meier", "Olga Organiser"]


def test_line_that_cannot_be_read_is_not_added_even_if_ticked(client: Client, club: Club) -> None:
    paste(client, club, "🦁\nBen", seen="0", add=["1", "2", "77", "x"])

    assert names(club) == ["Anna Meier", "Ben", "Olga Organiser"]


def test_five_thousand_lines_are_refused_in_words_and_kept(client: Client, club: Club) -> None:
    text = "\n".join(f"Player number {number}" for number in range(5000))
    page = paste(client, club, text)

    assert "This list has 5000 lines. Add at most 500 players at a time." in page
    assert "Player number 4999" in page
    assert names(club) == ["Anna Meier", "Olga Organiser"]


def test_five_hundred_people_can_be_confirmed(client: Client, club: Club) -> None:
    text = "\n".join(f"{chr(97 + n % 26) * 9}{n * 7919 % 100000:05}" for n in range(500))
    seen = club.players.count() and max(club.players.values_list("pk", flat=True))
    paste(client, club, text, seen=seen, add=[str(n) for n in range(1, 501)])

    assert club.players.count() == 502


def test_empty_list_is_refused(client: Client, club: Club) -> None:
    assert "Enter at least one name." in paste(client, club, "")
    assert "This list contains no names. Enter at least one." in paste(client, club, " \n ")


def test_file_is_read_with_what_was_typed(client: Client, club: Club) -> None:
    file = SimpleUploadedFile("players.csv", "name;email\nJörg;j@example.org".encode("cp1252"))
    page = paste(client, club, "", file=file)

    assert "Jörg <small>j@example.org</small>" in page
    assert "name;email\nJörg;j@example.org</textarea>" in page


def test_workbook_is_read_by_its_first_sheet(client: Client, club: Club) -> None:
    book = Workbook()
    for row in (("Vorname", "Nachname", "E-Mail"), ("Jörg", "Maier", "j@example.org"), ("Cleo",)):
        book.worksheets[0].append(row)
    written = io.BytesIO()
    book.save(written)
    page = paste(client, club, "", file=SimpleUploadedFile("players.xlsx", written.getvalue()))

    assert "Jörg Maier <small>j@example.org</small>" in page
    assert re.findall(r'name="add" value="(\d+)" checked', page) == ["2", "3"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK\x03\x04broken", "This workbook cannot be read."),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", "This file is neither text nor a workbook."),
    ],
)
def test_file_that_holds_no_list_adds_nobody(
    client: Client, club: Club, data: bytes, words: str
) -> None:
    page = paste(client, club, "", file=SimpleUploadedFile("players.csv", data))

    assert words in page
    assert 'name="add"' not in page


def test_file_that_is_too_large_is_refused(client: Client, club: Club) -> None:
    page = paste(client, club, "Ben", file=SimpleUploadedFile("a.csv", b"x" * 600_000))

    assert "This file is too large. Save the list of names as CSV." in page
    assert "Ben" in page


def test_list_is_searched_without_regard_to_accents(client: Client, club: Club) -> None:
    make_player(club, "Jörg Müller")
    address = reverse("clubs:players", args=[club.slug])
    page = client.get(address, {"q": "MULLER"}).content.decode()

    assert ("Jörg Müller" in page, "Anna Meier" in page) == (True, False)
    nobody = client.get(address, {"q": SCRIPT}).content.decode()
    assert "No players found for" in nobody
    assert SCRIPT not in nobody


@pytest.mark.parametrize("count", [1, 3])
def test_list_takes_the_same_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    club = make_club()
    for number in range(count):
        make_player(club, f"P{number}", user=make_user())

    with django_assert_num_queries(2):
        client.get(reverse("clubs:players", args=[club.slug]))


def test_list_has_pages_of_a_hundred_and_shows_the_left_to_organisers(
    client: Client, club: Club
) -> None:
    for number in range(100):
        make_player(club, f"P{number:03}")
    make_player(club, "Zacharias", left_at=NOW)
    address = reverse("clubs:players", args=[club.slug])

    second = client.get(address, {"page": 2}).content.decode()
    assert ("P098" in second, "Zacharias" in second, "P001" in second) == (True, True, False)
    assert "102 players" in second
    client.logout()
    assert "Zacharias" not in client.get(address, {"page": 2}).content.decode()


def test_player_is_edited(client: Client, club: Club) -> None:
    anna = club.players.get(name="Anna Meier")
    address = reverse("clubs:edit_player", args=[anna.pk])
    form = client.get(address).content.decode()
    client.post(address, {"name": "Anna M", "contact_email": "A@x.org", "role": "scorer"})

    assert re.findall(r'<option value="(\w+)"', form) == ["viewer", "player", "scorer"]
    anna.refresh_from_db()
    assert (anna.name, anna.contact_email, anna.role) == ("Anna M", "a@x.org", Role.SCORER)


def test_player_is_given_no_role_beyond_the_organisers(client: Client, club: Club) -> None:
    anna = club.players.get(name="Anna Meier")
    client.post(
        reverse("clubs:edit_player", args=[anna.pk]),
        {"name": "Changed", "contact_email": "", "role": "owner"},
    )

    anna.refresh_from_db()
    assert (anna.name, anna.role) == ("Anna Meier", Role.PLAYER)


def test_last_owner_is_told_why_the_role_stays(client: Client) -> None:
    owner = make_player(role=Role.OWNER, user=make_user())
    assert owner.user
    client.force_login(owner.user)
    page = client.post(
        reverse("clubs:edit_player", args=[owner.pk]), {"name": "Changed", "role": "player"}
    ).content.decode()
    leave = client.post(reverse("clubs:leave", args=[owner.pk]), follow=True).content.decode()

    owner.refresh_from_db()
    assert "only owner" in page
    assert "only owner" in leave
    assert (owner.role, owner.left_at, owner.name != "Changed") == (Role.OWNER, None, True)


def test_noted_address_is_not_asked_of_a_player_with_an_own_one(client: Client, club: Club) -> None:
    signed = make_player(club, user=make_user(), contact_email="noted@example.org")
    address = reverse("clubs:edit_player", args=[signed.pk])

    assert "contact_email" not in client.get(address).content.decode()
    client.post(address, {"name": "New", "contact_email": "other@example.org", "role": "player"})
    signed.refresh_from_db()
    assert (signed.name, signed.contact_email) == ("New", "noted@example.org")


def test_player_leaves_and_returns(client: Client, club: Club) -> None:
    anna = club.players.get(name="Anna Meier")
    page = client.post(reverse("clubs:leave", args=[anna.pk]), follow=True).content.decode()
    anna.refresh_from_db()
    assert anna.left_at is not None
    assert "Restore to club" in page

    client.post(reverse("clubs:return", args=[anna.pk]))
    anna.refresh_from_db()
    assert anna.left_at is None


def test_player_decides_about_the_name(client: Client) -> None:
    user = User.objects.create_user(name="Ada")
    player = make_player(name="Ada", user=user)
    client.force_login(user)
    address = reverse("clubs:preferences", args=[player.pk])
    client.post(address, {"name": "Ada L"})

    player.refresh_from_db()
    assert player.name == "Ada L"
    refused = client.post(address, {"name": "🦁"}).content.decode()
    assert 'value="🦁"' in refused
    player.refresh_from_db()
    assert player.name == "Ada L"


def test_name_with_a_script_is_harmless_on_every_page(client: Client, club: Club) -> None:
    player = make_player(club, SCRIPT)
    for address in (
        reverse("clubs:players", args=[club.slug]),
        reverse("clubs:player", args=[player.pk]),
        reverse("clubs:edit_player", args=[player.pk]),
        reverse("clubs:player_link", args=[player.pk]),
    ):
        page = client.get(address).content.decode()
        assert SCRIPT not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
