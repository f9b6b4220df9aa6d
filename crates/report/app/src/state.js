// The state of the page in its address: `#tab?key=value&…`.

/** Returns the tab and the parameters of the address. */
export function read() {
  const [tab, query = ""] = location.hash.slice(1).split("?");
  return { tab, parameters: new URLSearchParams(query) };
}

let pending = 0;

/** Writes parameters of a tab into the address soon, without an entry of the history. */
export function write(tab, parameters) {
  cancel();
  // Browsers refuse an address that changes with every step of a slider.
  pending = setTimeout(() => writeNow(tab, parameters), 200);
}

/** Drops what was not written yet: another tab is shown. */
export function cancel() {
  clearTimeout(pending);
}

function writeNow(tab, parameters) {
  const kept = Object.entries(parameters).filter(
    ([, v]) => v !== "" && v !== null && v !== undefined,
  );
  const query = new URLSearchParams(kept).toString();
  const hash = `#${tab}${query ? `?${query}` : ""}`;
  if (location.hash !== hash) history.replaceState(null, "", hash);
}

/** Returns a list of a parameter, or null if it is absent. */
export function list(parameters, key) {
  const text = parameters.get(key);
  return text === null ? null : text.split("~").filter(Boolean);
}

/** Returns the text of a list in an address. */
export function joined(values) {
  return values.join("~");
}
