/** Everything that speaks for or against an entry as a rule, gathered in one place as plain data. */
import { createHash } from "node:crypto";
import type { Entry, Stakes, Tier, Verdict } from "../../entry/entry.js";
import { compareTiers } from "../../entry/gates/trust.js";
import type { Row } from "../../store/cache/row.js";
import type { PeoplesLine } from "../../store/records/peoples-lines.js";

/** One outcome that names the entry. */
export interface OutcomeFact {
  id: string;
  verdict: Verdict;
  score?: number | undefined;
  lesson?: string | undefined;
  /** Its author's own wording of the rule. */
  rule?: string | undefined;
  tier: Tier;
  at: string;
  /** The session that recorded it, and the local day. */
  session: string;
  day: string;
  /** Live and approved: others are shown, and prove nothing. */
  counts: boolean;
}

/** One session in which the entry was used. Of several results the most telling counts: failed, worked, cited. */
export interface SessionFact {
  session: string;
  at: string;
  /** The local day. */
  day: string;
  result: "cited" | "worked" | "failed";
  agent?: string | undefined;
}

/** How an entry stands, as far as rules ask. */
export type Stands = Pick<Row, "status" | "superseded_by" | "review" | "invalidated" | "judged" | "kept">;

export interface Evidence {
  /** The entry it speaks of: of a chain the one that speaks for it. */
  id: string;
  entry: Entry;
  stands: Stands;
  /** The members of the chain that count, oldest first; the entry alone when nothing repeats it. */
  chain: readonly string[];
  /** The least trusted of what it is made of: the one that speaks for the chain, its parents, its evolution. */
  tier: Tier;
  /** A person approved exactly these words. */
  approvedByPerson: boolean;
  /** The files that it, or a member of the chain, holds for; absent where all hold everywhere. */
  paths?: readonly string[] | undefined;
  /** The highest of the chain. */
  stakes: Stakes;
  /** Sessions of use that count, those that wrote a member of the chain apart; by time. */
  sessions: readonly SessionFact[];
  /** Sessions that wrote a member of the chain: uses and outcomes of these prove nothing. */
  born: readonly string[];
  outcomes: readonly OutcomeFact[];
  /** When it was last seen to be kept: it held, or came up and was not repeated. */
  held?: string | undefined;
  /** That it held is the agent's own word alone. */
  heldOwn?: boolean | undefined;
  /** When it last failed: a repeat, an answer, a use. */
  failed?: string | undefined;
  /** Open questions that hold it back: the entry, or the line of people (`FILE:LINE`), on the other side. */
  blockedBy: readonly string[];
  /** The keys of these. */
  pairs?: readonly string[] | undefined;
  /** The other sides of all its open questions with entries. */
  open?: readonly string[] | undefined;
  /** The line of people that says the same, as was answered. */
  saidInLine?: Pick<PeoplesLine, "file" | "text"> | undefined;
  /** Nobody compared it with the rest yet. */
  unlooked?: boolean | undefined;
  /** Entries it is linked with, or that an open question names beside it. */
  near?: readonly string[] | undefined;
  /** How far the statement is trusted that another one took its place. */
  successor?: Tier | undefined;
  /** Entries of the chain to which its own is an exception. */
  exceptionTo?: readonly string[] | undefined;
  /** Of the facts in its favour those that people stated: it alone lifts a person's no. */
  peoples?: readonly string[] | undefined;
  /** The newest statement of the chain; its uses do not count. */
  said: string;
  /** Newest moment that supports it. */
  newest: string;
}

/** Sessions in which it was of use: used, and not failed. */
export function usefulSessions(evidence: Evidence): readonly SessionFact[] {
  return evidence.sessions.filter(({ result }) => result !== "failed");
}

/** A peer's or an outsider's outcome alone promotes nothing. */
export const isProof = ({ counts, tier }: OutcomeFact): boolean => counts && compareTiers(tier, "self") >= 0;

function validated({ outcomes }: Evidence): readonly OutcomeFact[] {
  return outcomes.filter((one) => isProof(one) && one.verdict === "validated");
}

type Counted = Pick<SessionFact, "session" | "day">;

/** One a session. */
const distinct = <F extends Counted>(facts: readonly F[]): F[] => [
  ...new Map(facts.map((fact) => [fact.session, fact])).values(),
];

/**
 * Distinct sessions in which acting on it worked: by a use that worked, or by a validated outcome recorded there. The
 * session that wrote it is none of them, and one in which it failed is none either.
 */
export function workedIn(evidence: Evidence): readonly Counted[] {
  const worked = evidence.sessions.filter(({ result }) => result === "worked");
  const failed = new Set(evidence.sessions.flatMap(({ result, session }) => (result === "failed" ? session : [])));
  const judged = validated(evidence).filter(({ session }) => !evidence.born.includes(session) && !failed.has(session));
  return distinct<Counted>([...worked, ...judged]);
}

/** Counts distinct supporting facts: sessions of use, good outcomes, a held correction, each repeat. */
export function supportOf(evidence: Evidence): number {
  const heldCount = evidence.held === undefined ? 0 : 1;
  return (
    usefulSessions(evidence).length + distinct(validated(evidence)).length + heldCount + (evidence.chain.length - 1)
  );
}

/**
 * The facts in its favour, as {@link hashOfFacts} gives them: useful sessions, good outcomes, that it held, repeats. A
 * declined operation stays away until there is a fact that is not among them.
 */
export function evidenceHash(evidence: Evidence): string {
  return hashOfFacts([
    ...usefulSessions(evidence).flatMap(({ session, result }) => [
      `session ${session}`,
      ...(result === "worked" ? [`worked ${session}`] : []),
    ]),
    ...evidence.outcomes
      .filter((one) => isProof(one) && (one.verdict === "validated" || one.verdict === "mixed"))
      .map(({ id, verdict }) => `outcome ${id} ${verdict}`),
    ...(evidence.held === undefined ? [] : [`held ${evidence.held}`]),
    ...evidence.chain.map((id) => `said ${id}`),
    ...(evidence.peoples ?? []),
  ]);
}

/** Enough that two facts of one entry never share a mark, and little enough for a hundred declined operations. */
const MARK_DIGITS = 6;

/** A short mark for each fact, in one order: `09bc1d.a3f1e0`. Comparing marks shows whether there is new evidence. */
export function hashOfFacts(facts: readonly string[]): string {
  return [...new Set(facts.map(digestOf))].sort().join(".");
}

function digestOf(fact: string): string {
  return createHash("sha256").update(fact).digest("hex").slice(0, MARK_DIGITS);
}

/** Whether some facts hold one that others lack. Fewer facts, as after a source was undone, are not new evidence. */
export function bringsNews(facts: string, knownFacts: string): boolean {
  const had = new Set(knownFacts.split("."));
  return facts.split(".").some((mark) => mark !== "" && !had.has(mark));
}
