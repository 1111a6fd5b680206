"""Make the pages of the documentation site that are written elsewhere: MkDocs' hook.

The rules come from the engine, the operations from the API's own description, changelog and advice
to contributors from the root of the repository. So none of them is ever told twice. `./run docs`
builds the site by `python -m mkdocs`, so that the engine and the site's code can be imported.
"""

import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from pygments.formatters import HtmlFormatter

from games.registry import games

ROOT = Path(__file__).resolve().parents[2]

OF_ROOT = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
"""Files beside docs/, and what they are called on the site."""
METHODS = ("get", "post", "put", "patch", "delete")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages that mkdocs.yml does not place under a heading of their own: none is lost."""
    nav = config.nav or []
    placed = set(_named(nav))
    names = sorted(path.name for path in Path(config.docs_dir).glob("*.md"))
    if rest := [name for name in names if name not in placed]:
        config.nav = [*nav, {"More": rest}]
    return config


def _named(nav: object) -> Iterator[str]:
    """Yield the pages that a part of the navigation names."""
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, Mapping):
        for part in nav.values():
            yield from _named(part)
    elif isinstance(nav, list):
        for part in nav:
            yield from _named(part)


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages and styles that are made here."""
    for name, content in made_files().items():
        files.append(File.generated(config, name, content=content))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Lead links from docs/ to the root's files to their pages."""
    for name, page in OF_ROOT.items():
        markdown = markdown.replace(f"](../{name}", f"]({page}")
    return markdown


@cache
def made_files() -> Mapping[str, str]:
    """Return all that is made, by its name on the site."""
    root_files = {page: _of_root(name) for name, page in OF_ROOT.items()}
    return {**root_files, **rules_pages(), "operations.md": operations_page(), "code.css": styles()}


def _of_root(name: str) -> str:
    """Return a file of the root, with its links as they lead from docs/."""
    text = (ROOT / name).read_text()
    return re.sub(r"\]\((?:docs/)?([\w/.-]+)", lambda found: f"]({_on_site(found[1])}", text)


def _on_site(name: str) -> str:
    return OF_ROOT.get(name, name)


def rules_pages() -> dict[str, str]:
    """Return a page of rules for each game, every rule with its id as an anchor."""
    return {
        f"rules/{game.slug}.md": _rules_page(game.title, game.slug, game.rules())
        for game in games()
    }


def _rules_page(title: str, slug: str, rules: Mapping[str, str]) -> str:
    rows = [f'| <span id="{rule.lower()}">{rule}</span> | {text} |' for rule, text in rules.items()]
    return "\n".join(
        [
            f"# The rules of {title}",
            "",
            f"In our own words, as `python3 -m games rules {slug}` prints them. Scores, refusals",
            "and tests name the rule they follow by its id. An id with an R is a ruling: what the",
            "rulebook leaves open, and how it is decided here.",
            "",
            "| Id | Rule |",
            "|---|---|",
            *rows,
            "",
        ]
    )


def operations_page() -> str:
    """Return the list of all operations of the API, by chapter."""
    schema = _schema()
    chapters = "\n".join(
        line for tag in schema["tags"] for line in _chapter(tag, list(_operations(schema)))
    )
    return (
        "# All operations\n\n"
        "What the API can do, from its own description (OpenAPI 3.1). Every site shows it with all "
        "fields and examples at `/api/v1/docs/`, and gives it to programs at `/api/v1/schema/`. "
        "[How to begin](api.md).\n\n"
        f"{chapters}\n"
    )


def _chapter(tag: Mapping[str, str], operations: list[tuple[str, str, Any]]) -> Iterator[str]:
    yield from (f"## {tag['name']}", "", tag["description"], "", "| | Address | |", "|---|---|---|")
    for method, path, operation in operations:
        if tag["name"] in operation["tags"]:
            yield f"| {method.upper()} | `{path}` | {operation['summary']} |"
    yield ""


def _operations(schema: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    for path, methods in schema["paths"].items():
        for method in METHODS:
            if method in methods:
                yield method, path, methods[method]


def _schema() -> dict[str, Any]:
    """Return the API's description; what Django asks for besides is of no use here."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    os.environ.setdefault("SECRET_KEY", "a key that nothing is signed with")
    os.environ.setdefault("DATA_DIR", tempfile.gettempdir())
    import django

    django.setup()
    from league.api.views import schema

    return schema()


def styles() -> str:
    """Return the colours of code, for light and dark screens."""
    formatters = {
        '[data-bs-theme="light"]': HtmlFormatter(style="default"),
        '[data-bs-theme="dark"]': HtmlFormatter(style="github-dark"),
    }
    return "\n".join(
        formatter.get_style_defs(f"{theme} .codehilite") for theme, formatter in formatters.items()
    )
