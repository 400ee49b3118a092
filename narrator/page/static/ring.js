// Where the seats stand: evenly on a round or squarer ring, clockwise from the top, as large as there is room for.

const SIZES = [
  [124, 92], [112, 86], [104, 80], [96, 76], [88, 72], [80, 68], [72, 64], [66, 60], [60, 58], [56, 54], [52, 52], [48, 48], [44, 44],
];
const ROUNDNESS = [2, 2.5, 3.2, 4.5, 8]; // exponents of a superellipse: 2 is round, 8 nearly a frame
const GAP = 3; // px between seats
const COSY = 50; // px: below this, seats rather stand in two rows
const STEPS = 720;

/** Place seats in a room: the size of one, the place of each, and the free space in the middle. Null if it is too small. */
export function ring(count, width, height) {
  const cosy = SIZES.filter(([across]) => across >= COSY);
  const tries = [[cosy, false], [SIZES, true], [SIZES, false]];
  for (const [sizes, staggered] of tries) {
    for (const size of sizes) {
      const found = fitting(count, width, height, size, staggered);
      if (found) return found;
    }
  }
  return null;
}

/** How high the room must be for so many seats. */
export function heightNeeded(count, width) {
  let height = 200;
  while (height < 4000 && !ring(count, width, height)) height += 20;
  return height;
}

function fitting(count, width, height, [across, down], staggered) {
  const rows = staggered ? 2 : 1;
  const middle = { width: width - 2 * rows * (across + GAP) - 8, height: height - 2 * rows * (down + GAP) - 8 };
  if (middle.width < 110 || middle.height < 76) return null;
  for (const roundness of ROUNDNESS) {
    const spots = placed(count, width, height, across, down, roundness, staggered);
    if (apart(spots, across, down)) return { across, down, spots, middle: inner(middle, roundness) };
  }
  return null;
}

// The corners of a round middle are taken by the seats.
function inner({ width, height }, roundness) {
  const part = roundness < 3 ? 0.8 : roundness < 4 ? 0.88 : 1;
  return { width: Math.round(width * part), height: Math.round(height * (part + 1) / 2) };
}

function placed(count, width, height, across, down, roundness, staggered) {
  const slots = staggered ? count + (count % 2) : count;
  const at = (inset) => {
    const [a, b] = [width / 2 - across / 2 - inset * (across + GAP), height / 2 - down / 2 - inset * (down + GAP)];
    return spread(slots, a, b, across, down, roundness);
  };
  const [outer, second] = [at(0), staggered ? at(1) : null];
  return Array.from({ length: count }, (_, index) => {
    const { x, y } = second && index % 2 ? second[index] : outer[index];
    return { x: x + width / 2, y: y + height / 2 };
  });
}

// Measured in widths and heights of a seat, so that wide seats get more room side by side than one above the other.
function spread(slots, a, b, across, down, roundness) {
  const points = Array.from({ length: STEPS + 1 }, (_, step) => onRing((step / STEPS) * 2 * Math.PI, a, b, roundness));
  const lengths = [0];
  for (let step = 1; step <= STEPS; step++) {
    const [from, to] = [points[step - 1], points[step]];
    const length = Math.max(Math.abs(to.x - from.x) / across, Math.abs(to.y - from.y) / down);
    lengths.push(lengths[step - 1] + length);
  }
  let step = 0;
  return Array.from({ length: slots }, (_, slot) => {
    const wanted = (slot / slots) * lengths[STEPS];
    while (lengths[step] < wanted) step += 1;
    return points[step];
  });
}

function onRing(angle, a, b, roundness) {
  const bent = (value) => Math.sign(value) * Math.abs(value) ** (2 / roundness);
  return { x: a * bent(Math.sin(angle)), y: -b * bent(Math.cos(angle)) };
}

function apart(spots, across, down) {
  return spots.every((one, index) =>
    spots.slice(index + 1).every(
      (other) => Math.abs(one.x - other.x) >= across + GAP - 1 || Math.abs(one.y - other.y) >= down + GAP - 1,
    ),
  );
}
