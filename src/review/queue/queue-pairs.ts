/** Pairs without an answer, as items of the review's queue. */
import { claimOf, refOf } from "../../entry/entry.js";
import { pairSteps } from "../../entry/pair-steps.js";
import type { OpenRow } from "../../entry/standing/standing.js";
import { entryOf } from "../../store/cache/row.js";
import type { Row } from "../../store/open-store.js";
import { wordDiff } from "../../text/claims/word-diff.js";
import { defined } from "../../text/defined.js";
import type { EntryView, LineItem, Made, PairItem } from "../review-schemas.js";
import type { WaitingOf } from "../waiting/waiting.js";
import { entryView } from "./entry-view.js";

/** An answer that waits for a person's word. */
function proposedIn({ proposed, by, with: other }: OpenRow, bearer: string): Pick<PairItem, "proposed"> {
  if (proposed === undefined) return {};
  const [answer, first] =
    proposed === "replaced_by"
      ? (["replaces", other] as const)
      : proposed === "has_exception"
        ? (["exception", other] as const)
        : ([proposed, bearer] as const);
  return { proposed: { answer, first, ...defined({ by }) } };
}

/** A row with its file as the queue names it. */
const shown = ({ in: { prefix } }: Pick<WaitingOf<"pair">, "in">, row: Row): EntryView =>
  entryView({ ...row, file: `${prefix}${row.file}` });

/** What both kinds of pairs say. */
const rowWords = ({ near, newer }: WaitingOf<"pair">["pair"]) => ({
  ...defined({ found: near.found, score: near.score }),
  ...proposedIn(near, newer.id),
});

export function pairItem(item: WaitingOf<"pair">): Made<PairItem> | undefined {
  const { newer, older } = item.pair;
  if (older === undefined) return undefined;
  const { contact } = item.in.ctx.actor;
  return {
    kind: "pair",
    first: shown(item, newer),
    second: shown(item, older),
    ...rowWords(item.pair),
    differs: wordDiff(claimOf(entryOf(older)), claimOf(entryOf(newer))),
    answers: pairSteps({ a: refOf(newer.id), b: refOf(older.id), contact }),
  };
}

export function lineItem(item: WaitingOf<"line">): Made<LineItem> | undefined {
  const { newer, line } = item.pair;
  if (line === undefined) return undefined;
  const { ref, file, text } = line;
  return {
    kind: "line",
    ...shown(item, newer),
    written: { ref, file, line: line.line, text },
    ...rowWords(item.pair),
    differs: wordDiff(text, claimOf(entryOf(newer))),
    answers: pairSteps({ a: refOf(newer.id), b: `${file}:${line.line}` }),
  };
}
