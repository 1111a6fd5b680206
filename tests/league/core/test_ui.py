"""The tags, the pieces and the frame of every page."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django import forms
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

from league.core.templatetags.ui import icon, icon_names, seat_badge, signed

CSS = Path(settings.BASE_DIR) / "league" / "static" / "css"
TEMPLATES = Path(settings.BASE_DIR) / "templates"


def draw(source: str, **context: object) -> str:
    return Template("{% load ui %}" + source).render(Context(context)).strip()


def test_icon_is_decoration_without_a_label() -> None:
    assert icon("trophy") == (
        '<svg class="icon" aria-hidden="true">'
        '<use href="/static/vendor/lucide/sprite.svg#trophy"></use></svg>'
    )


def test_icon_is_read_out_with_a_label() -> None:
    assert draw('{% icon "x" label=words %}', words='"Close" & go') == (
        '<svg class="icon" role="img" aria-label="&quot;Close&quot; &amp; go">'
        '<use href="/static/vendor/lucide/sprite.svg#x"></use></svg>'
    )


def test_icon_outside_the_sprite_is_an_error() -> None:
    with pytest.raises(LookupError, match="'unicorn'"):
        icon("unicorn")


def test_templates_use_icons_of_the_sprite_alone() -> None:
    used = {
        name
        for path in TEMPLATES.rglob("*.html")
        for name in re.findall(r'{% icon "([^"]+)"', path.read_text(encoding="utf-8"))
    }
    assert used - icon_names() == set()
    assert "trophy" in used


def test_every_icon_of_the_sprite_is_used() -> None:
    league = Path(settings.BASE_DIR) / "league"
    sources = (*TEMPLATES.rglob("*.html"), *league.rglob("*.py"))
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    quoted = set(re.findall(r"[\"':]([a-z0-9-]+)[\"':]", text))
    assert icon_names() - quoted == set()


def test_seat_badge_says_its_letter() -> None:
    assert seat_badge(1) == ('<span class="seat seat-1" role="img" aria-label="Seat B">B</span>')


@pytest.mark.parametrize(("points", "words"), [(3, "+3"), (0, "0"), (-12, "\u221212")])
def test_signed_writes_a_real_minus(points: int, words: str) -> None:
    assert signed(points) == words


@pytest.mark.parametrize(
    ("source", "path", "words"),
    [
        ('{% current "/c/zoo/players/" %}', "/c/zoo/players/", 'aria-current="page"'),
        ('{% current "/c/zoo/players/" %}', "/c/zoo/players/7/", 'aria-current="true"'),
        ('{% current "/c/zoo/" exact="exact" %}', "/c/zoo/players/", ""),
        ('{% current "/c/zoo/" exact="exact" %}', "/c/zoo/", 'aria-current="page"'),
        ('{% current "" %}', "/c/zoo/", ""),
    ],
)
def test_current_marks_the_way_to_the_page(source: str, path: str, words: str) -> None:
    assert draw(source, request=RequestFactory().get(path)) == words


class GuestForm(forms.Form):
    """One of each kind of field."""

    name = forms.CharField(help_text="As on the sheet.")
    remark = forms.CharField(required=False)
    is_guest = forms.BooleanField(label="Guest")
    kind = forms.ChoiceField(choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect)


def test_field_ties_help_and_error_to_its_control() -> None:
    html = draw('{% include "_field.html" with field=form.name %}', form=GuestForm({}))
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'aria-invalid="true"' in html
    assert '<p class="help" id="id_name_helptext">As on the sheet.</p>' in html
    assert '<ul class="errorlist" id="id_name_error"><li>This field is required.</li></ul>' in html


def test_form_drawn_by_django_uses_the_same_piece() -> None:
    form = GuestForm({"name": "Ada"})
    assert form["name"].as_field_group().strip() == draw(
        '{% include "_field.html" with field=form.name %}', form=form
    )


def test_field_that_may_stay_empty_says_so() -> None:
    html = draw('{% include "_field.html" with field=form.remark %}', form=GuestForm())
    assert "(optional)" in html


def test_box_stands_in_its_label_and_choices_in_a_fieldset() -> None:
    html = draw('{% include "_form.html" %}', form=GuestForm())
    assert re.search(r'<label for="id_is_guest"><input[^>]*><span>Guest</span></label>', html)
    assert re.search(r"<fieldset>\s*<legend>Kind</legend>", html)


def test_error_of_the_whole_form_stands_first() -> None:
    form = GuestForm({})
    form.add_error(None, "These two are one person.")
    html = draw('{% include "_form.html" %}', form=form)
    assert html.index("These two are one person.") < html.index("id_name")


def draw_page(**context: object) -> str:
    request = RequestFactory().get("/c/zoo/players/")
    request.user = AnonymousUser()
    return render_to_string("base.html", context, request=request)


def test_page_has_no_inline_script_style_or_handler() -> None:
    html = draw_page()
    assert re.findall(r"<script(?![^>]*\bsrc=)", html) == []
    assert re.findall(r"<style|\sstyle=|\son[a-z]+=", html) == []


def test_page_of_a_club_carries_its_name() -> None:
    html = draw_page(club=SimpleNamespace(name="Zoo & Co", slug="zoo"))
    assert "Zoo &amp; Co · Menagerie</title>" in html
    assert '<span class="club-name">Zoo &amp; Co</span>' in html


def test_page_outside_a_club_has_no_club_navigation() -> None:
    assert "club-nav" not in draw_page()


def test_visitor_is_led_back_after_signing_in() -> None:
    assert 'href="/accounts/login/?next=/c/zoo/players/"' in draw_page()


@pytest.mark.parametrize("name", ["400.html", "500.html"])
def test_page_for_a_broken_site_needs_no_request(name: str) -> None:
    html = render_to_string(name)
    assert 'href="/static/css/site.css"' in html
    assert 'href="/">Go to home page</a>' in html


@pytest.mark.django_db
def test_unknown_address_gets_words_and_a_way_on() -> None:
    response = Client().get("/no/such/page/")
    assert response.status_code == 404
    assert "Page not found" in response.content.decode()
    assert 'href="/accounts/login/"' in response.content.decode()


@pytest.mark.django_db
def test_forged_form_gets_words_and_a_way_on() -> None:
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "a@b.org"})
    assert response.status_code == 403
    assert "Not sent" in response.content.decode()


def read_tokens() -> tuple[dict[str, str], dict[str, str]]:
    light, dark = (CSS / "tokens.css").read_text(encoding="utf-8").split("prefers-color-scheme")
    found = [dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", part)) for part in (light, dark)]
    return found[0], found[0] | found[1]


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted([luminance(one), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


TEXT_ON = {
    "ink": ["page", "surface", "sunken", "accent-soft", "info-soft", "warn-soft", "error-soft"],
    "ink-soft": ["page", "surface", "sunken", "accent-soft", "info-soft"],
    "accent": ["page", "surface", "accent-soft"],
    "accent-ink": ["accent", "accent-strong"],
    "felt-ink": ["felt", "felt-deep"],
    "felt-soft": ["felt", "felt-deep"],
    "marigold-ink": ["marigold", "marigold-strong"],
    "info": ["info-soft"],
    "warn": ["warn-soft"],
    "error": ["error-soft", "surface", "page"],
    "success": ["success-soft"],
    "plum": ["plum-soft"],
}


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_colours_have_the_contrast_that_eyes_need(theme: int) -> None:
    tokens = read_tokens()[theme]
    too_weak = [
        (text, ground)
        for text, grounds in TEXT_ON.items()
        for ground in grounds
        if contrast(tokens[text], tokens[ground]) < 4.5
    ]
    assert too_weak == []
    assert [g for g in ("page", "surface") if contrast(tokens["outline"], tokens[g]) < 3] == []
