import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True
    # What sites have applied that are older than the first release.
    replaces = [
        ("accounts", "0001_events_and_sessions"),
        ("accounts", "0002_claims_and_merges"),
    ]

    dependencies = [
        ('clubs', '0001_first_release'),
        ('clubs', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='AccountEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('sign_in', 'signed in'), ('refused', 'a sign-in was refused'), ('way_added', 'a way in was added'), ('way_removed', 'a way in was removed'), ('email', 'the email addresses were changed'), ('signed_out', 'signed out on other devices'), ('claimed', 'became a player of a club')], max_length=12)),
                ('detail', models.CharField(blank=True, max_length=200)),
                ('browser', models.CharField(blank=True, max_length=80)),
                ('network', models.CharField(blank=True, max_length=40)),
                ('created_at', models.DateTimeField()),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='account_events', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'account event',
                'verbose_name_plural': 'account events',
                'indexes': [models.Index(fields=['user', '-created_at', '-id'], name='event_of_user'), models.Index(fields=['created_at'], name='event_by_age')],
            },
        ),
        migrations.CreateModel(
            name='Claim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('answer', models.CharField(choices=[('waiting', 'waits for an organiser'), ('approved', 'approved'), ('refused', 'refused'), ('withdrawn', 'withdrawn')], default='waiting', max_length=10)),
                ('words', models.CharField(blank=True, max_length=300)),
                ('created_at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('answered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='clubs.player')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'claim',
                'verbose_name_plural': 'claims',
                'constraints': [models.UniqueConstraint(condition=models.Q(('answer', 'waiting')), fields=('player', 'user'), name='one_waiting_claim_per_player_and_user'), models.CheckConstraint(condition=models.Q(('answer__in', ['waiting', 'approved', 'refused', 'withdrawn'])), name='answer_of_claim_is_known')],
            },
        ),
        migrations.CreateModel(
            name='Merge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kept_name', models.CharField(max_length=80)),
                ('gone', models.PositiveBigIntegerField()),
                ('gone_name', models.CharField(max_length=80)),
                ('changes', models.JSONField()),
                ('deleted', models.JSONField()),
                ('created_at', models.DateTimeField()),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='merges', to='clubs.club')),
                ('kept', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='merges', to='clubs.player')),
                ('undone_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'merge',
                'verbose_name_plural': 'merges',
                'indexes': [models.Index(fields=['club', '-created_at', '-id'], name='merge_of_club'), models.Index(fields=['gone'], name='merge_by_who_is_gone')],
            },
        ),
        migrations.CreateModel(
            name='OpenSession',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session_key', models.CharField(max_length=40, unique=True)),
                ('browser', models.CharField(blank=True, max_length=80)),
                ('created_at', models.DateTimeField()),
                ('last_seen_at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='open_sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'indexes': [models.Index(fields=['user', '-last_seen_at', '-id'], name='session_of_user')],
            },
        ),
    ]
