import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from league.audit.models import AuditEntry
from league.clubs.models import Club, Player, Role, User
from league.competitions.models import Competition
from league.privacy.erasing.columns import WITH_NAMES
from league.privacy.erasing.services import erase_player, erase_user
from league.privacy.models import Erasure
from league.standings.models import PlayerRating, RatingChange, Standing, TableResult
from tests.factories import NOW, make_club, make_organiser, make_player, make_user
from tests.league.accounts.test_views_account import sign_in_now
from tests.league.privacy.columns import WITHOUT_NAMES, text_columns
from tests.league.privacy.persons import NAME, make_known_season, rows_with_markers
from tests.league.refusals import refuses

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def test_every_column_of_words_is_named_once() -> None:
    named = [
        f"{label}.{column}" for label, words in WITH_NAMES.items() for column in words.columns
    ] + [
        f"{label}.{column}"
        for columns in WITHOUT_NAMES.values()
        for label, names in columns.items()
        for column in names
    ]
    found = {f"{model._meta.label}.{field.name}" for model, field in text_columns()}

    assert sorted(named) == sorted(found)


def derived() -> list[object]:
    """Return all that is worked out from hands, row by row."""
    return [
        list(model._default_manager.order_by("pk").values())
        for model in (Standing, TableResult, PlayerRating, RatingChange)
    ]


def standings_of(club: Club) -> list[str]:
    """Return the pages of standings of a club, as a visitor reads them."""
    pages = Competition.objects.filter(club=club).order_by("pk")
    return [
        Client().get(reverse("exports:standings", args=[each.pk, "csv"])).getvalue().decode()
        for each in pages
    ]


def test_nothing_of_an_erased_account_is_left_and_results_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    season = make_known_season(monkeypatch)
    assert len({table for table, _row in rows_with_markers()}) > 10
    before, pages = derived(), standings_of(season.club)

    erasure = erase_user(user_id=season.users[Role.PLAYER].pk, now=NOW)

    assert erasure is not None
    assert list(rows_with_markers()) == []
    assert derived() == before
    name = Player.objects.get(pk=season.player.pk).name
    assert name == "Former player 1"
    assert standings_of(season.club) == [page.replace(NAME, name) for page in pages]
    out = StringIO()
    call_command("rebuild", check=True, stdout=out)


def test_organiser_erases_a_player_whose_account_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    season = make_known_season(monkeypatch)
    user = season.users[Role.PLAYER]
    before = derived()

    done = [erase_player(player_id=season.player.pk, now=NOW) for _twice in range(2)]

    assert done[0] == done[1]
    player = Player.objects.get(pk=season.player.pk)
    assert (player.name, player.real_name, player.contact_email) == ("Former player 1", "", "")
    assert (player.user, player.left_at) == (None, NOW)
    assert User.objects.get(pk=user.pk).email == "xmailx@example.org"
    assert derived() == before
    assert not [row for row in rows_with_markers() if row[0].startswith("results_")]


def test_several_at_one_table_are_told_apart() -> None:
    club = make_club()
    players = [make_player(club, name) for name in ("Ada", "Bo")]
    for player in players:
        erase_player(player_id=player.pk, now=NOW)

    names = Player.objects.filter(club=club).order_by("pk").values_list("name", flat=True)
    assert list(names) == ["Former player 1", "Former player 2"]


def test_last_owner_of_a_club_or_of_the_site_cannot_vanish() -> None:
    user = make_user()
    player = make_player(make_club(), role=Role.OWNER, user=user)
    with refuses("last_owner"):
        erase_user(user_id=user.pk, now=NOW)
    assert Player.objects.get(pk=player.pk).user == user

    make_player(player.club, role=Role.OWNER)
    site_owner = make_user(is_superuser=True)
    with refuses("last_site_owner"):
        erase_user(user_id=site_owner.pk, now=NOW)
    assert erase_user(user_id=user.pk, now=NOW) is not None


def test_ordinary_words_with_a_name_inside_stay_whole() -> None:
    club = make_club()
    organiser = make_organiser(club)
    act = AuditEntry.objects.create(
        club=club,
        user=organiser,
        role="organiser",
        origin="page",
        action="competition.created",
        label="Adalbert, Ada and Nevada",
        created_at=NOW,
    )
    erase_player(player_id=make_player(club, "Ada").pk, now=NOW)
    act.refresh_from_db()
    assert act.label == "Adalbert, Former player 1 and Nevada"


def test_who_was_erased_is_erased_again_after_a_restore(tmp_path: Path) -> None:
    club = make_club()
    user = make_user(name="Ada")
    player = make_player(club, "Ada", Role.OWNER, user)
    other = make_player(club, "Bo", Role.OWNER)
    user_before = User.objects.filter(pk=user.pk).values().get()
    player_before = Player.objects.filter(pk=player.pk).values().get()
    erase_user(user_id=user.pk, now=NOW)
    listed = tmp_path / "erased"
    with listed.open("w") as file:
        call_command("erasures", stdout=file)

    # The backup is from the day before: Ada is there, and is the only owner.
    Erasure.objects.all().delete()
    other.delete()
    User.objects.create(**user_before)
    Player.objects.filter(pk=player.pk).update(**player_before)
    out = StringIO()
    for _twice in range(2):
        call_command("erasures", again=listed, stdout=out)

    assert out.getvalue() == "2 of 2 erased again.\n0 of 2 erased again.\n"
    assert Player.objects.get(pk=player.pk).name == "Former player 1"
    assert not User.objects.filter(pk=user.pk).exists()


def test_an_id_that_came_again_is_somebody_else(tmp_path: Path) -> None:
    player = make_player(make_club(), "Ada")
    listed = tmp_path / "erased"
    line = {"kind": "player", "of": player.pk, "made_at": "2020-01-01T00:00:00+00:00", "number": 1}
    listed.write_text(json.dumps(line))
    call_command("erasures", again=listed, stdout=StringIO())
    player.refresh_from_db()
    assert player.name == "Ada"


def test_account_page_says_what_goes_and_erases_for_who_is_sure(client: Client) -> None:
    user = make_user("ada@example.org", name="Ada")
    player = make_player(make_club("Zoo"), "Ada L.", user=user)
    page = reverse("privacy:erase_account")
    sign_in_now(client, user)

    shown = client.get(page).content.decode()
    assert "Ada L. in Zoo" in shown
    assert "This field is required" in client.post(page, {"is_sure": ""}).content.decode()
    assert client.post(page, {"is_sure": "on"}).status_code == 302

    assert not User.objects.filter(pk=user.pk).exists()
    assert client.get(reverse("accounts:account")).status_code == 302
    assert Player.objects.get(pk=player.pk).name == "Former player 1"


def test_account_page_proves_first_who_asks(client: Client) -> None:
    user = make_user("ada@example.org")
    user.set_password("a password of length")
    user.save()
    client.force_login(user)
    answer = client.post(reverse("privacy:erase_account"), {"is_sure": "on"})
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert User.objects.filter(pk=user.pk).exists()


def test_last_owner_is_told_what_is_to_be_done_first(client: Client) -> None:
    user = make_user()
    make_player(make_club("Zoo"), "Ada", Role.OWNER, user)
    sign_in_now(client, user)
    page = reverse("privacy:erase_account")
    for shown in (client.get(page), client.post(page, {"is_sure": "on"})):
        assert "Make another player an owner first" in shown.content.decode()
    assert User.objects.filter(pk=user.pk).exists()
