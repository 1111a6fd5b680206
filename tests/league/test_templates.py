"""Templates keep the layers of the apps, as import-linter keeps those of their modules."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from league.slots import SLOTS

TEMPLATES = Path(settings.BASE_DIR) / "templates"
# Folders that are not called as the app whose pages they draw.
APPS = {
    "account": "accounts",
    "allauth": "accounts",
    "calculator": "results",
    "django": "core",
    "handbook": "core",
    "mfa": "accounts",
    "offline": "core",
    "ratings": "standings",
    "statistics": "standings",
}
# The navigation, which stands on every page and leads everywhere.
NAVIGATION = {
    "_breadcrumb.html": {"clubs:home"},
    "_club_nav.html": {
        "clubs:home",
        "clubs:players",
        "competitions:list",
        "notifications:feed",
        "displays:search",
    },
    "_foot.html": {"accounts:language", "calculator:games", "online:lobby", "privacy:overview"},
    "_nav.html": {"online:lobby"},
    "_user_menu.html": {"accounts:account", "accounts:clubs", "api:tokens", "rounds:mine"},
}
NEEDS = re.compile(
    r"""{%-?\s*(?:(?:extends|include)\s+["'](?P<template>[^"']+)|url\s+["'](?P<url>\w+:\w+)"""
    r"""|load\s+(?:[\w\s]+\bfrom\s+)?(?P<libraries>[\w\s]+?)\s*%})"""
)


def layers() -> dict[str, int]:
    """The height of each app, as the contract for imports has it."""
    contract = tomllib.loads((Path(settings.BASE_DIR) / "pyproject.toml").read_text())
    levels = contract["tool"]["importlinter"]["contracts"][0]["layers"]
    return {
        app.strip().removeprefix("league."): height
        for height, level in enumerate(reversed(levels))
        for app in level.split("|")
    }


def app_of_template(name: str) -> str:
    folder, slash, _rest = name.partition("/")
    return APPS.get(folder, folder) if slash else "core"


@cache
def apps_by_address() -> dict[str, str]:
    """The app of each name space of addresses."""
    league = Path(settings.BASE_DIR) / "league"
    return {
        name: path.relative_to(league).parts[0]
        for path in league.glob("**/urls*.py")
        for name in re.findall(r'^app_name = "(\w+)"', path.read_text(), re.MULTILINE)
    }


@cache
def tag_libraries() -> dict[str, str]:
    paths = (Path(settings.BASE_DIR) / "league").glob("*/templatetags/*.py")
    return {path.stem: path.parts[-3] for path in paths}


def needs(text: str) -> Iterator[tuple[str, str]]:
    """Go through what a template needs of other apps: an app, and what of it."""
    addresses = apps_by_address()
    libraries = tag_libraries()
    for found in NEEDS.finditer(text):
        if found["template"]:
            yield app_of_template(found["template"]), found["template"]
        elif found["url"]:
            yield addresses.get(found["url"].partition(":")[0], "core"), found["url"]
        else:
            for library in found["libraries"].split():
                yield libraries.get(library, "core"), library


def is_above(app: str, other: str, heights: dict[str, int]) -> bool:
    return app != other and heights[app] >= heights[other]


def test_no_template_needs_an_app_above_its_own_but_through_a_slot() -> None:
    heights = layers()
    upward: dict[str, set[str]] = {}
    for path in sorted(TEMPLATES.rglob("*")):
        name = str(path.relative_to(TEMPLATES))
        if path.is_dir() or path.suffix == ".typ":
            continue
        own = app_of_template(name)
        for app, what in needs(path.read_text()):
            if is_above(app, own, heights):
                upward.setdefault(name, set()).add(what)
    assert upward == NAVIGATION


def test_check_reads_includes_links_and_tags() -> None:
    text = '{% load i18n printing %}{% include "rounds/_when.html" %}{% url "online:lobby" %}'
    assert list(needs(text)) == [
        ("core", "i18n"),
        ("printing", "printing"),
        ("rounds", "rounds/_when.html"),
        ("online", "online:lobby"),
    ]


def test_every_slot_stands_in_a_template_and_every_one_there_is_filled() -> None:
    named = {
        name
        for path in TEMPLATES.rglob("*.html")
        for name in re.findall(r'{% slot "(\w+)"', path.read_text())
    }
    assert named == set(SLOTS)


@pytest.mark.parametrize("slot", [name for name, slot in SLOTS.items() if slot.template])
def test_slot_is_filled_by_a_template_that_is_there(slot: str) -> None:
    assert (TEMPLATES / SLOTS[slot].template).is_file()
