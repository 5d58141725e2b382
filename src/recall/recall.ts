/** `tenet recall`: finds entries by words, by meaning, or by both. Called by the doors and for a context. */

import type { Context } from "../context.js";
import type { EntryType } from "../entry/entry.js";
import { isApproved, isLive } from "../entry/gates/visible.js";
import { ENTRY_TYPES, isToldUnasked } from "../entry/record-types.js";
import type { StatusFilter } from "../entry/states.js";
import { wrongUsage } from "../errors.js";
import { CoreLines } from "../search/core-lines.js";
import { foundIn } from "../search/found-in.js";
import { CLEAR_OF_LINK, type RecallMode } from "../search/fusion.js";
import { namesKnowledge } from "../search/knowledge/named-knowledge.js";
import { withModelLoading } from "../search/model/started-model.js";
import { cutsOf } from "../search/near-cuts.js";
import type { Found } from "../search/search-results.js";
import { next } from "../steps.js";
import { type AskedFacts, askedFacts, isFact, isTold } from "../store/contacts/asked-facts.js";
import type { Row } from "../store/open-store.js";
import { recordRead } from "../store/state/ledger.js";
import { noteOpportunities, rememberShown } from "../store/state/sessions.js";
import { warnOfUnread } from "../store/unread.js";
import { categoryOf } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { counted } from "../text/paint.js";
import { type EntryFilter, FILTERS, filterOf, statusOf, typeOf } from "./filter.js";
import { countHidden } from "./list.js";
import { MOST_RESULTS, USUAL_RESULTS } from "./policy/limits.js";
import { factWeight, MOST_FACTS } from "./policy/rank.js";
import { projectFirst } from "./policy/same-key.js";
import type { Recalled } from "./recall-schemas.js";
import { entriesOf, roundedWeight, twoDecimals } from "./recalled-entries.js";
import { inOneVoice, type SearchedTree, searchedTrees } from "./searched-trees.js";

/** How is looked unless it is said. */
const USUAL_MODE: RecallMode = "hybrid";
/** The number of weak results: nothing near is hidden, and no page is filled with them. */
const MOST_WEAK = 3;
/** Values of `--status` that include entries that are no longer live. */
const ENDED: ReadonlySet<StatusFilter> = new Set(["superseded", "forgotten", "all"]);
/** Values of `--status` whose entries may not be retrieved. */
const WITHHELD: ReadonlySet<StatusFilter> = new Set(["rejected", "exception", "expired"]);

export interface RecallInput extends EntryFilter {
  query: string;
  /** `hybrid` unless stated. */
  mode?: RecallMode;
  limit?: number;
  /** Only memories of this category. */
  category?: string;
  /** Only entries of these types. */
  types?: readonly EntryType[];
  /** The search is not recorded; the caller records what it prints. */
  unremembered?: boolean;
  /** Only facts about the named contact that held then: a day or an instant. */
  asOf?: string;
}

/**
 * Finds entries by words, by meaning, or by both. The answer has the mode and what may not be shown, so that "nothing
 * known", "not permitted" and "could not search" differ. A keyword query loads neither model nor vectors.
 */
export async function recall(ctx: Context, input: RecallInput): Promise<Recalled> {
  const checked = await checkInput(ctx, input);
  return await withSearch(ctx, checked.mode, (trees) => find(ctx, trees, input, checked));
}

/** A search in trees that are open. */
export type Ask = (input: RecallInput) => Promise<Recalled>;

/**
 * Runs several searches in trees, index and model that are opened once. `mode`: the most they may use.
 */
export async function withRecall<T>(
  ctx: Context,
  work: (ask: Ask) => Promise<T>,
  mode: RecallMode = USUAL_MODE,
): Promise<T> {
  return await withSearch(ctx, mode, (trees) =>
    work(async (input) => find(ctx, trees, { mode, ...input }, await checkInput(ctx, { mode, ...input }))),
  );
}

async function withSearch<T>(
  ctx: Context,
  mode: RecallMode,
  work: (trees: readonly SearchedTree[]) => Promise<T>,
): Promise<T> {
  return await withModelLoading(ctx, mode !== "keyword", async () => {
    const trees = await searchedTrees(ctx, mode === "keyword");
    try {
      return await work(trees);
    } finally {
      for (const { search } of trees) await search.close();
    }
  });
}

