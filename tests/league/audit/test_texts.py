"""Every value that the log can have is shown in words, in each language."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override

from league.accounts.models import Answer
from league.audit.actions import Action
from league.audit.models import AuditEntry
from league.audit.queries import describe_entries
from league.audit.texts import ChangeText
from league.clubs.models import Club, Role, Visibility
from league.competitions.models import AbsenceReason, Competition, Stage, TieBreak
from league.competitions.services import COMPETITION_SETTINGS, STAGE_SETTINGS
from league.core.games import offered_games
from league.privacy.retention import OF_CLUBS
from league.rounds.models import ChangeKind
from tests.factories import NOW, make_club, make_player

pytestmark = pytest.mark.django_db

ROOT = Path(settings.BASE_DIR)
LANGUAGES = [code for code, _name in settings.LANGUAGES]
RAW = re.compile(
    r"[a-z]_[a-z]|\b(True|False|None|null)\b|\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|[{}\[\]]|FREQ"
)

# What people have typed.
TYPED = {"name", "reason", "time_zone"}

Changes = dict[str, tuple[Any, Any]]
BOTH = (None, "A slip")
TIME = (None, "2026-11-06 18:30:00+00:00")
RECURRENCE = {
    "rule": "FREQ=WEEKLY;INTERVAL=2",
    "time_zone": "Europe/Rome",
    "starts_at": "2026-11-10T18:30:00+00:00",
}
NONE: tuple[Changes, ...] = ({},)
PLAYERS: tuple[Changes, ...] = ({"players": ([], [1])}, {"players": ([1], [])})
REASON: tuple[Changes, ...] = ({"reason": (None, "A slip")},)
ROLES: tuple[Changes, ...] = tuple({"role": (None, role.value)} for role in Role)


def settings_of(model: type[Competition | Stage], names: tuple[str, ...]) -> Iterator[Changes]:
    """Yield each setting with its default, nothing, and all values that it can have."""
    for name in names:
        field: Any = model._meta.get_field(name)
        values = [field.get_default(), None, *dict(field.flatchoices or ())]
        yield from ({name: (values[at - 1], value)} for at, value in enumerate(values))


COMPETITION = (
    *settings_of(Competition, COMPETITION_SETTINGS),
    {"visibility": ("", "link")},
    {"tie_breaks": ([], TieBreak.values)},
    {"size_points": ({}, {"5": [12, 8, 5], "4": [9, 0]})},
    {"are_guests_ranked": (True, False)},
    {"table_preferred": ([4, 5], [5])},
)

# By the kind of thing that acts are about, and by act, what the log says has changed.
FOUND: dict[str, dict[Action, Iterable[Changes]]] = {
    "clubs.club": {
        Action.CLUB_CREATED: NONE,
        Action.CLUB_CHANGED: (
            {"name": ("Zoo", "Zoo Club"), "time_zone": ("UTC", "Europe/Rome")},
            *({"visibility": ("public", each.value)} for each in Visibility),
        ),
        Action.CLUB_EXPORTED: NONE,
        Action.CLUB_IMPORTED: NONE,
        Action.PLAYERS_ADDED: PLAYERS,
        Action.RETENTION_CHANGED: (
            {"kept": ([], [f"{each.slug}: {days}"])} for each in OF_CLUBS for days in (0, 1, 30)
        ),
    },
    "clubs.sharelink": {Action.SHARE_LINK_CREATED: NONE, Action.SHARE_LINK_REVOKED: NONE},
    "sheets.clubsheet": {
        Action.SHEET_CREATED: NONE,
        Action.SHEET_CHANGED: NONE,
        Action.SHEET_SHARED: NONE,
        Action.SHEET_UNSHARED: NONE,
    },
    "clubs.invitation": {
        Action.INVITATION_CREATED: ({"role": ("", "player")}, {"role": ("", "viewer")}),
        Action.INVITATION_REVOKED: NONE,
    },
    "clubs.player": {
        Action.PLAYER_ADDED: NONE,
        Action.PLAYER_CHANGED: (*NONE, *ROLES),
        Action.PLAYER_LEFT: ROLES,
        Action.PLAYER_RETURNED: ROLES,
        Action.PLAYER_JOINED: ROLES,
        Action.PLAYER_LINKED: ROLES,
        Action.CLAIM_DECIDED: ({"answer": (None, answer.value)} for answer in Answer),
        Action.PLAYERS_MERGED: ROLES,
        Action.MERGE_UNDONE: ROLES,
        Action.PLAYER_ERASED: NONE,
        Action.PLAYER_DATA_EXPORTED: NONE,
        Action.SIGN_IN_CODE_SHOWN: NONE,
    },
    "competitions.competition": {
        Action.COMPETITION_CREATED: NONE,
        Action.COMPETITION_CHANGED: COMPETITION,
        Action.ENTERED: PLAYERS,
        Action.WITHDRAWN: PLAYERS,
        Action.ENTRIES_CHANGED: PLAYERS,
        Action.SEPARATION_ADDED: PLAYERS,
        Action.SEPARATION_REMOVED: PLAYERS,
        Action.SEASON_IMPORTED: NONE,
        Action.SEASON_IMPORT_UNDONE: NONE,
        Action.RESULTS_IMPORTED: ({"tables": (None, 12)},),
        Action.ADJUSTED: ({"players": ([], [1]), "points": (None, -5), "reason": BOTH},),
        Action.ADJUSTMENT_CANCELLED: ({"players": ([], [1]), "points": (None, 5), "reason": BOTH},),
        Action.ONLINE_SETTINGS_CHANGED: NONE,
    },
    "competitions.stage": {
        Action.STAGE_ADDED: NONE,
        Action.STAGE_CHANGED: (
            *settings_of(Stage, STAGE_SETTINGS),
            {"declined": (0, 1), "players": ([], [1])},
        ),
        Action.STAGE_REMOVED: NONE,
        Action.STAGE_STARTED: NONE,
        Action.STAGE_START_UNDONE: NONE,
        Action.SEATING_LIST_CHANGED: NONE,
        Action.RECURRENCE_CHANGED: (
            {"recurrence": (None, RECURRENCE), "minutes_open": (None, 240), "ahead": (None, 4)},
            {"recurrence": (RECURRENCE, None), "minutes_open": (240, None), "ahead": (4, None)},
            {"rule": ("FREQ=WEEKLY;INTERVAL=2", None)},
            {"paused_at": TIME},
            {"skipped": (None, ["2026-12-24", "2027-01-06"])},
            {"skipped": (["2026-12-24", "2026-12-24"], None)},
        ),
    },
    "competitions.round": {
        Action.ROUND_ADDED: NONE,
        Action.ROUND_REMOVED: NONE,
        Action.ROUND_RESTORED: NONE,
        Action.ROUND_RESCHEDULED: ({"opens_at": TIME, "closes_at": TIME[::-1]},),
        Action.ROUND_OPENED: NONE,
        Action.ROUND_CLOSED: NONE,
        Action.ROUND_CALLED_OFF: NONE,
        Action.ROUND_CALLED_ON: NONE,
        Action.ROUND_REOPENED: NONE,
        Action.CLOCK_CHANGED: ({"clock_minutes": (None, 45)}, {"clock_minutes": (None, None)}),
        Action.CHECKED_IN: PLAYERS,
        Action.CHECKED_OUT: PLAYERS,
        Action.ABSENCE_CHANGED: ({"reason": (None, each.value)} for each in AbsenceReason),
        Action.SEATED: ({"kind": (None, "seated")},),
        Action.SEATS_CHANGED: ({"kind": (None, each.value)} for each in ChangeKind),
        Action.SEATS_CHANGE_UNDONE: ({"kind": (each.value, None)} for each in ChangeKind),
    },
    "competitions.table": {
        Action.SEAT_FREED: PLAYERS,
        Action.TABLE_CODE_CHANGED: NONE,
        Action.ADJOURNED: NONE,
        Action.RESUMED: NONE,
        Action.CALL_ACKNOWLEDGED: NONE,
        Action.CALL_CLOSED: NONE,
        Action.SEAL_RESET: REASON,
        Action.RESULT_CORRECTED: REASON,
        Action.RESULT_VOIDED: REASON,
    },
    "results.hand": {
        Action.HAND_CORRECTED: REASON,
        Action.HAND_VOIDED: REASON,
        Action.HAND_RESTORED: REASON,
        Action.DISPUTE_RESOLVED: REASON,
    },
    "notifications.post": {Action.ANNOUNCED: NONE, Action.ANNOUNCEMENT_DELETED: NONE},
    "notifications.notification": {Action.NOTIFICATION_RESENT: NONE},
    "notifications.chatintegration": {
        Action.CHAT_ADDED: NONE,
        Action.CHAT_TESTED: NONE,
        Action.CHAT_REMOVED: NONE,
    },
    "api.token": {Action.TOKEN_CREATED: NONE, Action.TOKEN_REVOKED: NONE},
    "api.webhook": {
        Action.WEBHOOK_CREATED: NONE,
        Action.WEBHOOK_TESTED: NONE,
        Action.WEBHOOK_ENABLED: NONE,
        Action.WEBHOOK_DISABLED: NONE,
        Action.WEBHOOK_REMOVED: NONE,
        Action.WEBHOOK_RESENT: NONE,
    },
    "online.onlinetable": {Action.ONLINE_TABLE_CHANGED: NONE, Action.MESSAGE_HIDDEN: NONE},
}
SAMPLES = {
    kind: {action: tuple(changes) for action, changes in actions.items()}
    for kind, actions in FOUND.items()
}


def entry_of(club: Club, kind: str, changes: Changes, action: str = "") -> AuditEntry:
    stored = {name: list(both) for name, both in changes.items()}
    return AuditEntry(
        club=club, about_kind=kind, action=action, changes=stored, label="Zoo", created_at=NOW
    )


def words_of(club: Club, about: str, /, **changes: tuple[Any, Any]) -> list[tuple[str, ...]]:
    [text] = describe_entries([entry_of(club, about, changes)])
    return [tuple(change) for change in text.changes]


def logged_names() -> set[str]:
    """Return the names under which the code logs what has changed, and what it logs."""
    found = set()
    for path in (ROOT / "league").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if "league.audit.actions import Action" not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                values = [*node.args, *(each.value for each in node.keywords)]
                found |= names_in(values) if re.match(r"_?log", name) else set()
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                if {getattr(each, "id", "") for each in targets} & {"changes", "role_changes"}:
                    found |= names_in([node.value])
    return found


def names_in(values: Sequence[ast.expr | None]) -> set[str]:
    return {
        str(key.value)
        for value in values
        if isinstance(value, ast.Dict)
        for key in value.keys
        if isinstance(key, ast.Constant)
    }


def test_there_is_a_sample_of_every_act_and_of_all_that_it_says() -> None:
    acts = [action for actions in SAMPLES.values() for action in actions]
    assert sorted(acts) == sorted(Action)
    names = {
        name
        for actions in SAMPLES.values()
        for every in actions.values()
        for changes in every
        for name in changes
    }
    assert {"players", "reason", "kind", "tables"} <= logged_names() <= names


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_value_of_the_log_is_shown_raw(language: str) -> None:
    club = make_club()
    player = make_player(club, "Ada")
    samples = [
        entry_of(club, kind, changes, action)
        for kind, actions in SAMPLES.items()
        for action, every in actions.items()
        for changes in every
    ]
    for entry in samples:
        if "players" in entry.changes:
            entry.changes["players"] = [
                [player.pk for _each in ids] for ids in entry.changes["players"]
            ]
    with override(language):
        raw = [
            (name, *change)
            for text in describe_entries(samples)
            for name, change in zip(text.entry.changes, text.changes, strict=True)
            if is_raw(name, text.entry.changes[name], change, language)
        ]
        acts = [label for label in map(str, Action.labels) if RAW.search(label)]
    assert (raw, acts) == ([], [])


def is_raw(name: str, values: list[Any], change: ChangeText, language: str) -> bool:
    """Say whether a change is shown by the names that code has for it."""
    if RAW.search(" | ".join(change)) or not change.label:
        return True
    # In English a word may be the same.
    if language == "en":
        return False
    codes = {value for value in values if isinstance(value, str) and value.islower()}
    shown = {change.label, change.before, change.after}
    return name in shown or (name not in TYPED and bool(codes & shown))


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_of_every_game_are_shown_by_their_labels(language: str) -> None:
    club = make_club()
    for game in offered_games(club.pk):
        options = dict(game.engine.options({}).as_json())
        with override(language):
            [(_label, _before, after)] = words_of(
                club, "competitions.competition", options=({}, options)
            )
            labels = [str(field.label) for field in game.options_form().fields.values()]
        assert [label for label in labels if label not in after] == []
        assert RAW.search(after) is None


def test_values_are_said_in_words_and_in_the_time_of_the_club() -> None:
    club = make_club(time_zone="Europe/Rome")
    ada, bo = make_player(club, "Ada"), make_player(club, "Bo")
    stage, round, competition = (
        f"competitions.{name}" for name in ("stage", "round", "competition")
    )

    assert [
        *words_of(club, round, kind=(None, "seated"), reason=(None, "no_show"), opens_at=TIME),
        *words_of(club, competition, are_guests_ranked=(True, False), visibility=("", "private")),
        *words_of(club, competition, tie_breaks=(["wins"], ["head_to_head", "lot"])),
        *words_of(club, competition, bye_points=(0, -3), size_points=({}, {"5": [12, 8]})),
        *words_of(club, competition, players=([], [ada.pk, bo.pk]), reason=(None, "absent")),
        *words_of(club, "clubs.club", kept=(["act: 30"], ["act: 30", "claim: 0"])),
        *words_of(club, stage, skipped=(None, ["2026-12-24", "2027-01-06"])),
        *words_of(club, stage, recurrence=(None, RECURRENCE)),
    ] == [
        ("type", "", "round seated"),
        ("reason", "", "no-show"),
        ("opens", "", "Fri 6 November, 19:30"),
        ("guests are ranked", "yes", "no"),
        ("visibility", "Same as the club", "members only"),
        ("tie-breaks", "wins", "head-to-head, drawing of lots"),
        ("points for a bye", "0", "−3"),
        ("other scales by table size", "", "5: 12, 8"),
        ("players", "", "Ada, Bo"),
        ("reason", "", "absent"),
        ("retention", "", "Decided player claims: no limit"),
        ("no rounds on", "", "Thu 24 December 2026 – Wed 6 January 2027"),
        ("recurring rounds", "", "every second Tuesday at 19:30"),
    ]


ENDS = {
    "owner": "Cards on the table at the end of a hand: go to the player of the highest set",
    "nobody": "Cards on the table at the end of a hand: go to nobody",
}


def test_of_changed_options_only_those_that_differ_are_shown() -> None:
    options = {"mode": "partners", "target": 19, "final_trick": "owner"}
    [change] = words_of(
        make_club(),
        "competitions.competition",
        options=(options, options | {"target": 25, "final_trick": "nobody"}),
    )
    assert change == (
        "game options",
        f"Points to end the match: 19; {ENDS['owner']}",
        f"Points to end the match: 25; {ENDS['nobody']}",
    )


def test_options_that_no_game_has_any_more_are_not_shown_raw() -> None:
    gone = {"sheet": "no-such-game", "version": 3}
    assert words_of(
        make_club(), "competitions.competition", options=(gone, {"old_option": True})
    ) == [("game options", "", "")]
