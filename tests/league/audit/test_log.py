"""The log of what organisers do: who is written down, who reads it, and how."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.audit.actions import KINDS, PAGES, Action
from league.audit.models import AuditEntry, Origin
from league.audit.queries import describe_entries
from league.clubs.models import Club, Player, Role
from league.clubs.services import add_players, edit_club
from tests.factories import (
    NOW,
    make_club,
    make_competition,
    make_organiser,
    make_player,
    make_round,
    make_table,
    make_user,
)
from tests.league.api.scenes import Program, token_of
from tests.league.results.hands import live_hand, send

pytestmark = pytest.mark.django_db


def signed_in(club: Club, role: str) -> Client:
    """Return the browser of somebody in a role of the club."""
    client, user = Client(), make_user()
    make_player(club, f"The {role}", role, user)
    client.force_login(user)
    return client


def rename(client: Client, club: Club, name: str = "New name") -> None:
    """Give the club another name on its page."""
    address = reverse("clubs:edit", args=[club.slug])
    assert (
        client.post(
            address, {"name": name, "time_zone": "UTC", "visibility": club.visibility}
        ).status_code
        == 302
    )


def log_of(club: Club) -> str:
    return reverse("clubs:log", args=[club.slug])


def words(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def test_act_says_who_did_what_and_what_was_before() -> None:
    club = make_club("Zoo")
    rename(signed_in(club, Role.ORGANISER), club)

    entry = AuditEntry.objects.get()
    assert (
        entry.action,
        entry.role,
        entry.origin,
        entry.about_kind,
        entry.about_id,
        entry.label,
    ) == (Action.CLUB_CHANGED, Role.ORGANISER, Origin.PAGE, "clubs.club", club.pk, "Zoo")
    assert entry.player == club.players.get()
    assert entry.changes == {"name": ["Zoo", "New name"]}


def test_nothing_is_written_for_what_changes_nothing() -> None:
    club = make_club("Zoo")
    rename(signed_in(club, Role.ORGANISER), club, "Zoo")

    assert AuditEntry.objects.count() == 0


def test_work_that_nobody_asked_for_is_not_in_the_log() -> None:
    club = make_club()
    edit_club(club_id=club.pk, name="Other", time_zone="UTC", visibility=club.visibility)

    assert AuditEntry.objects.count() == 0


def test_what_players_do_for_themselves_is_not_in_the_log() -> None:
    round = make_round()
    player = signed_in(round.stage.competition.club, Role.PLAYER)
    player.post(reverse("rounds:check_in_self", args=[round.pk]))

    assert round.check_ins.count() == 1
    assert AuditEntry.objects.count() == 0


def test_refused_act_is_not_in_the_log() -> None:
    round = make_round(status="closed")
    organiser = signed_in(round.stage.competition.club, Role.ORGANISER)
    organiser.post(reverse("rounds:open", args=[round.pk]))

    assert AuditEntry.objects.count() == 0


def test_act_of_a_program_says_so() -> None:
    club = make_club()
    program = Program(token_of(make_organiser(club)))
    assert program.ask("PATCH", f"clubs/{club.slug}/", {"name": "Other"}).status_code == 200

    assert [(entry.origin, entry.action) for entry in AuditEntry.objects.all()] == [
        (Origin.API, Action.CLUB_CHANGED)
    ]
    listed = program.get(f"clubs/{club.slug}/audit-log/?kind=club").json()["results"]
    assert [(row["action"], row["changes"]["name"][1]) for row in listed] == [
        ("club.changed", "Other")
    ]


def test_owner_of_the_site_is_named_as_such() -> None:
    club = make_club()
    client = Client()
    client.force_login(make_user(is_superuser=True, name="Root"))
    rename(client, club)

    entry = AuditEntry.objects.get()
    assert (entry.player, entry.role) == (None, Role.OWNER)
    page = words(signed_in(club, Role.PLAYER), log_of(club))
    assert ("Site administrator" in page, "Root" in page) == (True, False)


def test_scorer_who_voids_a_hand_stands_there_with_the_reason() -> None:
    table = make_table()
    send(table)
    hand = live_hand(table, 1)
    club = table.round.stage.competition.club
    scorer = signed_in(club, Role.SCORER)
    body = {"revision": 1, "reason": "Misdeal", "apply": "1"}
    scorer.post(reverse("results:void", args=[hand.pk]), body)

    text = describe_entries(AuditEntry.objects.all())
    assert [(each.entry.action, each.page, each.changes) for each in text] == [
        (Action.HAND_VOIDED, reverse("results:hand", args=[hand.pk]), [("reason", "", "Misdeal")])
    ]


def test_people_are_called_as_they_are_called_now() -> None:
    club = make_club()
    organiser = signed_in(club, Role.ORGANISER)
    ada = make_player(club, "Ada")
    address = reverse("clubs:edit_player", args=[ada.pk])
    organiser.post(address, {"name": "Ada", "contact_email": "a@example.org", "role": "scorer"})
    Player.objects.filter(pk=ada.pk).update(name="Bo")

    page = words(organiser, log_of(club))
    assert "Bo" in page
    assert "Ada" not in page
    assert "a@example.org" not in page


@pytest.mark.parametrize(
    ("role", "status"),
    [(Role.OWNER, 200), (Role.SCORER, 200), (Role.PLAYER, 200), (Role.VIEWER, 404)],
)
def test_players_of_the_club_read_it(role: str, status: int) -> None:
    club = make_club()
    reader = signed_in(club, role)

    addresses = [log_of(club), reverse("exports:log", args=[club.slug, "csv"])]
    assert [reader.get(each).status_code for each in addresses] == [status, status]
    assert signed_in(make_club(), Role.OWNER).get(log_of(club)).status_code == 404


def test_log_is_filtered_by_person_kind_day_and_thing() -> None:
    club = make_club("Zoo")
    first, second = signed_in(club, Role.ORGANISER), signed_in(club, Role.OWNER)
    rename(first, club, "One")
    rename(second, club, "Two")
    round = make_round(make_competition(club), status="scheduled")
    first.post(reverse("rounds:open", args=[round.pk]))
    organiser = club.players.get(role=Role.ORGANISER)
    tomorrow = (timezone.now() + timedelta(days=1)).date()

    shown = {
        query: [
            each.entry.action for each in first.get(f"{log_of(club)}?{query}").context["entries"]
        ]
        for query in (
            "",
            f"who={organiser.pk}",
            "kind=rounds",
            f"since={tomorrow}",
            f"about=competitions.round:{round.pk}",
            "who=x&kind=y&since=z&about=q",
        )
    }

    everything = ["rounds.opened", "club.changed", "club.changed"]
    assert list(shown.values()) == [
        everything,
        ["rounds.opened", "club.changed"],
        ["rounds.opened"],
        [],
        ["rounds.opened"],
        everything,
    ]


def test_log_reads_three_lines_with_as_many_queries_as_one(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    club = make_club()
    organiser = signed_in(club, Role.ORGANISER)
    asked = []
    for count in (1, 3):
        while AuditEntry.objects.count() < count:
            rename(organiser, club, f"Name {AuditEntry.objects.count()}")
        with django_assert_num_queries(6) as queries:
            organiser.get(log_of(club))
        asked.append(len(queries))

    assert asked == [6, 6]


def test_file_has_what_the_page_has() -> None:
    club = make_club("Zoo")
    organiser = signed_in(club, Role.ORGANISER)
    rename(organiser, club)

    answer = organiser.get(reverse("exports:log", args=[club.slug, "csv"]))
    lines = b"".join(answer).decode().splitlines()

    assert len(lines) == 2
    assert lines[1].endswith("The organiser,organiser,page,club.changed,Zoo,name: Zoo → New name")


def test_every_verb_has_a_kind_and_every_page_is_there() -> None:
    assert {action.partition(".")[0] for action in Action.values} == set(KINDS)
    assert [reverse(page, args=[1])[0] for page in PAGES.values()] == ["/"] * len(PAGES)


def test_several_players_are_one_line() -> None:
    club = make_club()
    organiser = signed_in(club, Role.ORGANISER)
    add_players(club=club, names=["Ada"], now=NOW)
    organiser.post(
        reverse("clubs:add_players", args=[club.slug]),
        {"text": "Bo\nCy", "add": ["1", "2"], "seen": "0"},
    )

    entry = AuditEntry.objects.get()
    new = list(club.players.filter(name__in=["Bo", "Cy"]).values_list("pk", flat=True))
    assert (entry.action, entry.changes) == (Action.PLAYERS_ADDED, {"players": [[], new]})
