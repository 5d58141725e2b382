/**
 * An entry while its standing is computed: what its record says of itself, and the chain that it belongs to. First step of
 * the pass in `pass.ts`; the later ones mark both. Pure.
 */
import { compareText } from "../../text/claims/canonical.js";
import type { Entry, Review, Tier } from "../entry.js";
import { bornReview, countingReview, isWordless } from "../status.js";
import { type Copies, type OwnWords, statedOf } from "./copies.js";
import type { ChainStanding, OpenRow, StandingInput } from "./standing.js";
import { wordsKey } from "./ties.js";

/** Entries that are one; at first each is one of its own. */
export interface Chain {
  /** The oldest first. */
  members: Member[];
  /** When it ended, and by whom. */
  ends: { at: number; tier: Tier }[];
  /** Entries that an answer keeps out of it. */
  apart: Member[];
  /** The last that a person said of it, where that is a refusal. */
  refusal?: Review | undefined;
  /** The most trusted who forgot it. */
  forgottenBy?: Tier | undefined;
  isLive: boolean;
  standing: ChainStanding;
}

export interface Member {
  id: string;
  entry: Entry;
  tier: Tier;
  at: number;
  /** What entries in equal words have in common. */
  words: string | undefined;
  /** What a person said of its very words. */
  review: Review | undefined;
  /** Why a person has to look at it, where nobody approved its words. */
  unapproved?: string | undefined;
  copies: Copies;
  own: OwnWords;
  chain: Chain;
  supersededBy?: string | undefined;
  /** Its place among those of its chain that may speak. */
  voice?: number;
  changes: string[];
  open: OpenRow[];
}

export const byAge = (a: Member, b: Member): number => a.at - b.at || compareText(a.id, b.id);
/** Gone itself; whether a forgetting of another member reaches it says its chain. */
export const isForgotten = ({ entry }: Member): boolean => (entry.forgotten ?? entry.erased) !== undefined;
export const isWaiting = ({ unapproved, review }: Member): boolean => unapproved !== undefined && review === undefined;
/** Whether it was approved, as far as it has to be. */
export const isAccepted = (member: Member): boolean =>
  !isWaiting(member) && (member.review === undefined || isApproval(member.review));

/** A refusal that ends an entry; what is sensitive is true and not shown. */
export const isWithdrawing = (review: Review | undefined): boolean =>
  review?.state === "rejected" || review?.state === "one_time_exception";
export const isApproval = (review: Review | undefined): boolean => review?.state === "approved_for_reuse";

/** Every word that may be printed of it. */
function printedWords({ words, entry }: Member): string {
  const { id, rule, behavioral_change, applications }: Readonly<Record<string, unknown>> = entry;
  return JSON.stringify([words ?? id, rule, behavioral_change, applications]);
}

/** All members by age. An approval is of words, whoever says them. */
export function readMembers({ records, mode, isHere }: StandingInput): Member[] {
  const members = records.map(({ entry, claim, copies = {} }): Member => {
    const { id, tier, timestamp } = entry;
    const standing = { chain: id, trust: tier, born: timestamp, repeats: 0 };
    const chain: Chain = { members: [], ends: [], apart: [], isLive: true, standing };
    const stated = {
      words: wordsKey(entry, claim),
      review: countingReview(entry),
      copies,
      own: statedOf(copies, isHere),
    };
    const member = { id, entry, tier, at: Date.parse(timestamp), ...stated, chain, changes: [], open: [] };
    chain.members.push(member);
    return member;
  });
  const approved = new Set(members.filter(({ review }) => isApproval(review)).map(printedWords));
  for (const member of members) {
    const born = isWordless(member.entry) ? undefined : bornReview(mode, member.tier, member.entry.type);
    if (born !== undefined && !approved.has(printedWords(member))) member.unapproved = born.reason;
  }
  return members.sort(byAge);
}
