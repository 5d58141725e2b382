/** What a new memory does to the known ones: facts change, and the newest counts. Pure, with its reasons. */
import { overlap, succession } from "../../contacts/policy/validity.js";
import { isSameName } from "../../entry/attribution.js";
import { contactOf } from "../../entry/contact-scope.js";
import { type Category, ENDED, type Entry, isApproved, isLive, type Memory } from "../../entry/entry.js";
import { isPinned } from "../../entry/pins.js";
import { compareTiers, maySkipOnto, maySupersede } from "../../entry/trust.js";
import { compareClaims, guardClaim } from "../../guard/change-guard.js";
import type { Difference, DifferenceKind } from "../../guard/difference.js";
import { canonicalClaim } from "../../text/canonical.js";
import { defined } from "../../text/defined.js";
import { type ComparedClaim, comparedWith } from "./claims.js";
import {
  byNearness,
  isQuotable,
  type JudgementDecision,
  type JudgementInput,
  nearEntries,
  quoted,
  reasonsOf,
  relatedReason,
  withNeighbours,
} from "./neighbours.js";

/** What must be known of a new memory to judge it. */
export type MemoryDraft = Pick<
  Memory,
  | "content"
  | "category"
  | "confidence"
  | "key"
  | "tier"
  | "timestamp"
  | "scope"
  | "user"
  | "session"
  | "review"
  | "valid_from"
  | "valid_to"
>;

export interface MemoryInput extends JudgementInput {
  draft: MemoryDraft;
  /** A person pins it: only such a one takes the place of what is pinned. */
  pins?: boolean;
  /** Memories that state the draft's key. */
  sameKey: readonly Memory[];
}

/** What is to be written about a new memory. */
export interface MemoryDecision extends JudgementDecision {
  decision: "skipped" | "stored" | "linked" | "superseded";
  /** The known memory that says the same: `seen` goes up there, and nothing is stored. */
  target?: string;
  /** Perhaps the same in other words: asked about once. */
  maybe_same_as?: string;
}

/** More than this is no single fact. */
export const LONGEST_MEMORY = 1_000;

/** The group a memory is filed in unless its author names one. */
export const GROUP_OF: Readonly<Record<Category, string>> = {
  preference: "preferences",
  pattern: "patterns",
  correction: "corrections",
  fact: "facts",
  instruction: "instructions",
  convention: "conventions",
};

/** Names of groups are names of files. */
export const GROUP_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** A fact that differs in nothing else is the same fact at another time. */
const OUTDATING: ReadonlySet<DifferenceKind> = new Set(["number", "date", "version", "negation", "antonym", "modal"]);
type Audience = Pick<MemoryDraft, "scope" | "user" | "session">;

/** Memories that may replace or contest each other: of one scope, one user, one conversation. */
export function sameAudience(a: Audience, b: Audience): boolean {
  const scope = a.scope ?? "project";
  if (scope !== (b.scope ?? "project")) return false;
  if ((a.user !== undefined || b.user !== undefined) && !isSameName(a.user, b.user)) return false;
  return scope !== "conversation" || a.session === b.session;
}

const isComparable = (entry: Entry, draft: MemoryDraft): entry is Memory =>
  entry.type === "memory" && sameAudience(entry, draft);

const mayCompare = (entry: Memory, draft: MemoryDraft): boolean =>
  isLive(entry) && (isApproved(entry) || compareTiers(entry.tier, draft.tier) === 0);

/** Why a known memory keeps its place beside a newer one; undefined when it may be replaced. */
function whyKept(known: Memory, draft: MemoryDraft, pins: boolean): string | undefined {
  if (isPinned(known) && !pins) return `is pinned by ${known.pinned?.by}`;
  if (!maySupersede(draft.tier, known.tier)) return `is trusted more (${known.tier})`;
  if (!isApproved(draft) && isApproved(known)) return "is approved, while this one waits for review";
  if (Date.parse(known.timestamp) > Date.parse(draft.timestamp)) return "was said later";
  return undefined;
}

