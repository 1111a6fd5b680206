"""Papers of any length, made of data alone: for measuring, and for every check of a template."""

from typing import Any

from league.clubs.models import Club
from league.printing.documents import paper_of, qr_drawing
from league.printing.rendering import Document

ADDRESS = "http://zoo.example/t/aBcDeFgHiJkLmNoPqRsTuV/"


def _paper(template: str, size: str, **data: Any) -> Document:
    club = Club(name="Zoo Club")
    return paper_of(template, club, name="Friday League", title="A title", size=size, **data)


def standings(name: str, rows: int, rounds: int, size: str = "a4") -> Document:
    """Make standings, with every mark that a row can have on some."""
    cell = {"points": "10", "is_provisional": False, "is_dropped": False}
    marks = {"is_provisional": True, "is_cut": True, "certainty": "qualified", "notes": ["by wins"]}
    usual = {"is_provisional": False, "is_cut": False, "certainty": "", "notes": []}
    return _paper(
        "standings",
        size,
        under="Zoo Club",
        qr=qr_drawing(ADDRESS),
        rounds=[f"R{number + 1}" for number in range(rounds)],
        rows=[
            {
                "rank": at + 1,
                "place": str(at + 1),
                "name": f"{name} {at}",
                "points": "42",
                "wins": "3",
                "game_points": "117",
                "tables": "9",
                "cells": [None if at % 3 == 0 else cell] * rounds,
                **(marks if at % 4 == 1 else usual),
            }
            for at in range(rows)
        ],
        notes=["A note."],
        teams=[{"place": "1", "name": name, "points": "84", "members": f"{name} 42"}],
        waiting=[name],
        how=["A sentence.", "Another sentence."],
        labels=dict.fromkeys(
            [
                "place",
                "player",
                "points",
                "wins",
                "game_points",
                "tables",
                "provisional",
                "teams",
                "team",
                "waiting",
                "nobody",
                "how",
                "online",
            ],
            "word",
        ),
    )


def certificates(name: str, count: int, size: str = "a4") -> Document:
    """Make certificates for so many."""
    return _paper(
        "certificates",
        size,
        game="A game",
        when="6 November 2026",
        people=[
            {
                "name": f"{name} {at}",
                "rank": at + 1,
                "team": "Lions",
                "place": f"{at + 1}. place",
                "points": "42",
            }
            for at in range(count)
        ],
        labels=dict.fromkeys(["heading", "of", "for", "organiser", "date", "nobody"], "word"),
    )


def cards(name: str, count: int, size: str = "a4") -> Document:
    """Make name cards for so many."""
    people = [
        {"name": f"{name} {at}", "number": at, "seat": "Table 1 · A", "team": "Lions"}
        for at in range(count)
    ]
    return _paper("cards", size, people=people, labels={"fold": "fold", "nobody": "nobody"})


def _seats(name: str) -> list[dict[str, Any]]:
    return [
        {"number": at, "letter": "ABCDE"[at], "name": f"{name} {at}", "team": "Lions", "note": ""}
        for at in range(5)
    ]


def sheets(name: str, count: int, size: str = "a4") -> Document:
    """Make the sheets of so many tables of five."""
    return _paper(
        "sheets",
        size,
        under="Friday League · Round 1",
        sheets=[
            {
                "name": f"Table {at + 1}",
                "seats": _seats(name),
                "address": ADDRESS,
                "qr": qr_drawing(ADDRESS),
                "of_seat": ["Out", "Lions", "Hedgehog", "Total"],
                "of_table": ["Lions in the last player’s hand"],
            }
            for at in range(count)
        ],
        hands=12,
        labels=dict.fromkeys(["scan", "no_code", "code", "grid", "hand", "nobody"], "word"),
    )


def seating(name: str, count: int, size: str = "a4") -> Document:
    """Make the seating of so many tables of five."""
    people = [{**seat, "table": at + 1} for at in range(count) for seat in _seats(name)]
    return _paper(
        "seating",
        size,
        under="Friday League",
        qr=qr_drawing(ADDRESS),
        tables=[{"name": f"Table {at + 1}", "seats": _seats(name)} for at in range(count)],
        people=people,
        idle=[name],
        labels=dict.fromkeys(["by_table", "by_name", "idle", "nobody", "online"], "word"),
    )
