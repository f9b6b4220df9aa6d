// The terms of the pages.

import { h, newId, replace } from "../dom.js";

export function glossary(element, { data }) {
  const id = newId("search");
  const list = h("dl", {});
  const status = h("p", { class: "note", role: "status" });
  const draw = (text) => {
    const wanted = text.trim().toLowerCase();
    const matches = (t) =>
      `${t.term} ${t.also.join(" ")} ${t.means}`.toLowerCase().includes(wanted);
    const found = data.glossary.filter(matches);
    replace(
      list,
      found.map((t) => [h("dt", {}, h("strong", {}, t.term)), h("dd", {}, t.means)]),
    );
    status.textContent = `${found.length} of ${data.glossary.length} terms`;
  };
  const search = h("input", { type: "search", id, input: (e) => draw(e.target.value) });
  const field = h("div", { class: "field" }, h("label", { for: id }, "Find"), search);
  replace(element, h("h2", {}, "Glossary"), field, status, list);
  draw("");
  return { show() {} };
}
