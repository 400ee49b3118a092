// A face that gives the same light whatever stands on it: closed eyes and neighbours see no difference.
// The light is the sum of all pixels; an even grey over the whole face makes up for what a text gives less than a long one.

const LONG = "Nocny wicher ".repeat(36); // as much as any text
const MARGIN = 10; // CSS pixels beside the text, and above it
const [LARGEST, SMALLEST] = [18, 9]; // pixels of the letters where the browser's own are
const USUAL = 16; // pixels high

/** Draw a text on a canvas, in a grey of 0 to 255; whether it is whole there. If `evenly`, any text gives as much light. */
export function draw(canvas, text, grey, evenly) {
  const scale = devicePixelRatio || 1;
  const width = Math.max(Math.round(canvas.clientWidth * scale), 1);
  const height = Math.max(Math.round(canvas.clientHeight * scale), 1);
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const type = parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL;
  const frame = { width, height, scale, grey, type };
  const wanted = JSON.stringify([text, frame, evenly]);
  const before = drawn.get(canvas);
  if (before?.wanted === wanted) return before.whole;
  const target = evenly ? lightOfLong(pen, frame) : 0;
  const whole = write(pen, text, frame);
  if (evenly) fillUp(pen, frame, target);
  drawn.set(canvas, { wanted, whole });
  return whole;
}

// To count a large phone's pixels twice a second costs its battery. Put away, it may lose what was drawn.
const drawn = new Map();
document.addEventListener("visibilitychange", () => drawn.clear());

/** Make all pixels lighter, and the first of them by one more, until their sum is the target. */
function fillUp(pen, { width, height }, target) {
  const image = pen.getImageData(0, 0, width, height);
  const missing = Math.max(target - light(image), 0);
  const each = Math.floor(missing / (width * height));
  const more = missing - each * width * height;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const added = each + (pixel < more ? 1 : 0);
    for (let colour = 0; colour < 3; colour += 1) image.data[4 * pixel + colour] += added;
  }
  pen.putImageData(image, 0, 0);
}

const targets = new Map();

function lightOfLong(pen, frame) {
  const key = JSON.stringify(frame);
  if (!targets.has(key)) {
    write(pen, LONG, frame);
    targets.set(key, light(pen.getImageData(0, 0, frame.width, frame.height)));
  }
  return targets.get(key);
}

function write(pen, text, { width, height, scale, grey, type }) {
  pen.fillStyle = "#000";
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
  pen.fillStyle = `rgb(${grey} ${grey} ${grey})`;
  pen.textBaseline = "top";
  const room = width - 2 * MARGIN * scale;
  for (let step = LARGEST; step >= SMALLEST; step -= 1) {
    const size = step * type;
    pen.font = `${size * scale}px system-ui, sans-serif`;
    const lines = broken(pen, text, room);
    const whole = (lines.length * size * 1.25 + MARGIN) * scale <= height;
    if (!whole && step > SMALLEST) continue;
    lines.forEach((line, row) => pen.fillText(line, MARGIN * scale, (MARGIN + row * size * 1.25) * scale));
    return whole;
  }
}

function broken(pen, text, room) {
  return text.split("\n").flatMap((paragraph) => {
    const lines = [""];
    for (const word of paragraph.split(" ")) {
      const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
      if (pen.measureText(longer).width <= room || !lines.at(-1)) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  });
}

function light({ data }) {
  let sum = 0;
  for (let place = 0; place < data.length; place += 4) sum += data[place];
  return sum;
}
