// Coarser meshes, for playing on machines that draw large scenes too slowly.

/** Number of cells along the longest side of a mesh, from fine to coarse. */
const CELLS = [96, 64, 48, 36, 28, 22, 17, 13, 10, 8];

/**
 * Returns a mesh with at most `most` faces, or with as few as the coarsest grid leaves: the
 * vertices of each cell of a grid become one, their mean, and faces that collapse or repeat are
 * dropped. Only the picture uses it: the contacts are those of all faces.
 */
export function coarser({ positions, indices }, most) {
  let found = { positions, indices };
  for (const cells of CELLS) {
    if (found.indices.length / 3 <= most) break;
    const next = clustered(positions, indices, cells);
    if (next.indices.length > 0) found = next;
  }
  return found;
}

function clustered(positions, indices, cells) {
  const { of, sums } = clusters(positions, cells);
  const kept = [];
  const seen = new Set();
  const count = sums.length / 4;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const corners = [of[indices[i]], of[indices[i + 1]], of[indices[i + 2]]];
    const [a, b, c] = corners.slice().sort((x, y) => x - y);
    if (a === b || b === c) continue;
    const key = (a * count + b) * count + c;
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(...corners);
  }
  const means = new Float32Array(count * 3);
  for (let i = 0; i < count * 3; i += 1) {
    const cluster = Math.floor(i / 3);
    means[i] = sums[cluster * 4 + (i % 3)] / sums[cluster * 4 + 3];
  }
  return { positions: means, indices: Uint32Array.from(kept) };
}

/** Returns the cluster of each vertex, and of each cluster the sum of its points and their number. */
function clusters(positions, cells) {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (let i = 0; i < positions.length; i += 1) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  const side = Math.max(...low.map((l, k) => high[k] - l)) / cells || 1;
  const [known, of, sums] = [new Map(), [], []];
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const point = [positions[i], positions[i + 1], positions[i + 2]];
    const [x, y, z] = point.map((p, k) => Math.floor((p - low[k]) / side));
    const cell = (x * (cells + 1) + y) * (cells + 1) + z;
    if (!known.has(cell)) {
      known.set(cell, known.size);
      sums.push(0, 0, 0, 0);
    }
    const cluster = known.get(cell);
    of.push(cluster);
    point.forEach((p, k) => (sums[cluster * 4 + k] += p));
    sums[cluster * 4 + 3] += 1;
  }
  return { of, sums };
}
