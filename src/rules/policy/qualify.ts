/** Decides which entries qualify as rules: five reasons, everything that blocks one, and the unmet conditions. */

import type { Entry } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { isInUse, isLive, isRestricted } from "../../entry/gates/visible.js";
import { boundText } from "../../entry/holds/holds-in.js";
import { aOrAn, mayBecomeRule, RECORD_TYPES } from "../../entry/record-types.js";
import { type Evidence, usefulSessions, workedIn } from "./evidence.js";
import { type FilesOfRoles, type PromotionReason, placeFor, type Role, type Target, usualFiles } from "./rule.js";

/** Separate sessions of use that are enough. */
export const USED_SESSIONS = 3;
/** Sessions in which an insight worked that are enough. */
export const WORKED_SESSIONS = 3;
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
  /** It rests on evidence of the entry's own session or day alone: it waits for a person in every mode. */
  waits?: true | undefined;
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

/** Why a reason waits in every mode. */
export const OWN_EVIDENCE = "Only its own session or day speaks for it, so a person decides.";

const resting = (isOwn: boolean | undefined): Pick<Qualified, "waits"> => (isOwn === true ? { waits: true } : {});

const heldReason: Reason = ({ entry, held: at, heldOwn }) =>
  entry.type === "correction" && at !== undefined
    ? { reason: "held", role: "soul", because: `It held (${at.slice(0, 10)}).`, ...resting(heldOwn) }
    : undefined;

function provenBy({ outcomes }: Evidence) {
  return outcomes
    .filter(({ counts, verdict }) => counts && (verdict === "validated" || verdict === "mixed"))
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id < b.id ? -1 : 1));
}

const outcome: Reason = (evidence) => {
  if (evidence.stakes !== "high" || evidence.entry.type === "outcome") return undefined;
  const good = provenBy(evidence).filter((one) => (one.score ?? 0) >= LEAST_SCORE);
  const others = good.filter(({ own }) => own !== true);
  const best = others.length > 0 ? others : good;
  const proven = best.find(({ rule, lesson }) => (rule ?? lesson) !== undefined) ?? best[0];
  if (proven === undefined) return undefined;
  const text = proven.rule ?? proven.lesson;
  return {
    reason: "outcome",
    role: "memory",
    because: `It turned out ${proven.verdict}, ${proven.score} of 10 (${proven.id}).`,
    outcome: proven.id,
    ...(text === undefined ? {} : { lesson: { id: proven.id, text } }),
    ...resting(proven.own),
  };
};

const applied: Reason = (evidence) => {
  const worked = workedIn(evidence);
  if (evidence.entry.type !== "insight" || worked.length < WORKED_SESSIONS) return undefined;
  return {
    reason: "applied",
    role: "procedures",
    because: `It worked in ${some(worked.length, "session")}.`,
    ...resting(worked.every(({ own }) => own === true)),
  };
};

const referenced: Reason = (evidence) => {
  const used = usefulSessions(evidence);
  const { entry } = evidence;
  if (used.length < USED_SESSIONS || entry.type === "outcome") return undefined;
  const procedure = entry.type === "insight" && (entry.applications?.length ?? 0) > 0;
  return {
    reason: "referenced",
    role: procedure ? "procedures" : "memory",
    because: `It was used in ${some(used.length, "separate session")}.`,
    ...resting(used.every(({ own }) => own === true)),
  };
};

const toldReason: Reason = ({ entry }) =>
  entry.type === "correction" && entry.tier === "owner" && entry.stakes === "high"
    ? { reason: "told", role: "soul", because: "The owner said it themselves, and the stakes are high." }
    : undefined;

const IN_ORDER = { held: heldReason, outcome, applied, referenced, told: toldReason } as const;

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
  const { entry, tier } = evidence;
  const blocked: string[] = [];
  const { scope } = entry;
  if (!mayBecomeRule(entry.type))
    blocked.push(`It is ${aOrAn(entry.type)}: ${RECORD_TYPES[entry.type].plural} become no rules.`);
  if (!isLive(entry)) blocked.push(`It no longer counts: it is ${withdrawn(evidence)}.`);
  if (tier === "external" && !evidence.approvedByPerson) {
    blocked.push("It comes from outside, and no person has approved these words.");
  }
  if (isRestricted(entry)) {
    const one = scope === "conversation" ? scope : contactOf(entry) === undefined ? "person" : "contact";
    blocked.push(`It is about one ${one} only.`);
  }
  if (evidence.paths !== undefined) blocked.push(`It holds ${boundText(evidence)} only.`);
  if (isLive(entry) && !isInUse(entry)) {
    const { state, reason } = entry.review as NonNullable<Entry["review"]>;
    const reasonText = state === "needs_review" && reason !== undefined ? `: ${reason}` : ".";
    blocked.push(`It is not approved for reuse (${state.replaceAll("_", " ")})${reasonText}`);
  }
  for (const other of evidence.blockedBy) blocked.push(openQuestion(evidence.id, other));
  if (evidence.unlooked === true) blocked.push("It was not compared with the rest yet: tenet index");
  if (failing(evidence) && reason !== undefined && NOT_WHILE_FAILING.has(reason)) {
    blocked.push(`It failed since it last held (${evidence.failed?.slice(0, 10)}).`);
  }
  if (invalidated(evidence)) blocked.push("Its newest outcome says that it is wrong.");
  if (evidence.irrelevant) blocked.push("It is no longer relevant, as was answered.");
  return blocked;
}

