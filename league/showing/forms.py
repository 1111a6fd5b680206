"""Check the addresses of screens and widgets, and what is typed to make one."""

from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature
from django.utils.translation import gettext_lazy as _

from league.showing.colours import DEFAULT_ACCENT, HEX
from league.showing.programme import (
    DEFAULT_SECONDS,
    LONGEST,
    SHORTEST,
    WORDS_LENGTH,
    Programme,
    read_words,
)


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
                _("Nobody reads that fast: take %(least)d seconds or more, or 0."),
                code="too_short",
                params={"least": SHORTEST},
            )
        return seconds


class ScenesForm(forms.Form):
    """The seconds of each scene. An address that names none gets them all."""

    tables = SecondsField(_("Tables, and check-in before"))
    clock = SecondsField(_("The clock alone"))
    standings = SecondsField(_("Standings"))
    hands = SecondsField(_("Latest hands"))
    news = SecondsField(_("What comes next"))

    def clean(self) -> dict[str, Any]:
        """Refuse a screen that would show nothing."""
        cleaned = super().clean() or {}
        names_one = any(name in self.data for name in DEFAULT_SECONDS)
        if names_one and not self.errors and not any(cleaned[name] for name in DEFAULT_SECONDS):
            raise ValidationError(_("Choose at least one scene."), code="nothing_chosen")
        return cleaned

    @property
    def seconds(self) -> dict[str, int]:
        """Return the seconds of the scenes that are shown, in their order."""
        if not any(name in self.data for name in DEFAULT_SECONDS):
            return dict(DEFAULT_SECONDS)
        chosen = {name: self.cleaned_data[name] for name in DEFAULT_SECONDS}
        return {name: seconds for name, seconds in chosen.items() if seconds}


class ScreenForm(ScenesForm):
    """The address of a screen."""

    words = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, competition_id: int, **options: Any) -> None:
        super().__init__(*args, **options)
        self.competition_id = competition_id

    def clean_words(self) -> str:
        """Return the organiser's words; refuse those that no organiser of ours has written."""
        signed: str = self.cleaned_data["words"]
        try:
            return read_words(self.competition_id, signed) if signed else ""
        except BadSignature:
            words = _("The words in this address were not written here. Write them anew.")
            self.add_error(None, ValidationError(words, code="not_ours"))
            return ""

    @property
    def programme(self) -> Programme:
        """Return what a valid address asks for."""
        return Programme(self.seconds, self.cleaned_data["words"])


class SetupForm(ScenesForm):
    """What somebody chooses for a screen; the words are for organisers."""

    words = forms.CharField(
        label=_("Words of your own"),
        required=False,
        max_length=WORDS_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("They stand among what comes next: “Pizza at nine”."),
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
        ("next", _("The next rounds")),
        ("results", _("Latest results")),
    ]
    THEMES: ClassVar = [
        ("auto", _("as the visitor’s device")),
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

    show = forms.ChoiceField(label=_("What it shows"), choices=CONTENTS, required=False)
    theme = forms.ChoiceField(label=_("Light or dark"), choices=THEMES, required=False)
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
                _("A colour is written as six hexadecimal digits, such as 0b6a50."),
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
