// Tests of controls: layers and keys of the picture, the matrix, the filters of claims. The program
// browser.mjs calls them with `tools`: how it opens a page, and how it notes what holds.

import { scene } from "./sample.mjs";

/** Time after which a change is drawn, in milliseconds. */
const DRAWN = 150;

/** Layers and keys change the picture, and a button goes to the worst frame of each detector. */
export async function layersAndKeys(context, { open, expect, withScenes }) {
  const made = scene({ name: "layers", bodies: 30, frames: 40, faces: 112, whole: true });
  const { tab, noted } = await open(context, withScenes([made]), "#scenes?scene=layers");
  const panel = tab.locator("#panel-scenes");
  const canvas = panel.locator("canvas.view");
  const label = panel.locator(".frame-label");
  const drawn = async () => {
    await tab.waitForTimeout(DRAWN);
    return (await canvas.screenshot()).toString("base64");
  };
  const changes = async (what, act) => {
    const before = await drawn();
    await act();
    expect((await drawn()) !== before, `${what} changes the picture`);
  };
  for (const { name, ns } of made.times.detectors) {
    const bytes = Buffer.from(ns, "base64");
    const times = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    const worst = times.indexOf(Math.max(...times));
    const buttons = panel.getByRole("button", { name: /^Go to the worst frame of / });
    await buttons.nth(made.times.detectors.findIndex((d) => d.name === name)).click();
    const shown = await label.innerText();
    expect(shown === `${worst + 1} / 40`, `the worst frame of ${name} is ${worst + 1}: ${shown}`);
  }
  const counts = made.contacts.map((pairs) => pairs.length);
  const busiest = counts.indexOf(Math.max(...counts));
  await panel.getByLabel("Frame", { exact: true }).fill(String(busiest));
  await panel.getByRole("button", { name: "Fit contacts" }).click();
  for (const layer of [
    "contacts (red)",
    "boxes of bodies",
    "overlap regions",
    "split cubes of the face octree",
  ])
    await changes(`the layer "${layer}"`, () => panel.getByLabel(layer).click());
  const level = panel.getByLabel("Sphere-tree", { exact: true });
  await changes("a level of the sphere-tree", () => level.selectOption("1"));
  const budget = panel.getByLabel(/^Certificates of/);
  await changes("a budget of certificates", () => budget.fill("0"));
  await canvas.focus();
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "+", "-", "0"])
    await changes(`the key ${key}`, () => tab.keyboard.press(key));
  await panel.getByLabel("Frame", { exact: true }).fill("5");
  await canvas.focus();
  await tab.keyboard.press(".");
  expect((await label.innerText()) === "7 / 40", "a period shows the next frame");
  await tab.keyboard.press(",");
  expect((await label.innerText()) === "6 / 40", "a comma shows the frame before");
  await tab.keyboard.press("Space");
  const play = panel.locator(".play");
  expect((await play.innerText()) === "Pause", "space plays");
  await tab.keyboard.press("Space");
  expect((await play.innerText()) === "Play", "and pauses");
  expect(noted.errors.length === 0, `no error is logged ${noted.errors.slice(0, 3).join(" | ")}`);
  await tab.close();
}

/** Returns the multiple in a cell of the matrix: 1 for the best, which has its value. */
function multiple(text) {
  if (text.includes("µs")) return 1;
  const number = Number.parseFloat(text.replace(/\u202f/g, ""));
  return Number.isNaN(number) ? Infinity : number;
}

