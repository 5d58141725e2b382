/** What an import makes of each entry of a foreign file, and what becomes of it beside what the tree already knows. */

import { createHash } from "node:crypto";
import type { Category, Stakes, Tier, Verdict } from "../../entry/entry.js";
import { compareTiers } from "../../entry/gates/trust.js";
import type { Scoped } from "../../entry/gates/visible.js";
import { placeOf } from "../../entry/standing/ties.js";
import type { Row } from "../../store/open-store.js";
import { canonicalClaim, claimHash } from "../../text/claims/canonical.js";
import { defined } from "../../text/defined.js";
import type { FileKind } from "./source-kind.js";

/** Fields of a record to be; everything in it is the author's own words. */
export interface DraftFields {
  prior_belief?: string;
  corrected_to?: string;
  behavioral_change?: string;
  insight?: string;
  evidence?: string;
  applications?: string[];
  content?: string;
  category?: Category;
  /** Absent where nobody rated it. */
  stakes?: Stakes;
  at_risk?: string;
  context?: string;
  alternatives?: string[];
  domain?: string;
  tags?: string[];
  paths?: string[];
  seen?: number;
  outcome_note?: string;
}

/** An outcome stated in the file itself: it becomes a record that names the entry. */
export interface DraftOutcome {
  result: string;
  verdict: Verdict;
  score?: number;
  lesson?: string;
}

export type DraftType = "correction" | "insight" | "memory";

export interface DraftEntry {
  fate: "entry";
  type: DraftType;
  /** Why it became that. */
  because: string;
  fields: DraftFields;
  /** `user_feedback` and the like: a person said so. */
  byUser: boolean;
  /** Ids and aliases that the text refers to. */
  references: string[];
  outcome?: DraftOutcome;
  /** Goes into the record's `imported`. */
  provenance: { status?: string; filled?: string[]; title?: string; source?: string; cut?: string[]; lines?: string };
}

export type Plan =
  | DraftEntry
  | { fate: "log"; text: string; because: string }
  | { fate: "feature"; title: string; body: string; because: string }
  | { fate: "skip"; because: string };

/** The text of an entry, and its fate. */
interface Judged {
  aliases?: string[];
  /** Milliseconds; absent when the entry names no day. */
  at?: number;
  /** A day was named and no time of day. */
  dayOnly?: boolean;
  plan: Plan;
}

/** One real entry of a file. */
export interface ImportItem extends Judged {
  /** 1-based. */
  line: number;
  /** sha256 of its original text with `\n` line ends: by it the entry is known when the file is imported again. */
  hash: string;
  aliases: string[];
}

/** One entry as it stood in its file, before it is judged; `judge` takes the text again after secrets were replaced. */
export interface RawItem {
  line: number;
  /** How many lines of the file it takes, where `raw` is not its very text. */
  length?: number;
  hash: string;
  raw: string;
  judge(cleanRaw: string): ImportItem;
}

/** An item at a place of its file, known by the hash of its text where no other is given. */
export function rawItem(
  { line, length, hash }: { line: number; length?: number; hash?: string },
  raw: string,
  judge: (cleanRaw: string) => Judged,
): RawItem {
  const place = { line, hash: hash ?? itemHash(raw) };
  return { ...defined({ length }), ...place, raw, judge: (clean) => ({ ...place, aliases: [], ...judge(clean) }) };
}

/** The printed name of a foreign file's format. */
export type SourceKind =
  | FileKind
  | "instructions"
  | "list"
  | "auto-memory"
  | "mem0"
  | "memory-server"
  | "worded"
  | "unknown";

/** A foreign file taken apart. */
export interface Source {
  kind: SourceKind;
  text: string;
  items: RawItem[];
  /** What it holds, where nothing in it is an entry. */
  there?: string;
  /** Why nothing of it is taken at all. */
  refused?: string;
  /** Lines that were judged and are no entry. */
  passed?: { line: number; because: string }[];
  /** Plain sentences about the file itself, such as bytes that were mended. */
  notes: { line: number; message: string }[];
}

