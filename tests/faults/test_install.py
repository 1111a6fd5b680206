"""docs/install.md: its commands install a site that answers through nginx, and goes on."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from celery.bin.base import CLIContext
from celery.bin.beat import beat
from celery.bin.worker import worker
from django.conf import settings

from league.celery import QUEUES, app
from tests.faults.brokers import missing
from tests.faults.installed import SITE, Installed, install, installed, served

MEBIBYTE = 1024 * 1024
SIGN_IN = "/accounts/login/"
# systemd's own measure, in tenths: 0 is a service that may do nothing, 96 one that may do all.
MOST_EXPOSED = 20


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The files of a site by the document, without a database."""
    return install(tmp_path_factory.mktemp("files"), is_whole=False, PASSWORD="of no database")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    """The whole."""
    with installed(tmp_path_factory.mktemp("server")) as site:
        yield site


@pytest.fixture(scope="module")
def webs(site: Installed) -> Iterator[list["subprocess.Popen[bytes]"]]:
    """Both web processes behind nginx; one is enough for all that may be asked."""
    with served(site) as webs:
        yield webs


def test_secrets_are_for_the_site_alone(files: Installed) -> None:
    assert (files.directory / "etc" / "env").stat().st_mode & 0o777 == 0o640
    assert (files.directory / "data").stat().st_mode & 0o777 == 0o711
    assert len(files.environment()["SECRET_KEY"]) > 50


@pytest.mark.postgres
@pytest.mark.thorough
def test_site_answers_through_nginx_and_goes_on_when_a_web_process_is_killed(
    site: Installed, webs: list["subprocess.Popen[bytes]"]
) -> None:
    page = site.ask("GET", SIGN_IN)
    text = page.body.decode()
    assert page.status == 200
    assert page.headers["Strict-Transport-Security"]

    assert sign_in_form(site, text, page.headers["Set-Cookie"]) in {200, 302}
    assert site.ask("POST", "/", Content_Length=str(34 * MEBIBYTE)).status == 413
    read_static_file(site, text)
    assert site.first_line(f"/live/?{site.topic()}") == b"retry: 3000\n"

    webs[0].kill()
    webs[0].wait()
    assert [site.ask("GET", "/health/ready/").status for _ in range(4)] == [200] * 4


@pytest.mark.postgres
@pytest.mark.long
@pytest.mark.usefixtures("webs")
def test_forms_sent_by_halves_hold_nobody_up_behind_nginx(site: Installed) -> None:
    with ExitStack() as stack:
        waiting = []
        for number in range(40):
            # From several addresses: the forms of one are soon too many.
            address = f"127.0.0.{2 + number % 4}"
            connection = stack.enter_context(closing(site.connect(address)))
            connection.putrequest("POST", SIGN_IN, skip_host=True)
            connection.putheader("Host", SITE)
            connection.putheader("Content-Length", "5000")
            connection.endheaders(b"abc")
            waiting.append(connection)
        assert [site.ask("GET", SIGN_IN).status for _ in range(3)] == [200] * 3
        for connection in waiting:
            connection.send(b"x" * 4997)
        # All were still open: now they are whole, and refused for having no token.
        assert [connection.getresponse().status for connection in waiting] == [403] * 40


def sign_in_form(site: Installed, page: str, cookie: str) -> int:
    """Send the form of a page as a browser does that came over HTTPS; return the status."""
    [token, *_others] = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    return site.ask(
        "POST",
        SIGN_IN,
        f"csrfmiddlewaretoken={token}&login=ada%40example.org".encode(),
        Content_Type="application/x-www-form-urlencoded",
        Cookie=cookie.split(";", maxsplit=1)[0],
        Referer=f"https://{SITE}{SIGN_IN}",
    ).status


def read_static_file(site: Installed, page: str) -> None:
    """Ask for a file of a page, which nginx has on its disk."""
    [script, *_others] = re.findall(r'src="(/static/[^"]+\.[0-9a-f]{12}\.js)"', page)
    answer = site.ask("GET", script, Accept_Encoding="gzip")
    assert answer.status == 200
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Server"].startswith("nginx")


def test_units_are_sound_and_confined(files: Installed) -> None:
    if shutil.which("systemd-analyze") is None:
        missing("systemd-analyze", "systemd")
    units = [
        *(f"menagerie-web@{port}.service" for port in files.web_ports),
        *(f"menagerie-worker@{queue}.service" for queue in QUEUES),
        *("menagerie-beat.service", "menagerie-backup.service"),
        *("menagerie-backup.timer", "menagerie.target"),
    ]
    verify = ["systemd-analyze", "verify", "--man=no", *units]
    own = {**os.environ, "SYSTEMD_UNIT_PATH": f"{files.units}:"}
    done = subprocess.run(verify, check=False, capture_output=True, text=True, env=own)
    own_words = [line for line in done.stderr.splitlines() if "menagerie" in line]
    assert (done.returncode, own_words) == (0, [])
    for file in files.units.glob("*.service"):
        limit = f"--threshold={MOST_EXPOSED}"
        asked = ["systemd-analyze", "security", "--offline=true", "--no-pager", limit, str(file)]
        done = subprocess.run(asked, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def test_workers_and_the_clock_are_started_as_celery_takes_it(files: Installed) -> None:
    told = CLIContext(app=app, no_color=True, workdir=None)
    for queue in QUEUES:
        _celery, _option, module, name, *options = files.command("menagerie-worker@.service", queue)
        assert (module, name) == ("league.celery", "worker")
        assert worker.make_context("worker", options, obj=told).params["queues"] == [queue]
    _celery, _option, module, name, *options = files.command("menagerie-beat.service")
    assert (module, name) == ("league.celery", "beat")
    assert beat.make_context("beat", options, obj=told)


def test_document_starts_a_worker_on_every_queue() -> None:
    text = (settings.BASE_DIR / "docs" / "install.md").read_text()
    assert set(re.findall(r"menagerie-worker@(\w+)", text)) == set(QUEUES)
