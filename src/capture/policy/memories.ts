/** What a new memory does to the known ones: facts change, and the newest counts. Pure, with its reasons. */
import { isSameName } from "../../entry/attribution.js";
import { type Category, type Entry, isApproved, isLive, type Memory } from "../../entry/entry.js";
import { compareTiers, maySkipOnto, maySupersede } from "../../entry/trust.js";
import { canonicalClaim } from "../../guard/canonical.js";
import { compareClaims, guardClaim } from "../../guard/change-guard.js";
import type { Difference, DifferenceKind } from "../../guard/difference.js";
import { defined } from "../../text/defined.js";
import { type ComparedClaim, comparedWith } from "./claims.js";
import {
  byNearness,
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
  "content" | "category" | "confidence" | "key" | "tier" | "timestamp" | "scope" | "user" | "session" | "review"
>;

export interface MemoryInput extends JudgementInput {
  draft: MemoryDraft;
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
export const GROUP_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

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
function whyKept(known: Memory, draft: MemoryDraft): string | undefined {
  if (!maySupersede(draft.tier, known.tier)) return `is trusted more (${known.tier})`;
  if (!isApproved(draft) && isApproved(known)) return "is approved, while this one waits for review";
  if (Date.parse(known.timestamp) > Date.parse(draft.timestamp)) return "was said later";
  return undefined;
}

interface MemoryFate {
  entry: Memory;
  fate: "replaced" | "contested" | "maybe" | "linked";
  because: string[];
}

function replacement(known: Memory, draft: MemoryDraft, why: string, differences: readonly Difference[]): MemoryFate {
  const keeps = whyKept(known, draft);
  const reason =
    keeps === undefined
      ? `It takes the place of ${quoted(known, true)}, which ${why}.`
      : `${quoted(known)} ${why}, but ${keeps}; both stay until someone decides.`;
  const shown = isApproved(known) ? differences.slice(0, 3).map(({ message }) => message) : [];
  return { entry: known, fate: keeps === undefined ? "replaced" : "contested", because: [reason, ...shown] };
}

/** What a new memory does to one that is near: nothing goes because it looks alike, only what was true before. */
function judgeNear(compared: ComparedClaim<Memory>, draft: MemoryDraft): MemoryFate {
  const { entry, same, equal, answer } = compared;
  const { differences, relation } = answer;
  if (draft.key !== undefined && entry.key !== undefined) {
    const because = [`Close to ${quoted(entry)}, which is about something else (${entry.key}).`];
    return { entry, fate: "linked", because };
  }
  if (relation === "silent") {
    if (equal) return replacement(entry, draft, "says the same", differences);
    const maybe = same === "yes";
    const because = [maybe ? `${quoted(entry)} is maybe the same in other words.` : `Close to ${quoted(entry)}.`];
    return { entry, fate: maybe ? "maybe" : "linked", because };
  }
  const outdating = differences.every(({ kind, narrows }) => OUTDATING.has(kind) && narrows !== true);
  if (relation === "contests" && outdating) {
    return replacement(entry, draft, "said so before", differences);
  }
  return { entry, fate: relation === "contests" ? "contested" : "linked", because: reasonsOf(compared) };
}

/** The same words in the same circle: counted there, unless that one no longer counts or is trusted less. */
function sameWords(input: MemoryInput): Memory[] {
  const canonical = canonicalClaim(input.draft.content);
  return input.sameClaim
    .filter((entry): entry is Memory => isComparable(entry, input.draft))
    .filter(({ content, status }) => !ENDED.has(status) && canonicalClaim(content) === canonical)
    .sort((a, b) => Number(isLive(b)) - Number(isLive(a)) || compareTiers(b.tier, a.tier));
}

const ENDED: ReadonlySet<string> = new Set(["superseded", "forgotten"]);

function sameMemory(input: MemoryInput): { target: string; because: string[] } | undefined {
  const { draft } = input;
  for (const known of sameWords(input)) {
    if (!maySkipOnto(draft.tier, known.tier)) continue;
    if (draft.key !== undefined && known.key !== undefined && known.key !== draft.key) continue;
    const because = [`${quoted(known)} says exactly this${isLive(known) ? "" : ` (it was ${known.review?.state})`}.`];
    if (known.category !== draft.category) because.push(`It stays a ${known.category}.`);
    if (known.confidence !== draft.confidence) because.push(`Its confidence stays ${known.confidence}.`);
    return { target: known.id, because };
  }
  return undefined;
}

function trustedMore(input: MemoryInput): MemoryFate[] {
  const { draft } = input;
  return sameWords(input).flatMap((known): MemoryFate[] => {
    if (!isLive(known) || maySkipOnto(draft.tier, known.tier) || whyKept(known, draft) !== undefined) return [];
    const because = [`${quoted(known)} says the same but is trusted less (${known.tier}); this one replaces it.`];
    return [{ entry: known, fate: "replaced", because }];
  });
}

/** Of two facts with one key the newer counts, whatever they say. */
function sameKey({ draft, sameKey }: MemoryInput): MemoryFate[] {
  if (draft.key === undefined) return [];
  return sameKey
    .filter((known) => sameAudience(known, draft) && mayCompare(known, draft) && known.key === draft.key)
    .map((known) =>
      replacement(
        known,
        draft,
        `has the same key (${draft.key})`,
        compareClaims(known.content, draft.content).differences,
      ),
    );
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
  const counted = keyed.some(({ entry }) => canonicalClaim(entry.content) !== canonicalClaim(draft.content))
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
    .map((compared) => judgeNear(compared, draft));
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
