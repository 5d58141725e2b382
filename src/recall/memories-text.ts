/** Memories as a list, and what was forgotten of them. */

import { refOf } from "../entry/entry.js";
import { type Paint, shortId } from "../text/paint.js";
import { oneLine } from "../text/shorten.js";
import type { ForgottenMemories, ListedMemories, ListedMemory } from "./recall-schemas.js";

/** What a reader must know besides the words. */
function marks({ scope, key, confidence, uses, tier, review }: ListedMemory): string[] {
  return [
    ...(scope === "project" ? [] : [scope]),
    ...(key === undefined ? [] : [key]),
    ...(confidence === 1 ? [] : [confidence.toFixed(1)]),
    ...(uses === 0 ? [] : [`used ${uses}×`]),
    ...(tier === "peer" || tier === "external" ? [tier] : []),
    ...(review === undefined ? [] : [review.replaceAll("_", " ")]),
  ];
}

/** One memory a line, tab-separated, full ids: for `grep`, `cut` and the like. */
function plainLines({ memories }: ListedMemories): string {
  return memories
    .map((one) => `${[one.id, one.category, marks(one).join(", ") || "-", oneLine(one.text)].join("\t")}\n`)
    .join("");
}

async function sheet({ memories, total }: ListedMemories, paint: Paint): Promise<string> {
  const { wrap } = await import("../text/columns.js");
  const width = Math.max(...memories.map(({ category }) => category.length));
  const indent = width + 9;
  const lines = memories.flatMap((one) => {
    const [first = "", ...rest] = wrap(oneLine(one.text), Math.max(24, paint.width - indent));
    const under = marks(one);
    const head = `${shortId(one.id, one.unique, paint)}  ${paint.faint(one.category.padEnd(width))}  ${first}`;
    return [head, ...[...rest, ...(under.length === 0 ? [] : [paint.faint(under.join(" · "))])].map(indented)];
    function indented(line: string): string {
      return " ".repeat(indent) + line;
    }
  });
  const more = total - memories.length;
  return `${[...lines, ...(more > 0 ? [paint.faint(`and ${more} more: tenet memories --limit ${total}`)] : [])].join("\n")}\n`;
}

/** Memories for people, by use; plain lines in a pipe. */
export function memoriesText(listed: ListedMemories, paint: Paint): string | Promise<string> {
  if (listed.memories.length === 0) return paint.terminal ? "Nothing is remembered.\n" : "";
  return paint.terminal ? sheet(listed, paint) : plainLines(listed);
}

/** What was forgotten, without a word of it. */
export function forgottenMemoriesText({ decision, dry_run, entries, needs_person }: ForgottenMemories, paint: Paint) {
  if (decision === "unchanged") return "Nothing to forget.\n";
  const word = dry_run ? paint.warn("Would forget") : paint.good("Forgotten");
  const lines = entries.map(
    ({ id, file, line }) => `${word}  ${paint.accent(refOf(id))}  ${paint.faint(`${file}:${line}`)}`,
  );
  if (needs_person !== undefined) lines.push(`  ${paint.warn("needs a person:")} ${needs_person}`);
  else if (!dry_run) lines.push(`  ${paint.faint("A person can take it back: tenet forget --restore with the id.")}`);
  return `${lines.join("\n")}\n`;
}
