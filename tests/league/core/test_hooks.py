from pytest_django import Settings

from league.core.hooks import check_hooks, hooks
from league.standings.services import update_entry


def test_hooks_are_the_functions_that_the_setting_lists() -> None:
    assert list(hooks("adjustment")) == [update_entry]


def test_check_names_a_function_that_is_not_there(settings: Settings) -> None:
    assert check_hooks() == []
    settings.HOOKS = {"adjustment": ["league.standings.services.missing"]}
    assert [error.id for error in check_hooks()] == ["menagerie.E100"]
    assert "missing" in check_hooks()[0].msg
