"""The files for servers and containers: sound by the linters of their formats, and strict.

No test runs containers. Whose address counts is asked of uvicorn as the files start it.
"""

import asyncio
import io
import ipaddress
import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import uvicorn
import yaml
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest

from league.core.ratelimits import network_of
from league.hosting.management.commands.serve import Command as Serve

DEPLOY = settings.BASE_DIR / "docs" / "deploy"


def look(*command: str) -> None:
    """Run a linter of the tests' environment; fail with its words."""
    program = Path(sys.prefix) / "bin" / command[0]
    done = subprocess.run([program, *command[1:]], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_containerfile_is_sound() -> None:
    look("hadolint", "--failure-threshold", "style", str(DEPLOY / "Containerfile"))


def test_compose_file_is_sound() -> None:
    schema = ("--builtin-schema", "vendor.compose-spec")
    look("check-jsonschema", *schema, str(DEPLOY / "compose.yaml"))


VISITOR, FORGED = "203.0.113.9", "198.51.100.1"


class SetUp(NamedTuple):
    """How a file starts uvicorn, and from which address the proxy's requests come to it."""

    command: list[str]
    proxy: str


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return read


def of_compose() -> SetUp:
    [network] = compose()["networks"]["default"]["ipam"]["config"]
    assert ipaddress.ip_address(network["gateway"]) in ipaddress.ip_network(network["subnet"])
    return SetUp(compose()["services"]["web"]["command"], network["gateway"])


def of_systemd() -> SetUp:
    unit = (DEPLOY / "systemd" / "menagerie-web@.service").read_text()
    [line] = [each for each in unit.splitlines() if each.startswith("ExecStart=")]
    return SetUp(shlex.split(line.replace("%i", "8001")), "127.0.0.1")


def of_image() -> SetUp:
    file = (DEPLOY / "Containerfile").read_text()
    [line] = [each for each in file.splitlines() if each.startswith("CMD ")]
    return SetUp(json.loads(line.removeprefix("CMD ")), "127.0.0.1")


SET_UPS = {"compose": of_compose, "systemd": of_systemd, "image": of_image}


def counted(set_up: SetUp, *, peer: str, forwarded: str) -> str:
    """Return the address that limits count for a request that comes so to the site."""
    found: list[str] = []

    async def site(scope: Any, _receive: Any, _send: Any) -> None:
        # The limits look at nothing but the request's own head.
        found.append(network_of(ASGIRequest(scope, io.BytesIO())))

    _python, program, command, *arguments = set_up.command
    given = vars(Serve().create_parser(program, command).parse_args(arguments))
    names = ("host", "port", "forwarded_allow_ips")
    config = uvicorn.Config(site, interface="asgi3", **{name: given[name] for name in names})
    config.load()
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "query_string": b"",
        "headers": [(b"host", b"games.example.org"), (b"x-forwarded-for", forwarded.encode())],
        "client": (peer, 40000),
    }
    asyncio.run(config.loaded_app(scope, None, None))
    return found[0]


@pytest.mark.parametrize("name", SET_UPS)
def test_forged_x_forwarded_for_changes_no_address_that_limits_count(name: str) -> None:
    set_up = SET_UPS[name]()
    proxy = set_up.proxy
    neighbour = str(ipaddress.ip_address(proxy) + 4) if name == "compose" else "10.0.0.5"

    assert counted(set_up, peer=proxy, forwarded=VISITOR) == VISITOR
    assert counted(set_up, peer=proxy, forwarded=f"{FORGED}, {VISITOR}") == VISITOR
    assert counted(set_up, peer=proxy, forwarded=f"{proxy}, {VISITOR}") == VISITOR
    assert counted(set_up, peer=neighbour, forwarded=FORGED) == neighbour
    assert counted(set_up, peer=VISITOR, forwarded=FORGED) == VISITOR


def test_nginx_writes_the_address_that_it_sees_and_passes_on_no_other() -> None:
    lines = [line.strip() for line in (DEPLOY / "nginx.conf").read_text().splitlines()]

    told = [line for line in lines if "X-Forwarded-For" in line]
    assert told == ["proxy_set_header X-Forwarded-For $remote_addr;"]


def test_containers_are_reached_from_their_own_machine_alone() -> None:
    ports = {
        name: service["ports"]
        for name, service in compose()["services"].items()
        if "ports" in service
    }

    assert ports == {"web": ["127.0.0.1:8001:8000"]}
