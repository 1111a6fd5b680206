"""A second, naive way to play a hand of ZOP ZOO, to compare the engine with.

Written from the rules alone: it imports nothing of the project. Cards are their ids, a row is a
list of [card, what covers it], piles are lists with the top last, and everything is looked up
again whenever it is needed.
"""

from typing import Any

from tests.oracles.zop_zoo_cards import (
    ANIMALS,
    BONUS,
    CONNECTS,
    MINUSES,
    POINTS,
    SPECIALTIES,
    WILDS,
    category,
    worth,
)

JsonObject = dict[str, Any]


class Hand:
    def __init__(self, deal: JsonObject, first: int, on_discard: str) -> None:
        self.rows: list[list[list[Any]]] = [[[card, None] for card in row] for row in deal["rows"]]
        self.bonuses: list[list[str]] = [[] for _ in deal["rows"]]
        self.draw_pile = list(reversed(deal["draw_pile"]))
        self.discard_pile: list[str] = []
        self.void: list[str] = []
        self.on_discard = on_discard
        self.turn = first
        self.held: str | None = None
        self.looked_at = [len(deal["draw_pile"]) for _ in deal["rows"]]
        self.is_over = False
        self.winner: int | None = None
        self.begin_turn()

    # what lies there

    def points(self, card: str, cover: str | None) -> int | None:
        """Return the points that a card of a row shows, None for none."""
        if cover == "match":
            return worth(card)
        if cover == "beast":
            return 0
        if cover == "best_beast":
            return 50
        return -MINUSES[card] if card in MINUSES else None

    def shows_points_everywhere(self, seat: int) -> bool:
        row = self.rows[seat]
        return len(row) > 0 and all(self.points(card, cover) is not None for card, cover in row)

    def categories(self, seat: int) -> set[str]:
        """Return the categories that a row shows: ZZ-21, ZZ-R8."""
        shown = set()
        for card, cover in self.rows[seat]:
            if card in ANIMALS and cover in (None, "match"):
                shown.add(category(card))
            if card in CONNECTS and cover == "match":
                shown.add(CONNECTS[card])
        return shown

    def gives_points(self, card: str, seat: int) -> bool:
        if card.startswith("bonus-"):
            return card.removeprefix("bonus-") in self.categories(seat)
        return [card, None] in self.rows[seat]

    def units(self, seat: int) -> list[tuple[int, str]]:
        """List the point units of a seat with their points: ZZ-18."""
        units = []
        for card, cover in self.rows[seat]:
            points = self.points(card, cover)
            if points is not None:
                units.append((points, card))
        return units + [(POINTS[name], f"bonus-{name}") for name in self.bonuses[seat]]

    def others(self) -> list[int]:
        return [seat for seat in range(len(self.rows)) if seat != self.turn]

    # what may be done

    def uses_of(self, specialty: str) -> list[JsonObject]:
        own = self.units(self.turn)
        uses: list[JsonObject] = []
        for other in self.others():
            theirs = self.units(other)
            if specialty == "earthworm":
                uses += [
                    {"type": "switch_units", "unit": mine, "for": yours}
                    for _, mine in own
                    for _, yours in theirs
                ]
            if specialty == "raccoon":
                uses += [
                    {"type": "take_unit", "unit": unit}
                    for points, unit in theirs
                    if points == max(points for points, _ in theirs)
                ]
            if specialty == "hyena":
                uses += [
                    {"type": "give_unit", "unit": unit, "seat": other}
                    for points, unit in own
                    if points == min(points for points, _ in own)
                ]
        return uses

    def begin_turn(self) -> None:
        """Begin the turn: nothing was drawn or taken in it."""
        self.has_drawn = self.has_taken = self.is_digging = self.has_fetched = False
        if self.shows_points_everywhere(self.turn):
            self.win()

    def win(self) -> None:
        self.winner = self.turn
        self.is_over = True

    def top(self) -> str | None:
        return self.discard_pile[-1] if self.discard_pile else None

    def top_uses(self) -> list[JsonObject]:
        top = self.top()
        if top in SPECIALTIES and top not in self.void:
            assert top is not None
            return self.uses_of(top)
        return []

    def fits(self) -> bool:
        top = self.top()
        return top is not None and self.gives_points(top, self.turn)

    def legal(self) -> list[JsonObject]:
        if self.is_over:
            return []
        if self.is_digging:
            return self.legal_digging()
        if self.held in WILDS:
            return [
                {"type": "cover", "card": card}
                for card, cover in self.rows[self.turn]
                if cover is None
            ]
        if self.held in SPECIALTIES:
            assert self.held is not None
            return self.uses_of(self.held)
        return [{"type": "draw"}] if self.has_drawn else self.legal_on_discard_pile()

    def legal_on_discard_pile(self) -> list[JsonObject]:
        if self.fits():
            return [{"type": "take"}]
        way_out = {"type": "pass"} if self.has_taken else {"type": "draw"}
        if self.top() == "mole":
            return [way_out, {"type": "dig"}]
        uses = self.top_uses()
        if uses and self.on_discard == "must":
            return uses
        return [way_out, *uses]

    def legal_digging(self) -> list[JsonObject]:
        found = [card for card in self.discard_pile if self.gives_points(card, self.turn)]
        answer: list[JsonObject] = [{"type": "stop"}]
        if found:
            answer.append({"type": "fetch_all"})
        return answer + [{"type": "fetch", "card": card} for card in found]

    # doing it

    def apply(self, action: JsonObject) -> None:
        if action["type"] == "pass":
            self.pass_on()
        else:
            getattr(self, action["type"])(action)

    def place(self, card: str) -> None:
        """Lay a card that gives points where it belongs."""
        if card.startswith("bonus-"):
            self.bonuses[self.turn].append(card.removeprefix("bonus-"))
        else:
            self.rows[self.turn][self.rows[self.turn].index([card, None])][1] = "match"

    def pass_on(self) -> None:
        """End the turn: ZZ-R11 and ZZ-06."""
        if not self.draw_pile:
            self.is_over = True
            return
        self.turn = (self.turn + 1) % len(self.rows)
        self.begin_turn()

    def after_a_use_of_a_drawn_card(self) -> None:
        self.held = None
        if self.shows_points_everywhere(self.turn):
            self.win()
        elif not self.draw_pile:
            self.is_over = True

    def draw(self, action: JsonObject) -> None:
        card = self.draw_pile.pop()
        self.has_drawn = True
        if self.gives_points(card, self.turn):
            self.place(card)
            self.after_a_use_of_a_drawn_card()
        elif card in WILDS:
            self.held = card
        elif card == "mole":
            self.held = card
            self.is_digging = True
            self.has_fetched = False
        elif card in SPECIALTIES and self.uses_of(card):
            self.held = card
        else:
            self.discard_pile.append(card)
            self.pass_on()

    def take(self, action: JsonObject) -> None:
        self.place(self.discard_pile.pop())
        self.has_taken = True
        if self.shows_points_everywhere(self.turn):
            self.win()
        elif not self.fits() and self.top() != "mole" and not self.top_uses():
            self.pass_on()

    def dig(self, action: JsonObject) -> None:
        self.is_digging = True
        self.has_fetched = False

    def fetch(self, action: JsonObject) -> None:
        self.discard_pile.remove(action["card"])
        self.place(action["card"])
        self.has_fetched = True

    def fetch_all(self, action: JsonObject) -> None:
        while any(self.gives_points(card, self.turn) for card in self.discard_pile):
            for card in self.discard_pile:
                if self.gives_points(card, self.turn):
                    self.fetch({"card": card})
                    break
        self.stop(action)

    def stop(self, action: JsonObject) -> None:
        self.is_digging = False
        self.looked_at[self.turn] = len(self.draw_pile)
        was_drawn = self.held == "mole"
        self.held = None
        if was_drawn:
            self.discard_pile.append("mole")
        if self.shows_points_everywhere(self.turn):
            self.win()
        elif not was_drawn or not self.has_fetched:
            self.pass_on()
        elif not self.draw_pile:
            self.is_over = True

    def cover(self, action: JsonObject) -> None:
        row = self.rows[self.turn]
        row[row.index([action["card"], None])][1] = self.held
        self.after_a_use_of_a_drawn_card()

    def give(self, unit: str, giver: int, taker: int) -> None:
        if unit.startswith("bonus-"):
            self.bonuses[giver].remove(unit.removeprefix("bonus-"))
            self.bonuses[taker].append(unit.removeprefix("bonus-"))
        else:
            [lying] = [lying for lying in self.rows[giver] if lying[0] == unit]
            self.rows[giver].remove(lying)
            self.rows[taker].append(lying)

    def owner(self, unit: str) -> int:
        [owner] = [
            seat for seat in range(len(self.rows)) if unit in [name for _, name in self.units(seat)]
        ]
        return owner

    def after_specialty(self) -> None:
        if self.held is None:
            top = self.top()
            assert top is not None
            self.void.append(top)
            self.pass_on()
        else:
            self.void.append(self.held)
            self.discard_pile.append(self.held)
            self.after_a_use_of_a_drawn_card()

    def switch_units(self, action: JsonObject) -> None:
        owner = self.owner(action["for"])
        self.give(action["unit"], self.turn, owner)
        self.give(action["for"], owner, self.turn)
        self.after_specialty()

    def take_unit(self, action: JsonObject) -> None:
        self.give(action["unit"], self.owner(action["unit"]), self.turn)
        self.after_specialty()

    def give_unit(self, action: JsonObject) -> None:
        self.give(action["unit"], self.turn, action["seat"])
        self.after_specialty()

    # what can be seen

    def seen_by(self, seat: int | None) -> JsonObject:
        top = self.top()
        is_looking = self.is_digging and seat == self.turn and not self.is_over
        return {
            "acting": [] if self.is_over else [self.turn],
            "rows": [
                sorted((card, cover, self.points(card, cover)) for card, cover in row)
                for row in self.rows
            ],
            "bonuses": [sorted(bonuses) for bonuses in self.bonuses],
            "draw_pile_size": len(self.draw_pile),
            "discard_pile_size": len(self.discard_pile),
            "top": top,
            "discard_pile": list(self.discard_pile) if is_looking else None,
            "looked_at": list(self.looked_at),
            "used": sorted(self.void),
            "held": self.held,
            "is_over": self.is_over,
            "winner": self.winner,
        }

    def record(self) -> JsonObject:
        seats = []
        for seat, row in enumerate(self.rows):
            covered = [self.points(card, cover) for card, cover in row if cover is not None]
            bare = [MINUSES[card] for card, cover in row if cover is None and card in MINUSES]
            bonuses = [name for name in BONUS if name in self.bonuses[seat]]
            seats.append(
                {"cards": sum(filter(None, covered)), "minus": -sum(bare), "bonus": bonuses}
            )
        return {"winner": self.winner, "seats": seats}
