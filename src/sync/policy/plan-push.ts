/** What a push appends: the difference between this tree and the writer's newest rows in the hub. */
import { type Deletion, hashOfBody, type RowKind } from "./hub-row.js";
import { type ArrivalBody, bodyText, type SharedBody } from "./shared-body.js";

/** An own entry, or a copy that was come to here. Without `body` and `gone` nothing is known of it: its rows are left alone. */
export interface OwnState {
  id: string;
  /** When it was said; with `body`. */
  at?: string | undefined;
  body?: SharedBody | ArrivalBody | undefined;
  gone?: Deletion | undefined;
}

/** The newest row of an entry in the hub. */
export interface NewestRow {
  entry: string;
  kind: RowKind;
  hash: string;
}

export interface PushPlan {
  /** New and changed, in order of id. `text`: the body as it is written. */
  entries: { id: string; at: string; body: SharedBody | ArrivalBody; text: string }[];
  withdrawn: string[];
  erased: string[];
  /** Rows of entries that are missing in this tree (on another branch, or in an unreadable file). They stay. */
  kept: number;
  /** Entries that could be shared, but whose words were erased in the hub: an erased entry is never sent again. */
  erasedThere: string[];
}

/**
 * The rows that are missing in the hub, whatever order the entries and rows are given in. Once they are there the plan is
 * empty: a push that was interrupted is taken up by the next one.
 */
export function planPush(own: readonly OwnState[], newest: readonly NewestRow[]): PushPlan {
  const rows = new Map(newest.map((row) => [row.entry, row]));
  const states = statesOf(own);
  const plan: PushPlan = { entries: [], withdrawn: [], erased: [], kept: 0, erasedThere: [] };
  for (const [id, { body, gone, at = "" }] of [...states].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const row = rows.get(id);
    const isThere = row !== undefined && row.kind !== "erased" && row.kind !== "withdrawn";
    if (gone === "erased") {
      if (row !== undefined && row.kind !== "erased") plan.erased.push(id);
    } else if (gone === "withdrawn") {
      if (isThere) plan.withdrawn.push(id);
    } else if (body !== undefined) {
      const text = bodyText(body);
      if (row?.kind === "erased") plan.erasedThere.push(id);
      else if (row?.hash !== hashOfBody(text)) plan.entries.push({ id, at, body, text });
    }
  }
  plan.kept = [...rows.values()].filter(({ entry, kind }) => kind === "entry" && !states.has(entry)).length;
  return plan;
}

/** By id. Of an entry that is given more than once the state that shares the least counts. */
function statesOf(own: readonly OwnState[]): Map<string, OwnState> {
  const states = new Map<string, OwnState>();
  for (const state of own) {
    const known = states.get(state.id);
    if (known === undefined || sharesLess(state, known)) states.set(state.id, state);
  }
  return states;
}

function sharesLess(a: OwnState, b: OwnState): boolean {
  const [one, other] = [rankOf(a), rankOf(b)];
  if (one !== other) return one < other;
  return a.body !== undefined && b.body !== undefined && bodyText(a.body) < bodyText(b.body);
}

const rankOf = ({ body, gone }: OwnState): number =>
  gone === "erased" ? 0 : gone === "withdrawn" ? 1 : body === undefined ? 2 : 3;
