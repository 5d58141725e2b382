/** Three versions of lines become one: by git's own merge, or as sets. Called for each part of a file. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { compareText } from "../../text/claims/canonical.js";
import { GitFailed, run } from "../git/git.js";

export type Rows = readonly string[];

/** The versions of a merge; what one of them lacks is its own kind of empty. */
export type Three<T> = readonly [base: T, ours: T, theirs: T];

export const eachOf = <T, U>([base, ours, theirs]: Three<T>, change: (version: T) => U): Three<U> => [
  change(base),
  change(ours),
  change(theirs),
];

/** What both sides have, or the only side that changed it; undefined when both did, each in its own way. */
export function unopposed<T>([base, ours, theirs]: Three<T>): { value: T } | undefined {
  if (isDeepStrictEqual(ours, theirs) || isDeepStrictEqual(base, theirs)) return { value: ours };
  return isDeepStrictEqual(base, ours) ? { value: theirs } : undefined;
}

const NAMES = ["ours", "base", "theirs"];
const MERGE = ["merge-file", "-q", ...NAMES.flatMap((name) => ["-L", name]), ...NAMES];

/** Lines as `git merge-file` merges them, conflicts between markers. */
export async function mergeByLine(versions: Three<Rows>): Promise<Rows> {
  const settled = unopposed(versions);
  if (settled !== undefined) return settled.value;
  const folder = await mkdtemp(join(tmpdir(), "tenet-merge-"));
  const [base, ours, theirs] = versions;
  try {
    for (const [name, rows] of Object.entries({ ours, base, theirs }))
      await writeFile(join(folder, name), rows.map((row) => `${row}\n`).join(""));
    await run(folder, ["-c", "merge.conflictStyle=merge", ...MERGE]).catch((error: unknown) => {
      // Its exit code is the number of conflicts; 255 is a failure.
      if (!(error instanceof GitFailed) || (error.exitCode ?? 255) > 127) throw error;
    });
    return (await readFile(join(folder, "ours"), "utf8")).split("\n").slice(0, -1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Three lists as sets: what one side took out is out, what either put in is there once, behind what it stood behind on
 * its side. New items of both sides in one place follow `placeOf`; without it those of one side stay together. Symmetric.
 */
export function joinSets([base, ours, theirs]: Three<Rows>, placeOf: (item: string) => string = () => ""): string[] {
  const joined = base.filter((item) => ours.includes(item) && theirs.includes(item));
  for (const side of [ours, theirs].sort((a, b) => compareText(b.join(), a.join()))) {
    let at = 0;
    for (const item of side) {
      const known = joined.indexOf(item, at);
      if (known !== -1) at = known + 1;
      if (base.includes(item) || joined.includes(item)) continue;
      const isBehind = (other = "") => !base.includes(other) && placeOf(other) < placeOf(item);
      while (at < joined.length && isBehind(joined[at])) at++;
      joined.splice(at++, 0, item);
    }
  }
  return joined;
}

/** What stands above the first field. */
export const ABOVE = "";

const FIELD = /^["']?([\w-]+)["']?[ \t]*:(?:[ \t]|$)/;

/** Lines of YAML by the field they are of, in their order; undefined where a field stands twice. */
export function rowsByField(rows: readonly string[]): Map<string, string[]> | undefined {
  const fields = new Map<string, string[]>([[ABOVE, []]]);
  let last: string[] | undefined = fields.get(ABOVE);
  for (const row of rows) {
    const field = FIELD.exec(row)?.[1];
    if (field !== undefined) {
      if (fields.has(field)) return undefined;
      last = [];
      fields.set(field, last);
    }
    last?.push(row);
  }
  return fields;
}