/** Facts about a contact may follow one another: one that had ended, or began later, is no other value of the same. */
const sameTime = (known: Memory, draft: MemoryDraft): boolean =>
  contactOf(draft) === undefined || overlap(known, draft);

interface MemoryFate {
  entry: Memory;
  fate: "replaced" | "contested" | "maybe" | "linked";
  because: string[];
}

function replacement(
  known: Memory,
  { draft, pins = false }: Pick<MemoryInput, "draft" | "pins">,
  why: string,
  differences: readonly Difference[],
): MemoryFate {
  const keeps = whyKept(known, draft, pins);
  const reason =
    keeps === undefined
      ? `It takes the place of ${quoted(known, true)}, which ${why}.`
      : `${quoted(known)} ${why}, but ${keeps}; both stay until someone decides.`;
  const shown = isQuotable(known) ? differences.slice(0, 3).map(({ message }) => message) : [];
  return { entry: known, fate: keeps === undefined ? "replaced" : "contested", because: [reason, ...shown] };
}

/** What a new memory does to one that is near: nothing goes because it looks alike, only what was true before. */
function judgeNear(compared: ComparedClaim<Memory>, input: MemoryInput): MemoryFate {
  const { draft } = input;
  const { entry, same, equal, answer } = compared;
  const { differences, relation } = answer;
  if (draft.key !== undefined && entry.key !== undefined) {
    const because = [`Close to ${quoted(entry)}, which is about something else (${entry.key}).`];
    return { entry, fate: "linked", because };
  }
  if (!sameTime(entry, draft)) {
    return { entry, fate: "linked", because: [`Close to ${quoted(entry)}, which holds at another time.`] };
  }
  if (relation === "silent") {
    if (equal && contactOf(draft) !== undefined && succession(entry, draft) !== "closes") {
      return { entry, fate: "linked", because: [`${quoted(entry)} says the same of another time.`] };
    }
    if (equal) return replacement(entry, input, "says the same", differences);
    const maybe = same === "yes";
    const because = [maybe ? `${quoted(entry)} is maybe the same in other words.` : `Close to ${quoted(entry)}.`];
    return { entry, fate: maybe ? "maybe" : "linked", because };
  }
  const outdating = differences.every(({ kind, narrows }) => OUTDATING.has(kind) && narrows !== true);
  // Of a contact only a key, or its author, says that one fact ended with the other.
  if (relation === "contests" && outdating && contactOf(draft) === undefined) {
    return replacement(entry, input, "said so before", differences);
  }
  return { entry, fate: relation === "contests" ? "contested" : "linked", because: reasonsOf(compared) };
}

/** The same words in the same circle: counted there, unless that one no longer counts or is trusted less. */
function sameWords(input: MemoryInput): Memory[] {
  const canonical = canonicalClaim(input.draft.content);
  return input.sameClaim
    .filter((entry): entry is Memory => isComparable(entry, input.draft) && sameTime(entry, input.draft))
    .filter(({ content, status }) => !ENDED.has(status) && canonicalClaim(content) === canonical)
    .sort((a, b) => Number(isLive(b)) - Number(isLive(a)) || compareTiers(b.tier, a.tier));
}

function sameMemory(input: MemoryInput): { target: string; because: string[] } | undefined {
  const { draft } = input;
  for (const known of sameWords(input)) {
    if (!maySkipOnto(draft.tier, known.tier) && !isPinned(known)) continue;
    if (draft.key !== undefined && known.key !== undefined && known.key !== draft.key) continue;
    const because = [`${quoted(known)} says exactly this${isLive(known) ? "" : ` (it was ${known.review?.state})`}.`];
    if (known.category !== draft.category) because.push(`It stays a ${known.category}.`);
    if (known.confidence !== draft.confidence) because.push(`Its confidence stays ${known.confidence}.`);
    return { target: known.id, because };
  }
  return undefined;
}

