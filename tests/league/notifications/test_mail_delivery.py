"""The test email: who may send one, where to, and what is said of the mail server's answer."""

from collections.abc import Callable, Iterator

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from league.clubs.models import User
from tests.factories import make_club, make_organiser, make_player, make_user
from tests.league.rounds.pages import words
from tests.site import free_port

pytestmark = pytest.mark.django_db
PAGE = "/mails/"


class Mailbox:
    """A mail server that keeps to whom it was written, and answers what a test says."""

    def __init__(self) -> None:
        self.recipients: list[str] = []
        self.answer = "250 kept"

    async def handle_RCPT(  # noqa: N802 - as the library names it
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: object
    ) -> str:
        if self.answer.startswith("250"):
            envelope.rcpt_tos.append(address)
            self.recipients.append(address)
        return self.answer

    async def handle_DATA(  # noqa: N802
        self, _server: SMTP, _session: Session, _envelope: Envelope
    ) -> str:
        return "250 kept"


@pytest.fixture
def mailbox(settings: Settings) -> Iterator[Mailbox]:
    """Send mail to a server of the test, which knows nobody's password."""
    mailbox = Mailbox()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    controller = Controller(
        mailbox,
        hostname="127.0.0.1",
        port=settings.EMAIL_PORT,
        authenticator=lambda *_given: AuthResult(success=False, handled=False),
        auth_require_tls=False,
    )
    controller.start()
    yield mailbox
    controller.stop()


@pytest.fixture
def organiser(client: Client) -> User:
    """Sign in an organiser whose address is confirmed."""
    cache.clear()
    user = make_organiser(make_club())
    EmailAddress.objects.create(user=user, email="olga@example.org", verified=True, primary=True)
    client.force_login(user)
    return user


@pytest.mark.usefixtures("organiser")
def test_accepted_mail_goes_to_the_own_address_alone(client: Client, mailbox: Mailbox) -> None:
    page = client.post(PAGE, {"address": "victim@example.org", "email": "victim@example.org"})
    assert "The mail server accepted the email to olga@example.org." in words(page)
    assert mailbox.recipients == ["olga@example.org"]


def refuse_address(mailbox: Mailbox, _settings: Settings) -> None:
    mailbox.answer = "550 no such mailbox"


def use_closed_port(_mailbox: Mailbox, settings: Settings) -> None:
    settings.EMAIL_PORT = free_port()


def use_unknown_host(_mailbox: Mailbox, settings: Settings) -> None:
    settings.EMAIL_HOST = "no-such-host.invalid"


def use_wrong_password(_mailbox: Mailbox, settings: Settings) -> None:
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "olga", "planted-secret"


def ask_for_encryption(_mailbox: Mailbox, settings: Settings) -> None:
    settings.EMAIL_USE_TLS = True


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (refuse_address, "The mail server refused your address: 550 no such mailbox"),
        (use_closed_port, "The mail server at the address and port in EMAIL_URL does not answer"),
        (use_unknown_host, "The mail server in EMAIL_URL was not found"),
        (use_wrong_password, "The mail server refused the user name or password in EMAIL_URL"),
        (ask_for_encryption, "The mail server did not accept the email: STARTTLS"),
    ],
)
@pytest.mark.usefixtures("organiser")
def test_failure_is_told_in_words(
    client: Client,
    mailbox: Mailbox,
    settings: Settings,
    spoil: Callable[[Mailbox, Settings], None],
    told: str,
) -> None:
    spoil(mailbox, settings)
    page = words(client.post(PAGE))
    assert told in page, page[page.find("notice error") :][:600]
    assert "Email not sent" in page
    assert mailbox.recipients == []
    assert "planted-secret" not in page


@pytest.mark.usefixtures("organiser")
def test_test_mails_are_limited(client: Client, mailbox: Mailbox, settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "test_mail": 2}
    assert [client.post(PAGE).status_code for _ in range(3)] == [200, 200, 429]
    assert len(mailbox.recipients) == 2


@pytest.mark.usefixtures("organiser")
def test_site_without_a_mail_server_says_how_to_set_one_up(
    client: Client, settings: Settings
) -> None:
    settings.SENDS_MAIL = False
    page = words(client.get(PAGE))
    assert "EMAIL_URL=smtp+tls://" in page
    assert "Send test email" not in page
    assert "No mail server is set up. Set EMAIL_URL." in words(client.post(PAGE))


def test_organiser_without_a_confirmed_address_sends_nothing(
    client: Client, mailbox: Mailbox
) -> None:
    user = make_organiser(make_club())
    EmailAddress.objects.create(user=user, email="olga@example.org", verified=False, primary=True)
    client.force_login(user)
    assert "you need a confirmed email address" in words(client.post(PAGE))
    assert mailbox.recipients == []


def test_owner_of_the_site_sends_to_the_address_that_mail_could_not_confirm(
    client: Client, mailbox: Mailbox
) -> None:
    cache.clear()
    client.force_login(make_user("owner@example.org", is_superuser=True))
    client.post(PAGE)
    assert mailbox.recipients == ["owner@example.org"]


def test_page_is_there_for_nobody_else(client: Client) -> None:
    assert client.get(PAGE).status_code == 302
    user = make_user()
    make_player(user=user)
    client.force_login(user)
    assert (client.get(PAGE).status_code, client.post(PAGE).status_code) == (404, 404)
