"""Every setting that changes results shows who moves, and then corrects what was posted."""

import pytest
from django.test import Client
from django.urls import reverse

from league.competitions.models import Competition, Entry, Seat, Substitution, Table
from league.competitions.services import COMPETITION_SETTINGS
from league.notifications.models import Post
from league.rounds.services.absences import set_absence
from league.rounds.services.closing import close_round
from tests.factories import (
    NOW,
    make_check_in,
    make_competition,
    make_entry,
    make_player,
    make_round,
    make_table,
)
from tests.league.results.hands import send
from tests.league.rounds.pages import organise, said, words
from tests.league.rounds.test_settings_impact import filled
from tests.portions import some_of

pytestmark = pytest.mark.django_db

# What the form sends of each such setting in place of what it has; None: it sends nothing of it.
COUNTING: dict[str, dict[str, str | None]] = {
    "place_points": {"place_points": "9, 9, 3, 1"},
    "scoring": {"scoring": "beaten"},
    "size_points": {"size_points": "4: 20, 12, 8, 5"},
    "win_bonus": {"win_bonus": "2"},
    "target_bonus": {"target_bonus": "2"},
    "attendance_bonus": {"attendance_bonus": "2"},
    "tie_breaks": {"tie_breaks_0": "", "tie_breaks_1": ""},
    "team_best": {"team_best": "1"},
    "best_of": {"best_of": "1"},
    "attendance_min": {"attendance_min": "2"},
    "bye_points": {"bye_points": "7"},
    "absence_points": {"absence_points": "7"},
    "no_show_points": {"no_show_points": "-3"},
    "are_guests_ranked": {"are_guests_ranked": None},
    "substitutes": {"substitutes": "nobody"},
    "unfinished": {"unfinished": "nothing"},
}
# Names, what later tables get, and who may do what: no result that is there depends on it.
NOT_COUNTING = {
    *("name", "kind", "options", "table_min", "table_max", "table_preferred"),
    *("is_seated_on_opening", "confirmation", "confirm_minutes", "phone_use", "visibility"),
}


@pytest.fixture
def competition() -> Competition:
    """Return a competition of two closed rounds in which each setting has something to change.

    Ada has won twice and reached the target; Björn and Chiara share points, so that tie-breaks
    decide. Chiara's seat was taken over in the first round, Dörte is a guest, Idle had one
    bye, Away missed both rounds and Late did not appear in the second.
    """
    options = {"mode": "partners", "target": 1, "final_trick": "owner"}
    found = make_competition(name="Autumn League", options=options, place_points=[9, 5, 5, 1])
    first = make_table(make_round(found), options=options | {"target": 30})
    seats = list(first.seats.order_by("number"))
    idle, away, late = (make_entry(found, name=name) for name in ("Idle", "Away", "Late"))
    Entry.objects.filter(pk__in=[seat.entry_id for seat in seats[:2]]).update(team="Lions")
    Entry.objects.filter(pk=seats[3].entry_id).update(is_guest=True)
    chiara, zoe = seats[2].player, make_player(found.club, "Zoë")
    Substitution.objects.create(
        seat=seats[2], player_out=chiara, player_in=zoe, from_hand=1, created_at=NOW
    )
    Seat.objects.filter(pk=seats[2].pk).update(player=zoe)
    second = Table.objects.create(
        round=make_round(found, number=2),
        number=1,
        game=found.game,
        options=options,
        created_at=NOW,
    )
    for seat in seats:
        Seat.objects.create(table=second, number=seat.number, player=seat.player, entry=seat.entry)
    make_check_in(first.round, idle)
    for table in (first, second):
        send(table)
        close_round(round_id=table.round_id, now=NOW)
    assert away.absences.count() == 2
    set_absence(round_id=second.round_id, entry_id=late.pk, reason="no_show", now=NOW)
    return found


def test_each_setting_either_counts_or_does_not() -> None:
    assert sorted([*COUNTING, *NOT_COUNTING]) == sorted(COMPETITION_SETTINGS)


@pytest.mark.parametrize("name", some_of(COUNTING, 5))
def test_page_shows_who_moves_then_saves_and_posts_the_table_corrected(
    competition: Competition, client: Client, name: str
) -> None:
    round = competition.stages.get().rounds.get(number=2)
    organise(client, round)
    address = reverse("rounds:edit_competition", args=[competition.pk])
    sent = filled(client, round.tables.get(), **COUNTING[name])
    before = Post.objects.count()

    shown = client.post(address, {key: value for key, value in sent.items() if value is not None})
    assert shown.status_code == 200
    assert "→" in words(shown)
    assert Post.objects.count() == before

    saved = client.post(address, {**dict(shown.context["fields"]), "apply": "1"})
    assert (saved.status_code, said(saved)) == (302, ["Saved."])
    corrected = Post.objects.order_by("pk").last()
    assert corrected is not None
    if name != "team_best":
        assert "The standings (Round 2) are posted again, corrected." in words(shown)
        assert corrected.title == "Autumn League: standings after Round 2, corrected"
        assert Post.objects.count() == before + 1
