// The scene in three dimensions, drawn on demand.

import {
  AmbientLight,
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  HemisphereLight,
  InstancedMesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  Scene as Stage,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { isDark } from "../names.js";
import { coarser } from "./coarse.js";
import { BODIES, CERTIFICATES, CONTACT } from "./colors.js";
import { mover, sum } from "./decode.js";
import { Boxes, Lines, Spheres, Triangles } from "./layers.js";

/** Least share of the screen's pixels that is drawn while a scene plays. */
const LEAST_SHARPNESS = 0.4;
/**
 * Number of faces that a processor draws 30 times a second. 82 000 faces took 36 ms of a core's
 * time each frame, 50 000 took 28 ms, of which 11 ms are those of a page with hardly any.
 */
const FACES_IN_MOTION = 60_000;
/**
 * Shares of late frames from which on the picture becomes coarser: a processor's, which is any late
 * frame of some eight, and others'.
 */
const LATE = { software: 0.04, graphics: 0.3 };
const NO_TINTS = new Map();
const TINT = new Color();

/** The picture of a scene. Throws if there is no WebGL. */
export class View {
  constructor(canvas, scene) {
    this.canvas = canvas;
    this.scene = scene;
    this.software = isSoftware();
    // Smooth edges double the time of a picture that the processor draws.
    this.renderer = new WebGLRenderer({ canvas, antialias: !this.software, alpha: false });
    this.setSharpness(1);
    this.stage = new Stage();
    this.camera = new PerspectiveCamera(40, 1, 0.01, 1000);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener("change", () => this.request());
    this.addLights();
    this.addBodies();
    this.addLayers();
    this.shown = {
      contacts: true,
      boxes: false,
      regions: false,
      octree: false,
      spheres: -1,
      sphereMesh: 0,
      budget: -1,
    };
    this.setTheme();
    this.fit();
    // Playing begins with coarse meshes, which take a while to make.
    if (this.isTooLarge())
      this.preparing = setTimeout(() => this.groups.forEach((g) => this.coarseOf(g)));
  }

  /** Returns true if the processor draws, and cannot draw all faces 30 times a second. */
  isTooLarge() {
    return this.software && this.scene.faces > FACES_IN_MOTION;
  }

  addLights() {
    const sun = new DirectionalLight(0xffffff, 1.6);
    // The light follows the camera, so that no side is ever black.
    sun.position.set(0.5, 0.8, 1);
    this.camera.add(sun);
    this.stage.add(
      this.camera,
      new HemisphereLight(0xffffff, 0x777788, 1.3),
      new AmbientLight(0xffffff, 0.3),
    );
  }

  /** Rigid bodies of one mesh are instances of one object; a body that deforms has its own. */
  addBodies() {
    const { scene } = this;
    this.groups = [];
    scene.meshes.forEach((mesh, m) => {
      const rigid = scene.bodies.flatMap((body, i) =>
        body.mesh === m && !body.deformed ? [i] : [],
      );
      if (rigid.length) this.addGroup(geometryOf(mesh.positions, mesh.indices), rigid, false);
      scene.bodies.forEach((body, i) => {
        if (body.mesh === m && body.deformed) {
          this.addGroup(geometryOf(scene.vertices(0, i).slice(), mesh.indices), [i], true);
        }
      });
    });
  }

  addGroup(geometry, bodies, deforms) {
    const material = new MeshLambertMaterial({ flatShading: true, side: DoubleSide });
    const object = new InstancedMesh(geometry, material, bodies.length);
    object.frustumCulled = false;
    this.stage.add(object);
    this.groups.push({ object, bodies, deforms, full: geometry, colors: [] });
  }

  addLayers() {
    this.contacts = new Triangles(this.stage, CONTACT);
    this.contained = new Lines(this.stage, CONTACT);
    this.boxes = new Lines(this.stage, 0x808890);
    this.regions = new Boxes(this.stage, 0x2f7fd0);
    this.octree = new Lines(this.stage, 0x9a6bd0);
    this.spheres = new Spheres(this.stage, 0x3fa0a0);
    this.certificates = CERTIFICATES.map((color) => new Lines(this.stage, color));
  }

  setTheme() {
    this.renderer.setClearColor(isDark() ? 0x15181c : 0xf4f6f8);
    this.request();
  }

  /** Puts the whole motion into the picture. */
  fit() {
    const { scene } = this;
    const all = new Box3();
    const step = Math.max(1, Math.floor(scene.frames / 12));
    for (let frame = 0; frame < scene.frames; frame += step) {
      for (let body = 0; body < scene.bodies.length; body += 1) {
        const box = scene.box(frame, body);
        all.expandByPoint(new Vector3(...box.subarray(0, 3)));
        all.expandByPoint(new Vector3(...box.subarray(3, 6)));
      }
    }
    this.frameBox(all);
  }

  /** Puts the colliding bodies of the frame into the picture, or the whole motion without any. */
  fitContacts(frame) {
    const pairs = this.scene.contacts(frame);
    if (pairs.length === 0) return this.fit();
    const all = new Box3();
    for (const body of pairs.flatMap(({ a, b }) => [a, b])) {
      const box = this.scene.box(frame, body);
      all.expandByPoint(new Vector3(...box.subarray(0, 3)));
      all.expandByPoint(new Vector3(...box.subarray(3, 6)));
    }
    return this.frameBox(all);
  }

  frameBox(box) {
    const center = box.getCenter(new Vector3());
    const radius = Math.max(box.getSize(new Vector3()).length() / 2, 1e-9);
    const toward = new Vector3(0.55, -0.75, 0.45).normalize();
    const distance = Math.max(this.distanceOf(box, center, toward), radius * 0.1);
    this.camera.near = radius / 100;
    this.camera.far = distance * 20;
    this.camera.position.copy(center).addScaledVector(toward, distance);
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(center);
    this.controls.update();
    this.request();
  }

  /** Returns how far the camera has to be so that all corners of a box are in the picture. */
  distanceOf(box, center, toward) {
    const right = this.camera.up.clone().cross(toward).normalize();
    const up = toward.clone().cross(right);
    const tall = Math.tan((this.camera.fov * Math.PI) / 360) * 0.94;
    const wide = tall * (this.camera.aspect || 1);
    let distance = 0;
    for (let i = 0; i < 8; i += 1) {
      const corner = new Vector3(
        ...["x", "y", "z"].map((k, bit) => (i & (1 << bit) ? box.max : box.min)[k]),
      ).sub(center);
      const [x, y, z] = [right, up, toward].map(
        (axis) => Math.abs(corner.dot(axis)) * (axis === toward ? Math.sign(corner.dot(axis)) : 1),
      );
      distance = Math.max(distance, x / wide + z, y / tall + z);
    }
    return distance;
  }

  /** Turns the camera around its target, and moves it nearer or farther. */
  orbit(turn, tilt, nearer = 1) {
    const offset = this.camera.position.clone().sub(this.controls.target);
    offset.applyAxisAngle(new Vector3(0, 0, 1), turn);
    const side = offset.clone().cross(this.camera.up).normalize();
    const tilted = offset.clone().applyAxisAngle(side, tilt);
    if (Math.abs(tilted.clone().normalize().z) < 0.98) offset.copy(tilted);
    this.camera.position.copy(this.controls.target).add(offset.multiplyScalar(nearer));
    this.controls.update();
    this.request();
  }

  /** Draws a frame with the chosen layers. */
  draw(frame, shown = this.shown) {
    this.frame = frame;
    this.shown = shown;
    this.placeBodies(frame);
    this.drawContacts(frame, shown.contacts);
    const { scene } = this;
    this.boxes.setBoxes(shown.boxes ? scene.bodies.map((_, i) => scene.box(frame, i)) : []);
    this.regions.set(shown.regions ? scene.regions(frame).map((r) => r.region) : []);
    const cubes = shown.octree ? scene.cubes(frame) : null;
    this.octree.setCubes(cubes ?? []);
    this.drawSpheres(frame, shown);
    this.drawCertificates(frame, shown.budget);
    this.request();
  }

  placeBodies(frame) {
    const { scene } = this;
    const tints = this.tints(frame);
    for (const { object, bodies, deforms, colors } of this.groups) {
      const matrices = object.instanceMatrix.array;
      let tinted = false;
      bodies.forEach((body, i) => {
        matrixOf(scene.poses, (frame * scene.bodies.length + body) * 7, matrices, i * 16);
        const color = tints.get(body) ?? BODIES[body % BODIES.length];
        if (colors[i] !== color) {
          colors[i] = color;
          object.setColorAt(i, TINT.set(color));
          tinted = true;
        }
        if (deforms) setPositions(object.geometry, scene.vertices(frame, body));
      });
      object.instanceMatrix.needsUpdate = true;
      if (tinted) object.instanceColor.needsUpdate = true;
    }
  }

  /** Returns the colors of bodies by their certificates: the most urgent of each. */
  tints(frame) {
    if (this.shown.budget < 0) return NO_TINTS;
    const tints = new Map();
    const rank = (color) => [CERTIFICATES[0], CERTIFICATES[2], CERTIFICATES[1]].indexOf(color);
    for (const [a, b, kind] of this.scene.certificates(this.shown.budget, frame)) {
      if (kind === 0) continue;
      for (const body of [a, b]) {
        if (rank(CERTIFICATES[kind]) > rank(tints.get(body))) tints.set(body, CERTIFICATES[kind]);
      }
    }
    return tints;
  }

  drawContacts(frame, shown) {
    const { scene } = this;
    const faces = new Map();
    const contained = [];
    for (const { a, b, list, contained: inside } of shown ? scene.contacts(frame) : []) {
      if (inside) contained.push(scene.box(frame, a), scene.box(frame, b));
      for (const [body, first] of [
        [a, 0],
        [b, 1],
      ]) {
        if (!faces.has(body)) faces.set(body, new Set());
        for (let i = first; i < list.length; i += 2) faces.get(body).add(list[i]);
      }
    }
    this.contacts.begin();
    for (const [body, set] of faces) this.addFaces(frame, body, set);
    this.contacts.end();
    this.contained.setBoxes(contained);
  }

  addFaces(frame, body, set) {
    const { scene } = this;
    const vertices = scene.vertices(frame, body);
    const { indices, faces } = scene.meshes[scene.bodies[body].mesh];
    const move = mover(scene.pose(frame, body));
    const point = [0, 0, 0];
    for (const face of set) {
      if (face >= faces) continue;
      for (let k = 0; k < 3; k += 1) {
        move(vertices, indices[face * 3 + k] * 3, point);
        this.contacts.add(point);
      }
    }
  }

  drawSpheres(frame, { spheres: level, sphereMesh }) {
    const { scene } = this;
    const tree = level < 0 ? null : scene.spheres[sphereMesh];
    if (!tree) return this.spheres.set([]);
    const numbers = tree.levels[Math.min(level, tree.levels.length - 1)];
    const placed = [];
    const point = [0, 0, 0];
    scene.bodies.forEach((body, b) => {
      if (body.mesh !== tree.mesh || body.deformed) return;
      const move = mover(scene.pose(frame, b));
      for (let i = 0; i < numbers.length; i += 4) {
        move(numbers, i, point);
        placed.push(point[0], point[1], point[2], numbers[i + 3]);
      }
    });
    return this.spheres.set(placed);
  }

  drawCertificates(frame, budget) {
    const { scene } = this;
    const segments = [[], [], []];
    for (const [a, b, kind] of budget < 0 ? [] : scene.certificates(budget, frame)) {
      segments[kind]?.push(center(scene.box(frame, a)), center(scene.box(frame, b)));
    }
    segments.forEach((points, kind) => this.certificates[kind].setSegments(points));
  }

  /** Sets the share of the screen's pixels that are drawn, in each direction. */
  setSharpness(share) {
    this.sharpness = share;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2) * share);
    if (this.camera) this.resize();
  }

  /** Prepares for playing: a processor draws a large scene with fewer faces from the start. */
  begin() {
    if (this.isTooLarge()) this.setCoarse(true);
  }

  /**
   * While it plays too slowly, draws fewer faces if there are many, then fewer pixels. `late` is the
   * share of frames that were skipped.
   */
  adapt(late) {
    if (late <= (this.software ? LATE.software : LATE.graphics)) return;
    if (!this.coarse && this.scene.faces > FACES_IN_MOTION) this.setCoarse(true);
    else if (this.sharpness > LEAST_SHARPNESS) this.setSharpness(this.sharpness * 0.75);
  }

  /** Draws rigid bodies with fewer faces, or with all. Calls `coarseChanged` with both numbers. */
  setCoarse(coarse) {
    if (coarse === this.coarse) return;
    this.coarse = coarse;
    for (const group of this.groups) {
      group.object.geometry = coarse ? this.coarseOf(group) : group.full;
    }
    // Contacts lie on the faces that are left out, so nothing may hide them.
    this.contacts.object.material.depthTest = !coarse;
    const faces = ({ object, bodies }) => (object.geometry.index.count / 3) * bodies.length;
    this.coarseChanged?.(coarse ? sum(this.groups.map(faces)) : null, this.scene.faces);
    this.request();
  }

  coarseOf(group) {
    if (group.deforms) return group.full;
    if (!group.fewer) {
      const { position } = group.full.attributes;
      const all = group.full.index;
      const most = ((all.count / 3) * FACES_IN_MOTION) / this.scene.faces;
      const fewer = coarser({ positions: position.array, indices: all.array }, most);
      group.fewer = geometryOf(fewer.positions, fewer.indices);
    }
    return group.fewer;
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.request();
  }

  /** Draws soon, once for any number of requests. */
  request() {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => this.now());
  }

  now() {
    cancelAnimationFrame(this.pending);
    this.pending = 0;
    this.renderer.render(this.stage, this.camera);
  }

  dispose() {
    cancelAnimationFrame(this.pending);
    clearTimeout(this.preparing);
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}

