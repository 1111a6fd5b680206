from datetime import timedelta

import pytest

from games.base import InvalidOptionsError
from league.competitions.models import Competition, RoundStatus, Stage
from league.competitions.schedule import RoundTimes
from league.competitions.services import (
    add_round,
    create_competition,
    edit_competition,
    enter_players,
    withdraw_players,
)
from league.competitions.writing import bump
from league.core import live
from tests.factories import NOW, make_club, make_competition, make_entry, make_player, make_table
from tests.league.refusals import refuses

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

SETTINGS = Competition(
    name="Autumn League",
    kind="league",
    options={"mode": "simple"},
    table_min=3,
    table_max=6,
    table_preferred=[4],
    place_points=[5, 3, 1],
)


def test_bump_makes_competition_and_tables_newer_and_nothing_else() -> None:
    table = make_table()
    other = make_table(table.round, number=2)
    competition_id = table.round.stage.competition_id

    bump(competition_id=competition_id, table_ids=[table.pk])
    bump(competition_id=competition_id)

    table.refresh_from_db()
    other.refresh_from_db()
    assert Competition.objects.get(pk=competition_id).version == 3
    assert (table.version, other.version) == (2, 1)


def test_topics_are_registered_with_their_versions() -> None:
    table = make_table()

    topics = [f"competition:{table.round.stage.competition_id}", f"table:{table.pk}", "table:0"]
    bump(competition_id=table.round.stage.competition_id)

    assert live.current_versions(topics) == {topics[0]: 2, topics[1]: 1}


def test_create_competition_makes_stage_rounds_and_entries() -> None:
    club = make_club()
    players = [make_player(club, "Ada"), make_player(club, "Björn")]
    later = NOW + timedelta(days=7)

    competition = create_competition(
        club=club,
        game="franks-zoo",
        settings=SETTINGS,
        stage=Stage(),
        rounds=[RoundTimes(NOW, NOW + timedelta(hours=4)), RoundTimes(later)],
        players=players,
        now=NOW,
    )

    stage = competition.stages.get()
    assert competition.options == {"mode": "simple", "target": 19, "final_trick": "owner"}
    assert competition.place_points == [5, 3, 1]
    assert [entry.player for entry in competition.entries.order_by("pk")] == players
    assert list(stage.rounds.order_by("number").values_list("number", "status", "opened_at")) == [
        (1, RoundStatus.OPEN, NOW),
        (2, RoundStatus.SCHEDULED, None),
    ]


def test_create_competition_of_a_name_that_is_taken_is_refused_and_makes_nothing() -> None:
    club = make_club()
    make_competition(club, name="Autumn League")

    with refuses("name_taken"):
        create_competition(
            club=club,
            game="franks-zoo",
            settings=SETTINGS,
            stage=Stage(),
            rounds=[],
            players=[],
            now=NOW,
        )

    assert club.competitions.count() == 1


def test_create_competition_with_options_the_game_refuses_makes_nothing() -> None:
    club = make_club()

    with pytest.raises(InvalidOptionsError):
        create_competition(
            club=club,
            game="franks-zoo",
            settings=Competition(name="Solo", options={"mode": "solo"}),
            stage=Stage(),
            rounds=[],
            players=[],
            now=NOW,
        )

    assert club.competitions.count() == 0


def test_edit_competition_leaves_the_options_of_its_tables_alone() -> None:
    table = make_table()
    competition = table.round.stage.competition

    edited = edit_competition(competition_id=competition.pk, settings=SETTINGS)

    table.refresh_from_db()
    assert (edited.name, edited.options["mode"], edited.version) == ("Autumn League", "simple", 2)
    assert table.options["mode"] == "partners"


def test_edit_competition_may_keep_its_own_name_but_not_take_anothers() -> None:
    competition = make_competition(name="Autumn League")
    other = make_competition(competition.club)

    edit_competition(competition_id=competition.pk, settings=SETTINGS)
    with refuses("name_taken"):
        edit_competition(competition_id=other.pk, settings=SETTINGS)


def test_enter_players_twice_enters_them_once() -> None:
    competition = make_competition()
    player = make_player(competition.club)

    first = enter_players(competition_id=competition.pk, players=[player], now=NOW)
    again = enter_players(competition_id=competition.pk, players=[player], now=NOW)

    competition.refresh_from_db()
    assert first == again
    assert competition.version == 2


def test_enter_players_brings_back_who_had_withdrawn() -> None:
    entry = make_entry(make_competition())
    withdraw_players(competition_id=entry.competition_id, players=[entry.player], now=NOW)
    entry.refresh_from_db()
    assert entry.withdrawn_at == NOW

    enter_players(competition_id=entry.competition_id, players=[entry.player], now=NOW)

    entry.refresh_from_db()
    entry.competition.refresh_from_db()
    assert entry.withdrawn_at is None
    assert entry.competition.version == 3


def test_enter_players_of_another_club_is_refused() -> None:
    with pytest.raises(ValueError, match="own club"):
        enter_players(competition_id=make_competition().pk, players=[make_player()], now=NOW)


def test_withdraw_players_twice_keeps_the_first_time() -> None:
    entry = make_entry(make_competition())
    for now in (NOW, NOW + timedelta(hours=1)):
        withdraw_players(competition_id=entry.competition_id, players=[entry.player], now=now)

    entry.refresh_from_db()
    entry.competition.refresh_from_db()
    assert entry.withdrawn_at == NOW
    assert entry.competition.version == 2


def test_add_round_twice_adds_one() -> None:
    competition = make_competition()

    first = add_round(competition_id=competition.pk, number=1, times=RoundTimes(NOW), now=NOW)
    again = add_round(competition_id=competition.pk, number=1, times=RoundTimes(), now=NOW)

    assert first == again
    assert again.is_open


def test_add_round_of_a_number_far_off_is_the_next_one() -> None:
    competition = make_competition()

    added = add_round(competition_id=competition.pk, number=40, times=RoundTimes(), now=NOW)

    assert (added.number, added.status) == (1, RoundStatus.SCHEDULED)
