"""Make a delivery of every mail, and keep what players had wished for, each by its kind."""

from django.db import migrations
from django.db.models import F, Value
from django.db.models.functions import Concat

WISHES = {
    "standings": "wants_email",
    "seat": "wants_seat_email",
    "round": "wants_round_email",
    "deadline": "wants_deadline_email",
    "correction": "wants_correction_email",
    "call": "wants_call_email",
}
USUAL = {
    "wants_email": True,
    "wants_seat_email": False,
    "wants_round_email": False,
    "wants_deadline_email": True,
    "wants_correction_email": True,
    "wants_call_email": False,
}
ROWS = 500


def copy(apps, _editor):
    Notice = apps.get_model("notices", "Notice")
    Delivery = apps.get_model("notices", "Delivery")
    Wishes = apps.get_model("notices", "Wishes")
    Player = apps.get_model("clubs", "Player")
    deliveries = (
        Delivery(
            notice_id=notice.pk,
            channel="email",
            due_at=notice.due_at,
            tries=notice.tries,
            error=notice.error,
            sent_at=notice.sent_at,
            given_up_at=notice.given_up_at,
        )
        for notice in Notice.objects.iterator(chunk_size=ROWS)
    )
    in_rows(Delivery, deliveries)
    Notice.objects.update(key=Concat(F("kind"), Value(":"), F("key")))
    players = Player.objects.exclude(**USUAL).iterator(chunk_size=ROWS)
    in_rows(
        Wishes,
        (
            Wishes(
                player_id=player.pk,
                chosen={"email": {kind: getattr(player, wish) for kind, wish in WISHES.items()}},
            )
            for player in players
        ),
    )


def in_rows(model, rows):
    held = []
    for row in rows:
        held.append(row)
        if len(held) == ROWS:
            model.objects.bulk_create(held)
            held.clear()
    model.objects.bulk_create(held)


class Migration(migrations.Migration):

    dependencies = [
        ("notices", "0004_ways_and_deliveries"),
    ]

    operations = [migrations.RunPython(copy, migrations.RunPython.noop)]
