import io
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from league.accounts.merging.references import REFERENCES, found_references
from league.accounts.merging.services import merge_players, preview_merge, undo_merge
from league.audit.actions import Action
from league.audit.models import AuditEntry
from league.audit.queries import describe_entries
from league.clubs.models import Club, Invitation, Player, Role, Visibility
from league.clubs.services import edit_player
from league.competitions.models import Entry, Separation, Table
from league.notifications.models import NotificationSettings, Subscription
from league.results.authors import Author
from league.results.services import record_hand
from league.rounds.models import ChangeKind
from league.standings.models import PlayerRating, Standing
from tests.factories import (
    NOW,
    make_club,
    make_competition,
    make_entry,
    make_organiser,
    make_player,
    make_round,
    make_table,
    make_user,
)
from tests.league.refusals import refuses
from tests.league.rounds.changing import do

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

# What tells screens that something is new grows with every write.
WITH_NEW_IDS = {"standings.CompetitionAwards", "standings.RatingChange", "standings.PlayerRating"}


def play(table: Table, player: Player | None = None) -> None:
    for number in (1, 2):
        record_hand(
            table_id=table.pk,
            number=number,
            key=uuid4(),
            seating=table.seating,
            record={"finish": [0, 1, 2, 3]},
            author=Author(player, "code", NOW),
        )


def rebuild_check() -> str:
    output = io.StringIO()
    call_command("rebuild", check=True, stdout=output)
    return output.getvalue()


def everything() -> dict[str, list[dict[str, Any]]]:
    """Return all rows of the site but those of merges, without counters."""
    rows = {}
    for model in apps.get_models():
        label = model._meta.label
        if not model.__module__.startswith("league.") or label == "accounts.Merge":
            continue
        found = [
            {
                name: value
                for name, value in row.items()
                if "version" not in name
                and name != "awarded_version"
                and (name != "id" or label not in WITH_NEW_IDS)
            }
            for row in model._default_manager.order_by("pk").values()
        ]
        rows[label] = sorted(found, key=repr) if label in WITH_NEW_IDS else found
    return rows


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def twins(club: Club) -> tuple[Player, Player]:
    """One person as two players: each in a league of its own, with hands, wishes and links."""
    target = make_player(club, "Anna Meier", mail={"seat": True})
    source = make_player(
        club, "Anna Maier", user=make_user("anna@example.org"), mail={"seat": False}
    )
    for player in (target, source):
        competition = make_competition(club, options={"mode": "simple"})
        round = make_round(competition)
        table = make_table(round)
        entry = make_entry(competition, player)
        seat = table.seats.get(number=0)
        seat.player, seat.entry = player, entry
        seat.save()
        make_table(round, number=2)
        do(round, ChangeKind.SWAPPED, entry=entry.pk, other=table.seats.get(number=1).entry_id)
        table.refresh_from_db()
        play(table, player)
        Subscription.objects.create(player=player, source="news", created_at=NOW)
    other = make_player(club, "Zoe")
    Separation.objects.create(club=club, one=target, other=source, created_at=NOW)
    Separation.objects.create(club=club, one=target, other=other, created_at=NOW)
    Separation.objects.create(club=club, one=source, other=other, created_at=NOW)
    first = make_player(club, "Ben")
    Separation.objects.create(club=club, one=source, other=first, created_at=NOW)
    Invitation.objects.create(club=club, created_by=source, created_at=NOW, expires_at=NOW)
    for about, changes in ((source, {}), (target, {"players": [[], [first.pk, source.pk]]})):
        AuditEntry.objects.create(
            club=club,
            role=Role.OWNER,
            action=Action.PLAYER_CHANGED,
            about_kind="clubs.player",
            about_id=about.pk,
            changes=changes,
            created_at=NOW,
        )
    call_command("rebuild", stdout=io.StringIO())
    return target, source


def test_merging_knows_every_reference_to_a_player() -> None:
    """A new model that refers to a player has to be named in league.accounts.merging.references."""
    assert found_references() == sorted(REFERENCES)


def test_merge_moves_everything_and_undoing_it_restores_every_row(
    twins: tuple[Player, Player],
) -> None:
    target, source = twins
    before = everything()
    merge = merge_players(target_id=target.pk, source_id=source.pk, by=None, now=NOW)
    target.refresh_from_db()
    assert target.user == source.user
    assert target.entries.count() == 2
    assert list(PlayerRating.objects.filter(player=target).values_list("hands", flat=True)) == [4]
    assert Standing.objects.filter(entry__player=target).count() == 2
    assert [
        notification_settings.wants("seat", "email")
        for notification_settings in NotificationSettings.objects.all()
    ] == [True]
    assert Subscription.objects.count() == 1
    assert Separation.objects.count() == 2
    assert not Player.objects.filter(pk=source.pk).exists()
    assert str(source.pk) not in {
        str(sitting["player"])
        for change in apps.get_model("rounds", "SeatingChange")._default_manager.all()
        for table in change.before["tables"] + change.after["tables"]
        for sitting in table["assignments"]
    }
    page = reverse("clubs:player", args=[target.pk])
    told = describe_entries(AuditEntry.objects.order_by("pk"))
    assert [(one.label, one.page) for one in told] == [(target.name, page)] * 2
    assert told[1].changes == [("players", "", f"Ben, {target.name}")]
    assert rebuild_check() == "Differences found: 0.\n"
    assert merge_players(target_id=target.pk, source_id=source.pk, by=None, now=NOW) == merge

    undo_merge(merge_id=merge.pk, by=None, now=NOW)
    undo_merge(merge_id=merge.pk, by=None, now=NOW)
    assert everything() == before
    assert rebuild_check() == "Differences found: 0.\n"


