// Elements of the page. Texts are set as text, never as markup.

/**
 * Creates an element. `properties` are attributes; functions are listeners by their event's name;
 * `class`, `style` (an object) and `data-…` are as in markup; false, null and undefined are left
 * out.
 */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** Creates an element of SVG. */
export function svg(tag, properties, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name === "style") Object.assign(element.style, value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(
    ...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false),
  );
  return element;
}

/** Replaces the children of an element. */
export function replace(element, ...children) {
  element.replaceChildren(
    ...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false),
  );
  return element;
}

let ids = 0;

/** Returns an id that no other element has. */
export function newId(name) {
  ids += 1;
  return `${name}-${ids}`;
}

/** A labeled select. `options` are pairs of value and text, or groups `{ label, options }`. */
export function select(label, options, value, change, extra = {}) {
  const id = newId("select");
  const option = ([v, text]) => h("option", { value: v, selected: v === value }, text);
  const entry = (o) =>
    Array.isArray(o) ? option(o) : h("optgroup", { label: o.label }, o.options.map(option));
  const input = h(
    "select",
    { id, change: (e) => change(e.target.value), ...extra },
    options.map(entry),
  );
  input.value = value;
  return h("span", { class: "field" }, h("label", { for: id }, label), input);
}

/** A labeled check box. */
export function check(label, checked, change, extra = {}) {
  const input = h("input", { type: "checkbox", checked, change: (e) => change(e.target.checked) });
  return h("label", { class: "check", ...extra }, input, " ", label);
}

/** A button. */
export function button(label, click, extra = {}) {
  return h("button", { type: "button", click, ...extra }, label);
}

/** A table in a scrolling frame that the keyboard reaches. */
export function table(caption, head, rows, extra = {}) {
  const cell = (c, i) => (i === 0 ? h("th", { scope: "row" }, c) : h("td", {}, c));
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    h(
      "table",
      extra,
      h("caption", { class: "hidden" }, caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((c) => h("th", { scope: "col" }, c)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) => h("tr", {}, row.map(cell))),
      ),
    ),
  );
}

/** A button that copies a text, and says so. */
export function copyButton(label, text) {
  const status = h("span", { class: "note", role: "status" });
  const copy = async () => {
    const content = text();
    try {
      await navigator.clipboard.writeText(content);
      status.textContent = "copied";
    } catch {
      // Pages of files may lack the permission.
      status.textContent = fallbackCopy(content)
        ? "copied"
        : "cannot copy: select the text by hand";
    }
    setTimeout(() => (status.textContent = ""), 2000);
  };
  return h("span", {}, button(label, copy), " ", status);
}

function fallbackCopy(text) {
  const area = h("textarea", { class: "hidden" });
  area.value = text;
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  return copied;
}
