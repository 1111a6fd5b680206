"""A server installed by the commands of docs/install.md, in a directory of its own."""

import getpass
import os
import re
import secrets
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from email.message import Message
from functools import partial
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

import psycopg
import trustme
from django.conf import settings
from django.core.signing import Signer

from tests.faults.brokers import missing, redis_database
from tests.faults.servers import wait_until
from tests.site import PATIENCE, free_port

SITE = "games.example.org"
EXECUTED = re.compile(r"^<!-- executed -->\n```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# What blocks hold that take packages or servers.
NOT_FOR_FILES = ("pip install", "$PSQL", "manage migrate")
NGINX = """
daemon off;
user {user};
worker_processes 1;
pid {directory}/nginx.pid;
error_log {directory}/nginx-errors;
events {{}}
http {{
    include /etc/nginx/mime.types;
    client_body_temp_path {directory}/body;
    proxy_temp_path {directory}/proxy;
    fastcgi_temp_path {directory}/fastcgi;
    uwsgi_temp_path {directory}/uwsgi;
    scgi_temp_path {directory}/scgi;
    include {directory}/nginx/*;
}}
"""


class Answer(NamedTuple):
    """What a browser is sent."""

    status: int
    headers: Message
    body: bytes


@dataclass(frozen=True)
class Installed:
    """Where it lies, and the free ports that stand for 80 and 443, and for the web processes."""

    directory: Path
    http_port: int
    https_port: int
    web_ports: tuple[int, int]
    authority: trustme.CA

    @property
    def units(self) -> Path:
        return self.directory / "units"

    def environment(self) -> dict[str, str]:
        """What systemd reads from the file of settings."""
        lines = (self.directory / "etc" / "env").read_text().splitlines()
        told = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
        return {"PATH": os.environ["PATH"], **told}

    def command(self, unit: str, instance: str = "") -> list[str]:
        """The command line of a unit, as systemd would fill it in."""
        text = (self.units / unit).read_text()
        [line] = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
        return str(line).replace("%%", "%").replace("%i", instance).split()

    def run_web(self, port: int) -> "subprocess.Popen[bytes]":
        """Start a web process by the command line of its unit."""
        with (self.directory / f"web-{port}").open("wb") as output:
            return subprocess.Popen(
                self.command("menagerie-web@.service", str(port)),
                cwd=self.directory / "opt" / "current",
                env=self.environment(),
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def topic(self) -> str:
        """What a page would ask the live stream for."""
        signer = Signer(key=self.environment()["SECRET_KEY"], salt="league.core.live")
        return urlencode({"topic": signer.sign("table:1"), "version": 0})

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """Return what nginx answers."""
        sent = {"Host": SITE, **{name.replace("_", "-"): text for name, text in headers.items()}}
        with closing(self.connect()) as connection:
            connection.request(method, path, body, sent)
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())

    def first_line(self, path: str) -> bytes:
        """Return the first line of an answer that has no end."""
        with closing(self.connect()) as connection:
            connection.request("GET", path, headers={"Host": SITE})
            with connection.getresponse() as response:
                return response.readline()

    def connect(self, address: str = "127.0.0.1") -> HTTPSConnection:
        """Return a connection to nginx, from an address of this machine, that is not open yet."""
        context = ssl.create_default_context()
        self.authority.configure_trust(context)
        return HTTPSConnection(
            "127.0.0.1",
            self.https_port,
            context=context,
            timeout=PATIENCE,
            source_address=(address, 0),
        )

    def is_ready(self, port: int) -> bool:
        """Say whether a web process is there."""
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as probe:
            try:
                probe.request("GET", "/health/ready/", headers={"Host": SITE})
                return probe.getresponse().status == 200
            except OSError:
                return False

    def has_nginx(self) -> bool:
        """Say whether nginx listens."""
        try:
            socket.create_connection(("127.0.0.1", self.https_port), timeout=PATIENCE).close()
        except OSError:
            return False
        return True

    def said(self, file: str) -> str:
        """What a program has written so far."""
        return (self.directory / file).read_text()


@contextmanager
def empty_server() -> Iterator[str]:
    """Yield the name of a role and a database that are not there yet, and remove them."""
    name = f"menagerie_install_{secrets.token_hex(4)}"
    try:
        yield name
    finally:
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            connection.execute(f"DROP ROLE IF EXISTS {name}")


def unpack_release(directory: Path) -> None:
    """Lay out the files of the project as a release has them, with the packages of the tests."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=settings.BASE_DIR,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        source, target = settings.BASE_DIR / name, directory / name
        if source.is_file() and not name.startswith("tests/"):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    (directory / ".venv").symlink_to(sys.prefix)


def write_certificate(authority: trustme.CA, directory: Path) -> None:
    """Write what certbot would."""
    directory.mkdir(parents=True)
    issued = authority.issue_cert(SITE, "127.0.0.1")
    issued.private_key_pem.write_to_path(directory / "privkey.pem")
    for part in issued.cert_chain_pems:
        part.write_to_path(directory / "fullchain.pem", append=True)


def run_document(environment: dict[str, str], *, is_whole: bool) -> None:
    """Execute the commands of docs/install.md marked for it, maybe only those for files."""
    text = (settings.BASE_DIR / "docs" / "install.md").read_text()
    blocks = [
        block
        for block in EXECUTED.findall(text)
        if is_whole or not any(slow in block for slow in NOT_FOR_FILES)
    ]
    commands = "".join(blocks)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands],
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def install(directory: Path, *, is_whole: bool, **servers: str) -> Installed:
    """Install a site by the document on these servers, or lay out its files alone."""
    if shutil.which("git") is None:
        missing("git", "git")
    found = Installed(directory, free_port(), free_port(), (free_port(), free_port()), trustme.CA())
    unpack_release(directory / "unpacked")
    write_certificate(found.authority, directory / "certificates" / SITE)
    for part in ("units", "nginx"):
        (directory / part).mkdir()
    environment = {
        "PATH": os.environ["PATH"],
        # All is there already: nothing may be fetched.
        "PIP_NO_INDEX": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "SITE": SITE,
        "SOURCE": str(directory / "unpacked"),
        "ROOT": str(directory / "opt"),
        "DATA": str(directory / "data"),
        "ETC": str(directory / "etc"),
        "UNITS": str(directory / "units"),
        "NGINX": str(directory / "nginx"),
        "CERTIFICATES": str(directory / "certificates"),
        "OWNER": getpass.getuser(),
        "AS": "",
        "FIRST_PORT": str(found.web_ports[0]),
        "SECOND_PORT": str(found.web_ports[1]),
        **servers,
    }
    run_document(environment, is_whole=is_whole)
    return found


@contextmanager
def installed(directory: Path) -> Iterator[Installed]:
    """Install a site by the document, with what it needs for itself alone."""
    if shutil.which("psql") is None:
        missing("psql", "postgresql-client")
    server = urlsplit(os.environ["DATABASE_URL"])
    with redis_database() as broker, redis_database() as cache, empty_server() as name:
        yield install(
            directory,
            is_whole=True,
            DATABASE=name,
            DATABASE_AT=f"{server.hostname}:{server.port or 5432}",
            PSQL=f"psql {os.environ['DATABASE_URL']}",
            BROKER=broker["BROKER_URL"],
            CACHE=cache["BROKER_URL"],
        )


def nginx_configuration(site: Installed) -> Path:
    """Write a configuration around the site's file, with ports that anybody may open."""
    file = site.directory / "nginx" / "menagerie"
    text = file.read_text()
    text = re.sub(r"listen \[::\].*;", "", text)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{site.http_port};")
    text = text.replace("listen 443 ", f"listen 127.0.0.1:{site.https_port} ")
    text = text.replace("/var/log/nginx/error.log", f"{site.directory}/nginx-errors")
    file.write_text(text)
    whole = site.directory / "nginx.conf"
    whole.write_text(NGINX.format(directory=site.directory, user=getpass.getuser()))
    return whole


@contextmanager
def served(site: Installed) -> Iterator[list["subprocess.Popen[bytes]"]]:
    """Run nginx and both web processes; yield those two."""
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if nginx is None:
        missing("nginx", "nginx-light")
    command = [nginx, "-e", str(site.directory / "nginx-errors")]
    command += ["-c", str(nginx_configuration(site))]
    subprocess.run([*command, "-t", "-q"], check=True)
    processes: list[subprocess.Popen[bytes]] = []
    try:
        processes += [site.run_web(port) for port in site.web_ports]
        processes.append(subprocess.Popen(command))
        for port in site.web_ports:
            wait_until(partial(site.is_ready, port), told=partial(site.said, f"web-{port}"))
        wait_until(site.has_nginx, told=partial(site.said, "nginx-errors"))
        yield processes[:2]
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(PATIENCE)
