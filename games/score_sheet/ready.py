"""The sheets that come with the program, each a file of JSON beside this one.

A sheet that comes to score otherwise gets a new version: `hearts.json` is then the new one, and the
old one stays as `hearts-1.json` for matches that were begun by it.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from games.score_sheet.reading import read_sheet
from games.score_sheet.sheet import ScoreSheet

FOLDER = Path(__file__).parent / "sheets"


class UnknownSheetError(LookupError):
    """No ready sheet is called so, or none of this version (None: whatever its version)."""

    def __init__(self, slug: str, version: int | None = None) -> None:
        super().__init__(f"There is no ready sheet {slug!r}, version {version}.")
        self.slug = slug
        self.version = version


def ready_slugs() -> tuple[str, ...]:
    """Name every ready sheet, in the order of the alphabet."""
    return tuple(sorted({slug for slug, _ in _files()}))


def ready_sheet(slug: str, version: int | None = None) -> ScoreSheet:
    """Return a ready sheet, the newest unless a version is given; raises UnknownSheetError."""
    versions = [known for name, known in _files() if name == slug]
    if not versions:
        raise UnknownSheetError(slug)
    wanted = max(versions) if version is None else version
    if wanted not in versions:
        raise UnknownSheetError(slug, wanted)
    return _read(_files()[slug, wanted])


@cache
def _files() -> Mapping[tuple[str, int], Path]:
    """Find the file of each sheet and version; the program's files do not change while it runs."""
    found = {}
    for path in sorted(FOLDER.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        found[data["slug"], data["version"]] = path
    return MappingProxyType(found)


@cache
def _read(path: Path) -> ScoreSheet:
    return read_sheet(json.loads(path.read_text(encoding="utf-8")))
