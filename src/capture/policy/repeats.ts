/** What a new text owes to somebody else: what a person turned down, or what a less trusted source said first. Pure. */
import type { Bands } from "../../config.js";
import type { Candidate } from "../../entry/bands.js";
import {
  claimOf,
  type Edit,
  type Entry,
  isApproved,
  isLive,
  type Tier,
  templateOf,
  wordingsOf,
} from "../../entry/entry.js";
import { isComparedType } from "../../entry/record-types.js";
import { compareTiers } from "../../entry/trust.js";
import { guardClaim } from "../../guard/change-guard.js";
import { canonicalClaim } from "../../text/canonical.js";
import { defined } from "../../text/defined.js";
import { comparedWith, type LikenessOf } from "./claims.js";

export interface RepeatInput {
  draft: Entry;
  /** By {@link linesOf}. */
  claims: readonly string[];
  /** Live neighbours. */
  candidates: readonly Candidate[];
  /** Entries that hold one of the claims in the same words, whatever their review or status. */
  sameClaim: readonly Entry[];
  bands: Bands | undefined;
  likeness: LikenessOf;
}

/** Everything an entry says that may become a line of its own, its claim first. */
export function linesOf(entry: Entry): string[] {
  const { rule } = entry as { rule?: string };
  const next = entry.type === "correction" ? entry.behavioral_change : undefined;
  return [claimOf(entry), rule, next].filter((claim) => claim !== undefined && claim.trim() !== "") as string[];
}

/** A decision of a person about words, that these words do not undo. */
const TURNED_DOWN: ReadonlySet<string | undefined> = new Set(["rejected", "sensitive"]);

/** Did a person decide against this entry? Whoever but an owner says it again is counted there. */
export function isTurnedDown({ type, status, review }: Pick<Entry, "type" | "status" | "review">): boolean {
  return type !== "outcome" && status !== "superseded" && status !== "forgotten" && TURNED_DOWN.has(review?.state);
}

/** The entry that a person rejected or called sensitive, and that says the very same; an owner's words stand alone. */
export function turnedDownBefore({ draft, claims, sameClaim }: RepeatInput): Entry | undefined {
  if (draft.tier === "owner" || draft.type === "outcome") return undefined;
  const said = canonicalClaim(claims[0] as string);
  const byClaim = isComparedType(draft.type) || draft.type === "question";
  return sameClaim.find((entry) => {
    if (!isTurnedDown(entry) || !saysVerbatim(entry, new Set([said]))) return false;
    return byClaim || entry.type !== draft.type || isSameRecord(entry, draft);
  });
}

/** What a record says beside its claim and what finds it: of a decision why, of a reflexion what it is about. */
function detailsOf(entry: Entry): unknown[] {
  if (entry.type === "decision") return [canonicalClaim(entry.rationale)];
  if (entry.type !== "reflexion") return [];
  return [entry.entities, entry.tags].map((names = []) => [...new Set(names)].sort());
}

/**
 * The same record of a type that is compared with nothing: all that it says in the same words, for the same readers. One
 * sentence is done, or sent, for many reasons.
 */
export function isSameRecord(known: Entry, draft: Entry): boolean {
  if (known.type !== draft.type || (known.scope ?? "project") !== (draft.scope ?? "project")) return false;
  // A comma more is what an edit may be about.
  if (known.type === "edit") return EDITED.every((field) => known[field] === (draft as Edit)[field]);
  const same = (of: (entry: Entry) => string) => canonicalClaim(of(known)) === canonicalClaim(of(draft));
  return same(claimOf) && same(templateOf) && JSON.stringify(detailsOf(known)) === JSON.stringify(detailsOf(draft));
}

const EDITED = ["context", "original", "final"] as const;

function saysVerbatim(entry: Entry, canonical: ReadonlySet<string>): boolean {
  return wordingsOf(entry).some((wording) => canonical.has(canonicalClaim(wording)));
}

/** In other words: near enough, and the change guard names nothing that differs. */
function saysInOtherWords({ claims, bands, likeness }: RepeatInput, candidate: Candidate): boolean {
  return claims.some((claim, at) => {
    const { entry, lexical, claim: cosine } = candidate;
    // The cosine is that of the claim; what stands beside it is compared by its words.
    const near = { entry, lexical, ...defined({ claim: at === 0 ? cosine : undefined }) };
    const { same, answer } = comparedWith(guardClaim(claim), near, bands, likeness);
    return same === "yes" || (same === "maybe" && answer.relation === "silent");
  });
}

/** May words of this tier be a repeat of what somebody else said? A person's stand on their own. */
export function mayRepeat(tier: Tier): boolean {
  return tier === "self" || tier === "peer";
}

/**
 * Entries of a less trusted source that say the same, in these words or in others: an agent that repeats them makes them
 * no truer. None where somebody trusted as much says so too. Of several sources those that are trusted most, and of those
 * that derive from each other the first.
 */
export function repeatedFrom(input: RepeatInput): Entry[] {
  const { tier } = input.draft;
  if (!mayRepeat(tier)) return [];
  const canonical = new Set(input.claims.map(canonicalClaim));
  const said = [
    ...input.sameClaim.filter((entry) => saysVerbatim(entry, canonical)),
    ...input.candidates.filter((one) => saysInOtherWords(input, one)).map(({ entry }) => entry),
  ];
  const own = said.some((entry) => compareTiers(entry.tier, tier) >= 0 && isLive(entry) && isApproved(entry));
  if (own) return [];
  const less = said.filter((entry) => compareTiers(entry.tier, tier) < 0);
  const most = less.reduce<Tier>((best, one) => (compareTiers(one.tier, best) > 0 ? one.tier : best), "external");
  const found = new Map(less.filter((entry) => entry.tier === most).map((entry) => [entry.id, entry]));
  return [...found.values()].filter((entry) => entry.derived_from?.some((id) => found.has(id)) !== true);
}
