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
from league.competitions.models import (
    Absence,
    Apart,
    CheckIn,
    Competition,
    Entry,
    Round,
    Seat,
    SittingOut,
    Stage,
    StageEntry,
    Substitution,
    Table,
    TieBreak,
)
from league.competitions.models.stages import Recurrence
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
from league.notices.models import Post, Wishes
from league.online.models import DuplicateTerms, OnlineTerms
from league.results.models import (
    Adjustment,
    FinalResult,
    FinalRevision,
    Hand,
    HandAnswer,
    HandRevision,
    SealedHand,
    SealReset,
    Submission,
    TableCall,
)
from league.rounds.models import SeatingChange

FORMAT: Final = "menagerie-club"
VERSION: Final = 1
CLUB_FIELDS: Final = ("name", "slug", "time_zone", "visibility", "created_at")

DERIVED: Final = "derived"
SECRET: Final = "secret"  # noqa: S105 - says that something is one
OF_THE_SITE: Final = "of the site it was made on"
ON_SCREENS: Final = "how hands were played on screens; the hands are in the file"

NUMBERS = listed(whole)
ENTRIES = listed(ref("entries"))
SITTING = some(
    entry=ref("entries"),
    player=ref("players"),
    reason=maybe(some(data=some(new=ENTRIES, again=ENTRIES))),
    substitutions=listed(row(ref("players"), ref("players"), whole)),
)
STATE = mapping(
    tables=listed(
        some(key=ref("tables"), number=whole, dealer=whole, sittings=listed(SITTING)),
    ),
    here=ENTRIES,
    idle=listed(row(ref("entries"), one_of(dict.fromkeys(map(str, Absence))))),
    drawn=plain,
)


