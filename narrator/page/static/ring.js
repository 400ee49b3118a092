// Where the seats stand: clockwise from the top, on a round or squarer ring, as large as there is room for.

const SIZES = [
  [190, 132], [164, 116], [144, 104], [124, 92], [112, 86], [104, 80], [96, 76], [88, 72], [80, 68], [72, 64], [66, 64], [66, 60], [60, 58], [56, 58], [56, 54], [52, 56], [52, 52], [48, 48], [46, 44], [44, 44],
];
const ROUNDNESS = [2, 2.5, 3.2, 4.5, 8]; // exponents of a superellipse: 2 is round, 8 nearly a frame
const GAP = 3; // px between seats
const MIDDLE = [150, 138]; // px that the middle has at least: for a question with its answers
const PART = 0.42; // so much of the width, too
const STEPS = 360;

/** Place seats in a room: the size of one, the place of each, and the free space in the middle. Null if it is too small. */
export function ring(count, width, height) {
  for (const [across, down] of SIZES) {
    const middle = { width: width - 2 * (across + GAP) - 8, height: height - 2 * (down + GAP) - 8 };
    const found = rounded(count, width, height, across, down, middle) || framed(count, width, height, across, down, middle);
    if (found) return { across, down, ...found };
  }
  return null;
}

/** How high the room must be for so many seats, the smallest that a finger can hit. */
export function heightNeeded(count, width) {
  const [across, down] = SIZES.at(-1);
  const above = Math.max(2, Math.min(Math.floor((width + GAP) / (across + GAP)), Math.floor(count / 2)));
  const rows = 2 + Math.ceil((count - 2 * above) / 2);
  return Math.max(rows * (down + GAP), 2 * (down + GAP) + MIDDLE[1] + 8);
}

function rounded(count, width, height, across, down, middle) {
  for (const roundness of ROUNDNESS) {
    const free = inner(middle, roundness);
    if (!roomy(free, width)) continue;
    const spots = placed(count, width, height, across, down, roundness);
    if (apart(spots, across, down)) return { spots, middle: free };
  }
  return null;
}

function roomy(middle, width) {
  return middle.width >= Math.max(Math.min(MIDDLE[0], width / 2), width * PART) && middle.height >= MIDDLE[1];
}

// The corners of a round middle are taken by the seats.
function inner({ width, height }, roundness) {
  const part = roundness < 3 ? 0.8 : roundness < 4 ? 0.88 : 1;
  return { width: Math.round(width * part), height: Math.round((height * (part + 1)) / 2) };
}

// Evenly, in widths and heights of a seat, so that wide seats get their room.
function placed(count, width, height, across, down, roundness) {
  const [a, b] = [(width - across) / 2, (height - down) / 2];
  const points = Array.from({ length: STEPS + 1 }, (_, step) => onRing((step / STEPS) * 2 * Math.PI, a, b, roundness));
  const lengths = [0];
  for (let step = 1; step <= STEPS; step++) {
    const [from, to] = [points[step - 1], points[step]];
    lengths.push(lengths[step - 1] + Math.max(Math.abs(to.x - from.x) / across, Math.abs(to.y - from.y) / down));
  }
  return Array.from({ length: count }, (_, index) => {
    const { x, y } = points[lengths.findIndex((length) => length >= (index / count) * lengths[STEPS])];
    return { x: x + width / 2, y: y + height / 2 };
  });
}

function onRing(angle, a, b, roundness) {
  const bent = (value) => Math.sign(value) * Math.abs(value) ** (2 / roundness);
  return { x: a * bent(Math.sin(angle)), y: -b * bent(Math.cos(angle)) };
}

// Where there is little room, along the edges: corner to corner above and below, the others evenly at the sides.
function framed(count, width, height, across, down, middle) {
  if (!roomy(middle, width)) return null;
  const [a, b] = [(width - across) / 2, (height - down) / 2];
  for (let above = Math.min(Math.floor((width + GAP) / (across + GAP)), Math.floor(count / 2)); above >= 2; above--) {
    const beside = Math.ceil((count - 2 * above) / 2);
    if (beside > Math.floor((height + GAP) / (down + GAP)) - 2) return null;
    const row = (many, y) => Array.from({ length: many }, (_, index) => ({ x: -a + (2 * a * index) / (above - 1), y }));
    const column = (many, x) => Array.from({ length: many }, (_, index) => ({ x, y: -b + (2 * b * (index + 1)) / (beside + 1) }));
    const left = column(count - 2 * above - beside, -a).reverse();
    const around = [...row(above, -b), ...column(beside, a), ...row(above, b).reverse(), ...left];
    const first = Math.floor((above - 1) / 2);
    const spots = [...around.slice(first), ...around.slice(0, first)].map(({ x, y }) => ({ x: x + width / 2, y: y + height / 2 }));
    if (apart(spots, across, down)) return { spots, middle };
  }
  return null;
}

function apart(spots, across, down) {
  return spots.every((one, index) =>
    spots.slice(index + 1).every(
      (other) => Math.abs(one.x - other.x) >= across + GAP - 1 || Math.abs(one.y - other.y) >= down + GAP - 1,
    ),
  );
}