/** Why an open pair keeps an entry from the rules, with what decides it. */
export function openQuestion(id: string, other: string): string {
  return `An open question beside ${other} keeps it from the rules: tenet resolve ${id} ${other}`;
}

function withdrawn({ entry }: Evidence): string {
  const ended = entry.status === "superseded" || entry.status === "forgotten";
  return ended ? entry.status : (entry.review?.state ?? "withdrawn");
}

/** The outcome that decides: the newest that counts and has a verdict. */
export function newestVerdict({ outcomes }: Pick<Evidence, "outcomes">) {
  return outcomes
    .filter(({ counts, verdict }) => counts && verdict !== "inconclusive")
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id < b.id ? 1 : -1))[0];
}

/** The newest counting verdict decides; an entry's own `outcome` stands where the record of it is gone. */
export function invalidated(evidence: Evidence): boolean {
  const { entry } = evidence;
  const own = entry.type === "outcome" ? undefined : entry.outcome;
  return (newestVerdict(evidence)?.verdict ?? own) === "invalidated";
}

function nearMisses(evidence: Evidence): { says: string; share: number }[] {
  const { entry, stakes } = evidence;
  const near: ReturnType<typeof nearMisses> = [];
  const worked = workedIn(evidence).length;
  const used = usefulSessions(evidence).length;
  if (entry.type === "insight" && worked > 0 && worked < WORKED_SESSIONS) {
    near.push({ says: `worked in ${worked} of ${some(WORKED_SESSIONS, "session")}`, share: worked / WORKED_SESSIONS });
  }
  if (used > 0 && used < USED_SESSIONS) {
    near.push({ says: `used in ${used} of ${some(USED_SESSIONS, "session")}`, share: used / USED_SESSIONS });
  }
  const [best] = stakes === "high" && entry.type !== "outcome" ? provenBy(evidence) : [];
  if (best?.score !== undefined && best.score < LEAST_SCORE) {
    near.push({ says: `scored ${best.score} of ${LEAST_SCORE}`, share: best.score / LEAST_SCORE });
  }
  if (entry.type === "correction" && evidence.held === undefined && used > 0) {
    near.push({ says: "it has not held yet", share: 0.5 });
  }
  return near.sort((a, b) => b.share - a.share);
}

function placed({ role, ...reason }: NonNullable<ReturnType<Reason>>, files: FilesOfRoles): Qualified {
  const because = reason.waits === true ? `${reason.because} ${OWN_EVIDENCE}` : reason.because;
  return { ...reason, ...placeFor(role, files), because };
}

/**
 * Where an entry stands: what it qualifies by, what blocks it, what is missing. A reason that does not hold while it
 * fails, or that waits for a person, gives way to the next one that does not. `files`: the profile's; needed only where
 * it matters in which file the rule would stand.
 */
export function standingOf(evidence: Evidence, files = usualFiles()): Standing {
  if (!mayBecomeRule(evidence.entry.type)) {
    return { qualified: undefined, blocked: blockersOf(evidence, undefined), near: [], nearness: 0 };
  }
  const reasons = PRECEDENCE.flatMap((name) => IN_ORDER[name](evidence) ?? []);
  const whole = failing(evidence) ? reasons.filter(({ reason }) => !NOT_WHILE_FAILING.has(reason)) : reasons;
  const first = whole.find(({ waits }) => waits === undefined) ?? whole[0] ?? reasons[0];
  const qualified = first && placed(first, files);
  const blocked = blockersOf(evidence, qualified?.reason);
  const near = qualified === undefined ? nearMisses(evidence) : [];
  return { qualified, blocked, near: near.map(({ says }) => says), nearness: near[0]?.share ?? 0 };
}
