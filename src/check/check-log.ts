/** Results of `tenet check` on this machine: corrections that were followed, or broken again. Upkeep writes them down. */
import { State } from "../store/state/state-db.js";
import type { Workspace } from "../store/workspace.js";

/** The result of one run on one correction. */
export interface CheckFact {
  id: string;
  at: string;
  /** The local day of the run: of one kind one counts a day. */
  day: string;
  kind: "held" | "hit";
  /** Of a hit: the first place, `ci/build.yml:12`. */
  place?: string;
}

const CHECKED = "checked";

/** Of one correction, day and kind one fact is kept. */
export const keyOfFact = ({ id, day, kind }: CheckFact): string => `${id} ${day} ${kind}`;

export function rememberChecks(ws: Workspace, facts: readonly CheckFact[]): void {
  State.of(ws).note(CHECKED, ...facts.map((value) => ({ key: keyOfFact(value), at: value.at, value })));
}

/** Every fact of this machine, oldest first. */
export const readCheckFacts = (ws: Workspace): CheckFact[] => State.of(ws).values<CheckFact>(CHECKED);
