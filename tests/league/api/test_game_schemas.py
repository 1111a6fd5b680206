"""What the API says of options, records and messages is what the site takes and sends."""

import json
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, cast

import pytest
from django.test import Client
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from games.base import PlayableGame
from league.api.game_schemas import example_records
from league.api.models import WebhookEventType
from league.api.views import schema
from league.api.webhooks import create_webhook, detect_events
from league.core.games import SiteGame, site_games
from league.results.models import Hand
from tests.factories import make_competition, make_round, make_table, make_user
from tests.league.api.scenes import Program, token_of
from tests.league.results.hands import send

GAMES = {game.slug: game for game in site_games()}


def validator(name: str) -> Draft202012Validator:
    """Return the validator of a named shape of the description."""
    reference = {"$ref": f"#/components/schemas/{name}"}
    return Draft202012Validator({**reference, "components": schema()["components"]})


def hands_of(game: SiteGame, seats: int, rng: Random) -> list[dict[str, Any]]:
    """Return the records of a match's first hands, played by lot."""
    engine = cast("PlayableGame", game.engine)
    records: list[dict[str, Any]] = []
    match = engine.new_match(engine.options({}), seats, 0)
    while (setup := match.next_hand()) is not None and len(records) < 3:
        hand = engine.start(setup, engine.sample_deal(setup, rng))
        while acting := hand.acting_seats():
            actions = hand.legal_actions(acting[0])
            hand.apply_unchecked(acting[0], actions[rng.randrange(len(actions))])
        records.append(dict(hand.record().as_json()))
        match = match.add(records[-1])
    return records


@pytest.mark.parametrize("slug", GAMES)
def test_every_record_of_the_engine_is_of_just_one_shape(slug: str) -> None:
    game = GAMES[slug]
    for seats in game.seats:
        for record in hands_of(game, seats, Random(seats)):
            validator("GameRecord").validate(json.loads(json.dumps(record)))


@pytest.mark.parametrize("slug", GAMES)
def test_fields_of_the_shapes_are_those_that_the_engine_reads(slug: str) -> None:
    game = GAMES[slug]
    written = game.engine.options({}).as_json()
    assert cast("Any", game.option_schema)["properties"].keys() == written.keys()
    validator("GameOptions").validate(written)


@pytest.mark.parametrize("slug", GAMES)
def test_list_of_games_has_the_same_shapes(slug: str) -> None:
    game = GAMES[slug]
    shown = Client().get(f"/api/v1/games/{slug}/").json()
    for record in hands_of(game, game.seats[0], Random(1)):
        Draft202012Validator(shown["record_schema"]).validate(json.loads(json.dumps(record)))
    options = Draft202012Validator(shown["option_schema"])
    options.validate(shown["options"])
    assert not options.is_valid({**shown["options"], "another": 1})


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"finish": [0, 1, 2, "3"]},
        {"finish": [0, 1, 2, 3], "lions": 2},
        {"seats": []},
        {"winner": 1, "points": [5, 10, 7]},
        {
            "seats": [{"animals": ["fox"], "guess": {"kind": "herd", "size": 2, "animal": "dog"}}]
            * 3
        },
        {"coins": [1, 2, 3], "won": [0]},
    ],
)
def test_what_is_no_record_is_of_no_shape(record: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        validator("GameRecord").validate(record)


@pytest.mark.django_db
@pytest.mark.parametrize("slug", example_records())
def test_example_of_each_game_is_accepted(slug: str) -> None:
    table = make_table(make_round(make_competition(game=slug, options={})))
    player = table.seats.get(number=0).player
    player.user = make_user()
    player.save()
    described = schema()["paths"]["/api/v1/tables/{id}/hands/"]["post"]["requestBody"]
    example = described["content"]["application/json"]["examples"][slug]["value"]
    program = Program(token_of(player.user, "read", "record"))
    body = {**example, "seating": table.seating}
    answer = program.ask("POST", f"tables/{table.pk}/hands/", body)
    assert answer.status_code == 201, answer.content
    assert answer.json()["record"] == example["record"]
    assert Hand.objects.get(table=table).number == 1


@pytest.mark.django_db
def test_message_of_a_webhook_is_as_it_is_described() -> None:
    table = make_table(make_round(make_competition(options={})))
    club, now = table.round.stage.competition.club, datetime(2026, 11, 6, 19, tzinfo=UTC)
    webhook = create_webhook(
        club=club,
        url="https://93.184.216.34/",
        events=WebhookEventType.values,
        key="5f0c8a2e-7e07-4a52-9a0e-3f2b0d0c9b11",  # type: ignore[arg-type]
        by=None,
        now=now - timedelta(days=400),
    )
    send(table, 2, 0, 1, 3)
    assert detect_events(club_id=club.pk, now=now) > 0
    messages = [json.loads(each.body) for each in webhook.deliveries.all()]
    assert {each["type"] for each in messages} >= {"hand.recorded", "standings.changed"}
    assert schema()["webhooks"].keys() == set(WebhookEventType.values)
    for message in messages:
        described = schema()["webhooks"][message["type"]]["post"]["requestBody"]["content"]
        name = described["application/json"]["schema"]["$ref"].rpartition("/")[2]
        validator(name).validate(message)