async function find(
  ctx: Context,
  trees: readonly SearchedTree[],
  input: RecallInput,
  { query, mode, limit, facts }: CheckedInput,
): Promise<Recalled> {
  const ranking = factRanking(facts);
  const isOpen = asksOfEverything(input);
  const passages = isOpen && namesKnowledge(ctx) ? passagesFor(ctx, trees, { query, mode, limit }) : undefined;
  // It is awaited later; until then a rejection must not count as unhandled.
  const passagesSettled = passages?.catch(() => undefined);
  const found = await foundIn(
    trees.map(({ search }) => search),
    query,
    trees.map((tree) => ({
      mode,
      limit,
      weak: MOST_WEAK,
      ...retrievable(ctx, input, tree, facts),
      ...ranking,
    })),
    // On a failure the trees are closed next, so the passages must be done with them.
  ).finally(() => passagesSettled);
  const hits = { ...found, results: inOneVoice(trees, found.results) };
  warnOf(ctx, mode, hits);
  const unread = input.unremembered === true ? undefined : warnOfUnread(ctx, trees);
  if (input.unremembered !== true) await rememberRecall(ctx, trees, query, hits);
  const { index, pending, why, model = null, withheld } = hits;
  const weighed = hits.weighed === undefined ? undefined : roundedWeight(hits.weighed);
  const ordered = projectFirst(hits.results, ({ head }) => (head.type === "memory" ? head : undefined));
  const results = await entriesOf(ctx, trees, ordered, facts);
  const hidden = results.length === 0 ? await endedMatches(ctx, trees, query, input, facts) : undefined;
  const answer = { results, hidden, mode: hits.mode, weighed, index, pending, index_why: why, model, withheld, unread };
  const lines = isOpen ? await linesFor(ctx, { query, mode, limit }) : [];
  return defined({ ...answer, knowledge: await passages, lines: lines.length === 0 ? undefined : lines });
}

/** Only entries have the filtered fields, so passages are searched without filters alone. */
const asksOfEverything = (input: RecallInput): boolean =>
  [...FILTERS, "category" as const, "types" as const, "asOf" as const].every((name) => input[name] === undefined);

/** The largest number of lines of core files. */
const MOST_LINES = 5;

/** Lines that people wrote into core files and that clearly answer. */
async function linesFor(
  ctx: Context,
  { query, mode, limit }: Pick<CheckedInput, "query" | "mode" | "limit">,
): Promise<NonNullable<Recalled["lines"]>> {
  const clear = CLEAR_OF_LINK * cutsOf(ctx.profile).link;
  const lines = await new CoreLines(ctx).answering(query, mode, { clear, limit: Math.min(limit, MOST_LINES) });
  return lines.map(({ ref, file, line, text, score }) => ({ ref, file, line, text, score: twoDecimals(score) }));
}

/** Passages of knowledge files, searched in parallel with the entries. */
async function passagesFor(
  ctx: Context,
  [here]: readonly SearchedTree[],
  question: Pick<CheckedInput, "query" | "mode" | "limit">,
): Promise<Recalled["knowledge"]> {
  const { searchKnowledge } = await import("../search/knowledge/search-knowledge.js");
  return await searchKnowledge(ctx, (here as SearchedTree).tree, question);
}

/** Facts about a contact rank by freshness and confidence, and only a limited number is returned. */
function factRanking({ at }: AskedFacts) {
  return {
    weight: (head: Row) => (isFact(head) ? factWeight(head, at) : 1),
    atMost: { count: MOST_FACTS, of: isFact },
  };
}

interface CheckedInput {
  query: string;
  mode: RecallMode;
  limit: number;
  facts: AskedFacts;
}

