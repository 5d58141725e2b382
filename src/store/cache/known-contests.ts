/**
 * Which lines of a context contradict each other, as it was found out last: the same lines are compared at the start of
 * every session. Disposable; holds hashes and numbers, no words.
 */
import { join } from "node:path";
import { sha256 } from "../files/atomic-file.js";
import { BUILD, keepValue, keptValue } from "../files/disposable.js";
import type { Workspace } from "../workspace.js";

type Contests = readonly (number | null)[];

/** Rules, memories and a few queries. */
const MOST_KEPT = 12;

const fileOf = (ws: Workspace): string => join(ws.cache, "contests.json");

/** What is known of these lines, else what `find` says of them, kept unless nothing may be written. */
export function knownContests(
  ws: Workspace,
  lines: readonly string[],
  parts: readonly number[],
  { find, untouched }: { find: () => Contests; untouched: boolean },
): Contests {
  const key = sha256(JSON.stringify([lines, parts]));
  const kept = keptValue<{ build: string; known: [string, Contests][] }>(fileOf(ws));
  const known = kept?.build === BUILD && Array.isArray(kept.known) ? kept.known : [];
  const found = known.find(([of]) => of === key)?.[1];
  if (found !== undefined) return found;
  const contests = find();
  const next = [[key, contests], ...known.slice(0, MOST_KEPT - 1)];
  if (!untouched) keepValue(ws, fileOf(ws), { build: BUILD, known: next });
  return contests;
}
