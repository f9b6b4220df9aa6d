// The player of a scene: picture, time line, layers, times and counts of the frame.

import { button, check, h, newId, replace, select, table } from "../dom.js";
import { count, number } from "../format.js";
import { onThemeChange } from "../names.js";
import { CERTIFICATES } from "./colors.js";
import { stills } from "./stills.js";
import { Times } from "./times.js";
import { View } from "./view.js";

const SPEEDS = [1, 5, 10, 20, 30, 60];
/** Time between two changes of tables and cursor while it plays, in milliseconds. */
const SLOWEST_CHANGE = 200;
const MOST_PAIRS = 8;
/** Time over which the frames that are shown are counted, in milliseconds. */
const COUNTED = 2000;
/** Share of the chosen speed below which the page says how fast it plays. */
const SLOW = 0.95;
const KINDS = ["apart", "interfering", "undecided"];

export class Player {
  constructor(scene, parameters, save) {
    this.scene = scene;
    this.save = save;
    this.frame = 0;
    this.speed = Math.min(30, Math.max(5, Math.round(scene.frames / 6)));
    this.speed = SPEEDS.reduce((best, s) =>
      Math.abs(s - this.speed) < Math.abs(best - this.speed) ? s : best,
    );
    this.shown = {
      contacts: true,
      boxes: false,
      regions: false,
      octree: false,
      spheres: -1,
      sphereMesh: 0,
      budget: -1,
    };
    this.times = new Times(scene, (frame) => this.go(frame));
    this.times.changed = () => this.describe(true);
    this.live = h("p", { class: "hidden", "aria-live": "polite" });
    this.pairs = h("div", {});
    this.counts = h("div", {});
    this.certificates = h("div", {});
    this.canvas = h("canvas", {
      class: "view",
      tabindex: 0,
      role: "img",
      "aria-label": `Picture of ${scene.file.title ?? scene.file.name}. Arrow keys turn it, plus and minus zoom, 0 fits it.`,
      keydown: (e) => this.key(e),
    });
    this.picture = h("div", { class: "picture" }, this.canvas);
    this.coarseNote = h("p", { class: "note", hidden: true });
    this.rateNote = h("p", { class: "note rate", hidden: true });
    this.readParameters(parameters);
    this.element = h(
      "div",
      { class: "player" },
      h(
        "div",
        { class: "left" },
        this.picture,
        this.coarseNote,
        this.rateNote,
        (this.keysNote = this.keys()),
        this.timeLine(),
        (this.layerControls = this.layers()),
      ),
      h("div", { class: "right" }, this.times.element, this.counts, this.certificates, this.pairs),
      this.live,
    );
  }

  readParameters(parameters) {
    const frame = Number(parameters.get("frame") ?? 1) - 1;
    if (frame >= 0 && frame < this.scene.frames) this.frame = Math.floor(frame);
  }

  /** Starts drawing, once the element is in the page. */
  start() {
    try {
      this.view = new View(this.canvas, this.scene);
      this.view.shown = this.shown;
      this.view.coarseChanged = (drawn, all) => this.sayCoarse(drawn, all);
    } catch (error) {
      this.withoutPicture(error);
    }
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(this.picture);
    onThemeChange(() => this.view?.setTheme());
    this.resized();
    this.go(this.frame);
    this.view?.fit();
  }

  resized() {
    this.view?.resize();
    const width = this.times.chart.clientWidth;
    if (width === this.chartWidth) return;
    this.chartWidth = width;
    this.times.draw();
  }

  /** Says how many faces are drawn, if not all are. */
  sayCoarse(drawn, all) {
    this.coarseNote.hidden = drawn === null;
    if (drawn === null) return;
    this.coarseNote.textContent =
      `All ${number(all)} faces are too slow to draw here: while it plays, bodies are drawn coarsely ` +
      `with ${number(drawn)}, and contacts show through them. Paused, every face is drawn.`;
  }

