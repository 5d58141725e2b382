/** Makes the head of an entry. Apart from {@link EntryMeta}, since commands that only read never make one. */

import {
  claimOf,
  comparedClaims,
  type Entry,
  isLearning,
  templateOf,
  textHash,
  usesOf,
  wordingsOf,
} from "../../entry/entry.js";
import { isPinned } from "../../entry/gates/pins.js";
import { closingInForce } from "../../entry/near/closings.js";
import { reviewInForce } from "../../entry/status.js";
import type { Profile } from "../../settings.js";
import { claimHash } from "../../text/claims/canonical.js";
import { shorten } from "../../text/shorten.js";
import type { EntryMeta } from "./entry-meta.js";
import { RELATIONS } from "./relations.js";

const MAX_TEXT = 300;

/** Fields copied as they are. */
const COPIED = [
  "recorded",
  "stakes",
  "source",
  "origin",
  "scope",
  "paths",
  "domain",
  "tags",
  "session",
  "run",
  ...RELATIONS,
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
  "confidence",
  "key",
  "user",
  "valid_from",
  "valid_to",
  "sensitivity",
  "confirmed",
  "entities",
] as const;

function shortText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: heads are kept one a line
  return shorten(text.replace(/[\s\u0000-\u001f\u0085]+/g, " ").trim(), MAX_TEXT);
}

function claimsOf(entry: Entry): string[] {
  return [...new Set([...new Set([claimOf(entry), ...wordingsOf(entry)])].map(claimHash))];
}

/** The head of an entry that stands at a line of a file, with the review that counts under the mode. */
export function entryMetaOf(entry: Entry, file: string, line: number, mode: Profile["apply_mode"]): EntryMeta {
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
    wordings: comparedClaims(entry).map(textHash),
  };
  for (const field of COPIED) if (fields[field] !== undefined) head[field] = fields[field];
  const { imported } = entry;
  const review = reviewInForce(entry, mode);
  if (review !== undefined) {
    const { state, at } = review;
    head["review"] = { state, ...(at && { at }), ...(state !== entry.review?.state && { assumed: true }) };
  }
  if (imported !== undefined) {
    const { at, from, hash, status, people } = imported;
    head["imported"] = { at, from, hash, ...(status && { status }), ...(people && { people }) };
  }
  const uses = usesOf(entry);
  if (uses.length > 0) {
    head["uses"] = uses.length;
    head["last_used"] = uses
      .map(({ at }) => at)
      .reduce((one, other) => (Date.parse(other) > Date.parse(one) ? other : one));
  }
  if ((entry as { outcome_note?: string }).outcome_note !== undefined) head["outcome_note"] = true;
  if (isPinned(entry)) head["pinned"] = true;
  if (entry.type === "question") {
    const closed = closingInForce(entry);
    if (closed !== undefined) head["closed"] = { at: closed.at, by: closed.by, how: closed.how };
  }
  if (isLearning(entry)) {
    if (entry.stick !== undefined) head["stick"] = { verdict: entry.stick.verdict, at: entry.stick.at };
    if (entry.triggers !== undefined) head["triggers"] = true;
    if (entry.check !== undefined) head["check"] = true;
  }
  return head as unknown as EntryMeta;
}
