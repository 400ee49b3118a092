// Names that fit where they stand: whole, on two rows, or shortened with a full stop, never cut off.

const pen = document.createElement("canvas").getContext("2d");
const family = () => getComputedStyle(document.body).fontFamily;

function wide(text, size, weight) {
  pen.font = `${weight} ${size}px ${family()}`;
  return pen.measureText(text).width * 1.04; // hinting makes some browsers draw a little wider than they measure
}

/** Lay a text out in at most so many rows. */
export function rowsOf(text, width, size, most = 1, weight = 400) {
  const fits = (row) => wide(row, size, weight) <= width;
  const rows = [];
  for (const piece of text.match(/[^\s-]*[\s-]?/g)) {
    const last = rows.length - 1;
    if (last >= 0 && fits((rows[last] + piece).trimEnd())) rows[last] += piece;
    else rows.push(piece);
  }
  const trimmed = rows.map((row) => row.trim());
  if (trimmed.length <= most && trimmed.every(fits)) return trimmed;
  return [shortened(text.split(/[\s,]/)[0], fits)];
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

function shortened(text, fits) {
  if (fits(text)) return text;
  let letters = text.replace(/-.*/, "");
  if (fits(letters)) return letters;
  while (letters.length > 1 && !fits(`${letters}.`)) letters = letters.slice(0, -1);
  return `${letters}.`;
}
