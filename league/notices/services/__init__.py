"""Write posts and notices, send them, and keep what people want."""

from league.notices.services.sending import claim_next, deliver_next, resend
from league.notices.services.telling import Message, Writer, post, take_back, tell, tell_club
from league.notices.services.ways import (
    add_chat,
    add_device,
    change_device,
    drop_device,
    drop_devices_of_session,
    remove_chat,
    remove_subscription,
    renew_push_key,
    subscribe,
    switch_on_chat,
    try_chat,
)
from league.notices.services.wishes import Timing, set_wishes, stop_kind, stop_mail, switch_on_mail

__all__ = [
    "Message",
    "Timing",
    "Writer",
    "add_chat",
    "add_device",
    "change_device",
    "claim_next",
    "deliver_next",
    "drop_device",
    "drop_devices_of_session",
    "post",
    "remove_chat",
    "remove_subscription",
    "renew_push_key",
    "resend",
    "set_wishes",
    "stop_kind",
    "stop_mail",
    "subscribe",
    "switch_on_chat",
    "switch_on_mail",
    "take_back",
    "tell",
    "tell_club",
    "try_chat",
]
