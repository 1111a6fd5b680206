"""Lists of people as they are pasted and uploaded."""

import pytest

from league.clubs.models import Player
from league.clubs.paste import Line, decode_upload, read_list, suggest
from tests.league.refusals import refuses


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Ada\nBen\n", [(1, "Ada", ""), (2, "Ben", "")]),
        ("Ada\r\n\r\n  Ben Stein ", [(1, "Ada", ""), (3, "Ben Stein", "")]),
        ("Ada,ada@Example.org\nBen", [(1, "Ada", "ada@example.org"), (2, "Ben", "")]),
        ("name;email\nAda;ada@example.org", [(2, "Ada", "ada@example.org")]),
        ("E-Mail,Name\nada@example.org,Ada", [(2, "Ada", "ada@example.org")]),
        ("Nachname;Vorname\nLovelace;Ada", [(2, "Ada Lovelace", "")]),
        ("Ada\tLovelace\tada@example.org", [(1, "Ada Lovelace", "ada@example.org")]),
        ('"Lovelace, Ada",ada@example.org', [(1, "Lovelace, Ada", "ada@example.org")]),
        ('"Ada ""Countess"" L"', [(1, 'Ada "Countess" L', "")]),
        (
            "Ada,ada@example.org\nBen; Stein\nCleo,cleo@example.org",
            [(1, "Ada", "ada@example.org"), (2, "Ben; Stein", ""), (3, "Cleo", "cleo@example.org")],
        ),
        (
            "Nr.;Vorname;Nachname;Mail\n1;Ada;Lovelace;ada@example.org",
            [(2, "Ada Lovelace", "ada@example.org")],
        ),
        ("Player, Ben\nAda", [(1, "Player Ben", ""), (2, "Ada", "")]),
        ('"Ada\nBen', [(1, "Ada", ""), (2, "Ben", "")]),
        ("Ada Lovelace <ada@example.org>", [(1, "Ada Lovelace", "ada@example.org")]),
        ("\ufeffName\nAda", [(2, "Ada", "")]),
        ("A\x00da", [(1, "Ada", "")]),
        ("", []),
        (" \n\n", []),
    ],
)
def test_list_is_read(text: str, people: list[tuple[int, str, str]]) -> None:
    assert read_list(text) == [Line(number, name, email) for number, name, email in people]


def test_line_that_cannot_be_read_says_why_and_spoils_no_other() -> None:
    lines = read_list(f"Ada\n🦁\n{'x' * 300}\nBen,ben@\nCleo,a@example.org,b@example.org\nDora")

    assert [(line.number, line.problem) for line in lines] == [
        (1, ""),
        (2, "The name needs at least one letter or digit."),
        (3, "The name is too long: 300 characters. Use at most 80."),
        (4, "Enter a valid email address."),
        (5, "Enter a valid email address."),
        (6, ""),
    ]


def test_line_without_an_end_is_refused_as_a_name() -> None:
    lines = read_list(f'Ada\n"{"x" * 200_000}')

    assert [line.problem for line in lines] == [
        "",
        "The name is too long: 200001 characters. Use at most 80.",
    ]


def test_five_hundred_people_are_read_and_one_more_is_refused() -> None:
    people = "\n".join(f"Player {number}" for number in range(500))

    assert len(read_list(f"name\n{people}")) == 500
    with refuses("too_many_lines", match=r"This list has 501 lines\. Add at most 500"):
        read_list(f"{people}\nOne more")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_file_is_decoded_as_spreadsheets_write_it(encoding: str) -> None:
    assert decode_upload("Jörg\nÉmile".encode(encoding)) == "Jörg\nÉmile"


def test_people_who_look_like_players_or_earlier_lines_are_not_ticked() -> None:
    lines = [Line(1, "anna maier"), Line(2, "Ben"), Line(3, "BEN"), Line(4, "", problem="Reason")]
    suggestions = suggest(lines, [Player(pk=1, name="Anna Meier")])

    assert [(each.like, each.is_like_player, each.is_ticked) for each in suggestions] == [
        ("Anna Meier", True, False),
        ("", False, True),
        ("Ben", False, False),
        ("", False, False),
    ]
