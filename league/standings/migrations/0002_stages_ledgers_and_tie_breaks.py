"""Keep standings by stage, with the books they come from; what is there already is carried over."""

from collections import Counter, defaultdict
from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, OuterRef, Subquery


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give results their seats, and standings their stage and ledger.

    Until now nothing but tables gave points, and standings were those of the first stage.
    """
    result_model = apps.get_model("standings", "TableResult")
    standing_model = apps.get_model("standings", "Standing")
    seat_model = apps.get_model("competitions", "Seat")
    stage_model = apps.get_model("competitions", "Stage")
    seats = seat_model.objects.filter(table=OuterRef("table"), entry=OuterRef("entry"))
    for result in result_model.objects.annotate(number=Subquery(seats.values("number")[:1])):
        if result.number:
            result_model.objects.filter(pk=result.pk).update(seat=result.number)
    played: dict[int, list[list[Any]]] = defaultdict(list)
    results = result_model.objects.annotate(round=F("table__round__number"))
    for row in results.order_by("table__round__number", "table"):
        played[row.entry_id].append(
            [row.round, row.table_id, row.seat, None, row.place, row.points, row.game_points, {}]
        )
    first_stages = dict(stage_model.objects.filter(number=1).values_list("competition_id", "pk"))
    for standing in standing_model.objects.all():
        own = played[standing.entry_id]
        places = Counter(values[4] for values in own)
        standing_model.objects.filter(pk=standing.pk).update(
            stage=first_stages[standing.competition_id],
            rounds=len({values[0] for values in own}),
            places=[places[place] for place in range(1, max(places, default=0) + 1)],
            ledger={"played": own, "credits": []},
        )


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0004_scoring_and_tie_breaks"),
        ("standings", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="tableresult",
            name="bonuses",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="tableresult",
            name="pair",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="tableresult",
            name="seat",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="standing",
            name="ahead",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="standing",
            name="behind",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="standing",
            name="byes",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="standing",
            name="carried",
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name="standing",
            name="ledger",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="standing",
            name="places",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="standing",
            name="rounds",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="standing",
            name="unranked",
            field=models.CharField(
                blank=True,
                choices=[("guest", "guest"), ("attendance", "too few rounds")],
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="standing",
            name="stage",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="standings",
                to="competitions.stage",
            ),
        ),
        migrations.AlterField(
            model_name="standing",
            name="place",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="standing",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="standings",
                to="competitions.entry",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