  /** Counts a frame that is shown while it plays, and says from time to time if it is too slow. */
  countShown(now) {
    this.shownFrames += 1;
    const time = now - this.countedFrom;
    if (time < COUNTED) return;
    const rate = (1000 * this.shownFrames) / time;
    const slow = rate < SLOW * this.speed;
    this.rateNote.hidden = !slow;
    if (slow) this.rateNote.textContent = this.rateWords(rate);
    [this.countedFrom, this.shownFrames] = [now, 0];
  }

  /** Returns how fast it plays, and what limits it. */
  rateWords(rate) {
    const shown = `Shows ${rate.toFixed(1)} of ${this.speed} frames a second, and skips the others. `;
    const pixels =
      this.view && `${number(this.canvas.width)} by ${number(this.canvas.height)} pixels`;
    if (!this.view) return shown;
    return this.view.software
      ? `${shown}The processor draws each, ${pixels}, as this browser uses no graphics processor.`
      : `${shown}Each has ${pixels}.`;
  }

  /** Says why nothing moves, and shows key frames and a table of all frames instead. */
  withoutPicture(error) {
    this.view = null;
    this.hideControlsOfPicture();
    const rows = [];
    for (let frame = 0; frame < Math.min(this.scene.frames, 500); frame += 1) {
      const pairs = this.scene.contacts(frame);
      const names = pairs.map(({ a, b }) => `${this.name(a)} and ${this.name(b)}`);
      rows.push([
        number(frame + 1),
        number(pairs.length),
        number(this.scene.contactCount(frame)),
        names.slice(0, 4).join("; "),
      ]);
    }
    replace(
      this.picture,
      h(
        "p",
        { class: "warning" },
        `This browser draws no three-dimensional picture that can be played and turned ` +
          `(${error.message}). These still pictures are drawn without WebGL from the same frames, ` +
          `with colliding faces in red, also where a body hides them. All frames follow as a table.`,
      ),
      stills(this.scene),
      h(
        "div",
        { class: "frames" },
        table("Frames", ["frame", "colliding pairs", "contacts", "bodies"], rows),
      ),
    );
  }

  /** Hides what changes the played picture only. A budget changes the table of certificates too. */
  hideControlsOfPicture() {
    this.keysNote.hidden = true;
    for (const element of this.layerControls.querySelectorAll(".of-picture")) element.hidden = true;
    this.layerControls.hidden = !this.scene.file.budgets;
  }

  name(body) {
    return this.scene.bodies[body]?.name ?? `body ${body}`;
  }