@dataclass(frozen=True)
class Section:
    """Say how the rows of a model are written.

    `club` leads from a row to its club. `left_out` are the fields that are not in the file, each
    with why, `made` what they are in a new row, where their default does not do. `shapes` are
    those of fields whose type does not say enough, `kept` picks the rows that are written.
    """

    name: str
    model: type[models.Model]
    club: str
    left_out: Mapping[str, str] = field(default_factory=dict)
    made: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    shapes: Mapping[str, Shape] = field(default_factory=dict)
    kept: Q = field(default_factory=Q)

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
        "wishes",
        Wishes,
        "player__club",
        {"mail_failures": OF_THE_SITE, "mail_off_at": OF_THE_SITE},
        shapes={"chosen": mapping(others=mapping(others=truth))},
    ),
    Section(
        "competitions",
        Competition,
        "club",
        {"version": OF_THE_SITE},
        shapes={
            "options": mapping(),
            "table_preferred": NUMBERS,
            "place_points": NUMBERS,
            "size_points": mapping(others=NUMBERS),
            "tie_breaks": listed(one_of(dict.fromkeys(map(str, TieBreak)))),
        },
    ),
    Section("online_terms", OnlineTerms, "competition__club"),
    Section("duplicate_terms", DuplicateTerms, "competition__club"),
    Section("entries", Entry, "competition__club"),
    Section(
        "stages",
        Stage,
        "competition__club",
        {"plan": DERIVED},
        shapes={"groups": maybe(listed(ENTRIES)), "script": maybe(listed(listed(ENTRIES)))},
    ),
    Section(
        "recurrences", Recurrence, "stage__competition__club", shapes={"skipped": listed(text)}
    ),
    Section("stage_entries", StageEntry, "stage__competition__club"),
    Section("aparts", Apart, "club"),
    Section("rounds", Round, "stage__competition__club", shapes={"draw": maybe(mapping())}),
    Section("check_ins", CheckIn, "round__stage__competition__club"),
    Section("sitting_out", SittingOut, "round__stage__competition__club"),
    Section(
        "tables",
        Table,
        "round__stage__competition__club",
        {"version": OF_THE_SITE},
        shapes={"options": mapping()},
    ),
    Section(
        "seats",
        Seat,
        COMPETITION,
        {"phone": SECRET, "signed_in_at": OF_THE_SITE},
        shapes={"reason": maybe(mapping(code=text, data=some(new=ENTRIES, again=ENTRIES)))},
    ),
    Section("substitutions", Substitution, f"seat__{COMPETITION}"),
    Section(
        "hands",
        Hand,
        COMPETITION,
        {"revision": DERIVED, "current": DERIVED, "is_void": DERIVED},
    ),
    Section(
        "revisions",
        HandRevision,
        f"hand__{COMPETITION}",
        {"phone": SECRET},
        shapes={"record": maybe(mapping())},
    ),
    Section(
        "submissions",
        Submission,
        f"hand__{COMPETITION}",
        {"key": SECRET, "digest": DERIVED, "phone": SECRET},
        {"key": uuid4},
        {"record": mapping()},
    ),
    Section("final_results", FinalResult, COMPETITION, {"current": DERIVED, "is_void": DERIVED}),
    Section(
        "final_revisions",
        FinalRevision,
        f"result__{COMPETITION}",
        {"key": SECRET, "digest": DERIVED, "phone": SECRET},
        shapes={"outcome": maybe(mapping())},
    ),
    Section("answers", HandAnswer, f"revision__hand__{COMPETITION}", {"phone": SECRET}),
    Section("calls", TableCall, COMPETITION, {"phone": SECRET, "done_phone": SECRET}),
    Section(
        "sealed_hands",
        SealedHand,
        COMPETITION,
        {"key": SECRET},
        {"key": uuid4},
        {"seasons": plain},
        kept=Q(ended_at__isnull=False),
    ),
    Section("seal_resets", SealReset, f"hand__{COMPETITION}", kept=Q(hand__ended_at__isnull=False)),
    Section("adjustments", Adjustment, "competition__club", shapes={"key": maybe(key)}),
    Section(
        "seating_changes",
        SeatingChange,
        "round__stage__competition__club",
        {"asked": OF_THE_SITE},
        {"asked": dict},
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
        },
    ),
)
REVISED: Final = {"hands": ("revisions", "hand"), "final_results": ("final_revisions", "result")}
"""What is in force by its latest revision: where those are, and by which name they tell of it."""
LEFT_OUT: Final = {
    "accounts.AccountEvent": SECRET,
    "accounts.Claim": SECRET,
    "accounts.Merge": OF_THE_SITE,
    "accounts.OpenSession": SECRET,
    "accounts.TryCount": OF_THE_SITE,
    "hosting.BackupReport": OF_THE_SITE,
    "hosting.ClockLease": OF_THE_SITE,
    "hosting.Tick": OF_THE_SITE,
    "api.Sending": OF_THE_SITE,
    "api.Token": SECRET,
    "api.Watch": OF_THE_SITE,
    "api.Webhook": SECRET,
    "audit.Act": OF_THE_SITE,
    "clubs.User": SECRET,
    "clubs.Invitation": SECRET,
    "clubs.ScreenLink": SECRET,
    "clubs.SignInLink": SECRET,
    "competitions.TableCode": SECRET,
    "notices.CalendarEntry": OF_THE_SITE,
    "notices.Chat": SECRET,
    "notices.Delivery": OF_THE_SITE,
    "notices.Device": SECRET,
    "notices.Notice": OF_THE_SITE,
    "notices.PushKey": SECRET,
    "notices.Subscription": SECRET,
    "online.DuplicateBoard": ON_SCREENS,
    "online.DuplicateEvent": ON_SCREENS,
    "online.DuplicatePlayer": ON_SCREENS,
    "online.Happening": ON_SCREENS,
    "online.OnlineTable": ON_SCREENS,
    "online.OnlineSeat": ON_SCREENS,
    "online.OnlineHand": ON_SCREENS,
    "online.Move": ON_SCREENS,
    "online.Opinion": ON_SCREENS,
    "online.Remark": ON_SCREENS,
    "online.Report": ON_SCREENS,
    "online.Shuffle": ON_SCREENS,
    "online.ShuffleShare": ON_SCREENS,
    "online.Visitor": OF_THE_SITE,
    "online.Watcher": ON_SCREENS,
    "privacy.Erasure": OF_THE_SITE,
    "privacy.Keeping": OF_THE_SITE,
    "results.Desk": DERIVED,
    "results.HandScore": DERIVED,
    "results.TableScore": DERIVED,
    "results.SealedSeat": SECRET,
    "standings.Forecast": DERIVED,
    "standings.Honours": DERIVED,
    "standings.RoundDeeds": DERIVED,
    "standings.TableResult": DERIVED,
    "standings.Standing": DERIVED,
    "standings.PlayerRating": DERIVED,
    "standings.RatedCompetition": DERIVED,
    "standings.RatedTable": DERIVED,
    "standings.RatingBook": DERIVED,
    "standings.RatingChange": DERIVED,
}
"""The models of which nothing is in the file, and why."""
