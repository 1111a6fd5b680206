"""Count the statistics of rounds with substitutes again: they are now those of who played."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def forget_stats(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Delete the statistics, which are counted again by themselves."""
    using = editor.connection.alias
    all_stats = apps.get_model("standings", "RoundStats").objects.using(using)
    stats = all_stats.filter(round__tables__seats__substitutions__isnull=False)
    rating_lists = set(stats.values_list("rating_list", flat=True))
    lists = apps.get_model("standings", "RatingList").objects.using(using)
    lists.filter(pk__in=rating_lists).update(version=F("version") + 1)
    rounds = list(stats.values_list("pk", flat=True))
    all_stats.filter(pk__in=rounds).delete()


class Migration(migrations.Migration):
    """Statistics follow the seats."""

    dependencies = (
        ("competitions", "0001_release_0_2"),
        ("standings", "0001_release_0_2"),
    )
    operations = (migrations.RunPython(forget_stats, migrations.RunPython.noop),)
