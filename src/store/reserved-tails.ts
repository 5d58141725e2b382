import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ANY_ID = /\b(?:COR|INS|OUT|MEM|EDT)-\d{8}-([0-9A-Z]{3,8})\b/g;

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
      else if (entry.isFile())
        for (const found of readFileSync(inner, "utf8").matchAll(ANY_ID)) tails.add(found[1] ?? "");
    }
  };
  walk(folder, 2);
  return tails;
}

function listing(path: string) {
  return readdirSync(path, { withFileTypes: true });
}
