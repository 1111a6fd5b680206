"""Read names that people typed: of players, clubs and competitions."""

import re
import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LONGEST_NAME = 80
# Zero width non-joiner and joiner: some scripts are misspelt without them.
JOINERS = "\u200c\u200d"
KEYCAP = re.compile("[0-9#*]\ufe0f?\u20e3")
DROPPED_CATEGORIES = {"Cc", "Cf", "Cs"}


def is_kept(letter: str) -> bool:
    """Say whether a character may be in a name, or is a space that separates its words."""
    if letter.isspace() or letter in JOINERS:
        return True
    return unicodedata.category(letter) not in DROPPED_CATEGORIES


def clean_name(text: str) -> str:
    """Return a name as it is stored; raise ValidationError with words for the person who typed it.

    Spaces are made single and letters composed, so that equal names are equal texts. What cannot
    be seen (control characters, marks that turn the direction of writing) is dropped: it comes
    with pasting, and in a name it could only deceive.
    """
    name = " ".join("".join(filter(is_kept, unicodedata.normalize("NFC", text))).split())
    if not name:
        raise ValidationError(_("Write a name."), code="required")
    if len(name) > LONGEST_NAME:
        raise ValidationError(
            _("A name has at most %(most)d characters; this one has %(count)d.")
            % {"most": LONGEST_NAME, "count": len(name)},
            code="name_too_long",
        )
    if not any(letter.isalnum() for letter in KEYCAP.sub("", name)):
        raise ValidationError(
            _("A name needs at least one letter or digit, or nobody could say or find it."),
            code="name_without_letter",
        )
    return name


class NameField(forms.CharField):
    """A name, as `clean_name` reads it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(strip=False, **options)

    def clean(self, value: Any) -> str:
        """Return the name, or say what is wrong with it."""
        text = super().clean(value)
        return clean_name(text) if text else ""
