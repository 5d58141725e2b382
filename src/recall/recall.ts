/** `tenet recall`: finds entries by words, by meaning, or by both. Called by the doors and for a context. */

import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import { isApproved, isLive, type Status } from "../entry/entry.js";
import { isSensitive } from "../entry/visible.js";
import { wrongUsage } from "../errors.js";
import { foundIn } from "../search/found-in.js";
import type { RecallMode } from "../search/fusion.js";
import { withModelLoading } from "../search/model/started-model.js";
import type { Found, FoundEntry } from "../search/search.js";
import { queryForLedger, recordEvent } from "../store/ledger.js";
import type { EntryMeta } from "../store/open-store.js";
import { noteOpportunities, rememberShown } from "../store/sessions.js";
import { defined } from "../text/defined.js";
import { filterOf, type ListFilter, notOneOf } from "./list.js";
import type { Recalled, RecalledEntry } from "./recall-schemas.js";
import { type SearchedTree, searchedTrees } from "./searched-trees.js";
import { memoryFields, shownTexts } from "./viewer.js";

/** More than this nobody reads; `list` has no upper bound. */
export const MOST_RESULTS = 50;
const MODES: readonly RecallMode[] = ["hybrid", "keyword", "semantic"];
const ENDED: ReadonlySet<string> = new Set<Status>(["superseded", "forgotten"]);

export interface RecallInput extends ListFilter {
  query: string;
  /** The profile's unless stated. */
  mode?: string;
  limit?: number;
  /** Only memories of this category. */
  category?: string;
  /** Nothing is kept of the asking: the caller keeps what it really prints. */
  unremembered?: boolean;
}

/**
 * Finds entries by words, by meaning, or by both. Always says how it looked and what it may not show, so that "nothing
 * known", "not allowed" and "could not search" differ. A keyword query loads neither model nor vectors.
 */
export async function recall(ctx: Context, input: RecallInput): Promise<Recalled> {
  const parameters = checkInput(ctx, input);
  return await withModelLoading(ctx, parameters.mode !== "keyword", () => find(ctx, input, parameters));
}

async function find(ctx: Context, input: RecallInput, asked: ReturnType<typeof checkInput>): Promise<Recalled> {
  const { query, mode, limit } = asked;
  const now = ctx.clock.now();
  const trees = await searchedTrees(ctx, mode === "keyword");
  try {
    const found = await foundIn(
      trees.map(({ search }) => search),
      query,
      trees.map(({ hidden }) => ({ mode, limit, ...retrievable(input, now, hidden) })),
    );
    warnOf(ctx, mode, found);
    if (input.unremembered !== true) await rememberRecall(ctx, trees, query, found);
    const { index, pending, why, model = null, withheld } = found;
    const results = await entriesOf(trees, found.results);
    return defined({ results, mode: found.mode, index, pending, index_why: why, model, withheld });
  } finally {
    for (const { search } of trees) await search.close();
  }
}

function checkInput(ctx: Context, input: RecallInput): { query: string; mode: RecallMode; limit: number } {
  const query = input.query.trim();
  if (query === "") {
    throw wrongUsage("There is nothing to look for.", 'Say what: tenet recall "release pipeline"');
  }
  const mode = MODES.find((name) => name === (input.mode ?? ctx.profile.recall.mode));
  if (mode === undefined) throw notOneOf("--mode", String(input.mode), MODES);
  const limit = input.limit ?? Math.min(MOST_RESULTS, ctx.profile.recall.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_RESULTS) {
    throw wrongUsage(`--limit is a whole number from 1 to ${MOST_RESULTS}`, "`tenet list` has no upper bound.");
  }
  return { query, mode, limit };
}

/** What may be found: live unless another status is asked for, and approved or sensitive; the rest is only counted. */
function retrievable(
  input: RecallInput,
  now: Date,
  hidden: ReadonlySet<string>,
): { accept(head: EntryMeta): boolean; waits(head: EntryMeta): boolean } {
  const matchesFilter = filterOf(input, now);
  const matches = (head: EntryMeta) =>
    matchesFilter(head) && (input.category === undefined || head.category === input.category);
  const ended = input.status !== undefined && ENDED.has(input.status);
  const counts = (head: EntryMeta) => matches(head) && (ended || isLive(head)) && !hidden.has(head.id);
  return {
    accept: (head) => counts(head) && (isApproved(head) || head.review?.state === "sensitive"),
    waits: (head) => counts(head) && head.review?.state === "needs_review",
  };
}

function warnOf(ctx: Context, wanted: RecallMode, found: Found): void {
  if (found.index === "degraded") {
    const instead = wanted !== "keyword" && found.mode === "keyword" ? "Searched by words only: " : "";
    ctx.warn(`${instead}${found.why ?? "the index could not be used"}.`);
  } else if (found.index === "rebuilt") ctx.warn(`The index was ${found.why ?? "built anew"}.`);
  else if (found.index === "partial") {
    ctx.warn(`${found.pending} entries are found by their words only until \`tenet index\` has run.`);
  }
  if (found.withheld > 0) ctx.warn(`${found.withheld} more would match and wait for review.`);
}

/** What was shown and asked for, in local state: for audits, and to see later whether a correction was needed. */
async function rememberRecall(
  ctx: Context,
  trees: readonly SearchedTree[],
  query: string,
  { results }: Found,
): Promise<void> {
  const { actor, clock, workspace } = ctx;
  const ids = results.map(({ head }) => head.id);
  await noteOpportunities(ctx, query);
  // What the session was shown of this workspace: only that can be corrected here.
  const here = results.filter(({ from }) => from === 0).map(({ head }) => head.id);
  await rememberShown(ctx, (trees[0] as SearchedTree).tree, here);
  const { agent, session } = actor;
  const words = await queryForLedger(ctx, query);
  await recordEvent(workspace, { at: stamp(clock.now()), kind: "read", op: "recall", agent, session, ids, ...words });
}

const twoDecimals = (value: number) => Math.round(value * 100) / 100;

async function entriesOf(trees: readonly SearchedTree[], results: readonly FoundEntry[]): Promise<RecalledEntry[]> {
  const headsOf = (at: number) => results.flatMap(({ from, head }) => (from === at ? [head] : []));
  const textsOf = await Promise.all(trees.map(({ tree }, at) => shownTexts(tree, headsOf(at))));
  return results.map(({ head, score, bm25, cosine, words, from }) => {
    const { tree, prefix } = trees[from] as SearchedTree;
    const textOf = textsOf[from] as (head: EntryMeta) => string;
    const { id, type, status, tier, source, origin, stakes, outcome, timestamp, file, line } = head;
    const sensitive = isSensitive(head);
    return defined({
      id,
      type,
      text: textOf(head),
      score,
      status,
      tier,
      source: sensitive ? undefined : source,
      origin: sensitive ? undefined : origin,
      stakes,
      outcome,
      ...(type === "memory" ? memoryFields(head) : {}),
      timestamp,
      file: `${prefix}${file}`,
      line,
      unique: tree.shortest(id),
      why: defined({
        // The words would give away what the entry says.
        words: sensitive ? [] : words,
        bm25: twoDecimals(bm25),
        cosine: cosine === undefined ? undefined : twoDecimals(cosine),
      }),
    });
  });
}
