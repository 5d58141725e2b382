import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SCHEMA_OF } from "../../../src/entry/entry-schema.js";
import { COPIED } from "../../../src/entry/standing/copies.js";

const SRC = new URL("../../../src/", import.meta.url).pathname;
const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));

it("a record has no field for what is computed of it", () => {
  for (const [type, { shape }] of Object.entries(SCHEMA_OF))
    for (const field of COPIED) expect(Object.keys(shape), `${type}.${field}`).not.toContain(field);
  for (const type of ["correction", "insight", "memory", "decision"] as const)
    expect(Object.keys(SCHEMA_OF[type].shape)).not.toContain("stick");
});

// A record's type has none of these fields, so the compiler lets nobody read one but as an unknown field, in brackets.
it("a copy is read by no part of the program but the reader of drafts and the checker", () => {
  const unknown = new RegExp(`\\b[a-z]\\w*\\["(?:${[...COPIED, "stick"].join("|")})"\\]`);
  const readers = files.filter((path) => unknown.test(readFileSync(join(SRC, path), "utf8")));
  expect(readers).toEqual(["capture/drafts/draft-forms.ts"]);
});
