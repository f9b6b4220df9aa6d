// Numbers as the pages write them: `node test/format.mjs`.

import assert from "node:assert/strict";
import { number } from "../src/format.js";

// What has more digits once it is rounded has fewer of them behind the point.
for (const [value, text] of [
  [1.03, "1.03"],
  [9.994, "9.99"],
  [9.996, "10.0"],
  [99.96, "100"],
  [0.99996, "1.00"],
  [0.00009999, "0.000100"],
  [1e-7, "1.00·10⁻⁷"],
  [1234.5, "1\u202f235"],
])
  assert.equal(number(value), text);
