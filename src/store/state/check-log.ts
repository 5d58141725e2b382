/**
 * Results of `tenet check` on this machine: corrections that were followed, or broken again. Local hints, like the facts
 * about sessions: a heartbeat turns them into verdicts.
 */
import type { Workspace } from "../workspace.js";
import { State } from "./state-db.js";

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

const CHECKED = "checked";

/** Notes results: of one kind one counts a day. False when they could not be kept. */
export const rememberChecks = (ws: Workspace, facts: readonly CheckFact[]): boolean =>
  State.of(ws).note(
    CHECKED,
    ...facts.map((fact) => ({ key: `${fact.id} ${fact.day} ${fact.kind}`, at: fact.at, value: fact })),
  );

/** Every fact of this machine, oldest first. */
export const readCheckFacts = (ws: Workspace): CheckFact[] => State.of(ws).values<CheckFact>(CHECKED);
