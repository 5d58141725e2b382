/** Results of `tenet check` on this machine: corrections that were followed, or broken again. Upkeep writes them down. */
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

export function rememberChecks(ws: Workspace, facts: readonly CheckFact[]): void {
  State.of(ws).note(
    CHECKED,
    ...facts.map((value) => ({ key: `${value.id} ${value.day} ${value.kind}`, at: value.at, value })),
  );
}

/** Every fact of this machine, oldest first. */
export const readCheckFacts = (ws: Workspace): CheckFact[] => State.of(ws).values<CheckFact>(CHECKED);
