"""What services refuse: a stable code for programs, and a text for people."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from django.utils.functional import Promise

from games.base import Problem

Text: TypeAlias = str | Promise


class RefusedError(Exception):
    """Something was refused and nothing was changed; `text` says why, and what to do.

    Each app has its own subclass with a table of codes and texts. `text` is given where a code has
    more than one; `MEANINGS` tell programmers what such a code stands for. `field` is the one at
    fault, `problems` are what the engine finds wrong, `params` fill the text when it is read.
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
        """Return the sentence to show, in the reader's language."""
        text = self._given or self.TEXTS[self.code]
        return str(text % self.params if self.params else text)
