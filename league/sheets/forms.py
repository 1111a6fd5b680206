"""Forms of a game as a file, and of the translations of its labels."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.base import Problem
from games.score_sheet.labels import ANY
from league.sheets.drafts import (
    LONGEST_SOURCE,
    Source,
    UnreadableSourceError,
    load_source,
)
from league.sheets.faults import fault_text

UNREADABLE = _("This file holds no score sheet. Choose the file that another club saved.")


class SheetFileForm(forms.Form):
    """A game that another club has saved as a file."""

    file = forms.FileField(label=_("File of a game"), widget=forms.FileInput())

    def clean_file(self) -> Source:
        """Return the sheet's JSON."""
        file = self.cleaned_data["file"]
        if file.size is None or file.size > 4 * LONGEST_SOURCE:
            raise ValidationError(UNREADABLE, code="too_large")
        try:
            return load_source(file.read().decode("utf-8-sig"))
        except (UnicodeDecodeError, UnreadableSourceError) as error:
            raise ValidationError(UNREADABLE, code="unreadable") from error


class LabelInput(NamedTuple):
    """A label in one language."""

    name: str
    language: str
    value: str


class LabelRow(NamedTuple):
    """A label in all languages of the site."""

    path: str
    inputs: list[LabelInput]
    errors: list[str]


def labels_of(source: Source, problems: Sequence[Problem]) -> list[LabelRow]:
    """Return all labels of a sheet with an input for each language."""
    rows = []
    for path, holder, key in _labels(source, ""):
        texts = _texts(holder[key])
        inputs = [
            LabelInput(f"{path}@{code}", str(name), texts.get(code, ""))
            for code, name in settings.LANGUAGES
        ]
        errors = [fault_text(each) for each in problems if each.field.startswith(path)]
        rows.append(LabelRow(path, inputs, errors))
    return rows


def with_labels(source: Source, data: Mapping[str, str]) -> Source:
    """Return a sheet with the labels as they were typed; one without any text stays."""
    changed = deepcopy(source)
    for path, holder, key in list(_labels(changed, "")):
        texts = _texts(holder[key])
        for code, _name in settings.LANGUAGES:
            texts[code] = " ".join(data.get(f"{path}@{code}", texts.get(code, "")).split())
        given = {code: text for code, text in texts.items() if text}
        if given and given != _texts(holder[key]):
            holder[key] = given
    return changed


def outdated_labels(before: Source, after: Source, language: str) -> list[str]:
    """Return the labels that were changed in a language and not in their other ones."""
    old = [dict(_texts(holder[key])) for _path, holder, key in _labels(before, "")]
    found = []
    for _path, holder, key in _labels(after, ""):
        texts = _texts(holder[key])
        others = _others(texts, language)
        if others and texts not in old and any(_others(each, language) == others for each in old):
            found.append(texts[language])
    return list(dict.fromkeys(found))


def _others(texts: Mapping[str, str], language: str) -> Mapping[str, str]:
    """Return a label's texts in other languages, none where it has no text in this one."""
    if language not in texts:
        return {}
    return {code: text for code, text in texts.items() if code != language}


def _texts(label: Any) -> dict[str, str]:
    """Return a label's texts by language; one without a language is in the reader's."""
    if isinstance(label, dict):
        return {code: str(text) for code, text in label.items()}
    return {get_language() or "en": str(label)} if label != ANY else {}


LABELS = ("title", "hand", "label")


def _labels(found: Any, path: str) -> Iterator[tuple[str, Any, str]]:
    """Yield the path of each label with what holds it."""
    if isinstance(found, dict):
        for key, value in found.items():
            where = f"{path}.{key}" if path else key
            if key in LABELS and isinstance(value, str | dict):
                yield where, found, key
            elif isinstance(value, dict | list):
                yield from _labels(value, where)
    elif isinstance(found, list):
        for at, value in enumerate(found):
            yield from _labels(value, f"{path}[{at}]")
