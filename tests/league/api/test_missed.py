"""Rounds whose time has passed unused, asked for by programs."""

import pytest

from league.competitions.models import Round
from tests.factories import NOW
from tests.league.api.scenes import Scene

pytestmark = pytest.mark.django_db


def test_missed_round_is_told_called_off_and_taken_back_by_a_program() -> None:
    scene = Scene()
    program, path = scene.program("organiser"), f"rounds/{scene.scheduled.pk}/"
    Round.objects.filter(pk=scene.scheduled.pk).update(missed_at=NOW)
    assert program.get(path).json()["missed_at"] == NOW.isoformat().replace("+00:00", "Z")
    inbox = f"clubs/{scene.club.slug}/inbox/"
    assert [one["id"] for one in program.get(inbox).json()["missed"]] == [scene.scheduled.pk]
    for _ in range(2):
        assert program.post(f"{path}call-off/").json()["status"] == "called_off"
    assert program.get(inbox).json()["missed"] == []
    for _ in range(2):
        assert program.ask("DELETE", f"{path}call-off/").status_code == 204
    assert program.get(path).json()["status"] == "scheduled"
