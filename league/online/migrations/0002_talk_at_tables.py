
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('online', '0001_online_tables'),
    ]

    operations = [
        migrations.CreateModel(
            name='Remark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=80)),
                ('code', models.CharField(blank=True, max_length=20)),
                ('text', models.CharField(blank=True, max_length=200)),
                ('key', models.UUIDField()),
                ('created_at', models.DateTimeField()),
                ('hidden_at', models.DateTimeField(blank=True, null=True)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='remarks', to='online.onlinetable')),
            ],
            options={
                'verbose_name': 'message at a table',
                'verbose_name_plural': 'messages at a table',
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=80)),
                ('created_at', models.DateTimeField()),
                ('remark', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='online.remark')),
            ],
            options={
                'verbose_name': 'reported message',
                'verbose_name_plural': 'reported messages',
            },
        ),
        migrations.AddConstraint(
            model_name='remark',
            constraint=models.UniqueConstraint(fields=('table', 'key'), name='remark_key_is_used_once'),
        ),
        migrations.AddConstraint(
            model_name='remark',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('code', ''), models.Q(('text', ''), _negated=True)), models.Q(models.Q(('code', ''), _negated=True), ('text', '')), _connector='OR'), name='remark_is_a_phrase_or_a_text'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(fields=('remark', 'seat'), name='seat_reports_a_remark_once'),
        ),
    ]
