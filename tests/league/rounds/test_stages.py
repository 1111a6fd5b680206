from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from league.competitions.models import Competition, Entry, RoundStatus, Stage, StageEntry
from league.results.adjustments import adjust
from league.rounds.services.competition import (
    begin_due_stage,
    begin_stage,
    decline_stage,
    stages_to_begin,
    undo_stage_start,
)
from league.rounds.stage_cut import cut_of
from league.rounds.tasks import sweep
from league.standings.models import Standing
from league.standings.services import recompute_competition
from tests.factories import (
    NOW,
    make_check_in,
    make_club,
    make_competition,
    make_entry,
    make_organiser,
    make_round,
    make_user,
)
from tests.league.refusals import refuses

pytestmark = pytest.mark.django_db


def give(entry: Entry, points: int) -> None:
    adjust(
        competition_id=entry.competition_id,
        entry_id=entry.pk,
        kind="bonus",
        points=points,
        reason="test",
        by=None,
        now=NOW,
    )


@pytest.fixture
def competition() -> Competition:
    """Give Ada 30 points, Björn 21, Chiara 21, Dörte 5, and Emil nothing at all."""
    competition = make_competition(make_club())
    make_round(competition, status=RoundStatus.CLOSED)
    for name, points in (("Ada", 30), ("Björn", 21), ("Chiara", 21), ("Dörte", 5)):
        give(make_entry(competition, name=name), points)
    make_entry(competition, name="Emil")
    recompute_competition(competition_id=competition.pk)
    return competition


def final(competition: Competition, **fields: object) -> Stage:
    fields = {"cut": "places", "cut_at": 2, "name": "Final"} | fields
    return Stage.objects.create(competition=competition, number=2, **fields)


def names(stage: Stage) -> list[str]:
    in_order = StageEntry.objects.filter(stage=stage).order_by("seed")
    return [one.entry.player.name for one in in_order.select_related("entry__player")]


def test_begin_stage_by_places_lets_the_lot_choose_who_is_level(competition: Competition) -> None:
    stage = final(competition)

    begin_stage(stage_id=stage.pk, expected=None, now=NOW)

    first, second = names(stage)
    assert first == "Ada"
    assert second in {"Björn", "Chiara"}
    told = {row.entry.player.name: row.why for row in cut_of(stage).rows}
    assert {told["Björn"], told["Chiara"]} == {
        "tied at the cut: advances by drawing of lots",
        "tied at the cut: out by drawing of lots",
    }


def test_begin_stage_lets_all_go_on_who_are_level_where_it_says_so(
    competition: Competition,
) -> None:
    stage = final(competition, cut_ties="all")

    begin_stage(stage_id=stage.pk, expected=None, now=NOW)

    assert sorted(names(stage)) == ["Ada", "Björn", "Chiara"]


@pytest.mark.parametrize(
    ("carry_over", "carried"), [("none", [0, 0, 0]), ("half", [15, 11, 11]), ("full", [30, 21, 21])]
)
def test_begin_stage_by_points_carries_over_what_it_says(
    competition: Competition, carry_over: str, carried: list[int]
) -> None:
    stage = final(competition, cut="points", cut_at=20, carry_over=carry_over)

    begin_stage(stage_id=stage.pk, expected=None, now=NOW)

    entries = StageEntry.objects.filter(stage=stage).order_by("seed")
    assert [one.carried_points for one in entries] == carried
    standings = Standing.objects.filter(stage=stage).order_by("-points")
    assert [standing.points for standing in standings] == carried


def test_begin_stage_for_everybody_seeds_who_has_no_result_last(competition: Competition) -> None:
    stage = final(competition, cut="everybody", cut_at=None)

    begin_stage(stage_id=stage.pk, expected=None, now=NOW)

    assert names(stage)[0] == "Ada"
    assert names(stage)[-1] == "Emil"


def test_begin_stage_leaves_out_who_has_withdrawn(competition: Competition) -> None:
    stage = final(competition)
    Entry.objects.filter(player__name="Ada").update(withdrawn_at=NOW)

    begin_stage(stage_id=stage.pk, expected=None, now=NOW)

    assert sorted(names(stage)) == ["Björn", "Chiara"]


def test_begin_stage_twice_changes_nothing_more(competition: Competition) -> None:
    stage = final(competition)

    begin_stage(stage_id=stage.pk, expected=None, now=NOW)
    before = names(stage)
    begin_stage(stage_id=stage.pk, expected=None, now=NOW + timedelta(days=1))

    stage.refresh_from_db()
    assert (names(stage), stage.started_at) == (before, NOW)


