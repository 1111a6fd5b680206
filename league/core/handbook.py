"""The handbook: the pages of docs/ on the site itself, and which of them explains each page."""

import struct
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

import markdown
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

from league.core.games import site_game, site_games
from league.core.rule_texts import rule_text

DOCS = Path(settings.BASE_DIR) / "docs"
ORIGINAL = "en"
RULES = "rules/"
PLAYERS, ORGANISERS, HOSTS = "tutorial-players", "tutorial-organisers", "tutorial-hosts"
CHAPTERS: Final = (
    (_("First steps"), (PLAYERS, ORGANISERS, HOSTS)),
    (
        _("Clubs and competitions"),
        ("scoring", "seating", "score-sheets", "displays", "printing", "exports", "roles"),
    ),
    (_("Playing"), ("offline", "online", "notifications", "accounts", "languages")),
    (_("Safety and access"), ("privacy", "security", "accessibility")),
    (
        _("Hosting"),
        ("hosting", "install", "containers", "operating", "scaling", "backups", "keys"),
    ),
    (_("Programs"), ("api", "formats")),
)
"""The pages of docs/ that people of a site read, and under what heading."""
PAGES: Final = frozenset(page for _chapter, pages in CHAPTERS for page in pages)
HELP: Final[Mapping[str, str]] = {
    "accounts": "accounts",
    "account": "accounts",
    "mfa": "accounts",
    "admin": "hosting",
    "api": "api",
    "calculator": PLAYERS,
    "clubs": ORGANISERS,
    "clubs:levels": "roles",
    "clubs:log": "roles",
    "clubs:invitations": "accounts",
    "clubs:invitation": "accounts",
    "clubs:join": "accounts",
    "clubs:player_link": "accounts",
    "clubs:sign_in_by_link": "accounts",
    "clubs:share_links": "displays",
    "competitions": ORGANISERS,
    "competitions:separations": "seating",
    "core": "offline",
    "core:handbook": "",
    "core:handbook_page": "",
    "displays": "displays",
    "exports": "exports",
    "sheets": "score-sheets",
    "hosting": "hosting",
    "notifications": "notifications",
    "online": "online",
    "printing": "printing",
    "privacy": "privacy",
    "results": PLAYERS,
    "results:adjustments": "scoring",
    "results:inbox": ORGANISERS,
    "results:handover": "offline",
    "results:offline_table": "offline",
    "results:score_sheet": "score-sheets",
    "rounds": ORGANISERS,
    "rounds:mine": PLAYERS,
    "rounds:seat": "seating",
    "rounds:change": "seating",
    "rounds:changes": "seating",
    "rounds:move": "seating",
    "rounds:seating_list": "seating",
    "rounds:teams": "scoring",
    "standings": "scoring",
}
"""The page that explains a view, by its name or that of its app; "" is the contents."""
WIDEST, TALLEST = 640, 576  # of a picture, in pixels


class HandbookPage(NamedTuple):
    """A page as it is shown, and its language, which is not always the reader's."""

    title: str
    language: str
    content: SafeString


def help_page(view_name: str) -> str:
    """Return the page that explains a view, by its name or its app's."""
    return HELP.get(view_name, HELP.get(app_of(view_name), ""))


def app_of(view_name: str) -> str:
    """Return the app of a view; the views of signing in have none but a first word."""
    return view_name.partition(":" if ":" in view_name else "_")[0]


def handbook_address(page: str) -> str:
    """Return the address of a page, of the contents for ""."""
    return reverse("core:handbook_page", args=[page]) if page else reverse("core:handbook")


@require_safe
def show_contents(request: HttpRequest) -> HttpResponse:
    """Show what is in the handbook."""
    chapters = [
        (title, [(handbook_address(page), read_page(page, get_language() or "")) for page in pages])
        for title, pages in CHAPTERS
    ]
    context = {"chapters": chapters, "games": [game.engine for game in site_games()]}
    return render(request, "handbook/contents.html", context)


@require_safe
def show_page(request: HttpRequest, page: str) -> HttpResponse:
    """Show a page of the handbook."""
    if page not in PAGES:
        raise Http404
    shown = read_page(page, get_language() or "")
    return render(request, "handbook/page.html", {"page": shown})


@require_safe
def show_rules(request: HttpRequest, game: str) -> HttpResponse:
    """Show the rules of a game, each with its id as an anchor."""
    if game not in {each.slug for each in site_games()}:
        raise Http404
    engine = site_game(game).engine
    rules = engine.rules()
    context = {"game": engine, "rules": [(rule, rule_text(rules, rule)) for rule in rules]}
    return render(request, "handbook/rules.html", context)


@cache
def read_page(page: str, language: str) -> HandbookPage:
    """Return a page in a language, in English where there is no translation."""
    translated = DOCS / f"{page}.{language}.md"
    path, shown = (translated, language) if translated.exists() else (DOCS / f"{page}.md", ORIGINAL)
    title, _line, text = path.read_text(encoding="utf-8").partition("\n")
    content = markdown.markdown(
        text, extensions=["tables", "fenced_code", "toc", SiteLinks()], output_format="html"
    )
    return HandbookPage(title.removeprefix("# "), shown, SafeString(content))


class SiteLinks(Extension):
    """Let links and pictures of docs/ lead to where the site shows them."""

    def extendMarkdown(self, md: markdown.Markdown) -> None:  # noqa: N802  # Markdown calls it so
        """Add the processor."""
        md.treeprocessors.register(SiteLinksProcessor(md), "site_links", 0)


class SiteLinksProcessor(Treeprocessor):
    """Rewrite the links of a parsed page."""

    def run(self, root: Element) -> None:
        """Rewrite links and pictures, and let tables scroll by themselves."""
        for link in root.iter("a"):
            address = _address_on_site(link.get("href", ""))
            if address:
                link.set("href", address)
            else:
                link.tag = "span"
                del link.attrib["href"]
        for picture in root.iter("img"):
            name = picture.get("src", "").rpartition("/")[2]
            width, height = shown_size(DOCS / "img" / name)
            picture.attrib |= {
                "src": static(f"handbook/{name}"),
                "width": str(width),
                "height": str(height),
                "loading": "lazy",
            }
        for parent in list(root.iter()):
            for at, table in enumerate(list(parent)):
                if table.tag == "table":
                    scroller = Element("div", {"class": "scroller", "tabindex": "0"})
                    scroller.append(table)
                    parent[at] = scroller


def shown_size(picture: Path) -> tuple[int, int]:
    """Return width and height of a PNG in the text, which keep its place until it is loaded."""
    width, height = struct.unpack(">II", picture.read_bytes()[16:24])
    share = min(1, WIDEST / width, TALLEST / height)
    return round(width * share), round(height * share)


def _address_on_site(href: str) -> str:
    """Return where a link of docs/ leads on the site; "" where the site does not show that."""
    name, mark, anchor = href.partition("#")
    if href.startswith(("#", "https://")):
        return href
    page = name.removesuffix(".md").partition(".")[0]
    if page.startswith(RULES):
        address = reverse("core:handbook_rules", args=[page.removeprefix(RULES)])
    elif page in PAGES and name.endswith(".md"):
        address = handbook_address(page)
    else:
        return ""
    return address + mark + anchor
