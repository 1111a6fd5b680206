import django.db.models.deletion
import django.utils.timezone
import league.clubs.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True
    # What sites have applied that are older than the first release.
    replaces = [
        ("clubs", "0001_initial"),
        ("clubs", "0002_wishes_for_mail"),
        ("clubs", "0003_wishes_about_tables"),
        ("clubs", "0004_wishes_are_kept_by_notices"),
        ("clubs", "0005_spectators"),
        ("clubs", "0006_who_may_look"),
        ("clubs", "0007_language"),
    ]

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('email', models.EmailField(blank=True, max_length=254, null=True, unique=True, verbose_name='email')),
                ('name', models.CharField(blank=True, max_length=80, verbose_name='name')),
                ('language', models.CharField(blank=True, max_length=10, verbose_name='language')),
                ('is_active', models.BooleanField(default=True, verbose_name='active')),
                ('is_staff', models.BooleanField(default=False, verbose_name='may use the admin pages')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='made')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
            },
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('slug', models.SlugField(max_length=80, unique=True, verbose_name='address')),
                ('time_zone', models.CharField(default='UTC', max_length=64, validators=[league.clubs.models.check_time_zone], verbose_name='time zone')),
                ('visibility', models.CharField(choices=[('public', 'everybody'), ('link', 'whoever has the address'), ('private', 'members of the club')], default='public', max_length=8, verbose_name='who may look')),
                ('is_demo', models.BooleanField(default=False, editable=False, verbose_name='demonstration')),
                ('created_at', models.DateTimeField(verbose_name='made')),
            ],
            options={
                'verbose_name': 'club',
                'verbose_name_plural': 'clubs',
                'constraints': [models.CheckConstraint(condition=models.Q(('visibility__in', ['public', 'link', 'private'])), name='club_visibility_is_known')],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('real_name', models.CharField(blank=True, max_length=80, verbose_name='real name')),
                ('role', models.CharField(choices=[('owner', 'owner'), ('organiser', 'organiser'), ('scorer', 'scorer'), ('player', 'player'), ('spectator', 'spectator')], default='player', max_length=10, verbose_name='role')),
                ('contact_email', models.EmailField(blank=True, max_length=254, verbose_name='email')),
                ('left_at', models.DateTimeField(blank=True, null=True, verbose_name='left')),
                ('created_at', models.DateTimeField(verbose_name='made')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='clubs.club')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'indexes': [models.Index(fields=['club', 'name'], name='clubs_playe_club_id_1cbc97_idx'), models.Index(condition=models.Q(('user', None), models.Q(('contact_email', ''), _negated=True)), fields=['contact_email'], name='player_to_link')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('club', 'user'), name='one_player_per_user_and_club'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='player_has_a_name'), models.CheckConstraint(condition=models.Q(('role__in', ['owner', 'organiser', 'scorer', 'player', 'spectator'])), name='player_role_is_known')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('player', 'player'), ('spectator', 'spectator')], default='player', max_length=10)),
                ('token', models.CharField(default=league.clubs.models.make_token, max_length=32, unique=True)),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='clubs.club')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
            ],
            options={
                'verbose_name': 'invitation',
                'verbose_name_plural': 'invitations',
            },
        ),
        migrations.CreateModel(
            name='ScreenLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(default=league.clubs.models.make_token, max_length=32, unique=True)),
                ('label', models.CharField(max_length=80, verbose_name='what for')),
                ('created_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='screen_links', to='clubs.club')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
            ],
            options={
                'verbose_name': 'link for screens',
                'verbose_name_plural': 'links for screens',
            },
        ),
        migrations.CreateModel(
            name='SignInLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.player')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sign_in_links', to='clubs.player')),
            ],
            options={
                'verbose_name': 'sign-in link',
                'verbose_name_plural': 'sign-in links',
            },
        ),
    ]
