/**
 * Which lines of a context contradict each other, as it was found out last: the same lines are compared at the start of
 * every session. Disposable; holds hashes and numbers, no words.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeDisposable } from "../files/disposable.js";
import type { Workspace } from "../workspace.js";

type Contests = readonly (number | null)[];

/** Raised whenever two lines may contradict each other that did not before, or the other way round. */
const FORMAT = 1;
/** Rules, memories and a few queries. */
const MOST_KEPT = 12;

const fileOf = (ws: Workspace): string => join(ws.cache, "contests.json");

function read(ws: Workspace): [string, Contests][] {
  try {
    const kept = JSON.parse(readFileSync(fileOf(ws), "utf8")) as { format?: number; known?: [string, Contests][] };
    return kept.format === FORMAT && Array.isArray(kept.known) ? kept.known : [];
  } catch {
    return [];
  }
}

/** What is known of these lines, else what `find` says of them, kept unless nothing may be written. */
export function knownContests(
  ws: Workspace,
  lines: readonly string[],
  parts: readonly number[],
  { find, untouched }: { find: () => Contests; untouched: boolean },
): Contests {
  const key = createHash("sha256")
    .update(JSON.stringify([lines, parts]))
    .digest("hex");
  const known = read(ws);
  const found = known.find(([of]) => of === key)?.[1];
  if (found !== undefined) return found;
  const contests = find();
  if (!untouched) {
    const next = [[key, contests], ...known.slice(0, MOST_KEPT - 1)];
    writeDisposable(fileOf(ws), JSON.stringify({ format: FORMAT, known: next }), [ws.local, ws.cache]);
  }
  return contests;
}
