// The interactive page of the report: tabs, and the address that names what they show.

import { readData, readScenes } from "./data.js";
import { button, h, replace } from "./dom.js";
import { cancel, read, write } from "./state.js";
import { pick } from "./tabs/pick.js";
import { matrix } from "./tabs/matrix.js";
import { claims } from "./tabs/claims.js";
import { curves } from "./tabs/curves.js";
import { scenes } from "./tabs/scenes.js";
import { accuracy } from "./tabs/accuracy.js";
import { machine } from "./tabs/machine.js";
import { glossary } from "./tabs/glossary.js";

const WITH_ROWS = [
  ["pick", "Pick", pick],
  ["matrix", "Matrix", matrix],
  ["claims", "Claims", claims],
  ["curves", "Curves", curves],
  ["scenes", "Scenes", scenes],
  ["accuracy", "Accuracy", accuracy],
  ["machine", "Machine and runs", machine],
  ["glossary", "Glossary", glossary],
];
const SCENES_ONLY = WITH_ROWS.filter(([key]) => key === "scenes");

/** A tab is drawn when it is first shown, so that the page opens fast. */
class Tabs {
  constructor(context, entries) {
    this.context = context;
    this.entries = entries;
    this.current = null;
    this.panels = new Map();
    this.buttons = entries.map(([key, label]) => this.tabButton(key, label));
    this.list = h(
      "div",
      { role: "tablist", "aria-label": "Parts of the report", keydown: (e) => this.move(e) },
      this.buttons,
    );
    this.main = h("main", { id: "main" });
  }

  tabButton(key, label) {
    return h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${key}`,
        "aria-controls": `panel-${key}`,
        click: () => this.go(key),
      },
      label,
    );
  }

  /** Shows a tab as if its address was followed. */
  go(key, parameters = new URLSearchParams()) {
    const query = parameters.toString();
    const hash = `#${key}${query ? `?${query}` : ""}`;
    if (location.hash === hash) this.show(key, parameters);
    else location.hash = hash;
  }

  move(event) {
    const i = this.entries.findIndex(([key]) => key === this.current);
    const last = this.entries.length - 1;
    const to = {
      ArrowRight: i === last ? 0 : i + 1,
      ArrowLeft: i === 0 ? last : i - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(this.entries[to][0]);
    this.buttons[to].focus();
  }

  /** Shows the tab of the address. */
  follow() {
    const { tab, parameters } = read();
    const known = this.entries.some(([key]) => key === tab);
    this.show(known ? tab : this.entries[0][0], parameters);
  }

  show(key, parameters) {
    cancel();
    const changed = key !== this.current;
    if (changed) this.panels.get(this.current)?.hide?.();
    this.current = key;
    for (const [i, [name]] of this.entries.entries()) {
      const selected = name === key;
      this.buttons[i].setAttribute("aria-selected", selected);
      this.buttons[i].tabIndex = selected ? 0 : -1;
    }
    const panel = this.panel(key);
    for (const { element } of this.panels.values()) element.hidden = element !== panel.element;
    panel.show(parameters);
  }

  panel(key) {
    if (!this.panels.has(key)) {
      const element = h("section", {
        role: "tabpanel",
        id: `panel-${key}`,
        "aria-labelledby": `tab-${key}`,
        tabindex: -1,
      });
      const make = this.entries.find(([name]) => name === key)[2];
      const save = (values) => this.current === key && write(key, values);
      this.main.append(element);
      this.panels.set(key, {
        element,
        ...guarded(element, () => make(element, this.context, save)),
      });
    }
    return this.panels.get(key);
  }
}

/** Makes a tab. A mistake in one leaves the others usable. */
function guarded(element, make) {
  try {
    return make();
  } catch (error) {
    console.error(error);
    replace(element, h("p", { class: "error" }, `This tab cannot be shown: ${error.message}`));
    return { show() {} };
  }
}

function header(data) {
  const newest = data?.recordings.at(-1);
  const machine =
    newest &&
    `${newest.run.machine.cpu}, ${newest.run.machine.cores} cores · ${newest.run.date.slice(0, 10)} · ${newest.run.revision}`;
  const links = data && h("a", { href: "README.md" }, "the pages in text form");
  return h(
    "header",
    {},
    h("h1", {}, document.title),
    newest && h("p", { class: "note" }, `Measured on ${machine}. See also `, links, "."),
    newest?.run.quick &&
      h(
        "p",
        { class: "warning" },
        "A quick run: fewer repeats and smaller sweeps. Do not draw conclusions from it.",
      ),
  );
}

function footer() {
  const notice = document.getElementById("notice");
  const text = h("pre", { hidden: true }, notice?.content.textContent ?? "");
  const toggle = button(
    "Licenses of the libraries in this page",
    () => (text.hidden = !text.hidden),
  );
  return h("footer", {}, toggle, text);
}

async function start() {
  const app = document.getElementById("app");
  let data;
  try {
    data = await readData();
  } catch (error) {
    replace(
      app,
      h("p", { class: "error" }, `The data of this page cannot be read: ${error.message}.`),
    );
    return;
  }
  const context = { data, scenes: memoized(readScenes) };
  const tabs = new Tabs(context, data ? WITH_ROWS : SCENES_ONLY);
  context.go = (key, parameters) => tabs.go(key, parameters);
  const skip = h(
    "a",
    { class: "skip", href: "#", click: (e) => skipTo(e, tabs) },
    "Skip to the content",
  );
  const nav = h("nav", { hidden: !data }, tabs.list);
  replace(app, skip, header(data), nav, tabs.main, footer());
  addEventListener("hashchange", () => tabs.follow());
  tabs.follow();
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

function skipTo(event, tabs) {
  event.preventDefault();
  tabs.panels.get(tabs.current).element.focus();
}

function memoized(make) {
  let value;
  return () => (value ??= make());
}

start();
