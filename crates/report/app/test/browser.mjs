// Tests the interactive page in a browser: `npm test [-- PAGE]`, by default reports/index.html.
//
// It needs `npm ci` in this folder, and a Chromium: /usr/bin/chromium (Debian: apt-get install
// chromium), or the program that the variable CHROMIUM names. Graphics are rendered in software. It
// is no part of `cargo test`. It visits each tab, and fails if the page loads anything, logs an
// error, takes more than two seconds, is wider than a phone, runs what a scene's name contains, or
// has a control without effect. It reports how many frames a second a scene plays.

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import {
  allPlots,
  claimFilters,
  figureLabels,
  layersAndKeys,
  matrixControls,
} from "./controls.mjs";
import { scene } from "./sample.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const page = resolve(process.argv[2] ?? join(here, "../../../../reports/index.html"));
const browser = process.env.CHROMIUM ?? "/usr/bin/chromium";
const LARGEST = 6_000_000;
const SLOWEST = 2000;
const LOADS = 3;
const SECONDS = 5;
/** Names of the scenes of sixty bodies, which have to play at full speed. */
const SIXTY = /sixty|truck/;
const HOSTILE =
  "<img src=x onerror=\"document.title='broken in'\"></script><script>document.title='broken in'</script>";

for (const [file, remedy] of [
  [page, "run `cargo xtask report` first, or name a page"],
  [browser, "install it (Debian: apt-get install chromium), or name one by the variable CHROMIUM"],
]) {
  if (!existsSync(file)) {
    console.error(`${file} does not exist: ${remedy}`);
    process.exit(2);
  }
}

const folder = mkdtempSync(join(tmpdir(), "report-page-"));
const failures = [];
const expect = (holds, message) => {
  console.log(`${holds ? "ok  " : "FAIL"} ${message}`);
  if (!holds) failures.push(message);
};

/** Returns the page with more scenes, as the crate `report` writes them. */
function withScenes(files) {
  const text = readFileSync(page, "utf8");
  const blocks = files.map(
    (f) =>
      `<script type="application/json" class="playback">${JSON.stringify(f).replace(/</g, "\\u003c")}</script>\n`,
  );
  const path = join(folder, "with-scenes.html");
  writeFileSync(
    path,
    text.replace('<template id="notice">', () => `${blocks.join("")}<template id="notice">`),
  );
  return path;
}

/** Opens a page, and notes what it logs and requests. */
async function open(context, file, hash = "", size = { width: 1280, height: 900 }) {
  const tab = await context.newPage();
  await tab.setViewportSize(size);
  const noted = { errors: [], requests: [] };
  tab.on("console", (m) => m.type() === "error" && noted.errors.push(m.text()));
  tab.on("pageerror", (e) => noted.errors.push(e.message));
  tab.on(
    "request",
    (r) =>
      r.url().split("#")[0] !== pathToFileURL(file).href &&
      !r.url().startsWith("data:") &&
      noted.requests.push(r.url()),
  );
  await tab.goto(pathToFileURL(file).href + hash);
  await tab.waitForSelector("html[data-ready]");
  return { tab, noted };
}

async function visitTabs(context) {
  const times = [];
  for (let i = 0; i < LOADS; i += 1) times.push(await readyAfter(context));
  const least = Math.min(...times);
  expect(
    least < SLOWEST,
    `it is ready after ${least} ms, the least of ${times.join(", ")} (at most ${SLOWEST})`,
  );
  const { tab, noted } = await open(context, page);
  const names = await tab.locator('[role="tab"]').allTextContents();
  for (const name of names) {
    await tab.getByRole("tab", { name, exact: true }).click();
    const panel = tab.locator('[role="tabpanel"]:not([hidden])');
    const text = await panel.innerText();
    expect(
      text.length > 40 && !text.includes("cannot be shown"),
      `the tab ${name} has ${text.length} characters`,
    );
  }
  await tab.locator('[role="tab"][aria-selected="true"]').focus();
  await tab.keyboard.press("Home");
  const selected = await tab.locator('[role="tab"][aria-selected="true"]').innerText();
  expect(selected === names[0], "the key Home leads to the first tab");
  expect(noted.errors.length === 0, `no error is logged ${noted.errors.slice(0, 3).join(" | ")}`);
  expect(
    noted.requests.length === 0,
    `nothing is loaded ${noted.requests.slice(0, 3).join(" | ")}`,
  );
  await unlabeled(tab);
  await tab.close();
}

