/** What speaks for and against one entry as a rule, as `why` shows it. */
import type { Context } from "../context.js";
import type { ReviewState, Stakes, Status, Tier } from "../entry/entry.js";
import type { Store } from "../store/open-store.js";
import type { EvidenceLoader } from "./evidence-loader.js";
import { type Evidence, type OutcomeFact, type SessionFact, supportOf } from "./policy/evidence.js";
import { type Qualified, standingOf } from "./policy/qualify.js";
import { type RuleLine, saysSame, type Target } from "./policy/rule.js";
import type { Chain } from "./versions/chain.js";
import type { Declined, Operation, OperationReason, VersionDecision, VersionStatus } from "./versions/version.js";

export interface WhyEntry {
  id: string;
  /** Length of the shortest unique part of its tail. */
  unique: number;
  text: string;
  status: Status;
  tier: Tier;
  stakes: Stakes;
  review?: ReviewState;
  /** Who said it, and which agent wrote it down. */
  said_by: string;
  said_at: string;
  file: string;
  line: number;
  /** Entries that say the same lesson again and again, oldest first; left out when it was said once. */
  repeated?: readonly string[];
  /** Sessions of use, those in which it was written apart. */
  sessions: readonly SessionFact[];
  outcomes: readonly Pick<OutcomeFact, "id" | "verdict" | "score" | "lesson" | "at" | "counts">[];
  held?: string;
  failed?: string;
  contested: readonly string[];
  /** Who said it, each source once. */
  origins: readonly string[];
  /** How many distinct facts support it. */
  support: number;
  qualifies?: Pick<Qualified, "reason" | "target" | "because">;
  /** What keeps it from becoming a rule. */
  blocked: readonly string[];
  /** What is missing for a reason that it nearly has. */
  near: readonly string[];
  /** Operations with it that were turned down, undone or taken back: they return on other evidence only. */
  declined: readonly Pick<Declined, "op" | "how" | "version" | "target">[];
}

/** An id behind a rule that no record has. */
export interface MissingEntry {
  id: string;
  missing: true;
}

/** Everything known about an entry; of a sensitive one that it is there, and nothing it says. */
export function whyEntry(
  ctx: Pick<Context, "profile">,
  tree: Store,
  gathering: EvidenceLoader,
  id: string,
  declined: readonly Declined[],
): WhyEntry | MissingEntry {
  const evidence = gathering.evidenceOf(id);
  const head = tree.head(id);
  if (evidence === undefined || head === undefined) return { id, missing: true };
  const { entry, chain, tier, stakes, sessions, contested, origins, held, failed } = evidence;
  const { qualified, blocked, near } = standingOf(evidence, ctx.profile.promotion);
  const isSensitive = entry.review?.state === "sensitive";
  const { agent, source } = entry;
  return {
    id,
    unique: tree.shortest(id),
    text: isSensitive ? "[sensitive]" : head.text,
    status: entry.status,
    tier,
    stakes,
    ...(entry.review === undefined ? {} : { review: entry.review.state }),
    said_by: source === undefined || source === "self" || source === agent ? agent : `${source} to ${agent}`,
    said_at: entry.timestamp,
    file: head.file,
    line: head.line,
    ...(chain.length > 1 ? { repeated: chain } : {}),
    sessions,
    outcomes: outcomesOf(evidence, isSensitive),
    ...(held === undefined ? {} : { held }),
    ...(failed === undefined ? {} : { failed }),
    contested,
    origins,
    support: supportOf(evidence),
    ...(qualified === undefined
      ? {}
      : { qualifies: { reason: qualified.reason, target: qualified.target, because: qualified.because } }),
    blocked,
    near,
    declined: declined
      .filter(({ ids }) => ids.some((one) => chain.includes(one)))
      .map(({ op, how, version, target }) => ({ op, how, version, target })),
  };
}

function outcomesOf({ outcomes }: Evidence, isSensitive: boolean): WhyEntry["outcomes"] {
  return outcomes.map(({ id, verdict, score, lesson, at, counts }) => ({
    id,
    verdict,
    ...(score === undefined ? {} : { score }),
    ...(lesson === undefined || isSensitive ? {} : { lesson }),
    at,
    counts,
  }));
}

export interface WhyVersion {
  id: string;
  status: VersionStatus;
  created: string;
  op: Operation["op"];
  target: Target;
  from?: Target;
  text: string;
  before?: string;
  reason: OperationReason;
  because: string;
  decided?: Pick<VersionDecision, "by" | "how" | "at" | "reason">;
  /** Its file, relative. */
  file: string;
}

/** Newest first. A rule without ids is followed by its words. */
export function whyVersions(chain: Chain, { ids, text }: Pick<RuleLine, "ids"> & { text?: string }): WhyVersion[] {
  const speaks = (op: Operation) =>
    op.ids.some((id) => ids.includes(id)) ||
    (ids.length === 0 && text !== undefined && [op.text, op.before ?? ""].some((one) => saysSame(one, text)));
  return [...chain.links].reverse().flatMap(({ version, file }) =>
    version.operations.filter(speaks).map((op): WhyVersion => {
      const { decided } = version;
      return {
        id: version.id,
        status: version.status,
        created: version.created,
        op: op.op,
        target: op.target,
        ...(op.from === undefined ? {} : { from: op.from }),
        text: op.text,
        ...(op.before === undefined ? {} : { before: op.before }),
        reason: op.reason,
        because: op.because,
        ...(decided === undefined
          ? {}
          : {
              decided: {
                by: decided.by,
                how: decided.how,
                at: decided.at,
                ...(decided.reason === undefined ? {} : { reason: decided.reason }),
              },
            }),
        file,
      };
    }),
  );
}
