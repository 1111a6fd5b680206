import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from league.clubs.models import Club, Player
from league.competitions.models import Stage
from league.core.writing import Insert, Update, write
from tests.factories import NOW, make_club, make_competition, make_player

pytestmark = [pytest.mark.django_db, pytest.mark.databases]
IS_POSTGRES = connection.vendor == "postgresql"


def new_player(club: Club, name: str) -> Player:
    return Player(club=club, name=name, created_at=NOW)


def test_write_writes_a_row_and_those_that_refer_to_it_in_one_statement_on_postgres() -> None:
    club = Club(name="Zoo", slug="zoo", created_at=NOW)
    ada, ben = new_player(club, "Ada"), new_player(club, "Ben")
    with CaptureQueriesContext(connection) as captured:
        write([Insert([club]), Insert([ada]), Insert([ben])])
    assert len(captured) == (1 if IS_POSTGRES else 3)
    assert [(player.pk, player.club_id, player.club) for player in (ada, ben)] == [
        (player.pk, club.pk, club) for player in Player.objects.order_by("name")
    ]
    assert Club.objects.get(slug="zoo") == club
    assert not any(row._state.adding for row in (club, ada, ben))


def test_write_lets_several_rows_of_an_insert_refer_to_one_before() -> None:
    club = Club(name="Zoo", slug="zoo", created_at=NOW)
    write([Insert([club]), Insert([new_player(club, name) for name in ("Ada", "Ben", "Cleo")])])
    assert list(club.players.order_by("name").values_list("name", flat=True)) == [
        "Ada",
        "Ben",
        "Cleo",
    ]


def test_write_replaces_the_named_fields_of_a_row_that_is_there() -> None:
    kept = make_club("Zoo", slug="zoo")
    other = Club(name="Farm", slug="farm", created_at=NOW)
    again = Club(name="New Zoo", slug="zoo", is_demo=True, created_at=NOW)
    write([Insert([other]), Insert([again], unique=["slug"], update=["name"])])
    kept = Club.objects.get(pk=kept.pk)
    assert (kept.name, kept.is_demo, again.pk) == ("New Zoo", False, kept.pk)
    assert Club.objects.count() == 2


def test_write_writes_nothing_of_inserts_without_rows() -> None:
    with CaptureQueriesContext(connection) as captured:
        write([Insert([]), Insert([])])
    assert len(captured) == 0


def test_write_keeps_nothing_when_one_part_is_refused() -> None:
    kept = make_player(make_club(slug="zoo"))
    with pytest.raises(IntegrityError), transaction.atomic():
        write(
            [
                Insert([new_player(kept.club, "Ada")]),
                Insert([Club(name="Zoo", slug="zoo", created_at=NOW)]),
            ]
        )
    assert list(Player.objects.all()) == [kept]


def test_write_updates_fields_of_many_rows_by_their_keys_with_an_insert() -> None:
    ada, ben, cleo = (make_player(make_club(name, slug=name), name=name) for name in "abc")
    new = new_player(ada.club, "Dörte")
    changes = {ada.pk: ["Äda", ada.role], cleo.pk: ["Cleo’s", cleo.role]}
    with CaptureQueriesContext(connection) as captured:
        write([Insert([new]), Update(Player, ["name", "role"], changes)])
    assert len(captured) == (1 if IS_POSTGRES else 2)
    names = list(Player.objects.order_by("pk").values_list("name", flat=True))
    assert names == ["Äda", "b", "Cleo’s", "Dörte"]
    assert Player.objects.get(pk=ben.pk).name == "b"
    assert new.pk is not None


def test_write_updates_numbers_and_json_to_nothing_and_back() -> None:
    stage = make_competition().stages.get()
    for cut_at, groups in ((None, [["lot"], [1, None]]), (2, None), (3, [])):
        write([Update(Stage, ["cut_at", "groups"], {stage.pk: [cut_at, groups]})])
        stage.refresh_from_db()
        assert (stage.cut_at, stage.groups) == (cut_at, groups)
    write([Update(Stage, ["groups"], {stage.pk: [None]}), Update(Stage, ["groups"], {})])
    assert Stage.objects.filter(groups__isnull=True).count() == 1
