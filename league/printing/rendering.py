"""Set a document of ours by Typst: data in, a PDF or a picture out.

The templates lie in templates/printing. What people have written goes in as data, which Typst
never reads as markup. The same document gives the same bytes, so its fingerprint is its ETag.
"""

import hashlib
import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Any, Final, Literal

from django.conf import settings

TEMPLATES: Final = Path(settings.BASE_DIR) / "templates" / "printing"
VENDOR: Final = Path(settings.BASE_DIR) / "league" / "static" / "vendor"
FONT_FOLDERS: Final = tuple(
    str(VENDOR / name) for name in ("nunito", "open-sans", "noto-sans-arabic", "noto-emoji")
)
WORKER: Final = Path(__file__).with_name("typst_worker.py")
SECONDS: Final = 60
WAITING: Final = 4
"""So many may set something or wait for it at once, in one process; others are sent away."""

_places = BoundedSemaphore(WAITING)
_worker = Lock()


class RendererBusyError(Exception):
    """Too many are waiting already, or it took too long."""


@dataclass(frozen=True, slots=True)
class Document:
    """Hold what is to be set: the template's name, and the data that it reads."""

    template: str
    data: Mapping[str, Any]

    @property
    def written(self) -> str:
        """The data as the template reads it."""
        return json.dumps(self.data, ensure_ascii=False, sort_keys=True)

    @property
    def fingerprint(self) -> str:
        """What differs as soon as anything differs that the reader would see."""
        told = f"{templates_fingerprint()} {self.template} {self.written}"
        return hashlib.sha256(told.encode()).hexdigest()


def typeset(document: Document, form: Literal["pdf", "png"]) -> bytes:
    """Return a document as a tagged PDF, or its one page as a PNG; raise RendererBusyError.

    A process of its own does so, one at a time, so that the site keeps a core.
    """
    template = str(TEMPLATES / f"{document.template}.typ")
    place = str(settings.BASE_DIR)
    command = [sys.executable, "-P", str(WORKER), form, template, place, *FONT_FOLDERS]
    if not _places.acquire(blocking=False):
        raise RendererBusyError
    try:
        with _worker:
            # The command is made of our own names; the data goes in by standard input.
            done = subprocess.run(  # noqa: S603
                command,
                input=document.written.encode(),
                stdout=subprocess.PIPE,
                check=True,
                timeout=SECONDS,
            )
    except subprocess.TimeoutExpired as error:
        raise RendererBusyError from error
    finally:
        _places.release()
    return done.stdout


@cache
def templates_fingerprint() -> str:
    """Tell apart the templates of one release from those of another."""
    print_of_all = hashlib.sha256(version("typst").encode())
    for path in sorted(TEMPLATES.glob("*.typ")):
        print_of_all.update(path.read_bytes())
    return print_of_all.hexdigest()
