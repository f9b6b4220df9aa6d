// Claims: each with its verdict, its rule and a picture of the paper's numbers and ours.

import { copyButton, h, replace, select, newId } from "../dom.js";
import { count } from "../format.js";
import { dumbbell, forest } from "../dumbbell.js";
import { marked } from "../terms.js";

/** Color and sign of each verdict, so that neither is needed alone. */
const VERDICTS = {
  reproduced: ["#1a7f4b", "#ffffff", "✓"],
  held: ["#1a7f4b", "#ffffff", "✓"],
  shifted: ["#8ecae6", "#10222b", "≈"],
  "mechanism only": ["#8ecae6", "#10222b", "m"],
  "depends on …": ["#8ecae6", "#10222b", "…"],
  contradicted: ["#b3261e", "#ffffff", "✗"],
  failed: ["#b3261e", "#ffffff", "✗"],
  "error in the paper": ["#6a3d9a", "#ffffff", "!"],
  undecided: ["#e9c46a", "#2b2210", "?"],
  "not testable here": ["#9aa4ad", "#10161b", "–"],
};
/** Number of claims up to which all are shown; more are folded by paper. */
const MOST_OPEN = 40;
const STABILITIES = [
  ["", "any"],
  ["sure", "95 % of draws or more"],
  ["unsure", "less than 95 % of draws"],
  ["none", "not drawn"],
];

export function claims(element, { data, go }, save) {
  const state = { paper: "", verdict: "", stability: "", text: "", id: "" };
  const filters = h("div", { class: "row" });
  const list = h("div", {});
  const status = h("p", { class: "note", role: "status" });

  const matches = (claim) =>
    (!state.paper || claim.paper === state.paper) &&
    (!state.verdict || claim.verdict === state.verdict) &&
    isStable(claim, state.stability) &&
    `${claim.id} ${claim.says} ${claim.place} ${claim.caveat}`
      .toLowerCase()
      .includes(state.text.toLowerCase());

  const draw = () => {
    const found = data.claims.filter(matches);
    status.textContent = `${count(found.length, "claim")} of ${data.claims.length}`;
    replace(
      list,
      byPaper(found, data).map(([title, claims]) =>
        h(
          "details",
          { open: found.length <= MOST_OPEN || claims.some((c) => c.id === state.id) },
          h("summary", {}, `${title}: ${count(claims.length, "claim")}`),
          claims.map((claim) => entry(claim, data, go)),
        ),
      ),
    );
    save(state);
  };
  const change = (key) => (value) => {
    state[key] = value;
    state.id = "";
    draw();
  };
  const drawFilters = () => {
    const papers = data.papers.map((p) => [p.key, p.year ? `${p.key}` : "our own hypotheses"]);
    const verdicts = [...new Set(data.claims.map((c) => c.verdict))].map((v) => [v, v]);
    const id = newId("search");
    const search = h("input", {
      type: "search",
      id,
      value: state.text,
      input: (e) => change("text")(e.target.value),
    });
    replace(
      filters,
      select("Paper", [["", "all"], ...papers], state.paper, change("paper")),
      select("Verdict", [["", "all"], ...verdicts], state.verdict, change("verdict")),
      select("Stability", STABILITIES, state.stability, change("stability")),
      h("span", { class: "field" }, h("label", { for: id }, "Text"), search),
    );
  };
  const openClaim = (id) => {
    Object.assign(state, { paper: "", verdict: "", stability: "", text: "", id });
    drawFilters();
    draw();
    const details = document.getElementById(`claim-${id}`);
    if (!details) return;
    details.open = true;
    details.scrollIntoView({ block: "start" });
    details.querySelector("summary").focus();
  };
  replace(element, h("h2", {}, "Claims"), strips(data, openClaim), filters, status, list);
  return {
    show(parameters) {
      if ([...parameters.keys()].length)
        for (const key of Object.keys(state)) state[key] = parameters.get(key) ?? "";
      drawFilters();
      if (state.id) openClaim(state.id);
      else draw();
    },
  };
}

function isStable({ stability }, wanted) {
  if (!wanted) return true;
  if (wanted === "none") return stability === null;
  return stability !== null && stability >= 0.95 === (wanted === "sure");
}

