"""The documentation site: it builds without a warning, and every link in it leads somewhere."""

import re
import subprocess
import sys
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from games.registry import games

ROOT = Path(__file__).resolve().parents[2]
ROOT_FILES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")
LINK = re.compile(r"\]\(([^)\s]+)\)")
QUOTED = re.compile(
    r"^`(tests/examples/[\w/.-]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
# What a browser fetches by itself when it opens a page.
FETCHED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src"}


@dataclass
class Page(HTMLParser):
    """The anchors of a built page, where its links lead, and what it fetches."""

    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids |= {value for name in ("id", "name") if (value := found.get(name))}
        if tag == "a" and (href := found.get("href")):
            self.links.append(href)
        if (name := FETCHED.get(tag)) and (address := found.get(name)):
            self.fetched.append(address)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the site was built; a warning fails it."""
    to = tmp_path_factory.mktemp("docs")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(to)]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return to


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    """Return every built page by its file."""
    found = {path: Page() for path in site.rglob("*.html")}
    for path, page in found.items():
        page.feed(path.read_text())
    return found


def test_every_link_leads_to_a_file_and_an_anchor(site: Path, pages: dict[Path, Page]) -> None:
    broken = [
        f"{path.relative_to(site)}: {link}"
        for path, page in pages.items()
        if path.name != "404.html"  # whose links are those of the site's root
        for link in (*page.links, *page.fetched)
        if not _leads_somewhere(path, link, pages)
    ]
    assert broken == []


def test_nothing_is_fetched_from_elsewhere(pages: dict[Path, Page]) -> None:
    fetched = {address for page in pages.values() for address in page.fetched}
    assert {address for address in fetched if urlsplit(address).netloc} == set()


def test_styles_name_nothing_elsewhere(site: Path) -> None:
    styles = {path: path.read_text() for path in site.rglob("*.css")}
    assert {path.name for path, text in styles.items() if re.search(r"url\(['\"]?http", text)} == (
        set()
    )


def test_links_of_the_root_s_files_lead_somewhere(site: Path, pages: dict[Path, Page]) -> None:
    broken = [
        f"{name}: {link}"
        for name in ROOT_FILES
        for link in LINK.findall((ROOT / name).read_text())
        if not _is_in_repository(link, site, pages)
    ]
    assert broken == []


def test_every_rule_has_an_anchor(site: Path, pages: dict[Path, Page]) -> None:
    for game in games():
        page = pages[site / "rules" / f"{game.slug}.html"]
        assert {rule.lower() for rule in game.rules()} <= page.ids


def test_quoted_code_stands_in_its_file() -> None:
    quoted = QUOTED.findall((ROOT / "docs" / "adding-a-game.md").read_text())
    assert len(quoted) >= 5
    assert [name for name, code in quoted if code not in (ROOT / name).read_text()] == []


def test_every_measure_of_the_run_script_is_there_and_in_its_help() -> None:
    script = (ROOT / "run").read_text()
    (known,) = re.findall(r"\n +([a-z_]+(?: \| [a-z_]+)+)\)\n +measured=", script)
    measures = set(known.split(" | "))
    assert set(re.findall(r"\./run bench ([a-z_]+)", script)) == measures
    assert [each for each in measures if not (ROOT / f"tests/benchmarks/{each}.py").exists()] == []


def _leads_somewhere(path: Path, link: str, pages: dict[Path, Page]) -> bool:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True
    to = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not to.is_file():
        return False
    return not parts.fragment or to not in pages or unquote(parts.fragment) in pages[to].ids


def _is_in_repository(link: str, site: Path, pages: dict[Path, Page]) -> bool:
    """Say whether a link holds in the repository, its anchor as the built page has it."""
    parts = urlsplit(link)
    if parts.scheme:
        return True
    if not (ROOT / parts.path).exists():
        return False
    page = pages.get((site / parts.path.removeprefix("docs/")).with_suffix(".html"))
    return not parts.fragment or (page is not None and parts.fragment in page.ids)