  timeLine() {
    const last = this.scene.frames - 1;
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: last,
      step: 1,
      value: this.frame,
      "aria-label": "Frame",
      input: (e) => {
        this.pause();
        this.go(Number(e.target.value));
      },
    });
    this.playButton = button("Play", () => (this.playing ? this.pause() : this.play()), {
      class: "play",
    });
    this.frameLabel = h("span", { class: "frame-label" });
    const speeds = SPEEDS.map((s) => [String(s), `${s} frames/s`]);
    return h(
      "div",
      { class: "time-line", role: "group", "aria-label": "Playback" },
      this.playButton,
      button("◀", () => this.step(-1), { "aria-label": "Previous frame" }),
      button("▶", () => this.step(1), { "aria-label": "Next frame" }),
      this.slider,
      this.frameLabel,
      select("Speed", speeds, String(this.speed), (s) => (this.speed = Number(s))),
    );
  }

  keys() {
    const drag = "Drag to turn, wheel or pinch to zoom. ";
    const keys =
      "Keys in the picture: arrows, + and -, 0 to fit, space to play, comma and period to step.";
    return h("p", { class: "note" }, drag, keys);
  }

  layers() {
    const { scene } = this;
    const set = (key) => (on) => this.show({ [key]: on });
    const boxes = [
      check("contacts (red)", true, set("contacts")),
      check("boxes of bodies", false, set("boxes")),
      check("overlap regions", false, set("regions")),
      scene.file.octree && check("split cubes of the face octree", false, set("octree")),
      button("Fit all", () => this.view?.fit(), { class: "small" }),
      button("Fit contacts", () => this.view?.fitContacts(this.frame), { class: "small" }),
    ];
    return h(
      "fieldset",
      {},
      h("legend", {}, "Shown"),
      h("div", { class: "row of-picture" }, boxes),
      this.sphereControls(),
      this.budgetControls(),
    );
  }

  sphereControls() {
    const { spheres, meshes } = this.scene;
    if (spheres.length === 0) return null;
    const deepest = Math.max(...spheres.map((s) => s.levels.length)) - 1;
    const levels = [
      ["-1", "none"],
      ...Array.from({ length: deepest + 1 }, (_, l) => [String(l), `level ${l}`]),
    ];
    const trees = spheres.map((s, i) => [String(i), meshes[s.mesh]?.name ?? `mesh ${s.mesh}`]);
    return h(
      "div",
      { class: "row of-picture" },
      select("Sphere-tree", levels, "-1", (l) => this.show({ spheres: Number(l) })),
      spheres.length > 1 && select("of", trees, "0", (t) => this.show({ sphereMesh: Number(t) })),
    );
  }

  budgetControls() {
    const { budgets } = this.scene.file;
    if (!budgets) return null;
    const label = h("output", {});
    const id = newId("budget");
    const say = (i) => {
      label.textContent = i < 0 ? "off" : `${number(budgets.values[i])} ${budgets.unit}`;
      // The position of the slider says nothing to a screen reader.
      slider.setAttribute("aria-valuetext", label.textContent);
    };
    const change = (e) => {
      const budget = Number(e.target.value);
      say(budget);
      this.show({ budget });
    };
    const slider = h("input", {
      type: "range",
      id,
      min: -1,
      max: budgets.values.length - 1,
      step: 1,
      value: -1,
      input: change,
    });
    say(-1);
    const colors = KINDS.map((kind, i) =>
      h(
        "span",
        { class: "key of-picture" },
        h("i", { style: { background: hex(CERTIFICATES[i]) } }),
        kind,
      ),
    );
    return h(
      "div",
      { class: "row" },
      h("label", { for: id }, `Certificates of ${budgets.detector} after a budget of`),
      slider,
      label,
      colors,
    );
  }

  show(change) {
    Object.assign(this.shown, change);
    this.view?.draw(this.frame, this.shown);
    this.describe(true);
  }

  step(by) {
    this.pause();
    this.go(this.frame + by);
  }

  /** Shows a frame. */
  go(frame) {
    const last = this.scene.frames - 1;
    this.frame = Math.min(Math.max(frame, 0), last);
    this.frameLabel.textContent = `${this.frame + 1} / ${last + 1}`;
    this.view?.draw(this.frame, this.shown);
    this.describe(!this.playing);
  }

  /** Lists the frame's findings; in words for screen readers unless it is playing. */
  describe(settled) {
    const now = performance.now();
    // Changes beside the picture make the browser draw most of the page again, and tables need not
    // change faster than they can be read.
    if (!settled && now - (this.described ?? 0) < SLOWEST_CHANGE) return;
    this.described = now;
    this.slider.value = this.frame;
    this.slider.setAttribute("aria-valuetext", `frame ${this.frame + 1} of ${this.scene.frames}`);
    this.times.moveTo(this.frame);
    const pairs = this.scene.contacts(this.frame);
    const total = this.scene.contactCount(this.frame);
    const words = `Frame ${this.frame + 1}: ${count(pairs.length, "colliding pair")}, ${count(total, "contact")}`;
    if (settled) {
      this.live.textContent = words;
      this.save({ frame: this.frame + 1 });
    }
    replace(
      this.counts,
      h("h4", {}, words),
      table(
        "Times and counts of the frame",
        ["detector", "time in µs", "work counts"],
        this.times.rows(this.frame),
      ),
    );
    this.describeCertificates();
    const shown = pairs
      .slice(0, MOST_PAIRS)
      .map((pair) => [
        this.name(pair.a),
        this.name(pair.b),
        pair.contained ? "contained" : number(pair.total ?? pair.list.length / 2),
      ]);
    const more = pairs.length - shown.length;
    replace(
      this.pairs,
      pairs.length > 0 && table("Colliding pairs", ["body", "body", "contacts"], shown),
      more > 0 && h("p", { class: "note" }, `and ${count(more, "more pair")}`),
    );
  }

  describeCertificates() {
    const { budget } = this.shown;
    if (budget < 0) return replace(this.certificates);
    const list = this.scene.certificates(budget, this.frame);
    const counts = KINDS.map(
      (kind, i) => `${number(list.filter(([, , k]) => k === i).length)} ${kind}`,
    );
    const undecided = list.filter(([, , kind]) => kind === 2).slice(0, MOST_PAIRS);
    const bound = (b) => (b === null || b === undefined ? "no bound" : `at most ${number(b)}`);
    const rows = undecided.map(([a, b, , distance]) => [
      this.name(a),
      this.name(b),
      bound(distance),
    ]);
    return replace(
      this.certificates,
      h("h4", {}, `Certificates: ${counts.join(", ")}`),
      rows.length > 0 && table("Undecided pairs", ["body", "body", "distance"], rows),
    );
  }

  play() {
    if (this.scene.frames < 2) return;
    this.playing = true;
    this.view?.begin();
    this.playButton.textContent = "Pause";
    if (this.frame === this.scene.frames - 1) this.go(0);
    let since = performance.now();
    let from = this.frame;
    let speed = this.speed;
    const tick = (now) => {
      if (!this.playing) return;
      if (speed !== this.speed) {
        [since, from, speed] = [now, this.frame, this.speed];
        [this.countedFrom, this.shownFrames] = [now, 0];
      }
      const frame = (from + Math.floor(((now - since) / 1000) * speed)) % this.scene.frames;
      if (frame !== this.frame) {
        this.noteSkipped((frame - this.frame + this.scene.frames) % this.scene.frames);
        this.go(frame);
        this.view?.now();
        this.countShown(now);
      }
      this.timer = requestAnimationFrame(tick);
    };
    this.steps = this.skipped = this.shownFrames = 0;
    this.countedFrom = since;
    this.timer = requestAnimationFrame(tick);
  }

  /** Notes by how many frames it went on. After some, the picture adapts to what was skipped. */
  noteSkipped(by) {
    this.steps += 1;
    this.skipped += by - 1;
    if (this.steps < 8) return;
    // Above the rate of screens, skipping is no delay.
    if (this.speed <= 30) this.view?.adapt(this.skipped / (this.steps + this.skipped));
    this.steps = this.skipped = 0;
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.timer);
    this.playButton.textContent = "Play";
    this.rateNote.hidden = true;
    this.view?.setSharpness(1);
    this.view?.setCoarse(false);
    this.view?.draw(this.frame, this.shown);
    this.describe(true);
  }

  /** Follows an address to the same scene. */
  resume(parameters) {
    if (!parameters.has("frame")) return this.save({ frame: this.frame + 1 });
    this.readParameters(parameters);
    return this.go(this.frame);
  }

  key(event) {
    const turn = 0.12;
    const actions = {
      ArrowLeft: () => this.view?.orbit(-turn, 0),
      ArrowRight: () => this.view?.orbit(turn, 0),
      ArrowUp: () => this.view?.orbit(0, turn),
      ArrowDown: () => this.view?.orbit(0, -turn),
      "+": () => this.view?.orbit(0, 0, 0.87),
      "-": () => this.view?.orbit(0, 0, 1.15),
      0: () => this.view?.fit(),
      " ": () => (this.playing ? this.pause() : this.play()),
      ",": () => this.step(-1),
      ".": () => this.step(1),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  dispose() {
    this.pause();
    this.observer?.disconnect();
    this.times.plot?.destroy();
    this.view?.dispose();
  }
}

function hex(color) {
  return `#${color.toString(16).padStart(6, "0")}`;
}
