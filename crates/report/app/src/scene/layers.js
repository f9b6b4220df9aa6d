// Layers over the bodies, whose buffers grow and are reused from frame to frame.

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  IcosahedronGeometry,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Quaternion,
  Vector3,
} from "three";

/** Largest number of spheres or boxes that are drawn at once. */
export const MOST_INSTANCES = 20000;

/** Points in a buffer that grows. */
class Buffer {
  constructor(object) {
    this.object = object;
    this.object.frustumCulled = false;
    this.array = new Float32Array(3 * 1024);
    this.length = 0;
    this.attach();
  }

  attach() {
    const attribute = new BufferAttribute(this.array, 3);
    attribute.setUsage(DynamicDrawUsage);
    this.object.geometry.dispose();
    this.object.geometry = new BufferGeometry();
    this.object.geometry.setAttribute("position", attribute);
  }

  begin() {
    this.length = 0;
  }

  add([x, y, z]) {
    if (this.length + 3 > this.array.length) {
      const larger = new Float32Array(this.array.length * 2);
      larger.set(this.array);
      this.array = larger;
      this.attach();
    }
    this.array[this.length] = x;
    this.array[this.length + 1] = y;
    this.array[this.length + 2] = z;
    this.length += 3;
  }

  end() {
    this.object.geometry.setDrawRange(0, this.length / 3);
    this.object.geometry.attributes.position.needsUpdate = true;
    this.object.visible = this.length > 0;
  }
}

/** Triangles in one color, in front of those of the bodies at the same distance. */
export class Triangles extends Buffer {
  constructor(stage, color) {
    const material = new MeshBasicMaterial({
      color,
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -2,
    });
    super(new Mesh(new BufferGeometry(), material));
    stage.add(this.object);
  }
}

const EDGES = [0, 1, 1, 3, 3, 2, 2, 0, 4, 5, 5, 7, 7, 6, 6, 4, 0, 4, 1, 5, 2, 6, 3, 7];

/** Line segments in one color. */
export class Lines extends Buffer {
  constructor(stage, color) {
    super(new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color })));
    stage.add(this.object);
  }

  setSegments(points) {
    this.begin();
    for (const point of points) this.add(point);
    this.end();
  }

  /** Draws the edges of boxes: low and high corner each. */
  setBoxes(boxes) {
    this.begin();
    for (const box of boxes) this.addBox(box);
    this.end();
  }

  /** Draws the edges of cubes: low corner and side, four numbers each. */
  setCubes(numbers) {
    this.begin();
    const count = Math.min(numbers.length / 4, MOST_INSTANCES);
    for (let i = 0; i < count; i += 1) {
      const [x, y, z, side] = numbers.subarray(i * 4, i * 4 + 4);
      this.addBox([x, y, z, x + side, y + side, z + side]);
    }
    this.end();
  }

  addBox(box) {
    for (const corner of EDGES) {
      this.add([box[corner & 1 ? 3 : 0], box[corner & 2 ? 4 : 1], box[corner & 4 ? 5 : 2]]);
    }
  }
}

/** Translucent instances of one shape, in an object that grows. */
class Instances {
  constructor(stage, geometry, material) {
    Object.assign(this, { stage, geometry, material });
    this.grow(64);
  }

  grow(capacity) {
    if (this.object) {
      this.stage.remove(this.object);
      this.object.dispose();
    }
    this.object = new InstancedMesh(this.geometry, this.material, capacity);
    this.object.frustumCulled = false;
    this.capacity = capacity;
    this.stage.add(this.object);
  }

  place(count, matrix) {
    const drawn = Math.min(count, MOST_INSTANCES);
    if (drawn > this.capacity) this.grow(Math.max(drawn, 2 * this.capacity));
    for (let i = 0; i < drawn; i += 1) this.object.setMatrixAt(i, matrix(i));
    this.object.count = drawn;
    this.object.visible = drawn > 0;
    this.object.instanceMatrix.needsUpdate = true;
  }
}

const NO_TURN = new Quaternion();

/** Translucent boxes with their edges. */
export class Boxes {
  constructor(stage, color) {
    const material = new MeshBasicMaterial({
      color,
      transparent: true,
      opacity: 0.25,
      depthWrite: false,
    });
    this.solid = new Instances(stage, new BoxGeometry(1, 1, 1), material);
    this.edges = new Lines(stage, color);
  }

  set(boxes) {
    const matrix = new Matrix4();
    const [position, size] = [new Vector3(), new Vector3()];
    this.solid.place(boxes.length, (i) => {
      const b = boxes[i];
      position.set((b[0] + b[3]) / 2, (b[1] + b[4]) / 2, (b[2] + b[5]) / 2);
      // A flat box would have no inverse for its normals.
      size.set(b[3] - b[0] || 1e-9, b[4] - b[1] || 1e-9, b[5] - b[2] || 1e-9);
      return matrix.compose(position, NO_TURN, size);
    });
    this.edges.setBoxes(boxes);
  }
}

/** Translucent spheres: center and radius, four numbers each. */
export class Spheres extends Instances {
  constructor(stage, color) {
    const material = new MeshLambertMaterial({
      color,
      transparent: true,
      opacity: 0.35,
      depthWrite: false,
    });
    super(stage, new IcosahedronGeometry(1, 2), material);
  }

  set(numbers) {
    const matrix = new Matrix4();
    const [position, size] = [new Vector3(), new Vector3()];
    this.place(numbers.length / 4, (i) => {
      position.fromArray(numbers, i * 4);
      return matrix.compose(position, NO_TURN, size.setScalar(numbers[i * 4 + 3]));
    });
  }
}
