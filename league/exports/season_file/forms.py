"""Form of a season to import: where it is, and what it does not say itself."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from league.clubs.forms import RowsForm
from league.clubs.models import Club
from league.clubs.paste import text_of_upload
from league.competitions.models import Kind, Scoring
from league.core.games import grouped_games, offered_games, site_game
from league.core.names import NameField
from league.core.workbooks import UnreadableFileError
from league.exports.results_file.plan import MOST_ROWS
from league.exports.season_file.columns import (
    SeasonRows,
    columns_of_season,
    missing_columns,
    read_season,
)
from league.exports.season_file.importing import SeasonSettings
from league.exports.season_file.sources import Source, fetch_sheet, read_source


class SeasonForm(RowsForm):
    """A season as a file, a link or text; `season` are its rows, `text` what is sent once more."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,.json,.xml"}),
        help_text=_("CSV or XLSX, or an export of Challonge, Match Play or Tabbycat, up to 1 MiB."),
    )
    link = forms.URLField(
        label=_("Or link of a Google Sheet"),
        required=False,
        assume_scheme="https",
        help_text=_("Anyone with the link must be able to view it."),
    )
    name = NameField(
        label=_("Name of the competition"),
        required=False,
        max_length=80,
        help_text=_("Leave empty to use the name in the file."),
    )
    game = forms.ChoiceField(label=_("Game"))
    kind = forms.ChoiceField(label=_("Type"), choices=Kind.choices)
    scoring = forms.ChoiceField(label=_("Ranking points from"), choices=Scoring.choices)
    field_order = ("file", "link", "text")
    most_rows = MOST_ROWS
    season: SeasonRows
    settings: SeasonSettings

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        groups = grouped_games(offered_games(club.pk))
        cast("forms.ChoiceField", self.fields["game"]).choices = [
            (name, [(game.slug, game.title) for game in games]) for name, games in groups
        ]

    def clean(self) -> dict[str, Any]:
        """Read the rows of the file, else of the link, else of the text."""
        cleaned: dict[str, Any] = self.cleaned_data
        if self.errors:
            return cleaned
        given = next((key for key in ("file", "link") if cleaned[key]), "text")
        try:
            source = self._source(given)
            chosen = [self.data[key] for key in self._column_names() if key in self.data]
            self.season = read_season(source.text, site_game(cleaned["game"]), chosen)
        except UnreadableFileError as error:
            raise forms.ValidationError({given: str(error)}) from error
        cleaned["text"], cleaned["name"] = source.text, cleaned["name"] or source.name
        if not cleaned["name"]:
            raise forms.ValidationError({"name": _("Enter a name.")})
        self.settings = SeasonSettings(
            *(cleaned[key] for key in ("name", "game", "kind", "scoring"))
        )
        return cleaned

    def _source(self, given: str) -> Source:
        if given == "link":
            sheet = fetch_sheet(self.cleaned_data["link"])
            return read_source(text_of_upload(sheet, most_rows=MOST_ROWS))
        text = self.cleaned_data[given].replace("\r\n", "\n")
        if not text.strip():
            raise UnreadableFileError(_("Choose a file, or paste a link or rows."))
        return read_source(text)

    def _column_names(self) -> list[str]:
        count = sum(key.startswith("column-") for key in self.data)
        return [f"column-{number}" for number in range(count)]

    @property
    def missing(self) -> list[str]:
        """The names of columns that have to be there and are not."""
        return missing_columns(self.season.file)

    @property
    def columns(self) -> list[tuple[str, str, str, list[tuple[str, str]]]]:
        """Each column: field name, heading, what it means now, and what it may mean."""
        choices = [("", str(_("ignored")))]
        choices += [
            (each.key, str(each.label)) for each in columns_of_season(site_game(self.settings.game))
        ]
        pairs = zip(self.season.headings, self.season.columns, strict=True)
        return [(f"column-{n}", head, key, choices) for n, (head, key) in enumerate(pairs)]
