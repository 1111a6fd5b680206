"""A club night by clients in Python and TypeScript, generated from the API's description."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from league.api.game_schemas import example_records
from league.api.models import App
from league.api.views import schema_text
from league.clubs.models import Club, Role
from league.competitions.models import Round, RoundStatus
from league.results.models import Hand
from tests.databases import ROOT
from tests.factories import make_club, make_player, make_user
from tests.league.api.scenes import token_of

TYPESCRIPT = ROOT / "tests" / "clients"
MANY_COMMANDS = """
import json, sys, club_night
for line in sys.stdin:
    sys.argv[1:] = json.loads(line)
    club_night.main()
    club_night.say("done")
"""
NAMES = ("Ada", "Björn", "Chiara", "Dörte", "Emil", "Finn", "Greta")

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]


def _run(*command: str | Path, at: Path, **environment: str) -> str:
    done = subprocess.run(
        [str(each) for each in command],
        cwd=at,
        env={"PATH": os.environ["PATH"], "HOME": str(at), "PYTHONIOENCODING": "utf-8"}
        | environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def description(tmp_path: Path) -> Path:
    """A file with the description."""
    path = tmp_path / "schema.json"
    path.write_text(schema_text(), encoding="utf-8")
    return path


@pytest.fixture
def club() -> Club:
    """A club of the sample players."""
    club = make_club()
    for name in NAMES:
        make_player(club, name)
    return club


def _token(club: Club) -> str:
    owner = make_user()
    make_player(club, "Olga", Role.OWNER, owner)
    return token_of(owner, "read", "record", "organise")


def test_python_client_runs_a_night_of_each_game(
    live_server: LiveServer, tmp_path: Path, description: Path
) -> None:
    generator = Path(sys.executable).with_name("openapi-python-client")
    package = tmp_path / "menagerie_client"
    said = _run(
        *(generator, "generate", "--path", description),
        *("--meta", "none", "--output-path", package),
        at=tmp_path,
    )
    assert "Warning" not in said.replace("ruff is not in PATH", ""), said
    club = make_club()
    token = _token(club)
    example = ROOT / "docs" / "examples" / "club_night.py"

    settings = {
        "PYTHONPATH": str(tmp_path),
        "MENAGERIE_SITE": live_server.url,
        "MENAGERIE_TOKEN": token,
    }

    with _commands(example.parent, settings) as night:
        assert len(night("add-players", club.slug, *NAMES)) == len(NAMES)
        for game, record in example_records().items():
            ((_word, competition, *_name),) = night("create", club.slug, game, f"A {game} night")
            (round, *_number), *tables = (line[1:] for line in night("seat", competition, "4", "4"))
            for table, *_names in tables:
                ((_word, hand, outcome),) = night("record", table, json.dumps(record))
                assert outcome == "counted"
                night("correct", hand, json.dumps(record), "Looked at once more")
                assert Hand.objects.get(pk=hand).revisions.count() == 2
            night("close", round)
            assert Round.objects.get(pk=round).status == RoundStatus.CLOSED
            assert {line[1] for line in night("standings", competition)} >= set(NAMES)
            assert len(night("export", competition, "csv")) > len(NAMES)
            assert night("export", competition, "json")
    _sign_in(live_server, example, tmp_path, competition, settings)


@contextmanager
def _commands(example: Path, settings: dict[str, str]) -> Iterator[Callable[..., list[list[str]]]]:
    """Run many commands of the example in one process; each returns the words of its lines."""
    environment = {"PATH": os.environ["PATH"], "PYTHONIOENCODING": "utf-8"} | settings
    environment["PYTHONPATH"] += f"{os.pathsep}{example}"
    with subprocess.Popen(
        [sys.executable, "-c", MANY_COMMANDS],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as program:

        def command(*words: str) -> list[list[str]]:
            assert program.stdin is not None
            assert program.stdout is not None
            program.stdin.write(f"{json.dumps(words)}\n")
            program.stdin.flush()
            lines: list[str] = []
            while (line := program.stdout.readline()) != "done\n":
                assert line, "the program has ended"
                lines.append(line)
            return [line.replace(":", "").split() for line in lines]

        yield command
    assert program.returncode == 0


def _sign_in(
    site: LiveServer, example: Path, at: Path, competition: str, settings: dict[str, str]
) -> None:
    """Let the program be connected by its code, and use what it has kept, twice."""
    user = make_user()
    app = App.objects.create(owner=user, name="Night", created_at=timezone.now())
    del settings["MENAGERIE_TOKEN"]
    settings |= {"MENAGERIE_APP": app.client_id, "HOME": str(at), "PATH": os.environ["PATH"]}
    command = [sys.executable, str(example), "sign-in"]
    with subprocess.Popen(command, env=settings, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        code = program.stdout.readline().split()[-1]
        browser = Client()
        browser.force_login(user)
        choice = {"scopes": ["read"], "days": "7"}
        browser.post(f"{reverse('api:connect_device')}?user_code={code}", choice)
        assert program.wait(timeout=60) == 0
    for _ in range(2):
        assert _run(sys.executable, example, "standings", competition, at=at, **settings)


def test_typescript_client_is_typed_and_runs_a_night(
    live_server: LiveServer, tmp_path: Path, description: Path, club: Club
) -> None:
    if shutil.which("npm") is None:
        if os.environ.get("CI"):
            pytest.fail("no npm here. On Debian or Ubuntu: sudo apt install npm")
        pytest.skip("no npm here")
    folder = tmp_path / "clients"
    shutil.copytree(TYPESCRIPT, folder)
    _run("npm", "ci", "--no-audit", "--no-fund", at=folder)
    tools = folder / "node_modules" / ".bin"
    _run(tools / "openapi-typescript", description, "-o", "schema.d.ts", at=folder)
    _run(tools / "tsc", "--project", ".", at=folder)
    token = _token(club)
    for game, record in example_records().items():
        words = (live_server.url, token, club.slug, game, json.dumps(record))
        told = json.loads(_run("node", "built/night.js", *words, at=folder))
        assert {name for name, _points in told["points"]} >= set(NAMES)
        assert told["lines"] > len(NAMES)
        hands = Hand.objects.filter(table__round__stage__competition=told["competition"])
        assert [hand.revisions.count() for hand in hands] == [2] * len(hands)
        assert hands
