// Bundles the page's script and style sheet into `dist/`, with the digest of the script and the
// license texts of its libraries. `node build.mjs --check` fails if `dist/` is not what it would
// write.

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = ["es2020"];

const script = await build({
  absWorkingDir: here,
  entryPoints: ["src/main.js"],
  bundle: true,
  minify: true,
  format: "iife",
  target,
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  write: false,
});
const style = await build({
  absWorkingDir: here,
  entryPoints: ["src/style.css"],
  bundle: true,
  minify: true,
  target: ["chrome100", "firefox110", "safari16"],
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  write: false,
});

/** Returns the packages of the files in both bundles, sorted. */
function packages() {
  const inputs = [script, style].flatMap((result) => Object.keys(result.metafile.inputs));
  const names = inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(names.filter(Boolean))].sort();
}

/** Returns name, version and license text of each package. */
function notice() {
  const parts = packages().map((name) => {
    const folder = join(here, "node_modules", name);
    const { version, license, homepage } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    );
    const file = ["LICENSE", "LICENSE.md", "LICENSE.txt"].find((f) => existsSync(join(folder, f)));
    if (!file) throw new Error(`${name} has no license file: it may not be bundled`);
    const text = readFileSync(join(folder, file), "utf8").replace(/\r\n/g, "\n").trim();
    return `${name} ${version} (${license}) ${homepage ?? ""}\n\n${text}\n`;
  });
  const head = "The script of the report's interactive page contains these packages.\n\n";
  return head + parts.join(`\n${"-".repeat(72)}\n\n`);
}

// The page puts the script into a <script> element, which this text would end.
const app = script.outputFiles[0].text
  .replace(/<\/script/gi, "<\\/script")
  .replace(/<!--/g, "<\\!--");
const digest = createHash("sha256").update(app).digest("base64");
const files = {
  "app.js": app,
  "app.css": style.outputFiles[0].text,
  "app.digest.txt": `sha256-${digest}\n`,
  "NOTICE.txt": notice(),
};
const check = process.argv.includes("--check");
for (const [name, text] of Object.entries(files)) {
  const path = join(here, "dist", name);
  if (!check) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
    console.error(`dist/${name} differs from its sources; run: npm run build`);
    process.exitCode = 1;
  }
  console.log(`dist/${name}: ${(text.length / 1024).toFixed(0)} KiB`);
}
