"""Requests to addresses that people type: nowhere but to public ones, and never for long."""

import socket
import ssl
from pathlib import Path
from threading import Event

import pytest
import trustme
from pytest_django import Settings

from league.core.safe_http import (
    LONGEST_ANSWER,
    NoAnswerError,
    RefusedAddressError,
    SafeHttpError,
    addresses_of,
    check_url,
    send,
    tls,
)
from tests.league.core.servers import Resolver, raw_server, receiver

PRIVATE = [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.9.9.9",
    "169.254.169.254",
    "172.16.0.1",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::7f00:1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::1",
    "3fff::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
]


@pytest.fixture
def resolver(monkeypatch: pytest.MonkeyPatch) -> Resolver:
    """Look names up in a list of the test."""
    return Resolver(monkeypatch)


@pytest.fixture
def at_home(settings: Settings, resolver: Resolver) -> None:
    """Name one host of this machine that may be sent to."""
    settings.OUTGOING_PRIVATE_HOSTS = ["hook.example.org"]
    resolver.knows("hook.example.org", ["127.0.0.1"])


@pytest.mark.parametrize("address", PRIVATE)
def test_name_of_an_address_that_is_not_public_is_refused(resolver: Resolver, address: str) -> None:
    resolver.knows("hook.example.org", [address])

    with pytest.raises(RefusedAddressError) as refused:
        send("http://hook.example.org/")
    assert refused.value.code == "private"


@pytest.mark.parametrize("address", PRIVATE)
def test_address_that_is_not_public_is_refused_as_itself(address: str) -> None:
    with pytest.raises(RefusedAddressError) as refused:
        send(f"http://[{address}]/" if ":" in address else f"http://{address}/")
    assert refused.value.code == "private"


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "１２７.1"],
)
def test_another_writing_of_this_machine_is_refused(host: str) -> None:
    with pytest.raises(RefusedAddressError) as refused:
        send(f"http://{host}:8080/")
    assert refused.value.code == "private"


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("ftp://example.org/", "scheme"),
        ("file:///etc/passwd", "scheme"),
        ("gopher://example.org/", "scheme"),
        ("//example.org/", "scheme"),
        ("example.org", "scheme"),
        ("", "scheme"),
        ("http://", "url"),
        ("http:///path", "url"),
        ("http://a..example.org/", "url"),
        ("http://example.org:99999/", "url"),
        ("http://example.org/a b", "url"),
        ("http://example.org/\r\nX-Evil: 1", "url"),
        ("http://[fe80::1%25eth0]/", "url"),
        ("http://" + "a" * 2000, "url"),
        ("http://ada@example.org/", "user"),
        ("http://ada:word@example.org/", "user"),
        ("http://example.org\\@127.0.0.1/", "user"),
        ("http://example.org:22/", "port"),
        ("http://example.org:25/", "port"),
        ("https://example.org:6379/", "port"),
    ],
)
def test_address_of_another_shape_is_refused_before_any_look_up(
    resolver: Resolver, url: str, code: str
) -> None:
    with pytest.raises(RefusedAddressError) as refused:
        check_url(url)
    assert refused.value.code == code
    with pytest.raises(RefusedAddressError):
        send(url)
    assert resolver.asked == []