/** Preparation, the first frame and memory fill the matrix as time does, if a race records them. */
async function costs(panel, expect) {
  const quantity = panel.getByLabel("Quantity", { exact: true });
  const options = await quantity.locator("option").allInnerTexts();
  expect(options[0] === "time of a frame", `the first quantity is ${options[0]}`);
  for (const [name, unit] of [
    ["preparation", /\d\s(ns|µs|ms|s)$/],
    ["first frame after preparation", /\d\s(ns|µs|ms|s)$/],
    ["memory after the frames", /\d\s[kM]?B$/],
  ]) {
    if (!options.includes(name)) {
      console.log(`     "${name}" is in no row of this race`);
      continue;
    }
    await quantity.selectOption({ label: name });
    const rows = panel.locator("table.matrix tbody tr");
    const least = [];
    for (let job = 0; job + 1 < (await rows.count()); job += 1) {
      const texts = await rows.nth(job).locator("td").allInnerTexts();
      least.push(texts.filter((text) => unit.test(text.trim())).length);
    }
    expect(
      least.length > 0 && least.every((n) => n >= 1),
      `"${name}" has a least value in each of ${least.length} jobs: ${least.join(", ")}`,
    );
  }
  const divisor = panel.getByLabel("Divided by", { exact: true }).locator("option").first();
  if (options.includes("memory after the frames")) {
    const words = await divisor.innerText();
    expect(words === "the least", `memory is divided by "${words}"`);
  }
  await quantity.selectOption({ label: "time of a frame" });
  const words = await divisor.innerText();
  expect(words === "the fastest", `time is divided by "${words}"`);
}

/** The dialog of a cell opens at its beginning, also where it is longer than the window. */
async function cellDialog(tab, panel, expect) {
  const size = tab.viewportSize();
  await tab.setViewportSize({ width: size.width, height: 320 });
  await panel.locator("table.matrix tbody td button").first().click();
  const dialog = tab.locator("dialog");
  const [top, longer] = await dialog.evaluate((e) => [
    e.scrollTop,
    e.scrollHeight - e.clientHeight,
  ]);
  expect(top === 0 && longer > 0, `a dialog of ${longer} pixels more opens at ${top}`);
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  await tab.setViewportSize(size);
}

/** The matrix sorts its columns by a job, leaves out what is not ticked, and copies what it shows. */
export async function matrixControls(context, { open, expect, page }) {
  const { tab, noted } = await open(context, page, "#matrix");
  const panel = tab.locator("#panel-matrix");
  const rows = panel.locator("table.matrix tbody tr");
  const columns = () => panel.locator("table.matrix thead th").count();
  const jobs = (await rows.count()) - 1;
  const job = Math.floor(jobs / 2);
  await rows.nth(job).getByRole("button").first().click();
  expect(
    (await rows.nth(job).locator('th[aria-sort="ascending"]').count()) === 1,
    "the job that the columns are sorted by is marked",
  );
  const cells = (await rows.nth(job).locator("td").allInnerTexts()).map(multiple);
  // Ratios of medians and of pairs differ by a percent.
  const sorted = cells.every((value, i) => i === 0 || value >= cells[i - 1] * 0.98);
  expect(sorted && cells.length > 2, `columns are sorted by a job: ${cells.join(", ")}`);
  await costs(panel, expect);
  await cellDialog(tab, panel, expect);
  await panel.getByText("Choose jobs and detectors").click();
  const ticks = panel.getByRole("group", { name: "Detectors" });
  const all = await columns();
  await ticks.getByRole("checkbox").first().click();
  expect((await columns()) === all - 1, "a detector that is not ticked is left out");
  await ticks.getByRole("button", { name: "none" }).click();
  expect(
    (await panel.innerText()).includes("Tick a job and a detector."),
    "without a detector there is no matrix",
  );
  await ticks.getByRole("button", { name: "all" }).click();
  expect((await columns()) === all, "all detectors are back");
  await tab.evaluate(() => {
    window.copied = [];
    const writeText = async (text) => window.copied.push(text);
    Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  });
  for (const form of ["Markdown", "CSV"])
    await panel.getByRole("button", { name: `Copy as ${form}` }).click();
  const [markdown, csv] = await tab.evaluate(() => window.copied.map((text) => text.split("\n")));
  const bars = markdown.every((line) => line.startsWith("| ") && line.endsWith(" |"));
  expect(bars && markdown.length === jobs + 3, `${markdown.length} lines of Markdown are copied`);
  expect(
    csv.length === jobs + 1 && csv[0].startsWith("job,"),
    `${csv.length} lines of CSV are copied`,
  );
  expect(noted.errors.length === 0, `no error is logged ${noted.errors.slice(0, 3).join(" | ")}`);
  await tab.close();
}

