import django.db.models.deletion
import league.clubs.models
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True
    # What sites have applied that are older than the first release.
    replaces = [
        ("api", "0001_tokens"),
        ("api", "0002_webhooks"),
    ]

    dependencies = [
        ('clubs', '0001_first_release'),
        ('clubs', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('scopes', models.JSONField(default=list, verbose_name='may')),
                ('key', models.UUIDField(unique=True)),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('tail', models.CharField(max_length=4)),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('last_used_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to='clubs.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'token',
                'verbose_name_plural': 'tokens',
            },
        ),
        migrations.CreateModel(
            name='Watch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveBigIntegerField(default=0)),
                ('answer', models.PositiveBigIntegerField(default=0)),
                ('versions', models.JSONField(default=dict)),
                ('watched_at', models.DateTimeField()),
                ('began_at', models.DateTimeField()),
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='watch', to='clubs.club')),
            ],
            options={
                'verbose_name': 'watch',
                'verbose_name_plural': 'watches',
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.CharField(max_length=500, verbose_name='address')),
                ('events', models.JSONField(default=list, verbose_name='events')),
                ('seed', models.CharField(default=league.clubs.models.make_token, max_length=32)),
                ('key', models.UUIDField(unique=True)),
                ('failures', models.PositiveIntegerField(default=0)),
                ('failing_since', models.DateTimeField(blank=True, null=True)),
                ('off_at', models.DateTimeField(blank=True, null=True)),
                ('off_why', models.CharField(blank=True, max_length=300)),
                ('created_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='clubs.club')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
            ],
            options={
                'verbose_name': 'webhook',
                'verbose_name_plural': 'webhooks',
            },
        ),
        migrations.CreateModel(
            name='Sending',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uuid', models.UUIDField(default=uuid.uuid4, unique=True)),
                ('key', models.CharField(max_length=80)),
                ('event', models.CharField(max_length=20)),
                ('body', models.TextField()),
                ('created_at', models.DateTimeField()),
                ('due_at', models.DateTimeField()),
                ('leased_until', models.DateTimeField(blank=True, null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('status', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('error', models.CharField(blank=True, max_length=300)),
                ('sent_at', models.DateTimeField(blank=True, null=True)),
                ('given_up_at', models.DateTimeField(blank=True, null=True)),
                ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sendings', to='api.webhook')),
            ],
            options={
                'verbose_name': 'sending',
                'verbose_name_plural': 'sendings',
                'indexes': [models.Index(condition=models.Q(('given_up_at', None), ('sent_at', None)), fields=['due_at', 'id'], name='sending_unsent')],
                'constraints': [models.UniqueConstraint(fields=('webhook', 'key'), name='event_is_sent_once')],
            },
        ),
    ]
