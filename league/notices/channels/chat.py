"""Notices into chat services, in the form that each of them takes."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from league.core.outgoing import Answer, NoAnswerError, RefusedAddressError
from league.core.outgoing import send as send_out
from league.notices.channels.bundles import Bundle
from league.notices.channels.errors import DeadWayError, SendingError, SendingRefusedError
from league.notices.models import Chat, Delivery, Service

Message = dict[str, Any]
# What the services take at most, a little below what they say.
DISCORD_TEXT = 4000
SLACK_TEXT = 2900
TELEGRAM_TEXT = 3800
LONGEST_PAUSE = 3600.0
GONE = frozenset({401, 403, 404, 410})
"""A webhook that was deleted, a bot that was thrown out, a token that was withdrawn."""
BUSY = frozenset({408, 425, 429})


def send(deliveries: Sequence[Delivery]) -> None:
    """Write notices into their chat as one message; raise SendingError."""
    chat = deliveries[0].chat
    if chat is None:
        raise DeadWayError("The chat was removed.")
    bundle = Bundle([delivery.notice for delivery in deliveries])
    message = WRITERS[Service(chat.service)](chat, bundle)
    try:
        answer = send_out(
            chat.url,
            headers={"Content-Type": "application/json"},
            body=json.dumps(message).encode(),
        )
    except RefusedAddressError as error:
        raise SendingRefusedError(str(error)) from error
    except NoAnswerError as error:
        raise SendingError(str(error)) from error
    judge(answer)


def judge(answer: Answer) -> None:
    """Raise the SendingError that an answer means; do nothing where it is a success."""
    if answer.is_success:
        return
    said = f"{answer.status} {answer.body[:200].decode(errors='replace')}".strip()
    if answer.status in GONE:
        raise DeadWayError(said)
    if answer.status >= 500 or answer.status in BUSY:
        raise SendingError(said, pause=pause_of(answer))
    raise SendingRefusedError(said)


def pause_of(answer: Answer) -> float:
    """Return for how many seconds a server asks to be left in peace; 0 where it does not say."""
    try:
        said = float(answer.headers.get("retry-after", "") or _telegram_pause(answer.body))
    except ValueError:  # a date, or nothing
        return 0
    return min(max(said, 0), LONGEST_PAUSE)


def _telegram_pause(body: bytes) -> float:
    try:
        return float(json.loads(body)["parameters"]["retry_after"])
    except (ValueError, KeyError, TypeError):
        return 0


def write_discord(_chat: Chat, bundle: Bundle) -> Message:
    """Write for a webhook of Discord. Nobody is pinged, whatever a name or a text holds."""
    return {
        "embeds": [
            {
                "title": bundle.title,
                "url": bundle.address,
                "description": _plain_markdown(bundle.body(DISCORD_TEXT // 2)),
                "footer": {"text": bundle.first.club.name},
            }
        ],
        "allowed_mentions": {"parse": []},
    }


def write_slack(_chat: Chat, bundle: Bundle) -> Message:
    """Write for an incoming webhook of Slack, which Mattermost and Rocket.Chat take too."""
    title = _escape_slack(bundle.title)
    link = f"<{bundle.address}|{title.replace('|', '¦')}>"
    text = f"*{link}*\n{_escape_slack(bundle.body(SLACK_TEXT))}".strip()
    return {
        "text": title,
        "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}],
        "unfurl_links": False,
    }


def write_telegram(chat: Chat, bundle: Bundle) -> Message:
    """Write for a bot of Telegram: plain text, so that nothing in it means anything."""
    parts = [bundle.title, bundle.body(TELEGRAM_TEXT), bundle.address]
    return {
        "chat_id": chat.room,
        "text": "\n\n".join(filter(None, parts)),
        "link_preview_options": {"is_disabled": True},
    }


WRITERS: dict[Service, Callable[[Chat, Bundle], Message]] = {
    Service.DISCORD: write_discord,
    Service.SLACK: write_slack,
    Service.TELEGRAM: write_telegram,
}


def _plain_markdown(text: str) -> str:
    """Let no sign of Markdown mean anything, but keep the dash that begins a line of a list."""
    signs = set("\\*_~`|>#[]()")
    return "".join(f"\\{sign}" if sign in signs else sign for sign in text)


def _escape_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
