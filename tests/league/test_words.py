"""No words stand beside the translations: in templates as plain text, in code under other names."""

import ast
import re
from datetime import datetime
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import override

ROOT = Path(settings.BASE_DIR)
# What is called the same in every language.
NAMES = {"Menagerie", "OpenAPI", "UTC"}
# Its tag comes from a condition, so that no parser can tell what is text.
UNREADABLE = "allauth/elements/button.html"
NO_TEXT = re.compile(
    r"{#.*?#}|{%\s*comment.*?endcomment\s*%}"
    r"|{%\s*block \w+_class\s*%}.*?{%\s*endblock\s*%}"
    r"|{%\s*blocktranslate.*?endblocktranslate\s*%}|{%.*?%}|{{.*?}}",
    re.DOTALL,
)
WORD = re.compile(r"[^\W\d_]{3,}")
SPOKEN = {"alt", "aria-label", "content", "placeholder", "title"}
# What Django's makemessages looks for in code, by these names alone.
COLLECTED = {
    "gettext",
    "gettext_lazy",
    "gettext_noop",
    "ngettext",
    "ngettext_lazy",
    "pgettext",
    "pgettext_lazy",
    "npgettext",
    "npgettext_lazy",
}
MAY_BE_SHORT = {"gettext", "gettext_lazy", "gettext_noop"}


class Reader(HTMLParser):
    """Gather the words of a page that a visitor reads or hears."""

    def __init__(self) -> None:
        super().__init__()
        self.words: set[str] = set()
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"script", "style", "code", "pre"}:
            self._inside.append(tag)
        is_for_machines = tag in {"meta", "link"}
        for name, value in attrs:
            if name in SPOKEN and not is_for_machines:
                self.words |= {*WORD.findall(value or "")}

    def handle_endtag(self, tag: str) -> None:
        if self._inside and tag == self._inside[-1]:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not self._inside:
            self.words |= {*WORD.findall(data)}


def words_of(template: str) -> set[str]:
    reader = Reader()
    reader.feed(NO_TEXT.sub(" ", template))
    return reader.words - NAMES


def test_words_are_found() -> None:
    assert words_of('<p title="To do">{% translate "One" %} two{{ three }}</p>') == {"two"}
    assert words_of('<a aria-label="Go there">{# no #}</a><script>let it</script>') == {"there"}


def test_templates_have_no_words_outside_of_translations() -> None:
    found = {}
    for path in sorted((ROOT / "templates").rglob("*.*")):
        if path.suffix in {".html", ".txt"} and not path.match(UNREADABLE):
            words = words_of(path.read_text(encoding="utf-8"))
            if words:
                found[str(path.relative_to(ROOT))] = words
    assert found == {}


@cache
def trees() -> list[tuple[str, ast.AST]]:
    """Return what translates of the site's code, read once."""
    sources = [
        (path, path.read_text(encoding="utf-8")) for path in sorted((ROOT / "league").rglob("*.py"))
    ]
    return [
        (str(path.relative_to(ROOT)), ast.parse(source))
        for path, source in sources
        if "django.utils.translation" in source
    ]


def test_code_calls_what_translates_by_names_that_are_collected() -> None:
    wrong = []
    for path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation":
                for name in node.names:
                    short = name.asname == "_" and name.name in MAY_BE_SHORT
                    if name.name in COLLECTED and not short and name.asname is not None:
                        wrong.append(f"{path}: {name.name} as {name.asname}")
    assert wrong == []


def test_texts_are_collected_whole() -> None:
    """A text that is put together before it is translated is in no catalogue."""
    wrong = [
        f"{path}:{node.lineno}"
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in COLLECTED | {"_"}
        and any(isinstance(each, ast.JoinedStr | ast.BinOp) for each in node.args[:2])
    ]
    assert wrong == []


OWN_FORMAT = re.compile(r'\|date:"(?![A-Z_]+FORMAT"|[cU]")[^"]*"')


def test_templates_leave_dates_to_the_language() -> None:
    """A date that is put together in a template is put together as in English."""
    wrong = [
        f"{path.relative_to(ROOT)}: {found}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for found in OWN_FORMAT.findall(path.read_text())
    ]
    assert wrong == []


NIGHT = datetime(2026, 11, 22, 19, 30)  # noqa: DTZ001 - a day and an hour, wherever it is


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("en", "Sun 22 November 2026, 19:30"),
        ("de", "So 22. November 2026, 19:30"),
        ("it", "dom 22 novembre 2026, 19:30"),
    ],
)
def test_moments_are_written_as_in_a_sentence(spoken: str, written: str) -> None:
    with override(spoken):
        assert date_format(NIGHT, "DATETIME_FORMAT") == written
