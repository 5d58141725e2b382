import { defined } from "../text/defined.js";
import { byStanding, fuse, isWeak, meaningOf, type RecallMode } from "./fusion.js";
import { isOutsideModel } from "./near-cuts.js";
import type { Search } from "./search.js";
import type { Found, FoundEntry, RecallOptions, ScoredCandidates } from "./search-results.js";
import type { IndexState } from "./vectors/entry-rows.js";

const WORST_FIRST = ["degraded", "rebuilt", "partial", "fresh"] as const;

/** What is said of several indexes at once: the least trustworthy state, with its reason. */
function together(states: readonly IndexState[]): IndexState {
  const [worst] = [...states].sort((a, b) => WORST_FIRST.indexOf(a.index) - WORST_FIRST.indexOf(b.index));
  const pending = states.reduce((sum, state) => sum + state.pending, 0);
  const model = states.find((state) => state.model !== undefined)?.model;
  return { index: "fresh", ...worst, pending, ...(model === undefined ? {} : { model }) };
}

/**
 * Entries of several trees that answer a query, best first. They are fused once over all of them: by its own maximum
 * the best of a small tree would stand beside the best of a large one, however little it fits. The first options hold
 * for the whole; each tree has its own `accept` and `waits`.
 */
export async function foundIn(
  searches: readonly Search[],
  query: string,
  options: readonly RecallOptions[],
): Promise<Found> {
  const candidates: ScoredCandidates[] = [];
  for (const [at, search] of searches.entries())
    candidates.push(await search.gather(query, options[at] as RecallOptions));
  const firstOptions = options[0] as RecallOptions;
  const mode: RecallMode = candidates.some((one) => one.mode === firstOptions.mode) ? firstOptions.mode : "keyword";
  const all = candidates.flatMap(({ scored }, from) =>
    scored.map((one) => ({ ...one, id: `${from} ${one.id}`, from })),
  );
  const { scores, words: byWords, weighed } = fuse(all, mode, isOutsideModel(query));
  const ranked = all
    .flatMap((scored) => {
      const { id, from } = scored;
      const head = (searches[from] as Search).head(id.slice(id.indexOf(" ") + 1));
      const weight = head === undefined ? 1 : ((options[from] as RecallOptions).weight?.(head) ?? 1);
      const score = (scores.get(id) ?? 0) * weight;
      const { clear = Number.POSITIVE_INFINITY } = candidates[from] as ScoredCandidates;
      return head === undefined || score <= 0 ? [] : [{ ...scored, head, score, weak: isWeak(scored, clear) }];
    })
    .sort((a, b) => b.score - a.score || byStanding(a.head, b.head));
  const results: FoundEntry[] = [];
  let withheld = 0;
  let bounded = 0;
  let room = firstOptions.weak ?? Number.POSITIVE_INFINITY;
  for (const { id, from, head, score, bm25, cosine, claim, weak } of ranked) {
    if (results.length === firstOptions.limit) break;
    if (weak && room === 0) continue;
    if (!(options[from] as RecallOptions).accept(head)) {
      withheld++;
      continue;
    }
    if (firstOptions.atMost?.of(head) === true && ++bounded > firstOptions.atMost.count) continue;
    if (weak) room--;
    const words = bm25 > 0 ? (searches[from] as Search).wordsOf(query, head.id) : [];
    const near = { score, bm25, byWords: byWords.get(id) ?? 0, words, weak };
    results.push({ head, from, ...near, ...defined({ cosine, meaning: meaningOf({ cosine, claim }) }) });
  }
  const state = together(candidates.map((one) => one.state));
  return { results, mode, withheld, ...(weighed === undefined ? {} : { weighed }), ...state };
}
