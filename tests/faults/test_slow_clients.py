"""Clients that send or take slowly, break off or are too many: nobody else waits for them."""

import re
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlencode

import pytest

from league.core.live import sign_topic
from tests.faults.conftest import SETTINGS, Start
from tests.faults.lines import FORM, HALF_FORM, Line, head, lines
from tests.faults.servers import wait_until
from tests.site import SERVER, Site

MANY = 40
PATIENT = 600
SHORT = 1
# How long who takes slowly may be kept from taking by a machine that has much else to do.
LONGER = 5
LARGE = "/probe/large/?mebibytes=8"
DOWNLOAD = head("GET", LARGE)
ELSEWHERE = "127.0.0.2"
MEBIBYTE = 1024 * 1024

HALVES = {
    "half a form": HALF_FORM,
    "half a head": b"GET / HTTP/1.1\r\nHo",
    "a download": DOWNLOAD,
    "a static file": head("GET", "/static/vendor/pico/pico.min.css"),
}

# What the site says of a request, of connections, and when it stops.
QUIET = re.compile(r" INFO |Menagerie has stopped|^$")

both_servers = pytest.mark.parametrize(
    "command", [None, pytest.param(SERVER, marks=pytest.mark.thorough)], ids=["run", "serve"]
)


def check_that_a_page_is_answered_beside(site: Site, sent: bytes) -> None:
    """See that many lines that stand still keep nobody waiting, and stay open."""
    with lines(site.port, sent, MANY) as others:
        for _ in range(3):
            assert site.get("/accounts/login/")[0] == 200
        assert [line.is_open for line in others] == [True] * MANY


@pytest.mark.parametrize("sent", HALVES.values(), ids=HALVES)
def test_page_is_answered_while_many_send_by_halves_or_do_not_read(site: Site, sent: bytes) -> None:
    check_that_a_page_is_answered_beside(site, sent)


@pytest.mark.thorough
def test_server_of_production_answers_beside_all_of_them(start: Start) -> None:
    told = str(PATIENT)
    site = start(command=SERVER, HEAD_SECONDS=told, TRANSFER_SECONDS=told).wait_until_ready()
    for sent in HALVES.values():
        check_that_a_page_is_answered_beside(site, sent)


def test_form_is_taken_when_its_other_half_comes(site: Site) -> None:
    sent = head("POST", "/probe/users/", f"{FORM}Content-Length: 22\r\nConnection: close\r\n")
    with lines(site.port, sent + b"email=late@ex", 1) as [line]:
        assert b"late@" not in site.get("/probe/users/")[1]
        line.send(b"ample.org")
        assert line.read().startswith(b"HTTP/1.1 200 ")
    assert b"late@example.org" in site.get("/probe/users/")[1]


def test_download_arrives_whole_at_whoever_reads_late(site: Site) -> None:
    with lines(site.port, head("GET", LARGE, "Connection: close\r\n"), 1) as [one]:
        assert site.get("/")[0] == 200
        answer = one.read()
    told, _, body = answer.partition(b"\r\n\r\n")
    assert b"content-length: %d" % (8 * MEBIBYTE) in told
    assert body == b"x" * 8 * MEBIBYTE


@pytest.mark.parametrize(
    ("path", "most"), [("/accounts/login/", 1), ("/clubs/import/", 33), ("/no-such-page/", 1)]
)
def test_body_too_large_is_refused_before_it_comes(site: Site, path: str, most: int) -> None:
    told = f"{FORM}Content-Length: {most * MEBIBYTE + 1}\r\n"
    with lines(site.port, head("POST", path, told), 1) as [line]:
        first = line.take_head()
        assert first.split()[1] == (b"404" if "no-such" in path else b"413")
        assert b"connection: close" in first.lower()


def test_body_in_pieces_is_refused_in_words_once_it_is_too_large(site: Site) -> None:
    sent = head("POST", "/accounts/login/", f"{FORM}Transfer-Encoding: chunked\r\n")
    with lines(site.port, sent, 1) as [line]:
        for _ in range(17):
            line.send(b"10000\r\n" + b"x" * 2**16 + b"\r\n")
        line.send(b"0\r\n\r\n")
        answer = line.read()
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"This page takes up to 1 MiB." in answer


def test_api_refuses_a_large_body_in_its_own_words(site: Site) -> None:
    kind = {"Content-Type": "application/json"}
    status, body = site.request("POST", "/api/v1/games/", b" " * 2 * MEBIBYTE, **kind)
    assert (status, b'"code":"body_too_large"' in body) == (413, True)