/** sha256 in hex of an entry's original text: by it the entry is known when its file is imported again. */
export function itemHash(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** What the tree knows, as far as an import asks. */
export interface KnownItems {
  /** Hashes of texts that were imported before -> the entry they became or joined, where there is one. */
  hashes: ReadonlyMap<string, string | undefined>;
  /** Entries of a type that say this claim (by its short hash), live ones first; never forgotten ones. */
  saying(type: DraftType, claim: string): readonly Row[];
}

/** An entry to be, with what later items of the same import added to it. */
export interface Pending {
  item: ImportItem;
  draft: DraftEntry;
  aliases: string[];
  /** Times said again. */
  again: number;
  folded: string[];
}

export type Decision =
  | { fate: "imported"; pending: Pending; because: string }
  | { fate: "folded"; onto: Pending | Row; edited: boolean; because: string }
  | { fate: "logged"; because: string }
  | { fate: "skipped"; because: string; id?: string | undefined };

export function draftClaim({ fields }: DraftEntry): string {
  return fields.corrected_to ?? fields.insight ?? fields.content ?? "";
}

/** A person's words were told to the agent; the rest is the agent's own. */
export function tierOfDraft(draft: DraftEntry): Tier {
  return draft.byUser ? "relayed" : "self";
}

/** Folded into an entry of the same import, not into one of the tree. */
export function isPending(onto: Pending | Row): onto is Pending {
  return "draft" in onto;
}

/** The entry that an item becomes, joins or is already: one to be, or one of the tree by its id. */
export function entryOf(decision: Decision): Pending | string | undefined {
  if (decision.fate === "imported") return decision.pending;
  if (decision.fate === "folded") return isPending(decision.onto) ? decision.onto : decision.onto.id;
  return decision.fate === "skipped" ? decision.id : undefined;
}

/** Decides on the items in order; an item may be folded into an earlier one of the same import. */
export function planImport<P extends { item: ImportItem }>(
  items: readonly P[],
  knownItems: KnownItems,
  isWanted: (placed: P, draft: DraftEntry) => boolean = () => true,
): (P & { decision: Decision })[] {
  const texts = new Map<string, ImportItem>();
  const claims = new Map<string, Pending>();

  // What is trusted less is not added to.
  const mayCount = (draft: DraftEntry, entry: Row): boolean => compareTiers(entry.tier, tierOfDraft(draft)) >= 0;
  const isSameFor = ({ type, fields }: DraftEntry, entry: Row): boolean =>
    placeOf({ type, ...fields } as Scoped) === placeOf(entry);
  const sameClaim = (draft: DraftEntry, key: string, hash: string): Pending | Row | undefined =>
    claims.get(key) ??
    knownItems.saying(draft.type, hash).find((entry) => isSameFor(draft, entry) && mayCount(draft, entry));

  const decide = (one: P): Decision => {
    const { item } = one;
    const { plan, hash } = item;
    if (knownItems.hashes.has(hash)) {
      return { fate: "skipped", because: "Imported before.", id: knownItems.hashes.get(hash) };
    }
    const twin = texts.get(hash);
    if (twin !== undefined) {
      return { fate: "skipped", because: `The same text stands in this import before, at line ${twin.line}.` };
    }
    texts.set(hash, item);
    if (plan.fate === "skip") return { fate: "skipped", because: plan.because };
    if (plan.fate !== "entry") return { fate: "logged", because: plan.because };
    const claim = draftClaim(plan);
    const short = claimHash(claim);
    const key = [plan.type, short, ...(plan.fields.paths ?? [])].join(" ");
    const onto = canonicalClaim(claim) === "" ? undefined : sameClaim(plan, key, short);
    if (!isWanted(one, plan)) {
      if (onto !== undefined) return { fate: "skipped", because: "It says the same as a known one." };
      return { fate: "skipped", because: "It was not chosen." };
    }
    if (onto === undefined) {
      const pending: Pending = { item, draft: plan, aliases: [...item.aliases], again: 0, folded: [] };
      claims.set(key, pending);
      return { fate: "imported", pending, because: plan.because };
    }
    const aliases = isPending(onto) ? onto.aliases : (onto.aliases ?? []);
    const edited = !isPending(onto) && item.aliases.some((alias) => aliases.includes(alias));
    if (isPending(onto)) {
      onto.again += 1;
      onto.folded.push(hash);
      for (const alias of item.aliases) if (!onto.aliases.includes(alias)) onto.aliases.push(alias);
    }
    const because = edited
      ? "The same entry as before, edited since; it claims the same."
      : "It says the same as a known one.";
    return { fate: "folded", onto, edited, because };
  };
  return items.map((one) => ({ ...one, decision: decide(one) }));
}
