/** Whether the ground of a rule is gone: what became of each entry behind it, and whether the rest still carries it. */
import type { Tier } from "../../entry/entry.js";
import { isPeoples, leastTrusted } from "../../entry/gates/trust.js";
import { boundText } from "../../recall/policy/bound-text.js";
import { type Evidence, hashOfFacts } from "./evidence.js";
import { openQuestion, standingOf } from "./qualify.js";
import { isByHand, isDecided, type Rule } from "./rule.js";
import type { ChangeReason } from "./version.js";

export interface RemovalReason {
  reason: ChangeReason;
  /** Plain sentences. */
  because: string;
  /** Marks of the facts against it. */
  evidence: string;
  /** The least trusted of those who say so. */
  tier: Tier;
}

/** The rule leaves; or some of its entries are lost, and the others still carry it. */
export type Expiry =
  | { kind: "leaves"; leaving: RemovalReason }
  | { kind: "shrinks"; remaining: readonly string[]; leaving: RemovalReason };

interface Against {
  reason: ChangeReason;
  because: string;
  fact: string;
  tier: Tier;
}

/** Whether a person forgot, erased or refused one of them: their rule leaves without another yes. */
export const isRefused = (ids: readonly string[], behind: ReadonlyMap<string, Evidence>): boolean =>
  ids.some((id) => {
    const { entry, stands: { review } = {} } = behind.get(id) ?? {};
    const tier = entry?.forgotten?.tier ?? (review?.state === "approved_for_reuse" ? undefined : review?.tier);
    return entry?.erased !== undefined || (tier !== undefined && isPeoples(tier));
  });

/** Why an entry carries no rule, or none any more; undefined while it may. */
export function speaksAgainst(id: string, evidence: Evidence | undefined): Against | undefined {
  const against = endOf(id, evidence);
  const { paths } = evidence?.entry ?? {};
  if (against !== undefined || paths === undefined) return against;
  const because = `${id} holds ${boundText({ paths })} only.`;
  return { reason: "unfit", because, fact: `unfit ${id} ${paths.join(" ")}`, tier: evidence?.tier ?? "self" };
}

/** The reason that ended an entry, or took its ground; undefined while it counts. */
function endOf(id: string, evidence: Evidence | undefined): Against | undefined {
  const says = (reason: ChangeReason, because: string, detail = "", tier = evidence?.tier ?? "self"): Against => ({
    reason,
    because,
    fact: `${reason} ${id} ${detail}`,
    tier,
  });
  if (evidence === undefined) return says("forgotten", `${id} is no longer in the tree.`);
  const { status, superseded_by, review, invalidated, judged } = evidence.stands;
  if (status === "forgotten") return says("forgotten", `${id} was forgotten.`, "", evidence.entry.forgotten?.tier);
  if (status === "superseded") {
    const by = superseded_by === undefined ? "" : ` by ${superseded_by}`;
    return says("superseded", `${id} was superseded${by}.`, superseded_by, evidence.successor);
  }
  const state = review?.state;
  if (state === "rejected" || state === "expired" || state === "one_time_exception" || state === "sensitive")
    return says("unfit", `${id} is ${state.replaceAll("_", " ")} and may be no rule.`, review?.at);
  if (invalidated === "ends") return says("invalidated", `${id} turned out to be wrong.`, judged?.id, judged?.tier);
  return undefined;
}

/** The open question that keeps it from the rules. */
function undecidedBeside(evidence: Evidence): Against | undefined {
  const { id, tier, blockedBy } = evidence;
  const [other] = blockedBy;
  return other === undefined
    ? undefined
    : { reason: "unfit", because: openQuestion(id, other), fact: `unfit ${id} beside ${other}`, tier };
}

/** The most telling of several reasons is the one that is named. */
const WORST: readonly ChangeReason[] = ["invalidated", "unfit", "forgotten", "superseded"];

/**
 * Undefined while every entry behind the rule still supports it. Where some are lost the rule stays only if one of the
 * rest qualifies by itself, or a person let the rule in: then people judge the rest.
 */
export function expiryOf(rule: Rule, behind: ReadonlyMap<string, Evidence>): Expiry | undefined {
  // The person who let a rule in may have meant all files.
  const against = isDecided(rule) ? endOf : speaksAgainst;
  const isFixed = isByHand(rule) || rule.decided_by?.how === "forced";
  const checks = rule.ids.map((id) => {
    const evidence = behind.get(id);
    return { id, why: against(id, evidence) ?? (isFixed ? undefined : evidence && undecidedBeside(evidence)) };
  });
  const reasons = checks.flatMap(({ why }) => why ?? []);
  if (reasons.length === 0) return undefined;
  const remaining = checks.filter(({ why }) => why === undefined).map(({ id }) => id);
  const stands = (id: string): boolean => {
    const evidence = behind.get(id);
    return evidence !== undefined && standingOf(evidence).qualified !== undefined;
  };
  const carried = remaining.some((id) => (isDecided(rule) && behind.get(id)?.entry.type !== "outcome") || stands(id));
  const worst = WORST.find((reason) => reasons.some((one) => one.reason === reason)) ?? "superseded";
  const because = [...reasons]
    .sort((a, b) => WORST.indexOf(a.reason) - WORST.indexOf(b.reason))
    .map((one) => one.because);
  if (!carried && remaining.length > 0) because.push("What is left does not carry the rule.");
  const leaving: RemovalReason = {
    reason: worst,
    because: because.join(" "),
    evidence: hashOfFacts(reasons.map(({ fact }) => fact)),
    tier: leastTrusted(reasons.map(({ tier }) => tier)),
  };
  return carried ? { kind: "shrinks", remaining, leaving } : { kind: "leaves", leaving };
}
