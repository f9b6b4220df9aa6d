// All tests of the page, on the page that is named or on the committed one.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

for (const test of ["format.mjs", "races.mjs", "advice.mjs", "browser.mjs"]) {
  const file = fileURLToPath(new URL(test, import.meta.url));
  const { status } = spawnSync(process.execPath, [file, ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  if (status !== 0) {
    process.exit(status ?? 1);
  }
}
