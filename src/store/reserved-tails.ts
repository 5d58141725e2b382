import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tailOf } from "../entry/entry.js";
import { OWN_ID_FORM } from "../entry/id-form.js";

const OWN_ID = new RegExp(String.raw`\b${OWN_ID_FORM}\b`, "g");

/** Tails of all ids in the files of a folder: what buffered runs have reserved, what records of edits hold. */
export function tailsInRuns(folder: string): Set<string> {
  const tails = new Set<string>();
  const walk = (path: string, depth: number) => {
    let entries: ReturnType<typeof listing>;
    try {
      entries = listing(path);
    } catch {
      return;
    }
    for (const entry of entries) {
      const inner = join(path, entry.name);
      if (entry.isDirectory() && depth > 0) walk(inner, depth - 1);
      else if (entry.isFile()) for (const [id] of readFileSync(inner, "utf8").matchAll(OWN_ID)) tails.add(tailOf(id));
    }
  };
  walk(folder, 2);
  return tails;
}

function listing(path: string) {
  return readdirSync(path, { withFileTypes: true });
}