def test_begin_stage_tells_when_others_would_go_on_than_was_shown(competition: Competition) -> None:
    stage = final(competition, cut_at=1)
    shown = [row.entry.pk for row in cut_of(stage).going_on]
    give(Entry.objects.get(player__name="Dörte"), 100)

    with refuses("stage_not_ready", match="Fewer than 2 entries would advance"):
        begin_stage(stage_id=stage.pk, expected=shown, now=NOW)
    Stage.objects.filter(pk=stage.pk).update(cut_at=2)
    with refuses("cut_changed", match="The list now shows who advances"):
        begin_stage(stage_id=stage.pk, expected=shown, now=NOW)
    assert not names(stage)


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (RoundStatus.OPEN, "Round 2 is still in progress"),
        (RoundStatus.SCHEDULED, "Round 2 has not been played"),
    ],
)
def test_begin_stage_waits_for_the_rounds_before(
    competition: Competition, status: str, words: str
) -> None:
    make_round(competition, number=2, status=status)

    with refuses("stage_not_ready", match=words):
        begin_stage(stage_id=final(competition).pk, expected=None, now=NOW)


def test_begin_stage_waits_for_the_stage_before(competition: Competition) -> None:
    final(competition)
    third = Stage.objects.create(competition=competition, number=3)

    with refuses("stage_not_ready", match="Start Final first"):
        begin_stage(stage_id=third.pk, expected=None, now=NOW)


def test_undo_stage_start_undoes_its_beginning(competition: Competition) -> None:
    stage = final(competition)
    begin_stage(stage_id=stage.pk, expected=None, now=NOW)

    for _ in range(2):
        undo_stage_start(stage_id=stage.pk)

    stage.refresh_from_db()
    assert stage.started_at is None
    assert not names(stage)
    assert not Standing.objects.filter(stage=stage).exists()


def test_undo_stage_start_refuses_once_it_has_rounds(competition: Competition) -> None:
    stage = final(competition)
    begin_due_stage(stage_id=stage.pk, now=NOW)

    with refuses("stage_not_ready", match="already has rounds"):
        undo_stage_start(stage_id=stage.pk)


def test_stage_begins_by_itself_once_the_one_before_has_played_all_its_rounds(
    competition: Competition,
) -> None:
    stage = final(competition)
    first = competition.stages.get(number=1)
    for name in ("Ada", "Dörte"):
        make_check_in(first.rounds.get(), Entry.objects.get(player__name=name))
    before = stages_to_begin(NOW)
    first.planned_rounds, first.next_round = 1, "closing"
    first.save()

    assert (before, stages_to_begin(NOW)) == ([], [stage.pk])
    sweep()
    sweep()

    assert stages_to_begin(NOW) == []
    opened = stage.rounds.get()
    assert (opened.number, opened.status) == (2, RoundStatus.OPEN)
    assert [one.entry.player.name for one in opened.check_ins.all()] == ["Ada"]


def test_stage_does_not_begin_by_itself_before_all_planned_rounds_are_played(
    competition: Competition,
) -> None:
    final(competition)
    competition.stages.filter(number=1).update(planned_rounds=2, next_round="closing")

    assert stages_to_begin(NOW) == []


def test_begin_page_shows_the_cut_and_begins(client: Client, competition: Competition) -> None:
    client.force_login(make_organiser(competition.club))
    stage = final(competition)
    address = reverse("rounds:begin_stage", args=[stage.pk])

    page = client.get(address)
    answer = client.post(address, {"entries": page.context["cut"].state})

    assert "Reserves" in page.content.decode()
    assert answer.headers["Location"] == reverse("competitions:detail", args=[competition.pk])
    assert names(stage)[0] == "Ada"


def test_begin_page_warns_of_rounds_that_are_planned_and_not_played(
    client: Client, competition: Competition
) -> None:
    client.force_login(make_organiser(competition.club))
    address = reverse("rounds:begin_stage", args=[final(competition).pk])
    words = "Stage 1: 1 of 3 rounds played."

    before = client.get(address).content.decode()
    competition.stages.filter(number=1).update(planned_rounds=3)
    after = client.get(address).content.decode()

    assert (words in before, words in after) == (False, True)


def test_begin_page_shows_the_cut_anew_when_it_has_changed(
    client: Client, competition: Competition
) -> None:
    client.force_login(make_organiser(competition.club))
    stage = final(competition)

    answer = client.post(reverse("rounds:begin_stage", args=[stage.pk]), {"entries": "998-999"})

    assert answer.status_code == 409
    assert "The standings have changed." in answer.content.decode()
    assert not names(stage)


@pytest.mark.parametrize("name", ["begin_stage", "decline_stage", "undo_stage_start"])
def test_beginning_is_for_organisers(client: Client, competition: Competition, name: str) -> None:
    client.force_login(make_user())

    answer = client.post(reverse(f"rounds:{name}", args=[final(competition).pk]))

    assert answer.status_code == 404


