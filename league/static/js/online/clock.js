// A clock in words that stay short: seconds while they count, then minutes, hours, days.

const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

// Seconds are bare up to two minutes, as people watch them run; `lang` is that of the page.
export const clockWords = (seconds) => {
  if (seconds < 120) return String(seconds);
  const [unit, size] = UNITS.find(([, size]) => seconds >= 2 * size);
  const format = new Intl.NumberFormat(document.documentElement.lang || undefined, {
    style: "unit",
    unit,
    unitDisplay: "short",
  });
  return format.format(Math.floor(seconds / size));
};

// A time in a sentence: its seconds are named, too.
export const spanWords = (seconds) => {
  if (seconds >= 120) return clockWords(seconds);
  const lang = document.documentElement.lang || undefined;
  return new Intl.NumberFormat(lang, { style: "unit", unit: "second", unitDisplay: "long" }).format(seconds);
};
