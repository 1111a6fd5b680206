import json
from typing import Any

import pytest
from django.apps import apps
from django.db.models import ManyToOneRel
from django.test import Client
from django.urls import reverse

from league.audit.actions import Action
from league.audit.models import AuditEntry
from league.clubs.models import Player, Role, User
from league.competitions.services import add_separation
from league.privacy.personal_file import SECTIONS
from tests.factories import NOW, make_club, make_organiser, make_player, make_user
from tests.league.accounts.test_views_account import sign_in_now
from tests.league.privacy.persons import MAIL, NAME, SAID, make_known_season

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

FILE = "/accounts/my-data.json"
LEFT_OUT = {
    "accounts.PlayerClaim.player": "who else says to be the player is told about that person",
    "clubs.User_groups.user": "a table of the framework, which the site has no rows in",
    "clubs.User_user_permissions.user": "a table of the framework, without rows, too",
}
"""References to a person that are not in the file, and why."""


def relations_to_persons() -> set[str]:
    """Return every column of the site that refers to a user or a player."""
    return {
        f"{relation.related_model._meta.label}.{relation.field.name}"
        for person in (User, Player)
        for relation in person._meta.get_fields(include_hidden=True)
        if isinstance(relation, ManyToOneRel) and not isinstance(relation.related_model, str)
    }


def test_every_reference_to_a_person_is_in_the_file_or_left_out_for_a_reason() -> None:
    told = {
        f"{part.model}.{way}"
        for part in SECTIONS
        for way in (*part.of_user, *part.of_player)
        if "__" not in way and way != "pk"
    }

    assert relations_to_persons() - told == set(LEFT_OUT)


def file_of(user: User) -> tuple[str, dict[str, Any]]:
    """Return the text of somebody's file, and the rows of its parts."""
    client = Client()
    sign_in_now(client, user)
    text = client.get(FILE).getvalue().decode()
    return text, {name: part["rows"] for name, part in json.loads(text)["parts"].items()}


def test_file_has_everything_about_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    season = make_known_season(monkeypatch)
    do_everything(season.player)
    text, parts = file_of(season.users[Role.PLAYER])

    assert parts["account"][0]["email"] == MAIL
    assert parts["players"][0]["real_name"] == "Xrealx"
    assert parts["remarks"][0]["text"] == SAID
    assert parts["calls"][0]["message"] == SAID
    assert parts["adjustments"][0]["reason"] == f"{NAME} was kind"
    assert parts["ways_in"][0]["data.name"]
    # What the season has nothing of, and all that is for organisers alone.
    assert {name for name, rows in parts.items() if not rows} == EMPTY
    for secret in ("push.example.org", "hooks.slack", season.calendar.secret, "@example.org"):
        assert secret not in text.replace(MAIL, "")


EMPTY = {"admin_pages", "stages", "replies", "substitutions", "absences", "sealed", "sealed_again"}
"""Of these the season has no rows that could be the player's."""


def do_everything(player: Player) -> None:
    """Let the player have done what nobody, or an organiser, has done in the season."""
    for part in SECTIONS:
        model = apps.get_model(part.model)
        for way, person in [
            *((way, player.user) for way in part.of_user),
            *((way, player) for way in part.of_player),
        ]:
            if way in {"by", "created_by", "answered_by", "host_user"}:
                rows = model._base_manager.exclude(**{f"{way}__in": [person]})
                first = rows.filter(pk__in=rows.values("pk")[:1])
                first.update(**{way: person})


def test_file_names_others_as_everybody_reads_them_and_nothing_hidden() -> None:
    club = make_club()
    user = make_user("ada@example.org")
    ada = make_player(club, "Ada", user=user)
    other = make_player(
        club, "Pseudonym", real_name="Xhiddenx", contact_email="xhiddenx@example.org"
    )
    add_separation(club=club, competition=None, players=[ada, other], reason="family", now=NOW)

    text, parts = file_of(user)

    assert [row["reason"] for row in parts["keeping_apart"]] == ["family"]
    assert "xhiddenx" not in text.lower()
    assert "Pseudonym" not in text


def test_file_of_nobody_else(client: Client) -> None:
    mine, theirs = make_user("ada@example.org"), make_user("bo@example.org", name="Xbox")
    make_player(make_club(), "Xbox", user=theirs)
    assert "Xbox" not in file_of(mine)[0]


def test_file_is_for_who_proves_to_be_it(client: Client) -> None:
    user = make_user("ada@example.org")
    user.set_password("a password of length")
    user.save()
    client.force_login(user)
    assert client.get(FILE)["Location"].startswith("/accounts/reauthenticate/")


def test_organiser_takes_away_what_is_held_about_a_player_without_account(client: Client) -> None:
    club = make_club()
    client.force_login(make_organiser(club))
    player = make_player(club, "Ada", contact_email="ada@example.org")
    with_account = make_player(club, "Bo", user=make_user())

    answer = client.get(reverse("privacy:player_file", args=[player.pk]))

    parts = json.loads(answer.getvalue())["parts"]
    assert parts["players"]["rows"][0]["contact_email"] == "ada@example.org"
    assert parts["account"]["rows"] == []
    assert AuditEntry.objects.get(action=Action.PLAYER_DATA_EXPORTED).about_id == player.pk
    assert client.get(reverse("privacy:player_file", args=[with_account.pk])).status_code == 404
