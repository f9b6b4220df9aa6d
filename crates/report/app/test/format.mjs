// Numbers as the pages write them: `node test/format.mjs`.

import assert from "node:assert/strict";
import { share } from "../src/advice.js";
import { number, withUnit } from "../src/format.js";

// What has more digits once it is rounded has fewer of them behind the point.
for (const [value, text] of [
  [1.03, "1.03"],
  [9.994, "9.99"],
  [9.996, "10.0"],
  [99.96, "100"],
  [0.99996, "1.00"],
  [0.00009999, "0.000100"],
  [1e-7, "1.00·10⁻⁷"],
  [1234.5, "1235"],
  [12345.6, "12\u202f346"],
  [31.25, "31.3"],
  [-0.3125, "−0.313"],
  [1.005, "1.00"],
  [2.0000000001, "2"],
])
  assert.equal(number(value), text);

// Memory has the units of the pages.
for (const [bytes, text] of [
  [640, "640\u00a0B"],
  [999.6, "1.00\u00a0kB"],
  [2500, "2.50\u00a0kB"],
  [125845000, "126\u00a0MB"],
])
  assert.equal(withUnit(bytes, "byte"), text);

// Parts of one.
for (const [ratio, text] of [
  [0.62, "62 %"],
  [1 / 60.4, "a 60th"],
  [1 / 11, "an 11th"],
  [1 / 22, "a 22nd"],
  [1 / 83, "an 83rd"],
  [1 / 512, "a 510th"],
])
  assert.equal(share(ratio), text);
