import pytest

from games.registry import game
from league.competitions.settings_forms import (
    CompetitionSettingsForm,
    default_options,
    options_form,
)
from league.core.games import site_games

SLUGS = [game.slug for game in site_games()]


def test_every_game_has_a_form_with_its_options_but_for_the_deck() -> None:
    for each in site_games():
        assert set(each.options_form.base_fields) == set(default_options(each.slug)) - {"deck"}


@pytest.mark.parametrize("slug", SLUGS)
def test_the_defaults_of_every_game_are_accepted_as_they_are_shown(slug: str) -> None:
    defaults = default_options(slug)
    form = options_form(slug, {name: str(value) for name, value in defaults.items()})

    assert form.is_valid()
    assert game(slug).options(form.cleaned_data).as_json() == defaults


def test_options_of_zop_zoo_keep_numbers_as_numbers() -> None:
    data = {
        "target": "1000",
        "beasts": "5",
        "specialty_on_discard": "may",
        "missed_cards": "strict",
    }
    form = options_form("zop-zoo", data)

    assert form.is_valid()
    assert form.cleaned_data == data | {"target": 1000, "beasts": 5}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_target_that_the_game_refuses_says_so_at_its_field(slug: str) -> None:
    data = {name: str(value) for name, value in default_options(slug).items()} | {"target": "0"}
    form = options_form(slug, data)

    assert not form.is_valid()
    assert form.errors == {"target": ["Enter a number from 1 to 1000000."]}


def test_options_that_the_game_accepts_are_kept() -> None:
    form = options_form("franks-zoo", {"mode": "simple", "target": "25", "final_trick": "nobody"})

    assert form.is_valid()
    assert form.cleaned_data == {"mode": "simple", "target": 25, "final_trick": "nobody"}


@pytest.mark.parametrize("slug", SLUGS)
def test_table_sizes_begin_with_ones_that_the_game_can_be_played_with(slug: str) -> None:
    form = CompetitionSettingsForm(game=game(slug))

    for name in ("table_min", "table_max"):
        assert form.fields[name].initial in game(slug).seats
