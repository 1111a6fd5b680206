"""What a club file holds: a section for each model, in the order in which rows are made.

Every field of a model is in the file but for those that are left out here, each of which has its
reason: it is derived, secret, or of no use in another place.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final
from uuid import uuid4

from django.db import models
from django.db.models import Field, Q

from league.clubs.models import Player
from league.competitions import models as competitions
from league.competitions.models import Recurrence
from league.exports.club_file.shapes import (
    Shape,
    key,
    listed,
    mapping,
    maybe,
    one_of,
    page,
    plain,
    ref,
    row,
    some,
    text,
    thing,
    truth,
    whole,
)
from league.notifications.models import NotificationSettings, Post
from league.online.models import DuplicateSettings, OnlineSettings
from league.results import models as results
from league.rounds.models import SeatingChange
from league.sheets.models import ClubSheet, SheetVersion

FORMAT: Final = "menagerie-club"
VERSION: Final = 2
CLUB_FIELDS: Final = ("name", "slug", "time_zone", "visibility", "created_at")

DERIVED: Final = "derived"
SECRET: Final = "secret"  # noqa: S105 - says that something is one
OF_THE_SITE: Final = "of the site it was made on"

NUMBERS = listed(whole)
ENTRIES = listed(ref("entries"))
ASSIGNMENT = some(
    entry=ref("entries"),
    player=ref("players"),
    reason=maybe(some(data=some(new=ENTRIES, again=ENTRIES))),
    substitutions=listed(row(ref("players"), ref("players"), whole)),
)
STATE = mapping(
    tables=listed(
        mapping(key=ref("tables"), number=whole, dealer=whole, assignments=listed(ASSIGNMENT))
    ),
    here=ENTRIES,
    idle=listed(row(ref("entries"), one_of(dict.fromkeys(map(str, competitions.AbsenceReason))))),
    drawn=plain,
)


@dataclass(frozen=True)
class Section:
    """Say how the rows of a model are written.

    `club` leads from a row to its club. `left_out` are the fields that are not in the file, each
    with why, `made` what they are in a new row, where their default does not do. `shapes` are those
    of fields whose type does not say enough, `kept` picks the rows that are written.
    """

    name: str
    model: type[models.Model]
    club: str
    left_out: Mapping[str, str] = field(default_factory=dict)
    made: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    shapes: Mapping[str, Shape] = field(default_factory=dict)
    filters: Q = field(default_factory=Q)

    @cached_property
    def fields(self) -> "tuple[Field[Any, Any], ...]":
        """Return the fields that are in the file."""
        named = {*self.left_out, "id", "club"}
        return tuple(each for each in self.model._meta.concrete_fields if each.name not in named)

    @cached_property
    def parents(self) -> Mapping[str, str]:
        """Return the section that each reference of a row leads to, by the field's name."""
        names = {section.model: section.name for section in SECTIONS}
        return {
            each.name: names[each.related_model]  # type: ignore[index]
            for each in self.fields
            if each.is_relation
        }


