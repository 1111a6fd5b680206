import django.core.validators
import django.db.models.deletion
import league.clubs.models
import league.notices.models.ways
import league.notices.models.wishes
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True
    # What sites have applied that are older than the first release.
    replaces = [
        ("notices", "0001_initial"),
        ("notices", "0002_kind"),
        ("notices", "0003_kinds_about_tables"),
        ("notices", "0004_ways_and_deliveries"),
        ("notices", "0005_copy_mails_and_wishes"),
        ("notices", "0006_outbox_is_deliveries"),
        ("notices", "0007_claims_are_told"),
    ]

    dependencies = [
        ('clubs', '0001_first_release'),
        ('clubs', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='Chat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('service', models.CharField(choices=[('discord', 'Discord'), ('slack', 'Slack'), ('telegram', 'Telegram')], max_length=10)),
                ('url', models.URLField(max_length=1000)),
                ('room', models.CharField(blank=True, max_length=80)),
                ('label', models.CharField(max_length=80, verbose_name='name')),
                ('kinds', models.JSONField(blank=True, default=list)),
                ('created_at', models.DateTimeField()),
                ('failing_since', models.DateTimeField(blank=True, null=True)),
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('off_at', models.DateTimeField(blank=True, null=True)),
                ('why_off', models.CharField(blank=True, max_length=300)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chats', to='clubs.club')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='chats', to='clubs.player')),
            ],
            options={
                'verbose_name': 'chat',
                'verbose_name_plural': 'chats',
                'constraints': [models.CheckConstraint(condition=models.Q(('service__in', ['discord', 'slack', 'telegram'])), name='chat_is_known')],
            },
        ),
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.URLField(max_length=1000)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('p256dh', models.CharField(max_length=120)),
                ('auth', models.CharField(max_length=40)),
                ('label', models.CharField(blank=True, max_length=80)),
                ('session', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField()),
                ('failing_since', models.DateTimeField(blank=True, null=True)),
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('off_at', models.DateTimeField(blank=True, null=True)),
                ('why_off', models.CharField(blank=True, max_length=300)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='devices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'device',
                'verbose_name_plural': 'devices',
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('seat', 'your table is ready'), ('round', 'a round opens, or is about to'), ('deadline', 'a deadline is near'), ('turn', 'it is your move'), ('confirm', 'a result waits for your word'), ('dispute', 'a hand of yours is disputed'), ('correction', 'a hand of yours was changed'), ('standings', 'the standings after a round'), ('invitation', 'you are entered or invited'), ('call', 'a table needs an organiser'), ('report', 'somebody reports what was said'), ('claim', 'somebody says to be a player'), ('claimed', 'your claim to be a player was answered'), ('channel', 'one of your ways was switched off')], default='standings', max_length=10)),
                ('key', models.CharField(max_length=160, unique=True)),
                ('subject', models.CharField(max_length=200)),
                ('text', models.TextField(blank=True)),
                ('path', models.CharField(blank=True, max_length=200)),
                ('about', models.CharField(blank=True, max_length=40)),
                ('created_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='clubs.club')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='clubs.player')),
            ],
            options={
                'verbose_name': 'notice',
                'verbose_name_plural': 'notices',
                'indexes': [models.Index(fields=['club', '-created_at', '-id'], name='notice_of_club')],
            },
        ),
        migrations.CreateModel(
            name='Post',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=120)),
                ('title', models.CharField(max_length=200, verbose_name='title')),
                ('body', models.TextField(blank=True, verbose_name='text')),
                ('path', models.CharField(blank=True, max_length=200)),
                ('table', models.JSONField(blank=True, default=dict)),
                ('about', models.CharField(blank=True, max_length=40)),
                ('created_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='posts', to='clubs.club')),
            ],
            options={
                'verbose_name': 'post',
                'verbose_name_plural': 'posts',
                'indexes': [models.Index(fields=['club', '-created_at', '-id'], name='notices_pos_club_id_40e368_idx'), models.Index(fields=['about', '-created_at', '-id'], name='post_about')],
                'constraints': [models.UniqueConstraint(fields=('club', 'key'), name='post_key_is_used_once')],
            },
        ),
        migrations.CreateModel(
            name='PushKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('private', models.TextField()),
                ('created_at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'push key',
                'verbose_name_plural': 'push keys',
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='there_is_one_push_key')],
            },
        ),
        migrations.CreateModel(
            name='Subscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(choices=[('calendar', 'calendar'), ('news', 'news')], max_length=10)),
                ('about', models.CharField(blank=True, max_length=40)),
                ('secret', models.CharField(default=league.notices.models.ways.make_secret, max_length=40, unique=True)),
                ('created_at', models.DateTimeField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='subscriptions', to='clubs.player')),
            ],
            options={
                'verbose_name': 'subscription',
                'verbose_name_plural': 'subscriptions',
                'constraints': [models.UniqueConstraint(fields=('player', 'source', 'about'), name='one_address_for_each_subscription')],
            },
        ),
        migrations.CreateModel(
            name='Wishes',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('chosen', models.JSONField(blank=True, default=league.notices.models.wishes.default_chosen)),
                ('pace', models.CharField(choices=[('at_once', 'at once'), ('daily', 'once a day, all together'), ('weekly', 'once a week, all together')], default='at_once', max_length=10, verbose_name='mail comes')),
                ('hour', models.PositiveSmallIntegerField(default=8, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(23)], verbose_name='at')),
                ('weekday', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(6)], verbose_name='on')),
                ('quiet_from', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(23)])),
                ('quiet_until', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(23)])),
                ('time_zone', models.CharField(blank=True, max_length=64, validators=[league.clubs.models.check_time_zone], verbose_name='time zone')),
                ('mail_failures', models.PositiveSmallIntegerField(default=0)),
                ('mail_off_at', models.DateTimeField(blank=True, null=True)),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='wishes', to='clubs.player')),
            ],
            options={
                'verbose_name': 'wishes',
                'verbose_name_plural': 'wishes',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('quiet_from', None), ('quiet_until', None)), models.Q(('quiet_from__isnull', False), ('quiet_until__isnull', False)), _connector='OR'), name='quiet_hours_begin_and_end'), models.CheckConstraint(condition=models.Q(('hour__lte', 23), ('weekday__lte', 6)), name='wishes_name_an_hour_and_a_day')],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(choices=[('email', 'email'), ('push', 'device'), ('chat', 'chat')], max_length=10)),
                ('target', models.CharField(blank=True, max_length=24)),
                ('bundle', models.CharField(blank=True, max_length=80)),
                ('due_at', models.DateTimeField()),
                ('leased_until', models.DateTimeField(blank=True, null=True)),
                ('lease', models.UUIDField(blank=True, null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('error', models.TextField(blank=True)),
                ('sent_at', models.DateTimeField(blank=True, null=True)),
                ('given_up_at', models.DateTimeField(blank=True, null=True)),
                ('chat', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to='notices.chat')),
                ('device', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to='notices.device')),
                ('notice', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='notices.notice')),
            ],
            options={
                'verbose_name': 'delivery',
                'verbose_name_plural': 'deliveries',
                'indexes': [models.Index(condition=models.Q(('given_up_at', None), ('sent_at', None)), fields=['due_at', 'id'], name='delivery_unsent'), models.Index(condition=models.Q(('given_up_at', None), ('sent_at', None), models.Q(('bundle', ''), _negated=True)), fields=['bundle'], name='delivery_bundle'), models.Index(condition=models.Q(('lease__isnull', False)), fields=['lease'], name='delivery_lease')],
                'constraints': [models.UniqueConstraint(fields=('notice', 'channel', 'target'), name='notice_goes_once_each_way')],
            },
        ),
        migrations.CreateModel(
            name='CalendarEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.CharField(max_length=80)),
                ('sequence', models.PositiveIntegerField(default=0)),
                ('facts', models.JSONField()),
                ('is_cancelled', models.BooleanField(default=False)),
                ('ends_at', models.DateTimeField()),
                ('changed_at', models.DateTimeField()),
                ('subscription', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calendar_entries', to='notices.subscription')),
            ],
            options={
                'verbose_name': 'calendar entry',
                'verbose_name_plural': 'calendar entries',
                'constraints': [models.UniqueConstraint(fields=('subscription', 'uid'), name='calendar_entry_is_kept_once')],
            },
        ),
    ]