function trustedMore(input: MemoryInput): MemoryFate[] {
  const { draft, pins = false } = input;
  return sameWords(input).flatMap((known): MemoryFate[] => {
    if (!isLive(known) || maySkipOnto(draft.tier, known.tier) || whyKept(known, draft, pins) !== undefined) return [];
    const because = [`${quoted(known)} says the same but is trusted less (${known.tier}); this one replaces it.`];
    return [{ entry: known, fate: "replaced", because }];
  });
}

/** Of two facts with one key the newer counts, whatever they say. */
function sameKey(input: MemoryInput): MemoryFate[] {
  const { draft, sameKey } = input;
  if (draft.key === undefined) return [];
  const why = `has the same key (${draft.key})`;
  return sameKey
    .filter((known) => sameAudience(known, draft) && mayCompare(known, draft) && known.key === draft.key)
    .map((known) => {
      const how = contactOf(draft) === undefined ? "closes" : succession(known, draft);
      if (how === "apart") {
        return { entry: known, fate: "linked", because: [`${quoted(known)} ${why}, and holds at another time.`] };
      }
      if (how === "overlaps") {
        const because = `${quoted(known)} ${why}, and both would hold at one time, until someone decides.`;
        return { entry: known, fate: "contested", because: [because] };
      }
      return replacement(known, input, why, compareClaims(known.content, draft.content).differences);
    });
}

/**
 * What becomes of a new memory. The same words are counted; of two with one key, or that differ only in an amount, a
 * date, a negation, an opposite or how binding they are, the newer counts; those about something else both stay.
 */
export function judgeMemory(input: MemoryInput): MemoryDecision {
  const { draft } = input;
  const live = input.candidates.filter(({ entry }) => isLive(entry));
  const known = nearEntries(draft.content, { ...input, candidates: live }, "memory");
  const keyed = sameKey(input);
  const others = keyed.filter(({ entry }) => sameTime(entry, draft));
  const counted = others.some(({ entry }) => canonicalClaim(entry.content) !== canonicalClaim(draft.content))
    ? undefined
    : sameMemory(input);
  if (counted !== undefined) {
    const { neighbours } = withNeighbours(counted, known);
    return { decision: "skipped", ...counted, supersedes: [], contests: [], linked: [], neighbours };
  }
  const first = [...keyed, ...trustedMore(input)];
  const decided = new Set(first.map(({ entry }) => entry.id));
  const claim = guardClaim(draft.content);
  const near = known.candidates
    .flatMap((candidate) => {
      const { entry } = candidate;
      if (decided.has(entry.id) || !isComparable(entry, draft) || !mayCompare(entry, draft)) return [];
      return [comparedWith(claim, { ...candidate, entry }, known.bands, input.likeness)];
    })
    .filter(({ nearness }) => nearness !== "far")
    .sort(byNearness)
    .map((compared) => judgeNear(compared, input));
  const all = [...first, ...near];
  const of = (fate: MemoryFate["fate"]) => all.filter((one) => one.fate === fate).map(({ entry }) => entry.id);
  const [supersedes, contests, maybe] = [of("replaced"), of("contested"), of("maybe")];
  const linked = [...new Set([...contests, ...maybe, ...of("linked"), ...known.related.map(({ entry }) => entry.id)])]
    .filter((id) => !supersedes.includes(id))
    .slice(0, Math.max(input.maxLinks, contests.length));
  const because = all.flatMap((one) => one.because);
  if (because.length === 0) because.push(relatedReason(known));
  const decision = supersedes.length > 0 ? "superseded" : linked.length > 0 ? "linked" : "stored";
  return withNeighbours(
    { decision, supersedes, contests, linked, because, ...defined({ maybe_same_as: maybe[0] }) },
    known,
  );
}
