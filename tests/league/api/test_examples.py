"""The examples of the documentation do what they say, against a real server."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from league.results.models import Hand
from tests.factories import make_competition, make_round, make_table, make_user
from tests.league.api.scenes import token_of

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"

pytestmark = pytest.mark.django_db(transaction=True)


def _run(name: str, *words: str, token: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(EXAMPLES / name), *words],
        env={"PATH": os.environ["PATH"], "MENAGERIE_TOKEN": token, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_importer_and_scoreboard(live_server: LiveServer, tmp_path: Path) -> None:
    competition = make_competition(options={"mode": "simple", "target": 19})
    table = make_table(make_round(competition))
    player = table.seats.get(number=0).player
    player.user = make_user()
    player.save()
    token = token_of(player.user, "read", "record")
    file = tmp_path / "hands.jsonl"
    records = [{"finish": [2, 0, 1, 3]}, {"finish": [2, 1, 0, 3]}]
    file.write_text("\n".join(json.dumps(record) for record in records))

    for new in (2, 0):
        done = _run("importer.py", live_server.url, str(table.pk), str(file), token=token)
        assert (done.stderr, done.returncode) == ("", 0)
        assert done.stdout.splitlines() == ["hand 1: counted", "hand 2: counted", f"{new} new"]
    assert Hand.objects.filter(table=table).count() == 2

    board = _run("scoreboard.py", live_server.url, str(competition.pk), "--once")
    assert board.returncode == 0
    rows = [line.split() for line in board.stdout.splitlines()[3:7]]
    assert rows[0][:2] == ["1", "Chiara"]
    assert {row[1] for row in rows} == {"Ada", "Björn", "Chiara", "Dörte"}

    file.write_text('{"finish": [0, 0, 1, 2]}')
    wrong = _run("importer.py", live_server.url, str(table.pk), str(file), token=token)
    assert wrong.returncode == 1
    assert "hand 1:" in wrong.stderr
    nothing = _run("scoreboard.py", live_server.url, "999999", "--once")
    assert (nothing.returncode, nothing.stderr.split(":")[0]) == (1, "404 not_found")
