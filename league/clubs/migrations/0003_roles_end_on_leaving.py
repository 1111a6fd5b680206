from django.db import migrations


def end_roles(apps, schema_editor):
    """Let nobody who has left keep a role to come back to; see rights.role_left."""
    players = apps.get_model("clubs", "Player").objects.using(schema_editor.connection.alias)
    kept = ("player", "spectator")
    players.exclude(left_at=None).exclude(role__in=kept).update(role="player")


class Migration(migrations.Migration):

    dependencies = [
        ("clubs", "0002_sessions_ended"),
    ]

    operations = [
        # Which roles they had is not known any more, and the version before does without.
        migrations.RunPython(end_roles, migrations.RunPython.noop),
    ]
