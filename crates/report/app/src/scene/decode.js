// A playback file: its arrays decoded, and what a frame of it has.

/** Returns the bytes of a text in base64. */
export function bytes(text) {
  const binary = atob(text ?? "");
  const array = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) array[i] = binary.charCodeAt(i);
  return array;
}

const typed = (Type) => (text) => {
  const raw = bytes(text);
  return new Type(raw.buffer, 0, Math.floor(raw.length / Type.BYTES_PER_ELEMENT));
};
export const floats = typed(Float32Array);
export const words16 = typed(Uint16Array);
export const words32 = typed(Uint32Array);

/** Returns coordinates that were quantized to 16 bits between `low` and `high`. */
export function dequantized(quantized, low, high, from = 0, count = quantized.length) {
  const result = new Float32Array(count);
  const step = [0, 1, 2].map((i) => (high[i] - low[i]) / 65535);
  for (let i = 0; i < count; i += 1) result[i] = low[i % 3] + quantized[from + i] * step[i % 3];
  return result;
}

/** A scene ready to be shown. */
export class Scene {
  constructor(file) {
    this.file = file;
    this.frames = file.frames;
    this.meshes = file.meshes.map(decodedMesh);
    this.bodies = file.bodies.map((body) => ({
      ...body,
      deformed: body.deformed ? words16(body.deformed) : null,
    }));
    this.poses = floats(file.poses);
    this.boxes = file.boxes ? floats(file.boxes) : null;
    this.spheres = (file.spheres ?? []).map(({ mesh, levels }) => ({
      mesh,
      levels: levels.map(floats),
    }));
    this.detectors = (file.times?.detectors ?? []).map((detector) => ({
      name: detector.name,
      query: detector.query,
      ns: floats(detector.ns),
      counts: Object.entries(detector.counts ?? {}).map(([name, text]) => [name, words32(text)]),
    }));
    this.faces = sum(this.bodies.map((body) => this.meshes[body.mesh].faces));
    this.checkLengths();
  }

  /** Throws if an array is too short for the frames and bodies that the file states. */
  checkLengths() {
    const { frames, bodies } = this;
    const need = (array, count, what) => {
      if (array && array.length < count) {
        throw new Error(`${what} has ${array.length} numbers where ${count} are needed`);
      }
    };
    if (!(Number.isInteger(frames) && frames > 0))
      throw new Error("`frames` is no positive number");
    for (const body of bodies) {
      if (!this.meshes[body.mesh]) throw new Error(`the body "${body.name}" has no mesh`);
      need(body.deformed, frames * this.meshes[body.mesh].vertices * 3, "`deformed`");
    }
    need(this.poses, frames * bodies.length * 7, "`poses`");
    need(this.boxes, frames * bodies.length * 6, "`boxes`");
    for (const detector of this.detectors) need(detector.ns, frames, `\`ns\` of ${detector.name}`);
  }

  /** Returns the pose of a body: translation, then quaternion. */
  pose(frame, body) {
    const at = (frame * this.bodies.length + body) * 7;
    return this.poses.subarray(at, at + 7);
  }

  /** Returns the local coordinates of a body's vertices. */
  vertices(frame, body) {
    const { deformed, mesh, low, high } = this.bodies[body];
    const { positions } = this.meshes[mesh];
    if (!deformed) return positions;
    return dequantized(deformed, low, high, frame * positions.length, positions.length);
  }

  /** Returns low and high corner of a body's box in the world. */
  box(frame, body) {
    if (this.boxes) {
      const at = (frame * this.bodies.length + body) * 6;
      return this.boxes.subarray(at, at + 6);
    }
    return this.computedBox(frame, body);
  }

  computedBox(frame, body) {
    const box = new Float32Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
    const vertices = this.vertices(frame, body);
    const move = mover(this.pose(frame, body));
    const point = [0, 0, 0];
    for (let i = 0; i < vertices.length; i += 3) {
      move(vertices, i, point);
      for (let k = 0; k < 3; k += 1) {
        box[k] = Math.min(box[k], point[k]);
        box[k + 3] = Math.max(box[k + 3], point[k]);
      }
    }
    return box;
  }

  /** Returns the colliding pairs of a frame, with their faces decoded once. */
  contacts(frame) {
    const pairs = this.file.contacts?.[frame] ?? [];
    for (const pair of pairs) pair.list ??= words32(pair.faces);
    return pairs;
  }

  /** Returns the number of contacts of a frame. */
  contactCount(frame) {
    return sum(this.contacts(frame).map((pair) => pair.total ?? pair.list.length / 2));
  }

  /** Returns the cubes that the face octree splits in a frame, four numbers each; null without. */
  cubes(frame) {
    const text = this.file.octree?.[frame];
    return text === undefined || text === null ? null : floats(text);
  }

  /** Returns the certificates of a frame at a budget, `[a, b, kind, bound]`; none without. */
  certificates(budget, frame) {
    return this.file.budgets?.certificates?.[budget]?.[frame] ?? [];
  }

  /** Returns the pairs of bodies whose boxes overlap, with the boxes that they share. */
  regions(frame) {
    const boxes = this.bodies.map((_, i) => this.box(frame, i));
    const order = boxes.map((_, i) => i).sort((a, b) => boxes[a][0] - boxes[b][0]);
    const found = [];
    for (const [rank, a] of order.entries()) {
      for (let next = rank + 1; next < order.length; next += 1) {
        const b = order[next];
        if (boxes[b][0] > boxes[a][3]) break;
        const region = shared(boxes[a], boxes[b]);
        if (region) found.push({ a: Math.min(a, b), b: Math.max(a, b), region });
      }
    }
    return found;
  }
}

function shared(a, b) {
  const region = new Float32Array(6);
  for (let k = 0; k < 3; k += 1) {
    region[k] = Math.max(a[k], b[k]);
    region[k + 3] = Math.min(a[k + 3], b[k + 3]);
    if (region[k] > region[k + 3]) return null;
  }
  return region;
}

/** Returns a function that moves a point of an array by a pose. */
export function mover([tx, ty, tz, x, y, z, w]) {
  return (from, at, to) => {
    const [px, py, pz] = [from[at], from[at + 1], from[at + 2]];
    // q p q* without products that cancel.
    const cx = 2 * (y * pz - z * py);
    const cy = 2 * (z * px - x * pz);
    const cz = 2 * (x * py - y * px);
    to[0] = px + w * cx + (y * cz - z * cy) + tx;
    to[1] = py + w * cy + (z * cx - x * cz) + ty;
    to[2] = pz + w * cz + (x * cy - y * cx) + tz;
  };
}

function decodedMesh(mesh) {
  const quantized = words16(mesh.positions);
  const indices = mesh.index_bytes === 2 ? words16(mesh.indices) : words32(mesh.indices);
  if (quantized.length < mesh.vertices * 3 || indices.length < mesh.faces * 3) {
    throw new Error(`the mesh "${mesh.name}" is cut off`);
  }
  const positions = dequantized(quantized, mesh.low, mesh.high, 0, mesh.vertices * 3);
  return { ...mesh, positions, indices };
}

export function sum(numbers) {
  return numbers.reduce((total, n) => total + n, 0);
}

/** Returns the frame with the largest number. */
export function worst(numbers, frames) {
  let found = 0;
  for (let i = 1; i < frames; i += 1) if (numbers[i] > numbers[found]) found = i;
  return found;
}
