"""The form of the options of Cuckoo."""

from django import forms

from league.competitions.settings_forms import OptionsForm


class CuckooOptionsForm(OptionsForm):
    """The options of Cuckoo; what is allowed is for the game to say."""

    slug = "cuckoo"

    lives = forms.IntegerField(label="Lives")
