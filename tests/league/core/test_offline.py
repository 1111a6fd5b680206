import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.core.middleware import KEPT_OFFLINE
from tests.factories import make_table, make_user
from tests.league.results.hands import send
from tests.league.results.visits import at_the_table, form_of

pytestmark = pytest.mark.django_db


def test_worker_comes_from_the_root_and_is_looked_at_every_time() -> None:
    answer = Client().get("/worker.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert 'importScripts("/static/js/queue.js")' in answer.content.decode()


def test_manifest_names_icons_that_exist(settings: Any) -> None:
    answer = Client().get(reverse("core:manifest"))
    manifest = json.loads(answer.content)
    assert answer["Content-Type"] == "application/manifest+json"
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == (
        "/",
        "/",
        "standalone",
    )
    purposes = {icon["purpose"] for icon in manifest["icons"]}
    assert purposes == {"any", "maskable"}
    for icon in manifest["icons"]:
        file = settings.BASE_DIR / "league" / icon["src"].removeprefix("/")
        head = file.read_bytes()[:24]
        assert head.startswith(b"\x89PNG")
        size = int.from_bytes(head[16:20])
        assert icon["sizes"] == f"{size}x{size}"


def test_pages_link_the_manifest_and_name_who_looks_at_them() -> None:
    user = make_user()
    client = Client()
    assert 'data-person=""' in client.get("/offline/").content.decode()
    client.force_login(user)
    page = client.get("/offline/").content.decode()
    assert f'data-person="{user.pk}"' in page
    assert '<link rel="manifest" href="/app.webmanifest">' in page


def test_only_a_tables_pages_may_be_kept() -> None:
    table = make_table()
    send(table)
    client = at_the_table(table)
    kept = ["/offline/", "/handover/", f"/tables/{table.pk}/", f"/tables/{table.pk}/enter/"]
    assert [client.get(page).headers.get(KEPT_OFFLINE) for page in kept] == ["1"] * 4
    hand = table.hands.get()
    others = ["/", f"/hands/{hand.pk}/", f"/tables/{table.pk}/offline/", "/accounts/login/"]
    assert [client.get(page).headers.get(KEPT_OFFLINE) for page in others] == [None] * 4


def test_a_piece_a_refusal_and_an_answer_to_a_form_are_not_kept() -> None:
    table = make_table()
    client = at_the_table(table)
    page = f"/tables/{table.pk}/"
    piece = client.get(page, headers={"hx-request": "true", "hx-target": f"table-{table.pk}"})
    assert KEPT_OFFLINE not in piece.headers
    assert KEPT_OFFLINE not in Client().get(f"{page}enter/").headers
    assert KEPT_OFFLINE not in client.post(f"{page}enter/", {"number": "1"}).headers


def test_a_page_with_a_message_for_one_person_is_not_kept() -> None:
    table = make_table()
    client = at_the_table(table)
    entry = f"/tables/{table.pk}/enter/"
    form = form_of(client.get(entry)) | {"finish": "0,1,2", "send": "1"}
    answer = client.post(entry, form, follow=True)
    assert "Hand 1 recorded." in answer.content.decode()
    assert KEPT_OFFLINE not in answer.headers
    assert KEPT_OFFLINE in client.get(f"/tables/{table.pk}/").headers


def test_a_page_that_renews_a_session_is_not_kept(settings: Any) -> None:
    client = Client()
    client.force_login(make_user())
    assert client.get("/offline/").headers.get(KEPT_OFFLINE) == "1"
    settings.SESSION_SAVE_EVERY_REQUEST = True
    assert KEPT_OFFLINE not in client.get("/offline/").headers
