/** What an erasing still looks for in local and derived files: noted with the change of the tree, dropped at its end. */
import type { Workspace } from "../workspace.js";
import { State } from "./state-db.js";

/** What is looked for. Plain data, so that an interrupted erasing can be completed later. */
export interface SearchTerms {
  /** Entries that go. */
  ids: readonly string[];
  /** Texts of theirs. */
  texts: readonly string[];
  /** Names of an erased contact. */
  names: readonly string[];
}

/** The kind of the fact. */
export const ERASING = "erasing";
const NOTHING: SearchTerms = { ids: [], texts: [], names: [] };

/** The unfinished erasing; undefined without one. */
export const readErasing = (ws: Workspace): SearchTerms | undefined => State.of(ws).value<SearchTerms>(ERASING);

/** True while an erasing is not complete: every writing command asks. */
export const isErasing = (ws: Workspace): boolean => readErasing(ws) !== undefined;

/** Notes an erasing, with what one that is not complete looks for. */
export function noteErasing(state: State, started: SearchTerms, at: string): void {
  const open = state.value<SearchTerms>(ERASING) ?? NOTHING;
  const both = (list: keyof SearchTerms) => [...new Set([...open[list], ...started[list]])];
  state.put(ERASING, { at, value: { ids: both("ids"), texts: both("texts"), names: both("names") } });
}

/** Ends an erasing: its own words go first, and it stays until no byte of them is left. False while another process reads. */
export function endErasing(ws: Workspace): boolean {
  const state = State.of(ws);
  state.put(ERASING, { at: "", value: NOTHING });
  if (!state.vacuum()) return false;
  state.drop(ERASING);
  return true;
}