/** Returns the claims of each paper with its title, in the order of the papers. */
function byPaper(claims, data) {
  const of = ({ key, year, title }) => [
    year ? title : "Our own hypotheses",
    claims.filter((c) => c.paper === key),
  ];
  return data.papers.map(of).filter(([, list]) => list.length > 0);
}

/** One square for each claim of a paper, with the paper's main statement. */
function strips(data, open) {
  const strip = (paper) => {
    const squares = data.claims
      .filter((c) => c.paper === paper.key)
      .map((c) => {
        const [back, front, sign] = VERDICTS[c.verdict] ?? VERDICTS.undecided;
        const label = `${c.id}, ${c.place}: ${c.words}`;
        return h(
          "button",
          {
            type: "button",
            title: label,
            "aria-label": label,
            style: { background: back, color: front },
            click: () => open(c.id),
          },
          sign,
        );
      });
    return (
      squares.length > 0 &&
      h(
        "div",
        {},
        h("h3", {}, paper.year ? `${paper.title}` : "Our own hypotheses"),
        paper.claimed &&
          h(
            "p",
            {},
            h("em", {}, paper.claimed),
            paper.standing && ` ${paper.standing[0].toUpperCase()}${paper.standing.slice(1)}.`,
          ),
        h("div", { class: "strip" }, squares),
      )
    );
  };
  const keys = Object.entries(VERDICTS).filter(([verdict]) =>
    data.claims.some((c) => c.verdict === verdict),
  );
  const legend = keys.map(([verdict]) => h("span", { class: "key" }, badge(verdict, verdict)));
  return [h("div", { class: "row" }, legend), data.papers.map(strip)];
}

function badge(verdict, text) {
  const [back, front, sign] = VERDICTS[verdict] ?? VERDICTS.undecided;
  return h(
    "span",
    { class: "badge", style: { background: back, color: front } },
    `${sign} ${text}`,
  );
}

function entry(claim, data, go) {
  const body = h("div", {});
  const details = h(
    "details",
    {
      class: "claim",
      id: `claim-${claim.id}`,
      toggle: () => details.open && !body.firstChild && replace(body, parts(claim, data, go)),
    },
    h(
      "summary",
      {},
      badge(claim.verdict, claim.words),
      h("span", { class: "note" }, `${claim.id} · ${claim.paper}, ${claim.place} · `),
      h("span", { class: "says" }, claim.says),
    ),
    body,
  );
  return details;
}

function parts(claim, data, go) {
  const row = (name, ...content) => [h("dt", {}, name), h("dd", {}, content)];
  const both = ([first, second]) => [
    first,
    second && first !== second && [h("br"), h("strong", {}, second)],
  ];
  const measured = data.experiments.some((e) => e.id === claim.experiment);
  const curves = () => go("curves", new URLSearchParams({ e: claim.experiment }));
  return [
    dumbbell(claim),
    h(
      "dl",
      {},
      row("paper", both(claim.stated)),
      row("ours", both(claim.found)),
      claim.reason && row("reason", marked(claim.reason)),
      row("rule", marked(claim.rule)),
      claim.changes.map(([date, was, why]) => row("changed", `${date}. Before: ${was}. ${why}`)),
      row("stability", stability(claim)),
      claim.others.length > 0 && row("other runs", forest([claim])),
      row("caveat", marked(claim.caveat)),
      row(
        "again",
        h("code", {}, claim.command),
        " ",
        copyButton("Copy", () => claim.command),
      ),
      row(
        "more",
        h("a", { href: claim.link }, "its section in the pages"),
        measured && [
          " · ",
          h("a", { href: `#curves?e=${claim.experiment}`, click: curves }, "its curves"),
        ],
      ),
    ),
  ];
}

function stability({ stability: share, runs }) {
  const parts = [
    share !== null
      ? `${Math.round(share * 100)} % of the draws of the samples have this verdict`
      : "not drawn: only counts, or not decided",
    runs && `${runs[0]} of ${count(runs[1], "recorded run")} of this machine on its scenes agree`,
  ];
  return `${parts.filter(Boolean).join("; ")}.`;
}
