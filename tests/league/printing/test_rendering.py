"""Names are set as they are written, in any script; the same data gives the same bytes."""

import re
import threading
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import typst
from django.conf import settings
from hypothesis import example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from league.clubs.models import NAME_LENGTH
from league.printing import rendering
from league.printing.rendering import (
    FONT_FOLDERS,
    TEMPLATES,
    WAITING,
    Document,
    RendererBusyError,
    typeset,
)
from tests.league.printing import samples
from tests.league.printing.evenings import card_of
from tests.league.printing.pdf_text import parts_of, text_of
from tests.portions import in_portions, some_of

render_pdf = partial(typeset, form="pdf")

ANYTHING = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=NAME_LENGTH)
ALPHABETS = (
    (" ", "~"),
    ("À", "ɏ"),
    ("Α", "Ρ"),
    ("Σ", "ω"),
    ("А", "я"),
    ("א", "ת"),
    ("ء", "غ"),
    ("ف", "ي"),
)
NAMES = st.text(
    st.one_of([st.characters(min_codepoint=ord(a), max_codepoint=ord(z)) for a, z in ALPHABETS]),
    min_size=1,
    max_size=NAME_LENGTH,
)
MARKUP = ("#panic()", "$a^2$", "*b* _i_", "[x](y)", "\\", "@ref <a>", "`raw`", "// c", "= h", '"')
# Whatever fonts a machine has, ours have these.
SCRIPTS = (
    "Zoë Ødegård",
    "Дмитрий Иванов",
    "Αλέξανδρος",
    "محمد علي",
    "דוד לוי",
    "🦁 Leo 👩‍👩‍👧",
    "ǖ",
)


OURS = typst.Fonts(include_system_fonts=False, font_paths=list(FONT_FOLDERS))
ALL = typst.Fonts(font_paths=list(FONT_FOLDERS))


def set_here(document: Document, fonts: typst.Fonts = ALL, **notification_settings: Any) -> bytes:
    """Set a document as the site does, but in this process, which is quicker for many."""
    written: bytes = typst.compile(
        str(TEMPLATES / f"{document.template}.typ"),
        root=str(settings.BASE_DIR),
        font_paths=fonts,
        format="pdf",
        sys_inputs={"data": document.written},
        timestamp=0,
        **notification_settings,
    )
    return written


def plain(text: str) -> str:
    """Return what is left of a text wherever it breaks, and whichever way its script runs."""
    shown = unicodedata.normalize("NFKD", text)
    return "".join(sorted(each for each in shown if not is_unseen(each)))


def is_unseen(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cf", "Zs", "Zl", "Zp"}


def holds(whole: str, name: str) -> bool:
    """Say whether every character of a name is there as often as in the name, or oftener."""
    said, wanted = plain(whole), plain(name)
    return all(said.count(each) >= wanted.count(each) for each in set(wanted))


@in_portions(4)
@given(NAMES)
@hypothesis_settings(max_examples=10)
@example("W" * NAME_LENGTH)
@example("ffi fl")
def test_any_name_is_set_and_can_be_read_again(portion: int, name: str) -> None:
    text = text_of(set_here(card_of(name)))
    assert (len(text.pages), text.boxes) == (1, 0)
    assert holds(text.whole, name)


@in_portions(4)
@given(ANYTHING)
@hypothesis_settings(max_examples=10)
@example("\t\r\n\u2028")
@example("\x00\ufffe\u202eAda")
def test_whatever_has_a_font_can_be_read_again(portion: int, name: str) -> None:
    text = text_of(set_here(card_of(name)))
    assert len(text.pages) == 1
    assert text.boxes > 0 or holds(text.whole, name)


@pytest.mark.parametrize("name", MARKUP)
def test_markup_is_printed_literally(name: str) -> None:
    whole = text_of(render_pdf(card_of(name))).whole
    # On both sides of the card, and as the name of what it is for.
    assert whole.count(name) == 4


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_of_our_fonts_come_out_without_boxes(name: str) -> None:
    assert text_of(set_here(card_of(name), OURS)).boxes == 0


def test_site_sets_the_same_as_typst_here() -> None:
    card = card_of("Ada")
    assert render_pdf(card) == set_here(card)


def test_a_box_is_noticed() -> None:
    assert text_of(render_pdf(card_of("\U000e0101x\U0001fffd"))).boxes > 0


def test_a_long_name_stays_on_its_card() -> None:
    for name in ("W" * NAME_LENGTH, "Wilhelmina Maria " * 4):
        pages = text_of(render_pdf(card_of(name))).pages
        assert len(pages) == 1


def test_same_data_gives_the_same_bytes() -> None:
    assert render_pdf(card_of("Ada")) == render_pdf(card_of("Ada"))
    assert card_of("Ada").fingerprint == card_of("Ada").fingerprint


def test_fingerprint_differs_with_data_and_template() -> None:
    card = card_of("Ada")
    assert (
        len({card.fingerprint, card_of("Bea").fingerprint, replace(card, template="x").fingerprint})
        == 3
    )


def test_a_paper_has_its_title_language_and_tags() -> None:
    heads = b"".join(part.head for part in parts_of(render_pdf(card_of("Ada"))).values())
    assert re.search(rb"/Title\s?\(Ada\)", heads) is not None
    assert b"/Lang(en)" in heads.replace(b"/Lang (", b"/Lang(")
    assert b"/StructTreeRoot" in heads
    assert b"CreationDate" not in heads


def test_a_picture_is_of_the_size_that_chats_want() -> None:
    data = {
        "lang": "en",
        "club": "Zoo",
        "title": "Cup",
        "under": "",
        "rows": [],
        "groups": [],
        "more": "",
        "labels": {},
    }
    png = typeset(Document("picture", data), "png")
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")) == (1200, 630)


def test_more_than_can_wait_are_sent_away() -> None:
    card = card_of("Ada")
    with ThreadPoolExecutor(WAITING) as others, rendering._worker:
        waiting = [others.submit(render_pdf, card) for _ in range(WAITING)]
        wait_until_full()
        with pytest.raises(RendererBusyError):
            render_pdf(card)
    assert [each.result()[:5] for each in waiting] == [b"%PDF-"] * WAITING
    assert render_pdf(card)[:5] == b"%PDF-"


def wait_until_full() -> None:
    """Wait until all places are taken."""
    while rendering._places.acquire(blocking=False):
        rendering._places.release()
        threading.Event().wait(0.01)


LONG = "Wilhelmina-Maria " * 3 + "W" * 40


@pytest.mark.parametrize("size", some_of(["a4", "letter"], 1))
@pytest.mark.parametrize("count", some_of([7, 1], 1))
def test_every_paper_is_as_accessible_as_the_standard_asks(size: str, count: int) -> None:
    for document in (
        samples.standings(LONG, count, 6, size),
        samples.standings(LONG, count, 10, size),
        samples.certificates(LONG, count, size),
        samples.cards(LONG, count, size),
        samples.sheets(LONG, count, size),
        samples.seating(LONG, count, size),
    ):
        pdf = set_here(document, pdf_standards="ua-1")
        assert text_of(pdf).boxes == 0


@pytest.mark.parametrize("size", some_of(["letter", "a4"], 1))
def test_each_certificate_and_each_sheet_has_one_page_however_long_its_names(size: str) -> None:
    assert len(text_of(render_pdf(samples.certificates(LONG, 3, size))).pages) == 3
    assert len(text_of(render_pdf(samples.sheets(LONG, 3, size))).pages) == 3
    assert len(text_of(render_pdf(samples.cards(LONG, 7, size))).pages) == 2
