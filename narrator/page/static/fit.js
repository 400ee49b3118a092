// Names that fit where they stand: whole, on two rows, smaller, divided, or at last shortened; never cut off.

const pen = document.createElement("canvas").getContext("2d");
const widths = new Map(); // what was measured
const found = new Map(); // what was found to fit: a page is drawn far more often than its names change
let family = "";

function wide(text, size, weight) {
  family ||= getComputedStyle(document.body).fontFamily;
  return kept(widths, `${weight} ${size} ${text}`, 5000, () => {
    pen.font = `${weight} ${size}px ${family}`;
    return pen.measureText(text).width * 1.04; // hinting makes some browsers draw a little wider than they measure
  });
}

/** What is made for a key, kept in a map of at most so many. */
export function kept(where, key, most, make) {
  if (!where.has(key)) {
    if (where.size > most) where.clear();
    where.set(key, make());
  }
  return where.get(key);
}

const LEGIBLE = 13; // px: below this rows stand closer, and what does not fit anyway is shortened
const [UNDIVIDED, GAIN] = [11, 1]; // px: in smaller type than this a word is divided, if it gets so much larger by it
export const SMALL = 10; // px of the smallest type of a card, and of a name above one
const SMALLEST = 8; // px
const ROWS = 2;

/** The height of a row for its type: small type of two rows stands close, since only the first row has capitals. */
export const leading = (size) => (size < LEGIBLE ? 1 : 1.15);

/** How type of this size is set. */
export const styleOf = ({ size }) => ({ fontSize: `${size}px`, lineHeight: leading(size) });

/** A name, and what stands below it if there is `row` px of height left: a seat too low for both has the name alone. */
export function named(text, below, width, height, row, largest, weight) {
  const above = below ? fitted(text, width, height - row, largest, SMALL, weight) : null;
  const name = above && !above.cut ? above : fitted(text, width, height, largest, SMALLEST, weight);
  const left = height - name.rows.length * name.size * leading(name.size);
  return { name, left: below && left >= row ? left : 0 };
}

/** The largest type in which a text stands in at most two rows of a box: `whole`, or divided; it is `cut` rather than smaller. */
export function fitted(text, ...box) {
  return kept(found, [...box, text].join(" "), 1000, () => fit(text, ...box));
}

function fit(text, width, height, largest, smallest, weight = 400) {
  const tried = (from, inRows) => {
    for (let size = Math.floor(2 * from) / 2; size >= smallest; size -= 0.5) {
      const most = Math.min(ROWS, Math.floor(height / (size * leading(size))));
      const rows = inRows((row) => wide(row, size, weight) <= width, most, size < smallest + 0.5);
      if (rows) return { size, rows };
    }
    return null;
  };
  const one = tried(largest, (fits, most) => whole(text, fits, most));
  const two = one?.size >= UNDIVIDED ? null : tried(LEGIBLE - 0.5, (fits, most, last) => most === ROWS && divided(text, fits, last));
  if (two && two.size > (one?.size ?? 0) + GAIN) return two;
  return one ? { ...one, whole: true } : { size: LEGIBLE, rows: [shortened(text, (row) => wide(row, LEGIBLE, weight) <= width)], cut: true };
}

// In two rows, after a vowel and as near to the middle as it goes; or `anywhere` between two letters.
function divided(text, fits, anywhere) {
  const places = [...text].map((_, at) => at).sort((one, other) => Math.abs(2 * one - text.length) - Math.abs(2 * other - text.length));
  const ways = anywhere ? [SYLLABLE, LETTERS] : [SYLLABLE];
  const rows = ways.flatMap((way) => places.filter((at) => way.test(text.slice(at - 1, at + 1))).map((at) => [`${text.slice(0, at)}-`, text.slice(at)]));
  return rows.find((two) => two.every(fits));
}

const VOWELS = "aeiouy\\u0105\\u0119\\u00f3";
const SYLLABLE = new RegExp(`^[${VOWELS}](?![${VOWELS}])\\p{L}$`, "iu");
const LETTERS = /^\p{L}\p{L}$/u;

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
