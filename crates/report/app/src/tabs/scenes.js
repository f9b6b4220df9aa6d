// Scenes: playback of recorded frames, with the findings and times of each.

import { fullName, hasLook } from "../names.js";
import { button, h, replace, select } from "../dom.js";
import { count } from "../format.js";
import { Scene } from "../scene/decode.js";
import { Player } from "../scene/player.js";

export function scenes(element, context, save) {
  const all = context.scenes();
  const leftOut = context.data?.scenes_left_out ?? [];
  const stage = h("div", {});
  let player = null;
  let chosen = null;

  const open = async (name, parameters) => {
    player?.dispose();
    player = null;
    chosen = name;
    const entry = all.find((s) => s.name === name) ?? all[0];
    try {
      const scene = new Scene(await entry.load());
      // Another one may have been chosen while this one was unpacked.
      if (chosen !== name) return;
      player = new Player(scene, parameters, (values) => save({ scene: entry.name, ...values }));
      replace(stage, description(scene), player.element);
      player.start();
    } catch (error) {
      replace(
        stage,
        h("p", { class: "error" }, `The scene "${entry.name}" cannot be played: ${error.message}.`),
      );
    }
  };

  const options = all.map(({ name, title }) => [name, title]);
  const chooser = h("div", { class: "row" });
  const pictures = all.filter(({ picture }) => picture?.startsWith("data:image/png;"));
  const cards = pictures.map(({ name, title, picture }) => [
    name,
    button(
      [h("img", { src: picture, alt: "", width: 180, height: 120 }), title],
      () => choose(name),
      {
        class: "card",
      },
    ),
  ]);
  const choose = (name) => {
    if (name === chosen) return;
    list(name);
    open(name, new URLSearchParams());
  };
  /** Shows which scene is chosen. */
  const list = (name) => {
    const field = chooser.querySelector("select");
    if (field) field.value = name;
    else
      replace(
        chooser,
        select("Scene", options, name, (other) => choose(other)),
      );
    for (const [card, element] of cards) element.setAttribute("aria-pressed", card === name);
  };
  const missing =
    leftOut.length > 0 &&
    h("p", { class: "note" }, `Left out, to keep this page small: ${leftOut.join("; ")}.`);
  if (all.length === 0) {
    replace(
      element,
      h("h2", {}, "Scenes"),
      h(
        "p",
        {},
        "No scene is recorded here. ",
        h("code", {}, "cargo xtask view SCENE"),
        " plays any scene in a page of its own.",
      ),
      missing,
    );
    return { show() {} };
  }
  const gallery =
    cards.length > 0 && h("div", { class: "cards" }, ...cards.map(([, card]) => card));
  replace(element, h("h2", {}, "Scenes"), gallery, chooser, missing, stage);
  return {
    show(parameters) {
      const wanted = parameters.get("scene") ?? chosen ?? all[0].name;
      const known = all.some((s) => s.name === wanted) ? wanted : all[0].name;
      list(known);
      if (known !== chosen) open(known, parameters);
      else player?.resume(parameters);
    },
    hide() {
      player?.pause();
    },
  };
}

function description(scene) {
  const { file } = scene;
  const facts = [
    count(scene.bodies.length, "body", "bodies"),
    count(scene.faces, "face"),
    count(scene.frames, "frame"),
    file.machine,
    file.date,
    file.revision && `revision ${file.revision}`,
  ];
  return h(
    "div",
    {},
    h("h3", {}, file.title ?? file.name),
    h("p", { class: "note" }, facts.filter(Boolean).join(" · ")),
    (file.notes ?? []).map((note) => h("p", {}, withNames(note))),
    file.source && h("p", { class: "note" }, "Source: ", h("code", {}, file.source)),
  );
}

/** Returns a note of a playback file with the names of detectors for readers. */
function withNames(note) {
  // Names of bodies are between accents; options follow a detector that has others.
  const named = (text) =>
    text.replace(/[a-z0-9]+(-[a-z0-9]+)*(?! [a-z-]+=)\b/g, (word) =>
      hasLook(word) ? fullName(word) : word,
    );
  return note
    .split("`")
    .map((part, i) => (i % 2 ? `“${part}”` : named(part)))
    .join("");
}