COMPETITION = "table__round__stage__competition__club"
SECTIONS: Final = (
    Section("players", Player, "club", {"user": SECRET}),
    Section(
        "notification_settings",
        NotificationSettings,
        "player__club",
        {"mail_failures": OF_THE_SITE, "mail_off_at": OF_THE_SITE},
        shapes={"chosen": mapping(others=mapping(others=truth))},
    ),
    Section("sheets", ClubSheet, "club", {"share_token": SECRET}),
    Section("sheet_versions", SheetVersion, "sheet__club", shapes={"source": mapping()}),
    Section(
        "competitions",
        competitions.Competition,
        "club",
        {"version": OF_THE_SITE},
        shapes={
            "options": mapping(),
            "table_preferred": NUMBERS,
            "place_points": NUMBERS,
            "size_points": mapping(others=NUMBERS),
            "tie_breaks": listed(one_of(dict.fromkeys(map(str, competitions.TieBreak)))),
        },
    ),
    Section("online_settings", OnlineSettings, "competition__club"),
    Section("duplicate_settings", DuplicateSettings, "competition__club"),
    Section("entries", competitions.Entry, "competition__club"),
    Section(
        "stages",
        competitions.Stage,
        "competition__club",
        {"plan": DERIVED},
        shapes={
            "groups": maybe(listed(ENTRIES)),
            "seating_list": maybe(listed(listed(ENTRIES))),
            "declined": maybe(ENTRIES),
        },
    ),
    Section(
        "recurrences", Recurrence, "stage__competition__club", shapes={"skipped": listed(text)}
    ),
    Section("stage_entries", competitions.StageEntry, "stage__competition__club"),
    Section("separations", competitions.Separation, "club"),
    Section(
        "rounds", competitions.Round, "stage__competition__club", shapes={"draw": maybe(mapping())}
    ),
    Section("check_ins", competitions.CheckIn, "round__stage__competition__club"),
    Section("replies", competitions.Reply, "round__stage__competition__club"),
    Section("absences", competitions.EntryAbsence, "round__stage__competition__club"),
    Section(
        "tables",
        competitions.Table,
        "round__stage__competition__club",
        {"version": OF_THE_SITE},
        shapes={
            "options": mapping(),
            "departures": maybe(mapping(seats=whole, left=listed(row(whole, whole)))),
        },
    ),
    Section(
        "seats",
        competitions.Seat,
        COMPETITION,
        {"phone": SECRET, "signed_in_at": OF_THE_SITE},
        shapes={"reason": maybe(mapping(code=text, data=some(new=ENTRIES, again=ENTRIES)))},
    ),
    Section("substitutions", competitions.Substitution, f"seat__{COMPETITION}"),
    Section(
        "hands",
        results.Hand,
        COMPETITION,
        {"revision": DERIVED, "current": DERIVED, "is_void": DERIVED},
    ),
    Section(
        "revisions",
        results.HandRevision,
        f"hand__{COMPETITION}",
        {"phone": SECRET},
        shapes={"record": maybe(mapping())},
    ),
    Section(
        "submissions",
        results.Submission,
        f"hand__{COMPETITION}",
        {"key": SECRET, "digest": DERIVED, "phone": SECRET},
        {"key": uuid4},
        {"record": mapping()},
    ),
    Section(
        "final_results", results.FinalResult, COMPETITION, {"current": DERIVED, "is_void": DERIVED}
    ),
    Section(
        "final_revisions",
        results.FinalRevision,
        f"result__{COMPETITION}",
        {"key": SECRET, "digest": DERIVED, "phone": SECRET},
        shapes={"outcome": maybe(mapping())},
    ),
    Section("responses", results.HandResponse, f"revision__hand__{COMPETITION}", {"phone": SECRET}),
    Section("calls", results.TableCall, COMPETITION, {"phone": SECRET, "closed_phone": SECRET}),
    Section(
        "sealed_hands",
        results.SealedHand,
        COMPETITION,
        {"key": SECRET},
        {"key": uuid4},
        {"seasons": plain},
        filters=Q(ended_at__isnull=False),
    ),
    Section(
        "seal_resets",
        results.SealReset,
        f"hand__{COMPETITION}",
        filters=Q(hand__ended_at__isnull=False),
    ),
    Section("adjustments", results.Adjustment, "competition__club", shapes={"key": maybe(key)}),
    Section(
        "seating_changes",
        SeatingChange,
        "round__stage__competition__club",
        {"request": OF_THE_SITE},
        {"request": dict},
        {"data": mapping(), "before": STATE, "after": STATE},
    ),
    Section(
        "posts",
        Post,
        "club",
        shapes={
            "key": key,
            "path": page,
            "about": thing,
            "table": some(head=listed(text), rows=listed(listed(text))),
            "translations": maybe(
                mapping(others=mapping(title=text, body=text, head=listed(text), others=None))
            ),
        },
    ),
)
REVISED: Final = {"hands": ("revisions", "hand"), "final_results": ("final_revisions", "result")}
"""What is in force by its latest revision: where those are, and by which name they tell of it."""
