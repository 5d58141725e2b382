/** The unfinished part of an erasing in local and derived files: noted with the change of the tree, removed at the end. */
import { State } from "../store/state/state-db.js";
import type { Workspace } from "../store/workspace.js";
import type { ForgetMode } from "./consequences.js";
import type { SearchTerms } from "./text-matcher.js";

export interface Erasing extends SearchTerms {
  taking: Exclude<ForgetMode, "forget">;
  at: string;
  /** Names of an erased contact. */
  names?: readonly string[] | undefined;
}

/** An erasing beside one that is not complete: what either looks for goes. */
function joinedErasing(started: Erasing, open: Erasing | undefined): Erasing {
  if (open === undefined) return started;
  const both = (list: "ids" | "texts") => [...new Set([...open[list], ...started[list]])];
  const taking = open.taking === "erase" ? open.taking : started.taking;
  const names = [...new Set([...(open.names ?? []), ...(started.names ?? [])])];
  return { ...started, taking, ids: both("ids"), texts: both("texts"), names };
}

/** The kind of the fact. */
export const ERASING = "erasing";

/** The unfinished erasing; undefined without one. */
export const readErasing = (ws: Workspace): Erasing | undefined => State.of(ws).value<Erasing>(ERASING);

/** True while an erasing is not complete: every writing command asks. */
export const isErasing = (ws: Workspace): boolean => readErasing(ws) !== undefined;

/** Notes an erasing, joined with one that is not complete. */
export function noteErasing(state: State, started: Erasing): void {
  state.put(ERASING, { at: started.at, value: joinedErasing(started, state.value<Erasing>(ERASING)) });
}

/** Ends an erasing: its own words go first, and it stays until no byte of them is left. False while another process reads. */
export function endErasing(ws: Workspace): boolean {
  const state = State.of(ws);
  const started = readErasing(ws);
  if (started === undefined) return true;
  state.put(ERASING, { at: started.at, value: { ...started, ids: [], texts: [], names: [] } });
  if (!state.vacuum()) return false;
  state.drop(ERASING);
  return true;
}
