import pytest
from django.core.signing import BadSignature

from league.displays.slides import WORDS_LENGTH, read_message, sign_message


def test_words_are_read_as_they_were_written() -> None:
    words = "Pizza at nine: “ask Ada”"
    assert read_message(7, sign_message(7, words)) == words
    assert sign_message(7, "") == ""


@pytest.mark.parametrize("signed", ["Ada is a cheat", "Ada is a cheat:abc", ":", ""])
def test_words_of_nobody_are_refused(signed: str) -> None:
    with pytest.raises(BadSignature):
        read_message(7, signed)


def test_words_of_another_competition_and_words_too_long_are_refused() -> None:
    with pytest.raises(BadSignature):
        read_message(8, sign_message(7, "Pizza"))
    with pytest.raises(BadSignature):
        read_message(7, sign_message(7, "x" * (WORDS_LENGTH + 1)))
