// Made-up playback files for the browser test: `node test/sample.mjs FOLDER`.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const b64 = (array) =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString("base64");

/** Returns a mesh of a sphere with about as many faces. */
function sphere(name, faces, radius) {
  const rings = Math.max(4, Math.round(Math.sqrt(faces / 4)));
  const around = 2 * rings;
  const [points, indices] = [[], []];
  for (let i = 0; i <= rings; i += 1) {
    for (let k = 0; k < around; k += 1) {
      const [t, p] = [(Math.PI * i) / rings, (2 * Math.PI * k) / around];
      points.push(
        radius * Math.sin(t) * Math.cos(p),
        radius * Math.sin(t) * Math.sin(p),
        radius * Math.cos(t),
      );
      if (i === rings) continue;
      const [a, b] = [i * around + k, i * around + ((k + 1) % around)];
      if (i > 0) indices.push(a, a + around, b);
      if (i < rings - 1) indices.push(b, a + around, b + around);
    }
  }
  return quantized(name, points, indices);
}

function quantized(name, points, indices) {
  const low = [0, 1, 2].map((k) => Math.min(...points.filter((_, i) => i % 3 === k)));
  const high = [0, 1, 2].map((k) => Math.max(...points.filter((_, i) => i % 3 === k)));
  const positions = Uint16Array.from(points, (v, i) =>
    Math.round(((v - low[i % 3]) / (high[i % 3] - low[i % 3])) * 65535),
  );
  return {
    name,
    vertices: points.length / 3,
    faces: indices.length / 3,
    low,
    high,
    positions: b64(positions),
    indices: b64(Uint16Array.from(indices)),
    index_bytes: 2,
  };
}

/** Returns a scene of bodies that fly through a box; every optional part is there if `whole`. */
export function scene({ name, title = name, bodies, frames, faces, whole }) {
  const radius = 0.12;
  const poses = new Float32Array(frames * bodies * 7);
  const boxes = new Float32Array(frames * bodies * 6);
  for (let f = 0; f < frames; f += 1) {
    for (let b = 0; b < bodies; b += 1) {
      const at = [0, 1, 2].map((k) =>
        Math.sin(f * 0.02 * (1 + ((b * 7 + k * 3) % 5)) + b * (1 + k)),
      );
      const turn = f * 0.03 + b;
      poses.set([...at, 0, 0, Math.sin(turn / 2), Math.cos(turn / 2)], (f * bodies + b) * 7);
      boxes.set([...at.map((x) => x - radius), ...at.map((x) => x + radius)], (f * bodies + b) * 6);
    }
  }
  const mesh = sphere("ball", faces, radius);
  const contacts = Array.from({ length: frames }, (_, f) =>
    contactsOf(poses, f, bodies, radius, mesh.faces),
  );
  const times = (seed, counts) => ({
    ns: b64(
      Float32Array.from(
        { length: frames },
        (_, f) => 1e4 * seed * (1.2 + Math.sin(f / 9 + seed)) + 3000 * contacts[f].length,
      ),
    ),
    counts,
  });
  const counts = { "face-pair-tests": b64(Uint32Array.from(contacts, (c) => 40 * c.length)) };
  const base = {
    format: "collision-lab playback 1",
    name,
    title,
    source: "made up",
    machine: "none",
    date: "2026-11-24",
    revision: "0123456",
    frames,
    meshes: [mesh],
    bodies: Array.from({ length: bodies }, (_, b) => ({ name: `ball ${b}`, mesh: 0 })),
    poses: b64(poses),
    contacts,
    times: {
      unit: "ns",
      note: "smallest of 3 repeats of each frame",
      detectors: [
        { name: "bvh", query: "all contacts", ...times(1, counts) },
        { name: "face-octree-tuned", query: "all contacts", ...times(2, {}) },
        { name: "parry3d", query: "all contacts", ...times(3, {}) },
      ],
    },
    notes: ["Made up for a test."],
  };
  return whole ? { ...base, boxes: b64(boxes), ...extras(frames, bodies, radius, contacts) } : base;
}

function contactsOf(poses, f, bodies, radius, faces) {
  const found = [];
  for (let a = 0; a < bodies; a += 1) {
    for (let b = a + 1; b < bodies; b += 1) {
      const at = (body, k) => poses[(f * bodies + body) * 7 + k];
      if (Math.hypot(...[0, 1, 2].map((k) => at(a, k) - at(b, k))) < 2 * radius) {
        const list = Uint32Array.from({ length: 40 }, (_, i) => (i * 7 + a + b) % faces);
        found.push({ a, b, faces: b64(list), total: 20 });
      }
    }
  }
  return found;
}

function extras(frames, bodies, radius, contacts) {
  const octree = Array.from({ length: frames }, (_, f) =>
    b64(
      Float32Array.from(
        contacts[f].flatMap(({ a }) => [-1 + 0.02 * a, -0.5, -0.5, 0.5, -0.5, 0, 0, 0.25]),
      ),
    ),
  );
  const levels = [0, 1, 2].map((l) => {
    const numbers = [];
    for (let i = 0; i < 4 ** l; i += 1)
      numbers.push(
        l ? Math.cos(i) * radius * 0.4 : 0,
        l ? Math.sin(i) * radius * 0.4 : 0,
        0,
        // Wider than the body, which would hide it.
        radius * (l ? 0.75 : 1.1),
      );
    return b64(Float32Array.from(numbers));
  });
  const certificates = [10, 50, 200].map((steps) =>
    contacts.map((pairs) =>
      pairs.map(({ a, b }, i) => [
        a,
        b,
        steps > 100 ? 1 : (i + steps / 10) % 3,
        steps > 100 ? null : 1 / steps,
      ]),
    ),
  );
  return {
    octree,
    spheres: [{ mesh: 0, levels }],
    budgets: { detector: "sphere-tree", unit: "steps", values: [10, 50, 200], certificates },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = process.argv[2] ?? ".";
  const files = {
    "sixty-bodies": scene({
      name: "sixty-bodies",
      title: "60 bodies of 442 faces fly",
      bodies: 60,
      frames: 240,
      faces: 442,
      whole: true,
    }),
    bare: scene({
      name: "<img src=x onerror=\"document.title='broken in'\">",
      bodies: 2,
      frames: 1,
      faces: 60,
      whole: false,
    }),
  };
  for (const [name, file] of Object.entries(files))
    writeFileSync(join(folder, `${name}.playback.json`), JSON.stringify(file));
}
