// Who plays at an online table: name, points, what the game says of them, and their clock.

import { clockWords } from "./clock.js";
import { h } from "./dom.js";

// The seconds left for a move; below zero what is left of the reserve.
export const clockOf = (seat, ui) => {
  if (!seat.is_acting || !seat.until) return "";
  const left = ui.secondsUntil(seat.until);
  return left >= 0 ? clockWords(left) : `−${clockWords(Math.max(0, seat.time_bank + left))}`;
};

const isLate = (seat, ui) => Boolean(seat.until) && ui.secondsUntil(seat.until) + seat.time_bank <= 0;

const ABSENCES = { away: "inactive", gone: "gone" };

const statusOf = (seat, { view, game, ui, presence, isActing }) => {
  const isOwn = seat.number === view.you;
  if (seat.is_away) return ui.text("away");
  const absence = seat.is_here && !isOwn ? ABSENCES[presence?.stateOf(seat.number)] : undefined;
  if (absence) return ui.text(absence);
  if (view.phase === "between" && seat.is_ready) return ui.text("ready");
  if (view.phase === "between" && seat.is_reading) return ui.text("reads");
  if (isActing && isLate(seat, ui)) return ui.text("time_up");
  if (isActing) return ui.text(isOwn ? "your_turn" : "acts");
  if (game.isPartner?.(view, seat.number)) return ui.text("partner");
  if (seat.bot) return ui.text("bot");
  return isOwn ? ui.text("you") : "";
};

export const person = (seat, about) => {
  const { view, game, ui, isActing, total } = about;
  const marks = [
    "person",
    isActing && "acting",
    seat.number === view.you && "me",
    game.isPartner?.(view, seat.number) && "partner",
  ];
  return h(
    "li",
    { class: marks.filter(Boolean).join(" ") },
    h("span", { class: "person-name" }, ui.badge(seat.number), h("bdi", {}, seat.name)),
    h("span", { class: "person-total", title: ui.text("total") }, ui.amount(total)),
    h("small", { class: "person-facts" }, game.facts?.(view, seat.number, ui) ?? ""),
    h(
      "small",
      { class: "person-status" },
      h("span", {}, statusOf(seat, about)),
      " ",
      h("span", { class: "person-clock" }, clockOf(seat, ui)),
    ),
  );
};
