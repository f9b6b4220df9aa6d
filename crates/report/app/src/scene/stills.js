// Key frames as still pictures, drawn without WebGL: triangles into a depth buffer.

import { h } from "../dom.js";
import { count, number } from "../format.js";
import { BODIES, CONTACT } from "./colors.js";
import { mover } from "./decode.js";

/** Number of still pictures. */
const STILLS = 5;
const WIDTH = 320;
const HEIGHT = 240;
/** Share of the picture that the motion fills. */
const FILLED = 0.94;
/** Direction to the eye, as that of the played picture when it opens. */
const TOWARD = unit([0.55, -0.75, 0.45]);
const BACKGROUND = [0xf4, 0xf6, 0xf8];
/** Brightness of a surface that is seen from the side. */
const DARKEST = 0.45;

/** Returns the key frames of a scene, in order, each with why it is one: empty for one between. */
export function keyFrames(scene) {
  const last = scene.frames - 1;
  const reasons = new Map();
  const add = (frame, reason) => {
    if (frame < 0) return;
    const known = reasons.get(frame);
    reasons.set(frame, known ? `${known}, ${reason}` : reason);
  };
  const contacts = Array.from({ length: scene.frames }, (_, i) => scene.contactCount(i));
  add(0, "first frame");
  add(
    contacts.findIndex((n) => n > 0),
    "first with a contact",
  );
  const most = Math.max(...contacts);
  if (most > 0) add(contacts.indexOf(most), "most contacts");
  if (last > 0) add(last, "last frame");
  // The rest halve the longest gaps.
  while (reasons.size < Math.min(STILLS, scene.frames)) {
    const known = [...reasons.keys(), scene.frames].sort((a, b) => a - b);
    let [from, gap] = [0, 0];
    for (let i = 0; i + 1 < known.length; i += 1)
      if (known[i + 1] - known[i] > gap) [from, gap] = [known[i], known[i + 1] - known[i]];
    add(from + Math.floor(gap / 2), "");
  }
  return [...reasons]
    .sort(([a], [b]) => a - b)
    .map(([frame, reason]) => ({ frame, reason, contacts: contacts[frame] }));
}

/** Returns the key frames of a scene as pictures with captions. They are drawn one by one. */
export function stills(scene) {
  const camera = cameraOf(scene);
  const frames = keyFrames(scene).map(({ frame, reason, contacts }) => {
    const pairs = count(scene.contacts(frame).length, "colliding pair");
    const place = [`Frame ${number(frame + 1)}`, reason].filter(Boolean).join(", ");
    const words = `${place}: ${pairs}, ${count(contacts, "contact")}`;
    const canvas = h("canvas", {
      class: "still",
      width: WIDTH,
      height: HEIGHT,
      role: "img",
      "aria-label": words,
    });
    return { frame, canvas, figure: h("figure", {}, canvas, h("figcaption", {}, words)) };
  });
  const element = h(
    "div",
    { class: "stills" },
    frames.map(({ figure }) => figure),
  );
  const drawNext = (i) => {
    if (i === frames.length) return;
    draw(frames[i].canvas, scene, frames[i].frame, camera);
    frames[i].canvas.dataset.drawn = "";
    setTimeout(() => drawNext(i + 1), 0);
  };
  setTimeout(() => drawNext(0), 0);
  return element;
}

/** Returns the view of the whole motion: its axes, what is in the middle, and pixels per unit. */
function cameraOf(scene) {
  const right = unit(cross([0, 0, 1], TOWARD));
  const axes = [right, cross(TOWARD, right), TOWARD];
  const [low, high] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ];
  const step = Math.max(1, Math.floor(scene.frames / 12));
  for (let frame = 0; frame < scene.frames; frame += step) {
    for (let body = 0; body < scene.bodies.length; body += 1) {
      const box = scene.box(frame, body);
      for (let corner = 0; corner < 8; corner += 1) {
        const point = [0, 1, 2].map((k) => box[k + (corner & (1 << k) ? 3 : 0)]);
        for (let k = 0; k < 2; k += 1) {
          const at = dot(axes[k], point);
          low[k] = Math.min(low[k], at);
          high[k] = Math.max(high[k], at);
        }
      }
    }
  }
  const spans = [0, 1].map((k) => Math.max(high[k] - low[k], 1e-9));
  const scale = FILLED * Math.min(WIDTH / spans[0], HEIGHT / spans[1]);
  return { axes, center: [0, 1].map((k) => (low[k] + high[k]) / 2), scale };
}

