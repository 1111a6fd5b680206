"""What visitors may open for nothing is bounded: tables, bots that think, sessions, watchers."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from league.clubs.models import User
from league.competitions.settings_forms import default_options
from league.online.errors import OnlineError
from league.online.models import (
    OnlineSeat,
    OnlineTable,
    Phase,
    Spectator,
    TableEvent,
    TableEventType,
    Visitor,
)
from league.online.services.absence import replace
from league.online.services.chat import MOST_GUESTS, watch_as_guest
from league.online.services.events import Plan, open_event
from league.online.services.seat_assignment import STRONG, Person
from league.online.services.seats import leave, let_bot_sit, open_rematch, sit_down
from league.online.tasks import tidy
from league.results.access import PHONE
from tests.factories import make_user
from tests.league.online.rounds import all_sit, evening
from tests.league.online.tables import make_table
from tests.league.online.together import AT_ONCE, together

pytestmark = pytest.mark.django_db
NOW = timezone.now()
ELSEWHERE = "198.51.100.7"


def guest(number: int, network: str = "here") -> Person:
    """Return somebody without an account who comes from a network."""
    return Person(f"Guest {number}", guest=f"{number:032}", network=network)


def bound(settings: Any, what: str, **most: int) -> None:
    """Let there be less of something than there usually may."""
    limits = settings.PLAY_LIMITS
    settings.PLAY_LIMITS = {**limits, what: {**limits[what], **most}}


def post(client: Client, bot: str = STRONG, company: str = "bots") -> Any:
    """Ask for a table as the page does."""
    said = {"name": "Ada", "seats": "3", "company": company, "bot": bot, "hands": "1", "pace": ""}
    options = default_options("franks-zoo")
    return client.post("/play/?game=franks-zoo", {**options, **said, "chat_mode": "phrases"})


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


# ------------------------------------------------------------------------------------ one visitor


def test_one_visitor_opens_few_tables_with_strong_bots_however_often_they_ask() -> None:
    client = Client()
    answers = [post(client) for _ in range(9)]
    assert [answer.status_code for answer in answers] == [302] * 6 + [422] * 3
    assert (
        "Strong bots play at 6 of your tables; the limit is 6. Choose good bots, or finish "
        "or leave one of these tables."
    ) in text_of(answers[-1])
    answers = [post(client, "heuristic") for _ in range(16)]
    assert [answer.status_code for answer in answers] == [302] * 14 + [422] * 2
    assert "You have 20 open tables; the limit is 20. Finish or leave one" in text_of(answers[-1])
    assert (OnlineTable.objects.count(), Session.objects.count()) == (20, 1)


def test_who_leaves_a_table_may_open_another(settings: Any) -> None:
    bound(settings, "tables", visitor=1)
    waiting, client = Client(), Client()
    for browser, company in ((client, "bots"), (waiting, "people")):
        post(browser, "greedy", company)
        assert post(browser, "greedy", company).status_code == 422
        table = OnlineTable.objects.latest("pk")
        browser.post(f"/play/{table.token}/people/break-vote/", {"action": "leave"})
        assert post(browser, "greedy", company).status_code == 302


def test_every_way_to_a_strong_bot_is_bounded(settings: Any) -> None:
    host = guest(1)
    first = make_table(bots=STRONG, host=host)
    waiting, running = make_table(bots="", host=host), make_table(host=host)
    event = Plan(seats=3, hands=2, tables=2, bots=STRONG)
    over = make_table(bots=STRONG, host=host)
    OnlineTable.objects.filter(pk=over.pk).update(phase=Phase.OVER, ended_at=NOW, opened_by="")
    bound(settings, "strong_bots", visitor=1)
    give: dict[str, Any] = {"replacement": STRONG, "is_now": False, "by": "", "now": NOW}
    for ask in (
        partial(make_table, bots=STRONG, host=host),
        partial(let_bot_sit, table_id=waiting.pk, seat=1, bot=STRONG, now=NOW),
        partial(replace, table_id=running.pk, seat=1, **give),
        partial(open_event, game="franks-zoo", plan=event, host=host, now=NOW),
        partial(open_rematch, table_id=over.pk, person=host, now=NOW),
    ):
        told = refusal_of(ask)
        assert told == "too_many_strong_bots"
    # Where one plays already another one thinks no longer.
    replace(table_id=first.pk, seat=1, **{**give, "replacement": "greedy"})
    replace(table_id=first.pk, seat=2, **give)


def refusal_of(ask: Any) -> str:
    """Return by what code something is refused; "" where it is not."""
    try:
        ask()
    except OnlineError as error:
        return error.code
    return ""


def test_tables_of_an_event_count_each(settings: Any) -> None:
    bound(settings, "tables", visitor=3)
    plan = Plan(seats=3, hands=2, tables=2, bots="greedy")
    ask = partial(open_event, game="franks-zoo", plan=plan, host=guest(1), now=NOW)
    assert [refusal_of(ask), refusal_of(ask)] == ["", "too_many_tables"]
    answer = Client().get("/play/duplicate/")
    assert answer.status_code == 200


def test_refused_rematch_and_event_are_told_in_words(settings: Any) -> None:
    client = Client()
    post(client, "greedy")
    table = OnlineTable.objects.get()
    OnlineTable.objects.update(phase=Phase.OVER, ended_at=NOW, opened_by="", opened_from="")
    bound(settings, "tables", visitor=0)
    answer = client.post(f"/play/{table.token}/rematch/", follow=True)
    assert "You have 0 open tables; the limit is 0." in text_of(answer)
    page: Any = client.get("/play/duplicate/")
    said = {name: field.initial for name, field in page.context["form"].fields.items()}
    said |= {"name": "Ada", "takes_tables": "", "pace": ""}
    answer = client.post("/play/duplicate/", said)
    assert answer.status_code == 422
    assert "You have 0 open tables; the limit is 0." in text_of(answer)


# ------------------------------------------------------------------------------------ one network


def test_visitors_without_cookies_are_bounded_by_their_network(settings: Any) -> None:
    bound(settings, "tables", network=2)
    bound(settings, "strong_bots", network=1)
    answers = [post(Client()) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 422, 422]
    assert (
        "Strong bots play at 1 table without an account from your network; the limit is 1."
        in text_of(answers[-1])
    )
    answers = [post(Client(), "greedy") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 422]
    assert "2 tables without an account are open from your network; the limit is 2." in text_of(
        answers[-1]
    )
    assert (Session.objects.count(), Visitor.objects.count()) == (2, 2)
    assert post(Client(REMOTE_ADDR=ELSEWHERE)).status_code == 302
    assert post(signed_in(make_user())).status_code == 302


def test_who_is_refused_leaves_nothing_behind(settings: Any) -> None:
    bound(settings, "guests", network=1)
    table = make_table("zop-zoo", 4, bots="")
    answers = [
        Client().post(f"/play/{table.token}/sit/{seat}/", {"name": "Ben"}, follow=True)
        for seat in (1, 2)
    ]
    assert "1 person without an account has played from your network" in text_of(answers[1])
    assert (Session.objects.count(), Visitor.objects.count()) == (1, 1)
    assert post(Client()).status_code == 422
    assert OnlineTable.objects.count() == 1
    member = signed_in(make_user())
    member.post(f"/play/{table.token}/sit/2/", {"name": "Carla"})
    assert OnlineSeat.objects.get(table=table, number=2).user is not None


def test_marks_in_the_database_name_no_network_and_nobody() -> None:
    client = Client(REMOTE_ADDR=ELSEWHERE)
    post(client)
    table, visitor = OnlineTable.objects.get(), Visitor.objects.get()
    assert visitor.session_key == client.session.session_key
    assert visitor.mark == client.session[PHONE]
    marks = {table.opened_by, table.opened_from, visitor.network}
    assert {len(mark) for mark in marks} == {64}
    leave(table_id=table.pk, seat=0, now=NOW)
    table.refresh_from_db()
    assert (table.opened_by, table.opened_from) == ("", "")


@pytest.mark.thorough
def test_club_evening_behind_one_address_never_meets_a_limit() -> None:
    phones, members = range(40), [make_user(name=f"Member {n}") for n in range(20)]
    # Without accounts each plays strong bots, then with a neighbour who gets the link.
    for number in phones:
        client = Client()
        assert post(client).status_code == 302
        assert post(client, company="people").status_code == 302
        table = OnlineTable.objects.latest("pk")
        neighbour = Client()
        neighbour.post(f"/play/{table.token}/sit/1/", {"name": f"Phone {number}"})
        assert OnlineSeat.objects.get(table=table, number=1).is_taken_by_person
    for user in members:
        client = signed_in(user)
        assert [post(client).status_code for _ in range(5)] == [302] * 5


def test_tables_of_a_round_are_never_counted_or_refused(settings: Any) -> None:
    for what in ("tables", "strong_bots", "guests"):
        bound(settings, what, visitor=0, network=0, site=0)
    night = evening(target=40)
    all_sit(night)
    give: dict[str, Any] = {"seat": 1, "is_now": True, "by": "", "now": NOW}
    replace(table_id=night.online.pk, replacement=STRONG, **give)
    replace(table_id=night.online.pk, replacement="open", **give)
    sit_down(table_id=night.online.pk, seat=1, person=guest(1), now=NOW)
    assert (OnlineSeat.objects.get(table=night.online, number=1).guest != "", 0) == (
        True,
        Visitor.objects.count(),
    )


# --------------------------------------------------------------------------------------- the site


def test_guests_leave_a_part_of_the_site_to_those_who_sign_in(settings: Any) -> None:
    bound(settings, "tables", site=4)
    asks = [partial(make_table, host=guest(n, network=f"net {n}")) for n in range(4)]
    assert [refusal_of(ask) for ask in asks] == ["", "", "", "too_many_tables"]
    members = [Person("M", make_user(name=f"M{n}")) for n in range(2)]
    told = [refusal_of(partial(make_table, host=member)) for member in members]
    assert told == ["", "too_many_tables"]
    answer = post(signed_in(make_user()))
    assert "4 such tables are open on this site; the limit is 4." in text_of(answer)


def test_those_who_watch_without_an_account_are_bounded() -> None:
    table = make_table()
    watching = [
        watch_as_guest(table=table, guest=f"{n:032}", now=NOW) for n in range(MOST_GUESTS + 5)
    ]
    assert watching[MOST_GUESTS:] == [None] * 5
    assert watch_as_guest(table=table, guest=f"{0:032}", now=NOW) == watching[0]
    page: Any = Client().get(f"/play/{table.token}/")
    assert (page.status_code, Spectator.objects.count()) == (200, MOST_GUESTS)
    tidy()
    assert Spectator.objects.count() == MOST_GUESTS
    Spectator.objects.update(seen_at=NOW - timedelta(hours=2))
    tidy()
    assert Spectator.objects.count() == 0


def test_browser_that_watches_is_one_however_often_it_looks() -> None:
    table, browser = make_table(), Client()
    for _ in range(3):
        browser.get(f"/play/{table.token}/")
    Client().get(f"/play/{table.token}/")
    assert (Spectator.objects.count(), Session.objects.count()) == (2, 0)


# ---------------------------------------------------------------------------------------- tidying


def opened(days_ago: int, user: User | None = None, bots: str = "heuristic") -> OnlineTable:
    """Open a table at which nothing has happened for days."""
    then = NOW - timedelta(days=days_ago)
    host = Person("Ada", user) if user else guest(days_ago)
    return make_table(bots=bots, host=host, now=then)


def phase_of(table: OnlineTable) -> str:
    return str(OnlineTable.objects.get(pk=table.pk).phase)


def test_tables_at_which_nothing_happens_for_days_are_over() -> None:
    user = make_user()
    left = [opened(4), opened(5, bots=""), opened(15, user)]
    going = [opened(2), opened(1, bots=""), opened(13, user)]
    for _ in range(2):
        tidy()
    assert [phase_of(table) for table in left] == [Phase.OVER] * 3
    assert [phase_of(table) for table in going] == [Phase.PLAYING, Phase.WAITING, Phase.PLAYING]
    assert list(TableEvent.objects.values_list("type", flat=True)) == [TableEventType.QUIET] * 3


def test_tables_are_never_quiet_where_the_host_says_so(settings: Any) -> None:
    settings.QUIET_TABLE_DAYS = settings.QUIET_GUEST_TABLE_DAYS = 0
    table = opened(400)
    tidy()
    assert phase_of(table) == Phase.PLAYING


def test_tables_of_rounds_are_left_alone_by_tidying() -> None:
    night = evening(now=NOW - timedelta(days=400))
    OnlineTable.objects.update(active_at=None)
    tidy()
    assert phase_of(night.online) == Phase.WAITING


def test_tables_that_were_never_played_go() -> None:
    table = opened(4)
    tidy()
    over: datetime = OnlineTable.objects.get(pk=table.pk).ended_at or NOW
    assert over >= NOW
    OnlineTable.objects.filter(pk=table.pk).update(ended_at=NOW - timedelta(hours=2))
    tidy()
    assert OnlineTable.objects.count() == 0


def test_sessions_that_only_opened_a_table_go_with_it() -> None:
    gone, stays, coded = Client(), Client(), Client()
    for client in (gone, stays, coded):
        post(client, "greedy")
    session = coded.session
    session["table_codes"] = [1]
    session.save()
    for client in (gone, coded):
        table = OnlineTable.objects.get(seats__guest=client.session[PHONE])
        leave(table_id=table.pk, seat=0, now=NOW)
    tidy()
    assert (Session.objects.count(), Visitor.objects.count()) == (3, 3)
    Visitor.objects.update(created_at=NOW - timedelta(days=4))
    tidy()
    kept = {stays.session.session_key, coded.session.session_key}
    assert set(Session.objects.values_list("session_key", flat=True)) == kept
    assert [visitor.mark for visitor in Visitor.objects.all()] == [stays.session[PHONE]]


# ----------------------------------------------------------------------------------------- at once


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_eight_who_ask_at_once_for_the_last_table_one_gets_it(settings: Any) -> None:
    bound(settings, "tables", network=1)
    told = together(lambda number: make_table(host=guest(number)))
    assert told == ["done", *["too_many_tables"] * (AT_ONCE - 1)]
    assert OnlineTable.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_eight_who_ask_at_once_for_the_last_strong_bot_one_gets_it(settings: Any) -> None:
    tables = [make_table(bots="", host=guest(number)) for number in range(AT_ONCE)]
    bound(settings, "strong_bots", network=1)

    def ask(number: int) -> object:
        return let_bot_sit(table_id=tables[number].pk, seat=1, bot=STRONG, now=NOW)

    assert together(ask) == ["done", *["too_many_strong_bots"] * (AT_ONCE - 1)]
    assert OnlineSeat.objects.filter(bot=STRONG).count() == 1