def test_merge_is_shown_before_it_is_made(twins: tuple[Player, Player]) -> None:
    target, source = twins
    preview = preview_merge(target=target, source=source)
    moves = dict(preview.moves)
    assert (moves["Entries"], moves["Seats"], moves["Notification settings"]) == (1, 1, 1)
    assert preview.remarks == ["The account of Anna Maier will belong to Anna Meier."]
    assert preview.obstacles == []


def test_two_who_sat_in_one_round_are_not_one(club: Club) -> None:
    competition = make_competition(club, name="Spring")
    table = make_table(make_round(competition))
    one, two = (seat.player for seat in table.seats.order_by("number")[:2])
    with refuses("merge") as refusal:
        merge_players(target_id=one.pk, source_id=two.pk, by=None, now=NOW)
    assert str(refusal.value) == (
        f"{one.name} and {two.name} both take part in Spring. "
        f"{one.name} and {two.name} both played in round 1 of Spring."
    )
    assert Player.objects.filter(pk=two.pk).exists()


def test_players_of_two_clubs_are_not_one(club: Club) -> None:
    with refuses("merge", match="These players are in different clubs"):
        merge_players(target_id=make_player(club).pk, source_id=make_player().pk, by=None, now=NOW)


def test_player_is_not_merged_away_twice(club: Club) -> None:
    source, one, two = (make_player(club) for _ in range(3))
    merge_players(target_id=one.pk, source_id=source.pk, by=None, now=NOW)
    with refuses("merge", match="One of these players no longer exists"):
        merge_players(target_id=two.pk, source_id=source.pk, by=None, now=NOW)


def test_later_merge_is_undone_first(club: Club) -> None:
    first, second, third = (make_player(club) for _ in range(3))
    entry = make_entry(make_competition(club), first)
    one = merge_players(target_id=second.pk, source_id=first.pk, by=None, now=NOW)
    two = merge_players(target_id=third.pk, source_id=second.pk, by=None, now=NOW)
    with refuses(
        "merge", match="The merge cannot be undone because these items have changed since: entry"
    ):
        undo_merge(merge_id=one.pk, by=None, now=NOW)
    undo_merge(merge_id=two.pk, by=None, now=NOW)
    undo_merge(merge_id=one.pk, by=None, now=NOW)
    assert Entry.objects.get(pk=entry.pk).player == first


def test_changed_role_keeps_a_merge_from_being_undone(club: Club) -> None:
    owner = make_organiser(club)
    Player.objects.filter(user=owner).update(role=Role.OWNER)
    target, source = make_player(club), make_player(club, role=Role.SCORER)
    merge = merge_players(target_id=target.pk, source_id=source.pk, by=owner, now=NOW)
    edit_player(
        player_id=target.pk, name="Ada", real_name="", contact_email="", role=Role.PLAYER, by=owner
    )
    with refuses("merge", match="cannot be undone because these items have changed since: player"):
        undo_merge(merge_id=merge.pk, by=owner, now=NOW)


def test_who_joined_again_keeps_a_merge_from_being_undone(club: Club) -> None:
    user = make_user()
    target, source = make_player(club, user=make_user()), make_player(club, "Anna", user=user)
    merge = merge_players(target_id=target.pk, source_id=source.pk, by=None, now=NOW)
    make_player(club, user=user)
    with refuses(
        "merge", match="Anna cannot be restored: their account now belongs to another player"
    ):
        undo_merge(merge_id=merge.pk, by=None, now=NOW)
    assert not Player.objects.filter(pk=source.pk).exists()


def test_what_came_after_a_merge_stays_with_who_was_kept(club: Club) -> None:
    target, source = make_player(club), make_player(club)
    merge = merge_players(target_id=target.pk, source_id=source.pk, by=None, now=NOW)
    entry = make_entry(make_competition(club), target)
    undo_merge(merge_id=merge.pk, by=None, now=NOW)
    entry.refresh_from_db()
    assert entry.player == target


PAGES = ("", "results/", "player.png", "ratings/franks-zoo/?over=time")


def test_pages_of_who_was_merged_lead_to_the_kept_player_until_it_is_undone(
    client: Client, club: Club
) -> None:
    target, source = (make_player(club, name) for name in ("Ada", "Adda"))
    merge = merge_players(target_id=target.pk, source_id=source.pk, by=None, now=NOW)
    for page in PAGES:
        for start in ("", "/api/v1") if page == "" else ("",):
            moved = client.get(f"{start}/players/{source.pk}/{page}")
            assert (moved.status_code, moved.headers.get("Location")) == (
                301,
                f"{start}/players/{target.pk}/{page}",
            )
            assert "no-cache" in moved.headers["Cache-Control"]
    undo_merge(merge_id=merge.pk, by=None, now=NOW)
    for start in ("", "/api/v1"):
        assert client.get(f"{start}/players/{source.pk}/").status_code == 200
    assert client.get("/players/999999999/").status_code == 404


def test_merge_of_a_private_club_is_not_told_to_strangers(client: Client, club: Club) -> None:
    target, source = (make_player(club, name) for name in ("Ada", "Adda"))
    merge_players(target_id=target.pk, source_id=source.pk, by=None, now=NOW)
    Club.objects.update(visibility=Visibility.PRIVATE)
    for start in ("", "/api/v1"):
        assert client.get(f"{start}/players/{source.pk}/").status_code == 404
    client.force_login(make_organiser(club))
    assert client.get(f"/players/{source.pk}/").status_code == 301
