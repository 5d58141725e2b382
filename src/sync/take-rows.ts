/** Entries that other agents share become entries of this tree: judged as any capture, by a peer, once. */
import type { Ask } from "../capture/capture-schemas.js";
import type { CheckedDraft } from "../capture/drafts/draft.js";
import { RefusedEntry } from "../capture/drafts/draft-list.js";
import { storeDrafts } from "../capture/judge-and-store.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import type { Change } from "../store/change/change.js";
import { changeVerb, prepareWrite, requireLearning } from "../store/change/prepare-write.js";
import { ChangedMeanwhile } from "../store/files/atomic-file.js";
import { openStore, type Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { counted } from "../text/paint.js";
import { inOwnWords, type OwnClaims } from "./own-words.js";
import type { AcceptedRow } from "./policy/accept-row.js";
import { changedCopy } from "./take-change.js";
import { copiesOf, FORGOTTEN_HERE, isEnded, planFor, type TakePlan } from "./take-copies.js";
import { asTaker, draftOfRow, type EntryRow, hubKeyOf, reasonOf } from "./take-drafts.js";

const SYNC = { ...changeVerb("sync"), undoable: false };

/** What became of a row. */
export interface TakenRow {
  agent: string;
  entry: string;
  /** Of a capture; or `changed`, `known`, `own`, `refused`, and of a tombstone `forgotten`, `erased`, `absent`. */
  decision: string;
  /** The entry that holds it here. */
  id?: string;
  /** Why it was refused, or not taken. */
  because?: string;
  /** Opened pairs with near entries of this tree, which wait for an answer. */
  opened?: number;
  /** The near entries, for the caller to judge. */
  asks?: readonly Ask[];
}

type Stage = (change: Change) => Promise<void>;

/** Refusals of one row that no waiting mends; anything else ends the whole. */
const FINAL: ReadonlySet<string> = new Set(["usage", "not-found", "refused", "conflict"]);
const isFinal = (error: unknown): error is TenetError =>
  error instanceof TenetError && !(error instanceof ChangedMeanwhile) && FINAL.has(error.failure);

/** A row that is to be written. */
interface Ready {
  row: EntryRow;
  draft: CheckedDraft;
  plan: Exclude<TakePlan, { is: "own" | "known" }>;
}

/**
 * Takes the newest row of each entry of a hub, in one change with `stage`. Idempotent. Rows are compared with each other like any list, by the word statistics of the
 * tree before them. Rows that the capture checks refuse are reported; `busy`, a full disk and bugs throw, and nothing
 * is written. Throws `refused` while learning is off.
 */
export async function takeRows(
  ctx: Context,
  hub: string,
  accepted: readonly AcceptedRow[],
  stage: Stage,
  own: OwnClaims = new Map(),
): Promise<TakenRow[]> {
  const withWords = accepted.filter((one): one is EntryRow => one.body !== undefined);
  if (withWords.length > 0) requireLearning(ctx.profile);
  await prepareWrite(ctx, SYNC);
  const taker = asTaker(ctx);
  const rows = await inOwnWords(taker, hub, withWords, own);
  const results = new Map<EntryRow, TakenRow>();
  const drafts = await draftsOf(taker, hub, rows, results);
  for (;;) {
    const tree = await openStore(taker);
    const ready = await planned(tree, hub, drafts, results);
    try {
      await store(taker, ready, stage, results);
      return rows.map((row) => results.get(row) as TakenRow);
    } catch (error) {
      const refusedRow = refusedOf(error, ready);
      if (refusedRow === undefined) throw error;
      // Whoever changed the tree in this moment may be the reason: it is looked at again.
      if (tree.hash !== (await openStore(taker)).hash) continue;
      drafts.delete(refusedRow.row);
      results.set(refusedRow.row, takenRow(refusedRow.row, "refused", { because: refusedRow.because }));
    }
  }
}

function takenRow({ row: { agent, entry } }: AcceptedRow, decision: string, more: Partial<TakenRow> = {}): TakenRow {
  return { agent, entry, decision, ...more };
}

async function draftsOf(
  ctx: Context,
  hub: string,
  rows: readonly EntryRow[],
  results: Map<EntryRow, TakenRow>,
): Promise<Map<EntryRow, CheckedDraft>> {
  const drafts = new Map<EntryRow, CheckedDraft>();
  for (const row of rows) {
    try {
      drafts.set(row, await draftOfRow(ctx, row, hub));
    } catch (error) {
      if (!isFinal(error)) throw error;
      results.set(row, takenRow(row, "refused", { because: reasonOf(error) }));
    }
  }
  return drafts;
}

/** Plans the rows that have to be written, and answers the others. */
async function planned(
  tree: Store,
  hub: string,
  drafts: ReadonlyMap<EntryRow, CheckedDraft>,
  results: Map<EntryRow, TakenRow>,
): Promise<Ready[]> {
  const copies = copiesOf(tree, new Set(Array.from(drafts.keys(), (row) => hubKeyOf(hub, row))));
  const ready: Ready[] = [];
  for (const [row, draft] of drafts) {
    const plan = planFor(row.row, row.body, copies.get(hubKeyOf(hub, row)) ?? [], tree.head(row.row.entry));
    if (plan.is === "own" || plan.is === "known") {
      const { is, ...why } = plan;
      results.set(row, takenRow(row, is, why));
    } else if (plan.is === "new" && plan.replaces !== undefined) {
      ready.push({ draft: { ...draft, fields: { ...draft.fields, replaces: [plan.replaces.id] } }, row, plan });
    } else ready.push({ draft, row, plan });
  }
  return ready;
}

/** The change failed in what the caller stages: no row is to blame. */
class StageFailed extends Error {}

async function store(
  ctx: Context,
  ready: readonly Ready[],
  stage: Stage,
  results: Map<EntryRow, TakenRow>,
): Promise<void> {
  const news = ready.filter(({ plan }) => plan.is === "new");
  const changed = ready.flatMap(({ plan, draft, row }) =>
    plan.is === "changed" ? [{ id: plan.copy.id, fields: draft.fields, row }] : [],
  );
  const ended = new Set<string>();
  const first = async (change: Change) => {
    try {
      await stage(change);
    } catch (cause) {
      throw new StageFailed("staging", { cause });
    }
    for (const { id, fields } of changed) {
      const copy = change.tree.resolve(id);
      // The entry may have been forgotten since the plan: a forgotten one gets no new words.
      if (isEnded(copy)) ended.add(id);
      if (isEnded(copy) || copy.hub?.hash === (fields["hub"] as { hash: string }).hash) continue;
      await change.update(id, changedCopy(await change.entry(id), fields));
    }
    return changed.flatMap(({ id }) => (ended.has(id) ? [] : [id]));
  };
  const name = { ...SYNC, reason: `sync: ${counted(ready.length, "entry", "entries")} of other agents` };
  try {
    const answers = await storeDrafts(
      ctx,
      news.map(({ draft }) => draft),
      first,
      { name, inCall: Number.POSITIVE_INFINITY },
    );
    for (const [at, { row }] of news.entries()) {
      const { decision = "stored", id, opened, asks } = answers[at] ?? {};
      results.set(row, takenRow(row, decision, defined({ id, opened, asks })));
    }
    for (const { id, row } of changed) {
      const result = ended.has(id)
        ? takenRow(row, "known", { id, because: FORGOTTEN_HERE })
        : takenRow(row, "changed", { id });
      results.set(row, result);
    }
  } catch (error) {
    if (error instanceof StageFailed) throw error.cause;
    throw error;
  }
}

/** The row that a change was refused for; undefined where it failed as a whole. */
function refusedOf(error: unknown, ready: readonly Ready[]): { row: EntryRow; because: string } | undefined {
  const news = ready.filter(({ plan }) => plan.is === "new");
  if (error instanceof RefusedEntry) {
    const row = news[error.entry - 1]?.row;
    return row === undefined || !isFinal(error.reason) ? undefined : { row, because: reasonOf(error.reason) };
  }
  // With a single draft the error carries no index.
  const [only, ...others] = news;
  if (only === undefined || others.length > 0 || !isFinal(error)) return undefined;
  return { row: only.row, because: reasonOf(error) };
}
