/**
 * Results of `tenet check` on this machine: corrections that were followed, or broken again. Local hints, like the facts
 * about sessions: a heartbeat turns them into verdicts.
 */
import { appendFact, readFacts } from "../files/fact-log.js";
import type { Workspace } from "../workspace.js";

/** The result of one run on one correction. */
export interface CheckFact {
  id: string;
  at: string;
  /** The local day of the run: of one kind one counts a day. */
  day: string;
  kind: "held" | "hit";
  /** Of a hit: the first place that was new, `ci/build.yml:12`. */
  place?: string;
  /** Hits that still stand, by file and a hash of the line: `ci/build.yml#1f3a…`. */
  open: string[];
}

/** Adds facts; false when they could not be kept. */
export function rememberChecks(ws: Workspace, facts: readonly CheckFact[]): boolean {
  return facts.map((fact) => appendFact(ws.checkLog, fact)).every(Boolean);
}

/** Every fact of this machine, oldest first. */
export function readCheckFacts(ws: Workspace): CheckFact[] {
  const isText = (value: unknown): value is string => typeof value === "string";
  return readFacts<CheckFact>(ws.checkLog).filter((one): one is CheckFact => {
    const { id, at, day, kind, place, open } = one;
    if (![id, at, day].every(isText) || (kind !== "held" && kind !== "hit")) return false;
    return (place === undefined || isText(place)) && Array.isArray(open) && open.every(isText);
  });
}
