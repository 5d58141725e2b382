/** What a push appends: the difference between this tree and the writer's newest rows in the hub. */
import { createHash } from "node:crypto";
import type { RowKind, SharedBody } from "./hub-row.js";
import { bodyText } from "./shared-body.js";

/** An own entry as it stands in this tree. Without `body` and `gone` nothing is known of it, and its rows are left alone. */
export interface OwnState {
  id: string;
  body?: SharedBody | undefined;
  gone?: "erased" | "withdrawn" | undefined;
}

/** The newest row of an entry in the hub. */
export interface NewestRow {
  entry: string;
  kind: RowKind;
  hash: string;
  number: number;
}

export interface PushPlan {
  /** New and changed entries, in order of id. `text`: the body as it is written; `hash`: sha256 of it. */
  entries: { id: string; body: SharedBody; text: string; hash: string }[];
  withdrawn: string[];
  erased: string[];
  /** Rows of entries that are missing in this tree (on another branch, or in an unreadable file). They stay. */
  kept: number;
  /** Entries that could be shared, but whose words were erased in the hub: an erased entry is never sent again. */
  erasedThere: string[];
}

/** sha256 of a body's text, in hexadecimal. */
export const hashOfBody = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * The rows that are missing in the hub, whatever order the entries and rows are given in. Once they are there the plan is
 * empty: a push that was interrupted is taken up by the next one.
 */
export function planPush(own: readonly OwnState[], newest: readonly NewestRow[]): PushPlan {
  const rows = newestOf(newest);
  const states = statesOf(own);
  const plan: PushPlan = { entries: [], withdrawn: [], erased: [], kept: 0, erasedThere: [] };
  for (const [id, { body, gone }] of [...states].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const row = rows.get(id);
    if (gone === "erased") {
      if (row !== undefined && row.kind !== "erased") plan.erased.push(id);
    } else if (gone === "withdrawn") {
      if (row?.kind === "entry") plan.withdrawn.push(id);
    } else if (body !== undefined) {
      const text = bodyText(body);
      const hash = hashOfBody(text);
      if (row?.kind === "erased") plan.erasedThere.push(id);
      else if (row?.kind !== "entry" || row.hash !== hash) plan.entries.push({ id, body, text, hash });
    }
  }
  plan.kept = [...rows.values()].filter(({ entry, kind }) => kind === "entry" && !states.has(entry)).length;
  return plan;
}

/** By entry; arrivals say nothing of how an entry stands. */
function newestOf(rows: readonly NewestRow[]): Map<string, NewestRow> {
  const newest = new Map<string, NewestRow>();
  for (const row of rows) {
    if (row.kind === "arrival") continue;
    if (row.number > (newest.get(row.entry)?.number ?? Number.NEGATIVE_INFINITY)) newest.set(row.entry, row);
  }
  return newest;
}

/** By id. Of an entry that is given more than once the state that shares the least counts. */
function statesOf(own: readonly OwnState[]): Map<string, OwnState> {
  const states = new Map<string, OwnState>();
  for (const state of own) {
    const ownState = states.get(state.id);
    if (ownState === undefined || sharesLess(state, ownState)) states.set(state.id, state);
  }
  return states;
}

function sharesLess(a: OwnState, b: OwnState): boolean {
  const [one, other] = [rankOf(a), rankOf(b)];
  if (one !== other) return one < other;
  return a.body !== undefined && b.body !== undefined && bodyText(a.body) < bodyText(b.body);
}

function rankOf({ body, gone }: OwnState): number {
  if (gone === "erased") return 0;
  if (gone === "withdrawn") return 1;
  return body === undefined ? 2 : 3;
}
