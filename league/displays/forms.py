"""Check the addresses of screens and widgets, and what is typed to make one."""

import re
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature
from django.utils.translation import gettext_lazy as _

from league.displays.slides import (
    DEFAULT_SECONDS,
    LONGEST,
    SHORTEST,
    WORDS_LENGTH,
    Rotation,
    read_message,
)

HEX = re.compile("[0-9a-f]{6}")
DEFAULT_ACCENT = "123f33"
BLACK, WHITE = "000000", "ffffff"


def luminance(colour: str) -> float:
    """Return the relative luminance of six hexadecimal digits, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (0, 2, 4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def ink_on(colour: str) -> str:
    """Return black or white, whichever is read better; one of them has always more than 4.5:1."""
    return max((BLACK, WHITE), key=lambda ink: contrast(ink, colour))


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


class SecondsField(forms.IntegerField):
    """For how many seconds a scene is shown; nothing or 0 leaves it out."""

    def __init__(self, label: Any) -> None:
        super().__init__(label=label, required=False, min_value=0, max_value=LONGEST)
        self.widget.attrs["inputmode"] = "numeric"

    def clean(self, value: Any) -> int:
        """Return the seconds; refuse a scene that nobody could read in time."""
        seconds: int = super().clean(value) or 0
        if 0 < seconds < SHORTEST:
            raise ValidationError(
                _("Enter %(least)d seconds or more, or 0."),
                code="too_short",
                params={"least": SHORTEST},
            )
        return seconds


class SlidesForm(forms.Form):
    """The seconds of each scene. An address that names none gets them all."""

    tables = SecondsField(_("Tables, with check-in before the round"))
    clock = SecondsField(_("Clock only"))
    awards = SecondsField(_("Podium and awards, after the last round"))
    standings = SecondsField(_("Standings"))
    hands = SecondsField(_("Latest hands"))
    news = SecondsField(_("Up next"))

    def clean(self) -> dict[str, Any]:
        """Refuse a screen that would show nothing."""
        cleaned = super().clean() or {}
        names_one = any(name in self.data for name in DEFAULT_SECONDS)
        if names_one and not self.errors and not any(cleaned[name] for name in DEFAULT_SECONDS):
            raise ValidationError(_("Choose at least one slide."), code="nothing_chosen")
        return cleaned

    @property
    def seconds(self) -> dict[str, int]:
        """Return the seconds of the scenes that are shown, in their order."""
        if not any(name in self.data for name in DEFAULT_SECONDS):
            return dict(DEFAULT_SECONDS)
        chosen = {name: self.cleaned_data[name] for name in DEFAULT_SECONDS}
        return {name: seconds for name, seconds in chosen.items() if seconds}


class ProjectorForm(SlidesForm):
    """The address of a screen."""

    words = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, competition_id: int, **options: Any) -> None:
        super().__init__(*args, **options)
        self.competition_id = competition_id

    def clean_words(self) -> str:
        """Return the organiser's words; refuse those that no organiser of ours has written."""
        signed: str = self.cleaned_data["words"]
        try:
            return read_message(self.competition_id, signed) if signed else ""
        except BadSignature:
            words = _("The text in this link is not valid. Enter it again.")
            self.add_error(None, ValidationError(words, code="not_ours"))
            return ""

    @property
    def rotation(self) -> Rotation:
        """Return what a valid address asks for."""
        return Rotation(self.seconds, self.cleaned_data["words"])


class SetupForm(SlidesForm):
    """What somebody chooses for a screen; the words are for organisers."""

    words = forms.CharField(
        label=_("Custom text"),
        required=False,
        max_length=WORDS_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Shown on the slide “Up next”, for example “Pizza at 9”."),
    )

    def __init__(self, *args: Any, may_write: bool, **options: Any) -> None:
        options.setdefault("initial", DEFAULT_SECONDS)
        super().__init__(*args, **options)
        for name in DEFAULT_SECONDS:
            self.fields[name].required = True
        if not may_write:
            del self.fields["words"]


class WidgetForm(forms.Form):
    """The address of a widget; whatever it leaves out is chosen for it."""

    CONTENTS: ClassVar = [
        ("standings", _("Standings")),
        ("next", _("Next rounds")),
        ("results", _("Latest results")),
    ]
    THEMES: ClassVar = [
        ("auto", _("device setting")),
        ("light", _("light")),
        ("dark", _("dark")),
    ]
    DEFAULTS: ClassVar = {
        "show": "standings",
        "theme": "auto",
        "accent": DEFAULT_ACCENT,
        "rows": 10,
        "language": settings.LANGUAGE_CODE,
    }

    show = forms.ChoiceField(label=_("Content"), choices=CONTENTS, required=False)
    theme = forms.ChoiceField(label=_("Theme"), choices=THEMES, required=False)
    accent = forms.CharField(
        label=_("Colour"), required=False, widget=forms.TextInput(attrs={"type": "color"})
    )
    rows = forms.IntegerField(label=_("Rows"), required=False, min_value=1, max_value=100)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES, required=False)

    def clean_accent(self) -> str:
        """Return the colour as six hexadecimal digits."""
        accent = str(self.cleaned_data["accent"]).removeprefix("#").lower()
        if accent and not HEX.fullmatch(accent):
            raise ValidationError(
                _("Enter a colour as six hexadecimal digits, such as 0b6a50."),
                code="bad_colour",
            )
        return accent

    def clean(self) -> dict[str, Any]:
        """Fill in what was left out."""
        cleaned = super().clean() or {}
        return {name: cleaned.get(name) or value for name, value in self.DEFAULTS.items()}


class WidgetSetupForm(WidgetForm):
    """What somebody chooses for a widget."""

    def __init__(self, chosen: dict[str, Any]) -> None:
        # As the field for a colour wants it.
        accent = str(chosen.get("accent", self.DEFAULTS["accent"])).removeprefix("#")
        super().__init__({**self.DEFAULTS, **chosen, "accent": f"#{accent}"})
        for field in self.fields.values():
            field.required = True
