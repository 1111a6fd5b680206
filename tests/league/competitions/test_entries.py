import pytest
from django.test import Client
from django.urls import reverse

from league.competitions.models import Competition, Separation
from league.competitions.queries import separations_of
from league.competitions.services import EntryDescription, add_separation, describe_entries
from tests.factories import (
    NOW,
    make_club,
    make_competition,
    make_entry,
    make_organiser,
    make_player,
    make_user,
)

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


@pytest.fixture
def competition() -> Competition:
    return make_competition()


@pytest.fixture
def organiser(competition: Competition, client: Client) -> Client:
    client.force_login(make_organiser(competition.club))
    return client


def test_describe_entries_writes_what_has_changed_and_tells_the_screens_once(
    competition: Competition,
) -> None:
    ada, emil = make_entry(competition, name="Ada"), make_entry(competition, name="Emil")
    descriptions = {
        ada.pk: EntryDescription("Lions", is_guest=False),
        emil.pk: EntryDescription("", is_guest=True),
    }

    for _ in range(2):
        describe_entries(competition_id=competition.pk, descriptions=descriptions)

    ada.refresh_from_db()
    emil.refresh_from_db()
    competition.refresh_from_db()
    assert (ada.team, ada.is_guest, emil.team, emil.is_guest) == ("Lions", False, "", True)
    assert competition.version == 2


def test_describe_entries_leaves_another_competitions_entries_alone(
    competition: Competition,
) -> None:
    other = make_entry(make_competition())

    describe_entries(
        competition_id=competition.pk,
        descriptions={other.pk: EntryDescription("Lions", is_guest=True)},
    )

    other.refresh_from_db()
    assert (other.team, other.is_guest) == ("", False)


def test_keep_apart_stores_the_pair_once_whoever_is_named_first(competition: Competition) -> None:
    club = competition.club
    ada, emil = make_player(club, "Ada"), make_player(club, "Emil")

    for players, reason in (([emil, ada], "request"), ([ada, emil], "family")):
        add_separation(club=club, competition=competition, players=players, reason=reason, now=NOW)

    separation = Separation.objects.get()
    assert (separation.one, separation.other, separation.reason) == (ada, emil, "family")


def test_keep_apart_refuses_one_person_and_strangers(competition: Competition) -> None:
    ada, stranger = make_player(competition.club, "Ada"), make_player(make_club(), "Zoe")

    for players in ([ada, ada], [ada, stranger], [ada]):
        with pytest.raises(ValueError, match="cannot be kept apart"):
            add_separation(
                club=competition.club, competition=None, players=players, reason="request", now=NOW
            )
    assert not Separation.objects.exists()


def test_aparts_are_the_competitions_own_and_the_clubs(competition: Competition) -> None:
    club = competition.club
    players = [make_player(club, name) for name in ("Ada", "Björn", "Chiara")]
    other = make_competition(club)
    pairs = [(None, 0, 1), (competition, 0, 2), (other, 1, 2)]
    for where, one, two in pairs:
        add_separation(
            club=club,
            competition=where,
            players=[players[one], players[two]],
            reason="request",
            now=NOW,
        )

    assert [separation.other.name for separation in separations_of(competition)] == [
        "Björn",
        "Chiara",
    ]


def test_apart_page_adds_and_removes_a_pair(organiser: Client, competition: Competition) -> None:
    ada, emil = make_player(competition.club, "Ada"), make_player(competition.club, "Emil")
    address = reverse("competitions:separations", args=[competition.pk])

    organiser.post(address, {"one": ada.pk, "other": emil.pk, "reason": "family"})
    separation = Separation.objects.get()
    listed = organiser.get(address).content.decode()
    organiser.post(reverse("competitions:remove_separation", args=[competition.pk, separation.pk]))

    assert separation.competition == competition
    assert "Ada – Emil" in listed
    assert not Separation.objects.exists()


def test_apart_page_refuses_one_person_twice(organiser: Client, competition: Competition) -> None:
    ada = make_player(competition.club, "Ada")

    answer = organiser.post(
        reverse("competitions:separations", args=[competition.pk]),
        {"one": ada.pk, "other": ada.pk, "reason": "request"},
    )

    assert "Choose a different player." in answer.content.decode()
    assert not Separation.objects.exists()


def test_apart_page_is_for_organisers(client: Client, competition: Competition) -> None:
    address = reverse("competitions:separations", args=[competition.pk])
    client.force_login(make_user())

    assert client.get(address).status_code == 404
    assert client.post(address).status_code == 404
