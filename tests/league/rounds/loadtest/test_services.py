import io

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from league.clubs.models import Club
from league.competitions.models import Round, RoundStatus, Table
from league.results.models import Hand, HandScore, TableScore
from league.standings.models import PlayerRating, RatingChange, Standing
from league.standings.ratings.services import competitions_to_rate
from tests.factories import make_table

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def load(**sizes: int) -> str:
    output = io.StringIO()
    call_command("loadtest", stdout=output, **sizes)
    return output.getvalue()


def test_a_load_test_is_what_its_hands_make_of_it() -> None:
    told = load(entries=10, rounds=3, hands=19)
    assert "Round 3 of 3" in told
    assert (Table.objects.count(), Hand.objects.count(), HandScore.objects.count()) == (6, 19, 19)
    assert sorted(TableScore.objects.values_list("hands", flat=True)) == [3, 3, 3, 3, 3, 4]
    assert list(Round.objects.order_by("number").values_list("status", flat=True)) == [
        RoundStatus.CLOSED,
        RoundStatus.CLOSED,
        RoundStatus.OPEN,
    ]
    assert Standing.objects.count() == PlayerRating.objects.count()
    assert RatingChange.objects.count() == 4 * 19
    assert competitions_to_rate() == []
    output = io.StringIO()
    call_command("rebuild", check=True, stdout=output)
    assert "Differences found: 0." in output.getvalue()


def test_removing_load_tests_leaves_everything_else() -> None:
    make_table()
    before = {model: model._base_manager.count() for model in apps.get_models()}
    load(entries=4, rounds=2, hands=4)
    load(entries=4, rounds=1, hands=1)
    assert Club.objects.count() == 3
    output = io.StringIO()
    call_command("loadtest", remove=True, stdout=output)
    assert "removed" in output.getvalue()
    assert {model: model._base_manager.count() for model in apps.get_models()} == before
    call_command("loadtest", remove=True, stdout=output)
    assert "There is none." in output.getvalue()


def test_a_load_test_refuses_what_cannot_be_seated() -> None:
    with pytest.raises(CommandError, match="needs 4 entries"):
        load(entries=3, rounds=1, hands=1)
