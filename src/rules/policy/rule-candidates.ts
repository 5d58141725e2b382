/** The input of a plan of the rules: candidates, evidence of the entries behind rules, limits. */
import type { Tier } from "../../entry/entry.js";
import { leastTrusted } from "../../entry/gates/trust.js";
import { grouped } from "../../text/grouped.js";
import type { ForPeople } from "./apply-mode.js";
import { type Evidence, evidenceHash, hashOfFacts, supportOf } from "./evidence.js";
import { outranks, type Qualified, type Standing } from "./qualify.js";
import { type Caps, isOwners, type Rule, type RulePlace, sayingOf } from "./rule.js";
import { distilled } from "./rule-line.js";
import type { Declined, Operation } from "./version.js";

/** An entry that may become a rule, with the line it would be. */
export interface Candidate {
  evidence: Evidence;
  standing: Standing;
  /** The line; undefined when nothing can be made of its words. */
  text: string | undefined;
}

/** Words given for the rule of some entries, in place of their own. */
export interface Wording {
  ids: readonly string[];
  text: string;
  /** Who worded it and why, as one sentence. */
  because: string;
  /** How far who worded it is trusted; an owner's rule is worded by its owner. */
  tier: Tier;
  /** As on a rule: the words are out of date once its first entry changes. */
  worded_from?: string | undefined;
}

/** Checks of a plan on an operation before it is made. */
export interface Proposal extends Pick<Operation, "op" | "ids" | "tier"> {
  /** Why it leaves, where it does. */
  reason?: Operation["reason"] | undefined;
  /** The line as it would be, where it is new or reads differently. */
  text?: string | undefined;
  /** Where it would stand beneath another. */
  place?: RulePlace | undefined;
}

/** `byPeople`: a person turned it down, and only a person lets it in again. */
export interface Remembered extends Declined {
  byPeople?: boolean | undefined;
}

export interface PlanInput {
  /** Rules in force. */
  rules: readonly Rule[];
  /** Everything known about the entries behind rules and candidates, by id; one that is missing has left the tree. */
  behind: ReadonlyMap<string, Evidence>;
  candidates: readonly Candidate[];
  declined: readonly Remembered[];
  /** Given words, the one that decides first. */
  wordings?: readonly Wording[] | undefined;
  /** Lines that people wrote in the files beside the rules. */
  beside?: readonly Pick<Rule, "target" | "text">[] | undefined;
  /** Most rules a file holds, and most characters of its block. */
  caps: Caps;
  fileChars: number;
  now: Date;
  /** Operations that are not made in this plan: they wait for a person. `stake`: what a person did with it before. */
  waits?: ((operation: Proposal, stake: ForPeople | undefined) => boolean) | undefined;
}

/** The mark by which a change of an entry's own line is known. */
export function markOf(line: string): string {
  return hashOfFacts([line]);
}

/** The line an entry gives by itself, with its mark. */
export function ownLine(id: string | undefined, behind: ReadonlyMap<string, Evidence>) {
  const evidence = id === undefined ? undefined : behind.get(id);
  if (evidence === undefined) return undefined;
  const text = distilled(evidence.entry);
  if (text === undefined) return undefined;
  return { text, mark: markOf(text) };
}

/**
 * Words given for the rule of some entries, unless its first entry changed since. Another author's words for an owner's
 * statement wait for a person.
 */
export function givenFor(ids: readonly string[], { wordings = [], behind, waits }: PlanInput): Wording | undefined {
  if (wordings.length === 0) return undefined;
  const line = ownLine(ids[0], behind);
  const isCurrent = (mark: string | undefined) => mark === undefined || mark === line?.mark;
  const givenWording = wordings.find((one) => one.ids.some((id) => ids.includes(id)) && isCurrent(one.worded_from));
  if (givenWording === undefined || givenWording.tier === "owner" || !isOwners({ ids }, (id) => behind.get(id)?.entry))
    return givenWording;
  const op = { op: "update", ids, tier: givenWording.tier, text: givenWording.text } as const;
  return waits?.(op, "owner") === true ? undefined : givenWording;
}

/** Facts, trust and support of a rule made of some entries. */
export function groundsOf(ids: readonly string[], behind: ReadonlyMap<string, Evidence>) {
  const knownEvidence = ids.flatMap((id) => behind.get(id) ?? []);
  const tier: Tier = knownEvidence.length === 0 ? "self" : leastTrusted(knownEvidence.map((one) => one.tier));
  // A chain is one lesson: each of its members has the same evidence.
  const lessons = [...new Map(knownEvidence.map((one) => [one.chain.join(" "), one])).values()];
  return {
    tier,
    support: lessons.reduce((sum, one) => sum + supportOf(one), 0),
    /** The last instant at which it was stated. */
    said: knownEvidence.reduce((last, one) => (one.said > last ? one.said : last), ""),
    /** Marks of every fact: put together when they are asked for. */
    get evidence() {
      return joinedFacts(knownEvidence.map((one) => evidenceHash(one)));
    },
  };
}

/** Marks of several sets of facts as one. */
export function joinedFacts(marks: readonly string[]): string {
  return [...new Set(marks.flatMap((one) => one.split(".")))]
    .filter((mark) => mark !== "")
    .sort()
    .join(".");
}

/** The entries that the rule of a candidate is made of: the one it is worded from first. */
export function idsOf({ evidence }: Candidate, qualified: Qualified): string[] {
  const lesson = qualified.lesson === undefined ? [] : [qualified.lesson.id];
  return [...new Set([...lesson, evidence.id, ...evidence.chain])];
}

/** The reason that goes before the others, of those that nothing blocks. */
export function strongestOf(candidates: readonly Candidate[]): Qualified | undefined {
  return candidates
    .flatMap(({ standing: { qualified, blocked } }) => (qualified === undefined || blocked.length > 0 ? [] : qualified))
    .reduce<Qualified | undefined>(
      (best, one) => (best === undefined || outranks(one.reason, best.reason) ? one : best),
      undefined,
    );
}

/** Candidates that qualify and have the saying of a line: thousands of entries are compared with every rule. */
export type CandidatesSaying = (text: string) => readonly Candidate[];

export function candidatesSaying({ candidates }: PlanInput): CandidatesSaying {
  const qualified = candidates.filter(({ text, standing }) => text !== undefined && standing.qualified !== undefined);
  const bySaying = grouped(qualified, ({ text = "" }) => sayingOf(text));
  return (text) => bySaying.get(sayingOf(text)) ?? [];
}