/**
 * Draws a frame: bodies shaded by how much they face the eye, then colliding faces in red, which
 * show through what hides them.
 */
function draw(canvas, scene, frame, camera) {
  const context = canvas.getContext("2d");
  const image = context.createImageData(WIDTH, HEIGHT);
  for (let i = 0; i < WIDTH * HEIGHT; i += 1) image.data.set([...BACKGROUND, 255], i * 4);
  const depths = new Float32Array(WIDTH * HEIGHT).fill(-Infinity);
  const seen = scene.bodies.map((_, b) =>
    project(scene.vertices(frame, b), mover(scene.pose(frame, b)), camera),
  );
  const face = (b, index, color) => {
    const { indices } = scene.meshes[scene.bodies[b].mesh];
    fill(image.data, depths, seen[b], indices, index * 3, color);
  };
  scene.bodies.forEach((body, b) => {
    const color = rgb(BODIES[b % BODIES.length]);
    const { faces } = scene.meshes[body.mesh];
    for (let i = 0; i < faces; i += 1) face(b, i, color);
  });
  depths.fill(-Infinity);
  const red = rgb(CONTACT);
  for (const { a, b, list } of scene.contacts(frame)) {
    for (let i = 0; i + 1 < list.length; i += 2) {
      face(a, list[i], red);
      face(b, list[i + 1], red);
    }
  }
  context.putImageData(image, 0, 0);
}

/** Returns points in pixels, with their nearness to the eye. */
function project(vertices, move, { axes, center, scale }) {
  const seen = new Float32Array(vertices.length);
  const point = [0, 0, 0];
  for (let i = 0; i < vertices.length; i += 3) {
    move(vertices, i, point);
    seen[i] = WIDTH / 2 + (dot(axes[0], point) - center[0]) * scale;
    seen[i + 1] = HEIGHT / 2 - (dot(axes[1], point) - center[1]) * scale;
    seen[i + 2] = dot(axes[2], point) * scale;
  }
  return seen;
}

/** Fills the pixels of a triangle that is nearer than what is there. */
function fill(data, depths, seen, indices, at, color) {
  const [a, b, c] = [indices[at] * 3, indices[at + 1] * 3, indices[at + 2] * 3];
  const [ax, ay, az] = [seen[a], seen[a + 1], seen[a + 2]];
  const [ux, uy, uz] = [seen[b] - ax, seen[b + 1] - ay, seen[b + 2] - az];
  const [vx, vy, vz] = [seen[c] - ax, seen[c + 1] - ay, seen[c + 2] - az];
  const area = ux * vy - uy * vx;
  if (area === 0) return;
  const length = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, area);
  const light = DARKEST + (1 - DARKEST) * (Math.abs(area) / length);
  const left = Math.max(0, Math.ceil(Math.min(ax, ax + ux, ax + vx) - 0.5));
  const right = Math.min(WIDTH - 1, Math.floor(Math.max(ax, ax + ux, ax + vx) - 0.5));
  const top = Math.max(0, Math.ceil(Math.min(ay, ay + uy, ay + vy) - 0.5));
  const bottom = Math.min(HEIGHT - 1, Math.floor(Math.max(ay, ay + uy, ay + vy) - 0.5));
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const [px, py] = [x + 0.5 - ax, y + 0.5 - ay];
      const s = (px * vy - py * vx) / area;
      const t = (ux * py - uy * px) / area;
      if (s < 0 || t < 0 || s + t > 1) continue;
      const depth = az + s * uz + t * vz;
      const pixel = y * WIDTH + x;
      if (depth <= depths[pixel]) continue;
      depths[pixel] = depth;
      for (let k = 0; k < 3; k += 1) data[pixel * 4 + k] = color[k] * light;
    }
  }
}

function rgb(color) {
  return [color >> 16, (color >> 8) & 0xff, color & 0xff];
}

function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a, b) {
  return [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
}

function unit(a) {
  const length = Math.hypot(...a);
  return a.map((x) => x / length);
}