@both_servers
def test_what_stands_still_for_too_long_is_cut(start: Start, command: list[str] | None) -> None:
    site = start(command=command, HEAD_SECONDS=str(SHORT), TRANSFER_SECONDS=str(LONGER))
    site.wait_until_ready()
    with ExitStack() as stack:
        stream = stack.enter_context(site.stream())
        idle, slow = stack.enter_context(lines(site.port, DOWNLOAD, 2))
        halves = [
            line
            for sent in (b"", b"GET / HTTP/1.1\r\nHo", HALF_FORM)
            for line in stack.enter_context(lines(site.port, sent, 3))
        ]
        slow.take_head()
        taken = 0
        while idle.is_open:
            taken += len(slow.take(16384))
            time.sleep(0.1)
        # What has come all the time is not cut.
        assert slow.take(8 * MEBIBYTE - taken) == b"x" * (8 * MEBIBYTE - taken)
        assert [line.read() for line in halves] == [b""] * 9
        site.post("/probe/publish/1/1/")
        assert stream.next() == {"topic": "probe:1", "version": 1}


def test_head_without_an_end_is_refused(site: Site) -> None:
    with lines(site.port, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", 1) as [line]:
        line.send(b"x" * 70_000)
        assert line.read()[:12] in {b"", b"HTTP/1.1 400", b"HTTP/1.1 431"}


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Site]:
    """A site that takes few connections, and fewer from one address."""
    data = shutil.copytree(migrated, tmp_path_factory.mktemp("crowded") / "data")
    few = {"CONNECTIONS": "20", "CONNECTIONS_PER_ADDRESS": "10", "DATABASE_URL": ""}
    patient = {"HEAD_SECONDS": str(PATIENT), "TRANSFER_SECONDS": str(PATIENT)}
    site = Site(data, settings=SETTINGS, command=None, **few, **patient)
    try:
        yield site.wait_until_ready()
    finally:
        site.kill()


def test_too_many_of_one_address_are_refused_and_others_are_not(crowded: Site) -> None:
    site = crowded
    with lines(site.port, HALF_FORM, 10, address=ELSEWHERE) as first:
        # What came before is read by then.
        assert site.get("/accounts/login/")[0] == 200
        with lines(site.port, HALF_FORM, 1, address=ELSEWHERE) as [refused]:
            assert refused.read()[:12] in {b"", b"HTTP/1.1 503"}
        assert [line.is_open for line in first] == [True] * 10
        assert site.get("/accounts/login/")[0] == 200


def test_who_waits_for_nothing_makes_room(crowded: Site) -> None:
    site = crowded
    with ExitStack() as stack:
        busy = stack.enter_context(lines(site.port, HALF_FORM, 4))
        stream = stack.enter_context(site.stream())
        assert site.get("/accounts/login/")[0] == 200
        for number in range(3, 6):
            stack.enter_context(lines(site.port, b"", 10, address=f"127.0.0.{number}"))
        assert site.get("/accounts/login/")[0] == 200
        assert [line.is_open for line in busy] == [True] * 4
        site.post("/probe/publish/1/1/")
        assert stream.next() == {"topic": "probe:1", "version": 1}


@both_servers
def test_what_breaks_off_is_one_quiet_line(start: Start, command: list[str] | None) -> None:
    site = start(command=command, LOG_LEVEL="INFO", METRICS_TOKEN="a token").wait_until_ready()
    before = site.output
    stream = urlencode({"topic": sign_topic("probe:1"), "version": 0})
    slow = head("GET", "/probe/slow/")
    kinds = (b"", b"GET / HT", HALF_FORM, DOWNLOAD, slow, head("GET", f"/live/?{stream}"))
    for sent in kinds:
        Line(site.port, sent).cut()
    opened = [Line(site.port, sent) for sent in kinds]
    # Most of them are read by then, and some answers begun.
    time.sleep(0.5)
    for line in opened:
        line.cut()
    wait_until(lambda: "slow" in site.output)
    text = site.request("GET", "/metrics", Authorization="Bearer a token")[1].decode()
    assert 'status="200"' in text
    assert 'status="5' not in text
    assert site.stop() in {0, -signal.SIGTERM}
    said = site.output.removeprefix(before).splitlines()
    assert [line for line in said if not QUIET.search(line)] == []
