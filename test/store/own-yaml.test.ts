import { describe, expect, it } from "vitest";
import { TEXT_FIELDS } from "../../src/entry/record-fields.js";
import { readOwnYaml } from "../../src/store/records/own-yaml.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { bodyOf, layoutOf } from "../../src/store/records/record-parse.js";
import { parseSafeYaml } from "../../src/store/records/safe-yaml.js";
import { quoted } from "../../src/store/records/yaml-text.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";
import { anyEntry, anyText } from "./any-entry.js";
import { correction } from "./entries.js";

/** What the parser says of a text; undefined where it refuses it. */
function parsed(text: string) {
  try {
    return parseSafeYaml(text, TEXT_FIELDS);
  } catch {
    return undefined;
  }
}

/** The own reading says what the parser says, or nothing. */
function agrees(text: string): boolean {
  const own = readOwnYaml(text, TEXT_FIELDS);
  if (own === undefined) return false;
  const full = parsed(text);
  expect(full, text).toBeDefined();
  expect(own.value, text).toEqual(full?.value);
  expect(JSON.stringify(own.value), text).toBe(JSON.stringify(full?.value));
  for (const [key, line] of own.lines) expect(line, text).toBe(full?.lineOf(key));
  return true;
}

const KEYS = "type id tags near with score confidence check at constructor x-y".split(" ");
const VALUES = [
  ...`word two-words a/b.c+d true false null ~ yes No 1 -1 0 -0 007 1.10 1e3 0x1f .5 5. .nan 9007199254740993 - [] {} [a] | > & * ! %`.split(
    " ",
  ),
  ...['"a: b # c"', '"a\\tb\\u00e9\\/"', '"a\\x41"', '"open', "'it''s'", "'a'b'", '"a" # note', "a: b", "a #b", "a b"],
  ...["2026-02-15", "2026-02-15T14:00:00Z", "2026-02-15 14:00", "", " ", "\t", "\u2028", '"\u0085\ufeff"', "'\r'"],
];
const key = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...KEYS) },
  { weight: 1, arbitrary: fc.oneof(fc.constantFrom("null", "yes", "__proto__", "", "1"), anyText) },
);
const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("word", "8", '"a: b # c"', "'it''s'", "2026-02-15T14:00:00Z") },
  { weight: 1, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 1, arbitrary: anyText.map(quoted) },
);
/** Deeper lines; `first` begins the first of them. */
const indented = (lines: readonly string[], first = "  ") =>
  lines.map((line, at) => `${at === 0 ? first : "  "}${line}`);
const { map } = fc.letrec<{ map: string[]; list: string[] }>((tie) => ({
  map: fc
    .array(
      fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        { weight: 4, arbitrary: fc.tuple(key, value).map(([name, written]) => [`${name}: ${written}`]) },
        { weight: 1, arbitrary: fc.tuple(key, tie("list")).map(([name, below]) => [`${name}:`, ...indented(below)]) },
        { weight: 1, arbitrary: fc.tuple(key, tie("map")).map(([name, below]) => [`${name}:`, ...indented(below)]) },
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((pairs) => pairs.flat()),
  list: fc
    .array(
      fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        { weight: 2, arbitrary: value.map((written) => [`- ${written}`]) },
        { weight: 1, arbitrary: tie("map").map((below) => indented(below, "- ")) },
        { weight: 1, arbitrary: tie("list").map((below) => indented(below, "- ")) },
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((items) => items.flat()),
}));
/** Lines in the own form, of which one may be another. */
const written = fc
  .tuple(map, fc.nat(20), fc.option(fc.tuple(fc.constantFrom("", " ", "  ", "- ", "    ", "\t"), value), { freq: 2 }))
  .map(([lines, at, other]) => (other === null ? lines : lines.toSpliced(at, at % 2, other.join(""))).join("\n"));

describe("YAML in tenet's own form", () => {
  it("says what the parser says, or is left to it", { tags: "more" }, () => {
    let read = 0;
    const numRuns = rounds(2_000, 100_000);
    fc.assert(
      fc.property(written, (text) => {
        if (agrees(text)) read++;
      }),
      { numRuns },
    );
    expect(read).toBeGreaterThan(numRuns / 10);
  });

  it("is how tenet writes records", { tags: "more" }, () => {
    const near = [{ with: "COR-20260214-M2XBA", score: 0.5, by: "claim", state: "open" }];
    const entry = correction({ tags: ["build", "yes", "two words", 'with "quotes"'], near } as never);
    expect(agrees(bodyWithin(appendRecord(undefined, entry)))).toBe(true);
    fc.assert(
      fc.property(anyEntry, (any) => {
        const isOwn = agrees(bodyWithin(appendRecord(undefined, any)));
        // Fields of other programs hold any number, and nothing at all.
        if (!Object.keys(any).some((field) => field.startsWith("x_"))) expect(isOwn).toBe(true);
      }),
      { numRuns: rounds(100, 3_000) },
    );
  });

  it.each([
    ["a key that stands twice", "a: b\na: c"],
    ["a comment", "a: b # c"],
    ["a blank line", "a: b\n\nc: d"],
    ["a deeper value without a key", "a: b\n  c: d"],
    ["a list at its key's indent", "a:\n- b"],
    ["nothing below a key", "a:\nb: c"],
    ["a key that is no text", "null: a"],
    ["a refused key", "__proto__: a"],
    ["nothing", ""],
    ["more than a thousand lines", Array.from({ length: 1_001 }, (_, at) => `k${at}: v`).join("\n")],
    ["eleven levels", Array.from({ length: 12 }, (_, at) => `${"  ".repeat(at)}k:`).join("\n")],
  ])("leaves %s to the parser", (_, text) => {
    expect(readOwnYaml(text, TEXT_FIELDS)).toBeUndefined();
  });
});

/** The YAML of the only record of a file. */
function bodyWithin(text: string): string {
  const { lines, skeleton } = layoutOf(text);
  const [fence] = skeleton.fences;
  return fence === undefined ? "" : bodyOf(lines, fence);
}
