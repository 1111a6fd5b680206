"""What a page's forms would send if nobody changed them."""

from html.parser import HTMLParser


def defaults_of(page: str) -> dict[str, str]:
    """Return the fields of all forms of a page with the values that they come with."""
    reader = _Reader()
    reader.feed(page)
    return reader.fields


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        name, value = told.get("name") or "", told.get("value") or ""
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            if "selected" in told:
                self.fields[self._select] = value
            self.fields.setdefault(self._select, value)
        elif tag == "input" and name:
            self._take_input(told.get("type") or "text", name, value, "checked" in told)

    def _take_input(self, kind: str, name: str, value: str, is_checked: bool) -> None:
        if kind not in {"radio", "checkbox"}:
            self.fields[name] = value
        elif is_checked:
            self.fields[name] = value or "on"

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
