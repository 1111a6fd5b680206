"""Show how the league points of an entry add up in a stage, line by line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.templatetags.ui import signed
from league.results.models import Adjustment
from league.standings.ledger import OF_A_ROUND, Ledger, Rules


@dataclass(frozen=True, slots=True)
class AccountLine:
    """Hold what gave or took points. `is_counted` is False for what is dropped or cancelled.

    `note` says more about it; `table_id` is the table it opens to, None for what is none.
    """

    text: str
    points: int
    note: str = ""
    table_id: int | None = None
    is_counted: bool = True


def account_of(
    ledger: Ledger,
    rules: Rules,
    adjustments: Sequence[Adjustment],
    numbers: Mapping[int, int],
) -> tuple[AccountLine, ...]:
    """Return the lines that add up to an entry's points; those that do not count are listed too.

    `adjustments` are all of the stage, `numbers` those of the tables by id.
    """
    dropped = ledger.dropped(rules)
    lines = [AccountLine(_("Brought along from before"), ledger.carried)] if ledger.carried else []
    by_round: dict[int, list[AccountLine]] = {}
    for played in ledger.played:
        line = AccountLine(
            text=_("Round %(round)d, table %(table)d")
            % {"round": played.round, "table": numbers.get(played.table, 0)},
            points=played.points,
            note=" · ".join(
                [*_bonus_words(played.bonuses), *_dropped_words(played.round in dropped, rules)]
            ),
            table_id=played.table,
            is_counted=played.round not in dropped,
        )
        by_round.setdefault(played.round, []).append(line)
    for adjustment in adjustments:
        number = adjustment.round.number if adjustment.round else 0
        is_dropped = adjustment.kind in OF_A_ROUND and number in dropped
        by_round.setdefault(number, []).append(_adjustment_line(adjustment, is_dropped, rules))
    for number in sorted(by_round):
        lines += by_round[number]
    if rules.attendance_bonus:
        lines.append(_attendance_line(len(ledger.attended()), rules.attendance_bonus))
    return tuple(lines)


def _adjustment_line(adjustment: Adjustment, is_dropped: bool, rules: Rules) -> AccountLine:
    parts = [adjustment.rule]
    if adjustment.by:
        parts.append(_("Given by %(name)s") % {"name": adjustment.by.name})
    if adjustment.cancelled_at:
        words = (
            _("Cancelled by %(name)s: %(reason)s")
            if adjustment.cancelled_by
            else _("Cancelled: %(reason)s")
        )
        parts.append(
            words
            % {
                "name": adjustment.cancelled_by.name if adjustment.cancelled_by else "",
                "reason": adjustment.cancel_reason,
            }
        )
    else:
        parts += _dropped_words(is_dropped, rules)
    kind = adjustment.get_kind_display().capitalize()
    where = (
        _("Round %(number)d: %(what)s") % {"number": adjustment.round.number, "what": kind}
        if adjustment.round
        else kind
    )
    return AccountLine(
        text=f"{where}. {adjustment.reason}" if adjustment.reason else where,
        points=adjustment.points,
        note=" · ".join(part for part in parts if part),
        is_counted=adjustment.cancelled_at is None and not is_dropped,
    )


def _attendance_line(rounds: int, bonus: int) -> AccountLine:
    text = ngettext("One round played", "%(count)d rounds played", rounds) % {"count": rounds}
    note = _("%(bonus)s for each") % {"bonus": signed(bonus)}
    return AccountLine(text, rounds * bonus, note)


def _bonus_words(bonuses: Mapping[str, int]) -> list[str]:
    words = {
        "win": _("%(points)s of it for winning the table"),
        "target": _("%(points)s of it for reaching the target"),
    }
    return [words[kind] % {"points": signed(points)} for kind, points in bonuses.items()]


def _dropped_words(is_dropped: bool, rules: Rules) -> list[str]:
    if not is_dropped:
        return []
    words = ngettext(
        "Dropped: only the best round counts",
        "Dropped: only the best %(count)d rounds count",
        rules.best_of or 0,
    )
    return [words % {"count": rules.best_of}]
