/** Decides which entries qualify as rules: five reasons, everything that blocks one, and the unmet conditions. */

import { contactOf } from "../../entry/gates/contact-scope.js";
import { isPeoples } from "../../entry/gates/trust.js";
import { ENDED, isInUse, isLive, isRestricted } from "../../entry/gates/visible.js";
import { aOrAn, mayBeRule, pluralOf } from "../../entry/record-types.js";
import { boundText } from "../../recall/policy/bound-text.js";
import { type Evidence, isProof, type OutcomeFact, type SessionFact, usefulSessions, workedIn } from "./evidence.js";
import { type FilesOfRoles, type PromotionReason, placeFor, type Role, type Target, usualFiles } from "./rule.js";

/** Sessions in which it was used, or in which an insight worked, that are enough; and on how many days. */
export const ENOUGH_SESSIONS = 3;
const ENOUGH_DAYS = 2;
/** The least score of an outcome, 1 to 10. */
export const LEAST_SCORE = 8;

export interface Qualified {
  reason: PromotionReason;
  /** The file of its role, which the file's name may not tell. */
  target: Target;
  role?: Role | undefined;
  /** One plain sentence. */
  because: string;
  /** For `outcome`: the outcome that it rests on. */
  outcome?: string | undefined;
  /** The lesson of this outcome, which becomes the rule; without one the entry's own words do. */
  lesson?: { id: string; text: string } | undefined;
}

export interface Standing {
  /** Set when one of the reasons holds, blocked or not. */
  qualified?: Qualified | undefined;
  /** Everything that keeps it from becoming a rule; plain sentences. */
  blocked: readonly string[];
  /** Unmet conditions of reasons that nearly apply; the nearest first. */
  near: readonly string[];
  /** How much of the nearest reason is there, 0 to 1. */
  nearness: number;
}

/** A reason and the role of its rule; the profile maps the role to a file. */
type Reason = (evidence: Evidence) => (Omit<Qualified, "target" | "role"> & { role: Role }) | undefined;

const some = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

type Counted = Pick<SessionFact, "session" | "day">;
const daysOf = (facts: readonly Counted[]): number => new Set(facts.map(({ day }) => day)).size;
const isEnough = (facts: readonly Counted[]): boolean =>
  facts.length >= ENOUGH_SESSIONS && daysOf(facts) >= ENOUGH_DAYS;

const heldReason: Reason = ({ entry, held: at, heldOwn, stands: { kept } }) => {
  if (entry.type !== "correction" || at === undefined) return undefined;
  const saysWhat = kept === "not repeated" ? "It came up and was not repeated" : "It held";
  const byWhom = heldOwn === true ? ", by the agent's own word alone" : "";
  return { reason: "held", role: "soul", because: `${saysWhat} (${at.slice(0, 10)})${byWhom}.` };
};

/** The outcome that counts of an insight or decision with much at stake, where it speaks for a rule. */
function provenBy({ entry, stakes, outcomes, born, stands: { judged } }: Evidence): OutcomeFact | undefined {
  if (stakes !== "high" || !(entry.type === "insight" || entry.type === "decision")) return undefined;
  const outcome = outcomes.find(({ id }) => id === judged?.id);
  const isGood = outcome?.verdict === "validated" || outcome?.verdict === "mixed";
  if (outcome === undefined || !isGood || !isProof(outcome)) return undefined;
  // What an agent says in the session that wrote it proves nothing.
  return isPeoples(outcome.tier) || !born.includes(outcome.session) ? outcome : undefined;
}

const outcomeReason: Reason = (evidence) => {
  const outcome = provenBy(evidence);
  if (outcome === undefined || (outcome.score ?? 0) < LEAST_SCORE) return undefined;
  const { id, verdict, score, lesson, rule: text = lesson } = outcome;
  return {
    reason: "outcome",
    role: "memory",
    because: `It turned out ${verdict}, ${score} of 10 (${id}).`,
    outcome: id,
    ...(text === undefined ? {} : { lesson: { id, text } }),
  };
};

const appliedReason: Reason = (evidence) => {
  const worked = workedIn(evidence);
  if (evidence.entry.type !== "insight" || !isEnough(worked)) return undefined;
  return { reason: "applied", role: "procedures", because: `It worked in ${some(worked.length, "session")}.` };
};

const referencedReason: Reason = (evidence) => {
  const used = usefulSessions(evidence);
  const { entry } = evidence;
  if (!isEnough(used) || entry.type === "outcome") return undefined;
  const procedure = entry.type === "insight" && (entry.applications?.length ?? 0) > 0;
  return {
    reason: "referenced",
    role: procedure ? "procedures" : "memory",
    because: `It was used in ${some(used.length, "separate session")}.`,
  };
};

const toldReason: Reason = ({ entry }) =>
  entry.type === "correction" && entry.tier === "owner" && entry.stakes === "high"
    ? { reason: "told", role: "soul", because: "The owner said it themselves, and the stakes are high." }
    : undefined;

const IN_ORDER = {
  held: heldReason,
  outcome: outcomeReason,
  applied: appliedReason,
  referenced: referencedReason,
  told: toldReason,
} as const;

/** The order of precedence: the first that holds decides the target. */
export const PRECEDENCE = Object.keys(IN_ORDER) as readonly (keyof typeof IN_ORDER)[];

