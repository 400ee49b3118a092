// Names that fit where they stand: whole, on two rows, smaller, or at last shortened with a full stop, never cut off.

const pen = document.createElement("canvas").getContext("2d");
const widths = new Map(); // what was measured: a page is drawn far more often than its names change
let family = "";

function wide(text, size, weight) {
  family ||= getComputedStyle(document.body).fontFamily;
  const key = `${weight} ${size} ${text}`;
  if (!widths.has(key)) {
    if (widths.size > 5000) widths.clear();
    pen.font = `${weight} ${size}px ${family}`;
    widths.set(key, pen.measureText(text).width * 1.04); // hinting makes some browsers draw a little wider than they measure
  }
  return widths.get(key);
}

/** Lay a text out in at most so many rows. */
export function rowsOf(text, width, size, most = 1, weight = 400) {
  const fits = (row) => wide(row, size, weight) <= width;
  return whole(text, fits, most) || [shortened(text, fits)];
}

/** The same, in smaller type rather than shortened, as long as it is not smaller than `smallest`. */
export function fitted(text, width, largest, smallest, most, weight = 400) {
  for (let size = largest; size >= smallest; size -= 0.5) {
    const rows = whole(text, (row) => wide(row, size, weight) <= width, most);
    if (rows) return { size, rows };
  }
  return { size: smallest, rows: rowsOf(text, width, smallest, 1, weight) };
}

function whole(text, fits, most) {
  const rows = [];
  for (const piece of text.match(/[^\s-]*[\s-]?/g)) {
    const last = rows.length - 1;
    if (last >= 0 && fits((rows[last] + piece).trimEnd())) rows[last] += piece;
    else rows.push(piece);
  }
  const trimmed = rows.map((row) => row.trim());
  return trimmed.length <= most && trimmed.every(fits) ? trimmed : null;
}

/** The largest size of type in which a text stands in a box without a word being broken. */
export function sizeFor(text, width, height, largest, smallest, weight = 600) {
  const words = text.split(/\s+/);
  for (let size = largest; size > smallest; size -= 1) {
    const rows = [""];
    for (const word of words) {
      const row = `${rows.at(-1)} ${word}`.trim();
      if (wide(row, size, weight) <= width || !rows.at(-1)) rows[rows.length - 1] = row;
      else rows.push(word);
    }
    if (rows.length * size * 1.3 <= height && words.every((word) => wide(word, size, weight) <= width)) return size;
  }
  return smallest;
}

// Of several words the last tells most, and the first letter tells the good one from the bad one.
function shortened(text, fits) {
  if (fits(text)) return text;
  const words = text.split(/[\s,-]+/);
  const start = words.length > 1 ? `${words[0][0]}. ` : "";
  const last = words.at(-1);
  if (fits(start + last)) return start + last;
  const end = cut(last, (letters) => fits(start + letters));
  return start && end.length < 4 ? cut(words[0], fits) : start + end;
}

function cut(word, fits) {
  let letters = word;
  while (letters.length > 1 && !fits(`${letters}.`)) letters = letters.slice(0, -1);
  return `${letters}.`;
}
