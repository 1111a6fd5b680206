"""Messages to chat services."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from league.core.safe_http import Answer, NoAnswerError, RefusedAddressError
from league.core.safe_http import send as send_out
from league.notifications.channels.bundles import (
    Bundle,
    DeadTargetError,
    SendingError,
    SendingRefusedError,
)
from league.notifications.models import ChatIntegration, ChatService, Delivery

Message = dict[str, Any]
LONGEST_PAUSE = 3600.0
GONE = frozenset({401, 403, 404, 410})
BUSY = frozenset({408, 425, 429})


def send(deliveries: Sequence[Delivery]) -> None:
    """Send notifications to their chat as one message; raise SendingError."""
    chat = deliveries[0].chat
    if chat is None:
        raise DeadTargetError("The chat was removed.")
    bundle = Bundle([delivery.notification for delivery in deliveries])
    body = json.dumps(WRITERS[ChatService(chat.service)](chat, bundle)).encode()
    try:
        answer = send_out(chat.url, headers={"Content-Type": "application/json"}, body=body)
    except RefusedAddressError as error:
        raise SendingRefusedError(str(error)) from error
    except NoAnswerError as error:
        raise SendingError(str(error)) from error
    check_answer(answer)


def check_answer(answer: Answer) -> None:
    """Raise the SendingError of an unsuccessful answer."""
    if answer.is_success:
        return
    reply = f"{answer.status} {answer.body[:200].decode(errors='replace')}".strip()
    if answer.status in GONE:
        raise DeadTargetError(reply)
    if answer.status >= 500 or answer.status in BUSY:
        raise SendingError(reply, pause=pause_of(answer))
    raise SendingRefusedError(reply)


def pause_of(answer: Answer) -> float:
    """Return the seconds a server asks to wait, else 0."""
    try:
        pause = answer.headers.get("retry-after", "")
        pause = pause or json.loads(answer.body)["parameters"]["retry_after"]  # of Telegram
        return min(max(float(pause), 0), LONGEST_PAUSE)
    except (ValueError, KeyError, TypeError):  # a date, or nothing
        return 0


def write_discord(_chat: ChatIntegration, bundle: Bundle) -> Message:
    """Return a message of a Discord webhook, without mentions."""
    embed = {
        "title": bundle.title,
        "url": bundle.address,
        "description": _plain_markdown(bundle.body(2000)),
        "footer": {"text": bundle.first.club.name},
    }
    return {"embeds": [embed], "allowed_mentions": {"parse": []}}


def write_slack(_chat: ChatIntegration, bundle: Bundle) -> Message:
    """Return a message of a Slack webhook, also for Mattermost and Rocket.Chat."""
    title = _escape_slack(bundle.title)
    link = f"<{bundle.address}|{title.replace('|', '¦')}>"
    text = f"*{link}*\n{_escape_slack(bundle.body(2900))}".strip()
    return {
        "text": title,
        "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}],
        "unfurl_links": False,
    }


def write_telegram(chat: ChatIntegration, bundle: Bundle) -> Message:
    """Return a message of a Telegram bot, as plain text."""
    parts = [bundle.title, bundle.body(3800), bundle.address]
    return {
        "chat_id": chat.room,
        "text": "\n\n".join(filter(None, parts)),
        "link_preview_options": {"is_disabled": True},
    }


WRITERS: dict[ChatService, Callable[[ChatIntegration, Bundle], Message]] = {
    ChatService.DISCORD: write_discord,
    ChatService.SLACK: write_slack,
    ChatService.TELEGRAM: write_telegram,
}


def _plain_markdown(text: str) -> str:
    """Escape Markdown, except dashes of lists."""
    return re.sub(r"[\\*_~`|>#\[\]()]", r"\\\g<0>", text)


def _escape_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
