"""Each counted text is in the catalogues with its plural, and says the same for every number."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils.translation import ngettext, npgettext, override
from django.utils.translation.template import templatize

LANGUAGES = [code for code, _name in settings.LANGUAGES]
TRANSLATED = [code for code in LANGUAGES if code != "en"]
PLACE = re.compile(r"%\((\w+)\)[sd]|\{\w*\}|%[sd]|</?\w+[^>]*>")
# What `templatize` makes of {% blocktranslate count %}.
COUNTED = re.compile(r"\bn(p?)gettext\((.*), ?count\) ", re.DOTALL)
ROOT = Path(settings.BASE_DIR)
# A context or None, the text for one and the text for several.
Plural = tuple[str | None, str, str]


def plurals_of_code(path: Path) -> Iterator[Plural]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
        if name in {"ngettext", "ngettext_lazy"}:
            yield (None, *(ast.literal_eval(each) for each in node.args[:2]))
        elif name in {"npgettext", "npgettext_lazy"}:
            yield tuple(ast.literal_eval(each) for each in node.args[:3])


def plurals_of_template(path: Path) -> Iterator[Plural]:
    source = templatize(path.read_text(encoding="utf-8"))
    for piece in re.split(r"(?=\bnp?gettext\()", source)[1:]:
        found = COUNTED.match(piece)
        assert found is not None, piece
        texts = ast.literal_eval(f"({found[2]},)")
        yield texts if found[1] else (None, *texts)


@cache
def plurals() -> dict[Plural, str]:
    """Return all counted texts of the code and the templates, each with a file that has it."""
    code = [path for top in ("league", "games") for path in sorted((ROOT / top).rglob("*.py"))]
    pages = [
        path
        for path in sorted((ROOT / "templates").rglob("*"))
        if path.suffix in {".html", ".txt", ".svg", ".xml"}
    ]
    found: dict[Plural, str] = {}
    for paths, read in ((code, plurals_of_code), (pages, plurals_of_template)):
        for path in paths:
            found |= dict.fromkeys(read(path), str(path.relative_to(ROOT)))
    return found


@cache
def plurals_in(language: str) -> frozenset[Plural]:
    source = polib.pofile(str(ROOT / "league" / "locale" / language / "LC_MESSAGES" / "django.po"))
    return frozenset(
        (each.msgctxt, each.msgid, each.msgid_plural) for each in source if each.msgid_plural
    )


def test_there_are_counted_texts_in_code_and_in_templates() -> None:
    files = set(plurals().values())
    assert any(name.startswith("templates/") for name in files)
    assert any(name.startswith("league/") for name in files)
    assert len(plurals()) > 100


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_counted_text_is_in_the_catalogue_with_its_plural(language: str) -> None:
    known = plurals_in(language)
    missing = {each: where for each, where in plurals().items() if each not in known}
    assert missing == {}
    assert known - plurals().keys() == set()


def test_no_text_for_one_has_two_texts_for_several() -> None:
    several = defaultdict(set)
    for context, one, many in plurals().keys() | {
        each for language in TRANSLATED for each in plurals_in(language)
    }:
        several[context, one].add(many)
    assert {one: many for one, many in several.items() if len(many) > 1} == {}


@pytest.mark.parametrize("count", [0, 1, 2, 5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_counted_text_says_the_same_for_every_number(language: str, count: int) -> None:
    wrong = []
    with override(language):
        for context, one, many in plurals().keys() | plurals_in(TRANSLATED[0]):
            if context is None:
                text = ngettext(one, many, count)
            else:
                text = npgettext(context, one, many, count)
            english = one if count == 1 else many
            places = sorted(found[0] for found in PLACE.finditer(english))
            rendered = _render(text, count)
            if (
                sorted(found[0] for found in PLACE.finditer(text)) != places
                or rendered == ""
                or (str(count) in _render(english, count)) > (str(count) in rendered)
                or (language == "en" and text != english)
            ):
                wrong.append((english, text))
    assert wrong == []


def _render(text: str, count: int) -> str:
    """Return a text with the number in each of its places, as a page or a message has it."""
    names = {found[1] for found in PLACE.finditer(text) if found[1]}
    return text % dict.fromkeys(names, count) if names else text
