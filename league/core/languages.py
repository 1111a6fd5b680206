"""In which language a visitor is answered.

Django's own middleware takes that of the browser's cookie, else the one that its settings ask for.
Whoever is signed in and has chosen a language is answered in that, on every device of theirs.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation

View = TypeVar("View", bound=Callable[..., HttpResponseBase])
_MARK = "asks_for_no_visitor"


class OwnLanguage:
    """Let a view speak the language of who is signed in. Stands behind what finds that out."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer as the view does."""
        return self._get_response(request)

    def process_view(self, request: HttpRequest, view: object, *_arguments: Any) -> None:
        """Choose the language, now that the view is known."""
        if not hasattr(view, _MARK):
            speak_to(request)


def speak_to(request: HttpRequest) -> None:
    """Go on in the language that the visitor has chosen, if the site speaks it."""
    language = getattr(request.user, "language", "")
    if language in dict(settings.LANGUAGES):
        translation.activate(language)
        request.LANGUAGE_CODE = language


def asks_for_no_visitor(view: View) -> View:
    """Mark a view whose answer is the same for everybody, so that any cache may keep it."""
    setattr(view, _MARK, True)
    return view
