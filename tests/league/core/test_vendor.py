"""The vendored files are what their list says, and the list holds what the site uses."""

import io
import re
import tarfile
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from league.core.management.commands import vendor
from league.core.management.commands.vendor import (
    FOLDER,
    Package,
    build_sprite,
    find_differences,
    integrity_of,
    read_list,
    write_package,
)

ICON = (
    b'<!-- x --><svg xmlns="http://www.w3.org/2000/svg" width="24" viewBox="0 0 24 24">'
    b'\n  <path d="M5 12h14" />\n</svg>'
)


def make_archive(files: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return content.getvalue()


def test_committed_files_are_as_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("vendor", check=True)
    assert capsys.readouterr().out == "20 vendored files are as recorded.\n"


def test_check_names_every_difference(tmp_path: Path) -> None:
    (tmp_path / "changed.css").write_text("a {}")
    (tmp_path / "unknown.js").write_text("1")
    recorded = {"changed.css": "0" * 64, "missing.css": "1" * 64}
    assert find_differences(tmp_path, recorded) == [
        "changed.css differs from its recorded hash",
        "missing.css is missing",
        "unknown.js is not in vendor.json",
    ]


def test_check_fails_on_a_changed_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in FOLDER.rglob("*"):
        if path.is_file():
            copy = tmp_path / path.relative_to(FOLDER)
            copy.parent.mkdir(exist_ok=True)
            copy.write_bytes(path.read_bytes())
    (tmp_path / "pico" / "pico.fluid.classless.min.css").write_bytes(b"body{}")
    monkeypatch.setattr(vendor, "FOLDER", tmp_path)
    with pytest.raises(CommandError, match=r"^pico/pico\S+css differs from its recorded hash$"):
        call_command("vendor", check=True)


def test_integrity_is_written_as_npm_writes_it() -> None:
    assert integrity_of(b"") == (
        "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="
    )


def test_write_package_keeps_the_listed_files_alone(tmp_path: Path) -> None:
    package: Package = {
        "name": "thing",
        "version": "1.0.0",
        "licence": "MIT",
        "integrity": "",
        "folder": "thing",
        "files": {"LICENSE": "LICENSE", "css/thing.css": "thing.css"},
        "sprite": "sprite.svg",
        "icons": ["minus"],
    }
    files = {
        "LICENSE": b"MIT",
        "css/thing.css": b"b{}",
        "js/other.js": b"1",
        "icons/minus.svg": ICON,
    }
    hashes = write_package(tmp_path, package, make_archive(files))
    assert sorted(hashes) == ["thing/LICENSE", "thing/sprite.svg", "thing/thing.css"]
    assert find_differences(tmp_path, hashes) == []
    assert (tmp_path / "thing" / "thing.css").read_bytes() == b"b{}"


def test_write_package_refuses_a_file_the_archive_does_not_have(tmp_path: Path) -> None:
    package: Package = {"name": "thing", "folder": "thing", "files": {"gone.css": "gone.css"}}
    with pytest.raises(CommandError, match=r"^The package has no file gone\.css\.$"):
        write_package(tmp_path, package, make_archive({}))


def test_sprite_has_one_symbol_an_icon_without_size_or_colour() -> None:
    assert build_sprite([("minus", ICON)], "icons 1.0").decode() == (
        '<svg xmlns="http://www.w3.org/2000/svg"><!-- icons 1.0, see LICENSE -->'
        '<symbol id="minus" viewBox="0 0 24 24"><path d="M5 12h14" /></symbol>\n</svg>\n'
    )


def test_sprite_holds_the_listed_icons() -> None:
    (icons,) = [package["icons"] for package in read_list(FOLDER)["packages"] if "icons" in package]
    sprite = (FOLDER / "lucide" / "sprite.svg").read_text(encoding="utf-8")
    assert re.findall(r'<symbol id="([^"]+)"', sprite) == sorted(icons)


def test_every_package_comes_with_its_licence() -> None:
    for package in read_list(FOLDER)["packages"]:
        kept = [name for name in package["files"].values() if name.startswith("LICENSE")]
        assert len(kept) == 1
        assert (FOLDER / package["folder"] / kept[0]).stat().st_size > 500
