"""The catalogues are complete, compiled and fit their texts, and no words stand beside them."""

import re
from pathlib import Path

import polib
import pytest
from django.conf import settings

LOCALE = Path(settings.LOCALE_PATHS[0])
TRANSLATED = [code for code, _name in settings.LANGUAGES if code != "en"]
PLACE = re.compile(r"%\(\w+\)[sd]|\{\w*\}|%[sd]|</?\w+[^>]*>")

pytestmark = pytest.mark.parametrize("language", TRANSLATED)


@pytest.fixture(scope="module")
def catalogues() -> dict[str, polib.POFile]:
    """The source of each catalogue."""
    return {each: polib.pofile(str(path_of(each, "po"))) for each in TRANSLATED}


def path_of(language: str, suffix: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"django.{suffix}"


def words_of(entry: polib.POEntry | polib.MOEntry) -> tuple[str, ...]:
    """Return the translations of a text: one, or one for each form of the plural."""
    return tuple(entry.msgstr_plural.values()) if entry.msgid_plural else (entry.msgstr,)


def contents(entries: polib.POFile | polib.MOFile) -> dict[tuple[object, ...], tuple[str, ...]]:
    return {(each.msgctxt, each.msgid, each.msgid_plural): words_of(each) for each in entries}


def test_compiled_catalogue_holds_what_its_source_says(
    language: str, catalogues: dict[str, polib.POFile]
) -> None:
    source = catalogues[language]
    compiled = polib.mofile(str(path_of(language, "mo")))
    assert contents(compiled) == contents(source)
    assert len(contents(source)) == len(source)
    for name in ("Plural-Forms", "Language", "Content-Type"):
        assert compiled.metadata[name] == source.metadata[name]


def test_every_text_is_translated_and_looked_at(
    language: str, catalogues: dict[str, polib.POFile]
) -> None:
    source = catalogues[language]
    assert source.metadata["Plural-Forms"] == "nplurals=2; plural=(n != 1);"
    assert source.metadata["Language"] == language
    assert [each.msgid for each in source if each.fuzzy or each.obsolete] == []
    missing = [
        each.msgid
        for each in source
        if not all(words_of(each)) or len(words_of(each)) != (2 if each.msgid_plural else 1)
    ]
    assert missing == []


def test_translations_have_the_places_of_their_text(
    language: str, catalogues: dict[str, polib.POFile]
) -> None:
    wrong = []
    for each in catalogues[language]:
        last = sorted(PLACE.findall(each.msgid_plural or each.msgid))
        *_, whole = words_of(each)
        known = {*last, *PLACE.findall(each.msgid)}
        if sorted(PLACE.findall(whole)) != last:
            wrong.append((each.msgid, whole))
        wrong += [(each.msgid, form) for form in words_of(each) if {*PLACE.findall(form)} - known]
    assert wrong == []


def test_dates_are_written_as_the_language_does(language: str) -> None:
    assert (Path(settings.BASE_DIR) / "league" / "formats" / language / "formats.py").is_file()