async function checkInput(ctx: Context, input: RecallInput): Promise<CheckedInput> {
  const query = input.query.trim();
  if (query === "") {
    throw wrongUsage("There is nothing to look for.", next("Say what:", "recall", { query: ["release pipeline"] }));
  }
  const status = statusOf(input);
  if (status !== undefined && WITHHELD.has(status)) {
    const { contact } = ctx.actor;
    throw wrongUsage(
      `recall finds what may be used, and nothing that is ${status}`,
      next("See those with:", "list", { status, contact }),
    );
  }
  const { mode = USUAL_MODE, limit = USUAL_RESULTS } = input;
  return { query, mode, limit, facts: await askedFacts(ctx, input.asOf) };
}

/**
 * The predicates of a search. Accepted: live unless another status is asked for, and approved. Entries that wait for
 * review are counted; all others are not.
 */
function retrievable(
  { clock }: Pick<Context, "clock">,
  input: RecallInput,
  { isAnswer }: Pick<SearchedTree, "isAnswer">,
  facts: AskedFacts,
): { types: ReadonlySet<EntryType>; accept(head: Row): boolean; waits(head: Row): boolean } {
  const matchesFilter = filterOf(input, clock.now());
  const wantedType = typeOf(input.type);
  const { types } = input;
  const isAsked = (type: EntryType) =>
    types === undefined ? input.type !== undefined || isToldUnasked(type) : types.includes(type);
  const matches = (head: Row) =>
    matchesFilter(head) && isAsked(head.type) && (input.category === undefined || categoryOf(head) === input.category);
  const includesEnded = ENDED.has(statusOf(input) ?? "live");
  const counts = (head: Row) =>
    matches(head) && (includesEnded || isLive(head)) && isAnswer(head) && isTold(head, facts);
  return {
    types: new Set(ENTRY_TYPES.filter((type) => isAsked(type) && (wantedType ?? type) === type)),
    accept: (head) => counts(head) && isApproved(head),
    waits: (head) => counts(head) && head.review?.state === "needs_review",
  };
}

/**
 * The number of matches that are no longer live, by state, for an empty answer. Undefined without any, or when a status
 * was asked for.
 */
async function endedMatches(
  ctx: Context,
  trees: readonly SearchedTree[],
  query: string,
  input: RecallInput,
  facts: AskedFacts,
): Promise<Recalled["hidden"]> {
  if (input.status !== undefined) return undefined;
  const endedOnly = (tree: SearchedTree) => {
    const { accept } = retrievable(ctx, { ...input, status: "all" }, tree, facts);
    return { accept: (head: Row) => !isLive(head) && accept(head), waits: () => false };
  };
  const searches = trees.map(({ search }) => search);
  const options = trees.map((tree) => ({ mode: "keyword" as const, limit: MOST_RESULTS, weak: 0, ...endedOnly(tree) }));
  const { results } = await foundIn(searches, query, options);
  return results.length === 0 ? undefined : countHidden(results.map(({ head }) => ({ head, count: 1 })));
}

function warnOf(ctx: Context, wantedMode: RecallMode, answer: Found): void {
  if (answer.index === "degraded") {
    const instead = wantedMode !== "keyword" && answer.mode === "keyword" ? "Searched by words only: " : "";
    ctx.warn(`${instead}${answer.why ?? "the index could not be used"}.`);
  } else if (answer.index === "rebuilt") ctx.warn(`The index was ${answer.why ?? "built anew"}.`);
  else if (answer.index === "partial") {
    ctx.warn(next(`${answer.pending} entries are found by their words only until the index is complete:`, "index"));
  }
  if (answer.withheld > 0 && answer.results.length > 0)
    ctx.warn(`${counted(answer.withheld, "more would match and waits", "more would match and wait")} for review.`);
}

/** Records the shown entries in local state, for audits and for opportunities of corrections. */
async function rememberRecall(
  ctx: Context,
  trees: readonly SearchedTree[],
  query: string,
  { results }: Found,
): Promise<void> {
  const ids = results.map(({ head }) => head.id);
  noteOpportunities(ctx, query);
  // Entries of this workspace that the session was shown: only those can be corrected here.
  const here = results.filter(({ from }) => from === 0).map(({ head }) => head.id);
  rememberShown(ctx, (trees[0] as SearchedTree).tree, here);
  recordRead(ctx, "recall", ids);
}