/** Opens the page, and returns after how many milliseconds its first tab is drawn. */
async function readyAfter(context) {
  const { tab } = await open(context, page);
  const ready = await tab.evaluate(() => Number(document.documentElement.dataset.ready));
  await tab.close();
  return ready;
}

/** Every control has a name for screen readers. */
async function unlabeled(tab) {
  const count = await tab.evaluate(() => {
    const named = (e) => e.labels?.length || e.getAttribute("aria-label") || e.textContent.trim();
    return [...document.querySelectorAll("button, select, input")].filter((e) => !named(e)).length;
  });
  expect(count === 0, `${count} controls have no name`);
}

async function visitNarrow(context) {
  const keys = await tabKeys(context);
  for (const key of keys) {
    const { tab } = await open(context, page, `#${key}`, { width: 390, height: 844 });
    await tab.waitForTimeout(200);
    const beyond = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(beyond <= 0, `${key} is ${Math.max(0, beyond)} pixels wider than a phone`);
    await tab.close();
  }
}

async function tabKeys(context) {
  const { tab } = await open(context, page);
  const keys = await tab.evaluate(() =>
    [...document.querySelectorAll('[role="tab"]')].map((e) => e.id.replace("tab-", "")),
  );
  await tab.close();
  return keys;
}

async function hostileNames(context) {
  const file = withScenes([
    {
      ...scene({ name: HOSTILE, bodies: 2, frames: 2, faces: 60, whole: false }),
      notes: [HOSTILE],
      title: HOSTILE,
    },
  ]);
  const { tab, noted } = await open(context, file, `#scenes?scene=${encodeURIComponent(HOSTILE)}`);
  await tab.waitForTimeout(500);
  const found = await tab.evaluate(
    (name) => ({
      title: document.title,
      // Pictures of scenes are in the page itself.
      images: [...document.images].filter(({ src }) => !src.startsWith("data:image/png;")).length,
      shown: document.querySelector("#panel-scenes h3")?.textContent === name,
    }),
    HOSTILE,
  );
  expect(found.title !== "broken in" && found.images === 0, "a scene's name runs nothing");
  expect(found.shown, "a scene's name is shown as it is");
  expect(
    noted.errors.length === 0,
    `no error is logged with it ${noted.errors.slice(0, 3).join(" | ")}`,
  );
  await tab.close();
}

async function brokenScenes(context) {
  const whole = scene({ name: "cut", bodies: 2, frames: 2, faces: 60, whole: false });
  const file = withScenes([{ format: "another" }, { ...whole, poses: "AAAA" }, whole]);
  const { tab, noted } = await open(context, file, "#scenes?scene=cut");
  const text = await tab.locator("#panel-scenes").innerText();
  expect(text.includes("cannot be played"), "a scene that is cut off is reported");
  expect(noted.errors.length === 0, "and nothing else fails");
  await tab.close();
}

