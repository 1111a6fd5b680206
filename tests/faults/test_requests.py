"""What reaches Django through the server and its threads."""

import json
import socket
import time

from tests.site import Site

BOUNDARY = "menagerie"


def multipart(size: int) -> bytes:
    """Return a form with a file of a size."""
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
    return head.encode() + b"x" * size + f"\r\n--{BOUNDARY}--\r\n".encode()


def test_request_arrives_whole(site: Site) -> None:
    kind = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    status, body = site.request("POST", "/probe/echo/?name=%C3%84", multipart(5_000_000), **kind)
    assert (status, json.loads(body)) == (
        200,
        {
            "address": "127.0.0.1",
            "host": f"127.0.0.1:{site.port}",
            "query": {"name": "Ä"},
            "fields": {},
            "sent": {"file": 5_000_000},
        },
    )


def test_form_larger_than_any_of_ours_is_refused_unread(site: Site) -> None:
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    status, _ = site.request("POST", "/probe/users/", b"names=" + b"x" * 1_100_000, **kind)
    assert status == 413


def test_form_that_breaks_off_changes_nothing(site: Site) -> None:
    head = (
        "POST /probe/users/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 40\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", site.port)) as phone:
        phone.sendall(head.encode() + b"email=half@example.org")
    time.sleep(0.5)  # by when it would have been done
    assert "half@example.org" not in json.loads(site.get("/probe/users/")[1])["emails"]
