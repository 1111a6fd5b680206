"""A whole club in one file: what is in it, and what becomes of it where it is brought in."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db.models import Model
from pytest_django import DjangoAssertNumQueries

from league.clubs.models import Club, Invitation, Player
from league.competitions.models import Table, TableCode
from league.exports.club_file.layout import DERIVED, OF_THE_SITE, SECRET, SECTIONS
from league.exports.club_file.shapes import BadValueError
from league.exports.services import SlugTakenError, import_club
from league.results.models import SealedHand, SealedSeat, Submission
from tests.factories import NOW, make_competition, make_player, make_round, make_table, make_user
from tests.league.exports.clubs import Happening, bring, take

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


@pytest.fixture(scope="module")
def happened(shared_rows: None) -> int:
    """Let anything happen in a club, and return its key."""
    return Happening(1).club.pk


OF_REASONS = {
    SECRET: """
        accounts.SecurityEvent accounts.PlayerClaim accounts.UserSession api.App api.Grant api.Token
        api.Webhook
        clubs.User clubs.Invitation clubs.ShareLink clubs.SignInLink competitions.TableCode
        notifications.ChatIntegration notifications.Device notifications.PushKey
        notifications.Subscription results.SealedSeat
    """,
    OF_THE_SITE: """
        accounts.Merge accounts.AttemptCount hosting.BackupReport hosting.ClockLease
        hosting.SchedulerHeartbeat api.WebhookDelivery api.WebhookCursor audit.AuditEntry
        exports.SeasonImport notifications.CalendarEntry notifications.Delivery
        notifications.Notification
        online.Visitor privacy.Erasure privacy.RetentionPeriod
    """,
    "how hands were played on screens; the hands are in the file": """
        online.DuplicateDeal online.DuplicateEvent online.DuplicatePlayer online.TableEvent
        online.OnlineTable online.OnlineSeat online.OnlineHand online.Move online.MoveAnalysis
        online.ChatMessage online.Report online.Shuffle online.ShuffleShare online.Spectator
        online.Lobby online.Listing online.QuickMatch online.MatchResult online.PickUpRating
    """,
    DERIVED: """
        results.ClubInbox results.HandScore results.TableScore standings.Forecast
        standings.CompetitionAwards standings.RoundStats standings.TableResult standings.Standing
        standings.PlayerRating standings.RatedCompetition standings.RatedTable standings.RatingList
        standings.RatingChange
    """,
}
LEFT_OUT = {name for names in OF_REASONS.values() for name in names.split()}
"""The models of which nothing is in the file, and why."""


@pytest.fixture
def club(happened: int) -> Club:
    """Return the club in which anything has happened."""
    return Club.objects.get(pk=happened)


def test_every_model_is_in_the_file_or_left_out_for_a_reason() -> None:
    ours = {
        model._meta.label
        for config in apps.get_app_configs()
        if config.name.startswith("league.")
        for model in config.get_models()
    }
    in_file = {section.model._meta.label for section in SECTIONS}
    assert in_file | LEFT_OUT | {"clubs.Club"} == ours
    assert in_file & LEFT_OUT == set()


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_every_json_field_has_a_shape_and_every_name_is_a_field(section: object) -> None:
    model: type[Model] = section.model  # type: ignore[attr-defined]
    names = {field.name for field in model._meta.concrete_fields}
    written = {field.name for field in section.fields}  # type: ignore[attr-defined]
    left_out = set(section.left_out)  # type: ignore[attr-defined]
    derived_keys = {"current"}  # a reference of two columns is none of its own
    assert left_out - derived_keys <= names
    assert set(section.shapes) <= written  # type: ignore[attr-defined]
    in_json = {
        field.name
        for field in section.fields  # type: ignore[attr-defined]
        if field.get_internal_type() == "JSONField"
    }
    assert in_json <= set(section.shapes)  # type: ignore[attr-defined]


def test_no_secret_is_in_the_file(club: Club) -> None:
    table = Table.objects.filter(round__stage__competition__club=club)[0]
    user = make_user("owner@example.org", name="Secret Name")
    make_player(club, "Owner", user=user)
    Invitation.objects.create(club=club, created_at=NOW, expires_at=NOW)
    sealed = SealedHand.objects.create(table=table, recorded=9, seating=1, created_at=NOW)
    SealedSeat.objects.create(
        hand=sealed, number=0, content={"hidden": 1}, phone="phone-1", created_at=NOW
    )
    written = take(club).decode()
    secrets = [
        "someone@example.org",
        "owner@example.org",
        "Secret Name",
        "hidden",
        "phone-1",
        str(sealed.key),
        *TableCode.objects.values_list("token", flat=True),
        *Invitation.objects.values_list("token", flat=True),
        *map(str, Submission.objects.values_list("key", flat=True)),
        *Submission.objects.values_list("digest", flat=True),
    ]
    assert len(secrets) > 20
    assert [secret for secret in secrets if secret in written] == []


def test_another_club_is_not_in_the_file_and_is_not_touched(club: Club) -> None:
    other = make_table().round.stage.competition.club
    written = take(club)
    assert take(other) not in written
    before = take(other)
    bring(written)
    assert take(other) == before


def test_tables_that_are_played_get_new_codes(club: Club) -> None:
    old = set(TableCode.objects.values_list("token", flat=True))
    again = bring(take(club))
    tables = Table.objects.filter(round__stage__competition__club=again)
    new = TableCode.objects.filter(table__in=tables)
    assert new.count() == tables.count()
    assert old.isdisjoint(new.values_list("token", flat=True))


def test_address_in_use_is_refused_with_one_that_is_free(club: Club) -> None:
    written = take(club)
    count = Player.objects.count()
    with pytest.raises(SlugTakenError) as refused:
        import_club(written=written, now=NOW)
    assert refused.value.free == "zoo-2"
    assert Player.objects.count() == count
    assert import_club(written=written, slug="zoo-2", now=NOW).slug == "zoo-2"


def test_commands_take_a_club_away_and_bring_it_in(club: Club, tmp_path: Path) -> None:
    out = StringIO()
    call_command("export_club", club.slug, stdout=out)
    assert out.getvalue().encode() == take(club)
    file = tmp_path / "club.json"
    file.write_text(out.getvalue(), encoding="utf-8")
    call_command("import_club", str(file), "--slug", "copy", stdout=StringIO())
    copy = Club.objects.get(slug="copy")
    assert take(copy).replace(b'"copy"', b'"zoo"') == take(club)
    with pytest.raises(CommandError, match=r"club\.slug: .* “copy-2” is free"):
        call_command("import_club", str(file), "--slug", "copy", stdout=StringIO())
    with pytest.raises(CommandError, match="There is no club nowhere"):
        call_command("export_club", "nowhere", stdout=StringIO())


@pytest.mark.parametrize("count", [1, 3])
def test_queries_do_not_grow_with_the_rows(
    count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    competition = make_competition()
    evening = make_round(competition)
    for number in range(1, count + 1):
        make_table(evening, number=number)
    with django_assert_num_queries(68):
        take(competition.club)


def test_refused_file_leaves_nothing_behind(club: Club) -> None:
    data = json.loads(take(club))
    data["club"]["slug"] = "new"
    for revision in data["revisions"]:
        revision["record"] = {"finish": [0, 0, 0]}
    before = Club.objects.count(), Player.objects.count()
    with pytest.raises(BadValueError):
        import_club(written=json.dumps(data), now=NOW)
    assert (Club.objects.count(), Player.objects.count()) == before