/** Each filter divides the claims: the numbers of its choices add up to that of all. */
export async function claimFilters(context, { open, expect, page }) {
  const { tab, noted } = await open(context, page, "#claims");
  const panel = tab.locator("#panel-claims");
  const found = async () => {
    const [shown, all] = (await panel.getByRole("status").first().innerText()).match(/\d+/g);
    return [Number(shown), Number(all)];
  };
  const [, all] = await found();
  for (const name of ["Paper", "Verdict", "Stability"]) {
    const field = panel.getByLabel(name, { exact: true });
    const values = await field.evaluate((e) => [...e.options].map((o) => o.value).filter(Boolean));
    let [sum, listed] = [0, true];
    for (const value of values) {
      await field.selectOption(value);
      const [shown] = await found();
      listed &&= (await panel.locator("details.claim").count()) === shown;
      sum += shown;
    }
    expect(sum === all && listed, `"${name}" divides ${all} claims into ${values.length} kinds`);
    await field.selectOption("");
  }
  const first = await panel.locator("details.claim").first().getAttribute("id");
  const id = first.replace("claim-", "");
  const search = panel.getByLabel("Text", { exact: true });
  await search.fill(id);
  const [shown] = await found();
  expect(shown >= 1 && shown < all, `the text "${id}" leaves ${shown} of ${all} claims`);
  await search.fill("no claim has this text");
  expect((await found())[0] === 0, "a text that no claim has leaves none");
  expect(noted.errors.length === 0, `no error is logged ${noted.errors.slice(0, 3).join(" | ")}`);
  await tab.close();
}

/** Names beside the axes of figures are drawn within the figures, on wide and narrow screens. */
export async function figureLabels(context, { open, expect, page }) {
  for (const size of [
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const { tab } = await open(context, page, "#claims", size);
    const [figures, beyond] = await tab.evaluate(async () => {
      document.querySelectorAll("#panel-claims details").forEach((e) => (e.open = true));
      await new Promise((done) => setTimeout(done, 500));
      const all = [...document.querySelectorAll("#panel-claims svg.dumbbell")];
      const left = (text) => text.getBBox().x;
      const texts = all.flatMap((e) => [...e.querySelectorAll('text[text-anchor="end"]')]);
      return [all.length, texts.filter((e) => left(e) < 0).map((e) => e.textContent)];
    });
    expect(
      figures > 0 && beyond.length === 0,
      `${figures} figures of ${size.width} pixels have no name beyond the edge ${beyond.slice(0, 3).join("; ")}`,
    );
    await tab.close();
  }
}

/** Each plot of each experiment is drawn: with curves, without an error, and soon. */
export async function allPlots(context, { open, expect, page }) {
  const { tab, noted } = await open(context, page, "#curves");
  const panel = tab.locator("#panel-curves");
  const options = (select) =>
    select.evaluate((element) => [...element.options].map((o) => o.value));
  const faults = [];
  let count = 0;
  for (const id of await options(panel.getByLabel("Experiment"))) {
    const choose = async (plot) => {
      await tab.evaluate((hash) => (location.hash = hash), `#curves?e=${id}&plot=${plot}`);
      await tab.waitForTimeout(20);
    };
    await choose(0);
    const plots = panel.getByLabel("Plot", { exact: true });
    const several = (await plots.count()) > 0 ? await options(plots) : [];
    for (const plot of several.filter((value) => value >= 0)) {
      await choose(plot);
      count += 1;
      const isChosen = (await plots.inputValue()) === plot;
      const curves = panel.locator(".legend .key, .chart table.bars tbody tr");
      if (!isChosen || (await curves.count()) === 0) faults.push(`${id} ${plot}`);
    }
  }
  expect(count > 150, `${count} plots of experiments are offered`);
  expect(faults.length === 0, `all of them are drawn: ${faults.join(", ")}`);
  expect(noted.errors.length === 0, `without an error: ${noted.errors.join("; ")}`);
}
