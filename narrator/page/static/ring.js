// Where the seats stand: evenly on a round or squarer ring, clockwise from the top, as large as there is room for.

const SIZES = [
  [190, 132], [164, 116], [144, 104], [124, 92], [112, 86], [104, 80], [96, 76], [88, 72], [80, 68], [72, 64], [66, 60], [60, 58], [56, 54], [52, 52], [48, 48], [44, 44],
];
const ROUNDNESS = [2, 2.5, 3.2, 4.5, 8]; // exponents of a superellipse: 2 is round, 8 nearly a frame
const GAP = 3; // px between seats
const [ONE_ROW, EVERY_SECOND, EVERY_THIRD] = [1, 2, 3];
const RHYTHMS = [EVERY_THIRD, EVERY_SECOND, ONE_ROW];
const COSY = 50; // px: below this, seats rather stand in two rows
const STEPS = 360;

/** Place seats in a room: the size of one, the place of each, and the free space in the middle. Null if it is too small. */
export function ring(count, width, height) {
  const cosy = SIZES.filter(([across]) => across >= COSY);
  const tries = [
    [cosy, [ONE_ROW], [rounded]],
    [cosy, [ONE_ROW], [framed]],
    [SIZES, RHYTHMS, [rounded, framed]],
  ];
  for (const [sizes, rhythms, ways] of tries) {
    for (const size of sizes) {
      for (const rhythm of rhythms) {
        const found = fitting(count, width, height, size, rhythm, ways);
        if (found) return found;
      }
    }
  }
  return null;
}

/** How high the room must be for so many seats, the smallest that a finger can hit. */
export function heightNeeded(count, width) {
  const smallest = SIZES.at(-1);
  const fits = (height) => RHYTHMS.some((rhythm) => fitting(count, width, height, smallest, rhythm, [framed, rounded]));
  let height = 200;
  while (height < 4000 && !fits(height)) height += 20;
  return height;
}

function fitting(count, width, height, [across, down], rhythm, ways) {
  const rows = rhythm === ONE_ROW ? 1 : 2;
  const middle = { width: width - 2 * rows * (across + GAP) - 8, height: height - 2 * rows * (down + GAP) - 8 };
  if (middle.width < Math.max(110, rows === 1 ? width * 0.4 : 0) || middle.height < 76) return null;
  for (const way of ways) {
    const found = way(count, width, height, across, down, rhythm, middle);
    if (found) return { across, down, ...found };
  }
  return null;
}

function rounded(count, width, height, across, down, rhythm, middle) {
  for (const roundness of ROUNDNESS) {
    const spots = placed(count, width, height, across, down, roundness, rhythm);
    if (spots && apart(spots, across, down)) return { spots, middle: inner(middle, roundness) };
  }
  return null;
}

// The corners of a round middle are taken by the seats.
function inner({ width, height }, roundness) {
  const part = roundness < 3 ? 0.8 : roundness < 4 ? 0.88 : 1;
  return { width: Math.round(width * part), height: Math.round(height * (part + 1) / 2) };
}

// In two rows every so many-th seat stands further in, between its neighbours.
function placed(count, width, height, across, down, roundness, rhythm) {
  const outside = rhythm === ONE_ROW ? 1 : rhythm - 1; // seats of each group that stand in the outer row
  const slots = Math.ceil(count / rhythm) * outside;
  const row = (inset) => {
    const [a, b] = [width / 2 - across / 2 - inset * (across + GAP), height / 2 - down / 2 - inset * (down + GAP)];
    return along(a, b, across, down, roundness);
  };
  const outer = row(0);
  if (outer.length < slots) return null;
  const inner = rhythm === ONE_ROW ? null : row(1);
  return Array.from({ length: count }, (_, index) => {
    const first = Math.floor(index / rhythm) * outside;
    const place = index % rhythm;
    const { x, y } = place < outside ? outer.at((first + place) / slots) : inner.at((first + outside - 0.5) / slots);
    return { x: x + width / 2, y: y + height / 2 };
  });
}

