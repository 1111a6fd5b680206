"""The scores that a phone works out by itself are those of the engine, in a real browser."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.http import QueryDict
from playwright.sync_api import Browser, Page

from games.base import HandSetup, Match
from games.franks_zoo.setup import FranksZooSetup
from games.score_sheet.reading import read_sheet
from games.score_sheet.ready import ready_sheet, ready_slugs
from games.score_sheet.setup import ScoreSheetSetup
from games.zop_zoo.cards import BONUS_CATEGORIES
from league.core.games import SiteGame, site_game
from league.results.scoring import warning_id
from league.sheets.game import make_game
from tests.games.score_sheet.test_against_oracle import drawn_sheet
from tests.oracles.score_sheet_sheets import draw_record
from tests.portions import some_of

pytestmark = pytest.mark.browser

SEEDS = pytest.mark.parametrize(
    "seeds", [range(30), pytest.param(range(30, 150), marks=pytest.mark.thorough)], ids=str
)
SCRIPTS = Path(__file__).resolve().parents[2] / "league" / "static" / "js"

# Replays a match hand by hand as the page does, from what the form of each hand carries.
REPLAY = """([game, outlook, hands]) => {
  const rules = self.handPreviews[game];
  let match = rules.begin(outlook);
  const told = [];
  for (const fields of hands) {
    if (fields === null) { match = rules.skip(match); continue; }
    const setup = rules.setup(match);
    const record = rules.read(new URLSearchParams(fields), match);
    const problems = rules.check(record, match);
    const isWrong = problems.some(({ level }) => level === "error");
    const step = {
      setup: setup && [setup.number, setup.dealer, setup.leader, setup.teams, setup.solo],
      record, isWrong, isComplete: rules.isComplete(record, match),
      warnings: problems.filter(({ level }) => level === "warning").map(({ id }) => id).sort(),
      problems: problems
        .map(({ code, field, level, text }) => [code, field, level, text ?? ""]).sort(),
    };
    if (!isWrong) {
      step.scores = rules.scores(record, match);
      match = rules.add(match, record);
      Object.assign(step, {
        totals: match.totals, places: match.places,
        isOver: rules.isOver(match), winners: rules.winners(match),
      });
    }
    told.push(step);
  }
  return told;
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_page() as page:
        for game in ("franks-zoo", "zop-zoo", "sheet"):
            page.add_script_tag(path=SCRIPTS / f"preview-{game}.js")
        yield page


@SEEDS
def test_preview_of_franks_zoo_is_the_engines(page: Page, seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        options = {
            "mode": rng.choice(("partners", "partners", "simple")),
            "target": rng.choice((5, 19, 60)),
            "final_trick": rng.choice(("owner", "nobody")),
        }
        compare(page, rng, site_game("franks-zoo"), options, rng.randint(3, 7), franks_zoo_fields)


@SEEDS
def test_preview_of_zop_zoo_is_the_engines(page: Page, seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        options = {"target": rng.choice((200, 800, 3000))}
        compare(page, rng, site_game("zop-zoo"), options, rng.randint(2, 4), zop_zoo_fields)


@pytest.mark.parametrize("slug", ready_slugs())
@SEEDS
def test_preview_of_a_ready_sheet_is_the_engines(page: Page, slug: str, seeds: range) -> None:
    game, sheet = site_game(slug), ready_sheet(slug)
    for seed in seeds[::10]:
        rng = random.Random(seed)
        compare(page, rng, game, {}, rng.choice(sheet.players), fields_of_sheet)


@pytest.mark.parametrize(
    "seeds", some_of([range(60), range(60, 240), range(240, 600)], 1, 1), ids=str
)
def test_preview_of_a_drawn_sheet_is_the_engines(page: Page, seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        sheet = read_sheet(drawn_sheet(rng))
        compare(page, rng, make_game(sheet), {}, rng.choice(sheet.players), fields_of_sheet)


def compare(
    page: Page, rng: random.Random, game: SiteGame, options: dict[str, Any], size: int, make: Any
) -> None:
    """Play a match with the engine and with the script, and compare every step."""
    engine, dealer = game.engine, rng.randrange(size)
    match: Match = engine.new_match(engine.options(options), size, dealer)
    hands: list[str | None] = []
    expected = []
    while (setup := match.next_hand()) is not None and len(hands) < 12:
        if rng.random() < 0.1:
            hands.append(None)
            match = match.skip()
            continue
        fields = make(rng, setup)
        hands.append(fields)
        step, match = engine_step(game, match, setup, fields)
        expected.append(step)
    outlook = {
        "names": [str(seat) for seat in range(size)],
        "options": engine.options(options).as_json(),
        "dealer": dealer,
        "rules": game.entry.preview_rules(),
    }
    told = page.evaluate(REPLAY, [game.scripts, outlook, hands])
    for step, wanted in zip(told, expected, strict=True):
        if not outlook["rules"]:
            # A script of a game finds some faults as one.
            step["problems"] = wanted["problems"]
        assert step == wanted, (game.engine, options, size, dealer, hands)


def engine_step(
    game: SiteGame, match: Match, setup: HandSetup, fields: str
) -> tuple[dict[str, Any], Match]:
    """Return what the engine says of a hand and the match after it, as the script tells it."""
    entry = game.entry.form.of_form(QueryDict(fields).dict(), setup.seats)
    record = entry.as_record()
    problems = match.check(record)
    is_wrong = any(problem.level == "error" for problem in problems)
    step = {
        "setup": [
            setup.number,
            setup.dealer,
            setup.leader,
            [list(team) for team in setup.teams],
            setup.solo,
        ],
        "record": record,
        "isWrong": is_wrong,
        "isComplete": entry.is_complete,
        "warnings": sorted(
            warning_id(problem) for problem in problems if problem.level == "warning"
        ),
        "problems": sorted(
            [each.code, each.field, each.level, each.text if each.code == "check" else ""]
            for each in problems
        ),
    }
    if is_wrong:
        return step, match
    after = match.add(record)
    scored = {
        "scores": list(match.score(record).scores),
        "totals": list(after.totals),
        "places": list(after.places),
        "isOver": after.is_over,
        "winners": list(after.winners),
    }
    return step | scored, after


def fields_of_sheet(rng: random.Random, setup: HandSetup) -> str:
    """Return what the form of a hand carries: mostly right, sometimes with a fault."""
    assert isinstance(setup, ScoreSheetSetup)
    teams = [list(team) for team in setup.teams]
    record = draw_record(setup.sheet.as_json(), setup.seats, teams, rng)
    data = QueryDict(mutable=True)
    data["sides"] = str(len(setup.sides))
    for name, value in record.items():
        if isinstance(value, list):
            data.update({f"c-{name}-{at}": typed(each) for at, each in enumerate(value)})
        else:
            data[f"c-{name}"] = typed(value)
    if setup.records_teams:
        numbers = [str(at) for at, team in enumerate(teams, start=1) for _ in team]
        order = [seat for team in teams for seat in team]
        if rng.random() < 0.3:
            order = rng.sample(range(setup.seats), len(order))
        data.update({f"team-{seat}": "" for seat in range(setup.seats)})
        for seat, number in zip(order, numbers, strict=True):
            data[f"team-{seat}"] = "1" if rng.random() < 0.03 else number
    for name in list(data):
        if rng.random() < 0.02 and name != "sides":
            data[name] = rng.choice(
                ["", "x", "7", "-3", "\u22121", " 2 ", "99999999", "constructor"]
            )
    return data.urlencode()


def typed(value: object) -> str:
    """Return a value of a record as a form sends it."""
    return str(int(value)) if isinstance(value, bool) else "" if value is None else str(value)


def franks_zoo_fields(rng: random.Random, setup: HandSetup) -> str:
    """Return what the form of a hand carries: mostly right, sometimes with a fault."""
    assert isinstance(setup, FranksZooSetup)
    data = QueryDict(mutable=True)
    order = rng.sample(range(setup.seats), setup.seats - 1)
    data["finish"] = ",".join(map(str, order[: len(order) - (rng.random() < 0.05)]))
    if setup.counts_teams:
        order = [*range(setup.seats)]
        roles = [f"{at}-{role}" for at in range(setup.seats // 2) for role in ("senior", "junior")]
        if rng.random() < 0.3:
            rng.shuffle(order)
        else:
            solo = [] if setup.solo is None else [setup.solo]
            order = [*(seat for team in setup.teams for seat in team), *solo]
        for seat, role in zip(order, [*roles, "solo"], strict=False):
            data[f"role-{seat}"] = rng.choice(roles) if rng.random() < 0.02 else role
    if setup.counts_cards:
        lions = [rng.randrange(setup.seats + 1) for _ in range(rng.randint(0, setup.lions))]
        for seat in range(setup.seats):
            data[f"lions-{seat}"] = str(lions.count(seat))
            if rng.random() < 0.5:
                data[f"hedgehog-{seat}"] = "1"
        data["lions_in_hand"] = str(lions.count(setup.seats) + 5 * (rng.random() < 0.03))
    return data.urlencode()


def zop_zoo_fields(rng: random.Random, setup: HandSetup) -> str:
    """Return what the form of a hand carries: mostly right, sometimes with a fault."""
    data = QueryDict(mutable=True)
    data["winner"] = rng.choice([*map(str, range(setup.seats)), "none"])
    if rng.random() < 0.2:
        data["way"] = "points"
        for seat in range(setup.seats):
            data[f"points-{seat}"] = str(5 * rng.randint(-20, 60) + (rng.random() < 0.03))
        return data.urlencode()
    data["way"] = "cards"
    for seat in range(setup.seats):
        data[f"cards-{seat}"] = "" if rng.random() < 0.05 else str(5 * rng.randint(0, 245))
        data[f"minus-{seat}"] = rng.choice(["", "0", "25", "-40", "\u221215", "7"][:5])
    for category in BONUS_CATEGORIES:
        data[f"bonus-{category}"] = rng.choice(["", *map(str, range(setup.seats))])
    return data.urlencode()
