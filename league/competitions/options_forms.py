"""Forms for the options of each game; what is allowed is for the game to say."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms

from games.base import InvalidOptionsError
from league.competitions.models import Competition
from league.core.games import site_game
from league.core.rule_texts import problem_words


class OptionsForm(forms.Form):
    """The options of the game `slug`; its problems are shown at the fields they name."""

    slug: ClassVar[str]

    def clean(self) -> dict[str, Any]:
        """Let the game judge the options as a whole."""
        data = {name: value for name, value in (super().clean() or {}).items() if value is not None}
        if self.errors:
            return data
        try:
            site_game(self.slug).engine.options(data)
        except InvalidOptionsError as error:
            for problem in error.problems:
                field = problem.field if problem.field in self.fields else None
                self.add_error(field, problem_words(problem))
        return data


def options_form(
    slug: str, data: Mapping[str, str] | None = None, initial: dict[str, Any] | None = None
) -> forms.Form:
    """Return the form of a game's options, filled in as it is usually played unless told."""
    return site_game(slug).options_form(
        data, initial=default_options(slug) if initial is None else initial
    )


def default_options(slug: str) -> dict[str, Any]:
    """Return the options a game is played with when nobody says otherwise."""
    return dict(site_game(slug).engine.options({}).as_json())


def options_in_words(competition: Competition) -> list[tuple[str, str]]:
    """Pair each option's label with what was chosen."""
    form = site_game(competition.game).options_form()
    words = []
    for name, field in form.fields.items():
        value = competition.options.get(name)
        choices = dict(getattr(field, "choices", ()))
        words.append((str(field.label), str(choices.get(value, value))))
    return words
