"""Clients that send or take slowly, break off or are too many: nobody else waits for them."""

import re
import signal
import time
from contextlib import ExitStack
from urllib.parse import urlencode

import pytest

from league.core.live import sign_topic
from tests.faults.conftest import METRICS_TOKEN, MOST, MOST_OF_ONE_ADDRESS, Start
from tests.faults.lines import FORM, HALF_FORM, Line, head, lines
from tests.faults.servers import wait_until
from tests.portions import some_of
from tests.site import SERVER, Site

MANY = 40
PATIENT = 600
SHORT = 1
# How long who takes slowly may be kept from taking by a machine that has much else to do.
LONGER = 10
LARGE = "/probe/large/?mebibytes=8"
DOWNLOAD = head("GET", LARGE)
MEBIBYTE = 1024 * 1024

HALVES = {
    "half a form": HALF_FORM,
    "half a head": b"GET / HTTP/1.1\r\nHo",
    "a download": DOWNLOAD,
    "a static file": head("GET", "/static/vendor/pico/pico.fluid.classless.min.css"),
}

# What the site says of a request, of connections, and when it stops.
QUIET = re.compile(r" INFO |Menagerie has stopped|^$")


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
    assert b"This page accepts up to 1 MiB." in answer


def test_api_refuses_a_large_body_in_its_own_words(site: Site) -> None:
    kind = {"Content-Type": "application/json"}
    status, body = site.request("POST", "/api/v1/games/", b" " * 2 * MEBIBYTE, **kind)
    assert (status, b'"code":"body_too_large"' in body) == (413, True)


@pytest.mark.parametrize("command", some_of([SERVER, None], 0, 1))
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


def test_too_many_of_one_address_are_refused_and_others_are_not(site: Site) -> None:
    with lines(site.port, HALF_FORM, MOST_OF_ONE_ADDRESS, address="127.0.0.2") as first:
        # What came before is read by then.
        assert site.get("/accounts/login/")[0] == 200
        with lines(site.port, HALF_FORM, 1, address="127.0.0.2") as [refused]:
            assert refused.read()[:12] in {b"", b"HTTP/1.1 503"}
        assert [line.is_open for line in first] == [True] * MOST_OF_ONE_ADDRESS
        assert site.get("/accounts/login/")[0] == 200


def test_who_waits_for_nothing_makes_room(site: Site) -> None:
    with ExitStack() as stack:
        busy = stack.enter_context(lines(site.port, HALF_FORM, 4))
        stream = stack.enter_context(site.stream(pk=301))
        assert site.get("/accounts/login/")[0] == 200
        # They are as many as the site takes, beside those.
        for number in range(MOST // MOST_OF_ONE_ADDRESS):
            address = f"127.0.0.{3 + number}"
            stack.enter_context(lines(site.port, b"", MOST_OF_ONE_ADDRESS, address=address))
        assert site.get("/accounts/login/")[0] == 200
        assert [line.is_open for line in busy] == [True] * 4
        site.post("/probe/publish/301/1/")
        assert stream.next() == {"topic": "probe:301", "version": 1}


def failures(site: Site) -> list[str]:
    """Return what the site's measures say of answers that its visitors cannot help."""
    key = f"Bearer {METRICS_TOKEN}"
    text = site.request("GET", "/metrics", Authorization=key)[1].decode()
    assert 'status="200"' in text
    return [line for line in text.splitlines() if 'status="5' in line]


def check_that_what_breaks_off_is_quiet(site: Site) -> None:
    """Break off whatever may be begun; see that it counts as nobody's fault, and all it says."""
    before, failed = site.output, failures(site)
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
    wait_until(lambda: "slow" in site.output.removeprefix(before))
    assert failures(site) == failed
    assert loud_lines(site.output.removeprefix(before)) == []


def loud_lines(said: str) -> list[str]:
    """Return the lines that somebody would have to look at."""
    return [line for line in said.splitlines() if not QUIET.search(line)]


def test_what_breaks_off_is_one_quiet_line(site: Site) -> None:
    check_that_what_breaks_off_is_quiet(site)


@pytest.mark.thorough
def test_what_breaks_off_is_one_quiet_line_of_the_server_of_production(start: Start) -> None:
    told = {"LOG_LEVEL": "INFO", "METRICS_TOKEN": METRICS_TOKEN}
    site = start(command=SERVER, **told).wait_until_ready()
    before = site.output
    check_that_what_breaks_off_is_quiet(site)
    assert site.stop() in {0, -signal.SIGTERM}
    assert loud_lines(site.output.removeprefix(before)) == []
