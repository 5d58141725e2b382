/** What was found: for people with why it fits, tab-separated lines in a pipe. */

import { tailOf } from "../entry/entry.js";
import { type Paint, shortId } from "../text/paint.js";
import { oneLine } from "../text/shorten.js";
import type { Recalled, RecalledEntry } from "./recall-schemas.js";

const score = (value: number) => value.toFixed(2);

/** What a reader must know before trusting it: not live, or proven wrong. */
function marks({ status, outcome, tier }: RecalledEntry): string[] {
  const trust = tier === "peer" || tier === "external" ? [tier] : [];
  return [...(status === "active" ? [] : [status]), ...(outcome === undefined ? [] : [outcome]), ...trust];
}

function reasonText({ why }: RecalledEntry): string {
  const words = why.words.length === 0 ? [] : [`words: ${why.words.join(" ")} (bm25 ${score(why.bm25)})`];
  const meaning = why.cosine === undefined ? [] : [`meaning: cosine ${score(why.cosine)}`];
  return [...words, ...meaning].join("; ");
}

/** One entry a line, tab-separated, full ids: for `grep`, `cut` and the like. */
function plainLines({ results }: Recalled, explain: boolean): string {
  return results
    .map((entry) => {
      const cells = [entry.id, score(entry.score), marks(entry).join(", ") || "active", oneLine(entry.text)];
      return `${(explain ? [...cells, reasonText(entry)] : cells).join("\t")}\n`;
    })
    .join("");
}

function nothing({ withheld, index, mode }: Recalled): string {
  if (withheld > 0) return `Nothing that may be shown: ${withheld} wait for review.\n`;
  if (index === "degraded")
    return `Nothing found by ${mode === "keyword" ? "its words" : "words or meaning"}; not everything could be searched.\n`;
  return "Nothing known about this.\n";
}

async function sheet(recalled: Recalled, paint: Paint, explain: boolean): Promise<string> {
  const { wrap } = await import("../text/columns.js");
  const indent = Math.max(...recalled.results.map(({ id }) => tailOf(id).length)) + 8;
  const lines = recalled.results.flatMap((entry) => {
    const [first = "", ...rest] = wrap(entry.text, Math.max(24, paint.width - indent));
    const pad = " ".repeat(indent - tailOf(entry.id).length - 6);
    const about = [entry.type, ...(entry.stakes === undefined ? [] : [entry.stakes]), entry.timestamp.slice(0, 10)];
    const warning = marks(entry);
    const under = [
      `${paint.faint(about.join(" · "))}${warning.length === 0 ? "" : paint.warn(` · ${warning.join(" · ")}`)}`,
      ...(explain ? [paint.faint(reasonText(entry))] : []),
    ];
    const head = `${paint.faint(score(entry.score))}  ${shortId(entry.id, entry.unique, paint)}${pad}${paint.strong(first)}`;
    return [head, ...[...rest.map(paint.strong), ...under].map((line) => " ".repeat(indent) + line)];
  });
  return `${lines.join("\n")}\n`;
}

/** Found entries for people, best first; plain lines in a pipe. With `explain` the reason for each. */
export function recallText(recalled: Recalled, paint: Paint, explain = false): string | Promise<string> {
  if (!paint.terminal) return plainLines(recalled, explain);
  return recalled.results.length === 0 ? nothing(recalled) : sheet(recalled, paint, explain);
}
