"""Command that fetches the front-end packages of vendor.json, or checks their recorded hashes."""

import base64
import hashlib
import io
import json
import subprocess
import tarfile
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

FOLDER = Path(settings.BASE_DIR) / "league" / "static" / "vendor"
SVG = "http://www.w3.org/2000/svg"
LIST_NAME = "vendor.json"
Package = dict[str, Any]


class Command(BaseCommand):
    """Fetch, verify and write the vendored files."""

    help = "Fetch the vendored front-end files, or compare them with their recorded hashes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --check."""
        parser.add_argument("--check", action="store_true", help="only compare, without network")

    def handle(self, *, check: bool, **_options: object) -> None:
        """Fetch or compare the files."""
        wanted = read_list(FOLDER)
        if check:
            if differences := find_differences(FOLDER, wanted["sha256"]):
                raise CommandError("\n".join(differences))
            self.stdout.write(f"{len(wanted['sha256'])} vendored files are as recorded.")
            return
        written: dict[str, str] = {}
        for package in wanted["packages"]:
            written |= write_package(FOLDER, package, fetch_archive(package))
            self.stdout.write(f"{package['name']} {package['version']}")
        wanted["sha256"] = dict(sorted(written.items()))
        (FOLDER / LIST_NAME).write_text(json.dumps(wanted, indent=2) + "\n", encoding="utf-8")


def read_list(folder: Path) -> dict[str, Any]:
    """Return the list of packages in the folder."""
    return dict(json.loads((folder / LIST_NAME).read_text(encoding="utf-8")))


def find_differences(folder: Path, recorded: Mapping[str, str]) -> list[str]:
    """Return a sentence for each missing, changed or unlisted file."""
    present = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path != folder / LIST_NAME
    }
    missing = [f"{name} is missing" for name in recorded.keys() - present.keys()]
    unknown = [f"{name} is not in {LIST_NAME}" for name in present.keys() - recorded.keys()]
    changed = [
        f"{name} differs from its recorded hash"
        for name in recorded.keys() & present.keys()
        if recorded[name] != present[name]
    ]
    return sorted(missing + unknown + changed)


def fetch_archive(package: Package) -> bytes:
    """Return the package's archive, verified; `npm pack` runs no script of it."""
    with tempfile.TemporaryDirectory() as place:
        spec = f"{package['name']}@{package['version']}"
        command = ["npm", "pack", "--ignore-scripts", "--silent", "--pack-destination", place, spec]
        try:
            # The command is made of our own list, and no shell reads it.
            subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
        except FileNotFoundError as error:
            raise CommandError("npm is needed to fetch, but it is not installed.") from error
        except subprocess.CalledProcessError as error:
            raise CommandError(f"npm could not fetch {spec}:\n{error.stderr}") from error
        (archive,) = Path(place).iterdir()
        content = archive.read_bytes()
    if (found := integrity_of(content)) != package["integrity"]:
        raise CommandError(f"{spec} is not what was recorded: its hash is {found}.")
    return content


def integrity_of(content: bytes) -> str:
    """Return the content's hash in npm's notation."""
    return "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode("ascii")


def write_package(folder: Path, package: Package, archive: bytes) -> dict[str, str]:
    """Write the files of an archive and return their hashes by path."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as contents:
        files = {found: read_member(contents, path) for path, found in package["files"].items()}
        if sprite := package.get("sprite"):
            icons = {name: read_member(contents, f"icons/{name}.svg") for name in package["icons"]}
            files[sprite] = build_sprite(icons.items(), f"{package['name']} {package['version']}")
    place = folder / package["folder"]
    place.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (place / name).write_bytes(content)
    return {
        f"{package['folder']}/{name}": hashlib.sha256(content).hexdigest()
        for name, content in files.items()
    }


def read_member(contents: tarfile.TarFile, path: str) -> bytes:
    """Return a file of an archive."""
    try:
        member = contents.extractfile(f"package/{path}")
    except KeyError as error:
        raise CommandError(f"The package has no file {path}.") from error
    if member is None:
        raise CommandError(f"{path} is not a file of the package.")
    return member.read()


def build_sprite(icons: Iterable[tuple[str, bytes]], source: str) -> bytes:
    """Return an SVG with a symbol for each icon."""
    ElementTree.register_namespace("", SVG)
    sprite = ElementTree.Element(f"{{{SVG}}}svg")
    sprite.append(ElementTree.Comment(f" {source}, see LICENSE "))
    for name, content in sorted(icons):
        # The archive has passed its integrity check, so this XML is what we chose.
        drawing = ElementTree.fromstring(content)  # noqa: S314
        symbol = ElementTree.SubElement(
            sprite, f"{{{SVG}}}symbol", {"id": name, "viewBox": drawing.attrib["viewBox"]}
        )
        for shape in drawing:
            shape.tail = None
            symbol.append(shape)
        symbol.tail = "\n"
    svg: str = ElementTree.tostring(sprite, encoding="unicode")
    return f"{svg}\n".encode()
