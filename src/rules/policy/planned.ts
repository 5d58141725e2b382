/** A rule as a plan would leave it, what stands in the way of an operation, and the words all parts of a plan share. */
import type { Tier } from "../../entry/entry.js";
import { leastTrusted } from "../../entry/tiers.js";
import type { Declined, Operation } from "../versions/version.js";
import { distilled } from "./distil.js";
import { bringsNews, type Evidence, evidenceHash, hashOfFacts, supportOf } from "./evidence.js";
import type { Limits, Qualified, Standing } from "./qualify.js";
import { isDecided, type Rule, type Target } from "./rule.js";

/** An entry that may become a rule, with the line it would be. */
export interface Candidate {
  evidence: Evidence;
  standing: Standing;
  /** The line; undefined when nothing can be made of its words. */
  text: string | undefined;
}

/** Words that somebody gives the rule of some entries, in place of their own. */
export interface Wording {
  ids: readonly string[];
  text: string;
  /** Who worded it and why, as one sentence. */
  because: string;
  /** As on a rule: once its first entry says something else, these words are out of date. */
  worded_from?: string | undefined;
}

export interface ReconcileInput {
  rules: readonly Rule[];
  /** Everything known about the entries behind rules and candidates, by id; one that is missing has left the tree. */
  behind: ReadonlyMap<string, Evidence>;
  candidates: readonly Candidate[];
  declined: readonly Declined[];
  /** Given words, the one that decides first. */
  wordings?: readonly Wording[] | undefined;
  limits: Limits;
  /** Most rules a file holds, and most characters of its block. */
  caps: Readonly<Record<Target, number>>;
  fileChars: number;
  now: Date;
  /** Operations that are not made in this pass: they wait for a person. `decided`: a person let the rule in. */
  waits?: ((operation: Operation, decided: boolean) => boolean) | undefined;
}

/** An entry that qualifies and does not become a rule. */
export interface LeftOut {
  id: string;
  because: string;
}

/** A rule as a plan would leave it, with the operation that made it so. */
export interface Planned {
  rule: Rule;
  operation: Operation;
  /** The rule in force that it was; undefined for a new one. */
  was?: Rule | undefined;
}

export const WAITS = "It waits for a person.";

/** Why an operation is not made: it was turned down before and nothing is new, or it waits in this pass. */
export function blockedBecause(input: ReconcileInput, op: Operation, rule?: Rule): string | undefined {
  // What an operation rests on is put together only where something like it was turned down.
  const declined = input.declined.find(
    (one) => one.op === op.op && one.ids.some((id) => op.ids.includes(id)) && !bringsNews(op.evidence, one.evidence),
  );
  if (declined !== undefined) {
    const how = declined.how === "removed" ? "taken out by hand" : declined.how.replace("-", " ");
    return `It was ${how} (version ${declined.version}), and nothing new speaks for it.`;
  }
  return input.waits?.(op, rule !== undefined && isDecided(rule)) === true ? WAITS : undefined;
}

interface OwnLine {
  text: string;
  mark: string;
}

const ownLines = new WeakMap<Evidence, OwnLine | null>();

/** The line an entry gives by itself, and the mark by which a change of it is known. */
export function ownLine(id: string, behind: ReadonlyMap<string, Evidence>): OwnLine | undefined {
  const evidence = behind.get(id);
  if (evidence === undefined) return undefined;
  let line = ownLines.get(evidence);
  if (line === undefined) {
    const text = distilled(evidence.entry);
    line = text === undefined ? null : { text, mark: hashOfFacts([text]) };
    ownLines.set(evidence, line);
  }
  return line ?? undefined;
}

/** Words that were given for the rule of some entries, unless its first entry has changed its own since. */
export function givenFor(ids: readonly string[], { wordings = [], behind }: ReconcileInput): Wording | undefined {
  if (wordings.length === 0) return undefined;
  const mark = ids[0] === undefined ? undefined : ownLine(ids[0], behind)?.mark;
  return wordings.find(
    (one) => one.ids.some((id) => ids.includes(id)) && (one.worded_from === undefined || one.worded_from === mark),
  );
}

/** Facts, trust and support of a rule made of some entries. */
export function groundsOf(ids: readonly string[], behind: ReadonlyMap<string, Evidence>) {
  const known = ids.flatMap((id) => behind.get(id) ?? []);
  const tier: Tier = known.length === 0 ? "self" : leastTrusted(known.map((one) => one.tier));
  // A chain is one lesson: each of its members has the same evidence.
  const lessons = [...new Map(known.map((one) => [one.chain.join(" "), one])).values()];
  return {
    tier,
    support: lessons.reduce((sum, one) => sum + supportOf(one), 0),
    said: known.reduce((last, one) => (one.said > last ? one.said : last), ""),
    /** Marks of every fact: put together when they are asked for. */
    get evidence() {
      return joinedFacts(known.map((one) => evidenceHash(one)));
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

/** A rule that stays as it is. */
export function kept(rule: Rule, { behind }: Pick<ReconcileInput, "behind">): Planned {
  const { tier, support, evidence } = groundsOf(rule.ids, behind);
  const { target, text, ids } = rule;
  const reason = rule.stands_by ?? "forced";
  const operation: Operation = {
    op: "keep",
    target,
    text,
    ids,
    reason,
    because: "It stands.",
    evidence,
    tier,
    support,
  };
  return { rule, operation, was: rule };
}

/** A rule that leaves. */
export function leaves(rule: Rule, why: Pick<Operation, "reason" | "because" | "evidence" | "tier">): Operation {
  const { target, text, ids } = rule;
  const { reason, because, evidence, tier } = why;
  return { op: "delete", target, text, ids, reason, because, evidence, tier, support: 0 };
}
