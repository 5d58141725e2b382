/** Makes the head of an entry. Apart from {@link EntryMeta}, since commands that only read never make one. */

import { claimOf, type Entry, isLearning, templateOf, textHash } from "../../entry/entry.js";
import { claimHash } from "../../guard/canonical.js";
import { shorten } from "../../text/shorten.js";
import type { EntryMeta } from "./entry-meta.js";

const MAX_TEXT = 300;

/** Fields copied as they are. */
const COPIED = [
  "stakes",
  "source",
  "origin",
  "scope",
  "domain",
  "tags",
  "session",
  "run",
  "linked",
  "references",
  "supersedes",
  "superseded_by",
  "recurrence_of",
  "maybe_recurrence_of",
  "contests",
  "derived_from",
  "aliases",
  "verdict",
  "score",
  "outcome",
  "outcome_date",
  "promoted_to",
  "folded",
  "seen",
  "flags",
  "novelty",
  "category",
  "basis",
  "key",
  "user",
] as const;

function shortText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: heads are kept one a line
  return shorten(text.replace(/[\s\u0000-\u001f\u0085]+/g, " ").trim(), MAX_TEXT);
}

function claimsOf(entry: Entry): string[] {
  const history = entry.type === "insight" ? (entry.evolution ?? []).map((item) => item.text) : [];
  return [...new Set([claimOf(entry), ...history].map(claimHash))];
}

/** The head of an entry that stands at a line of a file. */
export function entryMetaOf(entry: Entry, file: string, line: number): EntryMeta {
  const fields = entry as Record<string, unknown>;
  const head: Record<string, unknown> = {
    id: entry.id,
    type: entry.type,
    timestamp: entry.timestamp,
    status: entry.status,
    tier: entry.tier,
    text: shortText(claimOf(entry)),
    agent: entry.agent,
    file,
    line,
    claims: claimsOf(entry),
    template: textHash(templateOf(entry)),
  };
  for (const field of COPIED) if (fields[field] !== undefined) head[field] = fields[field];
  const { review, imported } = entry;
  if (review !== undefined) head["review"] = { state: review.state, ...(review.at && { at: review.at }) };
  if (imported !== undefined) {
    const { at, from, hash, status } = imported;
    head["imported"] = { at, from, hash, ...(status && { status }) };
  }
  if (entry.type !== "outcome" && entry.uses !== undefined) head["uses"] = entry.uses.length;
  if (isLearning(entry)) {
    if (entry.stick !== undefined) head["stick"] = { verdict: entry.stick.verdict, at: entry.stick.at };
    if (entry.outcome_note !== undefined) head["outcome_note"] = true;
    if (entry.triggers !== undefined) head["triggers"] = true;
  }
  return head as unknown as EntryMeta;
}
