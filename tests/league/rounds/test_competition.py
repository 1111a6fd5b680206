import pytest

from league.competitions.models import Competition
from league.results.models import TableScore
from league.rounds.services.competition import edit_competition
from league.standings.queries import standings_of
from league.standings.services import recompute_competition
from tests.factories import NOW, make_table

pytestmark = pytest.mark.django_db


def test_edit_competition_counts_what_was_played_by_the_new_points() -> None:
    table = make_table()
    competition = table.round.stage.competition
    TableScore.objects.create(
        table=table, hands=1, totals=[4, 3, 2, 0], places=[1, 2, 3, 4], is_over=False
    )
    recompute_competition(competition_id=competition.pk)
    settings = Competition(name="Renamed", table_preferred=[4], place_points=[100, 50])

    edit_competition(competition_id=competition.pk, settings=settings, now=NOW)

    standings = standings_of(Competition.objects.get(pk=competition.pk))
    assert [(row.name, row.points) for row in standings] == [
        ("Ada", 100),
        ("Björn", 50),
        ("Chiara", 0),
        ("Dörte", 0),
    ]