// The way round, and where a part of it ends: in widths and heights of a seat, so that wide seats get their room.
function along(a, b, across, down, roundness) {
  const points = Array.from({ length: STEPS + 1 }, (_, step) => onRing((step / STEPS) * 2 * Math.PI, a, b, roundness));
  const lengths = [0];
  for (let step = 1; step <= STEPS; step++) {
    const [from, to] = [points[step - 1], points[step]];
    const length = Math.max(Math.abs(to.x - from.x) / across, Math.abs(to.y - from.y) / down);
    lengths.push(lengths[step - 1] + length);
  }
  const length = lengths[STEPS];
  return { length, at: (part) => points[lengths.findIndex((one) => one >= part * length)] };
}

function onRing(angle, a, b, roundness) {
  const bent = (value) => Math.sign(value) * Math.abs(value) ** (2 / roundness);
  return { x: a * bent(Math.sin(angle)), y: -b * bent(Math.cos(angle)) };
}

// Where there is little room, along the edges: corner to corner above and below, the others evenly at the sides.
function framed(count, width, height, across, down, rhythm, middle) {
  const outside = rhythm === ONE_ROW ? 1 : rhythm - 1;
  const groups = Math.ceil(count / rhythm);
  const [cell, row] = [across + GAP, down + GAP];
  const outer = edges(width, height, cell, row, groups * outside)[0];
  if (!outer) return null;
  const between = Array.from({ length: groups }, (_, group) => {
    const [one, other] = [(group + 1) * outside - 1, (group + 1) * outside].map((slot) => outer[slot % outer.length]);
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  });
  const inner = rhythm === ONE_ROW ? [] : nearest(between, edges(width - 2 * cell, height - 2 * row, cell, row, groups));
  if (!inner) return null;
  const spots = Array.from({ length: count }, (_, index) => {
    const [group, place] = [Math.floor(index / rhythm), index % rhythm];
    const { x, y } = place < outside ? outer[group * outside + place] : inner[group];
    return { x: x + width / 2, y: y + height / 2 };
  });
  return apart(spots, across, down) ? { spots, middle } : null;
}

// All ways to stand along the edges, clockwise from about the middle of the upper one; the most above come first.
function edges(width, height, cell, row, slots) {
  const [a, b] = [(width - cell + GAP) / 2, (height - row + GAP) / 2];
  const ways = [];
  for (let above = Math.min(Math.floor((width + GAP) / cell), Math.floor(slots / 2)); above >= 2; above--) {
    const beside = Math.ceil((slots - 2 * above) / 2);
    if (beside > Math.floor((height + GAP) / row) - 2) break;
    const upper = Array.from({ length: above }, (_, index) => ({ x: -a + (2 * a * index) / (above - 1), y: -b }));
    const right = Array.from({ length: beside }, (_, index) => ({ x: a, y: -b + (2 * b * (index + 1)) / (beside + 1) }));
    const turned = (spots) => spots.map(({ x, y }) => ({ x: -x, y: -y }));
    ways.push(rotated([...upper, ...right, ...turned(upper), ...turned(right)], Math.floor((above - 1) / 2)));
  }
  return ways;
}

function rotated(list, by) {
  return [...list.slice(by), ...list.slice(0, by)];
}

// The way to stand in the inner row that leaves everybody nearest to their neighbours.
function nearest(wanted, ways) {
  let [best, least] = [null, Infinity];
  for (const way of ways) {
    for (let turn = 0; turn < way.length; turn++) {
      const tried = rotated(way, turn);
      const far = wanted.reduce((sum, { x, y }, index) => sum + Math.hypot(tried[index].x - x, tried[index].y - y), 0);
      if (far < least) [best, least] = [tried, far];
    }
  }
  return best;
}

function apart(spots, across, down) {
  return spots.every((one, index) =>
    spots.slice(index + 1).every(
      (other) => Math.abs(one.x - other.x) >= across + GAP - 1 || Math.abs(one.y - other.y) >= down + GAP - 1,
    ),
  );
}
