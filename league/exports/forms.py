"""Forms to upload club files and results."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from league.clubs.forms import RowsForm
from league.clubs.models import NAME_LENGTH
from league.core.games import SiteGame
from league.core.workbooks import UnreadableFileError
from league.exports.results_file.plan import MOST_ROWS, ResultsFile, read_results

MEBIBYTE = 1024 * 1024
LARGEST_CLUB = 32 * MEBIBYTE


class ClubFileForm(forms.Form):
    """A club file, and under which address its club is to be found."""

    file = forms.FileField(
        label=_("Club file"), widget=forms.FileInput(attrs={"accept": ".json,application/json"})
    )
    slug = forms.SlugField(
        label=_("Address"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_(
            "Lower-case letters, digits and hyphens. Leave empty to use the address in the file."
        ),
    )

    def clean_file(self) -> bytes:
        """Return what is in the file, unless it is too large to be read at once."""
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if file.size is None or file.size > LARGEST_CLUB:
            raise forms.ValidationError(
                _(
                    "The file is larger than %(size)d MiB. Ask the site administrator to import it "
                    "by command."
                ),
                params={"size": LARGEST_CLUB // MEBIBYTE},
            )
        return bytes(file.read())


class ResultsFileForm(RowsForm):
    """Results as a file or as text; `results` is what was read, `text` what is sent once more."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
        help_text=_("CSV or XLSX, up to 1 MiB. Only the first sheet of a workbook is read."),
    )
    field_order = ("file", "text")
    most_rows = MOST_ROWS
    results: ResultsFile

    def __init__(self, *args: Any, game: SiteGame, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game

    def clean(self) -> dict[str, Any]:
        """Read the rows; the file if there is one, else the text."""
        cleaned: dict[str, Any] = self.cleaned_data
        if self.errors:
            return cleaned
        read = "file" if cleaned["file"] else "text"
        cleaned["text"] = cleaned["file"] or cleaned["text"].replace("\r\n", "\n")
        if not cleaned["text"].strip():
            raise forms.ValidationError({read: _("Choose a file or paste the rows.")})
        try:
            self.results = read_results(cleaned["text"], self.game)
        except UnreadableFileError as error:
            raise forms.ValidationError({read: str(error)}) from error
        return cleaned
