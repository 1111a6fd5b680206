from league.competitions.options_forms import OPTIONS_FORMS, default_options


def test_every_form_has_exactly_the_options_of_its_game() -> None:
    for slug, form in OPTIONS_FORMS.items():
        assert set(form.base_fields) == set(default_options(slug))


def test_options_that_the_game_accepts_are_kept() -> None:
    form = OPTIONS_FORMS["franks-zoo"]({"mode": "simple", "target": "25", "final_trick": "nobody"})

    assert form.is_valid()
    assert form.cleaned_data == {"mode": "simple", "target": 25, "final_trick": "nobody"}


def test_problem_of_the_game_is_shown_at_its_field() -> None:
    form = OPTIONS_FORMS["franks-zoo"]({"mode": "partners", "target": "0", "final_trick": "owner"})

    assert not form.is_valid()
    assert form.errors == {"target": ["This must be from 1 to 1000000."]}
