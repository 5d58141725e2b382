/**
 * An entry while its standing is computed: what its record says of itself, and the chain that it belongs to. First step of
 * the pass in `pass.ts`; the later ones fill in both standings. Pure.
 */
import { defined } from "../../text/defined.js";
import { DAY_MS, stamp } from "../../text/durations.js";
import type { Entry, Outcome, Tier } from "../entry.js";
import { compareTiers } from "../gates/trust.js";
import { bornAt, byAge } from "../lessons.js";
import { rowOf } from "../record-types.js";
import { bornReview, countingReview, isWordless } from "../status.js";
import { EXPIRE_DAYS } from "./at-time.js";
import { type Copies, statedOf } from "./copies.js";
import type { ChainStanding, Standing, StandingInput, StandingReview, StatedRecord } from "./standing.js";
import { wordsKey } from "./ties.js";

/** Forgetting, refusal, replacement or the verdict `invalidated`: `by` the record that says so. */
interface End {
  at: string;
  tier: Tier;
  by: Member;
}

/** Entries that are one; at first each is one of its own. */
export interface Chain {
  /** The oldest first. */
  members: Member[];
  ends: End[];
  /** Entries that an answer keeps out of it. */
  apart: Member[];
  /** The last that a person said of it, where that is a refusal. */
  refusal?: StandingReview | undefined;
  isLive: boolean;
  standing: ChainStanding;
}

export interface Member {
  id: string;
  timestamp: string;
  tier: Tier;
  entry: Entry;
  /** What entries in equal words have in common. */
  words: string | undefined;
  /** Nobody approved its words, and a person has to look at it. */
  isUnapproved: boolean;
  /** What a person said of its very words, or why it waits. */
  review?: StandingReview | undefined;
  copies: Copies;
  /** Approved outcomes that name it, the oldest first. */
  outcomes: Outcome[];
  chain: Chain;
  /** What replaced it, where that is an entry. */
  replacement?: Member | undefined;
  standing: Omit<Standing, keyof ChainStanding>;
}

/** Gone itself; whether a forgetting of another member reaches it says the pass. */
export const isForgotten = ({ entry }: Member): boolean => (entry.forgotten ?? entry.erased) !== undefined;
export const isWaiting = ({ review }: Member): boolean => review?.state === "needs_review";

/** Every word that may be printed of it. */
function printedWords({ words, entry }: Member): string {
  const { id, rule, behavioral_change, applications }: Readonly<Record<string, unknown>> = entry;
  return JSON.stringify([words ?? id, rule, behavioral_change, applications]);
}

function shownReview(review: Entry["review"]): StandingReview | undefined {
  const { hash: _, ...shown } = review ?? {};
  return "state" in shown ? shown : undefined;
}

function memberOf({ entry, claim, copies = {} }: StatedRecord, isHere: StandingInput["isHere"]): Member {
  const { id, tier, timestamp } = entry;
  const own = statedOf(copies, isHere);
  const member: Member = {
    ...{ id, timestamp, tier, entry, copies, words: wordsKey(entry, claim), isUnapproved: false, outcomes: [] },
    review: shownReview(countingReview(entry)),
    chain: {
      members: [],
      ends: [],
      apart: [],
      isLive: true,
      standing: { chain: id, trust: tier, born: "", repeats: 0 },
    },
    standing: { status: "active", open: [], ...(Object.keys(own).length > 0 && { own }) },
  };
  member.chain.members.push(member);
  return member;
}

/** In `curated` what people and this agent said waits for ever: switching to it ends nothing. */
function expiryOf({ tier, entry }: Member): string | undefined {
  const isFromOutside = compareTiers(tier, "peer") <= 0 || rowOf(entry.type).review !== undefined;
  if (entry.review !== undefined || !isFromOutside) return undefined;
  return stamp(new Date(Date.parse(bornAt(entry)) + EXPIRE_DAYS * DAY_MS));
}

/** All members by age. An approval is of words, whoever says them. */
export function readMembers(input: StandingInput): Member[] {
  const members = input.records.map((record) => memberOf(record, input.isHere));
  const approved = members.filter(({ review }) => review?.state === "approved_for_reuse");
  const approvedWords = new Set(approved.map(printedWords));
  for (const member of members) {
    const born = isWordless(member.entry) ? undefined : bornReview(input.mode, member.tier, member.entry.type);
    member.isUnapproved = born !== undefined && !approvedWords.has(printedWords(member));
    if (!member.isUnapproved || member.review !== undefined) continue;
    member.review = born;
    Object.assign(member.standing, defined({ expires: expiryOf(member) }));
  }
  return members.sort(byAge);
}
