import pytest
from django.test import Client
from django.urls import reverse

from league.competitions.models import Competition, RoundStatus, Stage
from league.competitions.queries import rounds_of, stage_to_begin, stages_of
from tests.factories import NOW, make_competition, make_organiser, make_round

pytestmark = pytest.mark.django_db

CLOSED, OPEN = RoundStatus.CLOSED, RoundStatus.OPEN


@pytest.fixture
def competition() -> Competition:
    competition = make_competition()
    Stage.objects.create(competition=competition, number=2, name="Final")
    Stage.objects.create(competition=competition, number=3, name="Grand final")
    return competition


def to_begin(competition: Competition) -> str | None:
    found = stage_to_begin(stages_of(competition), rounds_of(competition))
    return found.name if found else None


@pytest.mark.parametrize(
    ("planned", "statuses", "found"),
    [
        (None, [], None),
        (None, [OPEN], None),
        (None, [CLOSED, OPEN], None),
        (None, [CLOSED], "Final"),
        (2, [CLOSED], None),
        (2, [CLOSED, CLOSED], "Final"),
        (2, [CLOSED, RoundStatus.SCHEDULED], None),
    ],
)
def test_stage_begins_once_the_one_before_has_closed_all_rounds_that_it_plans(
    competition: Competition, planned: int | None, statuses: list[str], found: str | None
) -> None:
    stage = Stage.objects.get(competition=competition, number=1)
    Stage.objects.filter(pk=stage.pk).update(planned_rounds=planned)
    for number, status in enumerate(statuses, start=1):
        stage.rounds.create(number=number, status=status)

    assert to_begin(competition) == found


def test_stage_after_one_that_has_begun_waits_for_its_rounds(competition: Competition) -> None:
    final = Stage.objects.get(competition=competition, number=2)
    Stage.objects.filter(competition=competition, number=1)[0].rounds.create(
        number=1, status=CLOSED
    )
    Stage.objects.filter(pk=final.pk).update(started_at=NOW)

    assert to_begin(competition) is None
    final.rounds.create(number=2, status=CLOSED)
    assert to_begin(competition) == "Grand final"


def test_competition_of_one_stage_has_none_to_begin() -> None:
    competition = make_competition()
    make_round(competition, status=CLOSED)

    assert to_begin(competition) is None


def test_competition_page_leads_organisers_on_to_the_next_stage_and_its_first_round(
    client: Client, competition: Competition
) -> None:
    Stage.objects.get(competition=competition, number=1).rounds.create(number=1, status=CLOSED)
    address = reverse("competitions:detail", args=[competition.pk])
    final = Stage.objects.get(competition=competition, number=2)
    begin = reverse("rounds:begin_stage", args=[final.pk])

    assert "Next: Final" not in client.get(address).content.decode()
    client.force_login(make_organiser(competition.club))
    page = client.get(address).content.decode()
    assert ("Next: Final" in page, page.count(begin)) == (True, 1)

    Stage.objects.filter(pk=final.pk).update(started_at=NOW)
    page = client.get(address).content.decode()
    assert ("Next: Final" in page, "Final has started" in page) == (False, True)
