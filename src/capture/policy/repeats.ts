/** Finds what a new text says again: an entry in equal words, or the same record of a type that is not compared. Pure. */
import {
  type Correction,
  claimOf,
  type Edit,
  type Entry,
  type Insight,
  isLearning,
  type Memory,
  sessionOf,
  templateOf,
} from "../../entry/entry.js";
import { compareTiers, mayAnswer } from "../../entry/gates/trust.js";
import { isLive } from "../../entry/gates/visible.js";
import { placeOf, wordsKey } from "../../entry/standing/ties.js";
import { entryOf } from "../../store/cache/row.js";
import type { Row, Store } from "../../store/open-store.js";
import { canonicalClaim, claimHash } from "../../text/claims/canonical.js";

export type Learned = Correction | Insight | Memory;

/**
 * The entry of its chain on which a draft in equal words is counted; undefined where it is stored: nothing says the same, it
 * is a correction of another session, it is trusted more than all who said it, brings a check, or begins what was ended anew.
 */
export function equalTo(tree: Pick<Store, "naming" | "chainOf">, draft: Learned, session: string): Row | undefined {
  const [equal] = tree.naming([wordsKey(draft, claimHash(claimOf(draft))) ?? ""], "words");
  if (equal === undefined) return undefined;
  const chain = tree.chainOf(equal.id).filter(({ type }) => type === draft.type);
  const isNewSession = draft.type === "correction" && !chain.some((one) => sessionOf(entryOf(one)) === session);
  if (isNewSession || chain.every(({ tier }) => compareTiers(tier, draft.tier) < 0)) return undefined;
  const check = checkOf(draft);
  if (check !== undefined && chain.every((one) => checkOf(entryOf(one)) !== check)) return undefined;
  const isLiveChain = chain.some((one) => isLive(one));
  const mayBegin = ({ endedBy }: Row) => endedBy === undefined || mayAnswer(draft.tier, endedBy);
  if (!isLiveChain && chain.every(mayBegin)) return undefined;
  return chain.find(({ voice }) => voice === 1) ?? chain.findLast((one) => !isLiveChain || isLive(one));
}

const checkOf = (entry: Entry): string | undefined => (isLearning(entry) ? JSON.stringify(entry.check) : undefined);

/** Whether an insight has evidence that the known one lacks. */
export function bringsEvidence(known: Insight, draft: Insight): boolean {
  if (draft.evidence === undefined) return false;
  const evidence = [known, ...(known.evolution ?? [])].map((one) => canonicalClaim(one.evidence ?? ""));
  return !evidence.includes(canonicalClaim(draft.evidence));
}

/** What keeps two records apart that have one claim and one template. */
const DETAILS: Partial<Record<Entry["type"], string[]>> = { decision: ["rationale"], reflexion: ["entities", "tags"] };

/** The details of a record: a text in its canonical form, a list sorted. */
function detailsOf(entry: Entry): unknown[] {
  const fields: Readonly<Record<string, unknown>> = entry;
  return (DETAILS[entry.type] ?? []).map((field) => {
    const value = fields[field] ?? [];
    return typeof value === "string" ? canonicalClaim(value) : [...new Set(value as string[])].sort();
  });
}

/**
 * Whether both are the same record of a type that is not compared: all fields in equal words, for the same readers and
 * files. One action may have many reasons, so the claim alone does not decide.
 */
export function isSameRecord(knownEntry: Entry, draft: Entry): boolean {
  if (knownEntry.type !== draft.type || placeOf(knownEntry) !== placeOf(draft)) return false;
  // An edit may be about a single comma.
  if (knownEntry.type === "edit")
    return (["context", "original", "final"] as const).every((field) => knownEntry[field] === (draft as Edit)[field]);
  const saysSame = (of: (entry: Entry) => string) => canonicalClaim(of(knownEntry)) === canonicalClaim(of(draft));
  return (
    saysSame(claimOf) &&
    saysSame(templateOf) &&
    JSON.stringify(detailsOf(knownEntry)) === JSON.stringify(detailsOf(draft))
  );
}
