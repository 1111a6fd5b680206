// The course of a hand as the analysis saw it: what could be expected of each move, a line a player.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 320;
const HEIGHT = 120;
const EDGE = 10;

const draw = (tag, attributes, ...children) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

// Returns the drawing and `cursor(move)`, which marks a move; null without any analysed move.
export const curve = ({ file, label, onMove }) => {
  const last = file.steps.length - 1;
  const judged = file.steps.flatMap(({ seat, judged: found }, move) => (found ? [{ seat, move, worth: found.expected }] : []));
  if (!judged.length) return null;
  const ends = file.points.map(({ seat, points }) => ({ seat, move: last, worth: points }));
  const seats = [...new Set(judged.map(({ seat }) => seat))];
  const points = [...judged, ...ends.filter(({ seat }) => seats.includes(seat))];
  const low = Math.min(0, ...points.map(({ worth }) => worth));
  const high = Math.max(1, ...points.map(({ worth }) => worth));
  const x = (move) => EDGE + ((WIDTH - 2 * EDGE) * move) / Math.max(1, last);
  const y = (worth) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (worth - low)) / (high - low);
  const marker = draw("line", { y1: 0, y2: HEIGHT, class: "curve-now" });
  const lines = seats.map((seat) =>
    draw("polyline", {
      class: `curve-line curve-seat-${seat}`,
      points: points
        .filter((each) => each.seat === seat)
        .map(({ move, worth }) => `${x(move).toFixed(1)},${y(worth).toFixed(1)}`)
        .join(" "),
    }),
  );
  const losses = judged
    .filter(({ move }) => file.losses.includes(move))
    .map(({ move, worth }) => draw("circle", { class: "curve-loss", cx: x(move), cy: y(worth), r: 5 }));
  const axis = draw("line", { class: "curve-axis", x1: EDGE, x2: WIDTH - EDGE, y1: y(0), y2: y(0) });
  const root = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", "aria-label": label }, axis, ...lines, ...losses, marker);
  root.addEventListener("click", (event) => {
    const box = root.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * WIDTH;
    onMove(Math.round(((share - EDGE) / (WIDTH - 2 * EDGE)) * last));
  });
  const cursor = (move) => {
    marker.setAttribute("x1", x(move));
    marker.setAttribute("x2", x(move));
  };
  return { root, cursor };
};