@pytest.mark.parametrize(
    ("url", "sent"),
    [
        ("https://example.org", "https://example.org"),
        ("HTTPS://Example.ORG./Hook?a=1#top", "https://example.org/Hook?a=1"),
        ("https://example.org:443/", "https://example.org/"),
        ("http://example.org:8080/ä", "http://example.org:8080/%C3%A4"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://[2606:4700::1111]:8443/", "https://[2606:4700::1111]:8443/"),
    ],
)
def test_address_is_brought_into_one_form(url: str, sent: str) -> None:
    assert check_url(url) == sent


def test_public_addresses_are_given_in_the_order_of_the_resolver(resolver: Resolver) -> None:
    resolver.knows("example.org", ["2606:4700::1111", "1.1.1.1"])

    assert addresses_of("example.org", seconds=5) == ["2606:4700::1111", "1.1.1.1"]


def test_one_private_address_among_public_ones_is_enough_to_refuse(resolver: Resolver) -> None:
    resolver.knows("hook.example.org", ["1.1.1.1", "10.0.0.1"])

    with pytest.raises(RefusedAddressError):
        send("https://hook.example.org/")


def test_unknown_name_is_no_answer(resolver: Resolver, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_names: object, **_more: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(NoAnswerError) as failed:
        send("https://hook.example.org/")
    assert failed.value.code == "name"


def test_resolver_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    over = Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_names, **_more: over.wait())
    try:
        with pytest.raises(NoAnswerError) as failed:
            send("https://hook.example.org/", seconds=0.2)
        assert failed.value.code == "timeout"
    finally:
        over.set()


@pytest.mark.usefixtures("at_home")
def test_listed_host_hears_the_request_as_it_was_meant() -> None:
    with receiver() as server:
        server.answer = lambda _heard: (201, {"X-Answer": "yes"}, b"made")
        answer = send(
            f"http://hook.example.org:{server.port}/a/b?c=d#e",
            headers={"Content-Type": "application/json", "X-Sign": "42"},
            body=b'{"a": 1}',
        )

    [heard] = server.heard
    assert (heard.method, heard.path, heard.body) == ("POST", "/a/b?c=d", b'{"a": 1}')
    assert heard.headers["host"] == f"hook.example.org:{server.port}"
    assert heard.headers["x-sign"] == "42"
    assert heard.headers["user-agent"].startswith("Menagerie (+http")
    assert (answer.status, answer.body, answer.is_success) == (201, b"made", True)
    assert answer.headers["x-answer"] == "yes"


def test_listed_network_is_sent_to_and_its_neighbours_are_not(settings: Settings) -> None:
    settings.OUTGOING_PRIVATE_HOSTS = ["127.0.0.0/30", "::1"]
    with receiver() as server:
        assert send(f"http://127.0.0.1:{server.port}/", method="GET").status == 200
        with pytest.raises(RefusedAddressError):
            send(f"http://127.0.0.9:{server.port}/", method="GET")
    assert [heard.method for heard in server.heard] == ["GET"]


def test_name_in_a_listed_network_keeps_to_the_usual_ports(
    settings: Settings, resolver: Resolver
) -> None:
    settings.OUTGOING_PRIVATE_HOSTS = ["127.0.0.0/8"]
    resolver.knows("hook.example.org", ["127.0.0.1"])

    assert addresses_of("hook.example.org", seconds=5) == ["127.0.0.1"]
    with pytest.raises(RefusedAddressError) as refused:
        send("http://hook.example.org:6379/")
    assert refused.value.code == "port"


def test_name_is_looked_up_once_and_the_judged_address_is_connected_to(
    settings: Settings, resolver: Resolver
) -> None:
    settings.OUTGOING_PRIVATE_HOSTS = ["127.0.0.1"]
    resolver.knows("hook.example.org", ["127.0.0.1"], ["127.0.0.2"])

    with receiver() as server:
        settings.OUTGOING_PRIVATE_HOSTS = ["hook.example.org"]
        assert send(f"http://hook.example.org:{server.port}/").status == 200
    assert resolver.asked == ["hook.example.org"]
    assert len(server.heard) == 1


def test_answer_that_changes_to_a_private_one_is_refused_at_the_next_sending(
    settings: Settings, resolver: Resolver
) -> None:
    settings.OUTGOING_PRIVATE_HOSTS = ["127.0.0.1/32"]
    resolver.knows("hook.example.org", ["127.0.0.1"], ["169.254.169.254"])

    assert addresses_of("hook.example.org", seconds=5) == ["127.0.0.1"]
    with pytest.raises(RefusedAddressError):
        send("http://hook.example.org/")


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirect_is_an_answer_and_not_followed(status: int) -> None:
    with receiver() as inner, receiver() as server:
        server.answer = lambda _heard: (
            status,
            {"Location": f"http://hook.example.org:{inner.port}/secret"},
            b"",
        )
        answer = send(f"http://hook.example.org:{server.port}/")

    assert (answer.status, answer.is_success) == (status, False)
    assert (len(server.heard), inner.heard) == (1, [])


@pytest.mark.usefixtures("at_home")
def test_next_address_is_tried_when_the_first_takes_no_connection(resolver: Resolver) -> None:
    with receiver() as server:
        resolver.knows("hook.example.org", ["127.0.0.3", "127.0.0.1"])
        assert send(f"http://hook.example.org:{server.port}/").status == 200


@pytest.mark.usefixtures("at_home")
def test_long_answer_is_cut() -> None:
    with receiver() as server:
        server.answer = lambda _heard: (200, {}, b"x" * (LONGEST_ANSWER * 20))
        answer = send(f"http://hook.example.org:{server.port}/")

    assert answer.body == b"x" * LONGEST_ANSWER


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("drip", [b"HTTP/1.1 200 OK\r\nX-A: ", b"HTTP/1.1 200 OK\r\n\r\n"])
def test_server_that_drips_is_left_at_the_end_of_the_time(drip: bytes) -> None:
    over = Event()

    def speak(connection: socket.socket) -> None:
        connection.sendall(drip)
        while not over.wait(0.02):
            connection.sendall(b"x")

    with raw_server(speak) as port:
        with pytest.raises(NoAnswerError) as failed:
            send(f"http://hook.example.org:{port}/", seconds=0.4)
        over.set()
    assert failed.value.code == "timeout"


@pytest.mark.usefixtures("at_home")
def test_server_that_speaks_something_else_gives_no_answer() -> None:
    def speak(connection: socket.socket) -> None:
        connection.recv(10_000)
        connection.sendall(b"220 mail ready\r\n")

    with raw_server(speak) as port, pytest.raises(NoAnswerError) as failed:
        send(f"http://hook.example.org:{port}/")
    assert failed.value.code == "protocol"


@pytest.mark.usefixtures("at_home")
def test_closed_port_gives_no_answer() -> None:
    with raw_server(lambda _connection: None) as port:
        pass
    with pytest.raises(NoAnswerError) as failed:
        send(f"http://hook.example.org:{port}/")
    assert failed.value.code == "unreachable"


def certify(
    authority: trustme.CA, name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> ssl.SSLContext:
    """Make a server's certificate of an authority that this site believes for the test."""
    authority.cert_pem.write_to_path(folder / "authority.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(folder / "authority.pem"))
    tls.cache_clear()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(context)
    return context


@pytest.mark.usefixtures("at_home")
def test_tls_names_the_host_and_checks_its_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str | None] = []
    context = certify(trustme.CA(), "hook.example.org", tmp_path, monkeypatch)
    context.sni_callback = lambda _connection, name, _context: names.append(name)
    with receiver(context) as server:
        assert send(f"https://hook.example.org:{server.port}/").status == 200

    assert names == ["hook.example.org"]
    assert server.heard[0].headers["host"] == f"hook.example.org:{server.port}"
    tls.cache_clear()


@pytest.mark.usefixtures("at_home")
def test_certificate_of_another_name_gives_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = certify(trustme.CA(), "other.example.org", tmp_path, monkeypatch)
    with receiver(context) as server, pytest.raises(NoAnswerError) as failed:
        send(f"https://hook.example.org:{server.port}/")
    assert failed.value.code == "unreachable"
    assert server.heard == []
    tls.cache_clear()


def test_what_is_said_names_no_address(resolver: Resolver) -> None:
    resolver.knows("hook.example.org", ["10.1.2.3"])
    with pytest.raises(SafeHttpError) as refused:
        send("http://hook.example.org/")
    assert str(refused.value) == "This name does not resolve to a public address."