/** Whether one reason goes before another. A person's own word is beneath none of them. */
export function outranks(reason: PromotionReason, other: PromotionReason): boolean {
  const rank = (one: PromotionReason) => (PRECEDENCE as readonly string[]).indexOf(one);
  return rank(reason) < rank(other);
}

/** Reasons that do not hold while it failed since it last held. */
const NOT_WHILE_FAILING: ReadonlySet<PromotionReason> = new Set(["held", "referenced"]);

function failing({ held: at, failed }: Evidence): boolean {
  return failed !== undefined && (at === undefined || failed > at);
}

/** Everything that stands between an entry and a rule. `reason` is what it qualifies by, where it does. */
export function blockersOf(evidence: Evidence, reason: PromotionReason | undefined): string[] {
  const { entry, stands, tier } = evidence;
  const blocked: string[] = [];
  const { scope } = entry;
  if (!mayBeRule(entry.type)) blocked.push(`It is ${aOrAn(entry.type)}: ${pluralOf(entry.type)} become no rules.`);
  if (stands.invalidated === "ends") blocked.push("Its newest outcome says that it is wrong.");
  else if (!isLive(stands)) blocked.push(`It no longer counts: it is ${withdrawn(evidence)}.`);
  if (tier === "external" && !evidence.approvedByPerson) {
    blocked.push("It comes from outside, and no person has approved these words.");
  }
  if (isRestricted(entry)) {
    const one = scope === "conversation" ? scope : contactOf(entry) === undefined ? "person" : "contact";
    blocked.push(`It is about one ${one} only.`);
  }
  if (evidence.paths !== undefined) blocked.push(`It holds ${boundText(evidence)} only.`);
  if (isLive(stands) && !isInUse(stands) && stands.review !== undefined) {
    const { state, reason } = stands.review;
    const reasonText = state === "needs_review" && reason !== undefined ? `: ${reason}` : ".";
    blocked.push(`It is not approved for reuse (${state.replaceAll("_", " ")})${reasonText}`);
  }
  for (const other of evidence.blockedBy) blocked.push(openQuestion(evidence.id, other));
  if (evidence.unlooked === true) blocked.push("It was not compared with the rest yet: tenet index");
  if (failing(evidence) && reason !== undefined && NOT_WHILE_FAILING.has(reason)) {
    blocked.push(`It failed since it last held (${evidence.failed?.slice(0, 10)}).`);
  }
  return blocked;
}

/** Why an open pair keeps an entry from the rules, with what decides it. */
export function openQuestion(id: string, other: string): string {
  return `An open question beside ${other} keeps it from the rules: tenet resolve ${id} ${other}`;
}

function withdrawn({ stands: { status, review } }: Evidence): string {
  return ENDED.has(status) ? status : (review?.state ?? "withdrawn");
}

interface NearMiss {
  says: string;
  share: number;
}

/** What sessions lack to be enough; `did`: what happened in them. */
function missingOf(facts: readonly Counted[], did: string): NearMiss[] {
  const count = facts.length;
  if (count === 0 || isEnough(facts)) return [];
  return count < ENOUGH_SESSIONS
    ? [{ says: `${did} in ${count} of ${some(ENOUGH_SESSIONS, "session")}`, share: count / ENOUGH_SESSIONS }]
    : [{ says: `${did} on ${daysOf(facts)} of ${some(ENOUGH_DAYS, "day")}`, share: daysOf(facts) / ENOUGH_DAYS }];
}

function nearMisses(evidence: Evidence): NearMiss[] {
  const { entry } = evidence;
  const used = usefulSessions(evidence);
  const near = [
    ...(entry.type === "insight" ? missingOf(workedIn(evidence), "worked") : []),
    ...missingOf(used, "used"),
  ];
  const { score } = provenBy(evidence) ?? {};
  if (score !== undefined && score < LEAST_SCORE)
    near.push({ says: `scored ${score} of ${LEAST_SCORE}`, share: score / LEAST_SCORE });
  if (entry.type === "correction" && evidence.held === undefined && used.length > 0)
    near.push({ says: "it has not held yet", share: 0.5 });
  return near.sort((a, b) => b.share - a.share);
}

function placed({ role, ...reason }: NonNullable<ReturnType<Reason>>, files: FilesOfRoles): Qualified {
  return { ...reason, ...placeFor(role, files) };
}

/**
 * Where an entry stands: what it qualifies by, what blocks it, what is missing. A reason that does not hold while it
 * fails gives way to the next one that does. `files`: the profile's; needed only where it matters in which file the rule
 * would stand.
 */
export function standingOf(evidence: Evidence, files = usualFiles()): Standing {
  if (!mayBeRule(evidence.entry.type)) {
    return { qualified: undefined, blocked: blockersOf(evidence, undefined), near: [], nearness: 0 };
  }
  const reasons = PRECEDENCE.flatMap((name) => IN_ORDER[name](evidence) ?? []);
  const whole = failing(evidence) ? reasons.filter(({ reason }) => !NOT_WHILE_FAILING.has(reason)) : reasons;
  const first = whole[0] ?? reasons[0];
  const qualified = first && placed(first, files);
  const blocked = blockersOf(evidence, qualified?.reason);
  const near = qualified === undefined ? nearMisses(evidence) : [];
  return { qualified, blocked, near: near.map(({ says }) => says), nearness: near[0]?.share ?? 0 };
}
