/** Everything that speaks for or against an entry as a rule, gathered in one place as plain data. */
import { createHash } from "node:crypto";
import type { Entry, Stakes, Tier, Verdict } from "../../entry/entry.js";
import type { PeoplesLine } from "../../store/records/peoples-lines.js";

/** One outcome that judges the entry. */
export interface OutcomeFact {
  id: string;
  verdict: Verdict;
  score?: number | undefined;
  lesson?: string | undefined;
  /** Its author's own wording of the rule. */
  rule?: string | undefined;
  tier: Tier;
  at: string;
  /** The session that recorded it. */
  session: string;
  /** What the session counts as beside others; itself unless stated. */
  mark?: string | undefined;
  /** Of the entry's own session or day, and no person's word: it makes no rule by itself. */
  own?: boolean | undefined;
  /** Live and approved: others are shown, and prove nothing. */
  counts: boolean;
}

/** One session in which the entry was used. Of several results the most telling counts: failed, worked, cited. */
export interface SessionFact {
  session: string;
  at: string;
  result: "cited" | "worked" | "failed";
  agent?: string | undefined;
  /** What it counts as beside others; itself unless stated. */
  mark?: string | undefined;
  /** Of the day on which the entry was written: alone it makes no rule by itself. */
  own?: boolean | undefined;
}

export interface Evidence {
  /** The entry it speaks of: of a chain of recurrences the one that carries the lesson. */
  id: string;
  entry: Entry;
  /** The members of the chain that count, oldest first; the entry alone when nothing repeats it. */
  chain: readonly string[];
  /** The least trusted of all it is made of: the members of the chain, their parents, their evolution. */
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
  /** When it last held, and when it last failed (a repeat, `--failed`, a use that failed). */
  held?: string | undefined;
  /** That it held is known from its own session or day alone, and by no person's word. */
  heldOwn?: boolean | undefined;
  failed?: string | undefined;
  /** Open questions that hold it back: the entry, or the line of people (`FILE#hash`), on the other side. */
  blockedBy: readonly string[];
  /** The other sides of all its open questions with entries. */
  open?: readonly string[] | undefined;
  /** Lines of people that say the same, as was answered. */
  saidInLines?: readonly Pick<PeoplesLine, "file" | "text">[] | undefined;
  /** Nobody compared it with the rest yet. */
  unlooked?: boolean | undefined;
  /** Entries it is linked with, or that an open question names beside it. */
  near?: readonly string[] | undefined;
  /** Of the entry that took its place. */
  successor?: Tier | undefined;
  /** A person or agent answered, for one of the chain, that it is no longer relevant. */
  irrelevant: boolean;
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

function validated({ outcomes }: Evidence): readonly OutcomeFact[] {
  return outcomes.filter(({ counts, verdict }) => counts && verdict === "validated");
}

type Counted = Pick<SessionFact, "session" | "mark" | "own">;

const markOf = ({ mark, session }: Counted): string => mark ?? session;

/** Those that count: of several with one mark the first that is not the entry's own. */
function distinct<F extends Counted>(facts: readonly F[]): F[] {
  const factByMark = new Map<string, F>();
  for (const fact of facts) {
    const first = factByMark.get(markOf(fact));
    if (first === undefined || (first.own === true && fact.own !== true)) factByMark.set(markOf(fact), fact);
  }
  return [...factByMark.values()];
}

/**
 * Distinct sessions in which acting on it worked: by a use that worked, or by a validated outcome recorded there. The
 * session that wrote it is none of them, and one in which it failed is none either.
 */
export function workedIn(evidence: Evidence): readonly Counted[] {
  const worked = evidence.sessions.filter(({ result }) => result === "worked");
  const failed = new Set(evidence.sessions.filter(({ result }) => result === "failed").map(markOf));
  const judged = validated(evidence).filter((one) => !evidence.born.includes(one.session) && !failed.has(markOf(one)));
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
      .filter(({ counts, verdict }) => counts && (verdict === "validated" || verdict === "mixed"))
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