/** Returns true if pictures are drawn by the processor. Throws if there is no WebGL. */
function isSoftware() {
  const context = document.createElement("canvas").getContext("webgl2");
  if (!context) throw new Error("there is no WebGL 2");
  const info = context.getExtension("WEBGL_debug_renderer_info");
  const name = info ? context.getParameter(info.UNMASKED_RENDERER_WEBGL) : "";
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

function center(box) {
  return [0, 1, 2].map((k) => (box[k] + box[k + 3]) / 2);
}

function geometryOf(positions, indices) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}

/** Writes the matrix of a pose, seven numbers from `at` on, column by column. */
function matrixOf(poses, at, to, first) {
  const [x, y, z, w] = [poses[at + 3], poses[at + 4], poses[at + 5], poses[at + 6]];
  to[first] = 1 - 2 * (y * y + z * z);
  to[first + 1] = 2 * (x * y + w * z);
  to[first + 2] = 2 * (x * z - w * y);
  to[first + 3] = 0;
  to[first + 4] = 2 * (x * y - w * z);
  to[first + 5] = 1 - 2 * (x * x + z * z);
  to[first + 6] = 2 * (y * z + w * x);
  to[first + 7] = 0;
  to[first + 8] = 2 * (x * z + w * y);
  to[first + 9] = 2 * (y * z - w * x);
  to[first + 10] = 1 - 2 * (x * x + y * y);
  to[first + 11] = 0;
  to[first + 12] = poses[at];
  to[first + 13] = poses[at + 1];
  to[first + 14] = poses[at + 2];
  to[first + 15] = 1;
}

function setPositions(geometry, positions) {
  geometry.attributes.position.array.set(positions);
  geometry.attributes.position.needsUpdate = true;
}