def test_closed_round_leads_organisers_on_to_the_next_stage(
    client: Client, competition: Competition
) -> None:
    begin = reverse("rounds:begin_stage", args=[final(competition).pk])
    played = competition.stages.get(number=1).rounds.get()
    address = reverse("rounds:detail", args=[played.pk])

    assert begin not in client.get(address).content.decode()
    client.force_login(make_organiser(competition.club))
    assert "Alternatively: Final" in client.get(address).content.decode()
    competition.stages.filter(number=1).update(planned_rounds=1)
    page = client.get(address).content.decode()

    assert ("Next: Final" in page, begin in page, "Next: Round 2" in page) == (
        True,
        True,
        False,
    )


def reasons(stage: Stage) -> dict[str, str]:
    return {row.entry.player.name: row.why for row in cut_of(stage).rows}


def test_who_declines_lets_the_next_reserve_move_up_and_says_so(competition: Competition) -> None:
    stage = final(competition, cut_at=1)
    ada = Entry.objects.get(player__name="Ada")
    assert [row.reserve for row in cut_of(stage).out] == [1, 2, 3, 4]

    decline_stage(stage_id=stage.pk, entry_id=ada.pk, declined=True)
    stage.refresh_from_db()

    cut = cut_of(stage)
    (moved_up,), (declined,) = cut.going_on, cut.declined
    assert declined.entry == ada
    assert "moves up: Ada declined" in moved_up.why
    assert [row.reserve for row in cut.out] == [1, 2, 3]
    decline_stage(stage_id=stage.pk, entry_id=ada.pk, declined=False)
    stage.refresh_from_db()
    assert [row.entry for row in cut_of(stage).going_on] == [ada]


def test_nobody_declines_a_stage_that_has_begun(competition: Competition) -> None:
    stage = final(competition)
    ada = Entry.objects.get(player__name="Ada")
    begin_stage(stage_id=stage.pk, expected=None, now=NOW)

    with refuses("stage_not_ready", match="Undo its start first"):
        decline_stage(stage_id=stage.pk, entry_id=ada.pk, declined=True)


def test_cut_says_what_decided_and_who_was_not_there(competition: Competition) -> None:
    stage = final(competition, cut="points", cut_at=21)
    last = competition.stages.get(number=1).rounds.get()
    make_check_in(last, Entry.objects.get(player__name="Ada"))

    assert reasons(stage)["Dörte"] == "16 points short"
    assert [row.missed for row in cut_of(stage).going_on] == ["", "Round 1", "Round 1"]
    assert sorted(cut_of(stage).missing.split(" and ")) == ["Björn", "Chiara"]


def test_final_is_started_and_seated_by_one_press_and_named_so(
    client: Client, competition: Competition
) -> None:
    client.force_login(make_organiser(competition.club))
    stage = final(competition, cut_at=4, method="finals", planned_rounds=1)
    competition.stages.filter(number=1).update(planned_rounds=1)
    last = competition.stages.get(number=1).rounds.get()
    for name in ("Ada", "Björn", "Chiara"):
        make_check_in(last, Entry.objects.get(player__name=name))
    begin = reverse("rounds:begin_stage", args=[stage.pk])
    page = client.get(reverse("rounds:detail", args=[last.pk])).content.decode()
    assert "Start and seat Final" in page
    entries = cut_of(stage).state

    for _ in range(2):
        answer = client.post(begin, {"entries": entries, "seat": "1"}, follow=True)

    round_ = stage.rounds.get()
    assert answer.redirect_chain[-1][0] == reverse("rounds:detail", args=[round_.pk])
    assert "<h1>Final</h1>" in answer.content.decode()
    seats = round_.tables.get().seats.order_by("number")
    # Dörte has qualified and was not there.
    assert sorted(seat.player.name for seat in seats) == ["Ada", "Björn", "Chiara"]
    assert stage.stage_entries.count() == 4


def test_final_that_cannot_be_seated_is_open_and_says_why(
    client: Client, competition: Competition
) -> None:
    client.force_login(make_organiser(competition.club))
    stage = final(competition, method="finals", planned_rounds=1)
    last = competition.stages.get(number=1).rounds.get()
    make_check_in(last, Entry.objects.get(player__name="Ada"))

    answer = client.post(
        reverse("rounds:begin_stage", args=[stage.pk]),
        {"entries": cut_of(stage).state, "seat": "1"},
    )

    round_ = stage.rounds.get()
    assert answer.headers["Location"] == reverse("rounds:seat", args=[round_.pk])
    assert round_.is_open
    assert round_.check_ins.count() == 1


def test_declining_is_pressed_on_the_page_of_the_cut(
    client: Client, competition: Competition
) -> None:
    client.force_login(make_organiser(competition.club))
    stage = final(competition)
    ada = Entry.objects.get(player__name="Ada")
    decline = reverse("rounds:decline_stage", args=[stage.pk])

    answer = client.post(decline, {"entry": ada.pk, "declined": "1"}, follow=True)

    page = answer.content.decode()
    assert "Undo: Ada declined" in page
    assert "moves up: Ada declined" in page
    client.post(decline, {"entry": ada.pk, "declined": "0"})
    client.post(decline, {"entry": "x"})
    stage.refresh_from_db()
    assert stage.declined == []
