/**
 * An entry while its standing is computed: what its record says of itself, and the chain that it belongs to. First step of
 * the pass in `pass.ts`; the later ones fill in both standings. Pure.
 */
import { defined } from "../../text/defined.js";
import { DAY_MS, stamp } from "../../text/durations.js";
import type { Entry, Outcome, Tier } from "../entry.js";
import { compareTiers } from "../gates/trust.js";
import { bornAt, byAge } from "../lessons.js";
import { bornReview, countingReview, isWordless } from "../status.js";
import { type Copies, statedOf } from "./copies.js";
import type { ChainStanding, Standing, StandingInput, StandingReview, StatedRecord } from "./standing.js";
import { wordsKey } from "./ties.js";

/** Entries that are one; at first each is one of its own. */
export interface Chain {
  /** The oldest first. */
  members: Member[];
  /** Forgettings, refusals, replacements and verdicts `invalidated`: `by` the record that says so. */
  ends: { at: string; tier: Tier; by: Member }[];
  /** Entries that an answer keeps out of it. */
  apart: Member[];
  /** The last that a person said of it, where that is a refusal. */
  refusal?: StandingReview | undefined;
  isLive: boolean;
  standing: ChainStanding;
}

export interface Member extends Pick<Entry, "id" | "timestamp" | "tier"> {
  entry: Entry;
  copies: Copies;
  /** What entries in equal words have in common. */
  words: string | undefined;
  /** A person has to look at it, and nobody approved its words. */
  isUnapproved: boolean;
  /** What a person said of its very words, or why it waits. */
  review?: StandingReview | undefined;
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

/** Days after which what came from outside and was never looked at has expired. */
const EXPIRE_DAYS = 30;

/** Every word that may be printed of it: an approval is of these, whoever says them. */
function printedWords({ words, entry }: Member): string {
  const { id, rule, behavioral_change, applications }: Readonly<Record<string, unknown>> = entry;
  return JSON.stringify([words ?? id, rule, behavioral_change, applications]);
}

function memberOf({ entry, claim, copies = {} }: StatedRecord, isHere: StandingInput["isHere"]): Member {
  const { id, tier, timestamp } = entry;
  const own = statedOf(copies, isHere);
  const { hash: _, ...review } = countingReview(entry) ?? {};
  const chain = { members: [], ends: [], apart: [], isLive: true };
  const member: Member = {
    ...{ id, timestamp, tier, entry, copies, words: wordsKey(entry, claim), isUnapproved: false, outcomes: [] },
    review: "state" in review ? review : undefined,
    chain: { ...chain, standing: { chain: id, trust: tier, born: "", repeats: 0 } },
    standing: { status: "active", open: [], ...(Object.keys(own).length > 0 && { own }) },
  };
  member.chain.members.push(member);
  return member;
}

/** In `curated` what people and this agent said waits for ever: switching to it ends nothing. */
function expiryOf({ tier, entry }: Member): string | undefined {
  const isFromOutside = compareTiers(tier, "peer") <= 0 || entry.type === "reflexion";
  if (entry.review !== undefined || !isFromOutside) return undefined;
  return stamp(new Date(Date.parse(bornAt(entry)) + EXPIRE_DAYS * DAY_MS));
}

/** All members by age. */
export function readMembers({ records, isHere, mode }: StandingInput): Member[] {
  const members = records.map((record) => memberOf(record, isHere));
  const approved = members.filter(({ review }) => review?.state === "approved_for_reuse");
  const approvedWords = new Set(approved.map(printedWords));
  for (const member of members) {
    const born = isWordless(member.entry) ? undefined : bornReview(mode, member.tier, member.entry.type);
    member.isUnapproved = born !== undefined && !approvedWords.has(printedWords(member));
    if (!member.isUnapproved || member.review !== undefined) continue;
    member.review = born;
    Object.assign(member.standing, defined({ expires: expiryOf(member) }));
  }
  return members.sort(byAge);
}
