/** Pairs without an answer, as items of the review's queue. */
import { claimOf, refOf } from "../../entry/entry.js";
import { pairSteps } from "../../entry/near/pair-steps.js";
import type { Located } from "../../store/open-store.js";
import { wordDiff } from "../../text/claims/word-diff.js";
import { defined } from "../../text/defined.js";
import type { LineItem, Made, PairItem } from "../review-schemas.js";
import type { WaitingOf } from "../waiting/waiting.js";
import { entryView } from "./entry-view.js";

/** The entries that are loaded for a queue, by the tree and the id. */
export type LoadedEntries = (item: Pick<WaitingOf<"entry">, "in">, id: string) => Located | undefined;

/** An answer that waits for a person's word. */
function proposedIn({ proposed }: WaitingOf<"pair">["pair"]["near"]): Pick<PairItem, "proposed"> {
  if (proposed === undefined) return {};
  return { proposed: defined({ answer: proposed.answer, first: proposed.first, by: proposed.by }) };
}

export function pairItem(item: WaitingOf<"pair">, loaded: LoadedEntries): Made<PairItem> | undefined {
  const { pair } = item;
  const [first, second] = [loaded(item, pair.newer.id), loaded(item, pair.older.id)];
  if (first === undefined || second === undefined) return undefined;
  const { by, score } = pair.near;
  const { contact } = item.in.ctx.actor;
  return {
    kind: "pair",
    first: entryView(first),
    second: entryView(second),
    by,
    score,
    differs: wordDiff(claimOf(second.entry), claimOf(first.entry)),
    ...proposedIn(pair.near),
    answers: pairSteps({ a: refOf(pair.newer.id), b: refOf(pair.older.id), contact }),
  };
}

export function lineItem(item: WaitingOf<"line">, loaded: LoadedEntries): Made<LineItem> | undefined {
  const { newer, line, near } = item.pair;
  const one = loaded(item, newer.id);
  if (one === undefined) return undefined;
  const { by, score } = near;
  const { ref, file, text } = line;
  return {
    kind: "line",
    ...entryView(one),
    written: { ref, file, line: line.line, text },
    by,
    score,
    differs: wordDiff(text, claimOf(one.entry)),
    ...proposedIn(near),
    answers: pairSteps({ a: refOf(newer.id), b: ref }),
  };
}
