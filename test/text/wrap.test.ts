import { expect, it } from "vitest";
import { wrap } from "../../src/text/columns.js";

it.each([
  ["3 things wait: tenet review", 22, ["3 things wait:", "tenet review"]],
  ["the next recall or `tenet index` does", 26, ["the next recall or", "`tenet index` does"]],
  ["what tenet remembers", 12, ["what", "tenet remembers"]],
  ["to tenet", 4, ["to", "tenet"]],
])("%s in %i cells: a command keeps its name", (text, cells, lines) => {
  expect(wrap(text, cells)).toEqual(lines);
});