/** Plays the scene with most bodies, or a made-up one, and counts the frames that are shown. */
async function play(context) {
  const made = scene({
    name: "sixty made-up bodies",
    bodies: 60,
    frames: 240,
    faces: 442,
    whole: true,
  });
  const file = withScenes([made]);
  const names = await sceneNames(context, file);
  for (const name of names) {
    const { tab, noted } = await open(context, file, `#scenes?scene=${encodeURIComponent(name)}`);
    await tab
      .locator("#panel-scenes select")
      .nth(1)
      .selectOption("30")
      .catch(() => {});
    const [shown, said] = await tab.evaluate(countFrames, SECONDS);
    const rate = shown ? `${shown.toFixed(1)} frames a second, software-rendered` : "one frame";
    console.log(`     "${name}": ${rate} (aim: 30)`);
    // A frame or two are lost where counting begins and ends.
    if (SIXTY.test(name))
      expect(
        shown >= 28.5 || /^Shows [\d.]+ of 30 frames a second.*The processor draws/.test(said),
        `"${name}", of sixty bodies, plays at 30 frames, or says why not: ${said}`,
      );
    expect(
      noted.errors.length === 0,
      `"${name}" plays without an error ${noted.errors.slice(0, 2).join(" | ")}`,
    );
    await tab.close();
  }
}

/** A larger budget leaves fewer pairs undecided, in each scene with certificates. */
async function certificates(context) {
  let tried = 0;
  for (const name of await sceneNames(context, page)) {
    const { tab } = await open(context, page, `#scenes?scene=${encodeURIComponent(name)}`);
    const slider = tab.locator("#panel-scenes").getByLabel(/^Certificates of/);
    if ((await slider.count()) > 0) {
      tried += 1;
      const kinds = await slider.locator("xpath=..").locator(".key").allInnerTexts();
      expect(
        kinds.join() === "apart,interfering,undecided",
        `"${name}" names the colors of certificates`,
      );
      const undecided = await undecidedByBudget(tab, slider);
      const falls = undecided.every((count, i) => i === 0 || count <= undecided[i - 1]);
      const moves = undecided.at(-1) < undecided[0];
      expect(
        falls && moves,
        `"${name}": ${undecided.join(", ")} pairs are undecided as the budget grows`,
      );
    }
    await tab.close();
  }
  expect(tried > 0, `${tried} scenes have certificates under budgets`);
}

/** Returns the number of undecided pairs at each budget, in the frame that has most at the least. */
async function undecidedByBudget(tab, slider) {
  const count = async () => {
    const text = await tab.getByRole("heading", { name: /^Certificates:/ }).innerText();
    return Number(/([\d\s\u00a0\u202f]+) undecided/.exec(text)[1].replace(/\D/g, ""));
  };
  const at = (input, value) =>
    input.evaluate((element, v) => {
      element.value = String(v);
      element.dispatchEvent(new Event("input", { bubbles: true }));
    }, value);
  const frames = tab.locator("#panel-scenes").getByLabel("Frame", { exact: true });
  const last = Number(await frames.getAttribute("max"));
  await at(slider, 0);
  let [most, best] = [-1, 0];
  for (let frame = 0; frame <= last; frame += 1) {
    await at(frames, frame);
    const now = await count();
    if (now > most) [most, best] = [now, frame];
  }
  await at(frames, best);
  const counts = [];
  for (let budget = 0; budget <= Number(await slider.getAttribute("max")); budget += 1) {
    await at(slider, budget);
    counts.push(await count());
  }
  return counts;
}

async function sceneNames(context, file) {
  const { tab } = await open(context, file, "#scenes");
  const names = await tab.evaluate(() =>
    [...document.querySelector("#panel-scenes select").options].map((o) => o.value),
  );
  await tab.close();
  return names;
}

/**
 * In the page: plays for some seconds, and returns how many frames were shown each second, and what
 * the page said of it.
 */
async function countFrames(seconds) {
  const label = document.querySelector(".frame-label");
  if (label.textContent.endsWith("/ 1")) return [null, ""];
  document.querySelector(".play").click();
  const start = performance.now();
  const note = document.querySelector(".note.rate");
  let [count, last, said] = [0, label.textContent, ""];
  while (performance.now() - start < seconds * 1000) {
    await new Promise(requestAnimationFrame);
    if (label.textContent !== last) count += 1;
    last = label.textContent;
    if (note && !note.hidden) said = note.textContent;
  }
  document.querySelector(".play").click();
  return [count / ((performance.now() - start) / 1000), said];
}

