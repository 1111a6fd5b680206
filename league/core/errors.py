"""Base class of the errors that services raise."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from django.utils.functional import Promise

from games.base import Problem

Text: TypeAlias = str | Promise


class RefusedError(Exception):
    """A refused action that changed nothing, with a code and a text.

    Subclasses have `TEXTS` by code, and `MEANINGS` of codes with several texts. `field` is wrong,
    `problems` are the engine's, `params` fill the text.
    """

    TEXTS: Mapping[str, Text] = {}
    MEANINGS: Mapping[str, str] = {}

    def __init__(
        self,
        code: str,
        text: Text = "",
        field: str = "",
        *,
        problems: Sequence[Problem] = (),
        **params: Any,
    ) -> None:
        super().__init__(code)
        self.code, self.field, self.problems, self.params = code, field, tuple(problems), params
        self._given = text

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """Return the sentence in the reader's language."""
        text = self._given or self.TEXTS[self.code]
        return str(text % self.params if self.params else text)
