"""Whatever file is brought in, it is read or refused in words at its field, and nothing breaks.

`FUZZ=9 ./run test tests/league/safety/test_any_file.py` sends each file by each of its names.
"""

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django import forms
from django.db import transaction
from pytest_django import DjangoDbBlocker

from league.clubs.forms import PeopleForm
from league.exports.forms import ClubFileForm, ResultsFileForm
from league.exports.season_file.forms import SeasonForm
from league.rounds.forms import SeatingListForm
from league.sheets.forms import SheetFileForm
from tests.league.safety.fuzzing import FLEETING, SHARES, Fuzzing, share_of, writes
from tests.league.safety.hostile_files import FILES, NAMES, NEVER_READ
from tests.league.safety.season import season_of_module

# Databases differ in which texts and numbers they take.
pytestmark = [pytest.mark.django_db, pytest.mark.databases]

BY_NAMES = int(os.environ.get("FUZZ", "1"))
IN_WORDS = (
    b'<ul class="errorlist" id="id_file_error"><li>',
    # The lines of a seating are shown, and told of, where they can be mended.
    b'<ul class="errorlist" id="id_text_error"><li>',
    # Rows of results stand with their faults in a table of their own.
    b"Nothing is imported until all rows are valid.",
    b"Choose which column has",
    # What is wrong with a game stands at its fields in the editor.
    b"The game is not saved. Check the marked fields.",
)


class Upload(NamedTuple):
    """The view of a form with a file, and what is sent with the file to have it written at once."""

    view: str
    fields: dict[str, str]


UPLOADS: dict[type[forms.Form], Upload] = {
    # Who is on a list is added once they were looked at.
    PeopleForm: Upload("clubs:add_players", {"text": ""}),
    ResultsFileForm: Upload("exports:import_results", {"text": "", "apply": "1"}),
    SeasonForm: Upload(
        "exports:import_season",
        {"name": "New", "game": "franks-zoo", "kind": "league", "scoring": "places", "apply": "1"},
    ),
    SheetFileForm: Upload("sheets:create", {}),
    ClubFileForm: Upload("exports:import_club", {"slug": "new"}),
    SeatingListForm: Upload("rounds:seating_list", {"text": ""}),
}


@pytest.fixture(scope="module")
def fuzzing(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Fuzzing]:
    """Build the season once for this module."""
    with season_of_module(django_db_blocker) as (_season, asking):
        yield Fuzzing(asking)


def multipart(fields: dict[str, str], name: str, inside: bytes, kind: str) -> bytes:
    """Return a form as browsers send it, with a file whose name is not made right."""
    parts = [
        b'Content-Disposition: form-data; name="%s"\r\n\r\n%s' % (field.encode(), value.encode())
        for field, value in fields.items()
    ]
    head = 'Content-Disposition: form-data; name="file"; filename="%s"\r\nContent-Type: %s\r\n\r\n'
    parts.append((head % (name, kind)).encode() + inside)
    return b"".join(b"--HOSTILE\r\n%s\r\n" % part for part in parts) + b"--HOSTILE--\r\n"


def fault_of(fuzzing: Fuzzing, upload: Upload, body: bytes, *, is_refused: bool) -> str:
    """Send a file, and say what is wrong with the answer, if anything."""
    browser = fuzzing.asking.browser("site owner")
    with transaction.atomic():
        with writes(but_to=FLEETING) as written:
            answer: Any = browser.generic(
                "POST",
                fuzzing.asking.paths[upload.view],
                body,
                "multipart/form-data; boundary=HOSTILE",
            )
        changed = fuzzing.changes() if written else ""
        transaction.set_rollback(True)
    if answer.status_code not in {200, 422}:
        return f"answered {answer.status_code}"
    if changed:
        return changed
    has_words = any(words in answer.content for words in IN_WORDS)
    return "no words at the field" if is_refused and not has_words else ""


def forms_with_files() -> set[type[forms.Form]]:
    """Return the site's forms that have a field for a file."""
    found: set[type[forms.Form]] = set()
    waiting: list[type[forms.Form]] = [forms.Form]
    while waiting:
        kind = waiting.pop()
        kinds = kind.__subclasses__()
        waiting += kinds
        fields = getattr(kind, "base_fields", {}).values()
        is_ours = kind.__module__.startswith("league.")
        has_file = any(isinstance(field, forms.FileField) for field in fields)
        if is_ours and has_file and not kinds:  # not what several have in common
            found.add(kind)
    return found


def test_every_form_with_a_file_is_sent_hostile_ones() -> None:
    assert set(UPLOADS) == forms_with_files()


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("form", UPLOADS)
def test_hostile_files_are_refused_in_words_or_only_shown(
    fuzzing: Fuzzing, form: type[forms.Form], share: str
) -> None:
    upload = UPLOADS[form]
    faults = []
    # A quick look sends each form other files, so that each file is sent to one.
    files, first = [*FILES], [*UPLOADS].index(form)
    for at, said in enumerate(share_of(files[first:] + files[:first], share)):
        for name in [NAMES[(at + more) % len(NAMES)] for more in range(BY_NAMES)]:
            body = multipart(upload.fields, name, FILES[said](), "text/csv")
            is_refused = said in NEVER_READ or form is not PeopleForm
            if fault := fault_of(fuzzing, upload, body, is_refused=is_refused):
                faults.append(f"{said}, called {name[:20]!r}: {fault}")

    assert faults == []
