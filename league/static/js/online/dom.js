// Elements without markup in strings: text stays text, whatever people are called.

export const h = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("aria-")) element.setAttribute(name, String(value));
    else if (value === false) continue;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
};

const SVG = "http://www.w3.org/2000/svg";

const PREFIX = "picture-"; // before the ids of pictures, so that none is another element's

const loaded = new Set([""]); // a game without cards has no pictures

// Put the pictures of a file into the page once: what is drawn anew then shows at once, instead of being fetched again.
export const loadPictures = async (address) => {
  if (loaded.has(address)) return;
  loaded.add(address);
  let text = "";
  try {
    text = await (await fetch(address)).text();
  } catch (error) {
    loaded.delete(address);
    throw error;
  }
  const sprite = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  for (const symbol of sprite.querySelectorAll("symbol")) symbol.id = PREFIX + symbol.id;
  sprite.setAttribute("class", "all-pictures");
  sprite.setAttribute("aria-hidden", "true");
  document.body.append(document.adoptNode(sprite));
};

export const picture = (id) => {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "picture");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${PREFIX}${id}`);
  svg.append(use);
  return svg;
};

// Fill "%(name)s" with the value of that name.
export const fill = (text, values = {}) =>
  text.replace(/%\((\w+)\)s/g, (whole, name) => (name in values ? values[name] : whole));

// What had the focus keeps it when a piece is drawn anew: the new element says the same of itself.
export const keepingFocus = (root, draw) => {
  const active = root.contains(document.activeElement) ? document.activeElement : null;
  const mark = active?.dataset.focus;
  draw();
  const marked = mark && root.querySelector(`[data-focus="${CSS.escape(mark)}"]`);
  marked?.focus({ preventScroll: true });
  if (marked?.matches(":focus-visible")) marked.scrollIntoView({ block: "nearest" });
};
