/** Makes the entries of an answer from what the search found. Called by recall. */

import type { Context } from "../context.js";
import { isSensitive } from "../entry/gates/visible.js";
import { doubtsOf } from "../entry/states.js";
import { turnedDown } from "../rules/planning/turned-down.js";
import type { WordsWeight } from "../search/fusion.js";
import type { FoundEntry } from "../search/search-results.js";
import { lastUsedOf } from "../store/cache/row.js";
import type { AskedFacts } from "../store/contacts/asked-facts.js";
import { isTold } from "../store/contacts/asked-facts.js";
import type { Row } from "../store/open-store.js";
import { memoryFields, shownText } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { besideNamed } from "./beside.js";
import type { RecalledEntry } from "./recall-schemas.js";
import type { SearchedTree } from "./searched-trees.js";

export const twoDecimals = (value: number) => Math.round(value * 100) / 100;
export const roundedWeight = ({ weight, held }: WordsWeight) => ({
  weight: twoDecimals(weight),
  held: twoDecimals(held),
});

export async function entriesOf(
  ctx: Context,
  trees: readonly SearchedTree[],
  results: readonly FoundEntry[],
  facts: AskedFacts,
): Promise<RecalledEntry[]> {
  const tells = (head: Row) => isTold(head, facts);
  const besideById = await besideNamed(
    ctx,
    { trees, tells },
    results.map(({ head }) => head),
  );
  const down = await turnedDown(ctx, (trees[0] as SearchedTree).tree);
  const identify = ({ from, head }: Pick<FoundEntry, "from" | "head">) => ({
    id: head.id,
    text: shownText(head),
    tier: head.tier,
    unique: (trees[from] as SearchedTree).tree.shortest(head.id),
  });
  return results.map((result) => {
    const { head, score, weak } = result;
    const { type, status, stakes, outcome, timestamp, file, line, scope, uses = [] } = head;
    const isDown = down.has(head.id);
    const { source, origin } = isSensitive(head) ? {} : head;
    return defined({
      ...identify(result),
      type,
      score: twoDecimals(score),
      weak: weak ? (true as const) : undefined,
      // A line that is gone is no rule, though no digest has noted it yet.
      status: isDown && status === "promoted" ? "active" : status,
      source,
      origin,
      stakes,
      outcome,
      doubts: isDown ? [...(doubtsOf(head) ?? []), "rejected" as const] : doubtsOf(head),
      scope,
      paths: head.paths,
      ...(type === "memory" ? memoryFields(head) : {}),
      beside: besideById.get(head.id),
      uses: uses.length,
      last_used: lastUsedOf(head),
      timestamp,
      file: `${(trees[result.from] as SearchedTree).prefix}${file}`,
      line,
      why: whyOf(result),
    });
  });
}

/** The scores of each measure for a result. */
function whyOf({ head, words, bm25, byWords, meaning }: FoundEntry): RecalledEntry["why"] {
  return defined({
    // Words in common would reveal a sensitive text.
    words: isSensitive(head) ? [] : words,
    bm25: twoDecimals(bm25),
    by_words: twoDecimals(byWords),
    cosine: meaning === undefined ? undefined : twoDecimals(meaning),
  });
}