/** Without WebGL there are still pictures of key frames, the reason, and the frames as a table. */
async function withoutWebGl(context) {
  const file = withScenes([
    scene({ name: "plain", bodies: 12, frames: 40, faces: 60, whole: false }),
  ]);
  const { tab, noted } = await open(context, file, "#scenes?scene=plain");
  const text = await tab.locator("#panel-scenes").innerText();
  expect(
    text.includes("draws no three-dimensional picture") &&
      text.includes("drawn without WebGL") &&
      text.includes("colliding pairs"),
    "without WebGL the reason is given, and there is a table of frames",
  );
  const idle = ["Drag to turn", "Fit all", "Fit contacts", "boxes of bodies", "Sphere-tree"];
  const shown = idle.filter((words) => text.includes(words));
  expect(shown.length === 0, `controls without effect are hidden ${shown.join(", ")}`);
  expect(
    noted.errors.every((error) => /webgl/i.test(error)),
    `no other error is logged ${noted.errors.slice(0, 2).join(" | ")}`,
  );
  await tab.close();
  for (const name of await sceneNames(context, file)) await stillsOf(context, file, name);
}

/** Without WebGL a scene has five still pictures, with red faces if anything collides in them. */
async function stillsOf(context, file, name) {
  const { tab } = await open(context, file, `#scenes?scene=${encodeURIComponent(name)}`);
  await tab.locator("#panel-scenes canvas.still[data-drawn]").nth(4).waitFor();
  const found = await tab.evaluate(stillColors);
  const shades = found.map((picture) => picture.shades);
  expect(
    found.length === 5 && shades.every((n) => n > 10),
    `"${name}" has five still pictures, of ${shades.join(", ")} colors`,
  );
  const hidden = await tab.evaluate(() => {
    const box = document.querySelector(".picture");
    return box.scrollHeight - box.clientHeight;
  });
  expect(hidden <= 0, `"${name}": all pictures are in view`);
  const captions = await tab.locator("#panel-scenes figcaption").allInnerTexts();
  const collides = captions.some((words) => !words.endsWith(" 0 contacts"));
  expect(found.some(({ red }) => red > 0) === collides, `"${name}": red where something collides`);
  await tab.close();
}

/** In the page: the number of colors of each still picture, and that of its red pixels. */
function stillColors() {
  return [...document.querySelectorAll("#panel-scenes canvas.still")].map((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const colors = new Set();
    let red = 0;
    for (let i = 0; i < data.length; i += 4) {
      colors.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
      if (data[i] > 90 && data[i + 1] === 0) red += 1;
    }
    return { shades: colors.size, red };
  });
}

async function launch(flags) {
  return chromium.launchPersistentContext(mkdtempSync(join(folder, "user-")), {
    executablePath: browser,
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...flags,
    ],
  });
}

const size = statSync(page).size;
expect(size <= LARGEST, `${page} has ${size} bytes (at most ${LARGEST})`);
// The page is put together without a graphics library, which is several times as fast in software.
const soft = await launch(["--disable-gpu", "--enable-unsafe-swiftshader"]);
for (const test of [visitTabs, visitNarrow, hostileNames, brokenScenes, certificates, play])
  await test(soft);
const tools = { open, expect, page, withScenes };
for (const test of [layersAndKeys, matrixControls, claimFilters, figureLabels, allPlots])
  await test(soft, tools);
await soft.close();
const without = await launch(["--disable-gpu", "--disable-3d-apis"]);
await withoutWebGl(without);
await without.close();
rmSync(folder, { recursive: true, force: true });
console.log(failures.length ? `${failures.length} failures` : "all hold");
process.exitCode = failures.length ? 1 : 0;
